//===- Main.cpp - rocke-fuzz-isa: the simulator against the host ----------===//
#include "Fuzzer.h"
#include "HostSimd.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::fuzz;

namespace {

constexpr const char *usage =
    "rocke-fuzz-isa: random LLVM IR on the host and on the simulator must agree\n"
    "\n"
    "usage: rocke-fuzz-isa [--minutes <n> | --programs <n>] [--arch <gpu>] [--wave <32|64>]\n"
    "                      [--seed <n>] [--combine <n>] [--simd <kind>] [--keep-going]\n"
    "                      [--print]\n"
    "\n"
    "  --minutes <n>     run for n minutes\n"
    "  --programs <n>    run n programs on every target (default 64)\n"
    "  --arch <gpu>      only this GPU, as LLVM spells it (default: every simulated one)\n"
    "  --wave <32|64>    only wavefronts of this size\n"
    "  --seed <n>        seed of the first program (default 1); the others follow\n"
    "  --simd <kind>     the simulator's loops over lanes: plain, avx2 or avx512 (default: the\n"
    "                    fastest of this machine)\n"
    "  --combine <n>     n programs in 100 let LLVM combine their operations (default 5); more\n"
    "                    meet more forms, and more of LLVM's own mistakes\n"
    "  --keep-going      report every difference instead of the first one\n"
    "  --print           print the IR and the assembly of the programs instead of running them\n"
    "  --help            show this help\n"
    "\n"
    "A difference is shrunk and printed on standard output with its seed, which --seed takes\n"
    "again with --programs 1. Exit status: 0 when all agree, 1 when some differ, 2 on an error.\n";

struct Options {
  uint64_t minutes = 0; ///< 0: by the number of programs
  uint64_t programs = 64;
  uint64_t seed = 1;
  uint64_t combinePercent = Fuzzer::defaultCombinePercent;
  std::string arch;
  std::string simd;
  unsigned waveSize = 0;
  bool keepGoing = false;
  bool print = false;
  bool help = false;
};

llvm::Expected<Options> parse(llvm::ArrayRef<llvm::StringRef> arguments) {
  Options options;
  bool byPrograms = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto [name, value] = arguments[i].split('=');
    if (name == "--help" || name == "-h") {
      options.help = true;
      continue;
    }
    if (name == "--keep-going") {
      options.keepGoing = true;
      continue;
    }
    if (name == "--print") {
      options.print = true;
      continue;
    }
    if (name != "--minutes" && name != "--programs" && name != "--seed" && name != "--arch" &&
        name != "--wave" && name != "--simd" && name != "--combine")
      return makeError("unknown argument '{}' (--help lists the options)", arguments[i].str());
    if (!arguments[i].contains('=')) {
      if (i + 1 == arguments.size())
        return makeError("{} needs a value", name.str());
      value = arguments[++i];
    }
    if (name == "--arch" || name == "--simd") {
      (name == "--arch" ? options.arch : options.simd) = value.str();
      continue;
    }
    uint64_t number = 0;
    if (value.getAsInteger(10, number))
      return makeError("{} is '{}': expected a number", name.str(), value.str());
    if (name == "--seed") {
      options.seed = number;
      continue;
    }
    if (name == "--combine") {
      if (number > 100)
        return makeError("--combine is {}: expected a percentage, at most 100", number);
      options.combinePercent = number;
      continue;
    }
    if (name == "--wave") {
      if (number != 32 && number != 64)
        return makeError("--wave is {}: expected 32 or 64", number);
      options.waveSize = static_cast<unsigned>(number);
      continue;
    }
    if (number == 0)
      return makeError("{} is 0: expected at least 1", name.str());
    byPrograms |= name == "--programs";
    (name == "--minutes" ? options.minutes : options.programs) = number;
  }
  if (options.minutes && (byPrograms || options.print))
    return makeError("--minutes excludes --programs and --print");
  return options;
}

llvm::Expected<std::vector<Side>> chooseTargets(const Options &options) {
  std::vector<Side> targets;
  std::vector<std::string> names;
  for (const Side &target : allTargets()) {
    if (!llvm::is_contained(names, target.arch))
      names.push_back(target.arch);
    if ((options.arch.empty() || options.arch == target.arch) &&
        (options.waveSize == 0 || options.waveSize == target.waveSize))
      targets.push_back(target);
  }
  if (!options.arch.empty() && !llvm::is_contained(names, options.arch))
    return makeError("--arch is '{}': expected one of {}", options.arch, llvm::join(names, ", "));
  if (targets.empty())
    return makeError("{} has no wavefronts of {} lanes", options.arch, options.waveSize);
  return targets;
}

