//===- ProfileObserver.h - Counts of one host thread ------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_STATS_PROFILEOBSERVER_H
#define ROCKE_RUNTIME_SIMULATOR_STATS_PROFILEOBSERVER_H

#include "../Launch.h"
#include "../Observer.h"
#include <cstdint>
#include <vector>

namespace rocke::sim {

/// What one instruction did so far; InstProfile says what each figure is.
struct Tally {
  uint64_t executions = 0;
  uint64_t lanes = 0;
  uint64_t globalBytes = 0;
  uint64_t globalLines = 0;
  uint64_t ldsBytes = 0;
  uint64_t ldsCycles = 0;
  uint64_t ldsConflictCycles = 0;
  uint64_t scratchBytes = 0;

  void add(const Tally &other);
};

class ProfileObserver : public Observer {
public:
  explicit ProfileObserver(const Launch &launch) : launch(launch), bySlot(launch.code.numSlots()) {}

  void startGroup(const Workgroup &, uint64_t) override {}
  void beforeInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) override;
  void afterInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) override;
  void access(const MemoryAccess &access) override { accesses.push_back(access); }
  uint8_t *wildAccess(const Wavefront &, const MemoryAccess &, const std::string &) override {
    return nullptr;
  }
  void barrier(const Workgroup &) override {}
  void endGroup(const Workgroup &) override {}

  /// By place in the code, of 4 bytes each.
  const std::vector<Tally> &tallies() const { return bySlot; }

private:
  const Launch &launch;
  std::vector<Tally> bySlot;
  std::vector<MemoryAccess> accesses; ///< of the instruction that runs
  std::vector<uint64_t> lines;        ///< of the same
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_STATS_PROFILEOBSERVER_H
