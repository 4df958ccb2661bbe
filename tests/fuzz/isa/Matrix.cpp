//===- Matrix.cpp - Matrix instructions as sums of products ---------------===//
#include "Matrix.h"
#include "rocke/runtime/HalfFloat.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace rocke::fuzz {

namespace {

using enum Element;

constexpr MatrixOp wmmas[] = {
    {"wmma.f32.16x16x16.f16", 16, 16, 1, F16, F16, F32},
    {"wmma.f32.16x16x16.bf16", 16, 16, 1, BF16, BF16, F32},
    {"wmma.f16.16x16x16.f16", 16, 16, 1, F16, F16, F16},
    {"wmma.bf16.16x16x16.bf16", 16, 16, 1, BF16, BF16, BF16},
    {"wmma.i32.16x16x16.iu8", 16, 16, 1, I8, I8, I32},
    {"wmma.i32.16x16x16.iu4", 16, 16, 1, I4, I4, I32},
};

constexpr bool isSparse = true;

// Those of gfx942 alone, of both, of gfx950 alone: a GPU has two neighbouring parts.
constexpr MatrixOp mfmas[] = {
    {"mfma.f32.32x32x4.xf32", 32, 4, 1, XF32, XF32, F32},
    {"mfma.f32.16x16x8.xf32", 16, 8, 1, XF32, XF32, F32},

    {"mfma.f32.32x32x1f32", 32, 1, 2, F32, F32, F32},
    {"mfma.f32.16x16x1f32", 16, 1, 4, F32, F32, F32},
    {"mfma.f32.4x4x1f32", 4, 1, 16, F32, F32, F32},
    {"mfma.f32.32x32x2f32", 32, 2, 1, F32, F32, F32},
    {"mfma.f32.16x16x4f32", 16, 4, 1, F32, F32, F32},
    {"mfma.f32.32x32x4f16", 32, 4, 2, F16, F16, F32},
    {"mfma.f32.16x16x4f16", 16, 4, 4, F16, F16, F32},
    {"mfma.f32.4x4x4f16", 4, 4, 16, F16, F16, F32},
    {"mfma.f32.32x32x8f16", 32, 8, 1, F16, F16, F32},
    {"mfma.f32.16x16x16f16", 16, 16, 1, F16, F16, F32},
    {"mfma.f32.32x32x4bf16.1k", 32, 4, 2, BF16, BF16, F32},
    {"mfma.f32.16x16x4bf16.1k", 16, 4, 4, BF16, BF16, F32},
    {"mfma.f32.4x4x4bf16.1k", 4, 4, 16, BF16, BF16, F32},
    {"mfma.f32.32x32x8bf16.1k", 32, 8, 1, BF16, BF16, F32},
    {"mfma.f32.16x16x16bf16.1k", 16, 16, 1, BF16, BF16, F32},
    {"mfma.f32.32x32x16.fp8.fp8", 32, 16, 1, FP8, FP8, F32},
    {"mfma.f32.32x32x16.fp8.bf8", 32, 16, 1, FP8, BF8, F32},
    {"mfma.f32.32x32x16.bf8.fp8", 32, 16, 1, BF8, FP8, F32},
    {"mfma.f32.32x32x16.bf8.bf8", 32, 16, 1, BF8, BF8, F32},
    {"mfma.f32.16x16x32.fp8.fp8", 16, 32, 1, FP8, FP8, F32},
    {"mfma.f32.16x16x32.fp8.bf8", 16, 32, 1, FP8, BF8, F32},
    {"mfma.f32.16x16x32.bf8.fp8", 16, 32, 1, BF8, FP8, F32},
    {"mfma.f32.16x16x32.bf8.bf8", 16, 32, 1, BF8, BF8, F32},
    {"mfma.i32.32x32x4i8", 32, 4, 2, I8, I8, I32},
    {"mfma.i32.16x16x4i8", 16, 4, 4, I8, I8, I32},
    {"mfma.i32.4x4x4i8", 4, 4, 16, I8, I8, I32},
    {"mfma.i32.32x32x16.i8", 32, 16, 1, I8, I8, I32},
    {"mfma.i32.16x16x32.i8", 16, 32, 1, I8, I8, I32},
    {"mfma.f64.16x16x4f64", 16, 4, 1, F64, F64, F64},
    {"mfma.f64.4x4x4f64", 4, 4, 4, F64, F64, F64},
    {"smfmac.f32.16x16x32.f16", 16, 32, 1, F16, F16, F32, isSparse},
    {"smfmac.f32.32x32x16.f16", 32, 16, 1, F16, F16, F32, isSparse},
    {"smfmac.f32.16x16x32.bf16", 16, 32, 1, BF16, BF16, F32, isSparse},
    {"smfmac.f32.32x32x16.bf16", 32, 16, 1, BF16, BF16, F32, isSparse},
    {"smfmac.i32.16x16x64.i8", 16, 64, 1, I8, I8, I32, isSparse},
    {"smfmac.i32.32x32x32.i8", 32, 32, 1, I8, I8, I32, isSparse},
    {"smfmac.f32.16x16x64.fp8.fp8", 16, 64, 1, FP8, FP8, F32, isSparse},
    {"smfmac.f32.16x16x64.fp8.bf8", 16, 64, 1, FP8, BF8, F32, isSparse},
    {"smfmac.f32.16x16x64.bf8.fp8", 16, 64, 1, BF8, FP8, F32, isSparse},
    {"smfmac.f32.16x16x64.bf8.bf8", 16, 64, 1, BF8, BF8, F32, isSparse},
    {"smfmac.f32.32x32x32.fp8.fp8", 32, 32, 1, FP8, FP8, F32, isSparse},
    {"smfmac.f32.32x32x32.bf8.fp8", 32, 32, 1, BF8, FP8, F32, isSparse},

    {"mfma.scale.f32.16x16x128.f8f6f4", 16, 128, 1, FP8, FP8, F32},
    {"mfma.scale.f32.32x32x64.f8f6f4", 32, 64, 1, FP8, FP8, F32},
    {"mfma.f32.16x16x32.f16", 16, 32, 1, F16, F16, F32},
    {"mfma.f32.32x32x16.f16", 32, 16, 1, F16, F16, F32},
    {"mfma.f32.16x16x32.bf16", 16, 32, 1, BF16, BF16, F32},
    {"mfma.f32.32x32x16.bf16", 32, 16, 1, BF16, BF16, F32},
    {"mfma.i32.16x16x64.i8", 16, 64, 1, I8, I8, I32},
    {"mfma.i32.32x32x32.i8", 32, 32, 1, I8, I8, I32},
    {"smfmac.f32.16x16x64.f16", 16, 64, 1, F16, F16, F32, isSparse},
    {"smfmac.f32.32x32x32.f16", 32, 32, 1, F16, F16, F32, isSparse},
    {"smfmac.f32.16x16x64.bf16", 16, 64, 1, BF16, BF16, F32, isSparse},
    {"smfmac.f32.32x32x32.bf16", 32, 32, 1, BF16, BF16, F32, isSparse},
    {"smfmac.i32.16x16x128.i8", 16, 128, 1, I8, I8, I32, isSparse},
    {"smfmac.i32.32x32x64.i8", 32, 64, 1, I8, I8, I32, isSparse},
    {"smfmac.f32.16x16x128.fp8.fp8", 16, 128, 1, FP8, FP8, F32, isSparse},
    {"smfmac.f32.16x16x128.fp8.bf8", 16, 128, 1, FP8, BF8, F32, isSparse},
    {"smfmac.f32.32x32x64.bf8.fp8", 32, 64, 1, BF8, FP8, F32, isSparse},
    {"smfmac.f32.32x32x64.bf8.bf8", 32, 64, 1, BF8, BF8, F32, isSparse},
};
constexpr size_t only942 = 2, only950 = 18;

/// An element's value; integers fit a double, too.
double valueOf(Element element, uint64_t bits, bool ocp, bool isSigned) {
  const auto small = [&](const llvm::fltSemantics &semantics) {
    const unsigned width = llvm::APFloat::semanticsSizeInBits(semantics);
    return llvm::APFloat(semantics, llvm::APInt(width, bits)).convertToDouble();
  };
  switch (element) {
  case F64:
    return std::bit_cast<double>(bits);
  case F32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  case XF32: {
    // 10 bits of the mantissa, to nearest even.
    bool loses = false;
    llvm::APFloat value(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    value.convert(llvm::APFloat::FloatTF32(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return value.convertToDouble();
  }
  case F16:
    return runtime::f16ToFloat(static_cast<uint16_t>(bits));
  case BF16:
    return runtime::bf16ToFloat(static_cast<uint16_t>(bits));
  case FP8:
    return small(ocp ? llvm::APFloat::Float8E4M3FN() : llvm::APFloat::Float8E4M3FNUZ());
  case BF8:
    return small(ocp ? llvm::APFloat::Float8E5M2() : llvm::APFloat::Float8E5M2FNUZ());
  case FP6:
    return small(llvm::APFloat::Float6E2M3FN());
  case BF6:
    return small(llvm::APFloat::Float6E3M2FN());
  case FP4:
    return small(llvm::APFloat::Float4E2M1FN());
  default: {
    const unsigned width = bitsOf(element);
    const auto top = static_cast<int64_t>(bits << (64 - width));
    return static_cast<double>(isSigned ? top >> (64 - width) : static_cast<int64_t>(bits));
  }
  }
}

/// The registers of a wavefront.
class Wave {
public:
  Wave(const MatrixChoice &choice, unsigned waveSize, bool ocp, const uint64_t *words)
      : choice(choice), op(*choice.op), waveSize(waveSize), ocp(ocp), words(words) {}

  uint64_t resultBits(unsigned lane, unsigned slot) const;

private:
  uint32_t word(unsigned lane, unsigned which) const {
    return static_cast<uint32_t>(words[2 * lane + which]);
  }
  static uint32_t dword(uint32_t word, const Scramble &scramble, uint32_t salt, unsigned index) {
    uint32_t mixed = (word ^ (salt + index * Scramble::step)) * Scramble::factor;
    mixed ^= mixed >> 15;
    return (mixed & scramble.keep) | scramble.set;
  }
  uint64_t element(uint32_t word, Element type, uint32_t salt, unsigned index) const {
    const unsigned bits = bitsOf(type), at = index * bits;
    const auto dwordAt = [&](unsigned number) {
      return uint64_t{dword(word, scrambleOf(type, choice.tame, number), salt, number)};
    };
    uint64_t value = dwordAt(at / 32) >> (at % 32);
    if (at % 32 + bits > 32)
      value |= dwordAt(at / 32 + 1) << (32 - at % 32);
    return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
  }
  /// The scale of 32 values of k, whose number is `block`, for a row of A or a column of B.
  double scale(unsigned row, unsigned block, unsigned which, uint32_t salt, unsigned byte) const {
    const uint32_t four = dword(word(row + op.m * block, which), scaleScramble, salt, 0);
    return std::ldexp(1.0, static_cast<int>(four >> (8 * byte) & 0xff) - 127);
  }
  /// Of a scaled operation, where an operand's k is: the lane group, and the place in it. Those of
  /// 8 bits are dealt to the groups by 16.
  struct Place {
    unsigned group, index;
  };
  Place placeOf(Element type, unsigned k) const {
    const unsigned groups = 64 / op.m, perLane = op.perLaneB();
    if (bitsOf(type) != 8)
      return {k / perLane, k % perLane};
    return {k / 16 % groups, k / (16 * groups) * 16 + k % 16};
  }
  double elementA(unsigned lane, unsigned index) const {
    return valueOf(choice.a, element(word(lane, 0), choice.a, saltA, index), ocp, choice.signedA);
  }
  double elementB(unsigned lane, unsigned index) const {
    return valueOf(choice.b, element(word(lane, 1), choice.b, saltB, index), ocp, choice.signedB);
  }
  uint32_t indexOf(unsigned lane, unsigned stored) const;
  /// A's row `i` and B's column `j` at k; B as blgp rearranges it.
  double a(unsigned i, unsigned k, unsigned block) const;
  double b(unsigned j, unsigned k, unsigned block) const;
  bool hasLanePattern() const { return !op.isWmma() && !op.sparse && op.a != F64; }

  const MatrixChoice &choice;
  const MatrixOp &op;
  unsigned waveSize;
  bool ocp;
  const uint64_t *words;
};

double Wave::a(unsigned i, unsigned k, unsigned block) const {
  if (op.isWmma())
    return elementA(i, k);
  if (op.isScaled()) {
    const Place place = placeOf(choice.a, k);
    return elementA(i + op.m * place.group, place.index) *
           scale(i, k / 32, 0, saltScaleA, choice.scaleByteA);
  }
  const unsigned perLane = op.perLaneA();
  if (op.blocks > 1 && op.a == F64)
    return elementA(i + 4 * block + 16 * k, 0);
  if (op.blocks > 1) {
    const unsigned shared = block >> choice.cbsz << choice.cbsz | choice.abid;
    return elementA(i + op.m * (choice.cbsz ? shared : block), k);
  }
  return elementA(i + op.m * (k / perLane), k % perLane);
}

double Wave::b(unsigned j, unsigned k, unsigned block) const {
  if (op.isWmma())
    return elementB(j, k);
  if (op.isScaled()) {
    const Place place = placeOf(choice.b, k);
    return elementB(j + op.m * place.group, place.index) *
           scale(j, k / 32, 1, saltScaleB, choice.scaleByteB);
  }
  if (op.blocks > 1 && op.a == F64)
    return elementB(j + 4 * block + 16 * k, 0);
  const unsigned perLane = op.perLaneB();
  unsigned lane = op.blocks > 1 ? j + op.m * block : j + op.m * (k / perLane);
  const unsigned index = op.blocks > 1 ? k : k % perLane;
  if (hasLanePattern()) {
    switch (choice.blgp) {
    case 0:
      break;
    case 1:
      lane = lane % 32;
      break;
    case 2:
      lane = 32 + lane % 32;
      break;
    case 3:
      lane = (lane + 16) % 64;
      break;
    default:
      lane = 16 * (choice.blgp - 4) + lane % 16;
      break;
    }
  }
  return elementB(lane, index);
}

/// Which of four values of k a stored element of A belongs to.
uint32_t Wave::indexOf(unsigned lane, unsigned stored) const {
  const unsigned perLane = op.perLaneA();
  const unsigned at = 2 * (stored + choice.abid * perLane); // in the register with the indices
  const uint32_t seed = word(lane, 0) ^ word(lane, 1);
  const uint32_t pair = sparsePairs >> (4 * (seed >> (3 * (at / 4)) & 7));
  return pair >> (at % 4) & 3;
}

uint64_t Wave::resultBits(unsigned lane, unsigned slot) const {
  const unsigned m = op.m, j = lane % m, group = lane / m;
  unsigned row = 0, block = 0;
  if (op.isWmma()) {
    row = slot * (waveSize / 16) + group;
  } else if (op.a == F64) {
    row = m == 4 ? lane / 16 : 4 * slot + group;
    block = m == 4 ? lane / 4 % 4 : 0;
  } else if (m == 4) {
    row = slot;
    block = group;
  } else {
    const unsigned slotsPerBlock = m * m / 64, groups = 64 / m, inBlock = slot % slotsPerBlock;
    row = inBlock / 4 * 4 * groups + 4 * group + inBlock % 4;
    block = slot / slotsPerBlock;
  }

  const uint32_t seedC = word(lane, 0) * 3 + word(lane, 1);
  const bool halfResult = bitsOf(op.c) == 16;
  const uint64_t bitsC =
      element(seedC, op.c, saltC, halfResult ? 2 * slot + choice.highHalf : slot);

  const auto sum = [&](auto accumulator, auto add) {
    if (!op.sparse) {
      for (unsigned k = 0; k < op.k; ++k)
        accumulator = add(accumulator, a(row, k, block), b(j, k, block));
      return accumulator;
    }
    const unsigned perLane = op.perLaneA();
    for (unsigned stored = 0; stored < op.k / 2; ++stored) {
      const unsigned from = row + m * (stored / perLane), inLane = stored % perLane;
      const unsigned k = stored / 2 * 4 + indexOf(from, inLane);
      accumulator = add(accumulator, elementA(from, inLane), b(j, k, 0));
    }
    return accumulator;
  };

  if (op.c == I32) {
    const int64_t total =
        sum(int64_t{static_cast<int32_t>(bitsC)}, [](int64_t accumulator, double x, double y) {
          return accumulator + static_cast<int64_t>(x) * static_cast<int64_t>(y);
        });
    if (!choice.clamp)
      return static_cast<uint32_t>(total);
    return static_cast<uint32_t>(std::clamp<int64_t>(total, INT32_MIN, INT32_MAX));
  }
  if (op.c == F64) {
    const auto negateIf = [](unsigned yes, double x) { return yes ? -x : x; };
    const double total = sum(negateIf(choice.blgp & 4, std::bit_cast<double>(bitsC)),
                             [&](double accumulator, double x, double y) {
                               return std::fma(negateIf(choice.blgp & 1, x),
                                               negateIf(choice.blgp & 2, y), accumulator);
                             });
    return std::isnan(total) ? 0x7ff8000000000000 : std::bit_cast<uint64_t>(total);
  }
  const float total =
      sum(static_cast<float>(valueOf(op.c, bitsC, ocp, false)),
          [](float accumulator, double x, double y) {
            return std::fma(static_cast<float>(x), static_cast<float>(y), accumulator);
          });
  switch (op.c) {
  case F16:
    return std::isnan(total) ? 0x7e00 : runtime::f16FromDouble(total);
  case BF16:
    return std::isnan(total) ? 0x7fc0 : runtime::bf16FromDouble(total);
  default:
    return std::isnan(total) ? 0x7fc00000 : std::bit_cast<uint32_t>(total);
  }
}

} // namespace

unsigned bitsOf(Element element) {
  switch (element) {
  case F64:
    return 64;
  case F32:
  case XF32:
  case I32:
    return 32;
  case F16:
  case BF16:
    return 16;
  case FP6:
  case BF6:
    return 6;
  case FP4:
  case I4:
    return 4;
  default:
    return 8;
  }
}

unsigned MatrixOp::perLaneB() const { return isWmma() ? k : m * k * blocks / 64; }
unsigned MatrixOp::perLaneA() const { return sparse ? perLaneB() / 2 : perLaneB(); }

llvm::ArrayRef<MatrixOp> matrixOps(Family family) {
  if (family == Family::Gfx942)
    return llvm::ArrayRef(mfmas).drop_back(only950);
  if (family == Family::Gfx950)
    return llvm::ArrayRef(mfmas).drop_front(only942);
  return wmmas;
}

MatrixChoice matrixChoice(Family family, uint64_t imm) {
  const llvm::ArrayRef<MatrixOp> ops = matrixOps(family);
  MatrixChoice choice{};
  choice.op = &ops[imm % ops.size()];
  const auto bits = [&](unsigned from, unsigned count) {
    return static_cast<unsigned>(imm >> from) & ((1u << count) - 1);
  };
  choice.a = choice.op->a;
  choice.b = choice.op->b;
  if (choice.op->isScaled()) {
    static constexpr Element formats[] = {FP8, BF8, FP6, BF6, FP4};
    choice.a = formats[bits(35, 8) % 5];
    choice.b = formats[bits(43, 8) % 5];
    choice.scaleByteA = bits(51, 2);
    choice.scaleByteB = bits(53, 2);
  }
  choice.tame = bits(16, 2) != 0;
  choice.signedA = bits(18, 1) || !choice.op->isWmma();
  choice.signedB = bits(19, 1) || !choice.op->isWmma();
  choice.clamp = bits(20, 1) && choice.op->isWmma();
  choice.highHalf = bits(21, 1);
  if (choice.op->sparse) {
    // A register has the indices of several instructions.
    choice.abid = bits(22, 2) % (16 / choice.op->perLaneA());
    return choice;
  }
  const bool isDouble = choice.op->a == F64;
  if (choice.op->blocks > 1 && !isDouble) {
    choice.cbsz = bits(24, 3) % (1 + static_cast<unsigned>(std::countr_zero(choice.op->blocks)));
    choice.abid = bits(27, 4) % (1u << choice.cbsz);
  }
  if (!choice.op->isWmma() && !choice.op->isScaled() && bits(31, 1))
    choice.blgp = bits(32, 3);
  return choice;
}

Scramble scrambleOf(Element element, bool tame, unsigned index) {
  if (!tame)
    return {};
  switch (element) {
  case F64:
    return index % 2 ? Scramble{0x801fffff, 0x3fe00000} : Scramble{};
  case F32:
  case XF32:
    return {0x80ffffff, 0x3f000000};
  case F16:
    return {0x8fff8fff, 0x30003000};
  case BF16:
    return {0x81ff81ff, 0x3e003e00};
  case FP8:
  case BF8:
    return {0xbfbfbfbf, 0x20202020};
  default:
    return {};
  }
}

uint32_t matrixResult(Family family, unsigned waveSize, uint64_t imm, const uint64_t *words,
                      unsigned lane) {
  const MatrixChoice choice = matrixChoice(family, imm);
  const Wave wave(choice, waveSize, /*ocp=*/family == Family::Gfx950, words);
  uint32_t folded = 0;
  for (unsigned slot = 0; slot < choice.op->slots(waveSize); ++slot) {
    const uint64_t bits = wave.resultBits(lane, slot);
    folded = folded * 31 + static_cast<uint32_t>(bits);
    if (choice.op->c == F64)
      folded = folded * 31 + static_cast<uint32_t>(bits >> 32);
  }
  return folded;
}

} // namespace rocke::fuzz
