//===- MfmaScaleTest.cpp - f8f6f4 products, every format and scale byte ----===//
#include "SmallFloat.h"
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <fmt/format.h>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {

constexpr SmallFormat formats[] = {fp8Ocp, bf8Ocp, fp6, bf6, fp4}; // by cbsz and blgp

uint32_t nextRandom(uint64_t &state) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return static_cast<uint32_t>(state >> 33);
}

/// A or B: m rows (columns of B) of k elements, with a scale for each 32 of them.
struct Operand {
  const SmallFormat &format;
  unsigned m, k;
  std::vector<uint32_t> codes;  ///< [row][k]
  std::vector<uint32_t> scales; ///< [row][block]: E8M0

  Operand(unsigned formatCode, unsigned m, uint64_t &seed)
      : format(formats[formatCode]), m(m), k(2048 / m) {
    for (unsigned index = 0; index < m * k; ++index) {
      const uint32_t random = nextRandom(seed);
      // No NaN and no infinity: the lower half of the exponents.
      const uint32_t magnitude = random % (1u << (format.bits() - 2));
      codes.push_back(magnitude | (random >> 16 & 1) << (format.bits() - 1));
    }
    for (unsigned index = 0; index < 64; ++index)
      scales.push_back(124 + nextRandom(seed) % 7);
  }
  float value(unsigned row, unsigned at, bool scaled) const {
    const float element = std::bit_cast<float>(smallToFloat(format, codes[row * k + at]));
    const int scale = static_cast<int>(scales[row * (k / 32) + at / 32]) - 127;
    return scaled ? std::ldexp(element, scale) : element;
  }
  unsigned registers() const { return static_cast<unsigned>(format.bits()); } // of 32 elements

  /// A lane has 32 elements of one row. 8-bit ones are two runs of 16, as far apart as all lanes of
  /// the row hold in their first runs; the others are one run. The scale of block b is in the b-th
  /// lane of the row.
  void store(VectorBench &bench, unsigned reg, unsigned scaleReg, unsigned scaleByte) const {
    const unsigned groups = 64 / m;
    for (unsigned lane = 0; lane < 64; ++lane) {
      const unsigned row = lane % m, group = lane / m;
      for (unsigned word = 0; word < registers(); ++word)
        bench.v(reg + word, lane) = 0;
      for (unsigned slot = 0; slot < 32; ++slot) {
        const unsigned at = format.bits() == 8 ? slot / 16 * 16 * groups + 16 * group + slot % 16
                                               : 32 * group + slot;
        for (int bit = 0; bit < format.bits(); ++bit) {
          const unsigned place = slot * registers() + static_cast<unsigned>(bit);
          bench.v(reg + place / 32, lane) |= (codes[row * k + at] >> bit & 1) << place % 32;
        }
      }
      // The other bytes are no use.
      bench.v(scaleReg, lane) = (0xfefefefe & ~(0xffu << 8 * scaleByte)) |
                                scales[row * (k / 32) + group] << 8 * scaleByte;
    }
  }
};

std::string range(unsigned first, unsigned count) {
  return fmt::format("v[{}:{}]", first, first + count - 1);
}

void check(unsigned m, unsigned aFormat, unsigned bFormat, unsigned aByte, unsigned bByte,
           uint64_t &seed) {
  const Operand a(aFormat, m, seed), b(bFormat, m, seed);
  VectorBench bench("gfx950", 64);
  a.store(bench, 40, 60, aByte);
  b.store(bench, 50, 61, bByte);
  const unsigned results = m * m / 64;
  const std::string name = fmt::format("f32_{0}x{0}x{1}_f8f6f4 ", m, 2048 / m);
  const std::string sources =
      fmt::format(", {}, {}, 0", range(40, a.registers()), range(50, b.registers()));
  const std::string kinds = fmt::format(" cbsz:{} blgp:{}", aFormat, bFormat);
  INFO(name << kinds << ", scale bytes " << aByte << " and " << bByte);
  bench.run("v_mfma_" + name + range(0, results) + sources + kinds + "\nv_mfma_scale_" + name +
            range(16, results) + sources +
            fmt::format(", v60, v61 op_sel:[{},{},0] op_sel_hi:[{},{},0]", aByte & 1, bByte & 1,
                        aByte >> 1, bByte >> 1) +
            kinds);
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < results; ++slot) {
      const unsigned groups = 64 / m;
      const unsigned row = slot / 4 * 4 * groups + 4 * (lane / m) + slot % 4, column = lane % m;
      float plain = 0, scaled = 0;
      for (unsigned k = 0; k < a.k; ++k) {
        plain = std::fma(a.value(row, k, false), b.value(column, k, false), plain);
        scaled = std::fma(a.value(row, k, true), b.value(column, k, true), scaled);
      }
      INFO("row " << row << ", column " << column);
      REQUIRE(bench.f(slot, lane) == plain);
      REQUIRE(bench.f(16 + slot, lane) == scaled);
    }
}

} // namespace

TEST_CASE("f8f6f4 MFMA: all pairs of formats, with and without scales", "[vector][mfma]") {
  uint64_t seed = 1;
  for (unsigned m : {16u, 32u})
    for (unsigned a = 0; a < std::size(formats); ++a)
      for (unsigned b = 0; b < std::size(formats); ++b)
        check(m, a, b, (a + b) % 4, (a + 2 * b) % 4, seed);
}

TEST_CASE("f8f6f4 MFMA: every byte of the scales", "[vector][mfma]") {
  uint64_t seed = 2;
  for (unsigned m : {16u, 32u})
    for (unsigned aByte = 0; aByte < 4; ++aByte)
      for (unsigned bByte = 0; bByte < 4; ++bByte)
        check(m, 4, 2, aByte, bByte, seed);
}

TEST_CASE("f8f6f4 MFMA: a scale that is NaN", "[vector][mfma]") {
  VectorBench bench("gfx950", 64);
  // All elements of A and B are fp4's 1: a sum of 128, times two, plus one.
  for (unsigned reg = 0; reg < 8; ++reg)
    bench.setAll(reg, 0x22222222);
  bench.setAll(20, 0x7f);
  bench.setAll(21, 0x80);
  bench.v(20, 16 + 5) = 0xff; // of row 5's second 32 elements
  bench.run("v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[0:3], v[4:7], 1.0, v20, v21 "
            "op_sel_hi:[0,0,0] cbsz:4 blgp:4");
  CHECK(bench.f(8, 16) == 257.0f);         // row 4
  CHECK(bench.v(9, 16 + 3) == 0xffc00000); // row 5
  CHECK(bench.f(10, 16) == 257.0f);        // row 6
}

TEST_CASE("scales that nothing uses", "[vector][mfma]") {
  VectorBench bench("gfx950", 64);
  bench.setAll(0, 7);
  bench.run("v_mfma_ld_scale_b32 v0, v1 op_sel:[1,0] op_sel_hi:[0,1]; v_mov_b32 v2, v0\n"
            "v_mfma_ld_scale_b32 s4, 1.0");
  CHECK(bench.v(2) == 7);
  CHECK(bench.v(0) == 7);
}
