//===- GroupRunner.cpp - One workgroup at a time ---------------------------===//
#include "GroupRunner.h"
#include "Gfx9Modes.h"
#include "Observer.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <array>
#include <limits>

namespace rocke::sim {

namespace {
constexpr size_t rowAlignment = 64;
constexpr uint64_t never = std::numeric_limits<uint64_t>::max();
// How far a wavefront runs ahead in registers before the others get their turn. No result depends
// on it.
constexpr uint64_t longestRun = 1024;

uint64_t registerWords(const Launch &launch) {
  return uint64_t{launch.gpu.hasAgprs ? 512u : 256u} * launch.kernel.descriptor.waveSize;
}
uint64_t scratchBytesOf(const Launch &launch) {
  return uint64_t{launch.scratchBytes()} * launch.kernel.descriptor.waveSize *
         launch.wavesPerGroup();
}

void fillUninitialized(std::vector<uint8_t> &bytes) {
  size_t words = bytes.size() / 4;
  std::fill_n(reinterpret_cast<uint32_t *>(bytes.data()), words, uninitialized);
  for (size_t i = words * 4; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(uninitialized >> 8 * (i % 4));
}
} // namespace

GroupRunner::GroupRunner(const Launch &launch)
    : launch(launch), ranges(launch.memory), counts(launch.code.numDecoded()) {
  const unsigned waveSize = launch.kernel.descriptor.waveSize;
  const unsigned waves = launch.wavesPerGroup();
  const size_t words = registerWords(launch);
  registers.resize(words * waves + rowAlignment / 4, uninitialized);
  scratch.resize(scratchBytesOf(launch));
  times.resize(waves);
  running.reserve(waves);
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

uint64_t GroupRunner::mostResident(const Launch &launch) {
  constexpr uint64_t mostGroups = 1024;
  constexpr uint64_t mostBytes = uint64_t{1} << 29;
  const uint64_t bytes = registerWords(launch) * 4 * launch.wavesPerGroup() +
                         scratchBytesOf(launch) + launch.ldsBytes();
  return std::clamp<uint64_t>(mostBytes / bytes, 2, mostGroups);
}

void GroupRunner::start(uint64_t groupIndex, uint64_t position) {
  const std::array<uint32_t, 3> &grid = launch.config.grid;
  group.id = {static_cast<uint32_t>(groupIndex % grid[0]),
              static_cast<uint32_t>(groupIndex / grid[0] % grid[1]),
              static_cast<uint32_t>(groupIndex / grid[0] / grid[1])};
  fillUninitialized(group.lds);
  fillUninitialized(scratch);
  std::ranges::fill(times, 0);
  for (Wavefront &wave : group.waves)
    startWavefront(launch, wave);
  if (group.observer)
    group.observer->startGroup(group, position);
}

GroupRunner::Outcome GroupRunner::runInOrder(uint64_t instructions) {
  const uint64_t end = issued + instructions;
  while (issued < end) {
    // The wavefront that is least far, and how far it may go before another one is.
    size_t first = 0;
    uint64_t firstTime = never, secondTime = never;
    size_t second = 0;
    for (size_t i = 0; i < times.size(); ++i) {
      const uint64_t time = group.waves[i].status == WaveStatus::Running ? times[i] : never;
      if (time < firstTime) {
        secondTime = firstTime;
        second = first;
        firstTime = time;
        first = i;
      } else if (time < secondTime) {
        secondTime = time;
        second = i;
      }
    }
    if (firstTime == never) {
      if (!goOn())
        return Outcome::Ended;
      continue;
    }
    // Of those that are equally far, the one with the lower index comes first.
    const uint64_t limit = secondTime == never ? never : secondTime + (first < second);
    execute(group.waves[first], longestRun, limit);
    if (group.waves[first].status == WaveStatus::Faulted)
      return Outcome::Faulted;
  }
  return Outcome::Paused;
}

Fault GroupRunner::fault() const {
  return describe(*std::ranges::find(group.waves, WaveStatus::Faulted, &Wavefront::status));
}

bool GroupRunner::hasAdvanced() {
  constexpr unsigned longestWaitingLoop = 64;
  const auto shows = [](InstClass instClass) {
    return instClass == InstClass::GlobalStore || instClass == InstClass::LdsStore ||
           instClass == InstClass::ScratchStore || instClass == InstClass::Matrix;
  };
  bool advanced = milestones != milestonesBefore;
  unsigned executed = 0; // different instructions
  countsBefore.resize(counts.size());
  for (uint32_t id = 0; id < counts.size() && !advanced; ++id) {
    if (counts[id] == countsBefore[id])
      continue;
    advanced = ++executed > longestWaitingLoop || shows(launch.code.byId(id).instClass);
  }
  countsBefore = counts;
  milestonesBefore = milestones;
  return advanced;
}

const std::vector<uint32_t> &GroupRunner::runnable() {
  running.clear();
  for (const Wavefront &wave : group.waves)
    if (wave.status == WaveStatus::Running)
      running.push_back(wave.indexInGroup);
  return running;
}

std::optional<Fault> GroupRunner::burst(uint32_t index, uint64_t length, bool lanesDescend) {
  Wavefront &wave = group.waves[index];
  wave.lanesDescend = lanesDescend;
  execute(wave, length, never);
  if (wave.status == WaveStatus::Faulted)
    return describe(wave);
  return std::nullopt;
}

bool GroupRunner::goOn() {
  if (releaseBarrier())
    return true;
  if (group.observer)
    group.observer->endGroup(group);
  return false;
}

void GroupRunner::addTo(LaunchStats &stats) const {
  for (uint32_t id = 0; id < counts.size(); ++id) {
    if (counts[id] == 0)
      continue;
    const DecodedInst &inst = launch.code.byId(id);
    stats.executed[inst.instClass] += counts[id];
    stats.matrixFlop += counts[id] * inst.matrixFlop;
  }
}

void GroupRunner::execute(Wavefront &wave, uint64_t maxInstructions, uint64_t accessLimit) {
  if (group.observer)
    execute<true>(wave, maxInstructions, accessLimit);
  else
    execute<false>(wave, maxInstructions, accessLimit);
}

template <bool isObserved>
void GroupRunner::execute(Wavefront &wave, uint64_t maxInstructions, uint64_t accessLimit) {
  const uint64_t begin = launch.code.begin();
  const uint64_t slots = launch.code.numSlots();
  const uint64_t firstTime = times[wave.indexInGroup];
  uint64_t executed = 0;
  for (; executed < maxInstructions; ++executed) {
    const uint64_t slot = (wave.pc - begin) / 4;
    if (slot >= slots || wave.pc % 4) [[unlikely]] {
      wave.fault(fmt::format("jumped to {:#x}, where there is no code", wave.pc), -1,
                 FaultKind::IllegalAddress);
      return;
    }
    const DecodedInst &inst = launch.code.at(slot);
    if (inst.accessesMemory && firstTime + executed >= accessLimit)
      break;
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
    if (wave.status != WaveStatus::Running) {
      ++executed;
      break;
    }
  }
  times[wave.indexInGroup] += executed;
  issued += executed;
  milestones += wave.status == WaveStatus::Ended;
  // Also at a barrier: a loop with one in it may never be seen elsewhere.
  if (wave.executed >= launch.instructionBudget &&
      (wave.status == WaveStatus::Running || wave.status == WaveStatus::AtBarrier))
    wave.fault(fmt::format("still running after {} instructions, which is the budget of a "
                           "wavefront (a runaway loop?)",
                           launch.instructionBudget),
               -1, FaultKind::Runaway);
}

// Wavefronts that have ended no longer count.
bool GroupRunner::releaseBarrier() {
  const bool anyWaits = std::ranges::any_of(
      group.waves, [](const Wavefront &wave) { return wave.status == WaveStatus::AtBarrier; });
  if (!anyWaits)
    return false;
  if (group.observer)
    group.observer->barrier(group);
  ++milestones;
  const uint64_t latest = std::ranges::max(times);
  for (Wavefront &wave : group.waves)
    if (wave.status == WaveStatus::AtBarrier) {
      wave.status = WaveStatus::Running;
      times[wave.indexInGroup] = latest;
    }
  return true;
}

Fault GroupRunner::describe(const Wavefront &wave) const {
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

} // namespace rocke::sim
