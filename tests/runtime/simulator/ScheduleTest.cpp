//===- ScheduleTest.cpp - In which order wavefronts and workgroups run -----===//
#include "../TestSupport.h"
#include "KernelBench.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace rocke::sim::test {

using rocke::test::take;

namespace {
LaunchConfig seeded(uint64_t seed, std::array<uint32_t, 3> grid, std::array<uint32_t, 3> block) {
  LaunchConfig config{grid, block};
  config.schedule.seed = seed;
  return config;
}

KernelSource kernel(const std::string &body) {
  KernelSource source;
  source.directives = ".amdhsa_group_segment_fixed_size 1024";
  source.body = loadOutput(source.gpu) + "v_and_b32 v0, 0x3ff, v0\n" + body;
  return source;
}

// Every work-item passes its number to the one a wavefront away, through LDS.
KernelSource exchange(bool hasBarrier) {
  return kernel(R"(
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 0x80, v1
    ds_store_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    )" + std::string(hasBarrier ? "s_barrier" : "s_nop 0") +
                R"(
    ds_load_b32 v3, v2
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v3, s[8:9]
    s_endpgm)");
}
std::vector<uint32_t> exchanged() {
  std::vector<uint32_t> result(64);
  for (uint32_t i = 0; i < 64; ++i)
    result[i] = i ^ 32;
  return result;
}

// Work-items of all workgroups take numbers and write down who got which.
KernelSource tickets() {
  return kernel(R"(
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 4
    v_mov_b32 v4, s2
    s_mov_b32 s10, 0
  .Lloop:
    global_atomic_add_u32 v3, v1, v2, s[8:9] glc
    s_waitcnt vmcnt(0)
    global_store_b32 v3, v4, s[8:9] offset:4
    s_add_i32 s10, s10, 1
    s_cmp_lt_u32 s10, 4
    s_cbranch_scc1 .Lloop
    s_endpgm)");
}
} // namespace

// After the barrier both wavefronts branch at time 0. Wavefront 0 then takes a number at 1, 5, 9,
// ..., 29; wavefront 1, which idles six instructions before each, at 7, 17 and 27. At 17 the first
// wavefront comes first.
TEST_CASE("Accesses come in the order of instruction counts", "[simulator][schedule]") {
  const char *take = R"(
    ds_add_rtn_u32 v3, v1, v2
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32 v3, 2, v3
    global_store_b32 v3, v4, s[8:9]
    .endr
)";
  const std::vector<uint32_t> expected{0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0};
  for (bool isLate : {false, true}) {
    // What one wavefront does before the barrier makes no difference behind it.
    KernelSource source = kernel(std::string(R"(
    v_readfirstlane_b32 s11, v0
    s_lshr_b32 s11, s11, 5
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    v_mov_b32 v4, s11
    s_cmp_eq_u32 s11, 0
    s_cbranch_scc0 .Lready
    ds_store_b32 v1, v1
)") + (isLate ? ".rept 100\ns_nop 0\n.endr\n" : "") +
                                 R"(
    s_waitcnt lgkmcnt(0)
  .Lready:
    s_cmp_eq_u32 s11, 0
    s_barrier
    s_cbranch_scc0 .Lsecond
    .rept 8
)" + take + R"(
    s_endpgm
  .Lsecond:
    .rept 3
    .rept 6
    s_nop 0
    .endr
)" + take + "s_endpgm");
    CHECK(KernelBench(source).run(11, {{1, 1, 1}, {64, 1, 1}}) == expected);
  }
}

TEST_CASE("A missing barrier is right by luck in order, and found out by seeds",
          "[simulator][schedule]") {
  KernelBench lucky(exchange(false)), right(exchange(true));
  CHECK(lucky.run(64, {{1, 1, 1}, {64, 1, 1}}) == exchanged());
  CHECK(right.run(64, {{1, 1, 1}, {64, 1, 1}}) == exchanged());
  unsigned wrong = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const LaunchConfig config = seeded(seed, {1, 1, 1}, {64, 1, 1});
    wrong += lucky.run(64, config) != exchanged();
    CHECK(right.run(64, config) == exchanged());
  }
  // One of the wavefronts runs past its load before the other has stored: half of the time.
  CHECK(wrong >= 5);
  CHECK(wrong < 20);
}

