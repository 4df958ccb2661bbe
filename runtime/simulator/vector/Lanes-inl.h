//===- Lanes-inl.h - Loops over lanes, per instruction set ------*- C++ -*-===//
//
// Turns a scalar function into a kernel over 32 lanes. Included once for each instruction set that
// Highway compiles for; the loops are plain so that the compiler vectorizes them.
//
//===----------------------------------------------------------------------===//
// Highway's per-target include guard.
#if defined(ROCKE_RUNTIME_SIMULATOR_VECTOR_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ROCKE_RUNTIME_SIMULATOR_VECTOR_LANES_INL_H
#undef ROCKE_RUNTIME_SIMULATOR_VECTOR_LANES_INL_H
#else
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_LANES_INL_H
#endif

#include "FloatFormats.h"
#include "Kernel.h"
#include "hwy/highway.h"
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

// One loop iteration per lane, left for the vectorizer to widen.
#define ROCKE_LANE_LOOP _Pragma("clang loop unroll(disable)")

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {

/// What a lane function may ask about its surroundings, by value so that loops stay simple. A lane
/// function takes it as its first parameter if it needs it.
struct LaneContext {
  uint32_t mode;
  uint32_t control;
  uint32_t firstLane;
  unsigned lane; ///< 0..31 in the block
  bool gfx9;
  bool ocp;
  bool maskIn;
};

/// A value and a mask bit: a sum with its carry.
template <typename T> struct WithMask {
  T value;
  bool mask;
};

/// Four consecutive registers of one lane.
struct Words4 {
  uint32_t word[4];
};

template <typename T> HWY_INLINE T loadLane(const uint32_t *from, size_t stride, unsigned lane) {
  if constexpr (std::is_same_v<T, Words4>)
    return {{from[lane], from[stride + lane], from[2 * stride + lane], from[3 * stride + lane]}};
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(from[lane]);
  else
    return std::bit_cast<T>(from[lane] | static_cast<uint64_t>(from[stride + lane]) << 32);
}

template <typename T>
HWY_INLINE void storeLane(uint32_t *to, size_t stride, unsigned lane, T value) {
  if constexpr (std::is_same_v<T, Words4>) {
    for (unsigned word = 0; word < 4; ++word)
      to[word * stride + lane] = value.word[word];
  } else if constexpr (sizeof(T) == 4) {
    to[lane] = std::bit_cast<uint32_t>(value);
  } else {
    const uint64_t bits = std::bit_cast<uint64_t>(value);
    to[lane] = static_cast<uint32_t>(bits);
    to[stride + lane] = static_cast<uint32_t>(bits >> 32);
  }
}

/// One bit per lane: whether its word is not zero.
HWY_INLINE uint32_t packMask(const uint32_t *HWY_RESTRICT words) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<uint32_t> tag;
  const unsigned step = hn::Lanes(tag);
  uint32_t mask = 0;
  for (unsigned lane = 0; lane < kernelLanes; lane += step) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(tag, hn::Ne(hn::LoadU(tag, words + lane), hn::Zero(tag)), bytes);
    uint32_t bits;
    std::memcpy(&bits, bytes, sizeof(bits));
    mask |= bits << lane;
  }
  return mask;
}

/// Lane l's bit of a mask without a shift by a variable, which older instruction sets lack.
HWY_INLINE bool laneBit(uint32_t mask, unsigned lane) {
  return (mask & (uint32_t{1} << lane)) != 0;
}

template <typename F> struct LaneSignature : LaneSignature<decltype(&F::operator())> {};
template <typename C, typename R, typename... A> struct LaneSignature<R (C::*)(A...) const> {
  using Result = R;
  using Values = std::tuple<A...>;
  static constexpr bool takesContext = false;
};
template <typename C, typename R, typename... A>
struct LaneSignature<R (C::*)(LaneContext, A...) const> {
  using Result = R;
  using Values = std::tuple<A...>;
  static constexpr bool takesContext = true;
};

/// Calls the lane function on one lane.
template <auto F, size_t... I>
HWY_INLINE auto applyLane(const LaneArgs &args, unsigned lane, std::index_sequence<I...>) {
  using Signature = LaneSignature<decltype(F)>;
  using Values = Signature::Values;
  if constexpr (Signature::takesContext)
    return F(LaneContext{args.mode, args.control, args.firstLane, lane, args.gfx9, args.ocp,
                         laneBit(args.maskIn, lane)},
             loadLane<std::tuple_element_t<I, Values>>(args.src[I], args.stride, lane)...);
  else
    return F(loadLane<std::tuple_element_t<I, Values>>(args.src[I], args.stride, lane)...);
}

