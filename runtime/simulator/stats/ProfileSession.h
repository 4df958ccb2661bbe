//===- ProfileSession.h - Counts of one launch, by instruction --*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_STATS_PROFILESESSION_H
#define ROCKE_RUNTIME_SIMULATOR_STATS_PROFILESESSION_H

#include "../Launch.h"
#include "rocke/runtime/Profile.h"
#include <memory>
#include <mutex>
#include <vector>

namespace rocke::sim {

class ProfileObserver;

/// Watches a launch and counts. Outlives the launch's run.
class ProfileSession {
public:
  explicit ProfileSession(const Launch &launch);
  ~ProfileSession();

  /// The observer of one workgroup at a time. Thread-safe.
  Observer *makeObserver();
  /// All instructions from the first to the last one that was executed, by address; once the
  /// threads are done.
  std::vector<InstProfile> finish();

private:
  const Launch &launch;
  std::mutex mutex; ///< guards `observers`
  std::vector<std::unique_ptr<ProfileObserver>> observers;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_STATS_PROFILESESSION_H
