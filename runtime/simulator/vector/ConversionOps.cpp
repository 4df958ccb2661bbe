//===- ConversionOps.cpp - Conversions between number formats --------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ConversionOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "../Wavefront.h"
#include "IntegerLanes-inl.h"
#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

// Float to integer: toward zero, saturating; NaN gives 0. The casts see only values in range.
template <typename T> HWY_INLINE int32_t toI32(T x) {
  const bool inRange = x > T(-2147483648.0) && x < T(2147483648.0);
  const int32_t value = static_cast<int32_t>(inRange ? x : T{0});
  const int32_t edge = x >= T(2147483648.0) ? INT32_MAX : (x <= T(-2147483648.0) ? INT32_MIN : 0);
  return inRange ? value : edge;
}
template <typename T> HWY_INLINE uint32_t toU32(T x) {
  const bool inRange = x > T{0} && x < T(4294967296.0);
  const uint32_t value = static_cast<uint32_t>(static_cast<int64_t>(inRange ? x : T{0}));
  return x >= T(4294967296.0) ? UINT32_MAX : value;
}
HWY_INLINE int32_t toI16(float x) { return saturateI16(toI32(x)); }
HWY_INLINE uint32_t toU16(float x) { return atMost(toU32(x), 0xffffu); }

// Normalized integers: [-1, 1] or [0, 1] scaled to the full range, to nearest even; NaN gives 0.
HWY_INLINE int32_t toSnorm16(float x) {
  const float bounded = x > -1.0f ? (x < 1.0f ? x : 1.0f) : (x <= -1.0f ? -1.0f : 0.0f);
  return toI32(__builtin_roundeven(static_cast<double>(bounded) * 32767.0));
}
HWY_INLINE uint32_t toUnorm16(float x) {
  const float bounded = x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
  return toU32(__builtin_roundeven(static_cast<double>(bounded) * 65535.0));
}

HWY_INLINE uint32_t pack16(uint32_t low, uint32_t high) { return (low & 0xffff) | high << 16; }
HWY_INLINE uint32_t pack16(int32_t low, int32_t high) {
  return pack16(static_cast<uint32_t>(low), static_cast<uint32_t>(high));
}

// Results of two floats are clamped one by one.
HWY_INLINE float clamped(uint32_t mode, float x) { return clampUnit(x, mode & mode::dx10Clamp); }
HWY_INLINE uint32_t clampedHalf(uint32_t mode, uint32_t half) {
  return floatToHalf(bitsOf(clamped(mode, asF32(halfToFloat(half)))));
}

HWY_INLINE uint32_t halfIn(float x, Round round) {
  return floatToHalf(quietedIfNan(bitsOf(x)), round);
}
HWY_INLINE Round halfRounding(uint32_t mode) {
  return static_cast<Round>(mode >> mode::roundDoubleShift & 3);
}

HWY_INLINE uint32_t saturateU8(uint32_t halfWord) {
  const int32_t value = static_cast<int16_t>(halfWord);
  return static_cast<uint32_t>(atLeast(atMost(value, 255), 0));
}
HWY_INLINE uint32_t replaceByte(uint32_t in, uint32_t byte, uint32_t value) {
  const uint32_t shift = (byte & 3) * 8;
  return (in & ~(0xffu << shift)) | value << shift;
}
/// The offset that sample positions use: a signed 4-bit number of sixteenths.
HWY_INLINE float offsetOf(uint32_t nibble) {
  return static_cast<float>(static_cast<int32_t>(nibble << 28) >> 28) * 0.0625f;
}

/// Through the signed number, exactly. Where the host converts signed integers only, compilers take
/// a bias off an unsigned one's result: rounded down, 0 would become -0.
HWY_INLINE double fromUnsigned(uint32_t a) {
  const auto value = static_cast<int32_t>(a);
  return static_cast<double>(value) + (value < 0 ? 0x1p32 : 0.0);
}

template <unsigned byte>
constexpr Kernel fromByte = mapLanes<[](uint32_t a) {
  return static_cast<float>(static_cast<int32_t>(a >> (8 * byte) & 0xff));
}>;
constexpr Kernel sameFloat = arithmeticLanes<[](float a) { return a; }>;
constexpr Kernel nearestI32 =
    mapLanes<[](float a) { return toI32(__builtin_floor(static_cast<double>(a) + 0.5)); }>;
