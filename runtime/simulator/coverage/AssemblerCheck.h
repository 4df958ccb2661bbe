//===- AssemblerCheck.h - Does the GPU have this instruction? ---*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLERCHECK_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLERCHECK_H

#include "../GpuTraits.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Target;
}

namespace rocke::sim {

/// LLVM's assembler for one GPU, asked whether it accepts a line.
class AssemblerCheck {
public:
  /// Errors if this LLVM has no AMDGPU target.
  static llvm::Expected<AssemblerCheck> create(const GpuTraits &gpu, unsigned waveSize);
  bool accepts(llvm::StringRef line) const;

private:
  AssemblerCheck(const llvm::Target *target, std::string gpu, std::string features)
      : target(target), gpu(std::move(gpu)), features(std::move(features)) {}
  const llvm::Target *target;
  std::string gpu, features;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLERCHECK_H
