//===- CompileLLVM.cpp - LLVM IR to code object ---------------------------===//
#include "Cache.h"
#include "CodeGen.h"
#include "Linker.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/Arch.h"
#include "rocke/ir/Error.h"
#include "llvm/IR/Module.h"

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;

llvm::Expected<EmitKind> rocke::parseEmitKind(StringRef text) {
  if (text == "rocke")
    return EmitKind::Rocke;
  if (text == "llvm")
    return EmitKind::Llvm;
  if (text == "asm")
    return EmitKind::Asm;
  if (text == "hsaco")
    return EmitKind::Hsaco;
  return makeError("unknown form to emit '{}': expected rocke, llvm, asm or hsaco", text.str());
}

/// What compileLLVM and emitAssembly do first.
static llvm::Expected<const Arch *> begin(llvm::Module &module, StringRef archName,
                                          const CompileOptions &options) {
  if (llvm::Error error = checkOptions(options))
    return error;
  llvm::Expected<const Arch *> arch = lookupArch(archName);
  if (!arch)
    return arch;
  if (llvm::Error error = prepareModule(module, **arch, options))
    return error;
  return arch;
}

llvm::Expected<CodeObject> rocke::compileLLVM(std::unique_ptr<llvm::Module> module, StringRef arch,
                                              const CompileOptions &options) {
  llvm::Expected<const Arch *> target = begin(*module, arch, options);
  if (!target)
    return target.takeError();

  std::optional<CompileCache> cache;
  std::string key;
  if (!options.cacheDir.empty()) {
    cache.emplace(options.cacheDir, options.warn);
    key = CompileCache::key(*module, arch, options);
    if (std::optional<CodeObject> cached = cache->load(key))
      return std::move(*cached);
  }

  llvm::Expected<std::string> object =
      generateCode(*module, **target, llvm::CodeGenFileType::ObjectFile, options);
  if (!object)
    return object.takeError();
  llvm::Expected<std::string> linked = linkCodeObject(*object);
  if (!linked)
    return linked.takeError();
  llvm::Expected<CodeObject> result = CodeObject::parse(std::move(*linked));
  if (result && cache)
    cache->store(key, *result);
  return result;
}

llvm::Expected<std::string> rocke::emitAssembly(std::unique_ptr<llvm::Module> module,
                                                StringRef arch, const CompileOptions &options) {
  llvm::Expected<const Arch *> target = begin(*module, arch, options);
  if (!target)
    return target.takeError();
  return generateCode(*module, **target, llvm::CodeGenFileType::AssemblyFile, options);
}
