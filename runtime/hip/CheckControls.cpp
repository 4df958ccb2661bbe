#include "CheckState.h"
#include "Exports.h"
#include "rocke/runtime/SimulatorControls.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace rocke;
using namespace rocke::hip;

namespace {

CheckState initialState() {
  CheckState state;
  const std::string list = llvm::sys::Process::GetEnv("ROCKE_SIM_CHECK").value_or("");
  if (list.empty())
    return state;
  llvm::Expected<sim::Checks> checks = sim::Checks::parse(list);
  state.fromEnvironment = true;
  if (checks)
    state.checks = *checks;
  else
    state.badEnvironment = "ROCKE_SIM_CHECK: " + llvm::toString(checks.takeError());
  return state;
}

} // namespace

CheckState &CheckState::get() {
  thread_local CheckState state = initialState();
  return state;
}

void CheckState::keep(std::vector<sim::CheckReport> found, bool print) {
  reports = std::move(found);
  if (print)
    for (const sim::CheckReport &report : reports)
      llvm::errs() << report.text << '\n';
}

#define ROCKE_EXPORT __attribute__((visibility("default")))

extern "C" {

ROCKE_EXPORT int rocke_sim_set_checks(const char *list) {
  return static_cast<int>(api([&] {
    CheckState &state = CheckState::get();
    sim::Checks checks;
    if (list && *list) {
      llvm::Expected<sim::Checks> parsed = sim::Checks::parse(list);
      if (!parsed)
        return fail(Error::InvalidValue, parsed.takeError());
      checks = *parsed;
    }
    state.checks = checks;
    state.badEnvironment.clear();
    state.fromEnvironment = false;
    return Error::Success;
  }));
}

ROCKE_EXPORT int rocke_sim_last_report(uint32_t index, rocke_sim_report *report) {
  return static_cast<int>(api([&] {
    if (!report)
      return Error::InvalidValue;
    const std::vector<sim::CheckReport> &reports = CheckState::get().reports;
    if (index >= reports.size())
      return Error::NotReady;
    const sim::CheckReport &from = reports[index];
    report->text = from.text.c_str();
    report->check = from.check.c_str();
    report->reason = from.where.reason.c_str();
    report->kernel = from.where.kernel.c_str();
    report->instruction = from.where.instruction.c_str();
    report->offset = from.where.offset;
    std::copy(from.where.workgroup.begin(), from.where.workgroup.end(), report->workgroup);
    report->wavefront = from.where.wavefront;
    report->lane = from.where.lane;
    report->address = from.address;
    report->count = from.count;
    report->source_file = from.where.sourceFile.c_str();
    report->source_line = from.where.sourceLine;
    return Error::Success;
  }));
}

} // extern "C"
