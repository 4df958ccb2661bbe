// The environment is read once per process, so that each case forks one of its own.
#include "../TestSupport.h"
#include "rocke/runtime/HipTable.h"
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace rocke;
using namespace rocke::runtime;

namespace {

/// What a fresh process says of the simulated devices under these variables.
std::string describeDevices(const char *arch, const char *threads = "", const char *budget = "") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // The library is opened here for the first time.
    setenv("ROCKE_SIM_ARCH", arch, 1);
    setenv("ROCKE_SIM_THREADS", threads, 1);
    setenv("ROCKE_SIM_INSTRUCTION_BUDGET", budget, 1);
    std::string text;
    llvm::Expected<HipTable> hip = HipTable::open(DeviceKind::Sim);
    if (!hip) {
      text = llvm::toString(hip.takeError());
    } else {
      int count = 0;
      const hip::Error error = hip->hipGetDeviceCount(&count);
      text = std::to_string(static_cast<int>(error)) + ":";
      if (error != hip::Error::Success)
        text += hip->simLastMessage();
      for (int i = 0; i < count; ++i) {
        hip::DevicePropR0600 properties;
        if (hip->hipGetDevicePropertiesR0600(&properties, i) == hip::Error::Success)
          text += std::string(" ") + properties.gcnArchName;
      }
    }
    const bool written = write(ends[1], text.data(), text.size()) == ssize_t(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char part[256];
  for (ssize_t count; (count = read(ends[0], part, sizeof part)) > 0;)
    text.append(part, count);
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  return text;
}

} // namespace

TEST_CASE("the environment chooses the GPUs") {
  CHECK(describeDevices("") == "0: gfx1151");
  CHECK(describeDevices("gfx1151") == "0: gfx1151");
  CHECK(describeDevices("gfx950") == "0: gfx950:sramecc+:xnack-");
  CHECK(describeDevices("gfx950, gfx1151,gfx950") ==
        "0: gfx950:sramecc+:xnack- gfx1151 gfx950:sramecc+:xnack-");
}

TEST_CASE("an environment that makes no sense leaves no device and says why") {
  CHECK_THAT(describeDevices("gfx9999"), Catch::StartsWith("100:ROCKE_SIM_ARCH") &&
                                             Catch::Contains("gfx9999") &&
                                             Catch::Contains("gfx1151"));
  CHECK(describeDevices("gfx1151", "many") ==
        "100:ROCKE_SIM_THREADS is 'many'; it must be a whole number");
  CHECK(describeDevices("gfx1151", "2", "-1") ==
        "100:ROCKE_SIM_INSTRUCTION_BUDGET is '-1'; it must be a whole number");
}
