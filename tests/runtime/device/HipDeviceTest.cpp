// --device=hip where there is no GPU, which is where most tests run. A machine with one has nothing
// to say here.
#include "../TestSupport.h"
#include "rocke/runtime/Device.h"
#include <unistd.h>

using namespace rocke::runtime;
using namespace rocke::test;

TEST_CASE("without a GPU, --device=hip says so and names --device=sim") {
  if (access("/dev/kfd", F_OK) == 0) {
    WARN("this machine has an AMD GPU driver");
    return;
  }
  CHECK_THAT(messageOf(Device::open(DeviceKind::Hip, "gfx1151")),
             Catch::Contains("use --device=sim"));
}
