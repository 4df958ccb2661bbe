//===- ScaleTest.cpp - gfx950's conversions with a scale -------------------===//
#include "SmallFloat.h"
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
constexpr uint32_t one = 0x3f800000, two = 0x40000000, half = 0x3f000000, four = 0x40800000;

/// v0 after an instruction on v1, v2, v3, v4 in lane 0; v0 starts as 0xaabbccdd.
uint32_t result(const std::string &instruction, std::initializer_list<uint32_t> sources,
                uint32_t extraMode = 0) {
  VectorBench bench("gfx950", 64);
  bench.wave.mode |= extraMode;
  bench.v(0) = 0xaabbccdd;
  unsigned reg = 1;
  for (uint32_t source : sources)
    bench.v(reg++) = source;
  bench.run("v_cvt_scalef32_" + instruction);
  return bench.v(0);
}
/// The codes of two numbers over a scale, in the low byte.
uint32_t toFp4(uint32_t a, uint32_t b, uint32_t scale) {
  return result("pk_fp4_f32 v0, v1, v2, v3", {a, b, scale}) & 0xff;
}
/// v[0:1] of a widening of v2 by v3.
std::vector<uint32_t> pairOf(const std::string &operation, uint32_t source, uint32_t scale,
                             const std::string &opSel = "") {
  VectorBench bench("gfx950", 64);
  bench.v(2) = source;
  bench.v(3) = scale;
  bench.run("v_cvt_scalef32_" + operation + " v[0:1], v2, v3 " + opSel);
  return {bench.v(0), bench.v(1)};
}
using Pair = std::vector<uint32_t>;
} // namespace

TEST_CASE("two numbers to fp4: rounding, saturation, sign", "[vector][scale]") {
  CHECK(toFp4(bits(1.0f), bits(6.0f), one) == 0x72);
  CHECK(toFp4(bits(0.25f), bits(0.75f), one) == 0x20); // ties to even codes
  CHECK(toFp4(bits(1.25f), bits(1.75f), one) == 0x42);
  CHECK(toFp4(bits(2.5f), bits(3.5f), one) == 0x64);
  CHECK(toFp4(bits(5.0f), bits(7.0f), one) == 0x76);
  CHECK(toFp4(bits(0.2500001f), bits(4.999999f), one) == 0x61);
  CHECK(toFp4(bits(-1e30f), bits(-0.0f), one) == 0x8f);
  CHECK(toFp4(bits(INFINITY), bits(-INFINITY), one) == 0xf7);
  CHECK(toFp4(0x7fc00000, 0xff800001, one) == 0xf7); // NaN
}

TEST_CASE("the scale is an exponent", "[vector][scale]") {
  CHECK(toFp4(bits(4.0f), bits(10.0f), four) == 0x42);        // 1 and 2.5
  CHECK(toFp4(bits(4.0f), bits(10.0f), bits(-7.9f)) == 0x42); // only the exponent counts
  CHECK(toFp4(bits(0.5f), bits(1.0f), half) == 0x42);
  // Exponent 0 is 2^-127: 2^-126 and the denormals 2^-127 and 1.5 * 2^-128.
  CHECK(toFp4(0x00800000, 0x00400000, 0) == 0x24);
  CHECK(toFp4(0x00300000, 0x80300000, 0) == 0xa2);
  CHECK(toFp4(0x7f000000, 0x7f800000, 0x7f000000) == 0x72); // 2^127 over 2^127
  CHECK(toFp4(one, bits(-1.0f), 0x7f800000) == 0xf7);       // a NaN
  // MODE's rounding and denormals do not matter.
  constexpr uint32_t upward = 1u << mode::roundSingleShift | 1u << mode::roundDoubleShift;
  CHECK((result("pk_fp4_f32 v0, v1, v2, v3", {bits(1.25f), bits(2.5f), one}, upward) & 0xff) ==
        0x42);
  VectorBench bench("gfx950", 64);
  bench.wave.mode &= ~(3u << mode::denormSingleShift | 3u << mode::denormDoubleShift);
  bench.v(1) = 0x00400000;
  bench.run("v_cvt_scalef32_pk_fp4_f32 v0, v1, v1, 0");
  CHECK((bench.v(0) & 0xff) == 0x22);
}

