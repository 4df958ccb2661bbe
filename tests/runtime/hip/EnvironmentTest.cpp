// The environment is read once per process, so that each case forks one of its own.
#include "../TestKernels.h"
#include "../TestSupport.h"
#include "rocke/runtime/HipTable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdlib>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace rocke;
using namespace rocke::runtime;

namespace {

/// What `body` says in a fresh process, in which the library is opened for the first time.
std::string inFreshProcess(const std::map<std::string, std::string> &environment,
                           llvm::function_ref<std::string(const HipTable &)> body) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const auto &[name, value] : environment)
      setenv(name.c_str(), value.c_str(), 1);
    llvm::Expected<HipTable> hip = HipTable::open(DeviceKind::Sim);
    const std::string text = hip ? body(*hip) : llvm::toString(hip.takeError());
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

/// What a fresh process says of the simulated devices under these variables.
std::string describeDevices(const char *arch, const char *threads = "", const char *budget = "") {
  return inFreshProcess({{"ROCKE_SIM_ARCH", arch},
                         {"ROCKE_SIM_THREADS", threads},
                         {"ROCKE_SIM_INSTRUCTION_BUDGET", budget}},
                        [](const HipTable &hip) {
                          int count = 0;
                          const hip::Error error = hip.hipGetDeviceCount(&count);
                          std::string text = std::to_string(static_cast<int>(error)) + ":";
                          if (error != hip::Error::Success)
                            text += hip.simLastMessage();
                          for (int i = 0; i < count; ++i) {
                            hip::DevicePropR0600 properties;
                            if (hip.hipGetDevicePropertiesR0600(&properties, i) ==
                                hip::Error::Success)
                              text += std::string(" ") + properties.gcnArchName;
                          }
                          return text;
                        });
}

/// The results of a launch that stores past the end of its buffer, and of waiting for it, then the
/// checks that reported something; or what is wrong with the launch.
std::string storePastTheEnd(const char *checks) {
  const CodeObject &kernels = test::testKernels("gfx1151");
  return inFreshProcess(
      {{"ROCKE_SIM_ARCH", "gfx1151"}, {"ROCKE_SIM_CHECK", checks}},
      [&](const HipTable &hip) -> std::string {
        hip.simSetDiagnostics(0);
        void *buffer = nullptr;
        hip::Module module = nullptr;
        hip::Function function = nullptr;
        int value = 1;
        if (hip.hipMalloc(&buffer, 64) != hip::Error::Success ||
            hip.hipModuleLoadData(&module, kernels.bytes().data()) != hip::Error::Success ||
            hip.hipModuleGetFunction(&function, module, "poke") != hip::Error::Success)
          return "no kernel";
        void *end = static_cast<char *>(buffer) + 64;
        void *arguments[] = {&end, &value, nullptr};
        const hip::Error launched =
            hip.hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
        if (launched != hip::Error::Success)
          return std::to_string(static_cast<int>(launched)) + ":" + hip.simLastMessage();
        std::string text = std::to_string(static_cast<int>(hip.hipDeviceSynchronize())) + ":";
        rocke_sim_report report;
        for (uint32_t index = 0; hip.simLastReport(index, &report) == 0; ++index)
          text += std::string(" ") + report.check;
        return text;
      });
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

// The program does not know of the checkers: what a GPU would tell it, it is told.
TEST_CASE("the environment chooses the checks") {
  CHECK(storePastTheEnd("") == "700:");
  CHECK(storePastTheEnd("race") == "700:");
  CHECK(storePastTheEnd("memory") == "700: memory");
  CHECK(storePastTheEnd("wait,memory,init") == "700: memory");
  CHECK(storePastTheEnd("all") == "700: memory");
  CHECK(storePastTheEnd("speed") ==
        "1:ROCKE_SIM_CHECK: unknown check 'speed': there are memory, race, init, wait, barrier and "
        "all");
}
