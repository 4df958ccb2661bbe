//===- Fuzzer.h - Programs on the host and on simulated GPUs ----*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_FUZZER_H
#define ROCKE_TESTS_FUZZ_ISA_FUZZER_H

#include "GpuRunner.h"
#include "LaunchData.h"
#include "Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace rocke::fuzz {

/// A program on which a GPU and the host differ, or on which the GPU faults.
struct Finding {
  Program program;
  unsigned optLevel = 3;
  std::string fault;     ///< the simulator's report; empty if it ran to the end
  Difference difference; ///< otherwise

  bool faulted() const { return !fault.empty(); }
};

class Fuzzer {
public:
  /// Targets as "gfx1151" and a wavefront size. Errors on a GPU that is not simulated.
  static llvm::Expected<Fuzzer> create(llvm::ArrayRef<Side> targets);

  /// What the host runs in place of each program; itself by default. It is how the tests plant
  /// faults.
  std::function<void(Program &)> changeForHost;

  /// How many programs in 100 let LLVM combine their statements.
  unsigned combinePercent = defaultCombinePercent;
  static constexpr unsigned defaultCombinePercent = 5;
  /// The program of a seed as it runs.
  Program program(uint64_t seed) const;

  size_t numTargets() const { return runners.size(); }
  const GpuRunner &target(size_t index) const { return runners[index]; }

  struct Counts {
    uint64_t programs = 0;    ///< executed, once for each target
    uint64_t lanes = 0;       ///< work-items compared
    uint64_t notCompiled = 0; ///< programs that LLVM rejects
  };
  const Counts &counts() const { return total; }
  /// LLVM's words on the last program that it rejected.
  const std::string &lastCompileError() const { return compileError; }

  /// Runs the programs of the seeds [first, first + count) on every target. `found` gets each
  /// finding as it is and returns whether to go on. Errors are the host's.
  llvm::Error run(uint64_t first, unsigned count,
                  llvm::function_ref<bool(size_t target, Finding)> found);
  /// Seeds that share a module, and its level of optimization.
  static constexpr unsigned batch = 8;
  static unsigned optLevelOf(uint64_t seed);

  /// Leaves out what LLVM miscompiles at a level.
  static void adapt(Program &program, unsigned optLevel);

  /// Runs one program on one target. CompileError when LLVM rejects it.
  llvm::Expected<std::optional<Finding>> check(const Program &program, size_t target,
                                               unsigned optLevel);
  /// Leaves out of a finding all that it does not need.
  Finding shrink(Finding finding, size_t target);
  /// Seed, what differs, the program's IR, the inputs of the lane and the machine code.
  std::string report(const Finding &finding, size_t target) const;

private:
  explicit Fuzzer(std::vector<GpuRunner> runners) : runners(std::move(runners)) {}
  llvm::Expected<std::vector<LaunchData>> reference(llvm::ArrayRef<const Program *> programs,
                                                    llvm::ArrayRef<LaunchData> inputs,
                                                    const Side &gpu) const;
  std::optional<Finding> judge(const Program &program, size_t target, unsigned optLevel,
                               const LaunchData &host, llvm::Expected<LaunchData> device) const;

  std::vector<GpuRunner> runners;
  Counts total;
  std::string compileError;
};

/// Every simulated GPU with its wavefront sizes.
std::vector<Side> allTargets();

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_FUZZER_H
