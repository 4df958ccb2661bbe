//===- Numerics.h - Transcendental functions of the vector ALU --*- C++ -*-===//
//
// v_exp, v_log, v_sin and v_cos evaluated in double precision, to about 1e-15 relative, and rounded
// once: well inside the one unit in the last place that the ISA manuals allow. All of it is
// branch-free arithmetic, so that loops over lanes vectorize, and exact powers and quarter turns
// give exact results.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_NUMERICS_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_NUMERICS_H

#include "FloatFormats.h"
#include <cmath>

namespace rocke::sim {

/// 1.5 * 2^52: adding it rounds a double of magnitude below 2^51 to an integer, which is then in
/// the low bits of the sum.
inline constexpr double integerMagic = 6755399441055744.0;

/// 2^x for |x| <= 1000.
inline double exp2Double(double x) {
  const double shifted = x + integerMagic;
  const double t = (x - (shifted - integerMagic)) * 0.693147180559945309417;
  // Taylor's series on [-ln2/2, ln2/2]; the first term left out is below 7e-15.
  double p = 1.0 / 39916800;
  p = p * t + 1.0 / 3628800;
  p = p * t + 1.0 / 362880;
  p = p * t + 1.0 / 40320;
  p = p * t + 1.0 / 5040;
  p = p * t + 1.0 / 720;
  p = p * t + 1.0 / 120;
  p = p * t + 1.0 / 24;
  p = p * t + 1.0 / 6;
  p = p * t + 0.5;
  p = p * t + 1.0;
  p = p * t + 1.0;
  return asF64(bitsOf(p) + (bitsOf(shifted) << 52));
}

/// log2(x) for positive normal x.
inline double log2Double(double x) {
  const uint64_t bits = bitsOf(x);
  const uint64_t one = uint64_t{1023} << 52;
  const double mantissa = asF64((bits & ((uint64_t{1} << 52) - 1)) | one); // [1, 2)
  const bool high = mantissa > 1.41421356237309504880;
  const double m = high ? mantissa * 0.5 : mantissa;
  // The biased exponent under 2^52's exponent is a double of the value 2^52 + exponent.
  const double biased = asF64((bits >> 52) | (uint64_t{0x433} << 52)) - 4503599627370496.0;
  const double exponent = biased - (high ? 1022.0 : 1023.0);
  const double s = (m - 1.0) / (m + 1.0); // |s| < 0.1716
  const double z = s * s;
  // log2(m) = 2/ln2 * atanh(s)
  double p = 1.0 / 21;
  p = p * z + 1.0 / 19;
  p = p * z + 1.0 / 17;
  p = p * z + 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  p = p * z + 1.0;
  return exponent + 2.88539008177792681472 * s * p;
}

/// sin(2*pi*r) for |r| <= 0.25.
inline double sinQuarterTurns(double r) {
  const double t = r * 6.28318530717958647693;
  const double z = t * t;
  double p = 1.0 / 51090942171709440000.0;
  p = p * z - 1.0 / 121645100408832000.0;
  p = p * z + 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800;
  p = p * z + 1.0 / 362880;
  p = p * z - 1.0 / 5040;
  p = p * z + 1.0 / 120;
  p = p * z - 1.0 / 6;
  p = p * z + 1.0;
  return t * p;
}

/// sin(2*pi*x) and cos(2*pi*x) for finite x.
inline double sinTurns(double x) {
  const double r = x - __builtin_roundeven(x); // exact, [-0.5, 0.5]
  const double folded = std::copysign(0.5, r) - r;
  return sinQuarterTurns(std::fabs(r) > 0.25 ? folded : r);
}
inline double cosTurns(double x) {
  const double r = x - __builtin_roundeven(x);
  return sinQuarterTurns(0.25 - std::fabs(r));
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_NUMERICS_H
