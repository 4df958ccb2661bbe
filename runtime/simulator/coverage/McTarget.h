//===- McTarget.h - LLVM's description of one GPU ---------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_MCTARGET_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_MCTARGET_H

#include "../GpuTraits.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace llvm {
class Target;
}

namespace rocke::sim {

/// LLVM's tables of one GPU at one wave size.
struct McTarget {
  /// Errors if this LLVM has no AMDGPU target.
  static llvm::Expected<std::unique_ptr<McTarget>> create(const GpuTraits &gpu, unsigned waveSize);

  const llvm::Triple triple{"amdgcn-amd-amdhsa"};
  const llvm::MCTargetOptions options;
  const llvm::Target *target = nullptr;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_MCTARGET_H
