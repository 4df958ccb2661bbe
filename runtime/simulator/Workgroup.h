//===- Workgroup.h - What the wavefronts of a workgroup share ---*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_WORKGROUP_H
#define ROCKE_RUNTIME_SIMULATOR_WORKGROUP_H

#include "Memory.h"
#include "Wavefront.h"
#include <array>
#include <cstdint>
#include <vector>

namespace rocke::sim {

class Observer;

/// What registers, LDS and scratch hold before anything is written to them: a NaN in every
/// floating-point format and an address that lies nowhere, so that a use of it shows. Hardware
/// leaves what the last kernel wrote.
inline constexpr uint32_t uninitialized = 0xfff8fff8;

struct Workgroup {
  std::array<uint32_t, 3> id{};
  std::vector<uint8_t> lds; ///< exactly as long as the launch asked for
  std::vector<Wavefront> waves;
  RangeCache *ranges = nullptr; ///< of the host thread that runs the workgroup
  Observer *observer = nullptr; ///< usually none
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_WORKGROUP_H
