//===- MinMaxOps.cpp - Floating-point minimum, maximum, median -------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "MinMaxOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "../Wavefront.h"
#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

template <typename T> HWY_INLINE bool signBit(T x) { return bitsOf(x) >> (sizeof(T) * 8 - 1) != 0; }

/// v_min and v_max: -0 is less than +0; a number beats a NaN; with MODE.IEEE a signalling NaN beats
/// everything and is quieted.
template <bool max, typename T> HWY_INLINE T minMax(uint32_t mode, T a, T b) {
  const bool equal = a == b;
  const bool aLess = a < b || (equal && signBit(a));
  T result = (aLess != max) ? a : b;
  // Of equal numbers other than zeros either is right.
  result = a != a ? b : result;
  result = b != b ? a : result;
  const bool ieee = (mode & mode::ieee) != 0;
  result = ieee && isSignalingNan(bitsOf(b)) ? std::bit_cast<T>(quieted(bitsOf(b))) : result;
  result = ieee && isSignalingNan(bitsOf(a)) ? std::bit_cast<T>(quieted(bitsOf(a))) : result;
  return result;
}
template <typename T> HWY_INLINE T minOf(uint32_t mode, T a, T b) {
  return minMax<false>(mode, a, b);
}
template <typename T> HWY_INLINE T maxOf(uint32_t mode, T a, T b) {
  return minMax<true>(mode, a, b);
}

template <typename T> HWY_INLINE T median(uint32_t mode, T a, T b, T c) {
  const bool anyNan = a != a || b != b || c != c;
  const T least = minOf(mode, minOf(mode, a, b), c);
  const T most = maxOf(mode, maxOf(mode, a, b), c);
  T result = maxOf(mode, a, b);
  result = most == b ? maxOf(mode, a, c) : result;
  result = most == a ? maxOf(mode, b, c) : result;
  return anyNan ? least : result;
}

/// IEEE 754-2019 minimum and maximum: any NaN gives a quiet NaN.
template <bool max, typename T> HWY_INLINE T minMaxNan(T a, T b) {
  const bool aLess = a < b || (a == b && signBit(a));
  T result = (aLess != max) ? a : b;
  result = b != b ? std::bit_cast<T>(quieted(bitsOf(b))) : result;
  return a != a ? std::bit_cast<T>(quieted(bitsOf(a))) : result;
}

template <typename T>
constexpr Kernel min = mapLanes<[](LaneContext c, T a, T b) { return minOf(c.mode, a, b); }>;
template <typename T>
constexpr Kernel max = mapLanes<[](LaneContext c, T a, T b) { return maxOf(c.mode, a, b); }>;
constexpr Kernel min3 = mapLanes<[](LaneContext c, float x, float y, float z) {
  return minOf(c.mode, minOf(c.mode, x, y), z);
}>;
constexpr Kernel max3 = mapLanes<[](LaneContext c, float x, float y, float z) {
  return maxOf(c.mode, maxOf(c.mode, x, y), z);
}>;
constexpr Kernel med3 =
    mapLanes<[](LaneContext c, float x, float y, float z) { return median(c.mode, x, y, z); }>;
constexpr Kernel minmax = mapLanes<[](LaneContext c, float x, float y, float z) {
  return maxOf(c.mode, minOf(c.mode, x, y), z);
}>;
constexpr Kernel maxmin = mapLanes<[](LaneContext c, float x, float y, float z) {
  return minOf(c.mode, maxOf(c.mode, x, y), z);
}>;
constexpr Kernel minimum3 =
    mapLanes<[](float x, float y, float z) { return minMaxNan<false>(minMaxNan<false>(x, y), z); }>;
constexpr Kernel maximum3 =
    mapLanes<[](float x, float y, float z) { return minMaxNan<true>(minMaxNan<true>(x, y), z); }>;

using namespace opflag;

constexpr VectorOp ops[] = {
    {"v_min_f32", min<float>, F32, {F32, F32}},
    {"v_max_f32", max<float>, F32, {F32, F32}},
    {"v_min3_f32", min3, F32, {F32, F32, F32}},
    {"v_max3_f32", max3, F32, {F32, F32, F32}},
    {"v_med3_f32", med3, F32, {F32, F32, F32}},
    {"v_minmax_f32", minmax, F32, {F32, F32, F32}},
    {"v_maxmin_f32", maxmin, F32, {F32, F32, F32}},
    {"v_minimum3_f32", minimum3, F32, {F32, F32, F32}},
    {"v_maximum3_f32", maximum3, F32, {F32, F32, F32}},
    {"v_min_f16", min<float>, F16, {F16, F16}},
    {"v_max_f16", max<float>, F16, {F16, F16}},
    {"v_min3_f16", min3, F16, {F16, F16, F16}},
    {"v_max3_f16", max3, F16, {F16, F16, F16}},
    {"v_med3_f16", med3, F16, {F16, F16, F16}},
    {"v_minmax_f16", minmax, F16, {F16, F16, F16}},
    {"v_maxmin_f16", maxmin, F16, {F16, F16, F16}},
    {"v_pk_min_f16", min<float>, F16, {F16, F16}, packed},
    {"v_pk_max_f16", max<float>, F16, {F16, F16}, packed},
    {"v_pk_minimum3_f16", minimum3, F16, {F16, F16, F16}, packed},
    {"v_pk_maximum3_f16", maximum3, F16, {F16, F16, F16}, packed},
    {"v_min_f64", min<double>, F64, {F64, F64}},
    {"v_max_f64", max<double>, F64, {F64, F64}},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> minMaxOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
