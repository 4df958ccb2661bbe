//===- MemoryCheckTest.cpp - Planted wild and misaligned accesses ----------===//
#include "../../TestSupport.h"
#include "CheckBench.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

TEST_CASE("A wild store is reported and the kernel goes on", "[simulator][check][memory]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + itemOffsets + R"(
    v_mov_b32 v2, 7
    global_store_b32 v1, v2, s[8:9] offset:8
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  KernelBench bench(source);
  LaunchConfig config{{1, 1, 1}, {8, 1, 1}};
  config.checks.memory = true;
  // The last two lanes of the first store are past the end; the second one is right.
  std::vector<uint32_t> words = bench.run(8, config);
  CHECK(words == std::vector<uint32_t>(8, 7));
  REQUIRE(bench.stats.reports.size() == 1);
  const CheckReport &report = bench.stats.reports.front();
  CHECK(report.check == "memory");
  CHECK(report.count == 2);
  CHECK(report.address == bench.buffer + 32);
  CHECK(report.where.lane == 6);
  CHECK(report.where.wavefront == 0);
  CHECK(report.where.instruction == "global_store_b32 v1, v2, s[8:9] offset:8");
  CHECK(contains(report.where.reason, "0 bytes past the end of the allocation of 32 bytes"));
  CHECK(contains(report.text, "[memory] k: global store of 4 bytes"));
  CHECK(contains(report.text, "2 times"));
}

TEST_CASE("A wild load reads the pattern of what nothing wrote", "[simulator][check][memory]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    global_load_b64 v[2:3], v1, s[8:9] offset:16
    s_load_b32 s10, s[8:9], 0x40
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_mov_b32 v3, s10
    global_store_b64 v1, v[2:3], s[8:9]
    s_endpgm)";
  KernelBench bench(source);
  LaunchConfig config;
  config.checks.memory = true;
  std::vector<uint32_t> words = bench.run(4, config);
  CHECK(words[0] == 0xfff8fff8);
  CHECK(words[1] == 0xfff8fff8);
  REQUIRE(bench.stats.reports.size() == 2);
  CHECK(bench.stats.reports[0].where.lane == 0);
  CHECK(bench.stats.reports[1].where.lane == -1);
}

TEST_CASE("Null pointers, freed memory, LDS and scratch", "[simulator][check][memory]") {
  std::vector<CheckReport> reports = reportsOf("memory", R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 0
    global_load_b32 v3, v[1:2], off
    ds_store_b32 v1, v2 offset:64
    scratch_store_b32 off, v2, off offset:16
    s_endpgm)",
                                               4, {}, /*ldsBytes=*/64);
  REQUIRE(reports.size() == 3);
  CHECK(contains(reports[0].where.reason, "0x0 is a null pointer"));
  CHECK(reports[1].where.reason ==
        "LDS store of 4 bytes at 0x40: the workgroup has 64 bytes of LDS");
  CHECK(reports[1].address == 64);
  CHECK(reports[2].where.reason ==
        "scratch store of 4 bytes at 0x10: the work-item has 0 bytes of scratch");

  KernelSource source;
  source.body = R"(
    s_load_b64 s[8:9], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v1, 0
    global_load_b32 v2, v1, s[8:9]
    s_endpgm)";
  KernelBench bench(source);
  uint64_t gone = rocke::test::take(bench.machine->allocate(64));
  rocke::test::succeed(bench.machine->free(gone));
  LaunchConfig config;
  config.checks.memory = true;
  llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&gone), 8);
  LaunchStats stats = rocke::test::take(bench.machine->launch(bench.module, "k", config, kernarg));
  REQUIRE(stats.reports.size() == 1);
  CHECK(contains(stats.reports[0].where.reason, "the allocation of 64 bytes"));
  CHECK(contains(stats.reports[0].where.reason, "which was freed"));
}

TEST_CASE("Misaligned accesses", "[simulator][check][memory]") {
  std::vector<CheckReport> reports = reportsOf("memory", R"(
    v_mov_b32 v1, 1
    v_mov_b32 v2, 0
    v_mov_b32 v3, 0
    global_store_b64 v1, v[2:3], s[8:9]
    global_store_b16 v1, v2, s[8:9] offset:1
    global_store_b64 v1, v[2:3], s[8:9] offset:1
    global_store_b8 v1, v2, s[8:9]
    ds_store_b32 v1, v2 offset:4
    ds_store_b16 v1, v2 offset:2
    ds_store_b32 v1, v2 offset:1
    s_load_b32 s10, s[8:9], 0x2
    s_endpgm)",
                                               4, {}, /*ldsBytes=*/64);
  REQUIRE(reports.size() == 4);
  CHECK(contains(reports[0].where.reason, "misaligned global store of 8 bytes at 0x"));
  CHECK(contains(reports[0].where.reason, "in the allocation of 16 bytes at 0x"));
  CHECK(reports[1].where.reason ==
        "misaligned LDS store of 4 bytes at 0x5, in LDS of 64 bytes: no multiple of 2");
  CHECK(reports[2].where.reason ==
        "misaligned LDS store of 2 bytes at 0x3, in LDS of 64 bytes: no multiple of 2");
  CHECK(contains(reports[3].where.reason, "misaligned scalar load"));
}

TEST_CASE("Without the memory check a wild access stops the kernel", "[simulator][check][memory]") {
  KernelSource source;
  source.body = R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 0
    ds_store_b32 v1, v2
    global_load_b32 v3, v[1:2], off
    s_endpgm)";
  source.directives = ".amdhsa_group_segment_fixed_size 64";
  KernelBench bench(source);
  LaunchConfig config;
  config.checks.race = true;
  CHECK(contains(bench.faultOf(4, config).reason, "null pointer"));
}

TEST_CASE("The names of the checks", "[simulator][check]") {
  CHECK(rocke::test::take(Checks::parse("all")).barrier);
  Checks two = rocke::test::take(Checks::parse("memory,wait"));
  CHECK((two.memory && two.wait && !two.race && !two.init && !two.barrier));
  CHECK(rocke::test::messageOf(Checks::parse("memory,speed")) ==
        "unknown check 'speed': there are memory, race, init, wait, barrier and all");
  CHECK(rocke::test::messageOf(Checks::parse("")) ==
        "unknown check '': there are memory, race, init, wait, barrier and all");
}

} // namespace rocke::sim::test
