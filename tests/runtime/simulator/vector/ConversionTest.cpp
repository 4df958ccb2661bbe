//===- ConversionTest.cpp - Conversions between number formats -------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t quietNan = 0x7fc00000, inf = 0x7f800000, minusInf = 0xff800000;
uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

/// v0 after an instruction on v1, lane by lane; v0 starts as zeros.
Words convert(const std::string &instruction, const Words &inputs,
              llvm::StringRef gpu = "gfx1151") {
  VectorBench bench(gpu, gpu.starts_with("gfx9") ? 64 : 32);
  for (unsigned lane = 0; lane < inputs.size(); ++lane)
    bench.v(1, lane) = inputs[lane];
  bench.run(instruction);
  return bench.lanes(0, static_cast<unsigned>(inputs.size()));
}
} // namespace

TEST_CASE("f32 to integers truncates and saturates", "[vector][convert]") {
  CHECK(convert("v_cvt_i32_f32 v0, v1",
                {bits(-1.9f), bits(2147483648.0f), minusInf, quietNan, bits(2147483520.0f)}) ==
        Words{0xffffffff, 0x7fffffff, 0x80000000, 0, 0x7fffff80});
  CHECK(convert("v_cvt_u32_f32 v0, v1",
                {bits(-0.5f), bits(-7.0f), bits(4294967296.0f), inf, quietNan, bits(3e9f)}) ==
        Words{0, 0, 0xffffffff, 0xffffffff, 0, 3000000000u});
  CHECK(convert("v_cvt_floor_i32_f32 v0, v1", {bits(-1.5f), bits(1.5f)}) == Words{0xfffffffe, 1});
  CHECK(convert("v_cvt_nearest_i32_f32 v0, v1", {bits(-1.5f), bits(1.5f), bits(0.49999997f),
                                                 bits(-0.5f)}) == Words{0xffffffff, 2, 0, 0});
}

TEST_CASE("integers to f32 round to nearest even", "[vector][convert]") {
  CHECK(convert("v_cvt_f32_i32 v0, v1", {0xffffffff, 16777217, 0x80000000, 16777219}) ==
        Words{bits(-1.0f), bits(16777216.0f), bits(-2147483648.0f), bits(16777220.0f)});
  CHECK(convert("v_cvt_f32_u32 v0, v1", {0xffffffff, 0xffffff7f}) ==
        Words{bits(4294967296.0f), bits(4294967040.0f)});
  CHECK(convert("v_cvt_f32_ubyte2 v0, v1", {0x12ab3456}) == Words{bits(171.0f)});
  CHECK(convert("v_cvt_off_f32_i4 v0, v1", {7, 8, 15, 0xf0}) ==
        Words{bits(0.4375f), bits(-0.5f), bits(-0.0625f), 0});
}

TEST_CASE("f32 and f16", "[vector][convert]") {
  CHECK(convert("v_cvt_f16_f32 v0.l, v1",
                {bits(1.0f), bits(65519.0f), bits(65520.0f), bits(0x1p-25f), bits(0x1.8p-25f), inf,
                 0x7f800001, bits(-0.0f), bits(2049.0f), bits(2051.0f)}) ==
        Words{0x3c00, 0x7bff, 0x7c00, 0, 1, 0x7c00, 0x7e00, 0x8000, 0x6800, 0x6802});
  CHECK(
      convert("v_cvt_f32_f16 v0, v1.l", {0x3c00, 0x0001, 0xfc00, 0x7c01, 0x83ff, 0x7bff}) ==
      Words{bits(1.0f), bits(0x1p-24f), minusInf, 0x7fc02000, bits(-0x1.ff8p-15f), bits(65504.0f)});
  CHECK(convert("v_cvt_f32_f16 v0, -|v1.h|", {0x3c000000}) == Words{bits(-1.0f)});
  // Toward zero whatever MODE says.
  CHECK(convert("v_cvt_pk_rtz_f16_f32 v0, v1, 0x477fffff",
                {bits(65519.0f), bits(-1.9999f), bits(70000.0f), inf}) ==
        Words{0x7bff7bff, 0x7bffbfff, 0x7bff7bff, 0x7bff7c00});
}

