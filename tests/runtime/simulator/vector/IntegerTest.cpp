//===- IntegerTest.cpp - Integer, bit and byte operations ------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
/// v0 after an instruction with v1, v2, v3 in lane 0.
uint32_t result(const std::string &instruction, uint32_t a, uint32_t b = 0, uint32_t c = 0,
                llvm::StringRef gpu = "gfx1151") {
  VectorBench bench(gpu, gpu.starts_with("gfx9") ? 64 : 32);
  bench.v(1) = a;
  bench.v(2) = b;
  bench.v(3) = c;
  bench.run(instruction);
  return bench.v(0);
}
constexpr uint32_t minusOne = 0xffffffff;
} // namespace

TEST_CASE("bit counts and searches", "[vector][integer]") {
  CHECK(result("v_clz_i32_u32 v0, v1", 0x0000ffff) == 16);
  CHECK(result("v_clz_i32_u32 v0, v1", 0) == minusOne);
  CHECK(result("v_ctz_i32_b32 v0, v1", 0xff000008) == 3);
  CHECK(result("v_ctz_i32_b32 v0, v1", 0) == minusOne);
  CHECK(result("v_cls_i32 v0, v1", 0x40000000) == 1);
  CHECK(result("v_cls_i32 v0, v1", 0xffff0000) == 16);
  CHECK(result("v_cls_i32 v0, v1", 0xfffffffe) == 31);
  CHECK(result("v_cls_i32 v0, v1", minusOne) == minusOne);
  CHECK(result("v_bfrev_b32 v0, v1", 0x00000013) == 0xc8000000);
  CHECK(result("v_bcnt_u32_b32 v0, v1, v2", 0xf0f00001, 10) == 19);
}

TEST_CASE("bit fields", "[vector][integer]") {
  CHECK(result("v_bfe_u32 v0, v1, v2, v3", 0xabcd1234, 8, 12) == 0xd12);
  CHECK(result("v_bfe_i32 v0, v1, v2, v3", 0xabcd1234, 12, 12) == 0xfffffcd1);
  CHECK(result("v_bfe_u32 v0, v1, v2, v3", minusOne, 4, 32) == 0); // width modulo 32
  CHECK(result("v_bfe_i32 v0, v1, v2, v3", minusOne, 4, 0) == 0);
  CHECK(result("v_bfe_i32 v0, v1, v2, v3", 0x80000000, 28, 8) == 0xfffffff8); // past the top
  CHECK(result("v_bfe_i32 v0, v1, v2, v3", 0x40000000, 28, 8) == 4);
  CHECK(result("v_bfi_b32 v0, v1, v2, v3", 0xff00ff00, 0x12345678, 0x9abcdef0) == 0x12bc56f0);
  CHECK(result("v_bfm_b32 v0, v1, v2", 5, 4) == 0x1f0);
  CHECK(result("v_alignbit_b32 v0, v1, v2, v3.l", 0x12345678, 0x9abcdef0, 12) == 0x6789abcd);
  CHECK(result("v_alignbyte_b32 v0, v1, v2, v3.l", 0x12345678, 0x9abcdef0, 3) == 0x3456789a);
}

TEST_CASE("three-operand adds and logic", "[vector][integer]") {
  CHECK(result("v_add3_u32 v0, v1, v2, v3", minusOne, 2, 3) == 4);
  CHECK(result("v_lshl_add_u32 v0, v1, v2, v3", 3, 36, 5) == 53); // shift modulo 32
  CHECK(result("v_add_lshl_u32 v0, v1, v2, v3", 3, 4, 2) == 28);
  CHECK(result("v_lshl_or_b32 v0, v1, v2, v3", 3, 4, 1) == 0x31);
  CHECK(result("v_and_or_b32 v0, v1, v2, v3", 0xff, 0x3c, 0x100) == 0x13c);
  CHECK(result("v_or3_b32 v0, v1, v2, v3", 1, 2, 4) == 7);
  CHECK(result("v_xor3_b32 v0, v1, v2, v3", 1, 3, 7) == 5);
  CHECK(result("v_xad_u32 v0, v1, v2, v3", 6, 3, 10) == 15);
  CHECK(result("v_xnor_b32 v0, v1, v2", 0xff, 0x0f) == 0xffffff0f);
  CHECK(result("v_med3_i32 v0, v1, v2, v3", minusOne, 5, 1) == 1);
  CHECK(result("v_med3_u32 v0, v1, v2, v3", minusOne, 5, 1) == 5);
  CHECK(result("v_maxmin_i32 v0, v1, v2, v3", minusOne, 5, 3) == 3);
  CHECK(result("v_minmax_u32 v0, v1, v2, v3", minusOne, 5, 9) == 9);
}

TEST_CASE("multiplies take the width that their name says", "[vector][integer]") {
  CHECK(result("v_mul_lo_u32 v0, v1, v2", 0x10001, 0x10001) == 0x20001);
  CHECK(result("v_mul_hi_u32 v0, v1, v2", minusOne, minusOne) == 0xfffffffe);
  CHECK(result("v_mul_hi_i32 v0, v1, v2", minusOne, 5) == minusOne);
  CHECK(result("v_mul_u32_u24 v0, v1, v2", 0xff000003, 0xff000004) == 12);
  CHECK(result("v_mul_i32_i24 v0, v1, v2", 0x00ffffff, 5) == static_cast<uint32_t>(-5));
  CHECK(result("v_mul_hi_u32_u24 v0, v1, v2", 0xffffff, 0xffffff) == 0xffff);
  CHECK(result("v_mul_hi_i32_i24 v0, v1, v2", 0x800000, 0x800000) == 0x4000);
  CHECK(result("v_mad_u32_u24 v0, v1, v2, v3", 0x01000002, 3, minusOne) == 5);
  CHECK(result("v_mad_i32_i24 v0, v1, v2, v3", 0xffffff, 3, 1) == static_cast<uint32_t>(-2));
  CHECK(result("v_mad_u32_u24 v0, v1, v2, v3 clamp", 0xffffff, 0xffffff, 0) == minusOne);
}

