//===- TranscendentalTest.cpp - exp, log, rcp, rsq, sqrt, sin, cos ---------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t inf = 0x7f800000, minusInf = 0xff800000, minusZero = 0x80000000,
                   defaultNan = 0xffc00000;
uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

Words apply(const std::string &name, const Words &inputs) {
  VectorBench bench;
  for (unsigned lane = 0; lane < inputs.size(); ++lane)
    bench.v(1, lane) = inputs[lane];
  bench.run("v_" + name + "_f32 v0, v1");
  return bench.lanes(0, static_cast<unsigned>(inputs.size()));
}

/// Over numbers from `low` to `high` the result is the rounded one, or its neighbour.
void checkAccuracy(const std::string &name, float low, float high,
                   const std::function<long double(long double)> &exact) {
  for (unsigned round = 0; round < 60; ++round) {
    VectorBench bench;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const float where = static_cast<float>(round * 32 + lane) / (60 * 32);
      bench.v(1, lane) = bits(low + (high - low) * where);
    }
    bench.run("v_" + name + "_f32 v0, v1");
    for (unsigned lane = 0; lane < 32; ++lane) {
      const float expected = static_cast<float>(exact(bench.f(1, lane)));
      INFO(name << "(" << bench.f(1, lane) << ") = " << bench.f(0, lane) << ", expected "
                << expected);
      const int32_t distance =
          static_cast<int32_t>(bench.v(0, lane)) - static_cast<int32_t>(bits(expected));
      REQUIRE(std::abs(distance) <= 1);
    }
  }
}
constexpr long double turn = 6.283185307179586476925286766559L;
} // namespace

TEST_CASE("special values as the manual lists them", "[vector][transcendental]") {
  CHECK(apply("exp", {minusInf, minusZero, inf, bits(-200.0f), bits(128.0f), 0x7f800001}) ==
        Words{0, bits(1.0f), inf, 0, inf, 0x7fc00001});
  CHECK(apply("log", {minusInf, bits(-1.0f), minusZero, 0, bits(1.0f), inf}) ==
        Words{defaultNan, defaultNan, minusInf, minusInf, 0, inf});
  CHECK(apply("rcp", {minusInf, bits(-2.0f), minusZero, 0, inf}) ==
        Words{minusZero, bits(-0.5f), minusInf, inf, 0});
  CHECK(apply("rsq", {minusInf, minusZero, 0, bits(4.0f), inf}) ==
        Words{defaultNan, minusInf, inf, bits(0.5f), 0});
  CHECK(apply("sqrt", {minusInf, minusZero, 0, bits(4.0f), inf}) ==
        Words{defaultNan, minusZero, 0, bits(2.0f), inf});
  CHECK(apply("sin", {minusInf, 0xff7fffff, minusZero, bits(0.25f), inf, bits(0.5f)}) ==
        Words{defaultNan, 0, minusZero, bits(1.0f), defaultNan, 0});
  CHECK(apply("cos", {minusInf, 0xff7fffff, minusZero, bits(0.25f), inf, bits(0.5f)}) ==
        Words{defaultNan, bits(1.0f), bits(1.0f), 0, defaultNan, bits(-1.0f)});
}

TEST_CASE("denormals are flushed by the f32 functions", "[vector][transcendental]") {
  CHECK(apply("exp", {bits(-126.0f), bits(-126.5f)}) == Words{0x00800000, 0});
  CHECK(apply("log", {0x00400000}) == Words{minusInf});
  CHECK(apply("rcp", {0x00400000, bits(0x1p127f)}) == Words{inf, 0});
  CHECK(apply("sqrt", {0x00400000}) == Words{0});
}

TEST_CASE("powers of two are exact", "[vector][transcendental]") {
  for (int exponent = -126; exponent < 128; ++exponent) {
    const float power = std::ldexp(1.0f, exponent);
    CHECK(apply("exp", {bits(static_cast<float>(exponent))}) == Words{bits(power)});
    CHECK(apply("log", {bits(power)}) == Words{bits(static_cast<float>(exponent))});
  }
}

