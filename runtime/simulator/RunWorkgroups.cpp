//===- RunWorkgroups.cpp - Workgroups over host threads --------------------===//
#include "GroupRunner.h"
#include "SeededSchedule.h"
#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

namespace rocke::sim {

namespace {
/// Each thread runs one workgroup after the other to its end, and takes the next one in the order
/// of the grid.
llvm::Error runInOrder(const Launch &launch, unsigned threads, LaunchStats &stats) {
  const uint64_t numGroups = launch.numGroups();
  std::atomic<uint64_t> nextGroup{0};
  // The first workgroup known to fault. Those before it run on, so that the report does not depend
  // on how threads were scheduled.
  std::atomic<uint64_t> faultingGroup{std::numeric_limits<uint64_t>::max()};
  std::mutex mutex; // guards what follows
  std::optional<Fault> fault;

  auto work = [&] {
    GroupRunner runner(launch);
    for (;;) {
      uint64_t index = nextGroup.fetch_add(1);
      if (index >= numGroups || index > faultingGroup.load())
        break;
      runner.start(index, index);
      if (std::optional<Fault> found = runner.runInOrder()) {
        std::lock_guard lock(mutex);
        if (index < faultingGroup.load()) {
          faultingGroup.store(index);
          fault = std::move(*found);
        }
      }
    }
    std::lock_guard lock(mutex);
    runner.addTo(stats);
  };
  std::vector<std::thread> pool;
  for (uint64_t i = 1; i < std::min<uint64_t>(threads, numGroups); ++i)
    pool.emplace_back(work);
  work();
  for (std::thread &thread : pool)
    thread.join();
  if (fault)
    return llvm::make_error<FaultError>(std::move(*fault));
  return llvm::Error::success();
}
} // namespace

llvm::Expected<LaunchStats> runWorkgroups(const Launch &launch, unsigned threads) {
  LaunchStats stats;
  const std::optional<uint64_t> seed = launch.config.schedule.seed;
  if (llvm::Error error =
          seed ? runSeeded(launch, *seed, stats) : runInOrder(launch, threads, stats))
    return std::move(error);
  stats.workgroups = launch.numGroups();
  stats.wavefronts = launch.numGroups() * launch.wavesPerGroup();
  return stats;
}

} // namespace rocke::sim