TEST_CASE("op_sel chooses the part of the destination", "[vector][scale]") {
  const std::initializer_list<uint32_t> numbers = {bits(1.0f), bits(6.0f), one};
  CHECK(result("pk_fp4_f32 v0, v1, v2, v3", numbers) == 0xaabbcc72);
  CHECK(result("pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,1,0]", numbers) == 0xaabb72dd);
  CHECK(result("pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,0,1]", numbers) == 0xaa72ccdd);
  CHECK(result("pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,1,1]", numbers) == 0x72bbccdd);
  CHECK(result("pk_fp8_f32 v0, v1, v2, v3", {bits(8.0f), bits(-896.0f), two}) == 0xaabbfe48);
  CHECK(result("pk_fp8_f32 v0, v1, v2, v3 op_sel:[0,0,0,1]", {bits(8.0f), bits(-896.0f), two}) ==
        0xfe48ccdd);
  CHECK(result("f16_fp8 v0, v1, v2", {0x48403800, one}) == 0xaabb0000);
  CHECK(result("f16_fp8 v0, v1, v2 op_sel:[1,0,0]", {0x48403800, one}) == 0xaabb3c00);
  CHECK(result("f16_fp8 v0, v1, v2 op_sel:[0,1,1]", {0x48403800, one}) == 0x4000ccdd);
  CHECK(result("f16_bf8 v0, v1, v2 op_sel:[1,1,1]", {0x44000000, two}) == 0x4800ccdd); // 4 * 2
  CHECK(result("f32_fp8 v0, v1, v2 op_sel:[1,1,0]", {0x48403800, one}) == four);
  CHECK(result("f32_bf8 v0, v1, v2 op_sel:[0,1,0]", {0x003c0000, half}) == half);
}

TEST_CASE("op_sel chooses the part of the source", "[vector][scale]") {
  CHECK(pairOf("pk_f32_fp4", 0x00007200, four, "op_sel:[1,0,0]") == Pair{four, bits(24.0f)});
  CHECK(pairOf("pk_f32_fp4", 0x00f90000, one, "op_sel:[0,1,0]") == Pair{bits(-0.5f), bits(-6.0f)});
  CHECK(pairOf("pk_f32_fp4", 0x35000000, one, "op_sel:[1,1,0]") == Pair{bits(3.0f), bits(1.5f)});
  CHECK(pairOf("pk_f32_fp8", 0x38400000, one, "op_sel:[1,0,0]") == Pair{two, one});
  CHECK(pairOf("pk_f32_bf8", 0x00003c40, one) == Pair{two, one});
  CHECK(result("pk_f16_fp4 v0, v1, v2 op_sel:[1,0,0]", {0x7200, four}) == 0x4e004400); // 24, 4
  CHECK(result("pk_bf16_fp4 v0, v1, v2 op_sel:[0,1,0]", {0x720000, four}) == 0x41c04080);
  CHECK(result("pk_f16_fp8 v0, v1, v2 op_sel:[1,0,0]", {0x38400000, half}) == 0x38003c00);
  CHECK(result("pk_f16_bf8 v0, v1, v2", {0x3c40, half}) == 0x38003c00);
  CHECK(result("pk_bf16_fp8 v0, v1, v2", {0x3840, half}) == 0x3f003f80);
  CHECK(result("pk_bf16_bf8 v0, v1, v2", {0x3c40, half}) == 0x3f003f80);
}

TEST_CASE("the edges of what small floats widen to", "[vector][scale]") {
  // 6 * 2^127 overflows f32, 2^127 does not; 0.5 * 2^-127 is a denormal.
  CHECK(pairOf("pk_f32_fp4", 0x72, 0x7f000000) == Pair{0x7f000000, 0x7f800000});
  CHECK(pairOf("pk_f32_fp4", 0x91, 0) == Pair{0x00200000, 0x80200000});
  CHECK(pairOf("pk_f32_fp8", 0xff7f, one) == Pair{0x7fc00000, 0xffc00000});      // NaN
  CHECK(pairOf("pk_f32_bf8", 0xfc7c, half) == Pair{0x7f800000, 0xff800000});     // infinity
  CHECK(pairOf("pk_f32_fp4", 0x80, 0x7f800000) == Pair{0x7fc00000, 0xffc00000}); // a NaN scale
  // f16: 6 * 2^14 overflows; 1.5 * 2^-24 is a tie between one and two of its units.
  const uint32_t scale14 = 0x46800000, scaleMinus24 = 0x33800000;
  CHECK(result("pk_f16_fp4 v0, v1, v2", {0x72, scale14}) == 0x7c007400);
  CHECK(result("pk_f16_fp4 v0, v1, v2", {0x72, scale14}, mode::fp16Overflow) == 0x7bff7400);
  CHECK(result("pk_f16_fp4 v0, v1, v2", {0x31, scaleMinus24}) == 0x00020000);
  CHECK(result("pk_f16_bf8 v0, v1, v2", {0x7c7f, one}, mode::fp16Overflow) == 0x7c007e00);
  // bf16's smallest denormal is 2^-133: 2^-6 (fp8's smallest normal number) * 2^-127.
  CHECK(result("pk_bf16_fp8 v0, v1, v2", {0x0c08, 0}) == 0x00020001);
}

