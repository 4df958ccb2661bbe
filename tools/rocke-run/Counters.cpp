//===- Counters.cpp - A launch's counts under the profiler's names --------===//
#include "Counters.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace rocke;
using namespace rocke::tools;

namespace {

bool isLds(const sim::InstProfile &inst) { return llvm::StringRef(inst.text).starts_with("ds_"); }

bool isVmemRead(const sim::InstProfile &inst) {
  return inst.instClass == InstClass::GlobalLoad || inst.instClass == InstClass::ScratchLoad;
}

bool isVmemWrite(const sim::InstProfile &inst) {
  return inst.instClass == InstClass::GlobalStore || inst.instClass == InstClass::ScratchStore ||
         (inst.instClass == InstClass::Atomic && !isLds(inst));
}

void addTo(sim::InstProfile &sum, const sim::InstProfile &inst) {
  sum.executions += inst.executions;
  sum.lanes += inst.lanes;
  sum.matrixFlop += inst.matrixFlop;
  sum.globalBytes += inst.globalBytes;
  sum.globalLines += inst.globalLines;
  sum.ldsBytes += inst.ldsBytes;
  sum.ldsCycles += inst.ldsCycles;
  sum.ldsConflictCycles += inst.ldsConflictCycles;
  sum.scratchBytes += inst.scratchBytes;
}

} // namespace

std::vector<Counter> tools::countersOf(const sim::LaunchStats &stats) {
  sim::InstProfile all, lds, reads, writes, scalar;
  for (const sim::InstProfile &inst : stats.profile) {
    addTo(all, inst);
    if (isLds(inst))
      addTo(lds, inst);
    else if (isVmemRead(inst))
      addTo(reads, inst);
    else if (isVmemWrite(inst))
      addTo(writes, inst);
    else if (inst.instClass == InstClass::SMEM)
      addTo(scalar, inst);
  }
  const InstMix &mix = stats.executed;
  return {
      {"SQ_WAVES", stats.wavefronts},
      {"SQ_INSTS", mix.total()},
      {"SQ_INSTS_VALU",
       mix[InstClass::VALU] + mix[InstClass::Transcendental] + mix[InstClass::Matrix]},
      {"SQ_INSTS_SALU", mix[InstClass::SALU]},
      {"SQ_INSTS_LDS", lds.executions},
      {"SQ_INSTS_VMEM", reads.executions + writes.executions},
      {"SQ_INSTS_VMEM_RD", reads.executions},
      {"SQ_INSTS_VMEM_WR", writes.executions},
      {"SQ_INSTS_SMEM", mix[InstClass::SMEM]},
      {"SQ_INSTS_BRANCH", mix[InstClass::Branch]},
      {"SQ_LDS_BANK_CONFLICT", all.ldsConflictCycles},
      {"matrix", mix[InstClass::Matrix]},
      {"transcendental", mix[InstClass::Transcendental]},
      {"matrix_flop", stats.matrixFlop},
      {"lds_cycles", all.ldsCycles},
      {"lds_bytes", all.ldsBytes},
      {"vmem_read_bytes", reads.globalBytes},
      {"vmem_read_lines", reads.globalLines},
      {"vmem_write_bytes", writes.globalBytes},
      {"vmem_write_lines", writes.globalLines},
      {"smem_bytes", scalar.globalBytes},
      {"smem_lines", scalar.globalLines},
      {"scratch_bytes", all.scratchBytes},
  };
}

std::vector<LineProfile> tools::profileByLine(const sim::LaunchStats &stats) {
  std::map<std::pair<std::string, uint32_t>, LineProfile> lines;
  for (const sim::InstProfile &inst : stats.profile) {
    if (inst.executions == 0)
      continue;
    LineProfile &line = lines[{inst.sourceFile, inst.sourceLine}];
    line.file = inst.sourceFile;
    line.line = inst.sourceLine;
    ++line.instructions;
    addTo(line.sum, inst);
  }
  std::vector<LineProfile> result;
  result.reserve(lines.size());
  for (auto &[place, line] : lines)
    result.push_back(std::move(line));
  std::ranges::sort(result, [](const LineProfile &a, const LineProfile &b) {
    return std::tie(b.sum.executions, a.file, a.line) < std::tie(a.sum.executions, b.file, b.line);
  });
  return result;
}
