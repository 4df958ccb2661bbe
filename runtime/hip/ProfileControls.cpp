#include "Exports.h"
#include "rocke/runtime/SimulatorControls.h"

using namespace rocke;
using namespace rocke::hip;

#define ROCKE_EXPORT __attribute__((visibility("default")))

extern "C" {

ROCKE_EXPORT void rocke_sim_set_profiling(int enabled) {
  ThreadState::get().profiling = enabled != 0;
}

ROCKE_EXPORT int rocke_sim_last_inst_profile(uint32_t index, rocke_sim_inst_profile *profile) {
  return static_cast<int>(api([&] {
    if (!profile)
      return Error::InvalidValue;
    const std::optional<sim::LaunchStats> &last = ThreadState::get().lastStats;
    if (!last || index >= last->profile.size())
      return Error::NotReady;
    const sim::InstProfile &from = last->profile[index];
    profile->offset = from.offset;
    profile->text = from.text.c_str();
    profile->inst_class = static_cast<uint32_t>(from.instClass);
    profile->source_file = from.sourceFile.c_str();
    profile->source_line = from.sourceLine;
    profile->executions = from.executions;
    profile->lanes = from.lanes;
    profile->matrix_flop = from.matrixFlop;
    profile->global_bytes = from.globalBytes;
    profile->global_lines = from.globalLines;
    profile->lds_bytes = from.ldsBytes;
    profile->lds_cycles = from.ldsCycles;
    profile->lds_conflict_cycles = from.ldsConflictCycles;
    profile->scratch_bytes = from.scratchBytes;
    return Error::Success;
  }));
}

} // extern "C"
