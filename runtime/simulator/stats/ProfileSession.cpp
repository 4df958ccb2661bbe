//===- ProfileSession.cpp - Counts of one launch, by instruction -----------===//
#include "ProfileSession.h"
#include "ProfileObserver.h"

namespace rocke::sim {

ProfileSession::ProfileSession(const Launch &launch) : launch(launch) {}
ProfileSession::~ProfileSession() = default;

Observer *ProfileSession::makeObserver() {
  auto observer = std::make_unique<ProfileObserver>(launch);
  std::lock_guard lock(mutex);
  return observers.emplace_back(std::move(observer)).get();
}

std::vector<InstProfile> ProfileSession::finish() {
  CodeTable &code = launch.code;
  std::vector<Tally> sum(code.numSlots());
  for (const auto &observer : observers)
    for (uint64_t slot = 0; slot < sum.size(); ++slot)
      sum[slot].add(observer->tallies()[slot]);
  uint64_t first = 0, end = sum.size();
  while (first < end && sum[first].executions == 0)
    ++first;
  while (end > first && sum[end - 1].executions == 0)
    --end;

  std::vector<InstProfile> result;
  for (uint64_t slot = first; slot < end;) {
    const DecodedInst &inst = code.at(slot);
    const Tally &tally = sum[slot];
    const uint64_t address = code.begin() + slot * 4;
    SourceLine line = launch.module.sourceLine(address);
    InstProfile profile;
    profile.offset = address - launch.kernel.entry;
    profile.text = code.text(address);
    profile.instClass = inst.instClass;
    profile.sourceFile = std::move(line.file);
    profile.sourceLine = line.line;
    profile.executions = tally.executions;
    profile.lanes = tally.lanes;
    profile.matrixFlop = tally.executions * inst.matrixFlop;
    profile.globalBytes = tally.globalBytes;
    profile.globalLines = tally.globalLines;
    profile.ldsBytes = tally.ldsBytes;
    profile.ldsCycles = tally.ldsCycles;
    profile.ldsConflictCycles = tally.ldsConflictCycles;
    profile.scratchBytes = tally.scratchBytes;
    result.push_back(std::move(profile));
    // A jump may lead into what reads as one instruction from its start.
    const uint64_t next = slot + inst.words;
    for (++slot; slot < next && slot < end && sum[slot].executions == 0;)
      ++slot;
  }
  return result;
}

} // namespace rocke::sim
