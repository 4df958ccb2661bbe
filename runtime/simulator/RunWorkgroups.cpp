//===- RunWorkgroups.cpp - Wavefronts in turn, workgroups over threads -----===//
#include "Gfx9Modes.h"
#include "Launch.h"
#include "Observer.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

namespace rocke::sim {

namespace {
// A turn ends after an access to memory or LDS, or at a barrier; else after so many instructions.
// They touch registers alone, so their number shows only in who comes first to the next access.
constexpr unsigned turnLength = 64;
constexpr size_t rowAlignment = 64;

/// Runs one workgroup after the other; owns their registers, LDS and scratch.
class GroupRunner {
public:
  explicit GroupRunner(const Launch &launch)
      : launch(launch), ranges(launch.memory), counts(launch.code.numDecoded()) {
    const unsigned waveSize = launch.kernel.descriptor.waveSize;
    const unsigned waves = launch.wavesPerGroup();
    const size_t words = size_t{launch.gpu.hasAgprs ? 512u : 256u} * waveSize;
    registers.resize(words * waves + rowAlignment / 4, uninitialized);
    scratch.resize(size_t{launch.scratchBytes()} * waveSize * waves);
    group.lds.resize(launch.ldsBytes());
    group.waves.resize(waves);
    group.ranges = &ranges;
    group.observer = launch.makeObserver ? launch.makeObserver() : nullptr;
    auto address = reinterpret_cast<uintptr_t>(registers.data());
    uint32_t *rows = registers.data() + (rowAlignment - address % rowAlignment) % rowAlignment / 4;
    for (unsigned i = 0; i < waves; ++i) {
      Wavefront &wave = group.waves[i];
      wave.waveSize = waveSize;
      wave.vgprs = rows + words * i;
      wave.scratchBytes = launch.scratchBytes();
      wave.scratch = scratch.data() + size_t{wave.scratchBytes} * waveSize * i;
      wave.group = &group;
      wave.indexInGroup = i;
    }
  }

  /// The fault that stopped the workgroup, if one did.
  std::optional<Fault> run(uint64_t groupIndex) {
    start(groupIndex);
    if (group.observer)
      group.observer->startGroup(group, groupIndex);
    for (;;) {
      unsigned running = 0;
      for (Wavefront &wave : group.waves) {
        if (wave.status != WaveStatus::Running)
          continue;
        if (group.observer)
          takeTurn<true>(wave);
        else
          takeTurn<false>(wave);
        if (wave.status == WaveStatus::Faulted)
          return describe(wave);
        ++running;
      }
      if (running == 0 && !releaseBarrier()) {
        if (group.observer)
          group.observer->endGroup(group);
        return std::nullopt;
      }
    }
  }

  /// Adds what was executed so far.
  void addTo(LaunchStats &stats) const {
    for (uint32_t id = 0; id < counts.size(); ++id) {
      if (counts[id] == 0)
        continue;
      const DecodedInst &inst = launch.code.byId(id);
      stats.executed[inst.instClass] += counts[id];
      stats.matrixFlop += counts[id] * inst.matrixFlop;
    }
  }

private:
  void start(uint64_t groupIndex) {
    const std::array<uint32_t, 3> &grid = launch.config.grid;
    group.id = {static_cast<uint32_t>(groupIndex % grid[0]),
                static_cast<uint32_t>(groupIndex / grid[0] % grid[1]),
                static_cast<uint32_t>(groupIndex / grid[0] / grid[1])};
    fillUninitialized(group.lds);
    fillUninitialized(scratch);
    for (Wavefront &wave : group.waves)
      startWavefront(launch, wave);
  }

  static void fillUninitialized(std::vector<uint8_t> &bytes) {
    size_t words = bytes.size() / 4;
    std::fill_n(reinterpret_cast<uint32_t *>(bytes.data()), words, uninitialized);
    for (size_t i = words * 4; i < bytes.size(); ++i)
      bytes[i] = static_cast<uint8_t>(uninitialized >> 8 * (i % 4));
  }

