//===- ControlFlowTest.cpp - Branches, calls, barriers, turns --------------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

TEST_CASE("A loop runs until its condition ends it", "[simulator][control]") {
  CHECK(runKernel(R"(
    s_mov_b32 s10, 0
    s_mov_b32 s11, 0
  .Lloop:
    s_add_i32 s11, s11, s10
    s_add_i32 s10, s10, 1
    s_cmp_lt_u32 s10, 100
    s_cbranch_scc1 .Lloop
    v_mov_b32 v1, s11
    v_mov_b32 v2, 0
    global_store_b32 v2, v1, s[8:9]
    s_endpgm)",
                  1) == std::vector<uint32_t>{4950});
}

TEST_CASE("Branches look at VCC and EXEC of the wavefront's lanes", "[simulator][control]") {
  // One bit per branch that was taken. In wave32 the high halves do not count.
  CHECK(runKernel(R"(
    s_mov_b32 s10, 0
    s_mov_b32 vcc_hi, -1
    s_mov_b32 exec_hi, -1
    s_mov_b32 vcc_lo, 0
    s_cbranch_vccnz .L1
    s_or_b32 s10, s10, 1
  .L1:
    s_cbranch_vccz .L2
    s_branch .L3
  .L2:
    s_or_b32 s10, s10, 2
  .L3:
    s_mov_b32 s11, exec_lo
    s_mov_b32 exec_lo, 0
    s_cbranch_execnz .L4
    s_or_b32 s10, s10, 4
  .L4:
    s_cbranch_execz .L5
    s_branch .L6
  .L5:
    s_or_b32 s10, s10, 8
  .L6:
    s_mov_b32 exec_lo, s11
    v_mov_b32 v1, s10
    v_mov_b32 v2, 0
    global_store_b32 v2, v1, s[8:9]
    s_endpgm)",
                  1) == std::vector<uint32_t>{15});
}

TEST_CASE("Calls return to the instruction after them", "[simulator][control]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    s_mov_b32 s10, 1
    s_getpc_b64 s[12:13]
    s_add_u32 s12, s12, f@rel32@lo+4
    s_addc_u32 s13, s13, f@rel32@hi+12
    s_swappc_b64 s[30:31], s[12:13]
    s_lshl_b32 s10, s10, 1
    s_call_b64 s[30:31], f
    v_mov_b32 v1, s10
    v_mov_b32 v2, 0
    global_store_b32 v2, v1, s[8:9]
    s_endpgm)";
  source.rest = R"(
f:
    s_add_i32 s10, s10, 5
    s_setpc_b64 s[30:31])";
  CHECK(KernelBench(source).run(1) == std::vector<uint32_t>{17});
}

TEST_CASE("Lanes that are off store nothing", "[simulator][control]") {
  std::vector<uint32_t> result = runKernel(R"(
    s_mov_b32 exec_lo, 0x10001
    v_lshlrev_b32 v2, 2, v0
    v_mov_b32 v1, 7
    global_store_b32 v2, v1, s[8:9]
    s_endpgm)",
                                           32, {{1, 1, 1}, {32, 1, 1}});
  for (size_t lane = 0; lane < 32; ++lane)
    CHECK(result[lane] == (lane == 0 || lane == 16 ? 7 : 0));
}

// The block adds the EXEC half it runs for to a sum and counts its runs.
TEST_CASE("Subvector loops run for each half that has lanes", "[simulator][control]") {
  struct Case {
    const char *low, *high;
    std::vector<uint32_t> result; ///< runs, the low halves' and the high halves' sums, EXEC after
  };
  for (const Case &test : std::initializer_list<Case>{{"3", "5", {2, 3, 5, 3, 5}},
                                                      {"3", "0", {1, 3, 0, 3, 0}},
                                                      {"0", "5", {1, 0, 5, 0, 5}},
                                                      {"0", "0", {0, 0, 0, 0, 0}}}) {
    KernelSource source;
    source.waveSize = 64;
    source.body = loadOutput(source.gpu) + "s_mov_b32 exec_lo, " + test.low +
                  "\n s_mov_b32 exec_hi, " + test.high + R"(
    s_mov_b32 s10, 0
    s_mov_b32 s11, 0
    s_mov_b32 s12, 0
    s_subvector_loop_begin s20, .Lafter
  .Lblock:
    s_add_i32 s10, s10, 1
    s_add_i32 s11, s11, exec_lo
    s_add_i32 s12, s12, exec_hi
    s_subvector_loop_end s20, .Lblock
  .Lafter:
    s_mov_b32 s13, exec_lo
    s_mov_b32 s14, exec_hi
    s_mov_b64 exec, 1
    v_mov_b32 v1, 0
)";
    for (unsigned i = 0; i < 5; ++i)
      source.body += fmt::format("v_mov_b32 v2, s{}\nglobal_store_b32 v1, v2, s[8:9] offset:{}\n",
                                 10 + i, 4 * i);
    source.body += "s_endpgm";
    INFO(test.low << " " << test.high);
    CHECK(KernelBench(source).run(5) == test.result);
  }
}

