//===- RunReport.h - What rocke-run says of a run ---------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_RUNREPORT_H
#define ROCKE_TOOLS_ROCKE_RUN_RUNREPORT_H

#include "Launch.h"
#include "common/Report.h"
#include "rocke/runtime/Compare.h"

namespace rocke::tools {

struct RunReport {
  ReportHead head;
  LaunchShape launch;
  KernelFacts facts;
  LaunchResult result;
  std::optional<runtime::GateResult> verify; ///< nothing if there was no --verify
};

/// On standard output, as text or as one JSON object.
void printRunReport(const RunReport &report, bool json);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_RUNREPORT_H
