//===- CoverageMode.cpp - rocke-run --isa-coverage ------------------------===//
#include "Modes.h"
#include "common/Json.h"
#include "common/OptionTable.h"
#include "rocke/runtime/IsaCoverage.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

namespace {

double percent(size_t part, size_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void printText(const std::string &arch, const std::vector<sim::ClassCoverage> &classes) {
  llvm::raw_ostream &os = llvm::outs();
  size_t executed = 0, all = 0, executedForms = 0, allForms = 0;
  for (const sim::ClassCoverage &group : classes) {
    if (!group.compute) {
      os << fmt::format("{:12} out, {} opcodes\n", group.name, group.opcodes.size());
      continue;
    }
    executed += group.numExecuted();
    all += group.opcodes.size();
    executedForms += group.numExecutedForms();
    allForms += group.numForms();
    os << fmt::format("{:12} {} of {} opcodes executed, {} of {} operand forms\n", group.name,
                      group.numExecuted(), group.opcodes.size(), group.numExecutedForms(),
                      group.numForms());
    for (const sim::OpcodeCoverage &opcode : group.opcodes)
      for (const sim::RefusedForm &form : opcode.refused)
        os << fmt::format("    {}: {}: {}\n", opcode.opcode, form.text, form.cause);
  }
  os << fmt::format("{}: {} of {} compute opcodes executed ({:.2f} %), {} of {} operand forms "
                    "({:.2f} %)\n",
                    arch, executed, all, percent(executed, all), executedForms, allForms,
                    percent(executedForms, allForms));
}

void printOpcode(llvm::json::OStream &json, const sim::OpcodeCoverage &opcode) {
  json.attribute("opcode", opcode.opcode);
  json.attribute("mnemonic", opcode.mnemonic);
  json.attribute("forms", opcode.numForms);
  json.attributeArray("refused", [&] {
    for (const sim::RefusedForm &form : opcode.refused)
      json.object([&] {
        json.attribute("form", form.text);
        json.attribute("cause", form.cause);
      });
  });
}

void printJson(const std::string &arch, const std::vector<sim::ClassCoverage> &classes) {
  printJsonObject([&](llvm::json::OStream &json) {
    json.attribute("arch", arch);
    json.attributeArray("classes", [&] {
      for (const sim::ClassCoverage &group : classes)
        json.object([&] {
          json.attribute("name", group.name);
          json.attribute("compute", group.compute);
          if (group.compute) {
            json.attribute("opcodes_executed", group.numExecuted());
            json.attribute("forms", group.numForms());
            json.attribute("forms_executed", group.numExecutedForms());
          }
          json.attributeArray("opcodes", [&] {
            for (const sim::OpcodeCoverage &opcode : group.opcodes)
              json.object([&] { printOpcode(json, opcode); });
          });
        });
    });
  });
}

} // namespace

llvm::Error tools::showIsaCoverage(const CommandLine &line) {
  if (llvm::Error error =
          line.refuse({OPT_kernel, OPT_hsaco}, "has no place beside --isa-coverage"))
    return error;
  llvm::Expected<std::string> arch = line.required(OPT_arch);
  if (!arch)
    return arch.takeError();
  llvm::Expected<std::vector<sim::ClassCoverage>> classes = sim::isaCoverage(*arch);
  if (!classes)
    return classes.takeError();
  if (line.has(OPT_json))
    printJson(*arch, *classes);
  else
    printText(*arch, *classes);
  return llvm::Error::success();
}
