//===- FloatTest.cpp - f32 arithmetic, by hand -----------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t one = 0x3f800000, two = 0x40000000, three = 0x40400000;
constexpr uint32_t inf = 0x7f800000, minusInf = 0xff800000, quietNan = 0x7fc00001,
                   signalingNan = 0x7f800001, denormal = 0x00000001, minusZero = 0x80000000;
constexpr uint32_t defaultNan = 0xffc00000;
} // namespace

TEST_CASE("f32 addition keeps denormals, rounds ties to even and quiets NaNs", "[vector][f32]") {
  VectorBench bench;
  bench.set(1, {one, one, denormal, inf, inf, signalingNan, one, minusZero});
  bench.set(2, {two, 0x33800000, denormal, one, minusInf, quietNan, quietNan, minusZero});
  bench.run("v_add_f32 v0, v1, v2");
  CHECK(bench.lanes(0, 8) == Words{three, one /* 1 + 2^-24, a tie */, 2, inf, defaultNan,
                                   signalingNan | 0x400000, quietNan, minusZero});
  bench.set(1, {0x3f800001});
  bench.set(2, {0x33800000});
  bench.run("v_add_f32 v0, v1, v2");
  CHECK(bench.v(0) == 0x3f800002); // the tie goes to the even neighbour above
}

TEST_CASE("subtraction and its reverse", "[vector][f32]") {
  VectorBench bench;
  bench.setF(1, {5.0f, 1.0f});
  bench.setF(2, {3.0f, 1.0f});
  bench.run("v_sub_f32 v0, v1, v2; v_subrev_f32 v3, v1, v2");
  CHECK(bench.f(0, 0) == 2.0f);
  CHECK(bench.v(0, 1) == 0); // x - x is +0
  CHECK(bench.f(3, 0) == -2.0f);
}

TEST_CASE("sources: scalar, literal, inline constants", "[vector][f32]") {
  VectorBench bench;
  bench.setAllF(1, 10.0f);
  bench.s(7) = two;
  bench.run("v_add_f32 v0, s7, v1; v_add_f32 v2, 0x40490fdb, v1; v_add_f32 v3, 0.5, v1\n"
            "v_add_f32 v4, 1, v1; v_mov_b32 v5, 0.15915494");
  CHECK(bench.f(0) == 12.0f);
  CHECK(bench.f(2) == 10.0f + std::bit_cast<float>(0x40490fdbu));
  CHECK(bench.f(3) == 10.5f);
  CHECK(bench.f(4) == 10.0f); // the integer constant 1 is the denormal 2^-149
  CHECK(bench.v(5) == 0x3e22f983);
}
