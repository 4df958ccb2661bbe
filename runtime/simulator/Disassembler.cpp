//===- Disassembler.cpp - LLVM's disassembler for one GPU ------------------===//
#include "Disassembler.h"
#include "GpuTraits.h"
#include "rocke/ir/Error.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

namespace rocke::sim {

struct Disassembler::Impl {
  std::unique_ptr<llvm::MCRegisterInfo> registerInfo;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instrInfo;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

Disassembler::Disassembler() : impl(std::make_unique<Impl>()) {}
Disassembler::~Disassembler() = default;

llvm::Expected<std::unique_ptr<Disassembler>> Disassembler::create(const GpuTraits &gpu,
                                                                   unsigned waveSize) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string why;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!target)
    return makeError("this LLVM has no AMDGPU target: {}", why);
  std::string features = gpu.supportsWave32 ? fmt::format("+wavefrontsize{}", waveSize) : "";
  std::unique_ptr<Disassembler> result(new Disassembler());
  Impl &impl = *result->impl;
  llvm::MCTargetOptions options;
  impl.registerInfo.reset(target->createMCRegInfo(triple));
  impl.asmInfo.reset(target->createMCAsmInfo(*impl.registerInfo, triple, options));
  impl.instrInfo.reset(target->createMCInstrInfo());
  impl.subtarget.reset(target->createMCSubtargetInfo(triple, gpu.name, features));
  impl.context = std::make_unique<llvm::MCContext>(triple, impl.asmInfo.get(),
                                                   impl.registerInfo.get(), impl.subtarget.get());
  impl.disassembler.reset(target->createMCDisassembler(*impl.subtarget, *impl.context));
  impl.printer.reset(target->createMCInstPrinter(triple, impl.asmInfo->getAssemblerDialect(),
                                                 *impl.asmInfo, *impl.instrInfo,
                                                 *impl.registerInfo));
  if (!impl.disassembler || !impl.printer)
    return makeError("this LLVM has no disassembler for {}", gpu.name.str());
  return result;
}

unsigned Disassembler::decode(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst) {
  uint64_t size = 0;
  auto status = impl->disassembler->getInstruction(inst, size, code, /*Address=*/0, llvm::nulls());
  if (status != llvm::MCDisassembler::Success)
    return 0;
  // A register tuple that reaches past the last register is a success with an empty operand.
  for (const llvm::MCOperand &operand : inst)
    if (!operand.isValid())
      return 0;
  return static_cast<unsigned>(size);
}

llvm::StringRef Disassembler::opcodeName(const llvm::MCInst &inst) const {
  return impl->instrInfo->getName(inst.getOpcode());
}

std::string Disassembler::print(const llvm::MCInst &inst) {
  std::string text;
  llvm::raw_string_ostream os(text);
  impl->printer->printInst(&inst, /*Address=*/0, /*Annot=*/"", *impl->subtarget, os);
  llvm::StringRef trimmed = llvm::StringRef(text).trim();
  std::string line = trimmed.str();
  for (char &c : line)
    if (c == '\t')
      c = ' ';
  return line;
}

} // namespace rocke::sim
