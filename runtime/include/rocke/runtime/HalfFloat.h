//===- HalfFloat.h - f16, bf16 and f32 values on the host -------*- C++ -*-===//
//
// Conversions between the GPU's floating-point formats, held as raw bits, and the host's double.
// Rounding is to nearest, ties to even, straight from the double: going through float would round
// twice. Denormals are kept, what is too large becomes infinity, and a NaN keeps its sign and the
// leading bits of its payload and becomes quiet.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_HALFFLOAT_H
#define ROCKE_RUNTIME_HALFFLOAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <bit>
#include <cstdint>
#include <vector>

namespace rocke::runtime {

/// The floating-point formats that tensors come in.
enum class FloatType { F16, BF16, F32 };

/// "f16", "bf16", "f32".
llvm::StringRef toString(FloatType type);
llvm::Expected<FloatType> parseFloatType(llvm::StringRef text);

/// An IEEE 754 binary format with an implicit leading bit.
struct FloatFormat {
  int exponentBits;
  int mantissaBits; ///< stored bits, without the implicit one

  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  /// The exponent of the smallest normal number.
  constexpr int minExponent() const { return 1 - bias(); }
  /// The exponent of the largest finite number.
  constexpr int maxExponent() const { return bias(); }
  /// The value of one unit in the last place at |x|; that of the denormals for all below the
  /// smallest normal number, and that of the largest finite number for all above it.
  double ulp(double x) const;
};

constexpr FloatFormat formatOf(FloatType type) {
  switch (type) {
  case FloatType::F16:
    return {5, 10};
  case FloatType::BF16:
    return {8, 7};
  case FloatType::F32:
    return {8, 23};
  }
  return {};
}

constexpr unsigned byteSize(FloatType type) { return type == FloatType::F32 ? 4 : 2; }

namespace detail {

/// Rounds `value` to `format` and returns its bits.
constexpr uint32_t roundToFormat(double value, FloatFormat format) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const int drop = 52 - format.mantissaBits;
  const auto sign = static_cast<uint32_t>(bits >> 63)
                    << (format.exponentBits + format.mantissaBits);
  const uint32_t infinity = ((1u << format.exponentBits) - 1) << format.mantissaBits;
  const int biased = static_cast<int>((bits >> 52) & 0x7ff);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);

  if (biased == 0x7ff) {
    if (fraction == 0)
      return sign | infinity;
    const uint32_t quiet = 1u << (format.mantissaBits - 1);
    return sign | infinity | quiet | static_cast<uint32_t>(fraction >> drop);
  }
  // A double denormal is far below half of the smallest denormal of every format here.
  if (biased == 0)
    return sign;

  const int exponent = biased - 1023;
  uint64_t significand = fraction | (uint64_t{1} << 52);
  // Below the normal range the last place stands still, so that more bits fall off.
  int shift = drop;
  if (exponent < format.minExponent())
    shift += format.minExponent() - exponent;
  if (shift > 53)
    return sign;
  const uint64_t kept = significand >> shift;
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  const bool up = rest > half || (rest == half && (kept & 1));
  // A carry out of the fraction runs into the exponent, which is what rounding up means: from the
  // denormals to the smallest normal number, and from the largest finite number to infinity.
  uint64_t magnitude = kept + up;
  if (exponent >= format.minExponent())
    magnitude += static_cast<uint64_t>(exponent + format.bias() - 1) << format.mantissaBits;
  if (exponent > format.maxExponent() || magnitude >= infinity)
    return sign | infinity;
  return sign | static_cast<uint32_t>(magnitude);
}

} // namespace detail

constexpr uint16_t f16FromDouble(double value) {
  return static_cast<uint16_t>(detail::roundToFormat(value, formatOf(FloatType::F16)));
}

constexpr uint16_t bf16FromDouble(double value) {
  return static_cast<uint16_t>(detail::roundToFormat(value, formatOf(FloatType::BF16)));
}

/// Exact. A NaN keeps its payload as it is, signalling or not.
constexpr float f16ToFloat(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00)
    return std::bit_cast<float>(sign | 0x7f800000u | ((magnitude & 0x3ff) << 13));
  if (magnitude >= 0x400)
    return std::bit_cast<float>(sign | ((magnitude + ((127u - 15u) << 10)) << 13));
  const float denormal = static_cast<float>(magnitude) * 0x1p-24f;
  return sign ? -denormal : denormal;
}

/// Exact. A NaN keeps its payload as it is, signalling or not.
constexpr float bf16ToFloat(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

/// The value of a 16-bit element of `type`, which is F16 or BF16.
constexpr float halfToFloat(FloatType type, uint16_t bits) {
  return type == FloatType::BF16 ? bf16ToFloat(bits) : f16ToFloat(bits);
}
constexpr uint16_t halfFromDouble(FloatType type, double value) {
  return type == FloatType::BF16 ? bf16FromDouble(value) : f16FromDouble(value);
}

/// Elements of `type`, which lie one after the other in `bytes`, as doubles.
/// `bytes.size()` is a multiple of the element size; bytes need no alignment.
std::vector<double> toDoubles(FloatType type, llvm::ArrayRef<uint8_t> bytes);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_HALFFLOAT_H
