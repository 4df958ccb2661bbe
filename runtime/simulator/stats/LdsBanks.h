//===- LdsBanks.h - Bank conflicts of LDS -----------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_STATS_LDSBANKS_H
#define ROCKE_RUNTIME_SIMULATOR_STATS_LDSBANKS_H

#include "../GpuTraits.h"
#include "../Observer.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rocke::sim {

/// How LDS serves an instruction: lanes of one phase at a time. A phase takes as many cycles as
/// the busiest bank has different dwords to serve; lanes that read the same dword share it.
struct LdsPhases {
  unsigned banks = 0;           ///< of a dword each
  std::vector<uint64_t> phases; ///< lane masks
};

/// The phases of accesses of `bytes` per lane; docs/simulator.md has the rules and their sources.
LdsPhases ldsPhases(const GpuTraits &gpu, unsigned waveSize, Action action, uint64_t bytes);

struct LdsCost {
  uint64_t cycles = 0;
  uint64_t conflictCycles = 0; ///< of `cycles`, those beyond the first of each phase
};

/// Of one instruction's accesses, in the order of their lanes. Accesses to other spaces are left
/// out; where a lane has several, as of ds_read2, each one's number makes an access of its own.
LdsCost ldsCost(const GpuTraits &gpu, unsigned waveSize, llvm::ArrayRef<MemoryAccess> accesses);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_STATS_LDSBANKS_H
