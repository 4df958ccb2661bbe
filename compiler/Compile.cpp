//===- Compile.cpp - rocke IR to code object ------------------------------===//
#include "LlvmGlobals.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/Error.h"
#include "rocke/ir/RockeDialect.h"
#include "rocke/lowering/Lowering.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;

/// The GPU of a module's kernels; lowering has seen to it that there is exactly one.
static std::string archOf(mlir::ModuleOp module) {
  return (*module.getOps<ir::KernelOp>().begin()).getArch().str();
}

static llvm::Expected<std::unique_ptr<llvm::Module>>
lower(mlir::ModuleOp module, llvm::LLVMContext &context, const CompileOptions &options) {
  detail::LlvmUse use;
  return lowerToLLVM(module, context, {.debugInfo = options.debugInfo});
}

llvm::Expected<CodeObject> rocke::compile(mlir::ModuleOp module, const CompileOptions &options) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> lowered = lower(module, context, options);
  if (!lowered)
    return lowered.takeError();
  return compileLLVM(std::move(*lowered), archOf(module), options);
}

static std::string textOf(mlir::ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, mlir::OpPrintingFlags().enableDebugInfo(locations));
  return text;
}

llvm::Expected<std::string> rocke::emit(mlir::ModuleOp module, EmitKind kind,
                                        const CompileOptions &options) {
  if (kind == EmitKind::Rocke)
    return textOf(module, options.debugInfo);
  if (kind == EmitKind::Hsaco) {
    llvm::Expected<CodeObject> object = compile(module, options);
    if (!object)
      return object.takeError();
    return object->bytes().str();
  }

  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> lowered = lower(module, context, options);
  if (!lowered)
    return lowered.takeError();
  if (kind == EmitKind::Asm)
    return emitAssembly(std::move(*lowered), archOf(module), options);
  std::string text;
  llvm::raw_string_ostream stream(text);
  (*lowered)->print(stream, nullptr);
  return text;
}
