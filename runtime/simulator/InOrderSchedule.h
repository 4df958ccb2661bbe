//===- InOrderSchedule.h - Workgroups over host threads ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_INORDERSCHEDULE_H
#define ROCKE_RUNTIME_SIMULATOR_INORDERSCHEDULE_H

#include "Launch.h"

namespace rocke::sim {

/// Runs all workgroups over at most `threads` host threads, each of which takes the next one in the
/// order of the grid when it has run one to its end, or when all that it has begun are waiting for
/// others. Adds what was executed to `stats`. A fault is an error of class FaultError: the first
/// one's in the order of the grid.
llvm::Error runInOrder(const Launch &launch, unsigned threads, LaunchStats &stats);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_INORDERSCHEDULE_H
