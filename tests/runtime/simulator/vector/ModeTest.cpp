//===- ModeTest.cpp - Rounding, denormals, clamp, omod, IEEE ---------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t quietNan = 0x7fc00001, signalingNan = 0x7f800001, minusZero = 0x80000000;

void setRound(VectorBench &bench, uint32_t single, uint32_t dbl) {
  bench.wave.mode =
      (bench.wave.mode & ~0xfu) | single << mode::roundSingleShift | dbl << mode::roundDoubleShift;
}
void setDenormals(VectorBench &bench, uint32_t single, uint32_t dbl) {
  bench.wave.mode = (bench.wave.mode & ~0xf0u) | single << mode::denormSingleShift |
                    dbl << mode::denormDoubleShift;
}
} // namespace

TEST_CASE("MODE's rounding modes", "[vector][mode]") {
  // 1 + 2^-25 lies between 1 and its neighbour; the mirror image is negative.
  const auto sum = [](uint32_t round) {
    VectorBench bench;
    bench.set(1, {0x3f800000, 0xbf800000});
    bench.set(2, {0x33000000, 0xb3000000});
    setRound(bench, round, 0);
    bench.run("v_add_f32 v0, v1, v2");
    return bench.lanes(0, 2);
  };
  CHECK(sum(0) == Words{0x3f800000, 0xbf800000});
  CHECK(sum(1) == Words{0x3f800001, 0xbf800000}); // up
  CHECK(sum(2) == Words{0x3f800000, 0xbf800001}); // down
  CHECK(sum(3) == Words{0x3f800000, 0xbf800000}); // toward zero

  // The f16 field is the one of f64. 70000 overflows: to infinity, or to the largest number.
  const auto half = [](uint32_t round) {
    VectorBench bench;
    bench.setF(1, {1.0f + 1.0f / 4096, -1.0f - 1.0f / 4096, 70000.0f, -70000.0f, 1e-9f});
    setRound(bench, 0, round);
    bench.setAll(0, 0);
    bench.run("v_cvt_f16_f32 v0.l, v1");
    return bench.lanes(0, 5);
  };
  CHECK(half(0) == Words{0x3c00, 0xbc00, 0x7c00, 0xfc00, 0});
  CHECK(half(1) == Words{0x3c01, 0xbc00, 0x7c00, 0xfbff, 1});
  CHECK(half(2) == Words{0x3c00, 0xbc01, 0x7bff, 0xfc00, 0});
  CHECK(half(3) == Words{0x3c00, 0xbc00, 0x7bff, 0xfbff, 0});

  VectorBench bench;
  bench.setPair(2, 0, 1.0);
  bench.setPair(4, 0, 0x1p-60);
  setRound(bench, 0, 1);
  bench.run("v_add_f64 v[0:1], v[2:3], v[4:5]");
  CHECK(bench.pair(0) == 0x3ff0000000000001);
}

TEST_CASE("integers become floats in MODE's rounding", "[vector][mode]") {
  const auto convert = [](uint32_t round, const std::string &operation) {
    VectorBench bench;
    bench.set(1, {0, 1, 0x01000001, 0xffffffff}); // 2^24 + 1 lies between two f32
    setRound(bench, round, round);
    bench.run(operation + " v0, v1");
    return bench.lanes(0, 4);
  };
  using namespace std::string_literals;
  const auto fromUnsigned = "v_cvt_f32_u32"s, fromSigned = "v_cvt_f32_i32"s;
  CHECK(convert(0, fromUnsigned) == Words{0, 0x3f800000, 0x4b800000, 0x4f800000});
  CHECK(convert(1, fromUnsigned) == Words{0, 0x3f800000, 0x4b800001, 0x4f800000}); // up
  CHECK(convert(2, fromUnsigned) == Words{0, 0x3f800000, 0x4b800000, 0x4f7fffff}); // down
  CHECK(convert(3, fromUnsigned) == Words{0, 0x3f800000, 0x4b800000, 0x4f7fffff}); // toward zero
  CHECK(convert(2, fromSigned) == Words{0, 0x3f800000, 0x4b800000, 0xbf800000});
  CHECK(convert(2, "v_cvt_f32_ubyte0") == Words{0, 0x3f800000, 0x3f800000, 0x437f0000});

  VectorBench halves;
  halves.set(1, {0, 1, 0x0801, 0xffff}); // 2^11 + 1 lies between two f16
  halves.setAll(0, 0);
  setRound(halves, 2, 2);
  halves.run("v_cvt_f16_u16 v0.l, v1.l");
  CHECK(halves.lanes(0, 4) == Words{0, 0x3c00, 0x6800, 0x7bff});

  for (const std::string &operation : {"v_cvt_f64_u32"s, "v_cvt_f64_i32"s}) {
    VectorBench bench;
    bench.set(2, {0, 1});
    setRound(bench, 2, 2);
    bench.run(operation + " v[0:1], v2");
    CHECK(bench.pair(0, 0) == 0);
    CHECK(bench.pair(0, 1) == 0x3ff0000000000000);
  }
}