TEST_CASE("f16 and 16-bit integers", "[vector][convert]") {
  CHECK(convert("v_cvt_i16_f16 v0.l, v1.l", {0x7bff, 0xfbff, 0xbe00, 0x7e00}) ==
        Words{0x7fff, 0x8000, 0xffff, 0});
  CHECK(convert("v_cvt_u16_f16 v0.l, v1.l", {0x7bff, 0xbc00, 0x7c00}) == Words{65504, 0, 0xffff});
  CHECK(convert("v_cvt_f16_u16 v0.l, v1.l", {65535, 2049}) == Words{0x7c00, 0x6800});
  CHECK(convert("v_cvt_f16_i16 v0.l, v1.l", {0x8000, 0xffff}) == Words{0xf800, 0xbc00});
  CHECK(convert("v_cvt_norm_i16_f16 v0.l, v1.l", {0x3c00, 0xbc00, 0x3800, 0x7e00}) ==
        Words{32767, 0x8001, 16384, 0});
  CHECK(convert("v_cvt_i32_i16 v0, v1.l", {0x8000}) == Words{0xffff8000});
  CHECK(convert("v_cvt_u32_u16 v0, v1.h", {0x80001234}) == Words{0x8000});
  CHECK(convert("v_sat_pk_u8_i16 v0.l, v1", {0x0101ff00, 0x007f0100}) == Words{0xff00, 0x7fff});
}

TEST_CASE("packing conversions", "[vector][convert]") {
  CHECK(convert("v_cvt_pk_norm_i16_f32 v0, v1, -1.0", {bits(2.0f), bits(0.5f)}) ==
        Words{0x80017fff, 0x80014000});
  CHECK(convert("v_cvt_pk_norm_u16_f32 v0, v1, 1.0", {bits(-1.0f), bits(0.5f), quietNan}) ==
        Words{0xffff0000, 0xffff8000, 0xffff0000});
  CHECK(convert("v_cvt_pk_i16_i32 v0, v1, -1", {0x12345678, 0x80000000}) ==
        Words{0xffff7fff, 0xffff8000});
  CHECK(convert("v_cvt_pk_u16_u32 v0, v1, 5", {0x12345678}) == Words{0x0005ffff});
  CHECK(convert("v_cvt_pk_i16_f32 v0, v1, 2.0", {bits(-1e9f), bits(3.7f)}) ==
        Words{0x00028000, 0x00020003});
  CHECK(convert("v_cvt_pk_u16_f32 v0, v1, 2.0", {bits(-1e9f), bits(1e9f)}) ==
        Words{0x00020000, 0x0002ffff});
  CHECK(convert("v_cvt_pk_u8_f32 v0, v1, 1, -1", {bits(77.9f), bits(300.0f), bits(-3.0f)}) ==
        Words{0xffff4dff, 0xffffffff, 0xffff00ff});
}

TEST_CASE("f64", "[vector][convert]") {
  VectorBench bench;
  bench.setPair(2, 0, 16777217.0);
  bench.setPair(2, 1, -1e300);
  bench.setPair(2, 2, 4294967295.9);
  bench.setPair(2, 3, std::bit_cast<double>(uint64_t{0x7ff0000000000001}));
  bench.run("v_cvt_f32_f64 v0, v[2:3]; v_cvt_i32_f64 v1, v[2:3]; v_cvt_u32_f64 v4, v[2:3]");
  CHECK(bench.f(0, 0) == 16777216.0f);
  CHECK(bench.v(0, 1) == minusInf);
  CHECK(bench.v(0, 3) == quietNan);
  CHECK(bench.lanes(1, 4) == Words{16777217, 0x80000000, 0x7fffffff, 0});
  CHECK(bench.lanes(4, 4) == Words{16777217, 0, 0xffffffff, 0});
  bench.v(5) = 0xfffffffe;
  bench.run("v_cvt_f64_i32 v[0:1], v5; v_cvt_f64_u32 v[2:3], v5; v_cvt_f64_f32 v[6:7], 0.5");
  CHECK(bench.d(0) == -2.0);
  CHECK(bench.d(2) == 4294967294.0);
  CHECK(bench.d(6) == 0.5);
}

TEST_CASE("bf16 conversions of gfx950", "[vector][convert]") {
  CHECK(convert("v_cvt_pk_bf16_f32 v0, v1, 1.0",
                {bits(1.0f), 0x3f808000, 0x3f818000, 0x7f7fffff, 0x7f800001, 0x7fffffff},
                "gfx950") ==
        Words{0x3f803f80, 0x3f803f80, 0x3f803f82, 0x3f807f80, 0x3f807fc0, 0x3f807fff});
  CHECK(convert("v_cvt_f32_bf16 v0, v1", {0x12343f80, 0x0001}, "gfx950") ==
        Words{bits(1.0f), 0x00010000});
}
