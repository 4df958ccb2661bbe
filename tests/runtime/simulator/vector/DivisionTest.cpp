//===- DivisionTest.cpp - The steps of division, alone and together --------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {

uint64_t nextRandom(uint64_t &state) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return state >> 11 ^ state << 40;
}

/// v2 = v0 / v1 as LLVM expands an exact f32 division.
constexpr const char *divideF32 = "v_div_scale_f32 v2, null, v1, v1, v0\n"
                                  "v_rcp_f32 v3, v2\n"
                                  "v_div_scale_f32 v4, vcc_lo, v0, v1, v0\n"
                                  "v_fma_f32 v5, -v2, v3, 1.0\n"
                                  "v_fmac_f32 v3, v5, v3\n"
                                  "v_mul_f32 v5, v4, v3\n"
                                  "v_fma_f32 v6, -v2, v5, v4\n"
                                  "v_fmac_f32 v5, v6, v3\n"
                                  "v_fma_f32 v2, -v2, v5, v4\n"
                                  "v_div_fmas_f32 v2, v2, v3, v5\n"
                                  "v_div_fixup_f32 v2, v2, v1, v0\n";

/// v[4:5] = v[0:1] / v[2:3].
constexpr const char *divideF64 = "v_div_scale_f64 v[4:5], null, v[2:3], v[2:3], v[0:1]\n"
                                  "v_rcp_f64 v[6:7], v[4:5]\n"
                                  "v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0\n"
                                  "v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]\n"
                                  "v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0\n"
                                  "v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]\n"
                                  "v_div_scale_f64 v[8:9], vcc_lo, v[0:1], v[2:3], v[0:1]\n"
                                  "v_mul_f64 v[10:11], v[8:9], v[6:7]\n"
                                  "v_fma_f64 v[4:5], -v[4:5], v[10:11], v[8:9]\n"
                                  "v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[10:11]\n"
                                  "v_div_fixup_f64 v[4:5], v[4:5], v[2:3], v[0:1]\n";

} // namespace

TEST_CASE("f32 division is exact over the whole range", "[vector][division]") {
  uint64_t state = 1;
  for (unsigned round = 0; round < 200; ++round) {
    VectorBench bench;
    for (unsigned lane = 0; lane < 32; ++lane) {
      bench.v(0, lane) = static_cast<uint32_t>(nextRandom(state));
      bench.v(1, lane) = static_cast<uint32_t>(nextRandom(state));
      if (round % 4 == 0) // the hardest ones for the steps
        bench.v(1, lane) |= 0x7fffff;
      if (round % 2) // exponents near the ends, denormals included
        for (unsigned reg = 0; reg < 2; ++reg) {
          const uint32_t exponent = static_cast<uint32_t>(nextRandom(state) % 5);
          const uint32_t field = nextRandom(state) & 1 ? exponent : 254 - exponent;
          bench.v(reg, lane) = (bench.v(reg, lane) & 0x807fffff) | field << 23;
        }
    }
    bench.run(divideF32);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const float expected = bench.f(0, lane) / bench.f(1, lane);
      INFO(std::hexfloat << bench.f(0, lane) << " / " << bench.f(1, lane) << " is " << expected
                         << ", not " << bench.f(2, lane));
      if (std::isnan(expected))
        REQUIRE(std::isnan(bench.f(2, lane)));
      else
        REQUIRE(bench.v(2, lane) == std::bit_cast<uint32_t>(expected));
    }
  }
}

TEST_CASE("quotients about half of the smallest denormal are rounded once", "[vector][division]") {
  // 2^-150 is the tie between 0 and 2^-149; with mantissas of all ones the steps come close to
  // both.
  VectorBench bench;
  const uint32_t mantissas[] = {0, 1, 0x7ffffe, 0x7fffff};
  for (unsigned lane = 0; lane < 32; ++lane) {
    const uint32_t gap = lane < 16 ? 150 : 149;
    bench.v(0, lane) = 28u << 23 | mantissas[lane & 3];
    bench.v(1, lane) = 0x80000000 | (28 + gap) << 23 | mantissas[lane >> 2 & 3];
  }
  bench.run(divideF32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const uint32_t n = mantissas[lane & 3], d = mantissas[lane >> 2 & 3];
    // Up to 2^-150 the result is zero.
    INFO(std::hexfloat << bench.f(0, lane) << " / " << bench.f(1, lane));
    if (lane < 16)
      CHECK(bench.v(2, lane) == (n <= d ? 0x80000000 : 0x80000001));
    else
      CHECK(bench.v(2, lane) == std::bit_cast<uint32_t>(bench.f(0, lane) / bench.f(1, lane)));
  }
}

TEST_CASE("f64 division is exact over the whole range", "[vector][division]") {
  uint64_t state = 2;
  for (unsigned round = 0; round < 200; ++round) {
    VectorBench bench;
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned reg = 0; reg < 4; reg += 2) {
        uint64_t bits = nextRandom(state);
        if (round % 2) {
          const uint64_t exponent = nextRandom(state) % 5;
          const uint64_t field = nextRandom(state) & 1 ? exponent : 2046 - exponent;
          bits = (bits & 0x800fffffffffffff) | field << 52;
        }
        bench.setPair(reg, lane, bits);
      }
    bench.run(divideF64);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const double expected = bench.d(0, lane) / bench.d(2, lane);
      INFO(std::hexfloat << bench.d(0, lane) << " / " << bench.d(2, lane) << " is " << expected
                         << ", not " << bench.d(4, lane));
      if (std::isnan(expected))
        REQUIRE(std::isnan(bench.d(4, lane)));
      else
        REQUIRE(bench.pair(4, lane) == std::bit_cast<uint64_t>(expected));
    }
  }
}
