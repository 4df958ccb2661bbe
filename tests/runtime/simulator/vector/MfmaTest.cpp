//===- MfmaTest.cpp - MFMA against plain loops -----------------------------===//
#include "FloatFormats.h"
#include "SmallFloat.h"
#include "VectorBench.h"
#include "rocke/ir/MatrixAtom.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

using namespace rocke;
using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {

uint64_t nextRandom(uint64_t &state) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return state >> 33;
}

/// Elements of `bits` bits, packed into the registers of a lane from `reg` on.
struct Packed {
  VectorBench &bench;
  unsigned reg, bits;
  void set(unsigned lane, unsigned slot, uint32_t code) {
    for (unsigned bit = 0; bit < bits; ++bit) {
      const unsigned at = slot * bits + bit;
      uint32_t &word = bench.v(reg + at / 32, lane);
      word = (word & ~(1u << at % 32)) | (code >> bit & 1) << at % 32;
    }
  }
};

/// A matrix of small numbers: codes of the element type and their values.
struct Matrix {
  unsigned rows, columns;
  std::vector<uint32_t> codes;
  std::vector<float> values;
  Matrix(unsigned rows, unsigned columns, uint64_t seed,
         const std::function<uint32_t(uint64_t)> &code, const std::function<float(uint32_t)> &value)
      : rows(rows), columns(columns) {
    for (unsigned index = 0; index < rows * columns; ++index) {
      codes.push_back(code(nextRandom(seed)));
      values.push_back(value(codes.back()));
    }
  }
  uint32_t code(unsigned row, unsigned column) const { return codes[row * columns + column]; }
  float at(unsigned row, unsigned column) const { return values[row * columns + column]; }
};
uint32_t halfCode(uint64_t random) {
  return floatToHalf(std::bit_cast<uint32_t>(static_cast<float>(random % 401) / 16 - 12));
}
float halfValue(uint32_t code) { return asF32(halfToFloat(code)); }
uint32_t bf16Code(uint64_t random) {
  return floatToBf16(std::bit_cast<uint32_t>(static_cast<float>(random % 401) / 16 - 12));
}
float bf16Value(uint32_t code) { return asF32(bf16ToFloat(code)); }
uint32_t byteCode(uint64_t random) { return random & 0xff; }
float int8Value(uint32_t code) { return static_cast<int8_t>(code); }

float dot(const Matrix &a, const Matrix &b, unsigned row, unsigned column, float c) {
  for (unsigned k = 0; k < a.columns; ++k)
    c = std::fma(a.at(row, k), b.at(k, column), c);
  return c;
}

uint32_t floatCode(uint64_t random) {
  return std::bit_cast<uint32_t>(static_cast<float>(random % 1001) / 8 - 60);
}
float floatValue(uint32_t code) { return asF32(code); }

Matrix matrixFor(ElementType type, unsigned rows, unsigned columns, uint64_t seed) {
  switch (type) {
  case ElementType::F16:
    return {rows, columns, seed, halfCode, halfValue};
  case ElementType::BF16:
    return {rows, columns, seed, bf16Code, bf16Value};
  default:
    REQUIRE(type == ElementType::F32);
    return {rows, columns, seed, floatCode, floatValue};
  }
}
std::string range(unsigned first, unsigned count) {
  if (count == 1)
    return "v" + std::to_string(first);
  return "v[" + std::to_string(first) + ":" + std::to_string(first + count - 1) + "]";
}

/// An MFMA through the atom's layout maps.
void checkAtom(const MatrixAtom &atom) {
  INFO(atom.name.str());
  const Matrix a = matrixFor(atom.aType, atom.m, atom.k, 1);
  const Matrix b = matrixFor(atom.bType, atom.k, atom.n, 2);
  const unsigned bits = 8 * byteSize(atom.aType);
  VectorBench bench("gfx950", 64);
  Packed aRegisters{bench, 0, bits}, bRegisters{bench, 8, bits};
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned slot = 0; slot < atom.aSlots; ++slot) {
      const Coord place = atom.coord(MatrixOperand::A, lane, slot);
      aRegisters.set(lane, slot, a.code(place.row, place.col));
    }
    for (unsigned slot = 0; slot < atom.bSlots; ++slot) {
      const Coord place = atom.coord(MatrixOperand::B, lane, slot);
      bRegisters.set(lane, slot, b.code(place.row, place.col));
    }
    for (unsigned slot = 0; slot < atom.cSlots; ++slot)
      bench.v(16 + slot, lane) = std::bit_cast<uint32_t>(static_cast<float>(slot + lane));
  }
  bench.wave.setLaneMaskAt(ExecSlot, 0); // EXEC does not matter
  const std::string c = range(16, atom.cSlots);
  bench.run("v_" + atom.name.str() + " " + c + ", " + range(0, atom.aSlots * bits / 32) + ", " +
            range(8, atom.bSlots * bits / 32) + ", " + c);
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < atom.cSlots; ++slot) {
      const Coord place = atom.coord(MatrixOperand::C, lane, slot);
      INFO("lane " << lane << ", slot " << slot);
      REQUIRE(bench.f(16 + slot, lane) ==
              dot(a, b, place.row, place.col, static_cast<float>(slot + lane)));
    }
}

