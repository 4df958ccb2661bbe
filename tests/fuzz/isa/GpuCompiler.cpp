//===- GpuCompiler.cpp - LLVM IR for every simulated GPU ------------------===//
#include "GpuCompiler.h"
#include "compiler/CodeGen.h"
#include "compiler/Linker.h"
#include "llvm/IR/Module.h"

namespace rocke::fuzz {

static llvm::Expected<std::string> generate(llvm::Module &module, llvm::StringRef arch,
                                            llvm::CodeGenFileType fileType, unsigned optLevel) {
  CompileOptions options;
  options.optLevel = optLevel;
  // Code generation reads nothing of the record but the name.
  llvm::Expected<const Arch *> known = lookupArch("gfx1151");
  if (!known)
    return known.takeError();
  Arch target = **known;
  target.name = arch;
  if (llvm::Error error = detail::prepareModule(module, target, options))
    return error;
  return detail::generateCode(module, target, fileType, options);
}

llvm::Expected<std::string> compileForGpu(llvm::Module &module, llvm::StringRef arch,
                                          unsigned optLevel) {
  llvm::Expected<std::string> object =
      generate(module, arch, llvm::CodeGenFileType::ObjectFile, optLevel);
  if (!object)
    return object;
  return detail::linkCodeObject(*object);
}

llvm::Expected<std::string> assemblyForGpu(llvm::Module &module, llvm::StringRef arch,
                                           unsigned optLevel) {
  return generate(module, arch, llvm::CodeGenFileType::AssemblyFile, optLevel);
}

} // namespace rocke::fuzz
