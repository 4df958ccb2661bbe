#include "CheckState.h"
#include "Exports.h"
#include "rocke/runtime/SimulatorControls.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace rocke;
using namespace rocke::hip;

namespace {

/// Reads a variable with the `parse` of its type. What is wrong with it; empty: nothing.
template <typename T> std::string readVariable(const char *name, T &value) {
  const std::string text = llvm::sys::Process::GetEnv(name).value_or("");
  if (text.empty())
    return {};
  llvm::Expected<T> parsed = T::parse(text);
  if (!parsed)
    return std::string(name) + ": " + llvm::toString(parsed.takeError());
  value = *parsed;
  return {};
}

CheckState initialState() {
  CheckState state;
  state.badChecks = readVariable("ROCKE_SIM_CHECK", state.checks);
  state.badSchedule = readVariable("ROCKE_SIM_SCHEDULE", state.schedule);
  for (const std::string &bad : {state.badChecks, state.badSchedule})
    if (!bad.empty())
      llvm::errs() << "rocke: " << bad << '\n';
  state.fromEnvironment = state.checks.any() || !state.badChecks.empty();
  return state;
}

/// Sets what `text` says; null or empty stands for the default.
template <typename T> Error setControl(const char *text, T &value, std::string &badEnvironment) {
  T given;
  if (text && *text) {
    llvm::Expected<T> parsed = T::parse(text);
    if (!parsed)
      return fail(Error::InvalidValue, parsed.takeError());
    given = *parsed;
  }
  value = given;
  badEnvironment.clear();
  return Error::Success;
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
    const Error error = setControl(list, state.checks, state.badChecks);
    if (error == Error::Success)
      state.fromEnvironment = false;
    return error;
  }));
}

ROCKE_EXPORT int rocke_sim_set_schedule(const char *schedule) {
  return static_cast<int>(api([&] {
    CheckState &state = CheckState::get();
    return setControl(schedule, state.schedule, state.badSchedule);
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
