//===- RaceChecker.h - Conflicting accesses that nothing orders -*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_RACECHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_RACECHECKER_H

#include "Checker.h"
#include "GroupRaces.h"
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace rocke::sim {

/// Reports two accesses to the same byte of LDS or global memory by different wavefronts of a
/// workgroup between the same two barriers, one of which writes, unless both are atomic. What a
/// workgroup does to global memory goes on to GroupRaces, which compares workgroups.
///
/// Barriers are the whole workgroup's, so that their number is all that a vector clock would say.
class RaceChecker : public Checker {
public:
  RaceChecker(const Launch &launch, ReportLog &log, GroupRaces &races)
      : Checker(launch, log), races(races) {}

  void startGroup(const Workgroup &group, uint64_t index) override;
  void after(const Step &step) override;
  void barrier(const Workgroup &) override { ++epoch; }
  void endGroup(const Workgroup &group) override;

private:
  /// The last accesses to one byte, or to a word that was accessed as a whole alone. An epoch of 0:
  /// there was none.
  struct Cell {
    uint32_t writeEpoch = 0, readEpoch = 0;
    uint32_t readers = 0;             ///< wavefronts that read in readEpoch
    uint32_t writePc = 0, readPc = 0; ///< of the last ones, from the start of the code
    uint8_t writer = 0;
    bool isAtomic = false;    ///< the write
    bool readInGroup = false; ///< not only by atomics, since the workgroup began
  };
  struct Conflict {
    bool wrote; ///< the other one
    unsigned wave;
    uint32_t pc;
  };
  static constexpr uint64_t lineBytes = 64, wordBytes = 4;
  /// Words, until an access to a part of one makes bytes of them.
  struct Line {
    std::array<Cell, lineBytes / wordBytes> words;
    std::unique_ptr<std::array<Cell, lineBytes>> bytes;
    void split();
  };

  /// Notes the access. The other one that it conflicts with, if there is one.
  std::optional<Conflict> touch(Cell &cell, const Step &step, const MemoryAccess &access);
  Line &lineAt(Space space, uint64_t address);
  void report(const Step &step, const MemoryAccess &access, uint64_t address,
              const Conflict &conflict);

  GroupRaces &races;
  uint32_t epoch = 0; ///< grows over all workgroups, so that LDS need not be cleared
  uint64_t groupIndex = 0;
  std::vector<Line> lds;
  std::unordered_map<uint64_t, std::unique_ptr<Line>> global; ///< by address / lineBytes
  Line *recent = nullptr;
  uint64_t recentKey = 0;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_RACECHECKER_H
