//===- SmallFloat.h - Floats of 8, 6 and 4 bits -----------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_SMALLFLOAT_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_SMALLFLOAT_H

#include "FloatFormats.h"
#include <array>
#include <cstddef>

namespace rocke::sim {

/// How a format spends its top encodings.
enum class Specials : uint8_t {
  None,      ///< all are numbers (fp6, bf6, fp4)
  NanOnly,   ///< OCP E4M3: the highest encoding is NaN, there is no infinity
  Ieee,      ///< E5M2: the highest exponent is infinity and NaN
  MinusZero, ///< FNUZ: what would be -0 is the only NaN
};

struct SmallFormat {
  int exponentBits, mantissaBits, bias;
  Specials specials;
  constexpr int bits() const { return 1 + exponentBits + mantissaBits; }
};

// OCP's formats, which gfx950 has, and the FNUZ ones of gfx942 (CDNA3 and CDNA4 manuals).
inline constexpr SmallFormat fp8Ocp = {4, 3, 7, Specials::NanOnly};
inline constexpr SmallFormat bf8Ocp = {5, 2, 15, Specials::Ieee};
inline constexpr SmallFormat fp8Fnuz = {4, 3, 8, Specials::MinusZero};
inline constexpr SmallFormat bf8Fnuz = {5, 2, 16, Specials::MinusZero};
inline constexpr SmallFormat fp6 = {2, 3, 1, Specials::None};
inline constexpr SmallFormat bf6 = {3, 2, 3, Specials::None};
inline constexpr SmallFormat fp4 = {2, 1, 1, Specials::None};

/// The f32 of the same value; a NaN becomes a quiet one.
constexpr uint32_t smallToFloat(const SmallFormat &format, uint32_t code) {
  const uint32_t sign = (code >> (format.bits() - 1) & 1) << 31;
  const uint32_t exponentMask = (uint32_t{1} << format.exponentBits) - 1;
  const uint32_t mantissaMask = (uint32_t{1} << format.mantissaBits) - 1;
  const uint32_t exponent = code >> format.mantissaBits & exponentMask;
  const uint32_t mantissa = code & mantissaMask;
  constexpr uint32_t nan = 0x7fc00000;
  switch (format.specials) {
  case Specials::None:
    break;
  case Specials::NanOnly:
    if (exponent == exponentMask && mantissa == mantissaMask)
      return sign | nan;
    break;
  case Specials::Ieee:
    if (exponent == exponentMask)
      return sign | (mantissa ? nan : infinityF32);
    break;
  case Specials::MinusZero:
    if (sign && !exponent && !mantissa)
      return nan;
    break;
  }
  if (!exponent && !mantissa)
    return sign;
  // Normalize a denormal: its unit is that of the lowest exponent.
  int power = static_cast<int>(exponent ? exponent : 1) - format.bias;
  uint32_t significand = mantissa | (exponent ? mantissaMask + 1 : 0);
  while (!(significand & (mantissaMask + 1))) {
    significand <<= 1;
    --power;
  }
  return sign | static_cast<uint32_t>(power + 127) << 23 |
         (significand & mantissaMask) << (23 - format.mantissaBits);
}

/// The largest finite magnitude's code.
constexpr uint32_t largestSmall(const SmallFormat &format) {
  const uint32_t all = (uint32_t{1} << (format.bits() - 1)) - 1;
  if (format.specials == Specials::NanOnly)
    return all - 1;
  if (format.specials == Specials::Ieee)
    return all - (uint32_t{1} << format.mantissaBits);
  return all;
}

/// A finite magnitude in units of the format's spacing there, `lost` what is below a unit as a
/// 32-bit fraction: the common part of all roundings. Codes count upward in such units.
struct SmallUnits {
  uint32_t code;
  uint32_t lost;
};
constexpr SmallUnits smallUnits(const SmallFormat &format, uint32_t magnitude) {
  const int exponentField = static_cast<int>(magnitude >> 23);
  const uint64_t significand =
      (magnitude & 0x7fffff) | (exponentField ? uint32_t{0x800000} : uint32_t{0});
  const int exponent = (exponentField ? exponentField : 1) - 127;
  const int lowest = 1 - format.bias;
  // Below the lowest exponent the spacing stays.
  const int shift = 23 - format.mantissaBits + (exponent < lowest ? lowest - exponent : 0);
  if (shift > 55)
    return {0, significand ? uint32_t{1} : uint32_t{0}};
  const uint64_t wide = significand << 8; // room for the fraction of small shifts
  const int wideShift = shift + 8;
  const uint64_t units = wideShift < 64 ? wide >> wideShift : 0;
  const uint64_t rest = wide & ((uint64_t{1} << wideShift) - 1);
  uint32_t lost =
      static_cast<uint32_t>(wideShift > 32 ? rest >> (wideShift - 32) : rest << (32 - wideShift));
  if (!lost && rest)
    lost = 1;
  const uint32_t base =
      exponent < lowest ? 0 : static_cast<uint32_t>(exponent - lowest) << format.mantissaBits;
  return {base + static_cast<uint32_t>(units), lost};
}

/// f32 to a small format. `random` is added below the last place kept (stochastic rounding);
/// without it the rounding is to nearest even. What exceeds the largest number becomes infinity or
/// NaN, as the format has it, or that number if it has neither; or, infinity itself excepted, if
/// `saturate`.
constexpr uint32_t floatToSmall(const SmallFormat &format, uint32_t bits, bool saturate,
                                const uint32_t *random = nullptr) {
  const uint32_t sign = bits >> 31 << (format.bits() - 1);
  const uint32_t magnitude = bits & 0x7fffffff;
  const uint32_t all = (uint32_t{1} << (format.bits() - 1)) - 1;
  const uint32_t nan =
      format.specials == Specials::MinusZero ? uint32_t{1} << (format.bits() - 1) : sign | all;
  const uint32_t largest = largestSmall(format);
  if (magnitude > infinityF32)
    return nan;
  uint32_t code = largest + 1;
  if (magnitude < infinityF32) {
    const SmallUnits units = smallUnits(format, magnitude);
    const bool up = random
                        ? units.lost + *random < units.lost
                        : units.lost > 0x80000000 || (units.lost == 0x80000000 && (units.code & 1));
    code = units.code + up;
  }
  if (code > largest) {
    if ((saturate && magnitude < infinityF32) || format.specials == Specials::None)
      return sign | largest;
    return format.specials == Specials::Ieee ? sign | (largest + 1) : nan;
  }
  // FNUZ has no negative zero.
  return code || format.specials != Specials::MinusZero ? sign | code : 0;
}

/// All values of a format, by code.
template <SmallFormat format> constexpr auto smallFloatTable() {
  std::array<float, std::size_t{1} << format.bits()> table{};
  for (uint32_t code = 0; code < table.size(); ++code)
    table[code] = std::bit_cast<float>(smallToFloat(format, code));
  return table;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_SMALLFLOAT_H
