//===- SeededSchedule.cpp - Random legal interleavings ---------------------===//
//
// What hardware leaves open is drawn from one generator: which wavefront issues next, for how many
// instructions, in which order the lanes of its atomics come, which workgroup starts when. What it
// promises is kept: barriers, every wavefront that can run does so again and again, and a workgroup
// may wait for those before it in the order of the grid.
//
//===----------------------------------------------------------------------===//
#include "SeededSchedule.h"
#include "GroupRunner.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace rocke::sim {

namespace {
// Workgroups that are at hand to start next: about so far does their order stray from the grid's.
constexpr uint64_t windowSize = 1024;
// Once so many are resident, more come slowly, and only because those may be waiting for them.
constexpr uint64_t mostAtFirst = 8;
constexpr uint64_t latecomerOdds = 256;
// A burst is shorter than 2^longestBurst instructions, or goes on to a barrier: then it is cut at
// so many, which a wavefront that spins is stopped by.
constexpr uint64_t longestBurst = 12;
constexpr uint64_t longestSpin = uint64_t{1} << 14;
// Where more workgroups are resident than at first, most of them spin: they share so many turns.
constexpr uint64_t sharedTurns = longestSpin * mostAtFirst, shortestCut = 16;

class SeededRun {
public:
  SeededRun(const Launch &launch, uint64_t seed)
      : launch(launch), random(seed), numGroups(launch.numGroups()),
        capacity(GroupRunner::mostResident(launch)),
        residentsAtFirst(std::min(1 + below(mostAtFirst), capacity - 1)) {
    refill();
  }

  std::optional<Fault> run() {
    for (;;) {
      if (!waiting.empty())
        admit();
      if (resident.empty())
        return std::nullopt;
      const size_t chosen = below(resident.size());
      GroupRunner &runner = *resident[chosen];
      const std::vector<uint32_t> &waves = runner.runnable();
      if (!waves.empty()) {
        const uint32_t wave = waves[below(waves.size())];
        const uint64_t length = burstLength();
        if (std::optional<Fault> fault = runner.burst(wave, length, below(2) != 0))
          return fault;
      } else if (!runner.goOn()) {
        idle.push_back(std::move(resident[chosen]));
        resident.erase(resident.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    }
  }

  void addTo(LaunchStats &stats) const {
    for (const auto *runners : {&resident, &idle})
      for (const auto &runner : *runners)
        runner->addTo(stats);
  }

private:
  // Not std::uniform_int_distribution, whose numbers differ between C++ libraries.
  uint64_t below(uint64_t bound) { return random() % bound; }

  uint64_t burstLength() {
    const uint64_t exponent = below(longestBurst + 2);
    const uint64_t length =
        exponent > longestBurst ? longestSpin : 1 + below(uint64_t{1} << exponent);
    return std::min(length, std::max(shortestCut, sharedTurns / resident.size()));
  }

  void refill() {
    while (waiting.size() < windowSize && nextGroup < numGroups)
      waiting.push_back(nextGroup++);
  }

  // Whether a workgroup starts now, and which. The last place is for the first one that has not
  // started: so the first one that has not ended always has a place in the end, and whoever waits
  // for workgroups before itself waits in vain for none.
  void admit() {
    if (resident.size() == capacity)
      return;
    if (resident.size() == capacity - 1) {
      start(static_cast<size_t>(std::ranges::min_element(waiting) - waiting.begin()));
      return;
    }
    const bool isFull = resident.size() >= residentsAtFirst;
    if (resident.empty() || below(isFull ? latecomerOdds : 4) == 0)
      start(below(waiting.size()));
  }

  void start(size_t chosen) {
    std::unique_ptr<GroupRunner> runner;
    if (idle.empty()) {
      runner = std::make_unique<GroupRunner>(launch);
    } else {
      runner = std::move(idle.back());
      idle.pop_back();
    }
    runner->start(waiting[chosen], started++);
    resident.push_back(std::move(runner));
    waiting[chosen] = waiting.back();
    waiting.pop_back();
    refill();
  }

  const Launch &launch;
  std::mt19937_64 random;
  const uint64_t numGroups;
  const uint64_t capacity;
  const uint64_t residentsAtFirst;
  std::vector<std::unique_ptr<GroupRunner>> resident, idle;
  std::vector<uint64_t> waiting; ///< workgroups that may start next
  uint64_t nextGroup = 0;        ///< the first one that is not among them yet
  uint64_t started = 0;
};
} // namespace

llvm::Error runSeeded(const Launch &launch, uint64_t seed, LaunchStats &stats) {
  SeededRun run(launch, seed);
  std::optional<Fault> fault = run.run();
  run.addTo(stats);
  if (fault)
    return llvm::make_error<FaultError>(std::move(*fault));
  return llvm::Error::success();
}

} // namespace rocke::sim
