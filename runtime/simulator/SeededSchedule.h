//===- SeededSchedule.h - Random legal interleavings ------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_SEEDEDSCHEDULE_H
#define ROCKE_RUNTIME_SIMULATOR_SEEDEDSCHEDULE_H

#include "Launch.h"

namespace rocke::sim {

/// Runs all workgroups on the calling thread, several at once, in an interleaving that depends on
/// the launch and `seed` alone. Adds what was executed to `stats`. A fault is an error of class
/// FaultError: the first one in time.
llvm::Error runSeeded(const Launch &launch, uint64_t seed, LaunchStats &stats);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_SEEDEDSCHEDULE_H
