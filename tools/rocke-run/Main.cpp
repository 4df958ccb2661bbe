//===- Main.cpp - rocke-run: executes a kernel and checks its result ------===//
#include "Modes.h"
#include "RawArgs.h"
#include "common/OptionTable.h"
#include "common/Tool.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;
using namespace rocke::tools;

namespace {

constexpr const char *toolName = "rocke-run";

constexpr const char *usage =
    "rocke-run --kernel <name> --arch <gpu> [--set <field>=<value>,...]\n"
    "                 [--problem <field>=<value>,...] [--input <tensor>=<file>.npy]\n"
    "                 [--output <tensor>=<file>.npy] [--verify] [--check <check>,...]\n"
    "                 [--schedule <default|seed:N>] [--stats] [--profile] [--profile=<file>.html]\n"
    "       rocke-run --hsaco <file> --symbol <name> --grid <x>,<y>,<z> --block <x>,<y>,<z>\n"
    "                 [--lds <bytes>] [--arg <argument>] [--check <check>,...]\n"
    "                 [--schedule <default|seed:N>] [--stats] [--profile] [--profile=<file>.html]\n"
    "       rocke-run --isa-coverage --arch <gpu> [--json]";

llvm::Error body(llvm::ArrayRef<const char *> arguments) {
  llvm::Expected<CommandLine> line =
      CommandLine::parse(optionTable(), arguments, OPT_INPUT, OPT_UNKNOWN);
  if (!line)
    return line.takeError();
  if (line->has(OPT_help)) {
    optionTable().printHelp(llvm::outs(), usage,
                            "rocke-run: executes GPU kernels, on a GPU or without one");
    llvm::outs() << '\n' << rawArgGrammar;
    return llvm::Error::success();
  }
  if (line->has(OPT_version)) {
    printVersion(toolName);
    return llvm::Error::success();
  }
  if (std::vector<std::string> inputs = line->inputs(); !inputs.empty())
    return makeError("'{}' has no place here: every argument is an option (--help lists them)",
                     inputs.front());
  if (line->has(OPT_isa_coverage))
    return showIsaCoverage(*line);
  if (line->has(OPT_hsaco))
    return runCodeObject(*line);
  if (line->has(OPT_kernel))
    return runKernel(*line);
  return makeError("nothing to run: give --kernel or --hsaco (--help lists the options)");
}

} // namespace

int main(int argc, char **argv) { return runTool(toolName, argc, argv, body); }
