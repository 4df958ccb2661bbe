//===- DoubleOps.cpp - f64 arithmetic, and the steps of division -----------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "DoubleOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "Lanes-inl.h"
#include "TwoOverPi.h"
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

HWY_INLINE double fractLane(double x) {
  const double fraction = x - __builtin_floor(x);
  return fraction >= 1.0 ? asF64(0x3fefffffffffffff) : fraction;
}

HWY_INLINE double powerOfTwo(int exponent) {
  return asF64(static_cast<uint64_t>(exponent + 1023) << 52);
}

HWY_INLINE double ldexpLane(double x, int32_t exponent) { return std::ldexp(x, exponent); }

/// x scaled to be normal, and by how many bits it went up.
HWY_INLINE double normalized(double x, int &shift) {
  const bool denormal = (bitsOf(x) & infinityF64) == 0;
  shift = denormal ? 54 : 0;
  return denormal ? x * powerOfTwo(54) : x;
}
HWY_INLINE bool isOrdinary(double x) { return x != 0.0 && std::fabs(x) < asF64(infinityF64); }
HWY_INLINE double frexpMantissa(double x) {
  int shift;
  const uint64_t bits = bitsOf(normalized(x, shift));
  const double mantissa = asF64((bits & ~infinityF64) | (uint64_t{1022} << 52));
  return isOrdinary(x) ? mantissa : x;
}
HWY_INLINE int32_t frexpExponent(double x) {
  int shift;
  const uint64_t bits = bitsOf(normalized(x, shift));
  const int32_t exponent = static_cast<int32_t>(bits >> 52 & 0x7ff) - 1022 - shift;
  return isOrdinary(x) ? exponent : 0;
}

//===----------------------------------------------------------------------===//
// Division: v_div_scale keeps the Newton-Raphson steps away from denormals and overflow,
// v_div_fmas undoes the scaling, v_div_fixup gives the special cases. The conditions are those of
// the ISA manuals.
//===----------------------------------------------------------------------===//

template <typename T> struct DivideTraits;
template <> struct DivideTraits<float> {
  static constexpr int mantissaBits = 23, maxExponent = 255, bias = 127;
  static constexpr int overflowGap = 96, tinyNumerator = 23, scale = 64, underflowGap = 150;
};
template <> struct DivideTraits<double> {
  static constexpr int mantissaBits = 52, maxExponent = 2047, bias = 1023;
  static constexpr int overflowGap = 768, tinyNumerator = 53, scale = 128, underflowGap = 1075;
};

template <typename T> HWY_INLINE int exponentField(T x) {
  return static_cast<int>(bitsOf(x) >> DivideTraits<T>::mantissaBits) &
         DivideTraits<T>::maxExponent;
}
template <typename T> HWY_INLINE bool isDenormal(T x) { return exponentField(x) == 0 && x != T{0}; }
template <typename T> HWY_INLINE T infinity() { return static_cast<T>(__builtin_inf()); }
template <typename T> HWY_INLINE T scaled(T x, int exponent) {
  return x * static_cast<T>(powerOfTwo(exponent));
}

template <typename T> HWY_INLINE WithMask<T> divScale(T value, T denominator, T numerator) {
  using Traits = DivideTraits<T>;
  const int up = Traits::scale;
  if (numerator == T{0} || denominator == T{0} || numerator != numerator ||
      denominator != denominator)
    return {chooseNan<T>(), false};
  // One that would round to zero is none the less too small for the steps.
  const bool quotientDenormal =
      exponentField(numerator / denominator) == 0 && std::fabs(denominator) < infinity<T>();
  const bool reciprocalDenormal = isDenormal(T{1} / denominator);
  if (exponentField(numerator) - exponentField(denominator) >= Traits::overflowGap)
    return {value == denominator ? scaled(value, up) : value, true};
  if (isDenormal(denominator))
    return {scaled(value, up), false};
  // The manuals print a scaling up here, which would overflow: a denominator with a denormal
  // reciprocal is within a factor of four of the largest number.
  if (reciprocalDenormal && quotientDenormal)
    return {value == denominator ? scaled(value, -up) : value, true};
  if (reciprocalDenormal)
    return {scaled(value, -up), false};
  if (quotientDenormal)
    return {value == numerator ? scaled(value, up) : value, true};
  if (exponentField(numerator) <= Traits::tinyNumerator)
    return {scaled(value, up), false};
  return {value, false};
}

/// a * b + c in a wider format: exact but for a last bit that is odd if anything was lost, so that
/// rounding it to T is right.
HWY_INLINE double fmaToOdd(float a, float b, float c) {
  const double product = static_cast<double>(a) * b; // exact
  const double sum = product + c;
  const double back = sum - product;
  const double error = (product - (sum - back)) + (c - back);
  const uint64_t bits = bitsOf(sum);
  const bool adjust = std::fabs(sum) < asF64(infinityF64) && error != 0.0 && !(bits & 1);
  const bool outward = (bitsOf(error) ^ bits) < signF64;
  return adjust ? asF64(outward ? bits + 1 : bits - 1) : sum;
}
/// 113 bits hold the exact sum wherever it can matter for the rounding of a quotient.
HWY_INLINE __float128 fmaToOdd(double a, double b, double c) {
  return static_cast<__float128>(a) * b + c;
}

/// The exponent of the quotient (the last operand) says which operand v_div_scale had scaled. The
/// scaling back is part of the fused operation: a denormal result is rounded once.
template <typename T> HWY_INLINE T divFmas(bool wasScaled, T a, T b, T c) {
  using Traits = DivideTraits<T>;
  if (!wasScaled) {
    if constexpr (sizeof(T) == 4)
      return __builtin_fmaf(a, b, c);
    else
      return __builtin_fma(a, b, c);
  }
  const double factor =
      powerOfTwo(exponentField(c) > Traits::bias ? Traits::scale : -Traits::scale);
  return static_cast<T>(fmaToOdd(a, b, c) * factor);
}

