//===- ScalarTest.cpp - Scalar instructions one by one ---------------------===//
#include "vector/VectorBench.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {
namespace {

constexpr uint64_t allOnes = ~uint64_t{0};

struct Case {
  const char *inst;    ///< sources s[0:1] and s[2:3], result s[8:9]
  uint64_t a, b;       ///< in s[0:1], s[2:3]
  uint64_t result;     ///< s[8:9]; s9 is 0 before
  int scc = -1;        ///< expected; -1: not looked at
  uint32_t sccIn = 0;  ///< before
  uint64_t before = 0; ///< s[8:9] before
};

void check(VectorBench &bench, const Case &test) {
  INFO(test.inst << "  a = " << std::hex << test.a << ", b = " << test.b);
  bench.wave.setSgpr64(0, test.a);
  bench.wave.setSgpr64(2, test.b);
  bench.wave.setSgpr64(8, test.before);
  bench.wave.scc = test.sccIn;
  bench.run(test.inst);
  CHECK(bench.wave.sgpr64(8) == test.result);
  if (test.scc >= 0)
    CHECK(bench.wave.scc == static_cast<uint32_t>(test.scc));
}

void checkAll(llvm::StringRef gpu, unsigned waveSize, std::initializer_list<Case> cases) {
  VectorBench bench(gpu, waveSize);
  for (const Case &test : cases)
    check(bench, test);
}

} // namespace

TEST_CASE("Scalar addition and subtraction set carry and overflow", "[simulator][scalar]") {
  checkAll("gfx1151", 32,
           {{"s_add_u32 s8, s0, s2", 0xffffffff, 2, 1, 1},
            {"s_add_u32 s8, s0, s2", 5, 2, 7, 0},
            {"s_addc_u32 s8, s0, s2", 0xffffffff, 0, 0, 1, 1},
            {"s_addc_u32 s8, s0, s2", 1, 2, 4, 0, 1},
            {"s_sub_u32 s8, s0, s2", 1, 2, 0xffffffff, 1},
            {"s_subb_u32 s8, s0, s2", 5, 5, 0xffffffff, 1, 1},
            {"s_subb_u32 s8, s0, s2", 0, 0xffffffff, 0, 1, 1},
            {"s_add_i32 s8, s0, s2", 0x7fffffff, 1, 0x80000000, 1},
            {"s_add_i32 s8, s0, s2", 0xffffffff, 1, 0, 0},
            {"s_sub_i32 s8, s0, s2", 0x80000000, 1, 0x7fffffff, 1},
            {"s_absdiff_i32 s8, s0, s2", 2, 5, 3, 1},
            {"s_absdiff_i32 s8, s0, s2", 0x80000000, 1, 0x7fffffff, 1},
            {"s_addk_i32 s8, 0xffff", 0, 0, 6, 0, 0, 7},
            {"s_mulk_i32 s8, 0xfffe", 0, 0, 0xfffffff2, -1, 0, 7},
            {"s_lshl3_add_u32 s8, s0, s2", 0x20000001, 1, 9, 1},
            {"s_mul_i32 s8, s0, s2", 0x10001, 0x10001, 0x20001},
            {"s_mul_hi_u32 s8, s0, s2", 0xffffffff, 0xffffffff, 0xfffffffe},
            {"s_mul_hi_i32 s8, s0, s2", 0xffffffff, 0xffffffff, 0}});
}

TEST_CASE("Scalar minima and maxima say which source they took", "[simulator][scalar]") {
  checkAll("gfx1151", 32,
           {{"s_min_i32 s8, s0, s2", 0xffffffff, 1, 0xffffffff, 1},
            {"s_min_u32 s8, s0, s2", 0xffffffff, 1, 1, 0},
            {"s_max_i32 s8, s0, s2", 0xffffffff, 1, 1, 0},
            {"s_max_u32 s8, s0, s2", 0xffffffff, 1, 0xffffffff, 1},
            {"s_max_u32 s8, s0, s2", 4, 4, 4, 1}});
  checkAll("gfx950", 64, {{"s_max_u32 s8, s0, s2", 4, 4, 4, 0}});
}

