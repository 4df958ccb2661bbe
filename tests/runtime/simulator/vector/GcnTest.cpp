//===- GcnTest.cpp - SDWA and what only gfx942 and gfx950 have -------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

/// v0 after an instruction on v1, v2, v3 in lane 0; v0 starts as 0xaabbccdd.
uint32_t result(const std::string &instruction, uint32_t a, uint32_t b = 0, uint32_t c = 0,
                llvm::StringRef gpu = "gfx950") {
  VectorBench bench(gpu, 64);
  bench.v(0) = 0xaabbccdd;
  bench.v(1) = a;
  bench.v(2) = b;
  bench.v(3) = c;
  bench.run(instruction);
  return bench.v(0);
}
} // namespace

TEST_CASE("SDWA selects, extends and negates sources", "[vector][sdwa]") {
  CHECK(result("v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD src0_sel:BYTE_2 src1_sel:WORD_1",
               0x00ff0000, 0x12340000) == 0x1333);
  CHECK(result("v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD src0_sel:BYTE_2 src1_sel:DWORD",
               0x00ff0000, 5) == 4);
  CHECK(result("v_add_f16_sdwa v0, -v1, |v2| dst_sel:DWORD src0_sel:WORD_1 src1_sel:WORD_0",
               0x3c000000, 0xc000) == 0x3c00); // -1 + 2, zero-extended
  CHECK(result("v_cvt_f32_ubyte0_sdwa v0, v1 dst_sel:DWORD src0_sel:BYTE_3", 0x07000000) ==
        bits(7.0f));
}

TEST_CASE("SDWA writes a part and zeroes, extends or keeps the rest", "[vector][sdwa]") {
  const std::string move = "v_mov_b32_sdwa v0, v1 ";
  CHECK(result(move + "dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD", 0x1234) == 0x3400);
  CHECK(result(move + "dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD", 0x1234) ==
        0xaabb34dd);
  CHECK(result(move + "dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:DWORD", 0x80) == 0xffff8000);
  CHECK(result(move + "dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0", 0x12345678) ==
        0x5678ccdd);
  CHECK(result("v_add_f16_sdwa v0, v1, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE "
               "src0_sel:WORD_0 src1_sel:WORD_0",
               0x3c00) == 0x4000ccdd);
}

TEST_CASE("SDWA compares and scalar sources", "[vector][sdwa]") {
  VectorBench bench("gfx942", 64);
  bench.v(1) = 0x00050000;
  bench.s(4) = 5;
  bench.run("v_cmp_eq_u32_sdwa s[6:7], v1, s4 src0_sel:WORD_1 src1_sel:DWORD");
  CHECK(bench.s(6) == 1);
  CHECK(bench.s(7) == 0);
  // A sign-extended byte is a 16-bit number to a 16-bit comparison.
  bench.v(1) = 0x0000ffc3;
  bench.run("v_cmp_ne_u16_sdwa s[6:7], sext(v1), v1 src0_sel:BYTE_0 src1_sel:DWORD");
  CHECK(bench.s(6) == 0);
}

TEST_CASE("the other half of a 16-bit result", "[vector][gcn]") {
  // Zeroed by what exists as VOP1 or VOP2, kept by what exists as VOP3 alone.
  CHECK(result("v_add_f16 v0, v1, v2", 0x3c00, 0x3c00) == 0x4000);
  CHECK(result("v_add_f16_e64 v0, v1, -v2", 0x3c00, 0x4000) == 0xbc00);
  CHECK(result("v_cvt_f16_f32 v0, v1", bits(1.0f)) == 0x3c00);
  CHECK(result("v_fma_f16 v0, v1, v2, v3", 0x3c00, 0x4000, 0x3c00) == 0xaabb4200);
  CHECK(result("v_fma_f16 v0, v1, v2, v3 op_sel:[0,0,0,1]", 0x3c00, 0x4000, 0x3c00) == 0x4200ccdd);
  CHECK(result("v_mad_legacy_f16 v0, v1, v2, v3", 0x3c00, 0x4000, 0x3c00) == 0x4200);
  CHECK(result("v_fma_mixlo_f16 v0, v1, v2, v3", bits(1.0f), bits(2.0f), bits(3.0f)) == 0xaabb4500);
  CHECK(result("v_fma_mixhi_f16 v0, v1, v2, v3 op_sel_hi:[0,1,0]", bits(1.0f), 0x4000,
               bits(3.0f)) == 0x4500ccdd);
}

