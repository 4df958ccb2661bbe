//===- ProfileReport.cpp - Counters and profiles as text and JSON ---------===//
#include "ProfileReport.h"
#include "Counters.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

namespace {
std::string placeText(llvm::StringRef file, uint32_t line) {
  return file.empty() ? "(no line)" : fmt::format("{}:{}", file.str(), line);
}

std::string figures(const sim::InstProfile &sum) {
  return fmt::format(
      "{:>12} {:>6.1f} {:>13} {:>10} {:>12} {:>10}", sum.executions,
      sum.executions ? static_cast<double>(sum.lanes) / static_cast<double>(sum.executions) : 0.0,
      sum.globalBytes, sum.globalLines, sum.ldsBytes, sum.ldsConflictCycles);
}

constexpr const char *figureHeads =
    "  executions  lanes  global bytes      lines    LDS bytes  conflicts";
} // namespace

void tools::printCounters(llvm::raw_ostream &os, const sim::LaunchStats &stats) {
  os << "counters:\n";
  for (const Counter &counter : countersOf(stats))
    os << fmt::format("  {:<22}{:>16}\n", counter.name, counter.value);
}

void tools::printProfile(llvm::raw_ostream &os, const sim::LaunchStats &stats) {
  os << "profile by line:\n" << figureHeads << "  line\n";
  for (const LineProfile &line : profileByLine(stats))
    os << figures(line.sum) << "  " << placeText(line.file, line.line) << '\n';
  os << "profile by instruction:\n" << figureHeads << "  offset  instruction\n";
  for (const sim::InstProfile &inst : stats.profile)
    os << figures(inst)
       << fmt::format("  {:>6x}  {:<52} ; {}\n", inst.offset, inst.text,
                      placeText(inst.sourceFile, inst.sourceLine));
}

void tools::jsonCounters(llvm::json::OStream &json, const sim::LaunchStats &stats) {
  json.attributeObject("stats", [&] {
    for (const Counter &counter : countersOf(stats))
      json.attribute(counter.name, counter.value);
  });
}

void tools::jsonProfile(llvm::json::OStream &json, const sim::LaunchStats &stats) {
  json.attributeArray("profile", [&] {
    for (const sim::InstProfile &inst : stats.profile)
      json.object([&] {
        json.attribute("offset", inst.offset);
        json.attribute("instruction", inst.text);
        json.attribute("class", toString(inst.instClass));
        json.attribute("source_file", inst.sourceFile);
        json.attribute("source_line", inst.sourceLine);
        json.attribute("executions", inst.executions);
        json.attribute("lanes", inst.lanes);
        json.attribute("matrix_flop", inst.matrixFlop);
        json.attribute("global_bytes", inst.globalBytes);
        json.attribute("global_lines", inst.globalLines);
        json.attribute("lds_bytes", inst.ldsBytes);
        json.attribute("lds_cycles", inst.ldsCycles);
        json.attribute("lds_conflict_cycles", inst.ldsConflictCycles);
        json.attribute("scratch_bytes", inst.scratchBytes);
      });
  });
}
