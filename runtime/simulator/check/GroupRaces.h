//===- GroupRaces.h - Conflicts between workgroups --------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_GROUPRACES_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_GROUPRACES_H

#include "../Observer.h"
#include "Report.h"
#include <array>
#include <mutex>
#include <vector>

namespace rocke::sim {

/// What a workgroup did to global memory, in ascending order of the addresses.
struct GroupAccesses {
  struct Range {
    uint64_t begin, end;
    uint32_t pc; ///< from the start of the code
    Action action;
  };
  uint64_t group = 0;
  std::array<uint32_t, 3> id{};
  std::vector<Range> ranges;

  /// Joined with its neighbours.
  void add(uint64_t address, uint64_t bytes, uint32_t pc, Action action);

private:
  std::array<size_t, 3> last{~size_t{0}, ~size_t{0}, ~size_t{0}}; ///< range by action
};

/// Workgroups of a launch run in any order and at once, so that nothing orders their accesses:
/// those to the same byte conflict if one writes and not both are atomic.
class GroupRaces {
public:
  /// Thread-safe.
  void add(GroupAccesses accesses);
  /// Compares all workgroups; the same whatever order they came in.
  void report(const Launch &launch, ReportLog &log);

private:
  std::mutex mutex;
  std::vector<GroupAccesses> groups;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_GROUPRACES_H