TEST_CASE("shifts of 64 bits", "[vector][integer]") {
  VectorBench bench;
  bench.v(1) = 68;
  bench.setPair(2, 0, uint64_t{0x8000000000000f00});
  bench.run("v_lshlrev_b64 v[4:5], v1, v[2:3]; v_lshrrev_b64 v[6:7], v1, v[2:3]\n"
            "v_ashrrev_i64 v[8:9], v1, v[2:3]");
  CHECK(bench.pair(4) == 0xf000);
  CHECK(bench.pair(6) == 0x08000000000000f0);
  CHECK(bench.pair(8) == 0xf8000000000000f0);
  bench.run("v_ashrrev_i64 v[8:9], 1, 0x80000000; v_lshrrev_b64 v[6:7], 1, 0x80000000");
  CHECK(bench.pair(6) == 0x40000000);
}

TEST_CASE("byte operations", "[vector][integer]") {
  // Selectors: bytes of {S0, S1}, then the signs of bytes 1, 3, 5, 7, then 0x00, then 0xff.
  CHECK(result("v_perm_b32 v0, v1, v2, v3", 0x87654321, 0x0f9e8d7c, 0x07040300) == 0x87210f7c);
  CHECK(result("v_perm_b32 v0, v1, v2, v3", 0x87654321, 0x0f9e8d7c, 0x0b0a0908) == 0xff0000ff);
  CHECK(result("v_perm_b32 v0, v1, v2, v3", 0, 0, 0xff0d0c0c) == 0xffff0000);
  CHECK(result("v_lerp_u8 v0, v1, v2, v3", 0x01020304, 0x02030407, 0x00010001) == 0x01030306);
  CHECK(result("v_sad_u8 v0, v1, v2, v3", 0x01ff0510, 0x0300050f, 100) == 358);
  CHECK(result("v_sad_hi_u8 v0, v1, v2, v3", 0x00000001, 0x00000003, 5) == 0x20005);
  CHECK(result("v_sad_u16 v0, v1, v2, v3", 0x00050001, 0x00010003, 1) == 7);
  CHECK(result("v_sad_u32 v0, v1, v2, v3", 5, 9, 1) == 5);
  CHECK(result("v_msad_u8 v0, v1, v2, v3", 0x05050505, 0x01000300, 0) == 6);
  VectorBench bench;
  bench.setPair(2, 0, uint64_t{0x0000070605040302});
  bench.v(4) = 0x05040302;
  bench.setPair(6, 0, uint64_t{0x000a000000000000});
  bench.run("v_qsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]");
  CHECK(bench.pair(0) == 0x0018000800040000);
  for (unsigned reg = 6; reg < 10; ++reg)
    bench.v(reg) = 1;
  bench.run("v_mqsad_u32_u8 v[10:13], v[2:3], v4, v[6:9]");
  CHECK(bench.v(10) == 1);
  CHECK(bench.v(11) == 5);
}

TEST_CASE("dot products", "[vector][dot]") {
  CHECK(result("v_dot4_i32_iu8 v0, v1, v2, v3", 0x01ff0203, 0x01010101, 10) ==
        0x1 + 255 + 2 + 3 + 10);
  CHECK(result("v_dot4_i32_iu8 v0, v1, v2, v3 neg_lo:[1,1,0]", 0x01ff0203, 0x01010101, 10) == 15);
  CHECK(result("v_dot4_u32_u8 v0, v1, v2, v3", 0x01ff0203, 0x01010101, 10) == 271);
  CHECK(result("v_dot4_u32_u8 v0, v1, v2, v3 clamp", minusOne, minusOne, minusOne) == minusOne);
  CHECK(result("v_dot8_i32_iu4 v0, v1, v2, v3 neg_lo:[1,0,0]", 0x0000000f, 0x00000003, 0) ==
        static_cast<uint32_t>(-3));
  CHECK(result("v_dot8_u32_u4 v0, v1, v2, v3", 0x11111111, 0x12345678, 1) == 37);
  // (1, 2) . (3, 4) + 0.5 in f16; the last with one half negated and the halves exchanged.
  const uint32_t a = 0x3c00 | 0x4000u << 16, b = 0x4200 | 0x4400u << 16, c = 0x3f000000;
  CHECK(result("v_dot2_f32_f16 v0, v1, v2, v3", a, b, c) == 0x41380000);
  CHECK(result("v_dot2_f32_f16 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[0,1,1] neg_lo:[0,1,0]", a,
               b, c) == 0xbfc00000);
  CHECK(result("v_dot2_f32_f16 v0, v1, v2, v3 neg_lo:[0,0,1]", a, b, c) == 0x41280000);
  CHECK(result("v_dot2_f16_f16 v0.l, v1, v2, v3.l", a, b, 0x3800) == 0x49c0);
  CHECK(result("v_dot2_f32_bf16 v0, v1, v2, v3", 0x3f80 | 0x4000u << 16, 0x4040 | 0x4080u << 16,
               c) == 0x41380000);
  CHECK(result("v_dot2c_f32_f16 v0, v1, v2", a, b, 0, "gfx950") == 0x41300000);
}
