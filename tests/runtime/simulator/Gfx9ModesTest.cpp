//===- Gfx9ModesTest.cpp - Forks, skipped vectors, indexed VGPRs -----------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
using Words = std::vector<uint32_t>;

KernelSource sourceOf(llvm::StringRef body) {
  KernelSource source;
  source.gpu = "gfx942";
  source.waveSize = 64;
  source.directives = ".amdhsa_group_segment_fixed_size 256";
  source.body = loadOutput("gfx942") + "v_and_b32 v0, 0x3ff, v0\n v_lshlrev_b32 v1, 2, v0\n" +
                body.str() + "\n s_endpgm";
  return source;
}
constexpr LaunchConfig oneWave = {{1, 1, 1}, {64, 1, 1}};
Words runWave(llvm::StringRef body, size_t words) {
  return KernelBench(sourceOf(body), 1).run(words, oneWave);
}
Fault faultOf(llvm::StringRef body) { return KernelBench(sourceOf(body), 1).faultOf(64, oneWave); }

/// Stores SGPRs from s20 on.
std::string storeScalars(unsigned count) {
  std::string text = "s_mov_b64 exec, 1\n v_mov_b32 v1, 0\n";
  for (unsigned i = 0; i < count; ++i)
    text += fmt::format("v_mov_b32 v2, s{}\n global_store_dword v1, v2, s[8:9] offset:{}\n", 20 + i,
                        4 * i);
  return text;
}
} // namespace

//===----------------------------------------------------------------------===//
// s_cbranch_i_fork, s_cbranch_g_fork, s_cbranch_join
//===----------------------------------------------------------------------===//

// A join that lets the wavefront go leaves EXEC to the part that came last; the program restores
// it. Each lane ends with 101 + 10 * (whether it took the branch), and in v4 what the other part
// had left in s20 when its own part ran.
TEST_CASE("A fork runs both sides, each for its lanes, the smaller one first",
          "[simulator][control]") {
  for (unsigned taken : {5u, 32u, 60u}) {
    INFO(taken << " lanes take the branch");
    const Words result = runWave(fmt::format(R"(
    v_mov_b32 v3, 0
    s_mov_b32 s20, 0
    s_getreg_b32 s10, hwreg(HW_REG_MODE, 29, 3)
    v_cmp_gt_u32 s[12:13], {}, v0
    s_cbranch_i_fork s[12:13], .Ltaken
    s_lshl_b32 s20, s20, 1
    v_add_u32 v3, 1, v3
    v_mov_b32 v4, s20
    s_add_u32 s20, s20, 2
    s_branch .Ljoin
  .Ltaken:
    s_lshl_b32 s20, s20, 1
    v_add_u32 v3, 11, v3
    v_mov_b32 v4, s20
    s_add_u32 s20, s20, 2
  .Ljoin:
    s_cbranch_join s10
    s_mov_b64 exec, -1
    v_add_u32 v3, 100, v3
    global_store_dword v1, v3, s[8:9]
    global_store_dword v1, v4, s[8:9] offset:256)",
                                             taken),
                                 128);
    // Equal parts: those that take the branch go first.
    const bool takenFirst = taken <= 32;
    for (unsigned lane = 0; lane < 64; ++lane) {
      CHECK(result[lane] == (lane < taken ? 111 : 101));
      CHECK(result[64 + lane] == ((lane < taken) == takenFirst ? 0 : 4));
    }
  }
}

TEST_CASE("A fork whose lanes agree is a branch", "[simulator][control]") {
  // No entry is pushed: CSP stays what it was.
  const char *body = R"(
    s_mov_b64 s[12:13], {}
    s_mov_b32 s20, 1
    s_cbranch_i_fork s[12:13], .Ltaken
    s_mov_b32 s20, 2
  .Ltaken:
    s_getreg_b32 s21, hwreg(HW_REG_MODE, 29, 3)
)";
  CHECK(runWave(fmt::format(fmt::runtime(body), -1) + storeScalars(2), 2) == Words{1, 0});
  CHECK(runWave(fmt::format(fmt::runtime(body), 0) + storeScalars(2), 2) == Words{2, 0});
}

TEST_CASE("A fork to a register keeps mask and address in the stack's SGPRs",
          "[simulator][control]") {
  // 4 lanes pass and go first; the others' mask and the address after the fork wait in s[0:3].
  CHECK(runWave(R"(
    s_mov_b64 s[12:13], 0xf
    s_getpc_b64 s[14:15]
  .Lhere:
    s_add_u32 s14, s14, .Ltaken-.Lhere
    s_addc_u32 s15, s15, 0
    s_getpc_b64 s[16:17]
  .Lbefore:
    s_cbranch_g_fork s[12:13], s[14:15]
  .Lnext:
    s_endpgm
  .Ltaken:
    s_mov_b32 s20, s0
    s_mov_b32 s21, s1
    s_sub_u32 s22, s2, s16
    s_mov_b32 s23, exec_lo
    s_mov_b32 s24, exec_hi
    s_getreg_b32 s25, hwreg(HW_REG_MODE, 29, 3)
)" + storeScalars(6),
                6) == Words{0xfffffff0, 0xffffffff, 4, 0xf, 0, 1});
}

