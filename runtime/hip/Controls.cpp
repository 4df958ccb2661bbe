#include "Exports.h"
#include "rocke/runtime/SimulatorControls.h"
#include <algorithm>
#include <array>

using namespace rocke;
using namespace rocke::hip;

static_assert(numInstClasses <= ROCKE_SIM_MAX_CLASSES);

#define ROCKE_EXPORT __attribute__((visibility("default")))

extern "C" {

ROCKE_EXPORT int rocke_sim_device_for_arch(const char *arch, int *device) {
  return static_cast<int>(api([&] {
    if (!arch || !device)
      return Error::InvalidValue;
    Runtime &runtime = Runtime::instance();
    if (Error status = runtime.initialStatus(); status != Error::Success)
      return status;
    llvm::Expected<SimDevice *> found = runtime.deviceForArch(arch);
    if (!found)
      return fail(Error::InvalidValue, found.takeError());
    *device = (*found)->ordinal;
    return Error::Success;
  }));
}

ROCKE_EXPORT int rocke_sim_last_stats(rocke_sim_stats *stats) {
  return static_cast<int>(api([&] {
    if (!stats)
      return Error::InvalidValue;
    const std::optional<sim::LaunchStats> &last = ThreadState::get().lastStats;
    if (!last)
      return Error::NotReady;
    *stats = {};
    stats->wavefronts = last->wavefronts;
    stats->workgroups = last->workgroups;
    stats->matrix_flop = last->matrixFlop;
    stats->class_count = numInstClasses;
    std::copy(last->executed.counts.begin(), last->executed.counts.end(), stats->counts);
    return Error::Success;
  }));
}

ROCKE_EXPORT const char *rocke_sim_class_name(uint32_t index) {
  // toString()'s names are literals, but a StringRef does not promise the end that C needs.
  static const auto *names = [] {
    auto *texts = new std::array<std::string, numInstClasses>;
    for (unsigned i = 0; i < numInstClasses; ++i)
      (*texts)[i] = toString(static_cast<InstClass>(i)).str();
    return texts;
  }();
  return index < numInstClasses ? (*names)[index].c_str() : nullptr;
}

ROCKE_EXPORT const char *rocke_sim_last_fault_text(void) {
  return ThreadState::get().lastFaultText.c_str();
}

ROCKE_EXPORT const char *rocke_sim_last_fault_json(void) {
  return ThreadState::get().lastFaultJson.c_str();
}

ROCKE_EXPORT const char *rocke_sim_last_message(void) {
  return ThreadState::get().lastMessage.c_str();
}

ROCKE_EXPORT void rocke_sim_set_diagnostics(int enabled) {
  Runtime::instance().diagnostics = enabled != 0;
}

} // extern "C"
