//===- HostFunctions.cpp - What compiled host code calls ------------------===//
#include "HostFunctions.h"
#include "Matrix.h"
#include "Rounding.h"
#include "rocke/runtime/HalfFloat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FloatingPointMode.h"
#include <cmath>
#include <cstdint>

namespace rocke::fuzz {

namespace {

uint32_t byteOf(uint64_t word, unsigned index) {
  return static_cast<uint32_t>(word >> (8 * index)) & 0xff;
}
uint32_t distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

double widenF16(uint32_t bits) { return runtime::f16ToFloat(static_cast<uint16_t>(bits)); }
double widenBf16(uint32_t bits) { return runtime::bf16ToFloat(static_cast<uint16_t>(bits)); }
uint32_t narrowF16(double value) { return runtime::f16FromDouble(value); }
uint32_t narrowBf16(double value) { return runtime::bf16FromDouble(value); }

/// Toward zero, as v_cvt_pkrtz_f16_f32 rounds.
uint32_t narrowF16ToZero(float value) {
  uint16_t bits = runtime::f16FromDouble(value);
  // One step back where rounding to nearest went up, also from infinity; steps of the bits are
  // steps of the magnitude.
  if (std::fabs(runtime::f16ToFloat(bits)) > std::fabs(value))
    --bits;
  return bits;
}

uint32_t bytePermute(uint32_t high, uint32_t low, uint32_t selectors) {
  const uint64_t bytes = uint64_t{high} << 32 | low;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t selector = byteOf(selectors, i);
    uint32_t byte = 0;
    if (selector < 8)
      byte = byteOf(bytes, selector);
    else if (selector < 12) // the sign of a 16-bit half
      byte = byteOf(bytes, 2 * (selector - 8) + 1) & 0x80 ? 0xff : 0;
    else
      byte = selector == 12 ? 0 : 0xff;
    result |= byte << (8 * i);
  }
  return result;
}

uint32_t alignByte(uint32_t high, uint32_t low, uint32_t amount) {
  return static_cast<uint32_t>((uint64_t{high} << 32 | low) >> (8 * (amount & 3)));
}

uint32_t sumAbsDiff8(uint32_t a, uint32_t b, uint32_t sum) {
  for (unsigned i = 0; i < 4; ++i)
    sum += distance(byteOf(a, i), byteOf(b, i));
  return sum;
}

uint32_t sumAbsDiff8High(uint32_t a, uint32_t b, uint32_t sum) {
  return (sumAbsDiff8(a, b, 0) << 16) + sum;
}

/// Bytes of the reference, the second operand, that are 0 do not count.
uint32_t maskedSumAbsDiff8(uint32_t a, uint32_t reference, uint32_t sum) {
  for (unsigned i = 0; i < 4; ++i)
    if (byteOf(reference, i) != 0)
      sum += distance(byteOf(a, i), byteOf(reference, i));
  return sum;
}

/// Four sums of 16 bits, of the bytes from 0, 1, 2 and 3 on.
template <uint32_t (*sum)(uint32_t, uint32_t, uint32_t)>
uint64_t quad(uint64_t bytes, uint32_t reference, uint64_t sums) {
  uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const auto before = static_cast<uint32_t>(sums >> (16 * i)) & 0xffff;
    const uint32_t after = sum(static_cast<uint32_t>(bytes >> (8 * i)), reference, before);
    result |= uint64_t{after & 0xffff} << (16 * i);
  }
  return result;
}

uint32_t sumAbsDiff16(uint32_t a, uint32_t b, uint32_t sum) {
  return sum + distance(a & 0xffff, b & 0xffff) + distance(a >> 16, b >> 16);
}

/// The mean of each pair of bytes, rounded up where the third operand's byte is odd.
uint32_t lerp8(uint32_t a, uint32_t b, uint32_t rounding) {
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= ((byteOf(a, i) + byteOf(b, i) + (byteOf(rounding, i) & 1)) >> 1) << (8 * i);
  return result;
}

uint32_t uBitField(uint32_t value, uint32_t offset, uint32_t width) {
  return (value >> (offset & 31)) & ((1u << (width & 31)) - 1);
}

uint32_t sBitField(uint32_t value, uint32_t offset, uint32_t width) {
  width &= 31;
  if (width == 0)
    return 0;
  const uint32_t sign = 1u << (width - 1);
  // Bits above the value's top are copies of its sign.
  const auto shifted = static_cast<uint32_t>(static_cast<int32_t>(value) >> (offset & 31));
  return ((shifted & ((1u << width) - 1)) ^ sign) - sign;
}