TEST_CASE("MODE's denormal settings", "[vector][mode]") {
  VectorBench bench;
  bench.set(1, {0x00400000, 0x80400000, 0x00800000});
  bench.setF(2, {2.0f, 2.0f, 0.5f});
  setDenormals(bench, 0, 3);
  bench.run("v_mul_f32 v0, v1, v2");
  CHECK(bench.lanes(0, 3) == Words{0, minusZero, 0});
  setDenormals(bench, 1, 3); // inputs kept, results flushed
  bench.run("v_mul_f32 v0, v1, v2");
  CHECK(bench.lanes(0, 3) == Words{0x00800000, 0x80800000, 0});
  setDenormals(bench, 2, 3); // inputs flushed, results kept
  bench.run("v_mul_f32 v0, v1, v2; v_mov_b32 v3, v1; v_cndmask_b32 v4, v1, v1, vcc_lo");
  CHECK(bench.lanes(0, 3) == Words{0, minusZero, 0x00400000});
  CHECK(bench.lanes(3, 2) == Words{0x00400000, 0x80400000}); // moves flush nothing
  CHECK(bench.v(4) == 0x00400000);

  setDenormals(bench, 3, 0);
  bench.set(1, {0x0001, 0x0400});
  bench.set(2, {0x4000, 0x3800});
  bench.setAll(0, 0);
  bench.run("v_mul_f16 v0.l, v1.l, v2.l");
  CHECK(bench.lanes(0, 2) == Words{0, 0});
  setDenormals(bench, 3, 3);
  bench.run("v_mul_f16 v0.l, v1.l, v2.l");
  CHECK(bench.lanes(0, 2) == Words{2, 0x0200});
}

TEST_CASE("conversions to pairs of f16 flush denormals as MODE says", "[vector][mode]") {
  // 2^-20 and -1.5 * 2^-15, which are denormals of f16, and its smallest normal number.
  for (const char *operation : {"v_cvt_pk_f16_f32 v0, v1, v2", "v_cvt_pkrtz_f16_f32 v0, v1, v2"}) {
    INFO(operation);
    VectorBench bench("gfx950", 64);
    bench.set(1, {0x35800000, 0x38800000});
    bench.set(2, {0xb8400000, 0xb8400000});
    setDenormals(bench, 0, 3);
    bench.run(operation);
    CHECK(bench.lanes(0, 2) == Words{0x83000010, 0x83000400});
    setDenormals(bench, 3, 1);
    bench.run(operation);
    CHECK(bench.lanes(0, 2) == Words{0x80000000, 0x80000400});
  }
}

TEST_CASE("conversions to pairs of f16 round as MODE says of f16", "[vector][mode]") {
  VectorBench bench("gfx950", 64);
  // 17.625 units of f16's denormals, and 1 + 1.625 units of its numbers from 1 to 2.
  bench.set(1, {0x358d0000});
  bench.set(2, {0x3f803400});
  const uint32_t plain = bench.wave.mode & ~0xfu;
  bench.wave.mode = plain | 2 << mode::roundSingleShift;
  bench.run("v_cvt_pk_f16_f32 v0, v1, v2");
  CHECK(bench.v(0) == 0x3c020012);
  bench.wave.mode = plain | 2 << mode::roundDoubleShift;
  bench.run("v_cvt_pk_f16_f32 v0, v1, v2");
  CHECK(bench.v(0) == 0x3c010011);
}