TEST_CASE("what exceeds fp8 and bf8", "[vector][scale]") {
  const auto low = [](const std::string &operation, float value, uint32_t mode) {
    return result(operation + " v0, v1, v1, v2", {bits(value), one}, mode) & 0xff;
  };
  CHECK(low("pk_fp8_f32", 464.0f, 0) == 0x7e); // a tie, to the even 448
  CHECK(low("pk_fp8_f32", 465.0f, 0) == 0x7f);
  CHECK(low("pk_fp8_f32", -465.0f, mode::fp16Overflow) == 0xfe);
  CHECK(low("pk_bf8_f32", 61440.0f, 0) == 0x7c);
  CHECK(low("pk_bf8_f32", 61440.0f, mode::fp16Overflow) == 0x7b);
  CHECK(low("pk_bf8_f32", 61439.0f, 0) == 0x7b);
  // What is infinite stays so.
  CHECK(low("pk_fp8_f32", INFINITY, mode::fp16Overflow) == 0x7f);
  CHECK(low("pk_bf8_f32", -INFINITY, mode::fp16Overflow) == 0xfc);
  CHECK(low("pk_bf8_f32", NAN, mode::fp16Overflow) == 0x7f);
}

TEST_CASE("packed halves to small floats", "[vector][scale]") {
  CHECK(result("pk_fp8_f16 v0, v1, v2", {0xc0003c00, half}) == 0xaabbc840); // 2, -4
  CHECK(result("pk_bf8_f16 v0, v1, v2 op_sel:[0,0,1]", {0xc0003c00, one}) == 0xc03cccdd);
  CHECK(result("pk_fp8_f16 v0, v1, v2", {0x00010001, 0x33800000}) == 0xaabb3838); // 2^-24 / 2^-24
  CHECK(result("pk_fp8_bf16 v0, v1, v2", {0xc0403f80, one}) == 0xaabbc438);       // 1, -3
  CHECK(result("pk_bf8_bf16 v0, v1, v2", {0xc0403f80, one}) == 0xaabbc23c);
  CHECK(result("pk_fp4_f16 v0, v1, v2 op_sel:[0,0,1,0]", {0xc0003c00, one}) == 0xaabbc2dd);
  CHECK(result("pk_fp4_bf16 v0, v1, v2 op_sel:[0,0,1,1]", {0xc0403f80, one}) == 0xd2bbccdd);
  // neg and abs.
  CHECK((toFp4(0, 0, one)) == 0);
  CHECK(result("pk_fp4_f32 v0, -v1, |v2|, v3", {one, bits(-2.0f), one}) == 0xaabbcc4a);
  CHECK(result("pk_fp4_bf16 v0, -|v1|, v2", {0xc0403f80, one}) == 0xaabbccda);
  CHECK(result("pk_fp4_f16 v0, -v1, v2", {0xc0003c00, one}) == 0xaabbcc4a);
}

