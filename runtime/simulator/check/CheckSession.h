//===- CheckSession.h - The checkers of one launch --------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKSESSION_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKSESSION_H

#include "../Launch.h"
#include <memory>
#include <optional>
#include <vector>

namespace rocke::sim {

class CheckObserver;
class InstFactsTable;
class GroupRaces;

/// Watches a launch and gathers what the checkers find. Outlives the launch's run.
class CheckSession {
public:
  /// `launch.config.checks` says what to check.
  static llvm::Expected<std::unique_ptr<CheckSession>> create(const Launch &launch);
  ~CheckSession();

  /// The observer of one workgroup at a time. Thread-safe.
  Observer *makeObserver();
  /// All findings, once the threads are done. After a fault, those of the workgroups up to the one
  /// that faulted, since the others need not have run.
  std::vector<CheckReport> finish(std::optional<uint64_t> faultingGroup);

private:
  explicit CheckSession(const Launch &launch);

  const Launch &launch;
  std::unique_ptr<InstFactsTable> facts;
  std::unique_ptr<GroupRaces> races; ///< if race is checked
  std::mutex mutex;                  ///< guards `observers`
  std::vector<std::unique_ptr<CheckObserver>> observers;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKSESSION_H
