//===- FloatOps.cpp - f32, f16 and packed float arithmetic -----------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "FloatOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "Lanes-inl.h"
#include "Numerics.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

// The v_*_f32 transcendentals flush denormal inputs and results whatever MODE says; that is why
// LLVM scales around them when it must keep denormals. Widened f16 values are never f32 denormals.
HWY_INLINE float flush(float x) { return asF32(flushedF32(bitsOf(x))); }

HWY_INLINE float expLane(float x) {
  // Outside the clamp the result is 0 or infinity anyway.
  const double bounded = x > 200.0f ? 200.0 : (x < -200.0f ? -200.0 : static_cast<double>(x));
  const float result = flush(static_cast<float>(exp2Double(bounded)));
  return x != x ? x : result;
}

HWY_INLINE float logLane(float x) {
  const float in = flush(x);
  const float normal = in > 0.0f && in < asF32(infinityF32) ? in : 1.0f;
  float result = static_cast<float>(log2Double(static_cast<double>(normal)));
  result = in == 0.0f ? -asF32(infinityF32) : result;
  result = in == asF32(infinityF32) ? in : result;
  return in < 0.0f || in != in ? asF32(defaultNanF32) : result;
}

HWY_INLINE bool isFinite(float x) { return std::fabs(x) < asF32(infinityF32); }

HWY_INLINE float sinLane(LaneContext context, float x) {
  const double finite = isFinite(x) ? static_cast<double>(x) : 0.0;
  float result = static_cast<float>(sinTurns(finite));
  // gfx9 documents the domain [-256, 256]; RDNA reduces any finite input.
  result = context.gfx9 && std::fabs(x) > 256.0f ? 0.0f : result;
  result = x == 0.0f ? x : result;
  return isFinite(x) ? result : asF32(defaultNanF32);
}
HWY_INLINE float cosLane(LaneContext context, float x) {
  const double finite = isFinite(x) ? static_cast<double>(x) : 0.0;
  float result = static_cast<float>(cosTurns(finite));
  result = context.gfx9 && std::fabs(x) > 256.0f ? 1.0f : result;
  return isFinite(x) ? result : asF32(defaultNanF32);
}

/// The product under DX9's rule that zero times anything is zero.
HWY_INLINE float mulZeroWins(float a, float b) { return a == 0.0f || b == 0.0f ? 0.0f : a * b; }
HWY_INLINE float fmaZeroWins(float a, float b, float c) {
  return a == 0.0f || b == 0.0f ? c : __builtin_fmaf(a, b, c);
}

/// a * b + c for f16 operands: the product is exact in f32; the sum is rounded to odd, so that the
/// rounding to f16 that follows acts on the exact value.
HWY_INLINE float fmaHalf(float a, float b, float c) {
  const float product = a * b;
  const float sum = product + c;
  const float back = sum - product;
  const float error = (product - (sum - back)) + (c - back);
  const uint32_t bits = bitsOf(sum);
  const bool outward = (bitsOf(error) ^ bits) < signF32; // same sign: the sum is too small
  const uint32_t odd = outward ? bits + 1 : bits - 1;
  const bool adjust = isFinite(sum) && error != 0.0f && !(bits & 1);
  return asF32(adjust ? odd : bits);
}

/// Below 1 even where the subtraction, or the rounding to f16 that follows it, rounds up to it.
template <uint32_t largest> HWY_INLINE float fractLane(float x) {
  const float fraction = x - __builtin_floorf(x);
  return fraction > asF32(largest) ? asF32(largest) : fraction;
}
constexpr uint32_t belowOneF32 = 0x3f7fffff;
constexpr uint32_t belowOneF16 = 0x3f7fe000; // 0x3bff widened

HWY_INLINE float ldexpLane(float x, int32_t exponent) {
  // In double the scaled value is exact for every shift that does not saturate: one rounding.
  const int32_t bounded = exponent > 300 ? 300 : (exponent < -300 ? -300 : exponent);
  const double scale = asF64(static_cast<uint64_t>(bounded + 1023) << 52);
  return static_cast<float>(static_cast<double>(x) * scale);
}

HWY_INLINE float frexpMantissa(float x) {
  // Every f32 is a normal double.
  const uint64_t bits = bitsOf(static_cast<double>(x));
  const double mantissa = asF64((bits & ~infinityF64) | (uint64_t{1022} << 52));
  return x == 0.0f || !isFinite(x) ? x : static_cast<float>(mantissa);
}
HWY_INLINE int32_t frexpExponent(float x) {
  const uint64_t bits = bitsOf(static_cast<double>(x));
  const int32_t exponent = static_cast<int32_t>(bits >> 52 & 0x7ff) - 1022;
  return x == 0.0f || !isFinite(x) ? 0 : exponent;
}

HWY_INLINE float mullitLane(float a, float b, float c) {
  const float lowest = asF32(0xff7fffff);
  return !(b > lowest) || !(c > 0.0f) ? lowest : a * b;
}

