//===- AmdgpuTarget.h - LLVM's AMDGPU target ---------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_AMDGPUTARGET_H
#define ROCKE_COMPILER_AMDGPUTARGET_H

#include "llvm/TargetParser/Triple.h"

namespace llvm {
class Target;
} // namespace llvm

namespace rocke::detail {

/// amdgcn-amd-amdhsa.
const llvm::Triple &amdgpuTriple();

/// LLVM's target for it, with its code generator, assembly parser, printer and disassembler
/// registered. Thread-safe.
const llvm::Target &amdgpuTarget();

} // namespace rocke::detail

#endif // ROCKE_COMPILER_AMDGPUTARGET_H
