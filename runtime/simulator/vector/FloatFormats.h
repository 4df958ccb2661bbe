//===- FloatFormats.h - Floating-point formats as bit patterns --*- C++ -*-===//
//
// Conversions between the float formats of the vector ALU, lane by lane and free of branches, so
// that loops over lanes vectorize. Everything works on bit patterns: a signalling NaN stays what it
// is unless a function says otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_FLOATFORMATS_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_FLOATFORMATS_H

#include <bit>
#include <cstdint>

namespace rocke::sim {

inline constexpr uint32_t signF32 = 0x80000000;
inline constexpr uint32_t infinityF32 = 0x7f800000;
inline constexpr uint32_t quietBitF32 = 0x00400000;
/// The result of an invalid operation, as the ISA manuals list it for v_div_fixup, v_log, v_rsq and
/// v_sqrt.
inline constexpr uint32_t defaultNanF32 = 0xffc00000;

inline constexpr uint64_t signF64 = uint64_t{1} << 63;
inline constexpr uint64_t infinityF64 = uint64_t{0x7ff} << 52;
inline constexpr uint64_t quietBitF64 = uint64_t{1} << 51;
inline constexpr uint64_t defaultNanF64 = uint64_t{0xfff8} << 48;

/// Rounding modes as the MODE register encodes them.
enum class Round : uint32_t { NearestEven = 0, Up = 1, Down = 2, TowardZero = 3 };

inline float asF32(uint32_t bits) { return std::bit_cast<float>(bits); }
inline uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
inline double asF64(uint64_t bits) { return std::bit_cast<double>(bits); }
inline uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }

inline bool isNan(uint32_t bits) { return (bits & 0x7fffffff) > infinityF32; }
inline bool isNan(uint64_t bits) { return (bits & ~signF64) > infinityF64; }
inline bool isSignalingNan(uint32_t bits) { return isNan(bits) && !(bits & quietBitF32); }
inline bool isSignalingNan(uint64_t bits) { return isNan(bits) && !(bits & quietBitF64); }
inline uint32_t quieted(uint32_t nan) { return nan | quietBitF32; }
inline uint64_t quieted(uint64_t nan) { return nan | quietBitF64; }
inline uint32_t quietedIfNan(uint32_t bits) { return isNan(bits) ? quieted(bits) : bits; }
inline uint64_t quietedIfNan(uint64_t bits) { return isNan(bits) ? quieted(bits) : bits; }

/// Denormals become zeros of the same sign.
inline uint32_t flushedF32(uint32_t bits) { return (bits & infinityF32) ? bits : bits & signF32; }
inline uint32_t flushedF16(uint32_t bits) { return (bits & 0x7c00) ? bits : bits & 0x8000; }
inline uint32_t flushedF64High(uint32_t high, uint32_t keep) {
  return (high & 0x7ff00000) ? keep : 0;
}

/// f16 (in the low half) to the f32 of the same value; NaN payloads move to the top bits.
inline uint32_t halfToFloat(uint32_t half) {
  const uint32_t magnitude = half & 0x7fff;
  // As an f32 with f16's exponent field the value is too small by 2^112, denormals included.
  const float scaled = asF32(magnitude << 13) * asF32(uint32_t{127 + 112} << 23);
  const uint32_t special = infinityF32 | (magnitude << 13);
  const uint32_t bits = magnitude >= 0x7c00 ? special : bitsOf(scaled);
  return bits | (half & 0x8000) << 16;
}

/// f32 to f16, to nearest even; overflow gives infinity. A NaN keeps the top of its payload.
inline uint32_t floatToHalf(uint32_t bits) {
  const uint32_t sign = bits >> 16 & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  const uint32_t normal = (rounded - (uint32_t{112} << 23)) >> 13;
  // Adding 0.5 leaves multiples of 2^-24, the spacing of f16's denormals, in the low bits.
  const uint32_t denormal = bitsOf(asF32(magnitude) + 0.5f) - 0x3f000000;
  const uint32_t payload = magnitude >> 13 & 0x3ff;
  const uint32_t nan = 0x7c00 | (payload ? payload : 0x200);
  uint32_t result = magnitude < (uint32_t{113} << 23) ? denormal : normal;
  result = magnitude >= (uint32_t{143} << 23) ? 0x7c00 : result;
  result = magnitude > infinityF32 ? nan : result;
  return result | sign;
}

/// f32 to f16 in any rounding mode.
inline uint32_t floatToHalf(uint32_t bits, Round round) {
  if (round == Round::NearestEven)
    return floatToHalf(bits);
  const uint32_t sign = bits >> 16 & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude >= infinityF32)
    return floatToHalf(bits);
  const bool away = round == (sign ? Round::Down : Round::Up);
  if (magnitude >= (uint32_t{143} << 23))
    return sign | (away ? 0x7c00 : 0x7bff);
  const uint32_t exponent = magnitude >> 23;
  uint32_t result, lost;
  if (exponent >= 113) {
    result = (magnitude - (uint32_t{112} << 23)) >> 13;
    lost = magnitude & 0x1fff;
  } else {
    // The f16 denormal unit is 2^-24; the significand's is 2^(exponent - 150).
    const uint32_t significand =
        exponent ? (magnitude & 0x7fffff) | 0x800000 : magnitude & 0x7fffff;
    const uint32_t shift = 126 - (exponent ? exponent : 1);
    result = shift > 31 ? 0 : significand >> shift;
    lost = shift > 31 ? significand : significand & ((uint32_t{1} << shift) - 1);
  }
  return sign | (result + (away && lost));
}

/// f32 to bf16 (in the low half), to nearest even; a NaN is quieted and keeps the top of its
/// payload.
inline uint32_t floatToBf16(uint32_t bits) {
  const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return isNan(bits) ? (bits >> 16 | 0x40) : rounded;
}
inline uint32_t bf16ToFloat(uint32_t half) { return half << 16; }

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_FLOATFORMATS_H