TEST_CASE("Forks nest", "[simulator][control]") {
  // v3: bit 0 for the outer branch, bit 1 for the inner one, which all lanes come to.
  const Words result = runWave(R"(
    s_mov_b32 s19, 0
    v_mov_b32 v3, 0
    v_cmp_gt_u32 s[12:13], 16, v0
    s_cbranch_i_fork s[12:13], .Louter
    s_branch .LouterEnd
  .Louter:
    v_or_b32 v3, 1, v3
  .LouterEnd:
    v_and_b32 v4, 1, v0
    v_cmp_eq_u32 s[14:15], 1, v4
    s_getreg_b32 s18, hwreg(HW_REG_MODE, 29, 3)
    s_cbranch_i_fork s[14:15], .Linner
    s_branch .LinnerEnd
  .Linner:
    v_or_b32 v3, 2, v3
  .LinnerEnd:
    s_cbranch_join s18
    s_cbranch_join s19
    s_mov_b64 exec, -1
    v_or_b32 v3, 4, v3
    global_store_dword v1, v3, s[8:9])",
                               64);
  for (unsigned lane = 0; lane < 64; ++lane)
    CHECK(result[lane] == (4 | (lane < 16 ? 1 : 0) | (lane & 1 ? 2 : 0)));
}

TEST_CASE("The branch stack neither overflows nor underflows", "[simulator][control]") {
  CHECK(faultOf("s_mov_b32 s10, 1\n s_cbranch_join s10").reason ==
        "joins with nothing on the branch stack");
  CHECK(faultOf("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 7\n s_mov_b64 s[12:13], 1\n"
                "s_cbranch_i_fork s[12:13], .Lnext\n.Lnext:\n")
            .reason == "the branch stack has no more than 7 entries");
}

//===----------------------------------------------------------------------===//
// s_setvskip
//===----------------------------------------------------------------------===//

TEST_CASE("VSKIP passes over vector instructions alone", "[simulator][control]") {
  const Words result = runWave(R"(
    v_mov_b32 v2, 1
    v_mov_b32 v6, 7
    ds_write_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s10, 0x20
    s_mov_b32 s11, 37
    s_setvskip s10, s11
    s_nop 0
    s_getreg_b32 s12, hwreg(HW_REG_MODE, 28, 1)
    v_mov_b32 v2, 2
    v_exp_f32 v2, v2
    ds_write_b32 v1, v6
    global_store_dword v1, v6, s[8:9]
    v_mfma_f32_4x4x1_16b_f32 v[0:3], v6, v6, 0
    global_load_dword v2, v[6:7], off
    s_add_u32 s12, s12, 8
    s_setvskip s10, 4
    s_nop 0
    ds_read_b32 v3, v1
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v4, s12
    global_store_dword v1, v2, s[8:9] offset:256
    global_store_dword v1, v3, s[8:9] offset:512
    global_store_dword v1, v4, s[8:9] offset:768)",
                               256);
  CHECK(result[3] == 0);
  CHECK(result[64 + 3] == 1);
  CHECK(result[128 + 3] == 1);
  CHECK(result[192 + 3] == 9);
}

TEST_CASE("What is skipped is not counted as executed", "[simulator][control]") {
  KernelBench bench(sourceOf("s_setvskip 1, 0\n v_exp_f32 v2, v2\n v_exp_f32 v2, v2\n"
                             "s_setvskip 0, 0\n v_exp_f32 v2, v2"),
                    1);
  bench.run(1, oneWave);
  CHECK(bench.stats.executed[InstClass::Transcendental] == 1);
}

//===----------------------------------------------------------------------===//
// s_set_gpr_idx_*
//===----------------------------------------------------------------------===//

namespace {
/// v10..v19 are 10..19 in every lane; then `body`, with lane 0's v2 and v3 as the result.
Words indexed(llvm::StringRef body) {
  std::string text;
  for (unsigned reg = 10; reg < 20; ++reg)
    text += fmt::format("v_mov_b32 v{0}, {0}\n", reg);
  text += "v_mov_b32 v2, 0\n v_mov_b32 v3, 0\n s_mov_b32 s10, 3\n" + body.str() +
          "\n s_set_gpr_idx_off\n s_mov_b64 exec, 1\n v_mov_b32 v1, 0\n"
          "global_store_dword v1, v2, s[8:9]\n global_store_dword v1, v3, s[8:9] offset:4\n";
  return runWave(text, 2);
}
} // namespace