TEST_CASE("results are within a unit in the last place", "[vector][transcendental]") {
  checkAccuracy("exp", -125.0f, 127.0f, [](long double x) { return std::exp2(x); });
  checkAccuracy("exp", -1.0f, 1.0f, [](long double x) { return std::exp2(x); });
  checkAccuracy("log", 0.01f, 100.0f, [](long double x) { return std::log2(x); });
  checkAccuracy("log", 0.999f, 1.001f, [](long double x) { return std::log2(x); });
  checkAccuracy("rcp", 0.01f, 100.0f, [](long double x) { return 1 / x; });
  checkAccuracy("rsq", 0.01f, 100.0f, [](long double x) { return 1 / std::sqrt(x); });
  checkAccuracy("sqrt", 0.01f, 100.0f, [](long double x) { return std::sqrt(x); });
  checkAccuracy("sin", 0.01f, 0.49f, [](long double x) { return std::sin(x * turn); });
  checkAccuracy("cos", -0.24f, 0.24f, [](long double x) { return std::cos(x * turn); });
}

TEST_CASE("gfx9 has sines of 256 turns at most", "[vector][transcendental]") {
  VectorBench bench("gfx950", 64);
  bench.setF(1, {256.25f, -255.75f, 257.0f});
  bench.run("v_sin_f32 v0, v1; v_cos_f32 v2, v1");
  CHECK(bench.f(0, 0) == 0.0f);
  CHECK(bench.f(2, 0) == 1.0f);
  CHECK(bench.f(0, 1) == 1.0f);
  CHECK(bench.f(2, 2) == 1.0f);
}

TEST_CASE("f16 functions keep denormals", "[vector][transcendental]") {
  VectorBench bench;
  bench.set(1, {0xc000, 0x0001, 0x7c00, 0xfc00, 0x8000});
  bench.setAll(0, 0);
  bench.run("v_exp_f16 v0.l, v1.l");
  CHECK(bench.lanes(0, 4) == Words{0x3400, 0x3c00, 0x7c00, 0});
  bench.run("v_log_f16 v0.l, v1.l");
  CHECK(bench.lanes(0, 5) == Words{0xfe00, 0xce00, 0x7c00, 0xfe00, 0xfc00});
  bench.run("v_sqrt_f16 v0.l, v1.l");
  CHECK(bench.lanes(0, 5) == Words{0xfe00, 0x0c00, 0x7c00, 0xfe00, 0x8000});
  // -2^-14 and -0.25: the fraction stays below 1 when it is rounded to f16.
  bench.set(1, {0x8400, 0xb400});
  bench.run("v_fract_f16 v0.l, v1.l");
  CHECK(bench.lanes(0, 2) == Words{0x3bff, 0x3a00});
}

TEST_CASE("fract, ldexp and frexp", "[vector][transcendental]") {
  CHECK(apply("fract", {bits(-0.25f), bits(-1e-10f), bits(3.75f), inf}) ==
        Words{bits(0.75f), 0x3f7fffff, bits(0.75f), defaultNan});
  CHECK(apply("frexp_mant", {bits(12.0f), 0x00000001, minusInf, minusZero}) ==
        Words{bits(0.75f), bits(0.5f), minusInf, minusZero});
  VectorBench bench;
  bench.set(1, {bits(12.0f), 0x00000001, minusInf, 0});
  bench.run("v_frexp_exp_i32_f32 v0, v1");
  CHECK(bench.lanes(0, 4) == Words{4, static_cast<uint32_t>(-148), 0, 0});
  bench.set(1, {bits(1.5f), bits(1.5f), bits(0x1.8p-100f), bits(1.5f)});
  bench.set(2, {3, 200, static_cast<uint32_t>(-48), 0x80000000});
  bench.run("v_ldexp_f32 v0, v1, v2");
  // 1.5 * 2^-148 is 3 denormal units.
  CHECK(bench.lanes(0, 4) == Words{bits(12.0f), inf, 3, 0});
  bench.setPair(4, 0, 0x1.8p-1060);
  bench.run("v_frexp_mant_f64 v[6:7], v[4:5]; v_frexp_exp_i32_f64 v8, v[4:5]\n"
            "v_ldexp_f64 v[10:11], v[4:5], 1000; v_fract_f64 v[12:13], -v[4:5]");
  CHECK(bench.d(6) == 0.75);
  CHECK(static_cast<int32_t>(bench.v(8)) == -1059);
  CHECK(bench.d(10) == 0x1.8p-60);
  CHECK(bench.pair(12) == 0x3fefffffffffffff);
  // 2/pi = 0.a2f9836e4e44152...: the first 53 bits, scaled.
  bench.setPair(4, 0, 1.0);
  bench.run("v_trig_preop_f64 v[6:7], v[4:5], 0; v_trig_preop_f64 v[8:9], v[4:5], 1");
  CHECK(bench.d(6) == 0x1.45f306dc9c882p-1);
  CHECK(bench.d(8) == 0x1.4a7f09d5f47d4p-54);
}
