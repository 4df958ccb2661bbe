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
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

namespace rocke::sim {

struct Disassembler::Impl {
  bool hasSdwa = false;
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
  impl.hasSdwa = gpu.isGfx9();
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

// LLVM names a tuple after its registers, "VGPR254_VGPR255_VGPR256", and decodes tuples that reach
// past the last register, since other GPUs have more of them.
static bool isPastLastVgpr(llvm::StringRef name) {
  constexpr unsigned numVgprs = 256;
  llvm::StringRef last = name.substr(name.rfind('_') + 1);
  unsigned number = 0;
  return (last.consume_front("VGPR") || last.consume_front("AGPR")) &&
         !last.getAsInteger(10, number) && number >= numVgprs;
}

// LLVM decodes SDWA with reserved selections of bytes and words, but cannot print it.
static bool isReservedSdwa(llvm::ArrayRef<uint8_t> code) {
  constexpr uint32_t sdwaSource = 0xf9, reservedSelect = 7, reservedUnused = 3;
  if (code.size() < 8)
    return false;
  const uint32_t base = llvm::support::endian::read32le(code.data());
  const uint32_t sdwa = llvm::support::endian::read32le(code.data() + 4);
  const bool isVop = base >> 31 == 0; // VOP1, VOP2, VOPC
  if (!isVop || (base & 0x1ff) != sdwaSource)
    return false;
  const bool isCompare = base >> 25 == 0x3e; // has a scalar destination in the place of dst_sel
  const bool badDest = (sdwa >> 8 & 7) == reservedSelect || (sdwa >> 11 & 3) == reservedUnused;
  return (sdwa >> 16 & 7) == reservedSelect || (sdwa >> 24 & 7) == reservedSelect ||
         (!isCompare && badDest);
}

unsigned Disassembler::decode(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst) {
  if (impl->hasSdwa && isReservedSdwa(code))
    return 0;
  uint64_t size = 0;
  auto status = impl->disassembler->getInstruction(inst, size, code, /*Address=*/0, llvm::nulls());
  if (status != llvm::MCDisassembler::Success)
    return 0;
  for (const llvm::MCOperand &operand : inst)
    if (!operand.isValid() ||
        (operand.isReg() && isPastLastVgpr(impl->registerInfo->getName(operand.getReg()))))
      return 0;
  return static_cast<unsigned>(size);
}

llvm::StringRef Disassembler::opcodeName(const llvm::MCInst &inst) const {
  return impl->instrInfo->getName(inst.getOpcode());
}

const llvm::MCInstrDesc &Disassembler::description(const llvm::MCInst &inst) const {
  return impl->instrInfo->get(inst.getOpcode());
}

llvm::StringRef Disassembler::registerName(llvm::MCRegister reg) const {
  return impl->registerInfo->getName(reg);
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
