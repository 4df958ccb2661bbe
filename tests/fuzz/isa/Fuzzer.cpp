//===- Fuzzer.cpp - Programs on the host and on simulated GPUs ------------===//
#include "Fuzzer.h"
#include "Generate.h"
#include "HostRunner.h"
#include "Prng.h"
#include <fmt/format.h>
#include <map>

namespace rocke::fuzz {

std::vector<Side> allTargets() {
  std::vector<Side> targets;
  for (const char *arch :
       {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"})
    for (unsigned waveSize : {32u, 64u})
      targets.push_back({arch, waveSize});
  for (const char *arch : {"gfx942", "gfx950"})
    targets.push_back({arch, 64});
  return targets;
}

llvm::Expected<Fuzzer> Fuzzer::create(llvm::ArrayRef<Side> targets) {
  std::vector<GpuRunner> runners;
  for (const Side &target : targets) {
    auto runner = GpuRunner::create(target);
    if (!runner)
      return runner.takeError();
    runners.push_back(std::move(*runner));
  }
  return Fuzzer(std::move(runners));
}

unsigned Fuzzer::optLevelOf(uint64_t seed) {
  static constexpr unsigned levels[] = {3, 3, 3, 2, 2, 1, 0};
  return levels[Prng(seed / batch).below(std::size(levels))];
}

llvm::Expected<std::vector<LaunchData>> Fuzzer::reference(llvm::ArrayRef<const Program *> programs,
                                                          llvm::ArrayRef<LaunchData> inputs,
                                                          const Side &gpu) const {
  if (!changeForHost)
    return runOnHost(programs, inputs, gpu.onHost());
  std::vector<Program> changed;
  std::vector<const Program *> pointers;
  for (const Program *program : programs) {
    changed.push_back(*program);
    changeForHost(changed.back());
  }
  for (const Program &program : changed)
    pointers.push_back(&program);
  return runOnHost(pointers, inputs, gpu.onHost());
}

std::optional<Finding> Fuzzer::judge(const Program &program, size_t target, unsigned optLevel,
                                     const LaunchData &host,
                                     llvm::Expected<LaunchData> device) const {
  if (!device)
    return Finding{program, optLevel, llvm::toString(device.takeError()), {}};
  if (auto difference = compare(program, runners[target].side(), host, *device))
    return Finding{program, optLevel, {}, *difference};
  return std::nullopt;
}

llvm::Expected<std::optional<Finding>> Fuzzer::check(const Program &program, size_t target,
                                                     unsigned optLevel) {
  const std::vector<LaunchData> inputs = {makeInputs(program)};
  auto host = reference({&program}, inputs, runners[target].side());
  if (!host)
    return host.takeError();
  auto device = runners[target].run({&program}, inputs, optLevel);
  if (!device[0] && device[0].errorIsA<CompileError>())
    return device[0].takeError();
  return judge(program, target, optLevel, host->front(), std::move(device[0]));
}

void Fuzzer::adapt(Program &program, unsigned optLevel) {
  // LLVM 22 copies half of a register where it needs all of it: bswap.i64 at -O0.
  if (optLevel == 0) {
    program.sharesRegisters = false;
    // And it loses spilt masks of predicates that loops carry, when they take more than a VGPR.
    forEachStmt(program, [&](const Stmt &stmt) { program.promote &= stmt.kind != StmtKind::Loop; });
  }
}

Program Fuzzer::program(uint64_t seed) const {
  Program program = generate(seed);
  // LLVM has only the default modes in mind when it leaves out an operation.
  program.combines = program.modes.plain() && Prng(~seed).below(100) < combinePercent;
  adapt(program, optLevelOf(seed));
  return program;
}

llvm::Error Fuzzer::run(uint64_t first, unsigned count,
                        llvm::function_ref<bool(size_t, Finding)> found) {
  std::vector<Program> programs;
  std::vector<const Program *> pointers;
  std::vector<LaunchData> inputs;
  for (unsigned i = 0; i < count; ++i) {
    programs.push_back(program(first + i));
    inputs.push_back(makeInputs(programs.back()));
  }
  for (const Program &program : programs)
    pointers.push_back(&program);
  const unsigned optLevel = optLevelOf(first);

  std::map<std::pair<Family, unsigned>, std::vector<LaunchData>> references; // by wavefront size
  for (size_t target = 0; target < runners.size(); ++target) {
    const Side &gpu = runners[target].side();
    auto [known, isNew] = references.try_emplace({gpu.family(), gpu.waveSize});
    if (isNew) {
      auto results = reference(pointers, inputs, gpu);
      if (!results)
        return results.takeError();
      known->second = std::move(*results);
    }
    const std::vector<LaunchData> &host = known->second;
    auto device = runners[target].run(pointers, inputs, optLevel);
    for (unsigned i = 0; i < count; ++i) {
      if (!device[i] && device[i].errorIsA<CompileError>()) {
        // One of them stands in the way of all: compile each for itself.
        llvm::consumeError(device[i].takeError());
        auto alone = check(programs[i], target, optLevel);
        if (!alone) {
          if (!alone.errorIsA<CompileError>())
            return alone.takeError();
          compileError =
              fmt::format("seed {} on {} wave{}: {}", first + i, runners[target].side().arch,
                          runners[target].side().waveSize, llvm::toString(alone.takeError()));
          ++total.notCompiled;
          continue;
        }
        if (*alone && !found(target, std::move(**alone))) {
          for (unsigned rest = i + 1; rest < count; ++rest)
            llvm::consumeError(device[rest].takeError());
          return llvm::Error::success();
        }
      } else if (auto finding =
                     judge(programs[i], target, optLevel, host[i], std::move(device[i]))) {
        if (!found(target, std::move(*finding))) {
          for (unsigned rest = i + 1; rest < count; ++rest)
            llvm::consumeError(device[rest].takeError());
          return llvm::Error::success();
        }
      }
      ++total.programs;
      total.lanes += programs[i].items();
    }
  }
  return llvm::Error::success();
}

std::string Fuzzer::report(const Finding &finding, size_t target) const {
  const GpuRunner &runner = runners[target];
  std::string text = fmt::format("seed {} on {} wave{} at -O{}: ", finding.program.seed,
                                 runner.side().arch, runner.side().waveSize, finding.optLevel);
  if (finding.faulted())
    text += "fault\n" + finding.fault + "\n";
  else
    text += fmt::format("{}: expected {}, got {}\n", finding.difference.where,
                        finding.difference.expected, finding.difference.got);
  text += fmt::format("again: rocke-fuzz-isa --arch {} --wave {} --programs 1 --seed {}",
                      runner.side().arch, runner.side().waveSize, finding.program.seed);
  if (combinePercent != defaultCombinePercent)
    text += fmt::format(" --combine {}", combinePercent);
  text += "\n";
  text += fmt::format("\n; {} workgroups of {} work-items\n", finding.program.grid,
                      finding.program.block);
  text += runner.llvmIR(finding.program);
  if (finding.difference.item)
    text += fmt::format(
        "\ninputs of work-item {}:\n{}", *finding.difference.item,
        describeInputs(finding.program, makeInputs(finding.program), *finding.difference.item));
  auto assembly = runner.assembly(finding.program, finding.optLevel);
  text += "\n" + (assembly ? *assembly : llvm::toString(assembly.takeError()));
  return text;
}

} // namespace rocke::fuzz