  template <bool isObserved> void takeTurn(Wavefront &wave) {
    const uint64_t begin = launch.code.begin();
    const uint64_t slots = launch.code.numSlots();
    for (unsigned i = 0; i < turnLength; ++i) {
      const uint64_t slot = (wave.pc - begin) / 4;
      if (slot >= slots || wave.pc % 4) [[unlikely]] {
        wave.fault(fmt::format("jumped to {:#x}, where there is no code", wave.pc), -1,
                   FaultKind::IllegalAddress);
        return;
      }
      const DecodedInst &inst = launch.code.at(slot);
      if (wave.mode & mode::vectorSkip && launch.gpu.isGfx9() && isVectorInst(inst.instClass))
          [[unlikely]] {
        wave.pc += uint64_t{inst.words} * 4;
        ++wave.executed;
        continue;
      }
      if (inst.id >= counts.size()) [[unlikely]]
        counts.resize(inst.id + 1);
      ++counts[inst.id];
      current = wave.pc;
      wave.pc += uint64_t{inst.words} * 4;
      if constexpr (isObserved)
        group.observer->beforeInst(wave, inst, current);
      if (wave.mode & mode::gprIndexEnable && launch.gpu.isGfx9()) [[unlikely]]
        executeIndexed(wave, inst);
      else
        inst.handler(wave, inst);
      if constexpr (isObserved)
        if (wave.status != WaveStatus::Faulted)
          group.observer->afterInst(wave, inst, current);
      ++wave.executed;
      if (inst.endsTurn || wave.status != WaveStatus::Running)
        break;
    }
    // Also at a barrier: a loop with one in it may never be seen elsewhere.
    if (wave.executed >= launch.instructionBudget &&
        (wave.status == WaveStatus::Running || wave.status == WaveStatus::AtBarrier))
      wave.fault(fmt::format("still running after {} instructions, which is the budget of a "
                             "wavefront (a runaway loop?)",
                             launch.instructionBudget),
                 -1, FaultKind::Runaway);
  }

  // Wavefronts that have ended no longer count.
  bool releaseBarrier() {
    bool any = false;
    if (group.observer && std::ranges::any_of(group.waves, [](const Wavefront &wave) {
          return wave.status == WaveStatus::AtBarrier;
        }))
      group.observer->barrier(group);
    for (Wavefront &wave : group.waves)
      if (wave.status == WaveStatus::AtBarrier) {
        wave.status = WaveStatus::Running;
        any = true;
      }
    return any;
  }

  Fault describe(const Wavefront &wave) const {
    Fault fault;
    fault.kind = wave.faultKind;
    fault.reason = wave.faultReason;
    fault.kernel = launch.kernel.symbol;
    fault.instruction = launch.code.text(current);
    fault.offset = current - launch.kernel.entry;
    fault.workgroup = group.id;
    fault.wavefront = wave.indexInGroup;
    fault.lane = wave.faultLane;
    SourceLine line = launch.module.sourceLine(current);
    fault.sourceFile = line.file;
    fault.sourceLine = line.line;
    return fault;
  }

  const Launch &launch;
  RangeCache ranges;
  std::vector<uint32_t> registers;
  std::vector<uint8_t> scratch;
  Workgroup group;
  std::vector<uint64_t> counts; ///< executions by instruction id
  uint64_t current = 0;         ///< address of the instruction executed last
};
} // namespace

llvm::Expected<LaunchStats> runWorkgroups(const Launch &launch, unsigned threads) {
  const uint64_t numGroups = launch.numGroups();
  std::atomic<uint64_t> nextGroup{0};
  // The first workgroup known to fault. Those before it run on, so that the report does not depend
  // on how threads were scheduled.
  std::atomic<uint64_t> faultingGroup{std::numeric_limits<uint64_t>::max()};
  std::mutex mutex; // guards what follows
  std::optional<Fault> fault;
  LaunchStats stats;

  auto work = [&] {
    GroupRunner runner(launch);
    for (;;) {
      uint64_t index = nextGroup.fetch_add(1);
      if (index >= numGroups || index > faultingGroup.load())
        break;
      if (std::optional<Fault> found = runner.run(index)) {
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
  stats.workgroups = numGroups;
  stats.wavefronts = numGroups * launch.wavesPerGroup();
  return stats;
}

} // namespace rocke::sim
