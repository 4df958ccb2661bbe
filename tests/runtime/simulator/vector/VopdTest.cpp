//===- VopdTest.cpp - Dual issue -------------------------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

TEST_CASE("both halves of a pair read before either writes", "[vector][vopd]") {
  VectorBench bench;
  bench.setAllF(0, 1.0f);
  bench.setAllF(1, 2.0f);
  bench.run("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0");
  CHECK(bench.f(0) == 2.0f);
  CHECK(bench.f(1) == 1.0f);
  bench.run("v_dual_add_f32 v0, v1, v1 :: v_dual_mul_f32 v1, v0, v0");
  CHECK(bench.f(0) == 2.0f);
  CHECK(bench.f(1) == 4.0f);
}

TEST_CASE("every operation of a pair", "[vector][vopd]") {
  VectorBench bench;
  const auto reset = [&] {
    bench.setAllF(2, 3.0f);
    bench.setAllF(3, 5.0f);
    bench.setAllF(5, 7.0f);
    bench.setAllF(4, 1.0f);
    bench.setAllF(7, 2.0f);
    bench.setAll(8, 0x3c003c00);
    bench.setAll(9, 0x40004000);
    bench.setAll(12, 0x3f803f80);
    bench.setAll(13, 0x40004000);
  };
  const auto x = [&](const char *half) {
    reset();
    bench.run(std::string("v_dual_") + half + " :: v_dual_mov_b32 v1, v8");
    return bench.f(4);
  };
  CHECK(x("fmac_f32 v4, v2, v3") == 16.0f);
  CHECK(x("fmaak_f32 v4, v2, v3, 0x40000000") == 17.0f);
  CHECK(x("fmamk_f32 v4, v2, 0x40000000, v3") == 11.0f);
  CHECK(x("mul_f32 v4, v2, v3") == 15.0f);
  CHECK(x("add_f32 v4, v2, v3") == 8.0f);
  CHECK(x("sub_f32 v4, v2, v3") == -2.0f);
  CHECK(x("subrev_f32 v4, v2, v3") == 2.0f);
  CHECK(x("mul_dx9_zero_f32 v4, 0, v3") == 0.0f);
  CHECK(x("max_f32 v4, v2, v3") == 5.0f);
  CHECK(x("min_f32 v4, v2, v3") == 3.0f);
  CHECK(x("dot2acc_f32_f16 v4, v9, v9") == 9.0f);
  CHECK(x("dot2acc_f32_bf16 v4, v13, v13") == 9.0f);
  bench.wave.setLaneMaskAt(VccSlot, 1);
  CHECK(x("cndmask_b32 v4, v2, v3") == 5.0f);
  CHECK(bench.f(4, 1) == 3.0f);
  reset();
  bench.run("v_dual_mov_b32 v4, 1.0 :: v_dual_add_nc_u32 v7, 5, v8");
  CHECK(bench.v(7) == 0x3c003c05);
  bench.run("v_dual_mov_b32 v4, 0x12345678 :: v_dual_lshlrev_b32 v7, 4, v8");
  CHECK(bench.v(4) == 0x12345678);
  CHECK(bench.v(7) == 0xc003c000);
  bench.s(3) = 0xff;
  bench.v(8) = 0x1234abcd;
  bench.run("v_dual_mov_b32 v4, s3 :: v_dual_and_b32 v7, s3, v8");
  CHECK(bench.v(4) == 0xff);
  CHECK(bench.v(7) == 0xcd);
}

TEST_CASE("a pair respects EXEC and MODE", "[vector][vopd]") {
  VectorBench bench;
  bench.setAllF(0, 1.0f);
  bench.setAllF(1, 2.0f);
  bench.wave.setLaneMaskAt(ExecSlot, 2);
  bench.run("v_dual_add_f32 v0, v0, v0 :: v_dual_add_f32 v1, v1, v1");
  CHECK(bench.f(0, 0) == 1.0f);
  CHECK(bench.f(0, 1) == 2.0f);
  CHECK(bench.f(1, 1) == 4.0f);
  bench.wave.mode &= ~(3u << mode::denormSingleShift);
  bench.v(0, 1) = 1;
  bench.v(1, 1) = 1;
  bench.run("v_dual_add_f32 v0, v0, v0 :: v_dual_mov_b32 v1, v1");
  CHECK(bench.v(0, 1) == 0);
  CHECK(bench.v(1, 1) == 1);
}
