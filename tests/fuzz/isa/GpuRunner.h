//===- GpuRunner.h - Programs on the simulator ------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_GPURUNNER_H
#define ROCKE_TESTS_FUZZ_ISA_GPURUNNER_H

#include "LaunchData.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace rocke::fuzz {

/// LLVM could not compile a program: nothing that the simulator can help.
class CompileError : public llvm::ErrorInfo<CompileError> {
public:
  static char ID;
  explicit CompileError(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string message;
};

/// One simulated GPU and wavefront size.
class GpuRunner {
public:
  /// Errors on a GPU that is not simulated.
  static llvm::Expected<GpuRunner> create(const Side &side);

  const Side &side() const { return gpu; }
  /// Compiles the programs and runs each on its inputs. A fault is the error of its program; a
  /// CompileError is that of all of them.
  std::vector<llvm::Expected<LaunchData>> run(llvm::ArrayRef<const Program *> programs,
                                              llvm::ArrayRef<LaunchData> inputs, unsigned optLevel);
  /// The IR of a program, and its assembly.
  std::string llvmIR(const Program &program) const;
  llvm::Expected<std::string> assembly(const Program &program, unsigned optLevel) const;

private:
  GpuRunner(Side side, std::unique_ptr<sim::Machine> machine)
      : gpu(std::move(side)), machine(std::move(machine)) {}
  llvm::Expected<LaunchData> launch(sim::LoadedModule *module, unsigned index,
                                    const Program &program, const LaunchData &inputs);

  Side gpu;
  std::unique_ptr<sim::Machine> machine;
};

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_GPURUNNER_H
