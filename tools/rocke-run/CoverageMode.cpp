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

void printText(const std::string &arch, const std::vector<sim::ClassCoverage> &classes) {
  llvm::raw_ostream &os = llvm::outs();
  size_t executed = 0, all = 0;
  for (const sim::ClassCoverage &group : classes) {
    if (!group.compute) {
      os << fmt::format("{:20} out, {} opcodes\n", group.name, group.opcodes.size());
      continue;
    }
    executed += group.numExecuted();
    all += group.opcodes.size();
    os << fmt::format("{:20} {} of {} executed\n", group.name, group.numExecuted(),
                      group.opcodes.size());
    for (const sim::OpcodeCoverage &opcode : group.opcodes)
      if (!opcode.refusal.empty())
        os << fmt::format("    {}: {}\n", opcode.opcode, opcode.refusal);
  }
  os << fmt::format("{}: {} of {} compute opcodes executed ({:.2f} %)\n", arch, executed, all,
                    100.0 * static_cast<double>(executed) / static_cast<double>(all));
}

void printJson(const std::string &arch, const std::vector<sim::ClassCoverage> &classes) {
  printJsonObject([&](llvm::json::OStream &json) {
    json.attribute("arch", arch);
    json.attributeArray("classes", [&] {
      for (const sim::ClassCoverage &group : classes)
        json.object([&] {
          json.attribute("name", group.name);
          json.attribute("compute", group.compute);
          json.attribute("opcodes_executed", group.numExecuted());
          json.attributeArray("opcodes", [&] {
            for (const sim::OpcodeCoverage &opcode : group.opcodes)
              json.object([&] {
                json.attribute("opcode", opcode.opcode);
                json.attribute("mnemonic", opcode.mnemonic);
                json.attribute("executed", opcode.refusal.empty());
                json.attribute("refusal", opcode.refusal);
              });
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