/// A dense product with contiguous slices of k, C = 0: v[0:] = A(v[32:]) * B(v[64:]).
void checkDense(llvm::StringRef gpu, const std::string &name, unsigned m, unsigned bits,
                const Matrix &a, const Matrix &b, const std::string &operands,
                const std::function<float(VectorBench &, unsigned, unsigned)> &result) {
  VectorBench bench(gpu, 64);
  const unsigned groups = 64 / m, perLane = a.columns / groups;
  Packed aRegisters{bench, 32, bits}, bRegisters{bench, 64, bits};
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < perLane; ++slot) {
      aRegisters.set(lane, slot, a.code(lane % m, lane / m * perLane + slot));
      bRegisters.set(lane, slot, b.code(lane / m * perLane + slot, lane % m));
    }
  bench.run("v_" + name + " " + operands);
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < m; ++column) {
      const unsigned slot = row / (4 * groups) * 4 + row % 4;
      const unsigned lane = row / 4 % groups * m + column;
      INFO(name << ": row " << row << ", column " << column);
      REQUIRE(result(bench, slot, lane) == dot(a, b, row, column, 0));
    }
}
float floatResult(VectorBench &bench, unsigned slot, unsigned lane) { return bench.f(slot, lane); }
float intResult(VectorBench &bench, unsigned slot, unsigned lane) {
  return static_cast<float>(static_cast<int32_t>(bench.v(slot, lane)));
}

} // namespace

TEST_CASE("MFMA follows the layout maps", "[vector][mfma]") {
  unsigned count = 0;
  for (const MatrixAtom &atom : allMatrixAtoms())
    if (atom.waveSize == 64) {
      checkAtom(atom);
      ++count;
    }
  CHECK(count > 0);
}

TEST_CASE("MFMA of 8-bit integers, 8-bit floats, xf32 and f32", "[vector][mfma]") {
  const Matrix ints(32, 16, 3, byteCode, int8Value), intsB(16, 32, 4, byteCode, int8Value);
  checkDense("gfx942", "mfma_i32_32x32x16_i8", 32, 8, ints, intsB, "v[0:15], v[32:33], v[64:65], 0",
             intResult);
  const auto fnuz = [](uint32_t code) { return asF32(smallToFloat(fp8Fnuz, code)); };
  const auto ocp = [](uint32_t code) { return asF32(smallToFloat(fp8Ocp, code)); };
  const auto moderate = [](uint64_t random) {
    return static_cast<uint32_t>(random % 0x60) | (random & 0x80);
  };
  const auto noMinusZero = [](uint64_t random) { return static_cast<uint32_t>(1 + random % 0x60); };
  checkDense("gfx942", "mfma_f32_16x16x32_fp8_fp8", 16, 8, Matrix(16, 32, 5, noMinusZero, fnuz),
             Matrix(32, 16, 6, noMinusZero, fnuz), "v[0:3], v[32:33], v[64:65], 0", floatResult);
  checkDense("gfx950", "mfma_f32_16x16x32_fp8_fp8", 16, 8, Matrix(16, 32, 5, moderate, ocp),
             Matrix(32, 16, 6, moderate, ocp), "v[0:3], v[32:33], v[64:65], 0", floatResult);
  // 1 + 2^-11 is a tie of xf32's ten bits, 1 + 3 * 2^-11 another.
  const auto fine = [](uint64_t random) { return random & 1 ? 0x3f801000u : 0x3f803000u; };
  const auto rounded = [](uint32_t code) { return code == 0x3f801000 ? 1.0f : 1.0f + 0x1p-9f; };
  checkDense("gfx942", "mfma_f32_16x16x8_xf32", 16, 32, Matrix(16, 8, 9, fine, rounded),
             Matrix(8, 16, 10, fine, rounded), "v[0:3], v[32:33], v[64:65], 0", floatResult);
}

TEST_CASE("MFMA with operands and results in AGPRs", "[vector][mfma]") {
  VectorBench bench("gfx950", 64);
  bench.setAll(256 + 4, 0x3c003c00); // a4, a5: ones
  bench.setAll(256 + 5, 0x3c003c00);
  bench.setAll(4, 0x40004000); // v4, v5: twos
  bench.setAll(5, 0x40004000);
  bench.run("v_mfma_f32_16x16x16_f16 a[0:3], v[4:5], a[4:5], 1.0\n"
            "v_accvgpr_read_b32 v0, a3; v_accvgpr_write_b32 a9, v0; v_accvgpr_mov_b32 a10, a9\n"
            "v_accvgpr_read_b32 v1, a10");
  CHECK(bench.f(0, 17) == 33.0f);
  CHECK(bench.f(1, 63) == 33.0f);
}

