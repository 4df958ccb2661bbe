//===- LightTest.cpp - The short way for words and halves ------------------===//
//
// Operations without DPP and its like take a shorter way through the simulator. DPP that moves
// nothing makes them take the long one: both must agree bit by bit. And f16's fused multiply-add is
// held to exact arithmetic in 128-bit integers.
//
//===----------------------------------------------------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <fmt/format.h>
#include <random>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
constexpr const char *inPlace = "quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf";

// Zeros, denormals, normals, limits, infinities, quiet and signalling NaNs.
constexpr uint16_t edges[] = {0x0000, 0x0001, 0x0200, 0x03ff, 0x0400, 0x1001, 0x3800, 0x3bff,
                              0x3c00, 0x3c01, 0x4200, 0x6800, 0x7bff, 0x7c00, 0x7c01, 0x7dff,
                              0x7e00, 0x7fff, 0x8000, 0x8001, 0x83ff, 0x8400, 0xbc00, 0xc500,
                              0xfbff, 0xfc00, 0xfc01, 0xfe00, 0xffff, 0x5640, 0x2e66, 0xb266};

/// Registers 1, 2 and 3: pairs of halves, of which most are no NaN in every other round.
void fill(VectorBench &bench, std::mt19937 &random, unsigned round) {
  auto half = [&]() -> uint32_t {
    if (random() % 2)
      return edges[random() % std::size(edges)];
    return random() & 0xffff;
  };
  for (unsigned reg = 1; reg <= 3; ++reg)
    for (unsigned lane = 0; lane < 32; ++lane) {
      uint32_t word = half() | half() << 16;
      if (round % 2) {
        word = (word & 0x7c00) == 0x7c00 ? word & ~0x4000u : word;
        word = (word >> 16 & 0x7c00) == 0x7c00 ? word & ~0x40000000u : word;
      }
      bench.v(reg, lane) = word;
    }
}

double valueOf(uint16_t half) {
  const int exponent = half >> 10 & 0x1f;
  const double magnitude =
      exponent ? std::ldexp(1024 + (half & 0x3ff), exponent - 25) : std::ldexp(half & 0x3ff, -24);
  return half & 0x8000 ? -magnitude : magnitude;
}

/// a * b + c of finite halves, rounded once to nearest even. A sum of zero is given as +0.
uint16_t exactFma(uint16_t a, uint16_t b, uint16_t c) {
  // All in units of 2^-48.
  auto units = [](uint16_t half) { return static_cast<__int128>(std::ldexp(valueOf(half), 24)); };
  __int128 sum = units(a) * units(b) + (units(c) << 24);
  const uint32_t sign = sum < 0 ? 0x8000 : 0;
  unsigned __int128 magnitude = static_cast<unsigned __int128>(sum < 0 ? -sum : sum);
  // The spacing of halves is 2^-24 up to 2^-13, and doubles with each power of two from there.
  unsigned shift = 24;
  while (magnitude >> shift >= 2048)
    ++shift;
  const unsigned __int128 unit = static_cast<unsigned __int128>(1) << shift;
  const unsigned __int128 rest = magnitude % unit;
  auto significand = static_cast<uint32_t>(magnitude / unit);
  significand += rest * 2 > unit || (rest * 2 == unit && significand % 2);
  // What is carried out of the significand, or is a whole one, goes into the exponent.
  const uint32_t half = significand + ((shift - 24) << 10);
  return static_cast<uint16_t>(sign | std::min(half, uint32_t{0x7c00}));
}
} // namespace

TEST_CASE("The short way gives what the long one does", "[vector][f16]") {
  std::mt19937 random(7);
  VectorBench bench;
  for (const char *op :
       {"v_add_f16", "v_sub_f16", "v_mul_f16", "v_max_f16", "v_min_f16", "v_fma_f16"}) {
    const std::string third = op == std::string("v_fma_f16") ? ", v3" : "";
    for (unsigned round = 0; round < 40; ++round) {
      fill(bench, random, round);
      // As the op_sel bits have it: low, high; and with modifiers.
      for (const char *half : {".l", ".h"})
        for (const char *first : {"v1{0}", "-v1{0}", "|v1{0}|", "-|v1{0}|"}) {
          const std::string sources = fmt::format(fmt::runtime(first), half) + ", v2" + half +
                                      (third.empty() ? "" : third + half);
          bench.setAll(10, 0x12345678);
          bench.setAll(11, 0x12345678);
          bench.run(fmt::format("{0}_e64 v10{1}, {2}; {0}_e64_dpp v11{1}, {2} {3}", op, half,
                                sources, inPlace));
          INFO(op << " " << sources);
          CHECK(bench.lanes(10, 32) == bench.lanes(11, 32));
        }
    }
  }
}

