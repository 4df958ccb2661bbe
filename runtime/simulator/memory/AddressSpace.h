//===- AddressSpace.h - Checked access to memory, LDS, scratch --*- C++ -*-===//
//
// Each function gives the host bytes behind an access, or faults the wavefront and gives null.
// Where there is an observer, every access goes past it.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H

#include "Aperture.h"
#include "Observer.h"
#include "Workgroup.h"
#include <cstdint>

namespace rocke::sim {

/// What the functions below do with accesses that are wild or observed.
[[gnu::cold]] uint8_t *globalSlowly(Wavefront &wave, uint64_t address, uint64_t bytes,
                                    Action action, int32_t lane);
[[gnu::cold]] uint8_t *ldsSlowly(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                                 int32_t lane);
[[gnu::cold]] uint8_t *scratchSlowly(Wavefront &wave, uint64_t offset, uint64_t bytes,
                                     Action action, int32_t lane);

/// `lane` is -1 for scalar memory.
inline uint8_t *globalBytes(Wavefront &wave, uint64_t address, uint64_t bytes, Action action,
                            int32_t lane) {
  if (!wave.group->observer && wave.group->ranges->allows(address, bytes)) [[likely]]
    return hostBytes(address);
  return globalSlowly(wave, address, bytes, action, lane);
}

inline uint8_t *ldsBytes(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                         int32_t lane) {
  std::vector<uint8_t> &lds = wave.group->lds;
  if (offset <= lds.size() && bytes <= lds.size() - offset && !wave.group->observer) [[likely]]
    return lds.data() + offset;
  return ldsSlowly(wave, offset, bytes, action, lane);
}

/// `offset` is into the lane's own scratch.
inline uint8_t *scratchBytes(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                             int32_t lane) {
  if (offset <= wave.scratchBytes && bytes <= wave.scratchBytes - offset && !wave.group->observer)
      [[likely]]
    return wave.scratch + static_cast<uint64_t>(lane) * wave.scratchBytes + offset;
  return scratchSlowly(wave, offset, bytes, action, lane);
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSSPACE_H
