//===- ProfileTest.cpp - Counts of kernels whose work is known -------------===//
#include "../KernelBench.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

namespace {

/// One wave of 32 loads a word each, 128 bytes apart, in a loop of `trips`; then half of the lanes
/// store to LDS with a stride of 8 bytes.
KernelSource source(unsigned trips) {
  KernelSource result;
  result.body = loadOutput(result.gpu) +
                "v_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v1, 7, v0\n"
                "s_movk_i32 s10, " +
                std::to_string(trips) + R"(
.Lloop:
  global_load_b32 v2, v1, s[8:9]
  s_sub_u32 s10, s10, 1
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 .Lloop
  s_waitcnt vmcnt(0)
  s_branch .Lover
  v_nop
.Lover:
  v_lshlrev_b32 v3, 3, v0
  s_mov_b32 exec_lo, 0xffff0000
  ds_store_b32 v3, v2
  s_mov_b32 exec_lo, -1
  s_endpgm
)";
  result.directives = ".amdhsa_group_segment_fixed_size 256";
  return result;
}

const InstProfile &find(const std::vector<InstProfile> &profile, llvm::StringRef start) {
  auto it = llvm::find_if(profile, [&](const InstProfile &inst) {
    return llvm::StringRef(llvm::StringRef(inst.text).trim()).starts_with(start);
  });
  REQUIRE(it != profile.end());
  return *it;
}

LaunchConfig config(bool profile) {
  LaunchConfig result;
  result.grid = {6, 1, 1};
  result.block = {32, 1, 1};
  result.profile = profile;
  return result;
}

} // namespace

TEST_CASE("Executions, lanes, bytes and lines of each instruction", "[simulator][stats]") {
  KernelBench bench(source(5));
  bench.run(32 * 32, config(true));
  const std::vector<InstProfile> &profile = bench.stats.profile;

  const InstProfile &load = find(profile, "global_load_b32");
  CHECK(load.instClass == InstClass::GlobalLoad);
  CHECK(load.executions == 6 * 5);
  CHECK(load.lanes == 6 * 5 * 32);
  CHECK(load.globalBytes == 6 * 5 * 32 * 4);
  CHECK(load.globalLines == 6 * 5 * 32);
  CHECK(load.ldsBytes == 0);

  const InstProfile &store = find(profile, "ds_store_b32");
  CHECK(store.executions == 6);
  CHECK(store.lanes == 6 * 16);
  CHECK(store.ldsBytes == 6 * 16 * 4);
  CHECK(store.globalBytes == 0);
  // Lanes 16 to 31 are the dwords 32, 34, ... 62: different banks.
  CHECK(store.ldsCycles == 6);
  CHECK(store.ldsConflictCycles == 0);

  const InstProfile &kernarg = find(profile, "s_load_b64");
  CHECK(kernarg.executions == 6);
  CHECK(kernarg.globalBytes == 6 * 8);
  CHECK(kernarg.globalLines == 6);

  // What is jumped over is there with no execution.
  CHECK(find(profile, "v_nop").executions == 0);
  CHECK(find(profile, "s_endpgm").executions == 6);
  CHECK(profile.front().offset == 0);
  CHECK(llvm::is_sorted(
      profile, [](const InstProfile &a, const InstProfile &b) { return a.offset < b.offset; }));
}

TEST_CASE("The profile and the counts of the launch agree", "[simulator][stats]") {
  KernelBench bench(source(3));
  bench.run(32 * 32, config(true));
  InstMix sum;
  for (const InstProfile &inst : bench.stats.profile)
    sum[inst.instClass] += inst.executions;
  CHECK(sum.counts == bench.stats.executed.counts);
}

TEST_CASE("A profile does not depend on host threads", "[simulator][stats]") {
  KernelBench one(source(4), 1), three(source(4), 3);
  one.run(32 * 32, config(true));
  three.run(32 * 32, config(true));
  REQUIRE(one.stats.profile.size() == three.stats.profile.size());
  for (auto [a, b] : llvm::zip(one.stats.profile, three.stats.profile)) {
    CHECK(a.text == b.text);
    CHECK(a.executions == b.executions);
    CHECK(a.globalLines == b.globalLines);
  }
}

TEST_CASE("A launch without a profile has none, and checks exclude it", "[simulator][stats]") {
  KernelBench bench(source(1));
  bench.run(32 * 32, config(false));
  CHECK(bench.stats.profile.empty());
  LaunchConfig both = config(true);
  both.checks.race = true;
  llvm::Expected<LaunchStats> refused = bench.machine->launch(bench.module, "k", both, {});
  REQUIRE_FALSE(static_cast<bool>(refused));
  CHECK(llvm::toString(refused.takeError()) == "a launch is either checked or profiled, not both");
}

TEST_CASE("Scalar stores and atomics count as scalar memory", "[simulator][stats]") {
  KernelSource scalar;
  scalar.gpu = "gfx942";
  scalar.waveSize = 64;
  scalar.body = loadOutput(scalar.gpu) + R"(
  s_mov_b64 s[20:21], 1
  s_store_dwordx2 s[20:21], s[8:9], 0x0
  s_atomic_add s20, s[8:9], 0x80
  s_setvskip 1, 0
  s_nop 0
  v_exp_f32 v1, v1
  s_endpgm
)";
  KernelBench bench(scalar);
  LaunchConfig profiled = config(true);
  profiled.block = {64, 1, 1};
  bench.run(64, profiled);
  const InstProfile &store = find(bench.stats.profile, "s_store_dwordx2");
  CHECK(store.instClass == InstClass::SMEM);
  CHECK(store.executions == 6);
  CHECK(store.globalBytes == 6 * 8);
  CHECK(store.globalLines == 6);
  CHECK(find(bench.stats.profile, "s_atomic_add").globalBytes == 6 * 4);
  CHECK(find(bench.stats.profile, "v_exp_f32").executions == 0); // skipped
}

} // namespace rocke::sim::test
