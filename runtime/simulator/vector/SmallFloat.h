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

/// All values of a format, by code.
template <SmallFormat format> constexpr auto smallFloatTable() {
  std::array<float, std::size_t{1} << format.bits()> table{};
  for (uint32_t code = 0; code < table.size(); ++code)
    table[code] = std::bit_cast<float>(smallToFloat(format, code));
  return table;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_SMALLFLOAT_H
