//===- RaceCheckTest.cpp - Planted races -----------------------------------===//
#include "CheckBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
// Each work-item writes its word of LDS and reads that of the work-item 32 further, in the other
// wavefront.
std::string exchange(llvm::StringRef between) {
  return std::string(itemOffsets) + "ds_store_b32 v1, v0\n" + between.str() + R"(
    v_xor_b32 v2, 0x80, v1
    ds_load_b32 v3, v2
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v3, s[8:9]
    s_endpgm)";
}
const LaunchConfig twoWaves{{1, 1, 1}, {64, 1, 1}};
} // namespace

TEST_CASE("LDS without a barrier between writer and reader", "[simulator][check][race]") {
  std::vector<CheckReport> reports =
      reportsOf("race", exchange("s_waitcnt lgkmcnt(0)"), 64, twoWaves, 256);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].check == "race");
  CHECK(reports[0].where.instruction == "ds_load_b32 v3, v2");
  CHECK(contains(reports[0].where.reason, "read here by wavefront 0, written by wavefront 1 at +"));
  CHECK(contains(reports[0].where.reason, "ds_store_b32 v1, v0, no barrier between"));
  CHECK(reports[0].count == 64);
  CHECK(reportsOf("race", exchange("s_waitcnt lgkmcnt(0)\n s_barrier"), 64, twoWaves, 256).empty());
  // One wavefront needs no barrier.
  CHECK(reportsOf("race", exchange("s_waitcnt lgkmcnt(0)"), 64, {{1, 1, 1}, {32, 1, 1}}, 256)
            .empty());
}

TEST_CASE("A race names both sides", "[simulator][check][race]") {
  std::vector<CheckReport> reports = reportsOf("race", std::string(itemOffsets) + R"(
    v_mov_b32 v2, 0
    ds_store_b32 v2, v0 offset:8
    s_endpgm)",
                                               64, twoWaves, 256);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].where.reason ==
        fmt::format("race at 0x8, in LDS of 256 bytes: written here by wavefront 1, written by "
                    "wavefront 0 at +{:#x}: ds_store_b32 v2, v0 offset:8, no barrier between",
                    reports[0].where.offset));
  CHECK(reports[0].where.wavefront == 1);
  CHECK(reports[0].where.lane == 0);
  CHECK(reports[0].address == 8);
  CHECK(reports[0].count == 1); // then it was wavefront 1's
}

TEST_CASE("Bytes of one word are different places", "[simulator][check][race]") {
  CHECK(reportsOf("race", std::string(itemOffsets) + R"(
    v_lshrrev_b32 v2, 5, v0
    v_lshlrev_b32 v2, 1, v2
    ds_store_b16 v2, v0
    s_endpgm)",
                  64, twoWaves, 256)
            .empty());
}

TEST_CASE("Atomics do not race with each other, but with plain stores",
          "[simulator][check][race]") {
  auto body = [](llvm::StringRef last) {
    return std::string(itemOffsets) + R"(
    v_mov_b32 v2, 0
    ds_add_u32 v2, v0
    )" + last.str() +
           "\n s_endpgm";
  };
  CHECK(reportsOf("race", body("ds_max_u32 v2, v0"), 64, twoWaves, 256).empty());
  CHECK_FALSE(reportsOf("race", body("ds_store_b32 v2, v0"), 64, twoWaves, 256).empty());
}

TEST_CASE("Global memory within a workgroup", "[simulator][check][race]") {
  auto body = [](llvm::StringRef between) {
    return std::string(itemOffsets) + "global_store_b32 v1, v0, s[8:9]\n" + between.str() + R"(
    v_xor_b32 v2, 0x80, v1
    global_load_b32 v3, v2, s[8:9]
    s_endpgm)";
  };
  std::vector<CheckReport> reports = reportsOf("race", body(""), 64, twoWaves);
  REQUIRE_FALSE(reports.empty());
  CHECK(contains(reports[0].where.reason, "in the allocation of 256 bytes at 0x"));
  CHECK(reportsOf("race", body("s_waitcnt_vscnt null, 0\n s_barrier"), 64, twoWaves).empty());
}