template <auto F>
using LaneIndices =
    std::make_index_sequence<std::tuple_size_v<typename LaneSignature<decltype(F)>::Values>>;

// The loops stand in functions of their own because only a parameter's `restrict` survives
// inlining.

template <auto F> HWY_INLINE void mapLoop(const LaneArgs &args, uint32_t *HWY_RESTRICT dst) {
  ROCKE_LANE_LOOP
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    storeLane(dst, args.stride, lane, applyLane<F>(args, lane, LaneIndices<F>()));
}
/// dst = F(src...), lane by lane.
template <auto F> void mapLanes(LaneArgs &args) { mapLoop<F>(args, args.dst); }

template <auto F>
HWY_INLINE void maskLoop(const LaneArgs &args, uint32_t *HWY_RESTRICT dst,
                         uint32_t *HWY_RESTRICT bits) {
  ROCKE_LANE_LOOP
  for (unsigned lane = 0; lane < kernelLanes; ++lane) {
    const auto result = applyLane<F>(args, lane, LaneIndices<F>());
    storeLane(dst, args.stride, lane, result.value);
    bits[lane] = result.mask;
  }
}
/// A value and a mask: F returns WithMask.
template <auto F> void mapWithMask(LaneArgs &args) {
  alignas(64) uint32_t bits[kernelLanes];
  maskLoop<F>(args, args.dst, bits);
  args.maskOut = packMask(bits);
}

/// A compare: F returns bool.
template <auto F> void compareLanes(LaneArgs &args) {
  alignas(64) uint32_t bits[kernelLanes];
  ROCKE_LANE_LOOP
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    bits[lane] = applyLane<F>(args, lane, LaneIndices<F>()) ? 1 : 0;
  args.maskOut = packMask(bits);
}

/// A float after clamp; MODE.DX10_CLAMP makes a NaN 0.
HWY_INLINE float clampUnit(float x, bool nanToZero) {
  const float bounded = x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
  return x != x && !nanToZero ? x : bounded;
}
HWY_INLINE double clampUnit(double x, bool nanToZero) {
  const double bounded = x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
  return x != x && !nanToZero ? x : bounded;
}
/// The first NaN among the operands, quieted, or the default NaN: which of several NaNs survives
/// must not depend on the order in which the host's instructions take their operands.
template <typename T> HWY_INLINE T chooseNan() {
  if constexpr (sizeof(T) == 4)
    return asF32(defaultNanF32);
  else
    return asF64(defaultNanF64);
}
template <typename T, typename First, typename... Rest>
HWY_INLINE T chooseNan(First first, Rest... rest) {
  // A conversion to another width keeps the sign and the top of the payload.
  if constexpr (std::is_floating_point_v<First>)
    if (first != first)
      return std::bit_cast<T>(quieted(bitsOf(static_cast<T>(first))));
  return chooseNan<T>(rest...);
}

template <auto F, size_t... I>
HWY_NOINLINE void settleNans(const LaneArgs &args, std::index_sequence<I...>) {
  using Signature = LaneSignature<decltype(F)>;
  using T = Signature::Result;
  for (unsigned lane = 0; lane < kernelLanes; ++lane) {
    const T value = loadLane<T>(args.dst, args.stride, lane);
    if (value != value)
      storeLane(args.dst, args.stride, lane,
                chooseNan<T>(loadLane<std::tuple_element_t<I, typename Signature::Values>>(
                    args.src[I], args.stride, lane)...));
  }
}

template <auto F>
HWY_INLINE uint32_t arithmeticLoop(const LaneArgs &args, uint32_t *HWY_RESTRICT dst) {
  uint32_t anyNan = 0;
  ROCKE_LANE_LOOP
  for (unsigned lane = 0; lane < kernelLanes; ++lane) {
    const auto value = applyLane<F>(args, lane, LaneIndices<F>());
    storeLane(dst, args.stride, lane, value);
    anyNan |= value != value ? 1 : 0;
  }
  return anyNan;
}
/// Floating-point arithmetic: mapLanes with NaN results made deterministic.
template <auto F> void arithmeticLanes(LaneArgs &args) {
  if (arithmeticLoop<F>(args, args.dst))
    settleNans<F>(args, LaneIndices<F>());
}

} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
