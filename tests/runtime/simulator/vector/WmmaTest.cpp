//===- WmmaTest.cpp - WMMA against plain loops over the layout maps --------===//
#include "FloatFormats.h"
#include "VectorBench.h"
#include "rocke/ir/MatrixAtom.h"
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke;
using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {

using Matrix = std::array<std::array<float, 16>, 16>;

uint64_t nextRandom(uint64_t &state) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return state >> 33;
}
uint32_t toHalf(float value, bool bf16) {
  return bf16 ? floatToBf16(std::bit_cast<uint32_t>(value))
              : floatToHalf(std::bit_cast<uint32_t>(value));
}
float fromHalf(uint32_t bits, bool bf16) {
  return asF32(bf16 ? bf16ToFloat(bits) : halfToFloat(bits));
}

/// Random numbers that the 16-bit type holds.
Matrix randomMatrix(uint64_t &state, bool bf16) {
  Matrix matrix;
  for (auto &row : matrix)
    for (float &value : row)
      value = fromHalf(
          toHalf(static_cast<float>(static_cast<int>(nextRandom(state) % 4001) - 2000) / 512, bf16),
          bf16);
  return matrix;
}
/// The documented order: C first, then ascending k, each product fused into the sum.
Matrix multiply(const Matrix &a, const Matrix &b, const Matrix &c) {
  Matrix d = c;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column)
      for (unsigned k = 0; k < 16; ++k)
        d[row][column] = std::fma(a[row][k], b[k][column], d[row][column]);
  return d;
}

/// Puts a 16-bit matrix into registers as the atom's map of A or B says.
void storeHalves(VectorBench &bench, unsigned reg, const MatrixAtom &atom, MatrixOperand operand,
                 const Matrix &matrix, bool bf16) {
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned slot = 0; slot < atom.slots(operand); ++slot) {
      const Coord place = atom.coord(operand, lane, slot);
      uint32_t &word = bench.v(reg + slot / 2, lane);
      const unsigned shift = slot % 2 * 16;
      word = (word & ~(0xffffu << shift)) | toHalf(matrix[place.row][place.col], bf16) << shift;
    }
}

void checkAtom(const char *name, bool bf16) {
  const MatrixAtom *atom = findMatrixAtom(name);
  REQUIRE(atom);
  uint64_t state = 11;
  const Matrix a = randomMatrix(state, bf16), b = randomMatrix(state, bf16),
               c = randomMatrix(state, bf16);
  VectorBench bench;
  storeHalves(bench, 0, *atom, MatrixOperand::A, a, bf16);
  storeHalves(bench, 8, *atom, MatrixOperand::B, b, bf16);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned slot = 0; slot < 8; ++slot) {
      const Coord place = atom->coord(MatrixOperand::C, lane, slot);
      bench.v(16 + slot, lane) = std::bit_cast<uint32_t>(c[place.row][place.col]);
    }
  bench.wave.setLaneMaskAt(ExecSlot, 0); // EXEC does not matter
  bench.run(std::string("v_") + name + " v[16:23], v[0:7], v[8:15], v[16:23]");
  const Matrix expected = multiply(a, b, c);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned slot = 0; slot < 8; ++slot) {
      const Coord place = atom->coord(MatrixOperand::C, lane, slot);
      INFO("lane " << lane << ", slot " << slot);
      REQUIRE(bench.f(16 + slot, lane) == expected[place.row][place.col]);
    }
}

/// A in v[0:7], B in v[8:15], copied to every group of 16 lanes.
VectorBench benchWith(const Matrix &a, const Matrix &b, unsigned waveSize) {
  VectorBench bench("gfx1151", waveSize);
  for (unsigned lane = 0; lane < waveSize; ++lane)
    for (unsigned k = 0; k < 16; k += 2) {
      bench.v(k / 2, lane) = toHalf(a[lane % 16][k], false) | toHalf(a[lane % 16][k + 1], false)
                                                                  << 16;
      bench.v(8 + k / 2, lane) = toHalf(b[k][lane % 16], false) | toHalf(b[k + 1][lane % 16], false)
                                                                      << 16;
    }
  return bench;
}

} // namespace

TEST_CASE("WMMA of f16 and bf16 follows the layout maps", "[vector][wmma]") {
  checkAtom("wmma_f32_16x16x16_f16", false);
  checkAtom("wmma_f32_16x16x16_bf16", true);
}

TEST_CASE("WMMA in wave64 holds four rows per register", "[vector][wmma]") {
  uint64_t state = 5;
  const Matrix a = randomMatrix(state, false), b = randomMatrix(state, false);
  VectorBench bench = benchWith(a, b, 64);
  bench.run("v_wmma_f32_16x16x16_f16 v[16:19], v[0:7], v[8:15], 1.0");
  Matrix ones;
  for (auto &row : ones)
    row.fill(1.0f);
  const Matrix expected = multiply(a, b, ones);
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < 4; ++slot)
      REQUIRE(bench.f(16 + slot, lane) == expected[4 * slot + lane / 16][lane % 16]);
}