TEST_CASE("Scalar bit operations", "[simulator][scalar]") {
  checkAll("gfx1151", 32,
           {{"s_and_b32 s8, s0, s2", 0xf0, 0x0f, 0, 0},
            {"s_or_b64 s[8:9], s[0:1], s[2:3]", 1, allOnes << 63, 0x8000000000000001, 1},
            {"s_xor_b32 s8, s0, -1", 0xf0, 0, 0xffffff0f, 1},
            {"s_and_not1_b32 s8, s0, s2", 0xff, 0x0f, 0xf0, 1},
            {"s_or_not1_b32 s8, s0, s2", 0, 0xfffffff0, 0xf, 1},
            {"s_nand_b64 s[8:9], s[0:1], s[2:3]", allOnes, allOnes, 0, 0},
            {"s_nor_b32 s8, s0, s2", 1, 2, 0xfffffffc, 1},
            {"s_xnor_b32 s8, s0, s2", 5, 5, 0xffffffff, 1},
            {"s_not_b64 s[8:9], s[0:1]", 1, 0, allOnes - 1, 1},
            {"s_lshl_b32 s8, s0, s2", 1, 33, 2, 1},
            {"s_lshl_b64 s[8:9], s[0:1], s2", 1, 65, 2, 1},
            {"s_lshr_b64 s[8:9], s[0:1], 63", allOnes << 63, 0, 1, 1},
            {"s_ashr_i32 s8, s0, 31", 0x80000000, 0, 0xffffffff, 1},
            {"s_ashr_i64 s[8:9], s[0:1], 60", allOnes << 63, 0, allOnes << 3, 1},
            {"s_bfe_u32 s8, s0, s2", 0xabcd1234, 0x80008, 0x12, 1},
            {"s_bfe_i32 s8, s0, s2", 0x0000f000, 0x4000c, 0xffffffff, 1},
            {"s_bfe_i32 s8, s0, s2", 0x80000000, 0x20001f, 0xffffffff, 1},
            {"s_bfe_u64 s[8:9], s[0:1], s2", 0xabcd123400000000, 0x100020, 0x1234, 1},
            {"s_bfe_i64 s[8:9], s[0:1], s2", allOnes << 63, 0x40003c, allOnes << 3, 1},
            {"s_bfe_u32 s8, s0, s2", 0xffffffff, 0, 0, 0},
            {"s_bfm_b32 s8, s0, s2", 4, 8, 0xf00},
            {"s_bfm_b64 s[8:9], s0, s2", 8, 40, 0xff0000000000},
            {"s_brev_b32 s8, s0", 1, 0, 0x80000000},
            {"s_brev_b64 s[8:9], s[0:1]", 2, 0, uint64_t{1} << 62},
            {"s_bcnt0_i32_b32 s8, s0", 0xff, 0, 24, 1},
            {"s_bcnt1_i32_b64 s8, s[0:1]", allOnes, 0, 64, 1},
            {"s_ctz_i32_b32 s8, s0", 0x100, 0, 8},
            {"s_ctz_i32_b64 s8, s[0:1]", 0, 0, 0xffffffff},
            {"s_clz_i32_u32 s8, s0", 0x100, 0, 23},
            {"s_clz_i32_u64 s8, s[0:1]", 1, 0, 63},
            {"s_cls_i32 s8, s0", 0xffff0000, 0, 16},
            {"s_cls_i32 s8, s0", 0xffffffff, 0, 0xffffffff},
            {"s_cls_i32_i64 s8, s[0:1]", 1, 0, 63},
            {"s_sext_i32_i8 s8, s0", 0x80, 0, 0xffffff80},
            {"s_sext_i32_i16 s8, s0", 0x18000, 0, 0xffff8000},
            {"s_abs_i32 s8, s0", 0xfffffffb, 0, 5, 1},
            {"s_bitset0_b32 s8, s0", 33, 0, 0xfffffffd, -1, 0, 0xffffffff},
            {"s_bitset1_b64 s[8:9], s0", 40, 0, uint64_t{1} << 40},
            {"s_bitreplicate_b64_b32 s[8:9], s0", 0x80000005, 0, 0xc000000000000033},
            {"s_wqm_b32 s8, s0", 0x00080100, 0, 0x000f0f00, 1},
            {"s_quadmask_b32 s8, s0", 0x80000101, 0, 0x85, 1},
            {"s_pack_ll_b32_b16 s8, s0, s2", 0xaaaa1111, 0xbbbb2222, 0x22221111},
            {"s_pack_lh_b32_b16 s8, s0, s2", 0xaaaa1111, 0xbbbb2222, 0xbbbb1111},
            {"s_pack_hl_b32_b16 s8, s0, s2", 0xaaaa1111, 0xbbbb2222, 0x2222aaaa},
            {"s_pack_hh_b32_b16 s8, s0, s2", 0xaaaa1111, 0xbbbb2222, 0xbbbbaaaa}});
  checkAll("gfx950", 64,
           {{"s_andn2_b32 s8, s0, s2", 0xff, 0x0f, 0xf0, 1},
            {"s_orn2_b64 s[8:9], s[0:1], s[2:3]", 0, allOnes - 1, 1, 1},
            {"s_ff0_i32_b32 s8, s0", 0xff, 0, 8},
            {"s_ff1_i32_b64 s8, s[0:1]", uint64_t{1} << 50, 0, 50},
            {"s_flbit_i32_b32 s8, s0", 1, 0, 31},
            {"s_flbit_i32 s8, s0", 0x80000000, 0, 1},
            {"s_flbit_i32_i64 s8, s[0:1]", allOnes, 0, 0xffffffff}});
}

