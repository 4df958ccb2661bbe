//===- Checker.h - One kind of check over one host thread -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKER_H

#include "../Launch.h"
#include "../Observer.h"
#include "InstFacts.h"
#include "Report.h"
#include "llvm/ADT/ArrayRef.h"

namespace rocke::sim {

/// An instruction of one wavefront, before or after it is executed.
struct Step {
  const Wavefront &wave;
  const DecodedInst &inst;
  const InstFacts &facts;
  uint64_t pc;                           ///< of the instruction
  uint64_t exec;                         ///< before it
  llvm::ArrayRef<MemoryAccess> accesses; ///< empty before
};

/// Base of the checkers; each sees what its host thread runs.
class Checker {
public:
  Checker(const Launch &launch, ReportLog &log) : launch(launch), log(log) {}
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;
  virtual ~Checker() = default;

  virtual void startGroup(const Workgroup &, uint64_t /*index*/) {}
  virtual void before(const Step &) {}
  virtual void after(const Step &) {}
  virtual void barrier(const Workgroup &) {}
  virtual void endGroup(const Workgroup &) {}

protected:
  /// "+0x18: ds_load_b32 v1, v0", to name another instruction in a report.
  std::string place(uint64_t pc) const;
  /// "the allocation of 64 bytes at 0x...", "LDS of 1024 bytes".
  std::string whereIs(Space space, uint64_t address) const;

  const Launch &launch;
  ReportLog &log;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKER_H