TEST_CASE("stochastic rounding over a scale", "[vector][scale]") {
  // 1 + 2^-4 is half way between fp8's 1 and 1.125; twice that over 2.
  const auto fp8 = [](uint32_t random, const std::string &opSel) {
    return result("sr_fp8_f32 v0, v1, v2, v3 " + opSel, {bits(2.125f), random, two});
  };
  CHECK(fp8(0x7fffffff, "") == 0xaabbcc38);
  CHECK(fp8(0x80000000, "op_sel:[0,0,1,0]") == 0xaabb39dd);
  CHECK(fp8(0x80000000, "op_sel:[0,0,0,1]") == 0xaa39ccdd);
  CHECK(result("sr_bf8_f32 v0, v1, v2, v3 op_sel:[0,0,1,1]", {bits(1.0625f), 0xc0000000, one}) ==
        0x3dbbccdd); // a quarter of the way from 1 to 1.25
  CHECK(result("sr_bf8_f32 v0, v1, v2, v3", {bits(1.0625f), 0xbfffffff, one}) == 0xaabbcc3c);
  CHECK(result("sr_fp8_f16 v0, v1, v2, v3", {0x3c40, 0x80000000, one}) == 0xaabbcc39);
  CHECK(result("sr_bf8_bf16 v0, v1, v2, v3", {0x3f90, 0x7fffffff, one}) == 0xaabbcc3c);
  CHECK(result("sr_fp8_bf16 v0, v1, v2, v3", {0x3f88, 0x80000000, one}) == 0xaabbcc39);
  CHECK(result("sr_bf8_f16 v0, v1, v2, v3", {0x3c80, 0x80000000, one}) == 0xaabbcc3d);
  // The same random number for both of a pair: 1.25 and 2.5 are half way.
  VectorBench bench("gfx950", 64);
  bench.setAll(0, 0xaabbccdd);
  bench.set(1, {0x7fffffff, 0x80000000});
  bench.setAllF(2, 1.25f);
  bench.setAllF(3, 2.5f);
  bench.run("v_cvt_scalef32_sr_pk_fp4_f32 v0, v[2:3], v1, 1.0 op_sel:[0,0,1,0]");
  CHECK(bench.lanes(0, 2) == Pair{0xaabb42dd, 0xaabb53dd});
  CHECK(result("sr_pk_fp4_f16 v0, v1, v2, v3", {0x41003d00, 0x80000000, one}) == 0xaabbcc53);
  CHECK(result("sr_pk_fp4_bf16 v0, v1, v2, v3", {0x40203fa0, 0x7fffffff, one}) == 0xaabbcc42);
}

TEST_CASE("conversions are lane by lane, where EXEC is on", "[vector][scale]") {
  VectorBench bench("gfx950", 64);
  bench.setAll(0, 0xaabbccdd);
  bench.setAllF(1, 4.0f);
  bench.set(2, {one, two, four, one});
  bench.wave.setLaneMaskAt(ExecSlot, 0xe);
  bench.s(4) = two;
  bench.run("v_cvt_scalef32_pk_fp4_f32 v0, v1, v1, v2");
  CHECK(bench.lanes(0, 4) == Pair{0xaabbccdd, 0xaabbcc44, 0xaabbcc22, 0xaabbcc66});
  bench.run("v_cvt_scalef32_pk_fp4_f32 v0, v1, 1.0, s4");
  CHECK(bench.lanes(0, 4) == Pair{0xaabbccdd, 0xaabbcc14, 0xaabbcc14, 0xaabbcc14});
  // The destination may be a source.
  bench.run("v_cvt_scalef32_pk_f32_fp4 v[0:1], v0, 1.0");
  CHECK(bench.lanes(0, 2) == Pair{0xaabbccdd, two});
  CHECK(bench.lanes(1, 2) == Pair{four, half});
}

TEST_CASE("every f16 to every small float, against the nearest of all its values",
          "[vector][scale]") {
  struct Case {
    const char *name;
    SmallFormat format;
  };
  for (const Case &test : {Case{"fp8", fp8Ocp}, Case{"bf8", bf8Ocp}, Case{"fp4", fp4}})
    for (int exponent : {120, 127, 131})
      for (uint32_t first = 0; first < 0x7c00; first += 64) {
        VectorBench bench("gfx950", 64);
        for (uint32_t lane = 0; lane < 64; ++lane)
          bench.v(1, lane) = first + lane;
        bench.setAll(2, static_cast<uint32_t>(exponent) << 23);
        bench.setAll(0, 0);
        bench.run(std::string("v_cvt_scalef32_pk_") + test.name + "_f16 v0, v1, v2");
        const int width = test.format.bits();
        for (uint32_t lane = 0; lane < 64; ++lane) {
          const double value = std::ldexp(double{asF32(halfToFloat(first + lane))}, 127 - exponent);
          // Codes count upwards; the first one past the largest stands for what overflows.
          const uint32_t largest = largestSmall(test.format);
          uint32_t below = 0;
          while (below < largest && double{asF32(smallToFloat(test.format, below + 1))} <= value)
            ++below;
          const double low = asF32(smallToFloat(test.format, below));
          const double step = low - double{asF32(smallToFloat(test.format, below - 1))};
          const double high =
              below < largest ? double{asF32(smallToFloat(test.format, below + 1))} : low + step;
          const bool up = value - low > high - value || (value - low == high - value && below & 1);
          uint32_t expected = below + (up || value >= high);
          if (expected > largest && test.format.specials == Specials::None)
            expected = largest;
          INFO(test.name << ", exponent " << exponent << ", f16 " << first + lane);
          REQUIRE((bench.v(0, lane) & ((1u << width) - 1)) == expected);
        }
      }
}
