//===- HalfTest.cpp - 16-bit operations and register halves ----------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t h1 = 0x3c00, h2 = 0x4000, h3 = 0x4200, hInf = 0x7c00, hMax = 0x7bff;
} // namespace

TEST_CASE("f16 operations read and write halves and keep the other half", "[vector][f16]") {
  VectorBench bench;
  bench.setAll(0, 0xaaaabbbb);
  bench.setAll(1, h1 | h2 << 16);
  bench.setAll(2, h2 | h3 << 16);
  bench.run("v_add_f16 v0.l, v1.l, v2.l");
  CHECK(bench.v(0) == (0xaaaa0000 | h3));
  bench.run("v_add_f16 v0.h, v1.h, v2.h");
  CHECK(bench.v(0) == (0x45000000 | h3)); // 2 + 3
  bench.run("v_add_f16_e64 v200.h, v1.l, -|v2.h|");
  CHECK(bench.v(200) == 0xc0000000); // 1 - 3
  bench.run("v_mov_b16 v0.h, v1.l; v_mov_b16 v0.l, 0x1234");
  CHECK(bench.v(0) == (h1 << 16 | 0x1234));
}

TEST_CASE("f16 results round to nearest even, denormals included", "[vector][f16]") {
  VectorBench bench;
  // 2048 + 1 is a tie (even below), 2048 + 3 a tie (even above); 65504 + 16 ties to infinity.
  bench.set(1, {0x6800, 0x6800, hMax, 0x0001, 0x8000});
  bench.set(2, {h1, h3, 0x4c00, 0x0001, 0x8000});
  bench.run("v_add_f16 v0.l, v1.l, v2.l");
  CHECK(bench.lanes(0, 5) == Words{0x6800, 0x6802, hInf, 0x0002, 0x8000});
  // The smallest denormal times a half: a tie that rounds to zero; times 0.75, up.
  bench.set(1, {0x0001, 0x0001, 0x8001});
  bench.set(2, {0x3800, 0x3a00, 0x3a00});
  bench.run("v_mul_f16 v0.l, v1.l, v2.l");
  CHECK(bench.lanes(0, 3) == Words{0x0000, 0x0001, 0x8001});
}

TEST_CASE("f16 fused multiply-add rounds once", "[vector][f16]") {
  VectorBench bench;
  // (1 + 2^-10) * (1 + 2^-10) = 1 + 2^-9 + 2^-20; minus 1 leaves 2^-9 + 2^-20, which rounds up only
  // if the product was exact: 0x1800 is 2^-9, its spacing 2^-19.
  bench.set(1, {0x3c01, 0x6800, 0x3c01});
  bench.set(2, {0x3c01, h1, 0x3c01});
  bench.set(3, {0xbc00, 0x1400 /* 2^-10: below the tie */, 0x0001});
  bench.run("v_fma_f16 v0.l, v1.l, v2.l, v3.l");
  CHECK(bench.v(0, 0) == 0x1800);
  CHECK(bench.v(0, 1) == 0x6800);
  CHECK(bench.v(0, 2) == 0x3c02); // 1 + 2^-9 + 2^-20 + 2^-24
  bench.v(3) = h1 | h2 << 16;
  bench.v(1) = h2 | h3 << 16;
  bench.run("v_fmac_f16 v3.h, v1.l, v1.h");
  CHECK(bench.v(3) == (h1 | 0x48000000)); // 2 * 3 + 2
}

TEST_CASE("packed operations pick their halves", "[vector][packed]") {
  VectorBench bench;
  bench.v(1) = h1 | h2 << 16;
  bench.v(2) = h2 | h3 << 16;
  bench.run("v_pk_add_f16 v0, v1, v2");
  CHECK(bench.v(0) == (h3 | 0x45000000));
  bench.run("v_pk_add_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,0]");
  CHECK(bench.v(0) == (0x4400 /* 2 + 2 */ | h3 << 16 /* 1 + 2 */));
  bench.run("v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[1,0]");
  CHECK(bench.v(0) == (0xbc00 /* 1 - 2 */ | h1 << 16 /* 3 - 2 */));
  // The inline constant 1.0 is in the low half alone.
  bench.run("v_pk_add_f16 v0, v1, 1.0; v_pk_add_f16 v3, v1, 1.0 op_sel_hi:[1,0]");
  CHECK(bench.v(0) == (h2 | h2 << 16));
  CHECK(bench.v(3) == (h2 | h3 << 16));
  // Integer constants are sign-extended.
  bench.run("v_pk_add_u16 v0, v1, -1");
  CHECK(bench.v(0) == (0x3bff | 0x3fffu << 16));
  bench.v(1) = 0xfffe7fff;
  bench.v(2) = 0x00030001;
  bench.run(
      "v_pk_add_u16 v0, v1, v2 clamp; v_pk_add_i16 v3, v1, v2 clamp; v_pk_sub_i16 v4, v2, v1");
  CHECK(bench.v(0) == 0xffff8000);
  CHECK(bench.v(3) == 0x00017fff);
  CHECK(bench.v(4) == 0x00058002);
  bench.run(
      "v_pk_lshlrev_b16 v0, v2, v1; v_pk_ashrrev_i16 v3, v2, v1; v_pk_mad_u16 v4, v1, v2, v2");
  CHECK(bench.v(0) == (0xfff0u << 16 | 0xfffe));
  CHECK(bench.v(3) == (0xffffu << 16 | 0x3fff));
  CHECK(bench.v(4) == (0xfffdu << 16 | 0x8000));
}

TEST_CASE("16-bit integers", "[vector][i16]") {
  VectorBench bench;
  bench.setAll(0, 0);
  bench.v(1) = 0x7fff8001;
  bench.v(2) = 0x00020004;
  bench.run("v_add_nc_u16 v0.l, v1.h, v2.h; v_add_nc_u16 v0.h, v1.l, v2.l clamp");
  CHECK(bench.v(0) == 0x80058001);
  bench.run("v_add_nc_i16 v0.l, v1.h, v2.h clamp; v_sub_nc_i16 v0.h, v1.l, v2.l clamp");
  CHECK(bench.v(0) == 0x80007fff);
  bench.run("v_lshlrev_b16 v0.l, v2.l, v1.l; v_lshrrev_b16 v0.h, v2.h, v1.l");
  CHECK(bench.v(0) == 0x20000010);
  bench.run("v_ashrrev_i16 v0.l, v2.l, v1.l; v_mul_lo_u16 v0.h, v1.h, v2.h");
  CHECK(bench.v(0) == 0xfffef800);
  bench.run("v_mad_u32_u16 v3, v1.h, v2.l, 7; v_mad_i32_i16 v4, v1.l, v2.h, 1");
  CHECK(bench.v(3) == 0x7fffu * 4 + 7);
  CHECK(bench.v(4) == static_cast<uint32_t>(-32767 * 2 + 1));
  bench.run("v_max_i16 v0.l, v1.l, v2.l; v_max_u16 v0.h, v1.l, v2.l");
  CHECK(bench.v(0) == 0x80010004);
  bench.run("v_med3_i16 v0.l, v1.l, v2.l, v1.h; v_min3_u16 v0.h, v1.l, v2.l, v2.h");
  CHECK(bench.v(0) == 0x00020004);
  bench.s(2) = 1;
  bench.run("v_cndmask_b16 v0.l, v1.l, v1.h, s2; v_pack_b32_f16 v3, v1.h, v2.l");
  CHECK(bench.v(0) == 0x00027fff);
  CHECK(bench.v(3) == 0x00047fff);
}
