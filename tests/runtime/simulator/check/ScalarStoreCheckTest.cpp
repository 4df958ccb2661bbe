//===- ScalarStoreCheckTest.cpp - Planted faults of scalar stores and forks -===//
#include "CheckBench.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

namespace {
std::vector<CheckReport> reportsOn942(llvm::StringRef checks, llvm::StringRef body,
                                      const LaunchConfig &config = {{1, 1, 1}, {64, 1, 1}}) {
  KernelSource source;
  source.gpu = "gfx942";
  source.waveSize = 64;
  source.body = body.str() + "\n s_endpgm";
  return reportsOf(checks, source, 64, config);
}
std::string only(const std::vector<CheckReport> &reports) {
  REQUIRE(reports.size() == 1);
  return reports[0].where.reason;
}
} // namespace

TEST_CASE("Scalar stores and atomics of what nothing wrote", "[simulator][check][init]") {
  CHECK(only(reportsOn942("init", "s_store_dword s20, s[8:9], 0x0")) ==
        "a value is used as the data of a store that comes from s20, which nothing wrote");
  CHECK(only(reportsOn942("init", "s_mov_b32 s20, 1\n s_store_dwordx2 s[20:21], s[8:9], 0x0")) ==
        "a value is used as the data of a store that comes from s21, which nothing wrote");
  for (const char *atomic : {"s_atomic_add s20, s[8:9], 0x0 glc", "s_atomic_add s20, s[8:9], 0x0"})
    CHECK(only(reportsOn942("init", atomic)) ==
          "a value is used as the data of an atomic that comes from s20, which nothing wrote");
  CHECK(only(reportsOn942("init", "s_mov_b32 s20, 1\n s_mov_b32 s13, s9\n s_mov_b32 s12, s8\n"
                                  "s_and_b32 s14, s14, 0xff\n s_mov_b32 s15, 0\n"
                                  "s_buffer_store_dword s20, s[12:15], 0x0")) ==
        "a value is used as an address that comes from s14, which nothing wrote");
  // What an atomic returns is defined.
  CHECK(reportsOn942("init", "s_mov_b32 s20, 1\n s_atomic_add s20, s[8:9], 0x0 glc\n"
                             "s_waitcnt lgkmcnt(0)\n s_store_dword s20, s[8:9], 0x4")
            .empty());
}

TEST_CASE("Scalar stores and atomics before lgkmcnt covers them", "[simulator][check][wait]") {
  const std::string load = "s_load_dword s20, s[8:9], 0x0\n";
  CHECK(contains(only(reportsOn942("wait", load + "s_store_dword s20, s[8:9], 0x4")),
                 "s20 is used before a wait for lgkmcnt"));
  CHECK(
      reportsOn942("wait", load + "s_waitcnt lgkmcnt(0)\n s_store_dword s20, s[8:9], 0x4").empty());
  const std::string atomic = "s_mov_b32 s20, 1\n s_atomic_add s20, s[8:9], 0x0 glc\n";
  CHECK(contains(only(reportsOn942("wait", atomic + "s_mov_b32 s21, s20")),
                 "s20 is used before a wait for lgkmcnt"));
  CHECK(reportsOn942("wait", atomic + "s_waitcnt lgkmcnt(0)\n s_mov_b32 s21, s20").empty());
  // Without GLC nothing comes back.
  CHECK(
      reportsOn942("wait", "s_mov_b32 s20, 1\n s_atomic_add s20, s[8:9], 0x0\n s_mov_b32 s21, s20")
          .empty());
  // A store counts: a wait for one that may remain covers neither.
  CHECK_FALSE(reportsOn942("wait", load + "s_mov_b32 s24, 1\n s_store_dword s24, s[8:9], 0x4\n"
                                          "s_waitcnt lgkmcnt(1)\n s_mov_b32 s21, s20")
                  .empty());
}

TEST_CASE("Wild and misaligned scalar stores are reports", "[simulator][check][memory]") {
  CHECK(
      contains(only(reportsOn942("memory", "s_mov_b32 s20, 1\n s_store_dword s20, s[8:9], 0x100")),
               "global store of 4 bytes"));
  CHECK(contains(only(reportsOn942("memory", "s_mov_b32 s20, 1\n s_store_dword s20, s[8:9], 0x2")),
                 "misaligned scalar store at"));
  CHECK(contains(only(reportsOn942("memory", "s_mov_b32 s20, 1\n s_atomic_or s20, s[8:9], 0x6")),
                 "misaligned scalar atomic at"));
  CHECK(contains(only(reportsOn942("memory", "s_add_u32 s8, s8, 1\n s_mov_b32 s3, 3\n"
                                             "s_mov_b32 s20, 1\n s_store_dword s20, s[8:9], s3")),
                 "misaligned scalar store at"));
}

TEST_CASE("Scalar stores race, scalar atomics do not", "[simulator][check][race]") {
  const LaunchConfig twoWaves = {{1, 1, 1}, {128, 1, 1}};
  CHECK(contains(
      only(reportsOn942("race", "s_mov_b32 s20, 1\n s_store_dword s20, s[8:9], 0x0", twoWaves)),
      "race at"));
  CHECK(reportsOn942("race", "s_mov_b32 s20, 1\n s_atomic_add s20, s[8:9], 0x0", twoWaves).empty());
}

TEST_CASE("Forks: masks, targets, and the stack's SGPRs", "[simulator][check][init]") {
  CHECK(only(reportsOn942("init", "s_mov_b32 s20, 1\n s_cbranch_i_fork s[20:21], .Lend\n.Lend:")) ==
        "a value is used as a condition that comes from s21, which nothing wrote");
  CHECK(only(reportsOn942("init", "s_mov_b64 s[12:13], 0\n s_cbranch_g_fork s[12:13], s[30:31]")) ==
        "a value is used as the target of a jump that comes from s30, which nothing wrote");
  // The sixth entry of the stack lies in s[20:23].
  const std::string push = "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 5\n"
                           "s_mov_b64 s[12:13], 1\n s_cbranch_i_fork s[12:13], .Lend\n.Lend:\n";
  CHECK(reportsOn942("init", push + "s_store_dwordx4 s[20:23], s[8:9], 0x0").empty());
  CHECK_FALSE(reportsOn942("init", push + "s_store_dword s24, s[8:9], 0x0").empty());
}

} // namespace rocke::sim::test