TEST_CASE("packed f32 and wide moves", "[vector][gcn]") {
  VectorBench bench("gfx942", 64);
  bench.setF(2, {1.0f});
  bench.setF(3, {2.0f});
  bench.setF(4, {10.0f});
  bench.setF(5, {20.0f});
  bench.s(8) = bits(100.0f);
  bench.s(9) = bits(200.0f);
  bench.run("v_pk_fma_f32 v[0:1], v[2:3], v[4:5], s[8:9]\n"
            "v_pk_mul_f32 v[6:7], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0]\n"
            "v_pk_add_f32 v[8:9], v[2:3], 1.0; v_pk_mov_b32 v[10:11], v[2:3], v[4:5] op_sel:[1,0]\n"
            "v_mov_b64 v[12:13], v[4:5]; v_lshl_add_u64 v[14:15], v[2:3], 4, v[2:3]");
  CHECK(bench.f(0) == 110.0f);
  CHECK(bench.f(1) == 240.0f);
  CHECK(bench.f(6) == -20.0f);
  CHECK(bench.f(7) == 20.0f);
  CHECK(bench.f(8) == 2.0f);
  CHECK(bench.f(9) == 3.0f);
  CHECK(bench.f(10) == 2.0f);
  CHECK(bench.f(11) == 10.0f);
  CHECK(bench.pair(12) == bench.pair(4));
  CHECK(bench.pair(14) == bench.pair(2) * 17);
}

TEST_CASE("bit tables, random numbers, packed shifts", "[vector][gcn]") {
  CHECK(result("v_bitop3_b32 v0, v1, v2, v3 bitop3:0xca", 0xff00ff00, 0x12345678, 0x9abcdef0) ==
        0x12bc56f0); // a ? b : c
  CHECK(result("v_bitop3_b32 v0, v1, v2, v3 bitop3:0x01", 0xf0, 0x0f, 0xff00) == 0xffff0000);
  CHECK(result("v_bitop3_b16 v0, v1, v2, v3 bitop3:0x96 op_sel:[1,0,0,1]", 0x00ff0000, 0x0f0f,
               0x3333) == 0x3cc3ccdd);
  CHECK(result("v_prng_b32 v0, v1", 0x80000001) == (2 ^ 197));
  CHECK(result("v_ashr_pk_i8_i32 v0, v1, v2, v3", 0x7fffffff, 0xfffffff0, 2) == 0xaabbfc7f);
  CHECK(result("v_ashr_pk_u8_i32 v0, v1, v2, v3", 0x7fffffff, 0xfffffff0, 2) == 0xaabb00ff);
}

