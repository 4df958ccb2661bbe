//===- Aperture.h - Where LDS and scratch lie in flat addresses -*- C++ -*-===//
//
// A flat access whose address has the high half of an aperture's base goes to LDS or to scratch, at
// the offset in its low half. The bases are the ones that AMD's Linux driver sets.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_APERTURE_H
#define ROCKE_RUNTIME_SIMULATOR_APERTURE_H

#include <cstdint>

namespace rocke::sim {

inline constexpr uint64_t sharedApertureBase = uint64_t{1} << 48;
inline constexpr uint64_t privateApertureBase = uint64_t{2} << 48;
/// Last byte of the aperture, relative to its base.
inline constexpr uint64_t apertureLimit = 0xffffffff;

inline bool inAperture(uint64_t address, uint64_t base) {
  return (address & ~apertureLimit) == base;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_APERTURE_H