constexpr Kernel floorI32 = mapLanes<[](float a) { return toI32(__builtin_floorf(a)); }>;
constexpr Kernel packSnorm =
    mapLanes<[](float a, float b) { return pack16(toSnorm16(a), toSnorm16(b)); }>;
constexpr Kernel packUnorm =
    mapLanes<[](float a, float b) { return pack16(toUnorm16(a), toUnorm16(b)); }>;
/// A pair of f16, denormals flushed as MODE says.
HWY_INLINE uint32_t packHalves(uint32_t mode, float a, float b, Round rounding) {
  const bool keeps = mode >> mode::denormDoubleShift & 2;
  const auto half = [&](float x) {
    const uint32_t bits = halfIn(x, rounding);
    return keeps || (bits & 0x7c00) ? bits : bits & 0x8000;
  };
  return pack16(half(a), half(b));
}
constexpr Kernel packHalfTowardZero = mapLanes<[](LaneContext c, float a, float b) {
  return packHalves(c.mode, a, b, Round::TowardZero);
}>;
constexpr Kernel packHalfTowardZeroClamped = mapLanes<[](LaneContext c, float a, float b) {
  return packHalves(c.mode, clamped(c.mode, a), clamped(c.mode, b), Round::TowardZero);
}>;
constexpr Kernel packHalf = mapLanes<[](LaneContext c, float a, float b) {
  return packHalves(c.mode, a, b, halfRounding(c.mode));
}>;
constexpr Kernel packHalfClamped = mapLanes<[](LaneContext c, float a, float b) {
  return packHalves(c.mode, clamped(c.mode, a), clamped(c.mode, b), halfRounding(c.mode));
}>;
constexpr Kernel packBf16 = mapLanes<[](float a, float b) {
  return pack16(floatToBf16(bitsOf(a)), floatToBf16(bitsOf(b)));
}>;
constexpr Kernel packBf16Clamped = mapLanes<[](LaneContext c, float a, float b) {
  return pack16(floatToBf16(bitsOf(clamped(c.mode, a))), floatToBf16(bitsOf(clamped(c.mode, b))));
}>;
constexpr Kernel joinHalves = mapLanes<[](uint32_t a, uint32_t b) { return a | b << 16; }>;
constexpr Kernel joinHalvesClamped = mapLanes<[](LaneContext c, uint32_t a, uint32_t b) {
  return clampedHalf(c.mode, a) | clampedHalf(c.mode, b) << 16;
}>;

