//===- McTarget.cpp - LLVM's description of one GPU ------------------------===//
#include "McTarget.h"
#include "rocke/ir/Error.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

namespace rocke::sim {

llvm::Expected<std::unique_ptr<McTarget>> McTarget::create(const GpuTraits &gpu,
                                                           unsigned waveSize) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  LLVMInitializeAMDGPUDisassembler();
  auto tables = std::make_unique<McTarget>();
  std::string why;
  tables->target = llvm::TargetRegistry::lookupTarget(tables->triple, why);
  if (!tables->target)
    return makeError("this LLVM has no AMDGPU target: {}", why);
  const llvm::Target &target = *tables->target;
  tables->registers.reset(target.createMCRegInfo(tables->triple));
  tables->asmInfo.reset(
      target.createMCAsmInfo(*tables->registers, tables->triple, tables->options));
  tables->instructions.reset(target.createMCInstrInfo());
  tables->subtarget.reset(target.createMCSubtargetInfo(
      tables->triple, gpu.name,
      gpu.supportsWave32 ? fmt::format("+wavefrontsize{}", waveSize) : ""));
  return tables;
}

} // namespace rocke::sim
