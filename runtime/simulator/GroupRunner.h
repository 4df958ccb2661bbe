//===- GroupRunner.h - One workgroup at a time ------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_GROUPRUNNER_H
#define ROCKE_RUNTIME_SIMULATOR_GROUPRUNNER_H

#include "Launch.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace rocke::sim {

/// Executes one workgroup after the other; owns their registers, LDS and scratch. In which order
/// wavefronts issue is the caller's choice: runInOrder, or burst after burst.
class GroupRunner {
public:
  explicit GroupRunner(const Launch &launch);
  GroupRunner(const GroupRunner &) = delete;
  GroupRunner &operator=(const GroupRunner &) = delete;

  /// How many workgroups of a launch may be under way at once, by the host memory that they take;
  /// two at least.
  static uint64_t mostResident(const Launch &launch);

  /// Sets the wavefronts of workgroup `groupIndex` to their start. `position`: how many workgroups
  /// of the launch have started before it, by which an observer orders what it sees.
  void start(uint64_t groupIndex, uint64_t position);

  enum class Outcome : uint8_t { Paused, Ended, Faulted };
  /// Runs the workgroup for about so many instructions, accesses to memory in the order in which
  /// they would come if each wavefront issued one instruction in turn.
  Outcome runInOrder(uint64_t instructions);
  /// What made the outcome Faulted.
  Fault fault() const;
  /// Whether the workgroup has done more since the last call than to go round short loops that
  /// write nothing, as one does that waits for another workgroup.
  bool hasAdvanced();

  /// Indices of the wavefronts that are neither at a barrier nor at their end.
  const std::vector<uint32_t> &runnable();
  /// Executes up to `length` instructions of a wavefront: fewer at a barrier or at its end. The
  /// lanes of atomics come in ascending or descending order. The fault that stopped it, if one did.
  std::optional<Fault> burst(uint32_t wave, uint64_t length, bool lanesDescend);
  /// Once no wavefront can run: lets those at the barrier go. False: all have ended.
  bool goOn();

  /// Adds what was executed so far.
  void addTo(LaunchStats &stats) const;

private:
  // An access at a wavefront's time `accessLimit` or later has to wait for another wavefront.
  template <bool isObserved>
  void execute(Wavefront &wave, uint64_t maxInstructions, uint64_t accessLimit);
  void execute(Wavefront &wave, uint64_t maxInstructions, uint64_t accessLimit);
  bool releaseBarrier();
  Fault describe(const Wavefront &wave) const;

  const Launch &launch;
  RangeCache ranges;
  std::vector<uint32_t> registers;
  std::vector<uint8_t> scratch;
  Workgroup group;
  /// By wavefront: instructions since the workgroup's start, and, from the last barrier on, those
  /// that it waited for others there.
  std::vector<uint64_t> times;
  std::vector<uint32_t> running;
  std::vector<uint64_t> counts;       ///< executions by instruction id
  std::vector<uint64_t> countsBefore; ///< at the last call of hasAdvanced
  uint64_t milestones = 0;            ///< barriers that were passed, wavefronts that ended
  uint64_t milestonesBefore = 0;
  uint64_t issued = 0;  ///< instructions of the workgroup
  uint64_t current = 0; ///< address of the instruction executed last
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_GROUPRUNNER_H