TEST_CASE("WMMA modifiers and 16-bit accumulators", "[vector][wmma]") {
  uint64_t state = 6;
  const Matrix a = randomMatrix(state, false), b = randomMatrix(state, false);
  VectorBench bench = benchWith(a, b, 32);
  // A negated in both halves; |C|, negated.
  for (unsigned slot = 0; slot < 8; ++slot)
    bench.setAllF(16 + slot, -3.0f);
  bench.run("v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23] neg_lo:[1,0,1] "
            "neg_hi:[1,0,1]");
  Matrix minusA = a, c;
  for (auto &row : minusA)
    for (float &value : row)
      value = -value;
  for (auto &row : c)
    row.fill(-3.0f);
  const Matrix expected = multiply(minusA, b, c);
  for (unsigned lane = 0; lane < 32; ++lane)
    REQUIRE(bench.f(16, lane) == expected[lane / 16][lane % 16]);

  for (unsigned slot = 0; slot < 8; ++slot)
    bench.setAll(24 + slot, 0x40001234); // 2.0 in the high half
  bench.run("v_wmma_f16_16x16x16_f16 v[24:31], v[0:7], v[8:15], v[24:31] op_sel:[0,0,1]");
  Matrix twos;
  for (auto &row : twos)
    row.fill(2.0f);
  const Matrix sums = multiply(a, b, twos);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned slot = 0; slot < 8; ++slot)
      REQUIRE(bench.v(24 + slot, lane) ==
              (toHalf(sums[2 * slot + lane / 16][lane % 16], false) << 16 | 0x1234));
}

TEST_CASE("integer WMMA, signed, unsigned and saturating", "[vector][wmma]") {
  VectorBench bench;
  uint64_t state = 7;
  uint8_t a[16][16], b[16][16];
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned k = 0; k < 16; ++k) {
      a[row][k] = static_cast<uint8_t>(nextRandom(state));
      b[row][k] = static_cast<uint8_t>(nextRandom(state));
    }
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned k = 0; k < 16; ++k) {
      bench.v(k / 4, lane) |= uint32_t{a[lane % 16][k]} << (k % 4 * 8);
      bench.v(4 + k / 4, lane) |= uint32_t{b[k][lane % 16]} << (k % 4 * 8);
    }
  bench.run("v_wmma_i32_16x16x16_iu8 v[8:15], v[0:3], v[4:7], 5\n"
            "v_wmma_i32_16x16x16_iu8 v[16:23], v[0:3], v[4:7], 5 neg_lo:[1,1,0]\n"
            "v_wmma_i32_16x16x16_iu4 v[24:31], v[0:1], v[4:5], 0 neg_lo:[1,0,0]");
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned slot = 0; slot < 8; ++slot) {
      const unsigned row = 2 * slot + lane / 16, column = lane % 16;
      int plain = 5, negative = 5, nibbles = 0;
      for (unsigned k = 0; k < 16; ++k) {
        plain += a[row][k] * b[k][column];
        negative += static_cast<int8_t>(a[row][k]) * static_cast<int8_t>(b[k][column]);
        // Nibble k of 64 bits is in byte k / 2.
        const int left = a[row][k / 2] >> (k % 2 * 4) & 15;
        const int right = b[k / 2][column] >> (k % 2 * 4) & 15;
        nibbles += (left >= 8 ? left - 16 : left) * right;
      }
      REQUIRE(static_cast<int>(bench.v(8 + slot, lane)) == plain);
      REQUIRE(static_cast<int>(bench.v(16 + slot, lane)) == negative);
      REQUIRE(static_cast<int>(bench.v(24 + slot, lane)) == nibbles);
    }
  for (unsigned reg = 8; reg < 16; ++reg)
    bench.setAll(reg, 0x7fffffff);
  for (unsigned reg = 0; reg < 8; ++reg)
    bench.setAll(reg, 0x01010101);
  bench.run("v_wmma_i32_16x16x16_iu8 v[8:15], v[0:3], v[4:7], v[8:15] clamp");
  CHECK(bench.v(8) == 0x7fffffff);
  bench.run("v_wmma_i32_16x16x16_iu8 v[8:15], v[0:3], v[4:7], v[8:15]");
  CHECK(bench.v(8) == 0x8000000f);
}

TEST_CASE("WMMA keeps infinities, NaN and denormals", "[vector][wmma]") {
  Matrix a{}, b{};
  a[0][0] = INFINITY;
  a[1][0] = INFINITY;
  a[2][0] = asF32(halfToFloat(0x0001));
  b[0][0] = 1.0f;
  VectorBench bench = benchWith(a, b, 32);
  bench.run("v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], 0");
  CHECK(bench.f(16, 0) == INFINITY);
  CHECK(bench.v(16, 1) == 0xffc00000); // infinity times zero: the default NaN
  CHECK(bench.f(17, 0) == 0x1p-24f);
}

TEST_CASE("WMMA operands without their copies are a fault", "[vector][wmma]") {
  const Matrix zero{};
  VectorBench bench = benchWith(zero, zero, 32);
  bench.v(10, 21) = 1;
  CHECK(bench.reasonOf("v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23]") ==
        "B of the matrix instruction differs between lanes 5 and 21, which must hold the same "
        "values (0x00000000 and 0x00000001 in register 2)");
  CHECK(bench.wave.faultLane == 21);
}