TEST_CASE("clamp and DX10 clamp", "[vector][mode]") {
  VectorBench bench;
  bench.set(1, {0x40000000, 0xbf800000, 0x3f000000, quietNan, minusZero});
  bench.run("v_mul_f32 v0, 1.0, v1 clamp");
  CHECK(bench.lanes(0, 5) == Words{0x3f800000, 0, 0x3f000000, 0, 0});
  bench.wave.mode &= ~mode::dx10Clamp;
  bench.run("v_mul_f32 v0, 1.0, v1 clamp");
  CHECK(bench.v(0, 3) == quietNan);
  bench.set(1, {0xfffffff0, 0x7ffffff0});
  bench.set(2, {0x20, 0x20});
  bench.run("v_add_nc_u32 v0, v1, v2 clamp; v_add_nc_i32 v3, v1, v2 clamp; v_sub_nc_u32 v4, v2, v1 "
            "clamp");
  CHECK(bench.lanes(0, 2) == Words{0xffffffff, 0x80000010});
  CHECK(bench.lanes(3, 2) == Words{0x10, 0x7fffffff});
  CHECK(bench.lanes(4, 2) == Words{0, 0});
}

TEST_CASE("omod works only where denormal results are flushed and IEEE is off", "[vector][mode]") {
  VectorBench bench;
  bench.setAllF(1, 3.0f);
  const char *scaled =
      "v_add_f32 v0, v1, v1 mul:4; v_add_f32 v2, v1, v1 div:2; v_mul_f32 v3, v1, v1 mul:2";
  bench.run(scaled);
  CHECK(bench.f(0) == 6.0f);
  setDenormals(bench, 0, 3);
  bench.run(scaled);
  CHECK(bench.f(0) == 6.0f);
  bench.wave.mode &= ~mode::ieee;
  bench.run(scaled);
  CHECK(bench.f(0) == 24.0f);
  CHECK(bench.f(2) == 3.0f);
  CHECK(bench.f(3) == 18.0f);
}

TEST_CASE("minimum and maximum", "[vector][minmax]") {
  VectorBench bench;
  bench.set(1, {0, minusZero, quietNan, 0x3f800000, signalingNan, quietNan});
  bench.set(2, {minusZero, 0, 0x3f800000, quietNan, 0x3f800000, 0x7fc00002});
  bench.run("v_min_f32 v0, v1, v2; v_max_f32 v3, v1, v2");
  CHECK(bench.lanes(0, 6) ==
        Words{minusZero, minusZero, 0x3f800000, 0x3f800000, signalingNan | 0x400000, quietNan});
  CHECK(bench.lanes(3, 5) == Words{0, 0, 0x3f800000, 0x3f800000, signalingNan | 0x400000});
  bench.wave.mode &= ~mode::ieee;
  bench.run("v_min_f32 v0, v1, v2");
  CHECK(bench.v(0, 4) == 0x3f800000); // without IEEE a signalling NaN is any NaN
  bench.setF(1, {1.0f, 3.0f, 2.0f});
  bench.setF(2, {2.0f, 2.0f, 3.0f});
  bench.setF(3, {3.0f, 1.0f, 1.0f});
  bench.run("v_med3_f32 v0, v1, v2, v3; v_min3_f32 v4, v1, v2, v3; v_max3_f32 v5, v1, v2, v3\n"
            "v_minmax_f32 v6, v1, v2, v3; v_maxmin_f32 v7, v1, v2, v3");
  for (unsigned lane = 0; lane < 3; ++lane) {
    CHECK(bench.f(0, lane) == 2.0f);
    CHECK(bench.f(4, lane) == 1.0f);
    CHECK(bench.f(5, lane) == 3.0f);
  }
  CHECK(bench.f(6) == 3.0f);
  CHECK(bench.f(7) == 2.0f);
  CHECK(bench.f(7, 1) == 1.0f);
  bench.v(1) = quietNan;
  bench.run("v_med3_f32 v0, v1, v2, v3");
  CHECK(bench.f(0) == 2.0f); // with a NaN, the least of the rest
}