TEST_CASE("Scalar moves and selects", "[simulator][scalar]") {
  checkAll("gfx1151", 32,
           {{"s_mov_b64 s[8:9], s[0:1]", 0x123456789abcdef0, 0, 0x123456789abcdef0},
            {"s_cmov_b32 s8, s0", 1, 0, 7, 0, 0, 7},
            {"s_cmov_b32 s8, s0", 1, 0, 1, 1, 1, 7},
            {"s_cselect_b32 s8, s0, s2", 1, 2, 2, 0, 0},
            {"s_cselect_b64 s[8:9], s[0:1], s[2:3]", 1, 2, 1, 1, 1},
            {"s_movk_i32 s8, 0x8000", 0, 0, 0xffff8000},
            {"s_cmovk_i32 s8, 0x12", 0, 0, 0x12, 1, 1}});
}

TEST_CASE("Scalar constants take the operand's width", "[simulator][scalar]") {
  checkAll("gfx1151", 32,
           {{"s_mov_b32 s8, -16", 0, 0, 0xfffffff0},
            {"s_mov_b32 s8, 64", 0, 0, 64},
            {"s_mov_b32 s8, 0.5", 0, 0, 0x3f000000},
            {"s_mov_b32 s8, 0.15915494", 0, 0, 0x3e22f983},
            {"s_mov_b32 s8, 0x12345678", 0, 0, 0x12345678},
            {"s_mov_b64 s[8:9], -1", 0, 0, allOnes},
            {"s_mov_b64 s[8:9], 1.0", 0, 0, 0x3ff0000000000000},
            {"s_mov_b64 s[8:9], 0x89abcdef", 0, 0, 0x89abcdef},
            {"s_ashr_i64 s[8:9], 0xffffffff89abcdef, 0", 0, 0, 0xffffffff89abcdef},
            {"s_mov_b32 s8, null", 0, 0, 0, -1, 0, 5},
            {"s_mov_b64 s[8:9], src_shared_base", 0, 0, uint64_t{1} << 48},
            {"s_mov_b64 s[8:9], src_private_limit", 0, 0, 0x20000ffffffff},
            {"s_mov_b32 s8, src_scc", 0, 0, 1, -1, 1}});
}

TEST_CASE("NULL swallows results and M0 keeps them", "[simulator][scalar]") {
  VectorBench bench;
  bench.run("s_mov_b32 null, 7; s_mov_b32 s8, null; s_mov_b32 m0, 9; s_mov_b32 s9, m0");
  CHECK(bench.s(8) == 0);
  CHECK(bench.s(9) == 9);
  VectorBench gfx9("gfx950", 64);
  gfx9.run("s_mov_b32 m0, 9; s_mov_b32 s9, m0");
  CHECK(gfx9.s(9) == 9);
}

