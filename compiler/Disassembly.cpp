//===- Disassembly.cpp - The instructions of a kernel ---------------------===//
#include "Disassembly.h"
#include "AmdgpuTarget.h"
#include "rocke/compiler/DisassemblerGuards.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;

struct Disassembler::Tools {
  llvm::MCTargetOptions options;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  LongInstAsmInfo longInstAsmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  bool hasF8f6f4 = false;
};

/// GPUs from gfx10 on run both wave sizes, and encode a few instructions differently for each.
static StringRef waveSizeFeature(StringRef arch, unsigned waveSize) {
  if (arch.starts_with("gfx9"))
    return "";
  return waveSize == 32 ? "+wavefrontsize32" : "+wavefrontsize64";
}

Disassembler::Disassembler(StringRef arch, unsigned waveSize) : tools(std::make_unique<Tools>()) {
  const llvm::Target &target = amdgpuTarget();
  const llvm::Triple &triple = amdgpuTriple();
  tools->registers.reset(target.createMCRegInfo(triple));
  tools->asmInfo.reset(target.createMCAsmInfo(*tools->registers, triple, tools->options));
  tools->instructions.reset(target.createMCInstrInfo());
  tools->subtarget.reset(
      target.createMCSubtargetInfo(triple, arch, waveSizeFeature(arch, waveSize)));
  tools->context = std::make_unique<llvm::MCContext>(
      triple, &tools->longInstAsmInfo, tools->registers.get(), tools->subtarget.get());
  tools->disassembler.reset(target.createMCDisassembler(*tools->subtarget, *tools->context));
  // LLVM 22 sets no stream of its own for what it has to say of a malformed operand, and uses it.
  tools->disassembler->CommentStream = &llvm::nulls();
  tools->printer.reset(target.createMCInstPrinter(triple, tools->asmInfo->getAssemblerDialect(),
                                                  *tools->asmInfo, *tools->instructions,
                                                  *tools->registers));
  tools->analysis.reset(target.createMCInstrAnalysis(tools->instructions.get()));
  tools->hasF8f6f4 = arch == "gfx950";
}

Disassembler::~Disassembler() = default;

Disassembly Disassembler::disassemble(StringRef code, bool dropPadding) const {
  Disassembly result;
  const uint64_t longestInst = tools->asmInfo->getMaxInstLength(tools->subtarget.get());
  llvm::SmallVector<uint8_t, 0> bytes(code.bytes_begin(), code.bytes_end());
  bytes.append(bytesShownToLlvm, 0);
  llvm::raw_null_ostream comments;
  uint64_t offset = 0;
  while (offset < code.size()) {
    llvm::MCInst inst;
    uint64_t size = 0;
    auto status = llvm::MCDisassembler::Fail;
    if (!tools->hasF8f6f4 || !isF8f6f4OfScalars(bytes.data() + offset))
      status = tools->disassembler->getInstruction(
          inst, size, llvm::ArrayRef(bytes).drop_front(offset), offset, comments);
    if (status != llvm::MCDisassembler::Success || size > longestInst ||
        size > code.size() - offset) {
      uint64_t unknown = std::min<uint64_t>(4, code.size() - offset);
      result.undecodedBytes += unknown;
      offset += unknown;
      continue;
    }
    // LLVM counts fixed operands to the mnemonic: "scratch_load_dword off,".
    StringRef mnemonic = StringRef(tools->printer->getMnemonic(inst).first).trim().split(' ').first;
    if (dropPadding && mnemonic == "s_code_end")
      break;

    CodeInst &decoded = result.insts.emplace_back();
    decoded.offset = offset;
    decoded.size = size;
    decoded.instClass = classifyMnemonic(mnemonic);
    decoded.matrixFlop = matrixFlops(mnemonic);
    // A barrier in MC's sense: control never runs on past it (s_branch, s_setpc_b64, s_endpgm).
    decoded.fallsThrough = !tools->analysis->isBarrier(inst);
    uint64_t target;
    if (tools->analysis->isBranch(inst) &&
        tools->analysis->evaluateBranch(inst, offset, size, target))
      decoded.target = target;
    offset += size;
  }
  if (dropPadding)
    while (!result.insts.empty() &&
           result.insts.back().offset + result.insts.back().size == offset &&
           result.insts.back().instClass == InstClass::Nop) {
      offset = result.insts.back().offset;
      result.insts.pop_back();
    }
  result.codeBytes = offset;
  return result;
}
