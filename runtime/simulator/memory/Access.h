//===- Access.h - Loads and stores between bytes and registers --*- C++ -*-===//
//
// An access type says how many bytes a lane touches and how they become register contents. A
// register operand is given as the word of its first row for the lane; the next row is `stride`
// words further.
//
// Accesses of one lane are plain host accesses of their natural width. Wavefronts of different
// workgroups run on different host threads, so that a kernel which races does so here as well.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ACCESS_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ACCESS_H

#include "Wavefront.h"
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace rocke::sim {

template <typename T> T readAs(const uint8_t *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// Loads of 1, 2 or 4 bytes, zero- or sign-extended to a word.
template <typename T> struct LoadExtended {
  static constexpr unsigned bytes = sizeof(T);
  static void load(uint32_t *reg, unsigned, const uint8_t *from) {
    using Extended = std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>;
    *reg = static_cast<uint32_t>(Extended{readAs<T>(from)});
  }
};
/// Loads of whole words.
template <unsigned words> struct LoadWords {
  static constexpr unsigned bytes = words * 4;
  static void load(uint32_t *reg, size_t stride, const uint8_t *from) {
    for (size_t i = 0; i < words; ++i)
      reg[i * stride] = readAs<uint32_t>(from + 4 * i);
  }
};
/// What a load into one half of a word does with the other half: it stays, or becomes 0 on gfx942
/// and gfx950, whose registers have ECC (CDNA3 manual, "16-bit Memory Operations").
enum class OtherHalf : uint8_t { Keep, Clear };
inline uint32_t withHalf(uint32_t old, uint32_t half, unsigned shift, OtherHalf other) {
  const uint32_t kept = other == OtherHalf::Keep ? old & ~(0xffffu << shift) : 0;
  return kept | (half & 0xffff) << shift;
}
template <typename T, unsigned shift, OtherHalf other> struct LoadHalf {
  static constexpr unsigned bytes = sizeof(T);
  static void load(uint32_t *reg, unsigned, const uint8_t *from) {
    *reg = withHalf(*reg, static_cast<uint32_t>(readAs<T>(from)), shift, other);
  }
};

/// Stores of the low 1 or 2 bytes of a word, or of those from bit `shift` up.
template <typename T, unsigned shift = 0> struct StoreTruncated {
  static constexpr unsigned bytes = sizeof(T);
  static void store(uint8_t *to, const uint32_t *reg, unsigned) {
    T value = static_cast<T>(*reg >> shift);
    std::memcpy(to, &value, sizeof(T));
  }
};
template <unsigned words> struct StoreWords {
  static constexpr unsigned bytes = words * 4;
  static void store(uint8_t *to, const uint32_t *reg, size_t stride) {
    for (size_t i = 0; i < words; ++i)
      std::memcpy(to + 4 * i, &reg[i * stride], 4);
  }
};

/// Calls fn(lane) for each set bit of `mask`, in ascending order, while it returns true.
template <typename Fn> void forLanes(uint64_t mask, Fn fn) {
  for (; mask; mask &= mask - 1)
    if (!fn(static_cast<int32_t>(std::countr_zero(mask))))
      return;
}

/// The same for lanes whose order shows, those of an atomic: nothing promises the ascending one.
template <typename Fn> void forAtomicLanes(const Wavefront &wave, Fn fn) {
  if (!wave.lanesDescend) {
    forLanes(wave.exec(), fn);
    return;
  }
  for (uint64_t mask = wave.exec(); mask;) {
    const int lane = 63 - std::countl_zero(mask);
    if (!fn(static_cast<int32_t>(lane)))
      return;
    mask ^= uint64_t{1} << lane;
  }
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ACCESS_H