TEST_CASE("Packed operations give what two single ones do", "[vector][packed]") {
  std::mt19937 random(8);
  VectorBench bench;
  struct Case {
    const char *op;
    unsigned sources;
  };
  for (const Case &test :
       {Case{"add_f16", 2}, {"mul_f16", 2}, {"max_f16", 2}, {"min_f16", 2}, {"fma_f16", 3}}) {
    const char *third = test.sources == 3 ? ", v3" : "";
    for (unsigned round = 0; round < 40; ++round) {
      fill(bench, random, round);
      bench.run(fmt::format("v_pk_{0} v10, v1, v2{2}; v_{0}_e64_dpp v11.l, v1.l, v2.l{3} {1}; "
                            "v_{0}_e64_dpp v11.h, v1.h, v2.h{4} {1}",
                            test.op, inPlace, third, test.sources == 3 ? ", v3.l" : "",
                            test.sources == 3 ? ", v3.h" : ""));
      INFO(test.op);
      CHECK(bench.lanes(10, 32) == bench.lanes(11, 32));
      // Halves crossed, the first source's low and the second one's high result negated.
      const char *selects = test.sources == 3
                                ? "op_sel:[1,0,0] op_sel_hi:[0,1,1] neg_lo:[1,0,0] neg_hi:[0,1,0]"
                                : "op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0] neg_hi:[0,1]";
      bench.run(fmt::format("v_pk_{0} v10, v1, v2{2} {5}; v_{0}_e64_dpp v11.l, -v1.h, v2.l{3} {1}; "
                            "v_{0}_e64_dpp v11.h, v1.l, -v2.h{4} {1}",
                            test.op, inPlace, third, test.sources == 3 ? ", v3.l" : "",
                            test.sources == 3 ? ", v3.h" : "", selects));
      CHECK(bench.lanes(10, 32) == bench.lanes(11, 32));
    }
  }
}

TEST_CASE("Some lanes of a packed operation keep what they have", "[vector][packed]") {
  VectorBench bench;
  bench.setAll(0, 0xdeadbeef);
  bench.setAll(1, 0x3c003c00);
  bench.wave.setSgpr64(ExecSlot, 0x80000001);
  bench.run("v_pk_add_f16 v0, v1, v1");
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(bench.v(0, lane) == (lane == 0 || lane == 31 ? 0x40004000 : 0xdeadbeef));
  // The destination may be a source of either half.
  bench.wave.setSgpr64(ExecSlot, 0xffffffff);
  bench.setAll(0, 0x3c004000);
  bench.run("v_pk_mul_f16 v0, v0, v0 op_sel:[1,0] op_sel_hi:[0,0]");
  CHECK(bench.v(0) == 0x44004000); // 1 * 2 and 2 * 2
}

TEST_CASE("The f16 fused multiply-add is exact before it rounds", "[vector][f16]") {
  CHECK(exactFma(0x3c01, 0x3c01, 0xbc00) == 0x1800); // (1 + 2^-10)^2 - 1 = 2^-9 + 2^-20, down
  CHECK(exactFma(0x0001, 0x3800, 0x0000) == 0x0000); // half of the smallest: a tie
  CHECK(exactFma(0x0001, 0x3a00, 0x0000) == 0x0001);
  CHECK(exactFma(0x7bff, 0x3c00, 0x4c00) == 0x7c00); // 65504 + 16: a tie, to infinity
  CHECK(exactFma(0xbc00, 0x4200, 0x3c00) == 0xc000); // -3 + 1
  std::mt19937 random(9);
  VectorBench bench;
  for (unsigned round = 0; round < 400; ++round) {
    fill(bench, random, 1);
    // Every other time the addend lies near the product, or far below it, as ties do.
    if (round % 2)
      for (unsigned lane = 0; lane < 32; ++lane)
        bench.v(3, lane) =
            (bench.v(3, lane) & 0x83ff83ff) | (random() % 30) << 10 | (random() % 30) << 26;
    bench.run("v_pk_fma_f16 v10, v1, v2, v3; v_fma_f16 v11.l, v1.l, v2.l, v3.l");
    for (unsigned lane = 0; lane < 32; ++lane) {
      CHECK((bench.v(10, lane) & 0xffff) == (bench.v(11, lane) & 0xffff));
      for (unsigned shift : {0, 16}) {
        auto half = [&](unsigned reg) {
          return static_cast<uint16_t>(bench.v(reg, lane) >> shift);
        };
        const uint16_t expected = exactFma(half(1), half(2), half(3));
        INFO(fmt::format("{:#x} * {:#x} + {:#x}", half(1), half(2), half(3)));
        // The sign of an exact zero is its operands' business.
        if (expected & 0x7fff || half(10) != 0x8000)
          CHECK(half(10) == expected);
      }
    }
  }
}
