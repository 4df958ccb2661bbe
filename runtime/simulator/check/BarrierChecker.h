//===- BarrierChecker.h - Barriers that a wavefront never reaches -*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_BARRIERCHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_BARRIERCHECKER_H

#include "Checker.h"
#include <vector>

namespace rocke::sim {

/// Reports a barrier that lets its wavefronts go because the rest have ended. A GPU goes on as
/// well, yet those that ended took part in no more of the work that the barrier orders.
class BarrierChecker : public Checker {
public:
  using Checker::Checker;
  void startGroup(const Workgroup &group, uint64_t index) override;
  void after(const Step &step) override;
  void barrier(const Workgroup &group) override;

private:
  std::vector<uint64_t> lastPc; ///< of each wavefront's last instruction
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_BARRIERCHECKER_H
