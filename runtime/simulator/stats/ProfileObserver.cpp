//===- ProfileObserver.cpp - Counts of one host thread ---------------------===//
#include "ProfileObserver.h"
#include "LdsBanks.h"
#include <algorithm>
#include <bit>

namespace rocke::sim {

namespace {
constexpr uint64_t lineBytes = 128;
} // namespace

void Tally::add(const Tally &other) {
  executions += other.executions;
  lanes += other.lanes;
  globalBytes += other.globalBytes;
  globalLines += other.globalLines;
  ldsBytes += other.ldsBytes;
  ldsCycles += other.ldsCycles;
  ldsConflictCycles += other.ldsConflictCycles;
  scratchBytes += other.scratchBytes;
}

void ProfileObserver::beforeInst(const Wavefront &wave, const DecodedInst &, uint64_t address) {
  Tally &tally = bySlot[(address - launch.code.begin()) / 4];
  ++tally.executions;
  tally.lanes += static_cast<uint64_t>(std::popcount(wave.exec()));
  accesses.clear();
}

void ProfileObserver::afterInst(const Wavefront &wave, const DecodedInst &, uint64_t address) {
  if (accesses.empty())
    return;
  Tally &tally = bySlot[(address - launch.code.begin()) / 4];
  lines.clear();
  bool touchesLds = false;
  for (const MemoryAccess &access : accesses) {
    if (access.bytes == 0)
      continue;
    switch (access.space) {
    case Space::Global:
      tally.globalBytes += access.bytes;
      for (uint64_t line = access.address / lineBytes;
           line <= (access.address + access.bytes - 1) / lineBytes; ++line)
        if (lines.empty() || lines.back() != line) // lanes come side by side
          lines.push_back(line);
      break;
    case Space::Lds:
      tally.ldsBytes += access.bytes;
      touchesLds = true;
      break;
    case Space::Scratch:
      tally.scratchBytes += access.bytes;
      break;
    }
  }
  std::ranges::sort(lines);
  tally.globalLines += static_cast<uint64_t>(std::ranges::unique(lines).begin() - lines.begin());
  if (touchesLds) {
    const LdsCost cost = ldsCost(launch.gpu, wave.waveSize, accesses);
    tally.ldsCycles += cost.cycles;
    tally.ldsConflictCycles += cost.conflictCycles;
  }
}

} // namespace rocke::sim
