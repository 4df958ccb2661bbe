//===- ModifierTest.cpp - clamp, omod, neg and abs where they are odd ------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
constexpr uint32_t largest = 0xffffffff;

/// v0 after an instruction on v1, v2, v3 in lane 0; v0 starts as 0xaabbccdd, s[10:11] as ones.
uint32_t result(const std::string &instruction, std::initializer_list<uint32_t> sources,
                llvm::StringRef gpu = "gfx950", uint32_t modeBits = mode::dx10Clamp) {
  VectorBench bench(gpu, 64);
  bench.wave.mode = modeBits;
  bench.v(0) = 0xaabbccdd;
  bench.wave.setSgpr64(10, ~uint64_t{0});
  unsigned reg = 1;
  for (uint32_t source : sources)
    bench.v(reg++) = source;
  bench.run(instruction);
  return bench.v(0);
}
/// v[0:1] after one on v1, v2, v[4:5].
uint64_t wideResult(const std::string &instruction, uint32_t a, uint32_t b, uint64_t c) {
  VectorBench bench("gfx942", 64);
  bench.v(1) = a;
  bench.v(2) = b;
  bench.setPair(4, 0, c);
  bench.run(instruction);
  return bench.pair(0);
}
} // namespace

TEST_CASE("clamp saturates sums with carries", "[vector][clamp]") {
  const std::string masks = "_e64 v0, s[8:9], v1, v2, s[10:11] clamp";
  CHECK(result("v_addc_co_u32" + masks, {largest, 0}) == largest);
  CHECK(result("v_addc_co_u32" + masks, {5, 6}) == 12);
  CHECK(result("v_subb_co_u32" + masks, {3, 3}) == 0);
  CHECK(result("v_subb_co_u32" + masks, {9, 3}) == 5);
  CHECK(result("v_subbrev_co_u32" + masks, {4, 3}) == 0);
  // The carry is that of the sum that was cut off.
  VectorBench bench("gfx942", 64);
  bench.setAll(1, largest);
  bench.v(1, 3) = 0;
  bench.wave.setSgpr64(10, ~uint64_t{0});
  bench.run("v_addc_co_u32_e64 v0, s[8:9], v1, v2, s[10:11] clamp");
  CHECK(bench.wave.sgpr64(8) == ~uint64_t{8});
}

TEST_CASE("clamp saturates products", "[vector][clamp]") {
  CHECK(result("v_mul_u32_u24_e64 v0, v1, v2 clamp", {0xffffff, 0xffffff}) == largest);
  CHECK(result("v_mul_u32_u24_e64 v0, v1, v2 clamp", {0xff000003, 5}) == 15);
  CHECK(result("v_mul_i32_i24_e64 v0, v1, v2 clamp", {0x7fffff, 0x7fffff}) == 0x7fffffff);
  CHECK(result("v_mul_i32_i24_e64 v0, v1, v2 clamp", {0x800000, 0x7fffff}) == 0x80000000);
  CHECK(result("v_mul_i32_i24_e64 v0, v1, v2 clamp", {0xffffff, 7}) == static_cast<uint32_t>(-7));
  const std::string unsignedMad = "v_mad_u64_u32 v[0:1], s[8:9], v1, v2, v[4:5] clamp";
  CHECK(wideResult(unsignedMad, largest, largest, ~uint64_t{0}) == ~uint64_t{0});
  CHECK(wideResult(unsignedMad, 2, 3, 4) == 10);
  const std::string signedMad = "v_mad_i64_i32 v[0:1], s[8:9], v1, v2, v[4:5] clamp";
  CHECK(wideResult(signedMad, 0x7fffffff, 2, INT64_MAX) == INT64_MAX);
  CHECK(wideResult(signedMad, largest, 1, uint64_t{1} << 63) == uint64_t{1} << 63);
  CHECK(wideResult(signedMad, largest, 1, INT64_MAX) == INT64_MAX - 1);
  CHECK(wideResult(signedMad, largest, 1, 0) == ~uint64_t{0});
}