class Progress {
public:
  void show(uint64_t seed, const Fuzzer::Counts &counts, unsigned findings) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::seconds(10))
      return;
    last = now;
    llvm::errs() << fmt::format("{:.0f} s: seed {}, {} programs, {} lanes, {} differences\n",
                                seconds(), seed, counts.programs, counts.lanes, findings);
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last = start;
};

llvm::Error printPrograms(const Options &options, const Fuzzer &fuzzer) {
  for (uint64_t seed = options.seed; seed < options.seed + options.programs; ++seed)
    for (size_t target = 0; target < fuzzer.numTargets(); ++target) {
      const unsigned optLevel = Fuzzer::optLevelOf(seed);
      const Program program = fuzzer.program(seed);
      const GpuRunner &runner = fuzzer.target(target);
      llvm::outs() << fmt::format("; seed {} on {} wave{} at -O{}\n", seed, runner.side().arch,
                                  runner.side().waveSize, optLevel)
                   << runner.llvmIR(program) << '\n';
      llvm::Expected<std::string> assembly = runner.assembly(program, optLevel);
      if (!assembly)
        return assembly.takeError();
      llvm::outs() << *assembly << '\n';
    }
  return llvm::Error::success();
}

/// The number of differences.
llvm::Expected<unsigned> runFuzzer(const Options &options) {
  if (!options.simd.empty())
    if (llvm::Error error = sim::test::useHostSimd(options.simd))
      return makeError("--simd: {}", llvm::toString(std::move(error)));
  auto targets = chooseTargets(options);
  if (!targets)
    return targets.takeError();
  auto fuzzer = Fuzzer::create(*targets);
  if (!fuzzer)
    return fuzzer.takeError();
  fuzzer->combinePercent = static_cast<unsigned>(options.combinePercent);
  if (options.print) {
    if (llvm::Error error = printPrograms(options, *fuzzer))
      return error;
    return 0;
  }
  Progress progress;
  unsigned findings = 0;
  uint64_t seed = options.seed;
  const uint64_t end = options.seed + options.programs;
  while (options.minutes ? progress.seconds() < static_cast<double>(options.minutes) * 60
                         : seed < end) {
    // Batches begin at multiples, so that a seed has the same module options wherever a run begins.
    uint64_t count = Fuzzer::batch - seed % Fuzzer::batch;
    if (!options.minutes)
      count = std::min(count, end - seed);
    const std::string where = fmt::format("programs of seeds {} to {}\n", seed, seed + count - 1);
    const llvm::PrettyStackTraceString trace(where.c_str());
    llvm::Error error =
        fuzzer->run(seed, static_cast<unsigned>(count), [&](size_t target, Finding finding) {
          ++findings;
          llvm::errs() << fmt::format("seed {} on {}: shrinking\n", finding.program.seed,
                                      fuzzer->target(target).side().arch);
          llvm::outs() << fuzzer->report(fuzzer->shrink(std::move(finding), target), target)
                       << '\n';
          llvm::outs().flush();
          return options.keepGoing;
        });
    if (error)
      return error;
    seed += count;
    if (findings && !options.keepGoing)
      break;
    progress.show(seed, fuzzer->counts(), findings);
  }
  const Fuzzer::Counts &counts = fuzzer->counts();
  llvm::outs() << fmt::format("{} programs of seeds {} to {} on {} targets, {} lanes compared, {} "
                              "differences, {} not compiled by LLVM\n",
                              counts.programs, options.seed, seed - 1, targets->size(),
                              counts.lanes, findings, counts.notCompiled);
  if (counts.notCompiled)
    llvm::errs() << "the last program that LLVM rejected: " << fuzzer->lastCompileError() << '\n';
  return findings;
}

} // namespace

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  const std::vector<llvm::StringRef> arguments(argv + 1, argv + argc);
  llvm::Expected<Options> options = parse(arguments);
  if (!options) {
    llvm::errs() << "rocke-fuzz-isa: error: " << llvm::toString(options.takeError()) << '\n';
    return 2;
  }
  if (options->help) {
    llvm::outs() << usage;
    return 0;
  }
  llvm::Expected<unsigned> findings = runFuzzer(*options);
  if (!findings) {
    llvm::errs() << "rocke-fuzz-isa: error: " << llvm::toString(findings.takeError()) << '\n';
    return 2;
  }
  return *findings ? 1 : 0;
}