TEST_CASE("blocks, and one block's A for several", "[vector][mfma]") {
  VectorBench bench("gfx942", 64);
  for (unsigned lane = 0; lane < 64; ++lane) {
    bench.v(0, lane) = std::bit_cast<uint32_t>(static_cast<float>(lane));
    bench.v(1, lane) = std::bit_cast<uint32_t>(static_cast<float>(100 + lane));
  }
  bench.run("v_mfma_f32_16x16x1_4b_f32 v[16:31], v0, v1, 0\n"
            "v_mfma_f32_16x16x1_4b_f32 v[32:47], v0, v1, 0 cbsz:1 abid:1\n"
            "v_mfma_f32_16x16x1_4b_f32 v[48:63], v0, v1, 0 blgp:5\n"
            "v_mfma_f32_4x4x1_16b_f32 v[4:7], v0, v1, 0");
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < 16; ++slot) {
      const unsigned block = slot / 4, row = 4 * (lane / 16) + slot % 4, column = lane % 16;
      REQUIRE(bench.f(16 + slot, lane) ==
              static_cast<float>((16 * block + row) * (100 + 16 * block + column)));
      REQUIRE(bench.f(32 + slot, lane) ==
              static_cast<float>((16 * (block | 1) + row) * (100 + 16 * block + column)));
      REQUIRE(bench.f(48 + slot, lane) ==
              static_cast<float>((16 * block + row) * (100 + 16 + column)));
      if (slot < 4)
        REQUIRE(bench.f(4 + slot, lane) ==
                static_cast<float>((lane / 4 * 4 + slot) * (100 + lane)));
    }
}

TEST_CASE("f64 MFMA", "[vector][mfma]") {
  VectorBench bench("gfx942", 64);
  for (unsigned lane = 0; lane < 64; ++lane) {
    bench.setPair(0, lane, static_cast<double>(lane % 16 + 1) * (lane / 16 == 2 ? 1 : 0));
    bench.setPair(2, lane, static_cast<double>(lane % 16 + 1) * 100);
  }
  bench.run("v_mfma_f64_16x16x4_f64 v[8:15], v[0:1], v[2:3], 1.0 neg:[1,0,0]\n"
            "v_mfma_f64_4x4x4_4b_f64 v[4:5], v[0:1], v[2:3], 0");
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned slot = 0; slot < 4; ++slot)
      REQUIRE(bench.d(8 + 2 * slot, lane) ==
              1.0 - static_cast<double>(4 * slot + lane / 16 + 1) * (lane % 16 + 1) * 100);
    // Block lane / 4 % 4: rows and columns 4 * block + 0..3 of the operands.
    const unsigned block = lane / 4 % 4;
    REQUIRE(bench.d(4, lane) ==
            static_cast<double>(4 * block + lane / 16 + 1) * (4 * block + lane % 4 + 1) * 100);
  }
}

TEST_CASE("f8f6f4: formats, the deal of bytes, scales by blocks of 32", "[vector][mfma]") {
  VectorBench bench("gfx950", 64);
  // A is fp8 with one 1.0 in row 3 at k = 80; B is fp4, ones where k = 80, column = 5.
  // k = 80 is in the second chunk of lane group 1 of A (64 + 16), slot 16, and in lane group 2
  // of B (64..95), slot 16.
  Packed a{bench, 0, 8}, b{bench, 8, 4};
  a.set(16 + 3, 16, 0x38);
  b.set(32 + 5, 16, 0x2);
  bench.setAll(20, 0x7f7f7f7f);
  bench.setAll(21, 0x7f7f7f7f);
  bench.v(20, 32 + 3) = 0x7f7f807f; // row 3, block 2 of k: byte 1 is 2^1
  bench.v(21, 32 + 5) = 0x7f827f7f; // column 5, block 2: byte 2 is 2^3
  bench.run("v_mfma_f32_16x16x128_f8f6f4 v[24:27], v[0:7], v[8:11], 0 cbsz:0 blgp:4\n"
            "v_mov_b32 v28, 0; v_mov_b32 v29, 0; v_mov_b32 v30, 0; v_mov_b32 v31, 0\n"
            "v_mfma_scale_f32_16x16x128_f8f6f4 v[28:31], v[0:7], v[8:11], v[28:31], v20, v21 "
            "op_sel:[1,0,0] op_sel_hi:[0,1,0] cbsz:0 blgp:4");
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned slot = 0; slot < 4; ++slot) {
      const bool here = lane == 5 && slot == 3;
      CHECK(bench.f(24 + slot, lane) == (here ? 1.0f : 0.0f));
      CHECK(bench.f(28 + slot, lane) == (here ? 16.0f : 0.0f));
    }
}

