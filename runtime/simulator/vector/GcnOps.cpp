//===- GcnOps.cpp - What only gfx942 and gfx950 have -----------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "GcnOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "../Wavefront.h"
#include "IntegerLanes-inl.h"
#include "Lanes-inl.h"
#include "SmallFloat.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

/// Bit i of the result is bit (a, b, c) of the table, from a's, b's and c's bits i.
HWY_INLINE uint32_t bitOp3(uint32_t table, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (uint32_t row = 0; row < 8; ++row) {
    const uint32_t chosen = table >> row & 1 ? ~0u : 0;
    result |= chosen & (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  }
  return result;
}

/// A feedback shift register with taps 197.
HWY_INLINE uint32_t nextRandom(uint32_t x) { return x << 1 ^ (x >> 31 ? 197 : 0); }

/// Two shifted numbers, saturated to bytes.
HWY_INLINE uint32_t packSigned(int32_t a, int32_t b, uint32_t shift) {
  const auto byte = [shift](int32_t x) {
    return static_cast<uint32_t>(atLeast(atMost(x >> (shift & 31), 127), -128)) & 0xff;
  };
  return byte(a) | byte(b) << 8;
}
HWY_INLINE uint32_t packUnsigned(int32_t a, int32_t b, uint32_t shift) {
  const auto byte = [shift](int32_t x) {
    return static_cast<uint32_t>(atLeast(atMost(x >> (shift & 31), 255), 0));
  };
  return byte(a) | byte(b) << 8;
}

/// v_screen_partition_4se_b32: which of four shader engines draw a rectangle of screen tiles. Its
/// corners are x_min, y_min, x_max, y_max, two bits each from the top, modulo four tiles; the
/// engine of tile (x, y) is {x[0] ^ y[1], y[0] ^ x[1]} ("Vega" ISA manual, which lists the table).
HWY_INLINE uint32_t coveredEngines(uint32_t corners) {
  const uint32_t left = corners >> 6 & 3, top = corners >> 4 & 3;
  const uint32_t width = ((corners >> 2 & 3) - left) & 3, height = ((corners & 3) - top) & 3;
  uint32_t engines = 0;
  for (uint32_t row = 0; row <= height; ++row)
    for (uint32_t column = 0; column <= width; ++column) {
      const uint32_t x = left + column, y = top + row;
      engines |= 1u << (((x ^ y >> 1) & 1) << 1 | ((y ^ x >> 1) & 1));
    }
  return engines;
}

// v_mad_f16 and v_mac_f16 round the product, and know no denormals.
HWY_INLINE float flushHalf(float x) {
  return std::fabs(x) < 0x1p-14f ? asF32(bitsOf(x) & signF32) : x;
}
HWY_INLINE float madHalf(float a, float b, float c) {
  const float product = asF32(halfToFloat(floatToHalf(bitsOf(flushHalf(a) * flushHalf(b)))));
  return flushHalf(flushHalf(product) + flushHalf(c));
}

//===----------------------------------------------------------------------===//
// 8-bit floats
//===----------------------------------------------------------------------===//

template <bool isBf8> HWY_INLINE const SmallFormat &formatFor(bool ocp) {
  if constexpr (isBf8)
    return ocp ? bf8Ocp : bf8Fnuz;
  else
    return ocp ? fp8Ocp : fp8Fnuz;
}
template <bool isBf8> HWY_INLINE uint32_t fromSmall(bool ocp, uint32_t code) {
  return smallToFloat(formatFor<isBf8>(ocp), code & 0xff);
}
/// MODE's FP16_OVFL makes overflows saturate.
template <bool isBf8> HWY_INLINE uint32_t toSmall(LaneContext c, float x) {
  return floatToSmall(formatFor<isBf8>(c.ocp), bitsOf(x), c.mode & mode::fp16Overflow);
}
template <bool isBf8> HWY_INLINE uint32_t toSmall(LaneContext c, float x, uint32_t random) {
  return floatToSmall(formatFor<isBf8>(c.ocp), bitsOf(x), c.mode & mode::fp16Overflow, &random);
}
template <bool isBf8>
constexpr Kernel unpackOne =
    mapLanes<[](LaneContext c, uint32_t a) { return fromSmall<isBf8>(c.ocp, a); }>;
template <bool isBf8>
constexpr Kernel unpackTwo = mapLanes<[](LaneContext c, uint32_t a) {
  return fromSmall<isBf8>(c.ocp, a) | static_cast<uint64_t>(fromSmall<isBf8>(c.ocp, a >> 8)) << 32;
}>;
HWY_INLINE uint32_t clampedBits(uint32_t mode, uint32_t bits) {
  return bitsOf(clampUnit(asF32(bits), mode & mode::dx10Clamp));
}
template <bool isBf8>
constexpr Kernel unpackTwoClamped = mapLanes<[](LaneContext c, uint32_t a) {
  return clampedBits(c.mode, fromSmall<isBf8>(c.ocp, a)) |
         static_cast<uint64_t>(clampedBits(c.mode, fromSmall<isBf8>(c.ocp, a >> 8))) << 32;
}>;
template <bool isBf8>
constexpr Kernel packTwo = mapLanes<[](LaneContext c, float a, float b) {
  return toSmall<isBf8>(c, a) | toSmall<isBf8>(c, b) << 8;
}>;
template <bool isBf8>
constexpr Kernel roundStochastic =
    mapLanes<[](LaneContext c, float a, uint32_t random) { return toSmall<isBf8>(c, a, random); }>;

/// The top half of an f32 after `random` was added to the bits that it loses.
HWY_INLINE uint32_t bf16Stochastic(uint32_t bits, uint32_t random) {
  const bool finite = (bits & infinityF32) != infinityF32;
  return finite ? (bits + (random >> 16)) >> 16 : floatToBf16(bits);
}
HWY_INLINE uint32_t halfStochastic(uint32_t bits, uint32_t random) {
  constexpr SmallFormat half = {5, 10, 15, Specials::Ieee};
  return isNan(bits) ? floatToHalf(quieted(bits)) : floatToSmall(half, bits, false, &random);
}

constexpr Kernel mad = mapLanes<[](float a, float b, float c) { return madHalf(a, b, c); }>;
constexpr Kernel bitop = mapLanes<[](LaneContext x, uint32_t a, uint32_t b, uint32_t c) {
  return bitOp3(x.control, a, b, c);
}>;

using namespace opflag;

constexpr VectorOp ops[] = {
    {"v_bitop3_b32", bitop, B32, {B32, B32, B32}, truthTable},
    {"v_bitop3_b16", bitop, B16, {B16, B16, B16}, truthTable},
    {"v_screen_partition_4se_b32",
     mapLanes<[](uint32_t a) { return coveredEngines(a); }>,
     B32,
     {B32}},
    {"v_prng_b32", mapLanes<[](uint32_t a) { return nextRandom(a); }>, B32, {B32}},
    {"v_ashr_pk_i8_i32",
     mapLanes<[](int32_t a, int32_t b, uint32_t n) { return packSigned(a, b, n); }>,
     B16,
     {B32, B32, B32}},
    {"v_ashr_pk_u8_i32",
     mapLanes<[](int32_t a, int32_t b, uint32_t n) { return packUnsigned(a, b, n); }>,
     B16,
     {B32, B32, B32}},

    {"v_mad_f16", mad, F16, {F16, F16, F16}},
    {"v_mad_legacy_f16", mad, F16, {F16, F16, F16}},
    {"v_mac_f16", mad, F16, {F16, F16, F16}, accumulate},
    {"v_madmk_f16", mad, F16, {F16, F16, F16}, mulK},
    {"v_madak_f16", mad, F16, {F16, F16, F16}, addK},

    {"v_cvt_f32_fp8", unpackOne<false>, F32, {B32}},
    {"v_cvt_f32_bf8", unpackOne<true>, F32, {B32}},
    {"v_cvt_pk_f32_fp8", unpackTwo<false>, B64, {B32}, 0, unpackTwoClamped<false>},
    {"v_cvt_pk_f32_bf8", unpackTwo<true>, B64, {B32}, 0, unpackTwoClamped<true>},
    {"v_cvt_pk_fp8_f32", packTwo<false>, B16, {F32, F32}},
    {"v_cvt_pk_bf8_f32", packTwo<true>, B16, {F32, F32}},
    {"v_cvt_sr_fp8_f32", roundStochastic<false>, B32, {F32, B32}, byteDest},
    {"v_cvt_sr_bf8_f32", roundStochastic<true>, B32, {F32, B32}, byteDest},
    {"v_cvt_sr_bf16_f32",
     mapLanes<[](uint32_t a, uint32_t random) { return bf16Stochastic(a, random); }>,
     B16,
     {X32, B32}},
    {"v_cvt_sr_f16_f32",
     mapLanes<[](uint32_t a, uint32_t random) { return halfStochastic(a, random); }>,
     B16,
     {X32, B32}},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> gcnOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
