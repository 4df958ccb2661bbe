//===- CheckState.h - How a thread's launches are checked -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_CHECKSTATE_H
#define ROCKE_RUNTIME_HIP_CHECKSTATE_H

#include "rocke/runtime/Simulator.h"
#include <string>
#include <vector>

namespace rocke::hip {

struct CheckState {
  sim::Checks checks;                    ///< of the launches to come
  std::vector<sim::CheckReport> reports; ///< of the last one
  sim::Schedule schedule;                ///< of the launches to come
  /// What is wrong with ROCKE_SIM_CHECK and ROCKE_SIM_SCHEDULE; empty: nothing.
  std::string badChecks, badSchedule;
  /// The checks are ROCKE_SIM_CHECK's: the program does not know of them and asks for no reports.
  bool fromEnvironment = false;

  /// The calling thread's. ROCKE_SIM_CHECK and ROCKE_SIM_SCHEDULE say what a thread starts with.
  static CheckState &get();

  /// Keeps what a launch found, and shows it on stderr if `print`.
  void keep(std::vector<sim::CheckReport> found, bool print);
};

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_CHECKSTATE_H