constexpr VectorOp ops[] = {
    {"v_cvt_f32_i32", mapLanes<[](int32_t a) { return static_cast<float>(a); }>, F32, {B32}},
    {"v_cvt_f32_u32",
     mapLanes<[](uint32_t a) { return static_cast<float>(fromUnsigned(a)); }>,
     F32,
     {B32}},
    {"v_cvt_i32_f32", mapLanes<[](float a) { return toI32(a); }>, B32, {F32}},
    {"v_cvt_u32_f32", mapLanes<[](float a) { return toU32(a); }>, B32, {F32}},
    {"v_cvt_f16_f32", sameFloat, F16, {F32}},
    {"v_cvt_f32_f16", sameFloat, F32, {F16}},
    {"v_cvt_f32_bf16", sameFloat, F32, {BF16}},
    {"v_cvt_nearest_i32_f32", nearestI32, B32, {F32}},
    {"v_cvt_rpi_i32_f32", nearestI32, B32, {F32}},
    {"v_cvt_floor_i32_f32", floorI32, B32, {F32}},
    {"v_cvt_flr_i32_f32", floorI32, B32, {F32}},
    {"v_cvt_off_f32_i4", mapLanes<[](uint32_t a) { return offsetOf(a); }>, F32, {B32}},
    {"v_cvt_f32_ubyte0", fromByte<0>, F32, {B32}},
    {"v_cvt_f32_ubyte1", fromByte<1>, F32, {B32}},
    {"v_cvt_f32_ubyte2", fromByte<2>, F32, {B32}},
    {"v_cvt_f32_ubyte3", fromByte<3>, F32, {B32}},
    {"v_cvt_f64_f32", arithmeticLanes<[](float a) { return static_cast<double>(a); }>, F64, {F32}},
    {"v_cvt_f32_f64", arithmeticLanes<[](double a) { return static_cast<float>(a); }>, F32, {F64}},
    {"v_cvt_f64_i32", mapLanes<[](int32_t a) { return static_cast<double>(a); }>, F64, {B32}},
    {"v_cvt_f64_u32", mapLanes<[](uint32_t a) { return fromUnsigned(a); }>, F64, {B32}},
    {"v_cvt_i32_f64", mapLanes<[](double a) { return toI32(a); }>, B32, {F64}},
    {"v_cvt_u32_f64", mapLanes<[](double a) { return toU32(a); }>, B32, {F64}},
    {"v_cvt_f16_u16",
     mapLanes<[](uint32_t a) { return static_cast<float>(static_cast<int32_t>(a)); }>,
     F16,
     {B16}},
    {"v_cvt_f16_i16", mapLanes<[](int32_t a) { return static_cast<float>(a); }>, F16, {I16}},
    {"v_cvt_u16_f16", mapLanes<[](float a) { return toU16(a); }>, B16, {F16}},
    {"v_cvt_i16_f16", mapLanes<[](float a) { return toI16(a); }>, I16, {F16}},
    {"v_cvt_norm_i16_f16", mapLanes<[](float a) { return toSnorm16(a); }>, I16, {F16}},
    {"v_cvt_norm_u16_f16", mapLanes<[](float a) { return toUnorm16(a); }>, B16, {F16}},
    {"v_cvt_i32_i16", mapLanes<[](int32_t a) { return a; }>, B32, {I16}},
    {"v_cvt_u32_u16", mapLanes<[](uint32_t a) { return a; }>, B32, {B16}},
    {"v_sat_pk_u8_i16",
     mapLanes<[](uint32_t a) { return saturateU8(a) | saturateU8(a >> 16) << 8; }>,
     B16,
     {B32}},

    // RDNA3's names, then GCN's.
    {"v_cvt_pk_rtz_f16_f32", packHalfTowardZero, B32, {F32, F32}, 0, packHalfTowardZeroClamped},
    {"v_cvt_pkrtz_f16_f32", packHalfTowardZero, B32, {F32, F32}, 0, packHalfTowardZeroClamped},
    {"v_pack_b32_f16", joinHalves, B32, {X16, X16}, 0, joinHalvesClamped},
    {"v_cvt_pk_norm_i16_f32", packSnorm, B32, {F32, F32}},
    {"v_cvt_pk_norm_u16_f32", packUnorm, B32, {F32, F32}},
    {"v_cvt_pknorm_i16_f32", packSnorm, B32, {F32, F32}},
    {"v_cvt_pknorm_u16_f32", packUnorm, B32, {F32, F32}},
    {"v_cvt_pk_norm_i16_f16", packSnorm, B32, {F16, F16}},
    {"v_cvt_pk_norm_u16_f16", packUnorm, B32, {F16, F16}},
    {"v_cvt_pknorm_i16_f16", packSnorm, B32, {F16, F16}},
    {"v_cvt_pknorm_u16_f16", packUnorm, B32, {F16, F16}},
    {"v_cvt_pk_f16_f32", packHalf, B32, {F32, F32}, 0, packHalfClamped},
    {"v_cvt_pk_bf16_f32", packBf16, B32, {F32, F32}, 0, packBf16Clamped},
    {"v_cvt_pk_i16_f32",
     mapLanes<[](float a, float b) { return pack16(toI16(a), toI16(b)); }>,
     B32,
     {F32, F32}},
    {"v_cvt_pk_u16_f32",
     mapLanes<[](float a, float b) { return pack16(toU16(a), toU16(b)); }>,
     B32,
     {F32, F32}},
    {"v_cvt_pk_i16_i32",
     mapLanes<[](int32_t a, int32_t b) { return pack16(saturateI16(a), saturateI16(b)); }>,
     B32,
     {B32, B32}},
    {"v_cvt_pk_u16_u32",
     mapLanes<[](uint32_t a, uint32_t b) {
       return pack16(atMost(a, 0xffffu), atMost(b, 0xffffu));
     }>,
     B32,
     {B32, B32}},
    {"v_cvt_pkaccum_u8_f32",
     mapLanes<[](float a, uint32_t byte, uint32_t c) {
       return replaceByte(c, byte, atMost(toU32(a), 255u));
     }>,
     B32,
     {F32, B32, B32},
     opflag::accumulate},
    {"v_cvt_pk_u8_f32",
     mapLanes<[](float a, uint32_t byte, uint32_t c) {
       return replaceByte(c, byte, atMost(toU32(a), 255u));
     }>,
     B32,
     {F32, B32, B32}},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> conversionOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
