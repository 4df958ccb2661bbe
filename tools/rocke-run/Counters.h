//===- Counters.h - A launch's counts under the profiler's names -*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_COUNTERS_H
#define ROCKE_TOOLS_ROCKE_RUN_COUNTERS_H

#include "rocke/runtime/Simulator.h"
#include <string>
#include <vector>

namespace rocke::tools {

struct Counter {
  const char *name; ///< ROCm's where it has one: "SQ_INSTS_VALU"
  uint64_t value;
};

/// Every counter of a profiled launch, always the same ones in the same order; docs/simulator.md
/// says what each counts.
std::vector<Counter> countersOf(const sim::LaunchStats &stats);

/// The figures of a builder line, or of everything without one (line 0 of "").
struct LineProfile {
  std::string file;
  uint32_t line = 0;
  uint64_t instructions = 0; ///< of the code that were executed at all
  sim::InstProfile sum;      ///< figures alone
};

/// The most executed line first; then by file and line.
std::vector<LineProfile> profileByLine(const sim::LaunchStats &stats);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_COUNTERS_H
