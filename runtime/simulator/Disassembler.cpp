//===- Disassembler.cpp - LLVM's disassembler for one GPU ------------------===//
#include "Disassembler.h"
#include "GpuTraits.h"
#include "ReservedEncodings.h"
#include "rocke/compiler/DisassemblerGuards.h"
#include "rocke/ir/Error.h"
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
#include <algorithm>
#include <array>

namespace rocke::sim {

// In bytes, of any GPU.
static constexpr unsigned longestInstruction = 20;

struct Disassembler::Impl {
  explicit Impl(const GpuTraits &gpu) : gpu(gpu) {}

  const GpuTraits &gpu;
  std::unique_ptr<llvm::MCRegisterInfo> registerInfo;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  detail::LongInstAsmInfo longInstAsmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instrInfo;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

Disassembler::Disassembler(const GpuTraits &gpu) : impl(std::make_unique<Impl>(gpu)) {}
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
  std::unique_ptr<Disassembler> result(new Disassembler(gpu));
  Impl &impl = *result->impl;
  llvm::MCTargetOptions options;
  impl.registerInfo.reset(target->createMCRegInfo(triple));
  impl.asmInfo.reset(target->createMCAsmInfo(*impl.registerInfo, triple, options));
  impl.instrInfo.reset(target->createMCInstrInfo());
  impl.subtarget.reset(target->createMCSubtargetInfo(triple, gpu.name, features));
  impl.context = std::make_unique<llvm::MCContext>(triple, &impl.longInstAsmInfo,
                                                   impl.registerInfo.get(), impl.subtarget.get());
  impl.disassembler.reset(target->createMCDisassembler(*impl.subtarget, *impl.context));
  // LLVM 22 sets no stream of its own for what it has to say of a malformed operand, and uses it.
  if (impl.disassembler)
    impl.disassembler->CommentStream = &llvm::nulls();
  impl.printer.reset(target->createMCInstPrinter(triple, impl.asmInfo->getAssemblerDialect(),
                                                 *impl.asmInfo, *impl.instrInfo,
                                                 *impl.registerInfo));
  if (!impl.disassembler || !impl.printer)
    return makeError("this LLVM has no disassembler for {}", gpu.name.str());
  return result;
}

unsigned Disassembler::decodeAny(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst) {
  std::array<uint8_t, detail::bytesShownToLlvm> shown{};
  std::copy_n(code.begin(), std::min<size_t>(code.size(), detail::bytesShownToLlvm), shown.begin());
  if (isReservedEncoding(impl->gpu, shown))
    return 0;
  uint64_t size = 0;
  auto status = impl->disassembler->getInstruction(inst, size, shown, /*Address=*/0, llvm::nulls());
  const bool isWhole = size <= std::min<size_t>(code.size(), longestInstruction);
  return status == llvm::MCDisassembler::Success && isWhole ? static_cast<unsigned>(size) : 0;
}

// LLVM 22 crashes on v_fmaak_f16 and its like with a constant of exactly 255, which it takes for
// the operand encoding of a literal that is still to be read. Another constant in its place shows
// whether the instruction is one of these.
unsigned Disassembler::decodeConstant255(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst) {
  constexpr uint32_t crashes = 255, other = 254;
  if (code.size() < 8 || llvm::support::endian::read32le(code.data() + 4) != crashes)
    return 0;
  llvm::SmallVector<uint8_t, 20> changed(code);
  llvm::support::endian::write32le(changed.data() + 4, other);
  llvm::MCInst candidate;
  const unsigned size = decodeAny(changed, candidate);
  const llvm::StringRef name = size ? opcodeName(candidate) : "";
  if (!name.starts_with("V_MADAK_F16") && !name.starts_with("V_MADMK_F16") &&
      !name.starts_with("V_FMAAK_F16") && !name.starts_with("V_FMAMK_F16"))
    return 0;
  for (llvm::MCOperand &operand : candidate)
    if (operand.isImm() && operand.getImm() == other)
      operand.setImm(crashes);
  inst = candidate;
  return size;
}

unsigned Disassembler::decode(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst) {
  unsigned size = decodeConstant255(code, inst);
  if (!size)
    size = decodeAny(code, inst);
  if (!size)
    return 0;
  const unsigned numDefs = description(inst).getNumDefs();
  for (unsigned index = 0; index < inst.getNumOperands(); ++index) {
    const llvm::MCOperand &operand = inst.getOperand(index);
    if (!operand.isValid())
      return 0;
    if (operand.isReg() && isReservedRegister(registerName(operand.getReg()), index < numDefs))
      return 0;
  }
  return size;
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