/// f16 quotients are widened, where nothing underflows.
template <typename T, bool catchUnderflow>
HWY_INLINE T divFixup(T quotient, T denominator, T numerator) {
  const bool negative = std::signbit(denominator) != std::signbit(numerator);
  const T magnitude = std::fabs(quotient);
  const T zero{0};
  T result = quotient != quotient ? infinity<T>() : magnitude;
  if (catchUnderflow &&
      exponentField(numerator) - exponentField(denominator) < -DivideTraits<T>::underflowGap)
    result = zero;
  if (std::fabs(denominator) == infinity<T>() || numerator == zero)
    result = zero;
  if (denominator == zero || std::fabs(numerator) == infinity<T>())
    result = infinity<T>();
  result = negative ? -result : result;
  const bool invalid =
      (denominator == zero && numerator == zero) ||
      (std::fabs(denominator) == infinity<T>() && std::fabs(numerator) == infinity<T>());
  if (invalid || denominator != denominator || numerator != numerator)
    result = chooseNan<T>(numerator, denominator);
  return result;
}

/// 53 bits of 2/pi for a range reduction of the f64 trigonometric functions. `segment` 0 to 2
/// walks down; large arguments start further down.
HWY_INLINE double trigPreop(double x, uint32_t segment) {
  const int exponent = exponentField(x);
  int shift = static_cast<int>(segment & 31) * 53;
  if (exponent > 1077)
    shift += exponent - 1077;
  const double result = static_cast<double>(twoOverPiBits(shift));
  int scale = -53 - shift;
  if (exponent >= 1968)
    scale += 128;
  return std::ldexp(result, scale);
}

constexpr Kernel add = arithmeticLanes<[](double a, double b) { return a + b; }>;
constexpr Kernel mul = arithmeticLanes<[](double a, double b) { return a * b; }>;
constexpr Kernel fma =
    arithmeticLanes<[](double a, double b, double c) { return __builtin_fma(a, b, c); }>;

using namespace opflag;

constexpr VectorOp ops[] = {
    {"v_add_f64", add, F64, {F64, F64}},
    {"v_mul_f64", mul, F64, {F64, F64}},
    {"v_fma_f64", fma, F64, {F64, F64, F64}},
    {"v_fmac_f64", fma, F64, {F64, F64, F64}, accumulate},
    {"v_floor_f64", arithmeticLanes<[](double a) { return __builtin_floor(a); }>, F64, {F64}},
    {"v_ceil_f64", arithmeticLanes<[](double a) { return __builtin_ceil(a); }>, F64, {F64}},
    {"v_trunc_f64", arithmeticLanes<[](double a) { return __builtin_trunc(a); }>, F64, {F64}},
    {"v_rndne_f64", arithmeticLanes<[](double a) { return __builtin_roundeven(a); }>, F64, {F64}},
    {"v_fract_f64", arithmeticLanes<[](double a) { return fractLane(a); }>, F64, {F64}},
    {"v_rcp_f64", arithmeticLanes<[](double a) { return 1.0 / a; }>, F64, {F64}},
    {"v_rsq_f64", arithmeticLanes<[](double a) { return 1.0 / __builtin_sqrt(a); }>, F64, {F64}},
    {"v_sqrt_f64", arithmeticLanes<[](double a) { return __builtin_sqrt(a); }>, F64, {F64}},
    {"v_ldexp_f64",
     arithmeticLanes<[](double a, int32_t e) { return ldexpLane(a, e); }>,
     F64,
     {F64, B32}},
    {"v_frexp_mant_f64", arithmeticLanes<[](double a) { return frexpMantissa(a); }>, F64, {F64}},
    {"v_frexp_exp_i32_f64", mapLanes<[](double a) { return frexpExponent(a); }>, B32, {F64}},
    {"v_trig_preop_f64",
     mapLanes<[](double a, uint32_t s) { return trigPreop(a, s); }>,
     F64,
     {F64, B32}},

    {"v_div_scale_f32",
     mapWithMask<[](float v, float d, float n) { return divScale(v, d, n); }>,
     F32,
     {F32, F32, F32},
     writesMask},
    {"v_div_scale_f64",
     mapWithMask<[](double v, double d, double n) { return divScale(v, d, n); }>,
     F64,
     {F64, F64, F64},
     writesMask},
    {"v_div_fmas_f32",
     arithmeticLanes<[](LaneContext x, float a, float b, float c) {
       return divFmas(x.maskIn, a, b, c);
     }>,
     F32,
     {F32, F32, F32},
     readsMask},
    {"v_div_fmas_f64",
     arithmeticLanes<[](LaneContext x, double a, double b, double c) {
       return divFmas(x.maskIn, a, b, c);
     }>,
     F64,
     {F64, F64, F64},
     readsMask},
    {"v_div_fixup_f32",
     mapLanes<[](float q, float d, float n) { return divFixup<float, true>(q, d, n); }>,
     F32,
     {F32, F32, F32}},
    {"v_div_fixup_f64",
     mapLanes<[](double q, double d, double n) { return divFixup<double, true>(q, d, n); }>,
     F64,
     {F64, F64, F64}},
    {"v_div_fixup_legacy_f16",
     mapLanes<[](float q, float d, float n) { return divFixup<float, false>(q, d, n); }>,
     F16,
     {F16, F16, F16}},
    {"v_div_fixup_f16",
     mapLanes<[](float q, float d, float n) { return divFixup<float, false>(q, d, n); }>,
     F16,
     {F16, F16, F16}},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> doubleOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
