//===- Translate.cpp - The LLVM dialect to LLVM IR --------------------------===//
#include "rocke/ir/Error.h"
#include "rocke/ir/RockeDialect.h"
#include "rocke/lowering/Lowering.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace rocke;

/// Parameter names of each kernel, which the LLVM dialect does not carry.
static void nameParameters(ModuleOp source, llvm::Module &module) {
  for (auto kernel : source.getOps<ir::KernelOp>()) {
    llvm::Function *function = module.getFunction(kernel.getName());
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      if (auto name = kernel.getArgAttrOfType<StringAttr>(i, ir::KernelOp::nameAttr))
        function->getArg(i)->setName(name.getValue());
  }
}

/// All kernels of a module are compiled for one GPU.
static llvm::Error checkKernels(ModuleOp module) {
  StringRef arch;
  for (auto kernel : module.getOps<ir::KernelOp>()) {
    if (!arch.empty() && kernel.getArch() != arch)
      return makeError("the kernels of one module must name one arch, not both {} and {}",
                       arch.str(), kernel.getArch().str());
    arch = kernel.getArch();
  }
  if (arch.empty())
    return makeError("the module holds no rocke.kernel");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::Module>> rocke::lowerToLLVM(ModuleOp module,
                                                                 llvm::LLVMContext &llvmContext,
                                                                 const LoweringOptions &options) {
  if (llvm::Error error = checkKernels(module))
    return std::move(error);

  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
  context->appendDialectRegistry(registry);

  // What the passes have to say becomes the error's text.
  std::string diagnostics;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    llvm::raw_string_ostream os(diagnostics);
    if (!diagnostics.empty())
      os << '\n';
    if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
      os << place.getFilename().getValue() << ':' << place.getLine() << ':' << place.getColumn()
         << ": ";
    os << diagnostic;
    return success();
  });

  OwningOpRef<ModuleOp> lowered(module.clone());
  PassManager pm(context);
  buildLoweringPipeline(pm, options);
  if (failed(pm.run(*lowered)))
    return makeError("lowering failed: {}", diagnostics);
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(*lowered, llvmContext, "rocke", /*disableVerification=*/false);
  if (!result)
    return makeError("translation to LLVM IR failed: {}", diagnostics);
  result->setTargetTriple(llvm::Triple("amdgcn-amd-amdhsa"));
  nameParameters(module, *result);
  return result;
}