// Each workgroup of four wavefronts sums its numbers through LDS, four rounds with a barrier apart,
// and adds the result to one word.
TEST_CASE("What is ordered gives the same under every seed", "[simulator][schedule]") {
  KernelSource source = kernel(R"(
    v_lshlrev_b32 v1, 2, v0
    v_add_nc_u32 v2, 0x80, v1
    v_and_b32 v2, 0x1ff, v2
    v_add_nc_u32 v3, s2, v0
    s_mov_b32 s10, 0
  .Lloop:
    ds_store_b32 v1, v3
    s_waitcnt lgkmcnt(0)
    s_barrier
    ds_load_b32 v4, v2
    s_waitcnt lgkmcnt(0)
    s_barrier
    v_add_nc_u32 v3, v4, v3
    s_add_i32 s10, s10, 1
    s_cmp_lt_u32 s10, 4
    s_cbranch_scc1 .Lloop
    v_mov_b32 v5, 0
    global_atomic_add_u32 v5, v3, s[8:9]
    s_endpgm)");
  // Every round doubles the workgroup's sum, which starts at 128 * id + 0 + 1 + ... + 127.
  uint32_t expected = 0;
  for (uint32_t id = 0; id < 24; ++id)
    expected += 16 * (128 * id + 127 * 64);
  KernelBench bench(source);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(bench.run(1, seeded(seed, {24, 1, 1}, {128, 1, 1})) == std::vector<uint32_t>{expected});
    CHECK(bench.stats.workgroups == 24);
    CHECK(bench.stats.wavefronts == 96);
    CHECK(bench.stats.executed[InstClass::LdsStore] == 96 * 4);
    CHECK(bench.stats.executed[InstClass::Atomic] == 96);
  }
}

TEST_CASE("A seed says it all, whatever the number of threads", "[simulator][schedule]") {
  KernelBench one(tickets(), 1), many(tickets(), 5);
  std::set<std::vector<uint32_t>> orders;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const LaunchConfig config = seeded(seed, {12, 1, 1}, {32, 1, 1});
    std::vector<uint32_t> order = one.run(1 + 12 * 4, config);
    CHECK(order == one.run(1 + 12 * 4, config));
    CHECK(order == many.run(1 + 12 * 4, config));
    for (uint32_t group = 0; group < 12; ++group)
      CHECK(std::count(order.begin() + 1, order.end(), group) == 4);
    orders.insert(order);
  }
  CHECK(orders.size() == 10);
}

TEST_CASE("Workgroups start in another order and run at once", "[simulator][schedule]") {
  KernelBench bench(tickets(), 1);
  auto order = [&](const LaunchConfig &config) {
    std::vector<uint32_t> result = bench.run(1 + 12 * 4, config);
    result.erase(result.begin());
    return result;
  };
  // In order, each workgroup takes its four numbers before the next one starts.
  std::vector<uint32_t> expected(48);
  for (size_t i = 0; i < 48; ++i)
    expected[i] = static_cast<uint32_t>(i / 4);
  CHECK(order({{12, 1, 1}, {32, 1, 1}}) == expected);

  unsigned interleaved = 0, laterFirst = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<uint32_t> found = order(seeded(seed, {12, 1, 1}, {32, 1, 1}));
    laterFirst += found[0] != 0;
    std::vector<uint32_t> runs = found;
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    interleaved += runs.size() > 12;
  }
  CHECK(interleaved >= 3);
  CHECK(laterFirst >= 5);
}

// Each lane takes a number: in LDS, in global memory and by way of a buffer descriptor.
TEST_CASE("The lanes of an atomic come in either order", "[simulator][schedule]") {
  for (const char *atomic :
       {"ds_add_rtn_u32 v3, v1, v2\n s_waitcnt lgkmcnt(0)",
        "global_atomic_add_u32 v3, v1, v2, s[8:9] offset:1024 glc\n s_waitcnt vmcnt(0)",
        "buffer_atomic_add_u32 v2, off, s[12:15], 0 offset:1024 glc\n s_waitcnt vmcnt(0)\n"
        "v_mov_b32 v3, v2"}) {
    KernelSource source = kernel(std::string(R"(
    s_mov_b64 s[12:13], s[8:9]
    s_mov_b32 s14, 2048
    s_mov_b32 s15, 0x31014000
    v_mov_b32 v1, 0
    ds_store_b32 v1, v1
    v_mov_b32 v2, 1
    )") + atomic + R"(
    v_lshlrev_b32 v4, 2, v0
    global_store_b32 v4, v3, s[8:9]
    s_endpgm)");
    KernelBench bench(source);
    auto numbers = [&](const LaunchConfig &config) {
      std::vector<uint32_t> result = bench.run(512, config);
      result.resize(32);
      return result;
    };
    std::vector<uint32_t> up(32), down(32);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      up[lane] = lane;
      down[lane] = 31 - lane;
    }
    CHECK(numbers({{1, 1, 1}, {32, 1, 1}}) == up);
    unsigned descending = 0;
    for (uint64_t seed = 0; seed < 10; ++seed) {
      const std::vector<uint32_t> found = numbers(seeded(seed, {1, 1, 1}, {32, 1, 1}));
      CHECK((found == up || found == down));
      descending += found == down;
    }
    CHECK(descending > 0);
    CHECK(descending < 10);
  }
}