// Cube maps: the axis of the largest magnitude decides the face.
HWY_INLINE bool zIsMajor(float x, float y, float z) {
  return std::fabs(z) >= std::fabs(x) && std::fabs(z) >= std::fabs(y);
}
HWY_INLINE bool yIsMajor(float x, float y) { return std::fabs(y) >= std::fabs(x); }
HWY_INLINE float cubeId(float x, float y, float z) {
  const float zFace = z < 0.0f ? 5.0f : 4.0f;
  const float yFace = y < 0.0f ? 3.0f : 2.0f;
  const float xFace = x < 0.0f ? 1.0f : 0.0f;
  return zIsMajor(x, y, z) ? zFace : (yIsMajor(x, y) ? yFace : xFace);
}
HWY_INLINE float cubeS(float x, float y, float z) {
  const float onZ = z < 0.0f ? -x : x;
  const float onX = x < 0.0f ? z : -z;
  return zIsMajor(x, y, z) ? onZ : (yIsMajor(x, y) ? x : onX);
}
HWY_INLINE float cubeT(float x, float y, float z) {
  const float onY = y < 0.0f ? -z : z;
  return zIsMajor(x, y, z) ? -y : (yIsMajor(x, y) ? onY : -y);
}
HWY_INLINE float cubeMajor(float x, float y, float z) {
  return 2.0f * (zIsMajor(x, y, z) ? z : (yIsMajor(x, y) ? y : x));
}

constexpr auto add = arithmeticLanes<[](float a, float b) { return a + b; }>;
constexpr auto sub = arithmeticLanes<[](float a, float b) { return a - b; }>;
constexpr auto subrev = arithmeticLanes<[](float a, float b) { return b - a; }>;
constexpr auto mul = arithmeticLanes<[](float a, float b) { return a * b; }>;
constexpr auto mulDx9 = arithmeticLanes<[](float a, float b) { return mulZeroWins(a, b); }>;
constexpr auto fma =
    arithmeticLanes<[](float a, float b, float c) { return __builtin_fmaf(a, b, c); }>;
constexpr auto fmaF16 = arithmeticLanes<[](float a, float b, float c) { return fmaHalf(a, b, c); }>;
constexpr auto fmaDx9 =
    arithmeticLanes<[](float a, float b, float c) { return fmaZeroWins(a, b, c); }>;
constexpr auto floorOp = arithmeticLanes<[](float a) { return __builtin_floorf(a); }>;
constexpr auto ceilOp = arithmeticLanes<[](float a) { return __builtin_ceilf(a); }>;
constexpr auto truncOp = arithmeticLanes<[](float a) { return __builtin_truncf(a); }>;
constexpr auto rndneOp = arithmeticLanes<[](float a) { return __builtin_roundevenf(a); }>;
constexpr auto rcp = arithmeticLanes<[](float a) { return flush(1.0f / flush(a)); }>;
constexpr auto rsq = arithmeticLanes<[](float a) {
  return flush(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(flush(a)))));
}>;
constexpr auto sqrtOp = arithmeticLanes<[](float a) { return __builtin_sqrtf(flush(a)); }>;
constexpr auto expOp = arithmeticLanes<[](float a) { return expLane(a); }>;
constexpr auto logOp = arithmeticLanes<[](float a) { return logLane(a); }>;
constexpr auto sinOp = arithmeticLanes<[](LaneContext c, float a) { return sinLane(c, a); }>;
constexpr auto cosOp = arithmeticLanes<[](LaneContext c, float a) { return cosLane(c, a); }>;
constexpr auto fractF32 = arithmeticLanes<[](float a) { return fractLane<belowOneF32>(a); }>;
constexpr auto fractF16 = arithmeticLanes<[](float a) { return fractLane<belowOneF16>(a); }>;
constexpr auto ldexpOp = arithmeticLanes<[](float a, int32_t e) { return ldexpLane(a, e); }>;
constexpr auto mantissaOp = arithmeticLanes<[](float a) { return frexpMantissa(a); }>;
constexpr auto exponentOp = mapLanes<[](float a) { return frexpExponent(a); }>;
constexpr auto select =
    mapLanes<[](LaneContext c, uint32_t a, uint32_t b) { return c.maskIn ? b : a; }>;

using namespace opflag;

