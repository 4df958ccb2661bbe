//===- BarrierChecker.cpp - Barriers that a wavefront never reaches --------===//
#include "BarrierChecker.h"
#include <fmt/format.h>

namespace rocke::sim {

void BarrierChecker::startGroup(const Workgroup &group, uint64_t) {
  lastPc.assign(group.waves.size(), 0);
}

void BarrierChecker::after(const Step &step) { lastPc[step.wave.indexInGroup] = step.pc; }

void BarrierChecker::barrier(const Workgroup &group) {
  const Wavefront *ended = nullptr;
  for (const Wavefront &wave : group.waves)
    if (wave.status == WaveStatus::Ended && !ended)
      ended = &wave;
  if (!ended)
    return;
  for (const Wavefront &wave : group.waves) {
    if (wave.status != WaveStatus::AtBarrier)
      continue;
    log.add({CheckKind::Barrier, 0, lastPc[wave.indexInGroup], wave.indexInGroup}, [&] {
      return fmt::format("barrier that wavefront {} never reaches: it has ended, at {}",
                         ended->indexInGroup, place(lastPc[ended->indexInGroup]));
    });
    return;
  }
}

} // namespace rocke::sim