/// The bit of llvm.is.fpclass's mask that is a float's, given by its bits and how many of them are
/// its format's and its mantissa's.
uint32_t classOf(uint64_t value, uint32_t bits, uint32_t mantissaBits) {
  const uint64_t sign = uint64_t{1} << (bits - 1), one = uint64_t{1} << mantissaBits;
  const uint64_t magnitude = value & (sign - 1), infinity = sign - one;
  if (magnitude > infinity)
    return magnitude & (one >> 1) ? llvm::fcQNan : llvm::fcSNan;
  const bool negative = value & sign;
  if (magnitude == infinity)
    return negative ? llvm::fcNegInf : llvm::fcPosInf;
  if (magnitude >= one)
    return negative ? llvm::fcNegNormal : llvm::fcPosNormal;
  if (magnitude != 0)
    return negative ? llvm::fcNegSubnormal : llvm::fcPosSubnormal;
  return negative ? llvm::fcNegZero : llvm::fcPosZero;
}

/// Bit 0: a 5-bit exponent; bit 1: the formats of the Open Compute Project.
const llvm::fltSemantics &float8(uint32_t format) {
  using llvm::APFloat;
  if (format & 1)
    return format & 2 ? APFloat::Float8E5M2() : APFloat::Float8E5M2FNUZ();
  return format & 2 ? APFloat::Float8E4M3FN() : APFloat::Float8E4M3FNUZ();
}
float float8ToSingle(uint32_t bits, uint32_t format) {
  return llvm::APFloat(float8(format), llvm::APInt(8, bits)).convertToFloat();
}
uint32_t singleToFloat8(float value, uint32_t format) {
  if (std::isnan(value))
    return format & 2 ? 0x7f : 0x80;
  llvm::APFloat number(value);
  bool loses = false;
  number.convert(float8(format), llvm::APFloat::rmNearestTiesToEven, &loses);
  return static_cast<uint32_t>(number.bitcastToAPInt().getZExtValue());
}

uint32_t matrix(uint32_t family, uint32_t waveSize, uint64_t imm, const uint64_t *words,
                uint32_t lane) {
  return matrixResult(static_cast<Family>(family), waveSize, imm, words, lane);
}

template <typename F> void *addressOf(F *function) { return reinterpret_cast<void *>(function); }

} // namespace

llvm::ArrayRef<HostFunction> hostFunctions() {
  static const HostFunction functions[] = {
      {"rockeFuzzWidenF16", addressOf(widenF16)},
      {"rockeFuzzWidenBf16", addressOf(widenBf16)},
      {"rockeFuzzNarrowF16", addressOf(narrowF16)},
      {"rockeFuzzNarrowBf16", addressOf(narrowBf16)},
      {"rockeFuzzNarrowF16ToZero", addressOf(narrowF16ToZero)},
      {"rockeFuzzBytePermute", addressOf(bytePermute)},
      {"rockeFuzzAlignByte", addressOf(alignByte)},
      {"rockeFuzzSumAbsDiff8", addressOf(sumAbsDiff8)},
      {"rockeFuzzSumAbsDiff8High", addressOf(sumAbsDiff8High)},
      {"rockeFuzzMaskedSumAbsDiff8", addressOf(maskedSumAbsDiff8)},
      {"rockeFuzzSumAbsDiff16", addressOf(sumAbsDiff16)},
      {"rockeFuzzQuadSumAbsDiff", addressOf(quad<sumAbsDiff8>)},
      {"rockeFuzzMaskedQuadSumAbsDiff", addressOf(quad<maskedSumAbsDiff8>)},
      {"rockeFuzzLerp8", addressOf(lerp8)},
      {"rockeFuzzUBitField", addressOf(uBitField)},
      {"rockeFuzzSBitField", addressOf(sBitField)},
      {"rockeFuzzClassOf", addressOf(classOf)},
      {"rockeFuzzFloat8ToSingle", addressOf(float8ToSingle)},
      {"rockeFuzzSingleToFloat8", addressOf(singleToFloat8)},
      {"rockeFuzzMatrix", addressOf(matrix)},
      {"rockeFuzzRounded", addressOf(rounded)},
  };
  return functions;
}

} // namespace rocke::fuzz