TEST_CASE("VGPR indexing moves the operands that it names", "[simulator][gpridx]") {
  // 10 * 11 + 12 = 122; each source moved gives another result.
  const std::string mad = "\n v_mad_u32_u24 v2, v10, v11, v12";
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx()" + mad) == Words{122, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)" + mad) == Words{13 * 11 + 12, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC1)" + mad) == Words{10 * 14 + 12, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC2)" + mad) == Words{10 * 11 + 15, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0,SRC1,SRC2)" + mad) == Words{13 * 14 + 15, 0});
  CHECK(indexed("s_mov_b32 s10, 1\n s_set_gpr_idx_on s10, gpr_idx(DST)" + mad) == Words{0, 122});
  CHECK(indexed("s_mov_b32 s10, 1\n s_set_gpr_idx_on s10, gpr_idx(SRC0,DST)" + mad) ==
        Words{0, 11 * 11 + 12});
}

TEST_CASE("VGPR indexing: index, mode and the end of it", "[simulator][gpridx]") {
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)\n s_set_gpr_idx_idx 5\n v_mov_b32 v2, v10") ==
        Words{15, 0});
  // Only the low byte of the index counts.
  CHECK(
      indexed("s_movk_i32 s10, 0x102\n s_set_gpr_idx_on s10, gpr_idx(SRC0)\n v_mov_b32 v2, v10") ==
      Words{12, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)\n s_set_gpr_idx_mode gpr_idx(SRC1)\n"
                "v_sub_u32 v2, v10, v11") == Words{static_cast<uint32_t>(10 - 14), 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)\n s_set_gpr_idx_off\n v_mov_b32 v2, v10") ==
        Words{10, 0});
  // M0 is what holds index and mode; a write to it is a write to them.
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)\n s_mov_b32 m0, 0x1004\n v_mov_b32 v2, v10") ==
        Words{14, 0});
}

TEST_CASE("VGPR indexing of special operands", "[simulator][gpridx]") {
  // v_fmac adds its destination, which is source 2: v2 + index 2 of [1.0 in v4].
  const std::string fmac = "v_mov_b32 v4, 1.0\n v_mov_b32 v10, 2.0\n v_mov_b32 v11, 4.0\n"
                           "s_mov_b32 s10, 2\n s_set_gpr_idx_on s10, gpr_idx(SRC2)\n"
                           "v_fmac_f32 v2, v10, v11";
  CHECK(indexed(fmac) == Words{0x41100000, 0}); // 9.0
  // v_fmamk's addend, too.
  const std::string fmamk =
      "v_mov_b32 v10, 2.0\n v_mov_b32 v13, 1.0\n"
      "s_set_gpr_idx_on s10, gpr_idx(SRC2)\n v_fmamk_f32 v2, v10, 0x40800000, "
      "v10";
  CHECK(indexed(fmamk) == Words{0x41100000, 0});
  // Transcendentals, and moves to and from lanes.
  CHECK(indexed("v_mov_b32 v13, 2.0\n s_set_gpr_idx_on s10, gpr_idx(SRC0)\n v_exp_f32 v2, v10") ==
        Words{0x40800000, 0});
  CHECK(indexed("s_set_gpr_idx_on s10, gpr_idx(SRC0)\n v_readfirstlane_b32 s11, v10\n"
                "s_set_gpr_idx_off\n v_mov_b32 v2, s11") == Words{13, 0});
  CHECK(indexed("s_mov_b32 s11, 77\n s_mov_b32 s10, 1\n s_set_gpr_idx_on s10, gpr_idx(DST)\n"
                "v_writelane_b32 v2, s11, 0") == Words{0, 77});
  // Scalar sources and constants are not moved, and neither are memory instructions' registers.
  CHECK(indexed("s_mov_b32 s11, 5\n s_set_gpr_idx_on s10, gpr_idx(SRC0,SRC1)\n"
                "v_add_u32 v2, s11, v10\n ds_write_b32 v1, v2\n ds_read_b32 v3, v1\n"
                "s_waitcnt lgkmcnt(0)") == Words{18, 18});
}

TEST_CASE("A VGPR index past the last VGPR stops the kernel", "[simulator][gpridx]") {
  CHECK(faultOf("s_movk_i32 s10, 250\n s_set_gpr_idx_on s10, gpr_idx(SRC0)\n v_mov_b32 v2, v6")
            .reason == "VGPR index 250 reaches v256, but the kernel was given 256 VGPRs");
  CHECK(faultOf("s_movk_i32 s10, 255\n s_set_gpr_idx_on s10, gpr_idx(DST)\n v_mov_b32 v2, v6")
            .reason == "VGPR index 255 reaches v257, but the kernel was given 256 VGPRs");
}

//===----------------------------------------------------------------------===//
// Hardware registers
//===----------------------------------------------------------------------===//

TEST_CASE("Where a wavefront runs is the first slot of the first unit", "[simulator][control]") {
  CHECK(runWave("s_getreg_b32 s20, hwreg(HW_REG_HW_ID)\n s_getreg_b32 s21, hwreg(HW_REG_IB_STS)\n" +
                    storeScalars(2),
                2) == Words{0, 0});
  CHECK(faultOf("s_getreg_b32 s20, hwreg(HW_REG_LDS_ALLOC)").reason ==
        "reads hardware register 6, which is not simulated");
}

} // namespace rocke::sim::test
