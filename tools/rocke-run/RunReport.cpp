//===- RunReport.cpp - What rocke-run says of a run -----------------------===//
#include "RunReport.h"
#include "ProfileReport.h"
#include "common/Json.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

namespace {

void jsonExtents(llvm::json::OStream &json, llvm::StringRef key,
                 const std::array<uint32_t, 3> &extents) {
  json.attributeArray(key, [&] {
    for (uint32_t extent : extents)
      json.value(extent);
  });
}

void jsonReport(llvm::json::OStream &json, const sim::CheckReport &report) {
  json.object([&] {
    json.attribute("check", report.check);
    json.attribute("reason", report.where.reason);
    json.attribute("kernel", report.where.kernel);
    json.attribute("instruction", report.where.instruction);
    json.attribute("offset", report.where.offset);
    jsonExtents(json, "workgroup", report.where.workgroup);
    json.attribute("wavefront", report.where.wavefront);
    json.attribute("lane", report.where.lane);
    json.attribute("address", report.address);
    json.attribute("count", report.count);
    json.attribute("source_file", report.where.sourceFile);
    json.attribute("source_line", report.where.sourceLine);
  });
}

void printJson(const RunReport &report) {
  printJsonObject([&](llvm::json::OStream &json) {
    jsonHead(json, report.head);
    json.attribute("device", runtime::toString(report.result.device));
    json.attributeObject("launch", [&] {
      jsonExtents(json, "grid", report.launch.grid);
      jsonExtents(json, "block", report.launch.block);
      json.attribute("dynamic_lds_bytes", report.launch.dynamicLdsBytes);
    });
    jsonFacts(json, report.facts);
    if (const auto &executed = report.result.executed)
      json.attributeObject("executed", [&] {
        jsonMixEntries(json, executed->executed);
        json.attribute("wavefronts", executed->wavefronts);
        json.attribute("workgroups", executed->workgroups);
        json.attribute("matrix_flop", executed->matrixFlop);
      });
    else
      json.attribute("executed", nullptr);
    if (report.result.hasCounters && report.result.executed)
      jsonCounters(json, *report.result.executed);
    else
      json.attribute("stats", nullptr);
    if (report.result.hasProfile && report.result.executed)
      jsonProfile(json, *report.result.executed);
    else
      json.attribute("profile", nullptr);
    if (const auto &reports = report.result.reports)
      json.attributeArray("check", [&] {
        for (const sim::CheckReport &found : *reports)
          jsonReport(json, found);
      });
    else
      json.attribute("check", nullptr);
    if (const auto &verify = report.verify)
      json.attributeObject("verify", [&] {
        jsonNumber(json, "max_abs", verify->maxAbs);
        jsonNumber(json, "rel_rms", verify->relRms);
        jsonNumber(json, "max_ulps", verify->maxUlps);
        json.attribute("class_mismatches", verify->classMismatches);
        json.attributeObject("tolerance", [&] {
          jsonNumber(json, "rel_rms", verify->tolerance.relRms);
          jsonNumber(json, "ulps", verify->tolerance.ulps);
        });
        json.attribute("pass", verify->pass);
      });
    else
      json.attribute("verify", nullptr);
  });
}

std::string extentsText(const std::array<uint32_t, 3> &extents) {
  return fmt::format("{}x{}x{}", extents[0], extents[1], extents[2]);
}

void printText(const RunReport &report) {
  llvm::raw_ostream &os = llvm::outs();
  if (report.head.spec)
    os << "spec:       " << fieldsText(*report.head.spec) << '\n';
  if (report.head.problem)
    os << "problem:    " << fieldsText(*report.head.problem) << '\n';
  os << "launch:     grid " << extentsText(report.launch.grid) << ", block "
     << extentsText(report.launch.block) << ", dynamic LDS " << report.launch.dynamicLdsBytes
     << " bytes, device " << runtime::toString(report.result.device) << '\n';
  printCodeFacts(os, report.facts);
  if (report.verify)
    os << "verify:     " << report.verify->str() << '\n';

  if (const auto &reports = report.result.reports) {
    os << fmt::format("check:      {} {}\n", reports->size(),
                      reports->size() == 1 ? "report" : "reports");
    for (const sim::CheckReport &found : *reports)
      os << found.text << '\n';
  }

  if (report.result.executed) {
    if (report.result.hasProfile)
      printProfile(os, *report.result.executed);
    if (report.result.hasCounters)
      printCounters(os, *report.result.executed);
  }

  os << "kernel:     " << report.head.symbol << '\n';
  os << "arch:       " << report.head.arch << '\n';
  os << "resources:  " << resourcesText(report.facts) << '\n';
  if (const auto &executed = report.result.executed)
    os << "executed:   " << mixText(executed->executed)
       << fmt::format(", by {} wavefronts\n", executed->wavefronts);
  else
    os << "executed:   not counted on a GPU\n";
  if (report.verify)
    os << fmt::format("max_abs:    {:.3g} ({})\n", report.verify->maxAbs,
                      report.verify->pass ? "pass" : "FAIL");
  else
    os << "max_abs:    not compared (--verify compares)\n";
}

} // namespace

void tools::printRunReport(const RunReport &report, bool json) {
  if (json)
    printJson(report);
  else
    printText(report);
}