constexpr VectorOp ops[] = {
    {"v_add_f32", add, F32, {F32, F32}},
    {"v_sub_f32", sub, F32, {F32, F32}},
    {"v_subrev_f32", subrev, F32, {F32, F32}},
    {"v_mul_f32", mul, F32, {F32, F32}},
    {"v_mul_dx9_zero_f32", mulDx9, F32, {F32, F32}},
    {"v_mul_legacy_f32", mulDx9, F32, {F32, F32}},
    {"v_fma_f32", fma, F32, {F32, F32, F32}},
    {"v_fmac_f32", fma, F32, {F32, F32, F32}, accumulate},
    {"v_fmamk_f32", fma, F32, {F32, F32, F32}, mulK},
    {"v_fmaak_f32", fma, F32, {F32, F32, F32}, addK},
    {"v_fma_dx9_zero_f32", fmaDx9, F32, {F32, F32, F32}},
    {"v_fmac_dx9_zero_f32", fmaDx9, F32, {F32, F32, F32}, accumulate},
    {"v_mullit_f32",
     arithmeticLanes<[](float a, float b, float c) { return mullitLane(a, b, c); }>,
     F32,
     {F32, F32, F32}},
    {"v_cubeid_f32",
     arithmeticLanes<[](float a, float b, float c) { return cubeId(a, b, c); }>,
     F32,
     {F32, F32, F32}},
    {"v_cubesc_f32",
     arithmeticLanes<[](float a, float b, float c) { return cubeS(a, b, c); }>,
     F32,
     {F32, F32, F32}},
    {"v_cubetc_f32",
     arithmeticLanes<[](float a, float b, float c) { return cubeT(a, b, c); }>,
     F32,
     {F32, F32, F32}},
    {"v_cubema_f32",
     arithmeticLanes<[](float a, float b, float c) { return cubeMajor(a, b, c); }>,
     F32,
     {F32, F32, F32}},
    {"v_floor_f32", floorOp, F32, {F32}},
    {"v_ceil_f32", ceilOp, F32, {F32}},
    {"v_trunc_f32", truncOp, F32, {F32}},
    {"v_rndne_f32", rndneOp, F32, {F32}},
    {"v_fract_f32", fractF32, F32, {F32}},
    {"v_rcp_f32", rcp, F32, {F32}},
    {"v_rcp_iflag_f32", rcp, F32, {F32}},
    {"v_rsq_f32", rsq, F32, {F32}},
    {"v_sqrt_f32", sqrtOp, F32, {F32}},
    {"v_exp_f32", expOp, F32, {F32}},
    {"v_exp_legacy_f32", expOp, F32, {F32}},
    {"v_log_f32", logOp, F32, {F32}},
    {"v_log_legacy_f32", logOp, F32, {F32}},
    {"v_sin_f32", sinOp, F32, {F32}},
    {"v_cos_f32", cosOp, F32, {F32}},
    {"v_ldexp_f32", ldexpOp, F32, {F32, B32}},
    {"v_frexp_mant_f32", mantissaOp, F32, {F32}},
    {"v_frexp_exp_i32_f32", exponentOp, B32, {F32}},
    {"v_cndmask_b32", select, X32, {X32, X32}, readsMask},

    {"v_add_f16", add, F16, {F16, F16}},
    {"v_sub_f16", sub, F16, {F16, F16}},
    {"v_subrev_f16", subrev, F16, {F16, F16}},
    {"v_mul_f16", mul, F16, {F16, F16}},
    {"v_fma_f16", fmaF16, F16, {F16, F16, F16}},
    {"v_fma_legacy_f16", fmaF16, F16, {F16, F16, F16}},
    {"v_fmac_f16", fmaF16, F16, {F16, F16, F16}, accumulate},
    {"v_fmamk_f16", fmaF16, F16, {F16, F16, F16}, mulK},
    {"v_fmaak_f16", fmaF16, F16, {F16, F16, F16}, addK},
    {"v_floor_f16", floorOp, F16, {F16}},
    {"v_ceil_f16", ceilOp, F16, {F16}},
    {"v_trunc_f16", truncOp, F16, {F16}},
    {"v_rndne_f16", rndneOp, F16, {F16}},
    {"v_fract_f16", fractF16, F16, {F16}},
    {"v_rcp_f16", rcp, F16, {F16}},
    {"v_rsq_f16", rsq, F16, {F16}},
    {"v_sqrt_f16", sqrtOp, F16, {F16}},
    {"v_exp_f16", expOp, F16, {F16}},
    {"v_log_f16", logOp, F16, {F16}},
    {"v_sin_f16", sinOp, F16, {F16}},
    {"v_cos_f16", cosOp, F16, {F16}},
    {"v_ldexp_f16", ldexpOp, F16, {F16, I16}},
    {"v_frexp_mant_f16", mantissaOp, F16, {F16}},
    {"v_frexp_exp_i16_f16", exponentOp, I16, {F16}},
    {"v_cndmask_b16", select, X16, {X16, X16}, readsMask},

    {"v_pk_add_f16", add, F16, {F16, F16}, packed},
    {"v_pk_mul_f16", mul, F16, {F16, F16}, packed},
    {"v_pk_fma_f16", fmaF16, F16, {F16, F16, F16}, packed},
    {"v_pk_fmac_f16", fmaF16, F16, {F16, F16, F16}, packed | accumulate},
    {"v_pk_add_f32", add, F32, {F32, F32}, packed},
    {"v_pk_mul_f32", mul, F32, {F32, F32}, packed},
    {"v_pk_fma_f32", fma, F32, {F32, F32, F32}, packed},

    {"v_fma_mix_f32", fma, F32, {F32, F32, F32}, mix},
    {"v_fma_mixlo_f16", fma, F16, {F32, F32, F32}, mix},
    {"v_fma_mixhi_f16", fma, F16, {F32, F32, F32}, mix},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> floatOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
