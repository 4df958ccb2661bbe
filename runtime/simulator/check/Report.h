//===- Report.h - What the checkers of one host thread found ----*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_REPORT_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_REPORT_H

#include "../Workgroup.h"
#include "rocke/runtime/Simulator.h"
#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rocke::sim {

struct Launch;

enum class CheckKind : uint8_t { Memory, Race, Init, Wait, Barrier };

/// Where something was found.
struct Finding {
  CheckKind kind;
  unsigned variety = 0; ///< tells apart what one checker finds at one instruction
  uint64_t pc = 0;
  uint32_t wave = 0; ///< in its workgroup
  int32_t lane = -1;
  uint64_t address = 0;
  FaultKind fault = FaultKind::Exception; ///< what it would be without the checker
};

/// Findings by instruction, with the first one's particulars. "First" is by workgroup and then by
/// time, so that it does not depend on which thread ran which workgroup.
class ReportLog {
public:
  /// A workgroup's findings are ordered by time, counted from `firstSequence` in this log.
  explicit ReportLog(size_t firstSequence = 0) : firstSequence(firstSequence) {}

  void startGroup(const Workgroup &group, uint64_t index) {
    groupId = group.id;
    groupIndex = index;
  }

  /// `why()` gives the reason's text; it is called for the first finding only.
  template <typename Why> void add(const Finding &finding, Why why) {
    auto [it, isNew] = entries.try_emplace({finding.pc, finding.kind, finding.variety});
    Entry &entry = it->second;
    if (isNew) {
      entry.first = finding;
      entry.reason = why();
      entry.group = groupId;
      entry.firstGroup = groupIndex;
      entry.sequence = firstSequence + entries.size();
    }
    if (entry.counts.empty() || entry.counts.back().first != groupIndex)
      entry.counts.emplace_back(groupIndex, 0);
    ++entry.counts.back().second;
  }

  /// What was found in workgroups up to `lastGroup`, ordered and counted over all threads. The
  /// first `maxCheckReports` of it.
  static std::vector<CheckReport>
  merge(const Launch &launch, const std::vector<const ReportLog *> &logs, uint64_t lastGroup);

private:
  struct Key {
    uint64_t pc;
    CheckKind kind;
    unsigned variety;
    auto operator<=>(const Key &) const = default;
  };
  struct Entry {
    Finding first;
    std::string reason;
    std::array<uint32_t, 3> group{};
    uint64_t firstGroup = 0;
    size_t sequence = 0;
    std::vector<std::pair<uint64_t, uint64_t>> counts; ///< by workgroup
  };
  size_t firstSequence;
  std::map<Key, Entry> entries;
  std::array<uint32_t, 3> groupId{};
  uint64_t groupIndex = 0;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_REPORT_H
