//===- AddressSpace.h - Checked access to memory, LDS, scratch --*- C++ -*-===//
//
// Each function gives the host bytes behind an access, or faults the wavefront and gives null.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H

#include "Aperture.h"
#include "Workgroup.h"
#include <cstdint>

namespace rocke::sim {

/// What an access does, for reports.
enum class Action : uint8_t { Load, Store, Atomic };

[[gnu::cold]] void faultGlobal(Wavefront &wave, uint64_t address, uint64_t bytes, Action action,
                               int32_t lane);
[[gnu::cold]] void faultLds(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                            int32_t lane);
[[gnu::cold]] void faultScratch(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                                int32_t lane);

/// `lane` is -1 for scalar memory.
inline uint8_t *globalBytes(Wavefront &wave, uint64_t address, uint64_t bytes, Action action,
                            int32_t lane) {
  if (wave.group->ranges->allows(address, bytes)) [[likely]]
    return reinterpret_cast<uint8_t *>(address);
  faultGlobal(wave, address, bytes, action, lane);
  return nullptr;
}

inline uint8_t *ldsBytes(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                         int32_t lane) {
  std::vector<uint8_t> &lds = wave.group->lds;
  if (offset <= lds.size() && bytes <= lds.size() - offset) [[likely]]
    return lds.data() + offset;
  faultLds(wave, offset, bytes, action, lane);
  return nullptr;
}

/// `offset` is into the lane's own scratch.
inline uint8_t *scratchBytes(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                             int32_t lane) {
  if (offset <= wave.scratchBytes && bytes <= wave.scratchBytes - offset) [[likely]]
    return wave.scratch + static_cast<uint64_t>(lane) * wave.scratchBytes + offset;
  faultScratch(wave, offset, bytes, action, lane);
  return nullptr;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H
