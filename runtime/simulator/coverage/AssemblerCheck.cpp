//===- AssemblerCheck.cpp - Does the GPU have this instruction? ------------===//
#include "AssemblerCheck.h"
#include "rocke/ir/Error.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

namespace rocke::sim {

llvm::Expected<AssemblerCheck> AssemblerCheck::create(const GpuTraits &gpu, unsigned waveSize) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  std::string why;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(llvm::Triple("amdgcn-amd-amdhsa"), why);
  if (!target)
    return makeError("this LLVM has no AMDGPU target: {}", why);
  return AssemblerCheck(target, gpu.name.str(),
                        gpu.supportsWave32 ? fmt::format("+wavefrontsize{}", waveSize) : "");
}

bool AssemblerCheck::accepts(llvm::StringRef line) const {
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  const llvm::MCTargetOptions options;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy((line + "\n").str(), "line"),
                             llvm::SMLoc());
  // Rejections are an answer here, nothing to print.
  sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(triple));
  std::unique_ptr<llvm::MCAsmInfo> asmInfo(target->createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, gpu, features));
  llvm::MCContext context(triple, asmInfo.get(), registers.get(), subtarget.get(), &sources);
  std::unique_ptr<llvm::MCObjectFileInfo> objectFile(
      target->createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(objectFile.get());
  std::unique_ptr<llvm::MCStreamer> streamer(target->createNullStreamer(context));
  std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *asmInfo));
  std::unique_ptr<llvm::MCTargetAsmParser> lineParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*lineParser);
  return !parser->Run(/*NoInitialTextSection=*/false);
}

} // namespace rocke::sim
