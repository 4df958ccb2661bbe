//===- RunWorkgroups.cpp - All workgroups of a launch ----------------------===//
#include "InOrderSchedule.h"
#include "SeededSchedule.h"
#include <optional>

namespace rocke::sim {

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
