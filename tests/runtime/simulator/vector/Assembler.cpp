//===- Assembler.cpp - AMDGPU assembly to machine code, in process ---------===//
#include "Assembler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <catch2/catch.hpp>
#include <cstring>

namespace rocke::sim::test {

std::vector<uint32_t> assemble(llvm::StringRef gpu, unsigned waveSize, llvm::StringRef assembly) {
  static const bool initialized = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    return true;
  }();
  REQUIRE(initialized);
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  REQUIRE(target);
  const char *features =
      gpu.starts_with("gfx9") ? "" : (waveSize == 64 ? "+wavefrontsize64" : "+wavefrontsize32");
  std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(triple));
  const llvm::MCTargetOptions options;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo(target->createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, gpu, features));

  llvm::SourceMgr sources;
  std::string diagnostics;
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &diagnostic, void *into) {
        *static_cast<std::string *>(into) += diagnostic.getMessage().str() + "\n";
      },
      &diagnostics);
  // A semicolon starts a comment in AMDGPU assembly; tests separate statements with it.
  std::string lines = assembly.str();
  llvm::replace(lines, ';', '\n');
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(lines), llvm::SMLoc());
  llvm::MCContext context(triple, asmInfo.get(), registers.get(), subtarget.get(), &sources);
  std::unique_ptr<llvm::MCObjectFileInfo> objectInfo(
      target->createMCObjectFileInfo(context, /*PIC=*/false));
  context.setObjectFileInfo(objectInfo.get());

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  std::unique_ptr<llvm::MCAsmBackend> backend(
      target->createMCAsmBackend(*subtarget, *registers, options));
  std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(stream);
  std::unique_ptr<llvm::MCStreamer> streamer(target->createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer),
      std::unique_ptr<llvm::MCCodeEmitter>(target->createMCCodeEmitter(*instructions, context)),
      *subtarget));
  std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *asmInfo));
  std::unique_ptr<llvm::MCTargetAsmParser> targetParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  const bool failed = parser->Run(/*NoInitialTextSection=*/false);
  INFO(assembly.str() << "\n" << diagnostics);
  REQUIRE_FALSE(failed);

  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createELFObjectFile(
          llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), "assembled"));
  REQUIRE(static_cast<bool>(file));
  std::vector<uint32_t> words;
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    if (llvm::cantFail(section.getName()) != ".text")
      continue;
    const llvm::StringRef bytes = llvm::cantFail(section.getContents());
    words.resize(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
  }
  return words;
}

} // namespace rocke::sim::test
