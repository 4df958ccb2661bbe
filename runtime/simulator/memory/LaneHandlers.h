//===- LaneHandlers.h - Loads, stores, atomics over active lanes *- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_LANEHANDLERS_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_LANEHANDLERS_H

#include "Access.h"
#include "AddressSpace.h"
#include "Atomics.h"
#include <fmt/format.h>

namespace rocke::sim {

template <typename Addressing, typename Access>
void loadHandler(Wavefront &wave, const DecodedInst &inst) {
  Addressing address(wave, inst);
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  const unsigned stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    const uint8_t *from = address.at(lane, Access::bytes, Action::Load);
    if (from)
      Access::load(dst + lane, stride, from);
    return from != nullptr;
  });
}

template <typename Addressing, typename Access>
void storeHandler(Wavefront &wave, const DecodedInst &inst) {
  Addressing address(wave, inst);
  const uint32_t *data = wave.vgprs + inst.src[2].index;
  const unsigned stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    uint8_t *to = address.at(lane, Access::bytes, Action::Store);
    if (to)
      Access::store(to, data + lane, stride);
    return to != nullptr;
  });
}

/// A T from one or two rows of registers, and back.
template <typename T> T readRows(const uint32_t *reg, size_t stride) {
  if constexpr (sizeof(T) == 8)
    return reg[0] | static_cast<uint64_t>(reg[stride]) << 32;
  else
    return reg[0];
}
template <typename T> void writeRows(uint32_t *reg, size_t stride, T value) {
  reg[0] = static_cast<uint32_t>(value);
  if constexpr (sizeof(T) == 8)
    reg[stride] = static_cast<uint32_t>(value >> 32);
}

/// Faults if `place` is not aligned to the size of an atomic.
inline bool checkAtomicAlignment(Wavefront &wave, const uint8_t *place, uint64_t bytes,
                                 int32_t lane) {
  if (reinterpret_cast<uintptr_t>(place) % bytes == 0)
    return true;
  wave.fault(
      fmt::format("atomic of {} bytes at an address that is no multiple of {}", bytes, bytes),
      lane);
  return false;
}

/// The old value goes to dst[0] if there is one. The second data operand, if the operation has one,
/// is src[3].
template <typename Addressing, typename T, Update<T> fn, bool hasCompare>
void atomicHandler(Wavefront &wave, const DecodedInst &inst) {
  Addressing address(wave, inst);
  const unsigned stride = wave.waveSize;
  const uint32_t *data = wave.vgprs + inst.src[2].index;
  const uint32_t *compare = wave.vgprs + inst.src[3].index;
  uint32_t *dst = inst.dst[0].isVector() ? wave.vgprs + inst.dst[0].index : nullptr;
  forAtomicLanes(wave, [&](int32_t lane) {
    uint8_t *place = address.at(lane, sizeof(T), Action::Atomic);
    if (!place || !checkAtomicAlignment(wave, place, sizeof(T), lane))
      return false;
    T value = readRows<T>(data + lane, stride);
    T second = hasCompare ? readRows<T>(compare + lane, stride) : T{0};
    T old = Addressing::isShared ? updateShared<T, fn>(place, value, second)
                                 : updateLocal<T, fn>(place, value, second);
    if (dst)
      writeRows<T>(dst + lane, stride, old);
    return true;
  });
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_LANEHANDLERS_H