TEST_CASE("Scalar comparisons", "[simulator][scalar]") {
  struct Compare {
    const char *inst;
    uint64_t a, b;
    uint32_t scc;
  };
  VectorBench bench;
  for (const Compare &test :
       std::initializer_list<Compare>{{"s_cmp_eq_u32 s0, s2", 1, 1, 1},
                                      {"s_cmp_lg_u32 s0, s2", 1, 1, 0},
                                      {"s_cmp_gt_i32 s0, s2", 1, 0xffffffff, 1},
                                      {"s_cmp_gt_u32 s0, s2", 1, 0xffffffff, 0},
                                      {"s_cmp_ge_i32 s0, s2", 3, 3, 1},
                                      {"s_cmp_lt_i32 s0, s2", 0x80000000, 0, 1},
                                      {"s_cmp_le_u32 s0, s2", 4, 3, 0},
                                      {"s_cmp_eq_u64 s[0:1], s[2:3]", uint64_t{1} << 32, 0, 0},
                                      {"s_cmp_lg_u64 s[0:1], s[2:3]", uint64_t{1} << 32, 0, 1},
                                      {"s_bitcmp1_b32 s0, s2", 0x10, 4, 1},
                                      {"s_bitcmp0_b64 s[0:1], s2", uint64_t{1} << 40, 40, 0},
                                      {"s_cmpk_eq_i32 s0, 0xffff", 0xffffffff, 0, 1},
                                      {"s_cmpk_eq_u32 s0, 0xffff", 0xffff, 0, 1},
                                      {"s_cmpk_lt_u32 s0, 0xffff", 0xfffe, 0, 1}}) {
    INFO(test.inst);
    bench.wave.setSgpr64(0, test.a);
    bench.wave.setSgpr64(2, test.b);
    bench.wave.scc = 1 - test.scc;
    bench.run(test.inst);
    CHECK(bench.wave.scc == test.scc);
  }
}

TEST_CASE("EXEC is saved and combined in one instruction", "[simulator][scalar]") {
  struct Save {
    const char *operation;
    uint32_t exec;
  };
  // Source 0b0011, EXEC 0b0101.
  for (const Save &test : std::initializer_list<Save>{{"and", 1},
                                                      {"or", 7},
                                                      {"xor", 6},
                                                      {"nand", ~1u},
                                                      {"nor", ~7u},
                                                      {"xnor", ~6u},
                                                      {"and_not0", 4},
                                                      {"and_not1", 2},
                                                      {"or_not0", ~3u | 5},
                                                      {"or_not1", 3 | ~5u}}) {
    INFO(test.operation);
    VectorBench bench;
    bench.s(ExecSlot) = 5;
    bench.s(ExecSlot + 1) = 0x77;
    bench.s(0) = 3;
    bench.run(std::string("s_") + test.operation + "_saveexec_b32 s8, s0");
    CHECK(bench.s(8) == 5);
    CHECK(bench.s(ExecSlot) == test.exec);
    CHECK(bench.s(ExecSlot + 1) == 0x77);
    CHECK(bench.wave.scc == 1);
  }
  VectorBench bench("gfx950", 64);
  bench.wave.setSgpr64(ExecSlot, uint64_t{5} << 32);
  bench.wave.setSgpr64(0, uint64_t{2} << 32);
  bench.run("s_and_saveexec_b64 s[8:9], s[0:1]");
  CHECK(bench.wave.exec() == 0);
  CHECK(bench.wave.scc == 0);
  CHECK(bench.wave.sgpr64(8) == uint64_t{5} << 32);
  bench.wave.setSgpr64(ExecSlot, 5);
  bench.wave.setSgpr64(0, 3);
  bench.run("s_andn2_wrexec_b64 s[8:9], s[0:1]");
  CHECK(bench.wave.exec() == 2);
  CHECK(bench.wave.sgpr64(8) == 2);
}

TEST_CASE("Relative moves go by M0 and stay within the SGPRs", "[simulator][scalar]") {
  VectorBench bench;
  bench.s(23) = 77;
  bench.run("s_mov_b32 m0, 3; s_movrels_b32 s8, s20; s_movreld_b32 s20, 5");
  CHECK(bench.s(8) == 77);
  CHECK(bench.s(23) == 5);
  CHECK(bench.reasonOf("s_movk_i32 m0, 0x70; s_movrels_b32 s8, s20") ==
        "the relative move reaches s132, but the kernel was given 106 SGPRs");
}

TEST_CASE("MODE can be read and written in parts", "[simulator][scalar]") {
  VectorBench bench;
  bench.wave.mode = 0;
  bench.run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xd");
  CHECK(bench.wave.mode == 0xd0);
  bench.run("s_getreg_b32 s8, hwreg(HW_REG_MODE, 6, 2)");
  CHECK(bench.s(8) == 3);
  bench.s(0) = 2;
  bench.run("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s0");
  CHECK(bench.wave.mode == 0xd2);
  bench.run("s_round_mode 0x5; s_denorm_mode 0x3");
  CHECK(bench.wave.mode == 0x35);
  CHECK(bench.reasonOf("s_setreg_b32 hwreg(HW_REG_STATUS), s0") ==
        "writes hardware register 2; only MODE (1) can be written");
}