// Wavefront 0 waits for a flag that wavefront 3 sets, and that one for wavefront 0's first.
TEST_CASE("A wavefront may wait for another one of its workgroup", "[simulator][schedule]") {
  KernelSource source = kernel(R"(
    v_readfirstlane_b32 s11, v0
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    s_cmp_eq_u32 s11, 0
    s_cbranch_scc1 .Lfirst
    s_cmp_eq_u32 s11, 96
    s_cbranch_scc1 .Llast
    s_endpgm
  .Lfirst:
    global_store_b32 v1, v2, s[8:9]
  .Lspin0:
    global_load_b32 v3, v1, s[8:9] offset:4 glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s12, v3
    s_cmp_eq_u32 s12, 0
    s_cbranch_scc1 .Lspin0
    global_store_b32 v1, v2, s[8:9] offset:8
    s_endpgm
  .Llast:
    global_load_b32 v3, v1, s[8:9] glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s12, v3
    s_cmp_eq_u32 s12, 0
    s_cbranch_scc1 .Llast
    global_store_b32 v1, v2, s[8:9] offset:4
    s_endpgm)");
  KernelBench bench(source);
  CHECK(bench.run(3, {{1, 1, 1}, {128, 1, 1}}) == std::vector<uint32_t>{1, 1, 1});
  for (uint64_t seed = 0; seed < 20; ++seed)
    CHECK(bench.run(3, seeded(seed, {1, 1, 1}, {128, 1, 1})) == std::vector<uint32_t>{1, 1, 1});
}

// Workgroup n waits for word n, which workgroup n - 1 sets, and sets word n + 1.
TEST_CASE("A workgroup may wait for the ones before it", "[simulator][schedule]") {
  KernelSource source = kernel(R"(
    s_mov_b32 exec_lo, 1
    s_lshl_b32 s10, s2, 2
    v_mov_b32 v1, s10
    v_mov_b32 v2, 1
  .Lspin:
    s_cmp_eq_u32 s2, 0
    s_cbranch_scc1 .Lgo
    global_load_b32 v3, v1, s[8:9] glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s12, v3
    s_cmp_eq_u32 s12, 0
    s_cbranch_scc1 .Lspin
  .Lgo:
    global_store_b32 v1, v2, s[8:9] offset:4
    s_endpgm)");
  // More workgroups than may be resident: the scratch of each takes 32 MiB.
  KernelSource large = source;
  large.directives +=
      "\n.amdhsa_private_segment_fixed_size 1048576\n.amdhsa_enable_private_segment 1";
  for (const auto &[kernel, groups] : {std::pair(source, 100u), std::pair(large, 20u)}) {
    KernelBench bench(kernel, 1, uint64_t{1} << 30);
    std::vector<uint32_t> expected(groups + 1, 1);
    expected[0] = 0;
    CHECK(bench.run(groups + 1, {{groups, 1, 1}, {32, 1, 1}}) == expected);
    for (uint64_t seed = 0; seed < 2; ++seed)
      CHECK(bench.run(groups + 1, seeded(seed, {groups, 1, 1}, {32, 1, 1})) == expected);
  }
}

// All workgroups count up and go on when all have: as on a GPU that holds all of them.
TEST_CASE("All workgroups may wait for each other", "[simulator][schedule]") {
  KernelSource source = kernel(R"(
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    s_mov_b32 s10, 0
  .Lround:
    s_add_i32 s10, s10, 32
    global_atomic_add_u32 v1, v2, s[8:9]
  .Lspin:
    global_load_b32 v3, v1, s[8:9] glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s12, v3
    s_cmp_lt_u32 s12, s10
    s_cbranch_scc1 .Lspin
    s_cmp_lt_u32 s10, 96
    s_cbranch_scc1 .Lround
    global_atomic_add_u32 v1, v2, s[8:9] offset:4
    s_endpgm)");
  const std::vector<uint32_t> expected{96, 32};
  for (unsigned threads : {1u, 2u})
    CHECK(KernelBench(source, threads, uint64_t{1} << 30).run(2, {{32, 1, 1}, {32, 1, 1}}) ==
          expected);
  KernelBench bench(source, 1, uint64_t{1} << 30);
  for (uint64_t seed = 0; seed < 3; ++seed)
    CHECK(bench.run(2, seeded(seed, {32, 1, 1}, {32, 1, 1})) == expected);
}

