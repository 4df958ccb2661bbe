// The checkers as programs turn them on and read what they found.
#include "../TestSupport.h"
#include "../simulator/Assembly.h"
#include "HipLibrary.h"
#include "compiler/Linker.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <thread>

using namespace rocke;
using namespace rocke::hip;

namespace {

/// Two faults, for a buffer of 64 bytes and workgroups of two wavefronts: a race for its first
/// word, at 0x14, and a store past its end, at 0x1c.
constexpr const char *source = R"(
.text
.globl k
.p2align 8
.type k,@function
k:
s_load_b64 s[2:3], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
v_mov_b32 v1, 0
v_mov_b32 v2, 5
global_store_b32 v1, v2, s[2:3]
global_store_b32 v1, v2, s[2:3] offset:64
s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_kernarg_size 8
  .amdhsa_wavefront_size32 1
.end_amdhsa_kernel
)";

/// The kernel with a buffer of `words` words.
class FaultyKernel {
public:
  explicit FaultyKernel(size_t words = 16) : buffer(deviceArray(std::vector<int>(words))) {
    const std::string object =
        test::take(detail::linkCodeObject(sim::test::assembleObject("gfx1151", 32, source)));
    REQUIRE(library().hipModuleLoadData(&module, object.data()) == Error::Success);
    REQUIRE(library().hipModuleGetFunction(&function, module, "k") == Error::Success);
  }
  ~FaultyKernel() {
    CHECK(library().hipModuleUnload(module) == Error::Success);
    CHECK(library().hipFree(buffer) == Error::Success);
    CHECK(library().simSetChecks(nullptr) == 0);
  }
  FaultyKernel(const FaultyKernel &) = delete;
  FaultyKernel &operator=(const FaultyKernel &) = delete;

  Error launch(unsigned groups = 2) {
    void *argument = buffer;
    size_t bytes = sizeof(argument);
    void *extra[] = {asPointer(launchParamBufferPointer), &argument,
                     asPointer(launchParamBufferSize), &bytes, asPointer(launchParamEnd)};
    return library().hipModuleLaunchKernel(function, groups, 1, 1, 64, 1, 1, 0, nullptr, nullptr,
                                           extra);
  }

  void *buffer = nullptr;

private:
  Module module = nullptr;
  Function function = nullptr;
};

std::vector<std::string> checksReported() {
  std::vector<std::string> checks;
  rocke_sim_report report;
  for (uint32_t index = 0; library().simLastReport(index, &report) == 0; ++index)
    checks.push_back(report.check);
  return checks;
}

/// The first report of a check.
rocke_sim_report reportOf(const std::string &check) {
  rocke_sim_report report;
  for (uint32_t index = 0; library().simLastReport(index, &report) == 0; ++index)
    if (report.check == check)
      return report;
  FAIL("no report of " << check);
  return {};
}

constexpr int invalidValue = 1, notReady = 600;

} // namespace

TEST_CASE("reports through the library have all that the simulator knows") {
  const Library &hip = library();
  FaultyKernel kernel;
  REQUIRE(hip.simSetChecks("memory,race") == 0);
  REQUIRE(kernel.launch() == Error::Success);
  CHECK(hip.hipDeviceSynchronize() == Error::Success);

  const rocke_sim_report race = reportOf("race");
  CHECK(std::string(race.kernel) == "k");
  CHECK(std::string(race.instruction) == "global_store_b32 v1, v2, s[2:3]");
  CHECK(race.offset == 0x14);
  CHECK(race.workgroup[0] == 0);
  CHECK(race.wavefront == 1);
  CHECK(race.lane == 0);
  CHECK(race.address == reinterpret_cast<uint64_t>(kernel.buffer));
  CHECK_THAT(race.reason, Catch::Contains("written here by wavefront 1, written by wavefront 0") &&
                              Catch::Contains("in the allocation of 64 bytes"));

  const rocke_sim_report wild = reportOf("memory");
  CHECK(std::string(wild.instruction) == "global_store_b32 v1, v2, s[2:3] offset:64");
  CHECK(wild.offset == 0x1c);
  CHECK(wild.wavefront == 0);
  CHECK(wild.lane == 0);
  CHECK(wild.address == reinterpret_cast<uint64_t>(kernel.buffer) + 64);
  CHECK(wild.count == 128);
  CHECK_THAT(wild.reason,
             Catch::Contains("0 bytes past the end of the allocation of 64 bytes at 0x"));
  CHECK_THAT(wild.text, Catch::Contains("[memory] k: global store of 4 bytes") &&
                            Catch::Contains("at +0x1c: global_store_b32") &&
                            Catch::Contains("in workgroup (0, 0, 0), wavefront 0, lane 0") &&
                            Catch::Contains("128 times"));
  CHECK(std::string(wild.source_file).empty());
  CHECK(wild.source_line == 0);

  rocke_sim_report none;
  CHECK(hip.simLastReport(1000, &none) == notReady);
  CHECK(hip.simLastReport(0, nullptr) == invalidValue);
}

TEST_CASE("only what was asked for is checked, and only for the last launch") {
  const Library &hip = library();
  FaultyKernel kernel(/*words=*/32); // nothing is past the end
  REQUIRE(hip.simSetChecks("memory") == 0);
  REQUIRE(kernel.launch() == Error::Success);
  CHECK(checksReported().empty());
  REQUIRE(hip.simSetChecks("race") == 0);
  REQUIRE(kernel.launch() == Error::Success);
  CHECK_FALSE(checksReported().empty());
  CHECK(llvm::is_contained(checksReported(), "memory") == false);
  REQUIRE(hip.simSetChecks("") == 0);
  REQUIRE(kernel.launch() == Error::Success);
  CHECK(checksReported().empty());
}

TEST_CASE("an unknown check is refused and changes nothing") {
  const Library &hip = library();
  FaultyKernel kernel(/*words=*/32);
  REQUIRE(hip.simSetChecks("race") == 0);
  for (const char *bad : {"speed", "race,", "race, memory", "ALL"}) {
    INFO(bad);
    CHECK(hip.simSetChecks(bad) == invalidValue);
    CHECK_THAT(hip.simLastMessage(),
               Catch::StartsWith("unknown check '") &&
                   Catch::Contains("there are memory, race, init, wait, barrier and all"));
  }
  REQUIRE(kernel.launch() == Error::Success);
  CHECK_FALSE(checksReported().empty());
}

TEST_CASE("checks and reports are a thread's own") {
  const Library &hip = library();
  FaultyKernel kernel(/*words=*/32);
  REQUIRE(hip.simSetChecks("all") == 0);
  REQUIRE(kernel.launch() == Error::Success);
  const std::vector<std::string> own = checksReported();
  CHECK_FALSE(own.empty());
  int before = 0;
  std::vector<std::string> after;
  Error error = Error::NotReady;
  std::thread([&] {
    rocke_sim_report report;
    before = hip.simLastReport(0, &report);
    hip.simSetChecks(""); // whatever the environment says
    error = kernel.launch();
    after = checksReported();
  }).join();
  CHECK(before == notReady);
  CHECK(error == Error::Success);
  CHECK(after.empty());
  CHECK(checksReported() == own);
}
