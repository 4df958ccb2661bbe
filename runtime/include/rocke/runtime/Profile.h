//===- Profile.h - What a launch executed, by instruction -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_PROFILE_H
#define ROCKE_RUNTIME_PROFILE_H

#include "rocke/compiler/CodeObject.h"
#include <cstdint>
#include <string>

namespace rocke::sim {

/// One instruction of a profiled launch. Figures are sums over all wavefronts. They are the
/// kernel's: they do not depend on host threads or on the order of execution.
struct InstProfile {
  uint64_t offset = 0; ///< in bytes from the kernel's entry, modulo 2^64
  std::string text;    ///< disassembly
  InstClass instClass = InstClass::Other;
  std::string sourceFile; ///< builder line, empty without debug info
  uint32_t sourceLine = 0;
  uint64_t executions = 0; ///< wavefront instructions; 0 for code between executed instructions
  uint64_t lanes = 0;      ///< lanes that EXEC had on
  uint64_t matrixFlop = 0;
  uint64_t globalBytes = 0;       ///< that its lanes loaded, stored or updated in global memory
  uint64_t globalLines = 0;       ///< distinct 128-byte lines of each execution
  uint64_t ldsBytes = 0;          ///< in LDS
  uint64_t ldsCycles = 0;         ///< that LDS needs for them; docs/simulator.md has the rules
  uint64_t ldsConflictCycles = 0; ///< of these, the ones due to bank conflicts
  uint64_t scratchBytes = 0;      ///< in scratch
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_PROFILE_H
