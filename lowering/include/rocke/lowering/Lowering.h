//===- Lowering.h - rocke IR to LLVM IR --------------------------*- C++ -*-===//
#ifndef ROCKE_LOWERING_LOWERING_H
#define ROCKE_LOWERING_LOWERING_H

#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm
namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace rocke {

struct LoweringOptions {
  bool debugInfo = false; ///< keep builder lines as LLVM debug info
};

/// The whole pipeline from rocke IR to the LLVM dialect, in its one place.
void buildLoweringPipeline(mlir::OpPassManager &pm, const LoweringOptions &options = {});

/// Lowers a clone of `module` to LLVM IR with the target triple amdgcn-amd-amdhsa. The module must
/// hold at least one rocke.kernel and its kernels must name one arch.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context, const LoweringOptions &options = {});

/// Registers rocke's passes and pipelines with MLIR's driver.
void registerLoweringPasses();

} // namespace rocke

#endif // ROCKE_LOWERING_LOWERING_H
