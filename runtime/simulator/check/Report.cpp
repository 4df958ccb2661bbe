//===- Report.cpp - What the checkers of one host thread found -------------===//
#include "Report.h"
#include "../Launch.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <tuple>

namespace rocke::sim {

namespace {
struct CheckName {
  llvm::StringLiteral name;
  CheckKind kind;
  bool Checks::*field;
};
constexpr CheckName checkNames[] = {
    {"memory", CheckKind::Memory, &Checks::memory},    {"race", CheckKind::Race, &Checks::race},
    {"init", CheckKind::Init, &Checks::init},          {"wait", CheckKind::Wait, &Checks::wait},
    {"barrier", CheckKind::Barrier, &Checks::barrier},
};

llvm::StringRef nameOf(CheckKind kind) {
  for (const CheckName &entry : checkNames)
    if (entry.kind == kind)
      return entry.name;
  llvm_unreachable("a check without a name");
}
} // namespace

llvm::Expected<Checks> Checks::parse(llvm::StringRef list) {
  Checks checks;
  llvm::SmallVector<llvm::StringRef> words;
  list.split(words, ',');
  for (llvm::StringRef word : words) {
    const auto *entry = llvm::find_if(
        checkNames, [&](const CheckName &candidate) { return candidate.name == word; });
    if (entry != std::end(checkNames))
      checks.*entry->field = true;
    else if (word == "all")
      checks = {true, true, true, true, true};
    else
      return makeError("unknown check '{}': there are memory, race, init, wait, barrier and all",
                       word.str());
  }
  return checks;
}

std::vector<CheckReport> ReportLog::merge(const Launch &launch,
                                          const std::vector<const ReportLog *> &logs,
                                          uint64_t lastGroup) {
  std::map<Key, std::pair<const Entry *, uint64_t>> merged;
  for (const ReportLog *log : logs)
    for (const auto &[key, entry] : log->entries) {
      if (entry.firstGroup > lastGroup)
        continue;
      auto &[first, count] = merged.try_emplace(key, nullptr, 0).first->second;
      if (!first || entry.firstGroup < first->firstGroup)
        first = &entry;
      for (auto [group, times] : entry.counts)
        if (group <= lastGroup)
          count += times;
    }
  std::vector<std::pair<const Entry *, uint64_t>> ordered;
  ordered.reserve(merged.size());
  for (const auto &[key, value] : merged)
    ordered.push_back(value);
  // The same workgroup's findings are the same thread's.
  llvm::sort(ordered, [](const auto &a, const auto &b) {
    return std::tie(a.first->firstGroup, a.first->sequence) <
           std::tie(b.first->firstGroup, b.first->sequence);
  });
  if (ordered.size() > maxCheckReports)
    ordered.resize(maxCheckReports);

  std::vector<CheckReport> reports;
  for (auto [entry, count] : ordered) {
    const Finding &finding = entry->first;
    SourceLine line = launch.module.sourceLine(finding.pc);
    CheckReport report;
    report.check = nameOf(finding.kind).str();
    report.where.kind = finding.fault;
    report.where.reason = entry->reason;
    report.where.kernel = launch.kernel.symbol;
    report.where.instruction = launch.code.text(finding.pc);
    report.where.offset = finding.pc - launch.kernel.entry;
    report.where.workgroup = entry->group;
    report.where.wavefront = finding.wave;
    report.where.lane = finding.lane;
    report.where.sourceFile = line.file;
    report.where.sourceLine = line.line;
    report.address = finding.address;
    report.count = count;
    report.text = fmt::format("[{}] {}\n  {}", report.check, report.where.str(),
                              count == 1 ? "once" : fmt::format("{} times", count));
    reports.push_back(std::move(report));
  }
  return reports;
}

} // namespace rocke::sim
