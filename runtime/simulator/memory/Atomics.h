//===- Atomics.h - Read-modify-write operations -----------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICS_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICS_H

#include <atomic>
#include <cstdint>

namespace rocke::sim {

/// The new value of a location. `compare` is the second data operand where there is one.
template <typename T> using Update = T (*)(T old, T data, T compare);

// Integers.
template <typename T> T atomicSwap(T, T data, T) { return data; }
template <typename T> T atomicAdd(T old, T data, T) { return old + data; }
template <typename T> T atomicSub(T old, T data, T) { return old - data; }
template <typename T> T atomicReverseSub(T old, T data, T) { return data - old; }
template <typename T, typename Signed> T atomicMin(T old, T data, T) {
  return static_cast<Signed>(data) < static_cast<Signed>(old) ? data : old;
}
template <typename T, typename Signed> T atomicMax(T old, T data, T) {
  return static_cast<Signed>(data) > static_cast<Signed>(old) ? data : old;
}
template <typename T> T atomicAnd(T old, T data, T) { return old & data; }
template <typename T> T atomicOr(T old, T data, T) { return old | data; }
template <typename T> T atomicXor(T old, T data, T) { return old ^ data; }
/// Counts up to `data`, then restarts at 0.
template <typename T> T atomicIncrement(T old, T data, T) { return old >= data ? 0 : old + 1; }
/// Counts down to 0, then restarts at `data`.
template <typename T> T atomicDecrement(T old, T data, T) {
  return old == 0 || old > data ? data : old - 1;
}
template <typename T> T atomicCompareSwap(T old, T data, T compare) {
  return old == compare ? data : old;
}
template <typename T> T atomicSubClamp(T old, T data, T) { return old < data ? 0 : old - data; }
/// Bits of `data` are cleared, those of the second operand set.
template <typename T> T atomicMaskOr(T old, T data, T bits) { return (old & ~data) | bits; }
/// Subtracts while it can, else restarts from the second operand.
template <typename T> T atomicWrap(T old, T data, T restart) {
  return old >= data ? old - data : old + restart;
}

// Floating point, on bit patterns; denormals are kept.
uint32_t atomicAddF32(uint32_t old, uint32_t data, uint32_t);
uint64_t atomicAddF64(uint64_t old, uint64_t data, uint64_t);
uint32_t atomicAddPackedF16(uint32_t old, uint32_t data, uint32_t);
uint32_t atomicAddPackedBF16(uint32_t old, uint32_t data, uint32_t);
uint32_t atomicMinF32(uint32_t old, uint32_t data, uint32_t);
uint32_t atomicMaxF32(uint32_t old, uint32_t data, uint32_t);
uint64_t atomicMinF64(uint64_t old, uint64_t data, uint64_t);
uint64_t atomicMaxF64(uint64_t old, uint64_t data, uint64_t);
/// Equal as numbers: +0 and -0 are, a NaN is equal to nothing.
uint32_t atomicCompareSwapF32(uint32_t old, uint32_t data, uint32_t compare);
uint64_t atomicCompareSwapF64(uint64_t old, uint64_t data, uint64_t compare);

/// Updates memory that other host threads may touch; gives the old value. Aligned to its size.
template <typename T, Update<T> fn> T updateShared(uint8_t *place, T data, T compare) {
  std::atomic_ref<T> location(*reinterpret_cast<T *>(place));
  T old = location.load(std::memory_order_relaxed);
  while (!location.compare_exchange_weak(old, fn(old, data, compare)))
    ;
  return old;
}
/// Updates memory of the host thread's own, LDS; gives the old value.
template <typename T, Update<T> fn> T updateLocal(uint8_t *place, T data, T compare) {
  T &location = *reinterpret_cast<T *>(place);
  T old = location;
  location = fn(old, data, compare);
  return old;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICS_H