TEST_CASE("Workgroups of a launch", "[simulator][check][race]") {
  KernelSource source;
  source.body = std::string(itemOffsets) + R"(
    v_mov_b32 v2, s2
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  const LaunchConfig groups{{12, 1, 1}, {16, 1, 1}};
  std::vector<CheckReport> reports = reportsOf("race", source, 16, groups);
  REQUIRE(reports.size() == 1);
  CHECK(contains(reports[0].where.reason, "race between workgroups at 0x"));
  CHECK(contains(reports[0].where.reason, "written here by workgroup (1, 0, 0), written by "
                                          "workgroup (0, 0, 0)"));
  // The same on any number of threads.
  for (unsigned threads : {1u, 3u, 7u}) {
    std::vector<CheckReport> again = reportsOf("race", source, 16, groups, threads);
    REQUIRE(again.size() == 1);
    CHECK(again[0].text == reports[0].text);
  }
  // Each with a place of its own.
  source.body = std::string(itemOffsets) + R"(
    s_lshl_b32 s10, s2, 6
    v_add_nc_u32 v1, s10, v1
    v_mov_b32 v2, s2
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(reportsOf("race", source, 16 * 12, groups).empty());
  // Sums in memory.
  source.body = R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    global_atomic_add_u32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(reportsOf("race", source, 1, groups).empty());
  // A sum that one workgroup reads.
  source.body = R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    global_atomic_add_u32 v1, v2, s[8:9]
    s_cmp_eq_u32 s2, 3
    s_cbranch_scc0 .Lend
    global_load_b32 v3, v1, s[8:9]
  .Lend:
    s_endpgm)";
  reports = reportsOf("race", source, 1, groups);
  REQUIRE(reports.size() == 1);
  CHECK(contains(reports[0].where.reason, "read by workgroup (3, 0, 0)"));
}

TEST_CASE("A barrier that a wavefront never reaches", "[simulator][check][barrier]") {
  const char *early = R"(
    v_readfirstlane_b32 s10, v0
    s_and_b32 s10, s10, 0x3ff
    s_cmp_eq_u32 s10, 0
    s_cbranch_scc1 .Lend
    s_barrier
  .Lend:
    s_endpgm)";
  std::vector<CheckReport> reports = reportsOf("barrier", early, 1, twoWaves);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].where.instruction == "s_barrier");
  CHECK(reports[0].where.wavefront == 1);
  CHECK(contains(reports[0].where.reason,
                 "barrier that wavefront 0 never reaches: it has ended, at +"));
  CHECK(contains(reports[0].where.reason, "s_endpgm"));
  CHECK(reportsOf("barrier", "s_barrier\n s_endpgm", 1, twoWaves).empty());
}

TEST_CASE("A runaway loop is a fault, with what was found before", "[simulator][check]") {
  KernelSource source;
  source.body = R"(
    v_mov_b32 v1, 1
    v_mov_b32 v2, 0
    ds_store_b32 v1, v2
  .Lloop:
    s_branch .Lloop)";
  source.directives = ".amdhsa_group_segment_fixed_size 64";
  KernelBench bench(source, 1, /*budget=*/1000);
  LaunchConfig config;
  config.checks.memory = true;
  uint64_t address = 0;
  llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&address), 8);
  llvm::Expected<LaunchStats> stats = bench.machine->launch(bench.module, "k", config, kernarg);
  REQUIRE_FALSE(static_cast<bool>(stats));
  llvm::handleAllErrors(stats.takeError(), [](const FaultError &error) {
    CHECK(contains(error.fault.reason, "still running after 1000 instructions"));
    REQUIRE(error.reports.size() == 1);
    CHECK(contains(error.reports[0].where.reason, "misaligned LDS store"));
  });
}

} // namespace rocke::sim::test