// Workgroup 0 waits for a flag that nobody sets: the last workgroup faults instead, or there is
// none that could.
TEST_CASE("What is waited for in vain is a fault", "[simulator][schedule]") {
  auto waiting = [](const char *last) {
    return kernel(std::string(R"(
    v_mov_b32 v1, 0
    s_cmp_eq_u32 s2, 0
    s_cbranch_scc1 .Lspin
    s_cmp_eq_u32 s2, 3
    s_cbranch_scc1 .Llast
    s_endpgm
  .Lspin:
    global_load_b32 v3, v1, s[8:9] glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s12, v3
    s_cmp_eq_u32 s12, 0
    s_cbranch_scc1 .Lspin
    s_endpgm
  .Llast:
    )") + last + "\ns_endpgm");
  };
  for (unsigned threads : {1u, 2u}) {
    Fault fault =
        KernelBench(waiting("s_trap 2"), threads, 3000000).faultOf(1, {{4, 1, 1}, {1, 1, 1}});
    CHECK(fault.reason == "trap 2");
    CHECK(fault.workgroup == std::array<uint32_t, 3>{3, 0, 0});
    fault = KernelBench(waiting("s_nop 0"), threads, 3000000).faultOf(1, {{4, 1, 1}, {1, 1, 1}});
    CHECK(fault.reason.find("still running after 3000000 instructions") == 0);
    CHECK(fault.workgroup == std::array<uint32_t, 3>{0, 0, 0});
  }
}

TEST_CASE("A fault under a seed names its place", "[simulator][schedule]") {
  KernelSource source = kernel(R"(
    s_cmp_eq_u32 s2, 5
    s_cbranch_scc0 .Lfine
    s_trap 2
  .Lfine:
    s_endpgm)");
  KernelBench bench(source);
  const Fault fault = bench.faultOf(1, seeded(3, {8, 1, 1}, {32, 1, 1}));
  CHECK(fault.reason == "trap 2");
  CHECK(fault.workgroup == std::array<uint32_t, 3>{5, 0, 0});
}

TEST_CASE("The checkers find under a seed what they find in order", "[simulator][schedule]") {
  KernelBench bench(exchange(false));
  for (uint64_t seed = 0; seed < 5; ++seed) {
    LaunchConfig config = seeded(seed, {6, 1, 1}, {64, 1, 1});
    config.checks.race = true;
    bench.run(64, config);
    // LDS in each workgroup, and the output between workgroups.
    bool inLds = false, inOutput = false;
    for (const CheckReport &report : bench.stats.reports) {
      CHECK(report.check == "race");
      inLds |= report.where.reason.find("in LDS of 1024 bytes") != std::string::npos;
      inOutput |= report.where.reason.find("between workgroups") != std::string::npos;
    }
    CHECK(inLds);
    CHECK(inOutput);
  }
}

TEST_CASE("A profile under a seed counts what it counts in order", "[simulator][schedule]") {
  KernelBench bench(exchange(true));
  auto executions = [&](LaunchConfig config) {
    config.profile = true;
    bench.run(64, config);
    std::vector<uint64_t> result;
    for (const InstProfile &inst : bench.stats.profile)
      result.push_back(inst.executions);
    return result;
  };
  const std::vector<uint64_t> expected = executions({{6, 1, 1}, {64, 1, 1}});
  CHECK(expected.size() > 5);
  CHECK(executions(seeded(1, {6, 1, 1}, {64, 1, 1})) == expected);
}

TEST_CASE("The names of schedules", "[simulator][schedule]") {
  CHECK_FALSE(take(Schedule::parse("default")).seed.has_value());
  CHECK_FALSE(take(Schedule::parse("in-order")).seed.has_value());
  CHECK(take(Schedule::parse("seed:0")).seed == 0);
  CHECK(take(Schedule::parse("seed:18446744073709551615")).seed == ~uint64_t{0});
  for (const char *bad : {"", "seed", "seed:", "seed:-1", "seed:1x", "seed:18446744073709551616",
                          "random", "Default"}) {
    llvm::Expected<Schedule> schedule = Schedule::parse(bad);
    REQUIRE_FALSE(static_cast<bool>(schedule));
    CHECK(llvm::toString(schedule.takeError()) ==
          "unknown schedule '" + std::string(bad) +
              "': there are default (also called in-order) and seed:N, with N from 0 to "
              "18446744073709551615");
  }
}

} // namespace rocke::sim::test
