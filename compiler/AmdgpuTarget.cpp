//===- AmdgpuTarget.cpp - LLVM's AMDGPU target ----------------------------===//
#include "AmdgpuTarget.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"

const llvm::Triple &rocke::detail::amdgpuTriple() {
  static const llvm::Triple triple("amdgcn-amd-amdhsa");
  return triple;
}

const llvm::Target &rocke::detail::amdgpuTarget() {
  static const llvm::Target &target = []() -> const llvm::Target & {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUDisassembler();
    std::string error;
    const llvm::Target *found = llvm::TargetRegistry::lookupTarget(amdgpuTriple(), error);
    if (!found)
      llvm::report_fatal_error("this LLVM was built without the AMDGPU target");
    return *found;
  }();
  return target;
}