TEST_CASE("clamp saturates sums of differences", "[vector][clamp]") {
  CHECK(result("v_sad_u32 v0, v1, v2, v3 clamp", {5, 2, largest}) == largest);
  CHECK(result("v_sad_u32 v0, v1, v2, v3", {5, 2, largest}) == 2);
  CHECK(result("v_sad_u8 v0, v1, v2, v3 clamp", {0x01010101, 0, largest - 3}) == largest);
  CHECK(result("v_sad_u16 v0, v1, v2, v3 clamp", {0x00010002, 0, largest - 2}) == largest);
  CHECK(result("v_sad_hi_u8 v0, v1, v2, v3 clamp", {1, 0, 0xffff0000}) == largest);
  CHECK(result("v_sad_hi_u8 v0, v1, v2, v3", {1, 0, 0xffff0000}) == 0);
  CHECK(result("v_msad_u8 v0, v1, v2, v3 clamp", {0x0505, 0x0002, largest - 1}) == largest);
  // Four windows against the bytes 1, 0, 0, 0: differences 1, 1, 1, 1 of zeros.
  CHECK(wideResult("v_qsad_pk_u16_u8 v[0:1], v[6:7], v1, v[4:5] clamp", 1, 0,
                   0xffff'0001'fffe'ffff) == 0xffff'0002'ffff'ffff);
  CHECK(wideResult("v_mqsad_pk_u16_u8 v[0:1], v[6:7], v1, v[4:5] clamp", 1, 0,
                   0xffff'0001'fffe'ffff) == 0xffff'0002'ffff'ffff);
  VectorBench bench("gfx942", 64);
  bench.v(1) = 1;
  bench.v(8) = largest;
  bench.v(9) = 7;
  bench.run("v_mqsad_u32_u8 v[12:15], v[6:7], v1, v[8:11] clamp");
  CHECK(bench.v(12) == largest);
  CHECK(bench.v(13) == 8);
}

TEST_CASE("clamp of several floats in one result", "[vector][clamp]") {
  CHECK(result("v_cvt_pkrtz_f16_f32 v0, v1, v2 clamp", {bits(1.5f), bits(-2.0f)}) == 0x00003c00);
  CHECK(result("v_cvt_pkrtz_f16_f32 v0, v1, v2 clamp", {bits(0.5f), 0x7fc00000}) == 0x00003800);
  CHECK(result("v_cvt_pkrtz_f16_f32 v0, v1, v2 clamp", {bits(0.5f), 0x7fc00000}, "gfx942", 0) ==
        0x7e003800); // without DX10_CLAMP a NaN stays
  CHECK(result("v_cvt_pk_f16_f32 v0, v1, v2 clamp", {bits(-1.0f), bits(7.0f)}) == 0x3c000000);
  CHECK(result("v_cvt_pk_bf16_f32 v0, v1, v2 clamp", {bits(-1.0f), bits(7.0f)}) == 0x3f800000);
  CHECK(result("v_pack_b32_f16 v0, v1, v2 clamp", {0x4000, 0xc000}) == 0x00003c00);
  VectorBench bench("gfx950", 64);
  bench.v(1) = 0xb840; // 2, -1
  bench.run("v_cvt_pk_f32_fp8_e64 v[2:3], v1 clamp; v_cvt_pk_f32_fp8_e64 v[4:5], v1 mul:2");
  CHECK(bench.f(2) == 1.0f);
  CHECK(bench.v(3) == 0);
  CHECK(bench.f(4) == 2.0f); // omod is for single floats
  CHECK(result("v_cvt_f32_fp8_e64 v0, v1 clamp", {0x40}) == bits(1.0f));
  CHECK(result("v_cvt_f32_fp8_e64 v0, v1 mul:2", {0x40}) == bits(4.0f));
  CHECK(result("v_cvt_f32_bf8_sdwa v0, v1 clamp src0_sel:BYTE_1", {0xc000}) == 0);
}

TEST_CASE("modifiers that make no difference", "[vector][clamp]") {
  CHECK(result("v_max3_i16 v0, v1, v2, v3 clamp", {5, 0x8000, 7}) == 0xaabb0007);
  CHECK(result("v_alignbit_b32 v0, v1, v2, v3 clamp", {1, 0xff000000, 24}) == 0x1ff);
  CHECK(result("v_and_b32_sdwa v0, v1, v2 clamp dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD",
               {0xff00ff00, 0x0ff00ff0}) == 0x0f000f00);
  CHECK(result("v_pk_lshlrev_b16 v0, v1, v2 clamp", {0x00040004, 0x7fff1234}) == 0xfff02340);
  CHECK(result("v_cvt_i32_f32_e64 v0, v1 mul:4", {bits(1.5f)}) == 1);
  CHECK(result("v_cvt_u32_f32_e64 v0, v1 clamp", {bits(-3.0f)}) == 0);
  CHECK(result("v_frexp_exp_i32_f32_e64 v0, v1 clamp", {bits(8.0f)}) == 4);
  // The mask of classes is an integer: bit 6 is +0.
  VectorBench bench("gfx1151", 32);
  bench.v(2) = 0x40;
  bench.run("v_cmp_class_f16_e64 s4, v1.l, -|v2.l|");
  CHECK(bench.s(4) == 1);
}

TEST_CASE("neg and abs of a dot product's halves", "[vector][clamp]") {
  // (1, 2) * (-3, 4) + 1, with signs changed.
  const auto dot = [](const std::string &sources) {
    VectorBench bench("gfx950", 64);
    bench.v(0) = bits(1.0f);
    bench.v(1) = 0x40003c00;
    bench.v(2) = 0x4400c200;
    bench.run("v_dot2c_f32_f16_e64 v0, " + sources);
    return bench.f(0);
  };
  CHECK(dot("v1, v2") == 6.0f);
  CHECK(dot("-v1, v2") == -4.0f);
  CHECK(dot("v1, |v2|") == 12.0f);
  CHECK(dot("-|v1|, |v2|") == -10.0f);
  VectorBench bench("gfx1151", 32);
  bench.v(1) = 0x40003c00;
  bench.v(2) = 0x4400c200;
  bench.run("v_dot2acc_f32_f16_dpp v0, -v1, v2 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf");
  CHECK(bench.f(0) == -5.0f);
}

TEST_CASE("v_pk_fmac_f16 has neg and abs of both halves", "[vector]") {
  VectorBench bench("gfx950", 64);
  const auto result = [&](const char *assembly) {
    bench.setAll(0, 0x40003c00); // 1, 2
    bench.setAll(1, 0x44004200); // 3, 4
    bench.setAll(2, 0xbc003c00); // 1, -1
    bench.run(assembly);
    return bench.v(0, 5);
  };
  CHECK(result("v_pk_fmac_f16 v0, v1, v2") == 0xc0004400);        // 4, -2
  CHECK(result("v_pk_fmac_f16_e64 v0, -v1, v2") == 0x4600c000);   // -2, 6
  CHECK(result("v_pk_fmac_f16_e64 v0, v1, |v2|") == 0x46004400);  // 4, 6
  CHECK(result("v_pk_fmac_f16_e64 v0, v1, -|v2|") == 0xc000c000); // -2, -2
  CHECK(result("v_pk_fmac_f16_dpp v0, v1, -|v2| quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf") ==
        0xc000c000);
}

TEST_CASE("sources that are always zero in a compute kernel", "[vector]") {
  VectorBench bench("gfx942", 64);
  bench.v(0) = 1;
  bench.s(4) = 1;
  bench.run("v_mov_b32 v0, src_pops_exiting_wave_id; s_mov_b32 s4, src_pops_exiting_wave_id");
  CHECK(bench.v(0) == 0);
  CHECK(bench.s(4) == 0);
}

TEST_CASE("instructions that exist to be illegal", "[vector]") {
  VectorBench bench("gfx1151", 32);
  CHECK(bench.reasonOf("v_illegal") == "an illegal instruction");
  CHECK(bench.reasonOf("s_sendmsg_rtn_b32 s0, sendmsg(233, 0, 0)") ==
        "message 233 returns no value");
}