// Every work-item adds its neighbour's value, a barrier apart, through LDS: wrong unless all waves
// wait for each other.
TEST_CASE("A barrier holds all wavefronts of a workgroup", "[simulator][control]") {
  KernelSource source;
  source.directives = ".amdhsa_group_segment_fixed_size 1024";
  source.body = loadOutput(source.gpu) + R"(
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    v_add_nc_u32 v2, 4, v1
    v_and_b32 v2, 0x3ff, v2
    v_mov_b32 v3, v0
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
    s_cmp_lt_u32 s10, 8
    s_cbranch_scc1 .Lloop
    global_store_b32 v1, v3, s[8:9]
    s_endpgm)";
  std::vector<uint32_t> expected(256);
  for (uint32_t i = 0; i < 256; ++i)
    expected[i] = i;
  for (unsigned step = 0; step < 8; ++step) {
    std::vector<uint32_t> next(256);
    for (size_t i = 0; i < 256; ++i)
      next[i] = expected[i] + expected[(i + 1) % 256];
    expected = next;
  }
  CHECK(KernelBench(source).run(256, {{1, 1, 1}, {256, 1, 1}}) == expected);
}

TEST_CASE("A wavefront that ends no longer holds up a barrier", "[simulator][control]") {
  std::vector<uint32_t> result = runKernel(R"(
    v_readfirstlane_b32 s10, v0
    s_cmp_eq_u32 s10, 0
    s_cbranch_scc0 .Lwait
    s_endpgm
  .Lwait:
    s_barrier
    v_lshlrev_b32 v1, 2, v0
    global_store_b32 v1, v0, s[8:9]
    s_endpgm)",
                                           64, {{1, 1, 1}, {64, 1, 1}});
  CHECK(result[31] == 0);
  CHECK(result[32] == 32);
  CHECK(result[63] == 63);
}

// Two wavefronts append to a list in LDS, one access per turn: neither may run ahead of the other.
TEST_CASE("Wavefronts take turns at memory accesses", "[simulator][control]") {
  KernelSource source;
  source.directives = ".amdhsa_group_segment_fixed_size 256";
  source.body = loadOutput(source.gpu) + R"(
    v_readfirstlane_b32 s11, v0
    s_lshr_b32 s11, s11, 5
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    s_cmp_eq_u32 s11, 0
    s_cbranch_scc0 .Lready
    ds_store_b32 v1, v1
  .Lready:
    s_barrier
    s_mov_b32 s10, 0
  .Lloop:
    ds_add_rtn_u32 v3, v1, v2
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32 v3, 2, v3
    v_mov_b32 v4, s11
    global_store_b32 v3, v4, s[8:9]
    s_add_i32 s10, s10, 1
    s_cmp_lt_u32 s10, 10
    s_cbranch_scc1 .Lloop
    s_endpgm)";
  std::vector<uint32_t> result = KernelBench(source).run(20, {{1, 1, 1}, {64, 1, 1}});
  for (size_t i = 0; i < 20; ++i)
    CHECK(result[i] == i % 2);
}

TEST_CASE("Results and counts do not depend on the number of threads", "[simulator][control]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    s_lshl_b32 s10, s2, 1
  .Lloop:
    v_cmp_gt_u32 vcc_lo, s10, v1
    s_cbranch_vccz .Ldone
    v_add_nc_u32 v1, v1, v2
    s_branch .Lloop
  .Ldone:
    s_lshl_b32 s11, s2, 2
    v_mov_b32 v3, s11
    global_store_b32 v3, v1, s[8:9]
    s_endpgm)";
  KernelBench one(source, 1), many(source, 5);
  const LaunchConfig config{{40, 1, 1}, {32, 1, 1}};
  std::vector<uint32_t> result = one.run(40, config);
  CHECK(result == many.run(40, config));
  for (uint32_t group = 0; group < 40; ++group)
    CHECK(result[group] == 2 * group);
  CHECK(one.stats.executed.counts == many.stats.executed.counts);
  // Per workgroup: two moves, and in each of 2 * id rounds a compare and an addition; the last
  // compare; the move of the offset.
  CHECK(one.stats.executed[InstClass::VALU] == 40 * 4 + 2 * (39 * 40));
  CHECK(one.stats.executed[InstClass::GlobalStore] == 40);
  CHECK(one.stats.workgroups == 40);
  CHECK(one.stats.wavefronts == 40);
}

} // namespace rocke::sim::test
