//===- InOrderSchedule.cpp - Workgroups over host threads ------------------===//
#include "InOrderSchedule.h"
#include "GroupRunner.h"
#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace rocke::sim {

namespace {
// After so many instructions a workgroup is asked whether it waits for another one. If it does, its
// next turn is shorter, so that waiting costs little.
constexpr uint64_t longTurn = uint64_t{1} << 20;
constexpr uint64_t waitingTurn = uint64_t{1} << 14;

/// What the threads of a launch share.
struct Progress {
  std::atomic<uint64_t> nextGroup{0};
  /// The first workgroup known to fault. Those before it run on, so that the report does not depend
  /// on how threads were scheduled.
  std::atomic<uint64_t> faultingGroup{std::numeric_limits<uint64_t>::max()};
  std::mutex mutex; ///< guards what follows
  std::optional<Fault> fault;

  bool isFaulted() const { return faultingGroup != std::numeric_limits<uint64_t>::max(); }
  void report(uint64_t group, Fault found) {
    std::lock_guard lock(mutex);
    if (group < faultingGroup.load()) {
      faultingGroup.store(group);
      fault = std::move(found);
    }
  }
};

/// One host thread.
class Worker {
public:
  Worker(const Launch &launch, Progress &progress, uint64_t capacity)
      : launch(launch), progress(progress), capacity(capacity) {}

  void run() {
    start(1);
    while (!resident.empty()) {
      const bool anyAdvanced = takeTurns();
      if (resident.empty())
        start(1);
      else if (!anyAdvanced) {
        // Whoever waits for a workgroup that has faulted waits in vain.
        if (progress.isFaulted())
          return;
        start(resident.size());
      }
    }
  }

  void addTo(LaunchStats &stats) const {
    for (const Resident &entry : resident)
      entry.runner->addTo(stats);
    for (const auto &runner : idle)
      runner->addTo(stats);
  }

private:
  struct Resident {
    std::unique_ptr<GroupRunner> runner;
    uint64_t group;
    bool waits; ///< as far as is known: those that begin beside others are likely to
  };

  void start(uint64_t count) {
    for (; count > 0 && resident.size() < capacity; --count) {
      const uint64_t group = progress.nextGroup.fetch_add(1);
      if (group >= launch.numGroups() || group > progress.faultingGroup)
        return;
      std::unique_ptr<GroupRunner> runner;
      if (idle.empty()) {
        runner = std::make_unique<GroupRunner>(launch);
      } else {
        runner = std::move(idle.back());
        idle.pop_back();
      }
      runner->start(group, group);
      resident.push_back({std::move(runner), group, !resident.empty()});
    }
  }

  /// One turn of each; false if none got any further.
  bool takeTurns() {
    bool anyAdvanced = false;
    std::erase_if(resident, [&](Resident &entry) {
      GroupRunner &runner = *entry.runner;
      const bool isMoot = entry.group > progress.faultingGroup;
      const GroupRunner::Outcome outcome =
          isMoot ? GroupRunner::Outcome::Ended
                 : runner.runInOrder(entry.waits ? waitingTurn : longTurn);
      if (outcome == GroupRunner::Outcome::Paused) {
        entry.waits = !runner.hasAdvanced();
        anyAdvanced |= !entry.waits;
        return false;
      }
      if (outcome == GroupRunner::Outcome::Faulted)
        progress.report(entry.group, runner.fault());
      anyAdvanced = true;
      idle.push_back(std::move(entry.runner));
      return true;
    });
    return anyAdvanced;
  }

  const Launch &launch;
  Progress &progress;
  const uint64_t capacity;
  std::vector<Resident> resident;
  std::vector<std::unique_ptr<GroupRunner>> idle;
};
} // namespace

llvm::Error runInOrder(const Launch &launch, unsigned threads, LaunchStats &stats) {
  Progress progress;
  const uint64_t numThreads = std::clamp<uint64_t>(launch.numGroups(), 1, threads);
  const uint64_t capacity = std::max<uint64_t>(GroupRunner::mostResident(launch) / numThreads, 1);
  auto work = [&] {
    Worker worker(launch, progress, capacity);
    worker.run();
    std::lock_guard lock(progress.mutex);
    worker.addTo(stats);
  };
  std::vector<std::thread> pool;
  for (uint64_t i = 1; i < numThreads; ++i)
    pool.emplace_back(work);
  work();
  for (std::thread &thread : pool)
    thread.join();
  if (progress.fault)
    return llvm::make_error<FaultError>(std::move(*progress.fault));
  return llvm::Error::success();
}

} // namespace rocke::sim