TEST_CASE("values of the small float formats", "[vector][smallfloat]") {
  const auto value = [](const SmallFormat &format, uint32_t code) {
    return asF32(smallToFloat(format, code));
  };
  CHECK(value(fp8Ocp, 0x7e) == 448.0f);
  CHECK(std::isnan(value(fp8Ocp, 0x7f)));
  CHECK(value(fp8Ocp, 0x01) == 0x1p-9f);
  CHECK(value(bf8Ocp, 0x7b) == 57344.0f);
  CHECK(value(bf8Ocp, 0xfc) == -INFINITY);
  CHECK(value(bf8Ocp, 0x01) == 0x1p-16f);
  CHECK(value(fp8Fnuz, 0x7f) == 240.0f);
  CHECK(std::isnan(value(fp8Fnuz, 0x80)));
  CHECK(value(fp8Fnuz, 0x01) == 0x1p-10f);
  CHECK(value(bf8Fnuz, 0x7f) == 57344.0f);
  CHECK(value(fp6, 0x1f) == 7.5f);
  CHECK(value(fp6, 0x01) == 0.125f);
  CHECK(value(bf6, 0x1f) == 28.0f);
  CHECK(value(bf6, 0x21) == -0.0625f);
  CHECK(value(fp4, 0x7) == 6.0f);
  CHECK(value(fp4, 0x9) == -0.5f);
}

TEST_CASE("SMFMAC multiplies two of every four k", "[vector][mfma]") {
  VectorBench bench("gfx942", 64);
  Packed a{bench, 0, 16}, b{bench, 2, 16};
  // Lane group 1, row 2: the stored elements 0 and 2, at places 3 of the first and 1 of the second
  // four; B's column 7 holds its slot number plus one.
  a.set(16 + 2, 0, 0x3c00);
  a.set(16 + 2, 2, 0x4000);
  for (unsigned slot = 0; slot < 8; ++slot)
    b.set(16 + 7, slot, floatToHalf(std::bit_cast<uint32_t>(static_cast<float>(slot + 1))));
  const uint32_t indices = 0b10'01'00'11; // element 0: place 3; element 2: place 1
  bench.v(6, 16 + 2) = indices << 8;
  for (unsigned reg = 8; reg < 12; ++reg)
    bench.setAllF(reg, 0.5f);
  bench.run("v_smfmac_f32_16x16x32_f16 v[8:11], v[0:1], v[2:5], v6 abid:1");
  // 1 * slot 3 (4) + 2 * slot 5 (6)
  CHECK(bench.f(10, 7) == 16.5f);
  CHECK(bench.f(10, 8) == 0.5f);
}

TEST_CASE("SMFMAC leaves out what A does not store", "[vector][mfma]") {
  VectorBench bench("gfx942", 64);
  Packed a{bench, 0, 16}, b{bench, 2, 16};
  for (unsigned slot = 0; slot < 4; ++slot)
    a.set(2, slot, 0x3c00);
  // Column 7: 2, infinity, 4, NaN, and zeros.
  for (unsigned slot = 0; slot < 8; ++slot)
    b.set(7, slot, 0);
  b.set(7, 0, 0x4000);
  b.set(7, 1, 0x7c00);
  b.set(7, 2, 0x4400);
  b.set(7, 3, 0x7e00);
  bench.v(6, 2) = 0b01'00'10'00; // places 0 and 2, 0 and 1
  for (unsigned reg = 8; reg < 12; ++reg)
    bench.setAllF(reg, 0.5f);
  bench.run("v_smfmac_f32_16x16x32_f16 v[8:11], v[0:1], v[2:5], v6");
  CHECK(bench.f(10, 7) == 6.5f);
}

TEST_CASE("cbsz beyond the number of blocks: one block's A for all", "[vector][mfma]") {
  VectorBench bench("gfx942", 64);
  for (unsigned lane = 0; lane < 64; ++lane) {
    bench.v(0, lane) = std::bit_cast<uint32_t>(static_cast<float>(lane));
    bench.v(1, lane) = std::bit_cast<uint32_t>(1.0f);
  }
  bench.run("v_mfma_f32_16x16x1_4b_f32 v[16:31], v0, v1, 0 cbsz:7 abid:1\n"
            "v_mfma_f32_32x32x2_f32 v[32:47], v0, v1, 0 cbsz:3");
  CHECK(bench.f(16 + 4 * 3, 0) == 16.0f); // block 3 has row 0 of block 1
  CHECK(bench.f(32, 0) == 32.0f);         // a single block is its own: rows 0 of both k
}