TEST_CASE("screen partitions", "[vector][gcn]") {
  // Engines of tiles (0, 0): 0; (0, 1): 1; (1, 0), (0, 2): 2; (1, 1), (0, 3): 3; (2, 0): 1.
  const std::pair<uint32_t, uint32_t> cases[] = {
      {0b00'00'00'00, 0x1}, {0b00'00'00'01, 0x3}, {0b00'00'00'10, 0x7}, {0b00'00'00'11, 0xf},
      {0b00'00'01'00, 0x5}, {0b00'00'01'01, 0xf}, {0b00'00'10'00, 0x7}, {0b00'01'00'01, 0x2},
      {0b00'01'00'10, 0x6}, {0b00'01'00'11, 0xe}, {0b00'01'00'00, 0xf} /* around the end */};
  for (const auto &[corners, engines] : cases) {
    INFO(corners);
    CHECK(result("v_screen_partition_4se_b32 v0, v1", corners | 0xffffff00) == engines);
    CHECK(result("v_screen_partition_4se_b32_sdwa v0, v1 src0_sel:BYTE_2", corners << 16) ==
          engines);
  }
  CHECK(result("v_screen_partition_4se_b32_e64 v0, 5", 0, 0, 0, "gfx942") == 0xf);
  CHECK(result("v_screen_partition_4se_b32_dpp v0, v1 quad_perm:[0,0,0,0] row_mask:0xf "
               "bank_mask:0xf",
               4) == 0x5);
}

TEST_CASE("v_mad_f16 rounds its product and flushes denormals", "[vector][gcn]") {
  // (1 + 2^-10)^2 rounds to 1 + 2^-9: minus that is 0, where a fused operation has 2^-20.
  CHECK(result("v_mad_f16 v0, v1, v2, v3", 0x3c01, 0x3c01, 0xbc02) == 0xaabb0000);
  CHECK(result("v_fma_f16 v0, v1, v2, v3", 0x3c01, 0x3c01, 0xbc02) == 0xaabb0010);
  CHECK(result("v_mac_f16 v0, v1, v2", 0x0001, 0x3c00) == 0xccdd);
}

TEST_CASE("8-bit floats in both families of formats", "[vector][fp8]") {
  CHECK(result("v_cvt_f32_fp8 v0, v1", 0x38) == bits(1.0f));
  CHECK(result("v_cvt_f32_fp8 v0, v1", 0x40, 0, 0, "gfx942") == bits(1.0f));
  CHECK(result("v_cvt_f32_bf8_sdwa v0, v1 src0_sel:BYTE_2", 0x003c0000) == bits(1.0f));
  CHECK(result("v_cvt_pk_fp8_f32 v0, v1, v2", bits(1.0f), bits(-448.0f)) == 0xaabbfe38);
  CHECK(result("v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", bits(17.0f), bits(19.0f)) ==
        0x5a58ccdd); // ties between 16, 18 and 20, to even
  CHECK(result("v_cvt_pk_fp8_f32 v0, v1, v2", bits(1e9f), bits(0x1p-10f)) == 0xaabb007f);
  CHECK(result("v_cvt_pk_bf8_f32 v0, v1, v2", bits(1e9f), bits(0x1.8p-17f)) == 0xaabb017c);
  CHECK(result("v_cvt_pk_fp8_f32 v0, v1, v2", bits(1e9f), bits(-0.0f), 0, "gfx942") == 0xaabb0080);
  CHECK(result("v_cvt_pk_fp8_f32 v0, v1, v2", bits(240.0f), bits(-0x1p-10f), 0, "gfx942") ==
        0xaabb817f);
  VectorBench bench("gfx950", 64);
  bench.wave.mode |= mode::fp16Overflow;
  bench.v(1) = bits(1e9f);
  bench.run("v_cvt_pk_fp8_f32 v0, v1, -v1");
  CHECK((bench.v(0) & 0xffff) == 0xfe7e);
  bench.v(1) = bits(INFINITY); // true infinities are not clamped
  bench.run("v_cvt_pk_fp8_f32 v0, v1, -v1; v_cvt_pk_bf8_f32 v2, v1, -v1");
  CHECK((bench.v(0) & 0xffff) == 0xff7f);
  CHECK((bench.v(2) & 0xffff) == 0xfc7c);
  bench.v(1) = 0x3c38;
  bench.run("v_cvt_pk_f32_fp8 v[2:3], v1");
  CHECK(bench.f(2) == 1.0f);
  CHECK(bench.f(3) == 1.5f);
  // Stochastic rounding: 1 + 2^-4 is half way, so half of all random numbers round it up.
  CHECK(result("v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", bits(1.0625f), 0x7fffffff) ==
        0xaabb38dd);
  CHECK(result("v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,0,1]", bits(1.0625f), 0x80000000) ==
        0xaa39ccdd);
  CHECK(result("v_cvt_sr_bf16_f32 v0, v1, v2", 0x3f808000, 0x80000000) == 0xaabb3f81);
  CHECK(result("v_cvt_sr_f16_f32 v0, v1, v2", bits(1.0f + 0x1p-11f), 0x7fffffff) == 0xaabb3c00);
}