TEST_CASE("Scalar floating point of gfx11.5", "[simulator][scalar]") {
  constexpr uint32_t quietNan = 0x7fc00000;
  checkAll("gfx1151", 32,
           {{"s_add_f32 s8, s0, s2", 0x3f800000, 0x40000000, 0x40400000},
            {"s_sub_f32 s8, s0, s2", 0x3f800000, 0x40000000, 0xbf800000},
            {"s_mul_f32 s8, s0, s2", 0x3fc00000, 0x40000000, 0x40400000},
            {"s_min_f32 s8, s0, s2", 0x80000000, 0, 0x80000000},
            {"s_max_f32 s8, s0, s2", quietNan, 0x3f800000, 0x3f800000},
            {"s_fmac_f32 s8, s0, s2", 0x40000000, 0x40400000, 0x40e00000, -1, 0, 0x3f800000},
            {"s_fmaak_f32 s8, s0, s2, 0x3f800000", 0x40000000, 0x40400000, 0x40e00000},
            {"s_fmamk_f32 s8, s0, 0x40400000, s2", 0x40000000, 0x3f800000, 0x40e00000},
            {"s_ceil_f32 s8, s0", 0x3fa00000, 0, 0x40000000},
            {"s_floor_f32 s8, s0", 0xbfa00000, 0, 0xc0000000},
            {"s_trunc_f32 s8, s0", 0xbfa00000, 0, 0xbf800000},
            {"s_rndne_f32 s8, s0", 0x40200000, 0, 0x40000000},
            {"s_cvt_f32_i32 s8, s0", 0xffffffff, 0, 0xbf800000},
            {"s_cvt_f32_u32 s8, s0", 0xffffffff, 0, 0x4f800000},
            {"s_cvt_i32_f32 s8, s0", 0xcf800000, 0, 0x80000000},
            {"s_cvt_u32_f32 s8, s0", 0xbf800000, 0, 0},
            {"s_cvt_i32_f32 s8, s0", quietNan, 0, 0},
            {"s_cvt_f16_f32 s8, s0", 0x477fffff, 0, 0x7c00},
            {"s_cvt_f32_f16 s8, s0", 0x3c00, 0, 0x3f800000},
            {"s_cvt_hi_f32_f16 s8, s0", 0xc0000000, 0, 0xc0000000},
            {"s_cvt_pk_rtz_f16_f32 s8, s0, s2", 0x3f801fff, 0xbf800000, 0xbc003c00},
            // 2048 + 1 lies halfway between two f16 values: to even.
            {"s_add_f16 s8, s0, s2", 0x6800, 0x3c00, 0x6800},
            {"s_fmac_f16 s8, s0, s2", 0x4000, 0x4200, 0x4700, -1, 0, 0x3c00},
            {"s_mul_f16 s8, s0, 0.5", 0x0001, 0, 0x0000},
            {"s_cmp_lt_f32 s0, s2", 0x3f800000, 0x40000000, 0, 1},
            {"s_cmp_nge_f32 s0, s2", quietNan, 0x40000000, 0, 1},
            {"s_cmp_o_f32 s0, s2", quietNan, 0x40000000, 0, 0},
            {"s_cmp_lg_f16 s0, s2", 0x8000, 0x0000, 0, 0}});
  VectorBench bench("gfx1100", 32);
  CHECK(bench.reasonOf(".long 0xa0080200") == "no gfx1100 instruction has this encoding");
}

TEST_CASE("Scalar floating point follows MODE", "[simulator][scalar]") {
  VectorBench bench;
  bench.s(0) = 0x3f800000;
  bench.s(2) = 0x33000000;                             // 2^-25, less than half a unit of 1.0
  bench.run("s_round_mode 0x1; s_add_f32 s8, s0, s2"); // up
  CHECK(bench.s(8) == 0x3f800001);
  bench.run("s_round_mode 0x0; s_add_f32 s8, s0, s2");
  CHECK(bench.s(8) == 0x3f800000);
  bench.s(0) = 0x00000001; // denormal
  bench.run("s_denorm_mode 0x0; s_add_f32 s8, s0, 0");
  CHECK(bench.s(8) == 0);
  bench.run("s_denorm_mode 0xf; s_add_f32 s8, s0, 0");
  CHECK(bench.s(8) == 1);
}

} // namespace rocke::sim::test
