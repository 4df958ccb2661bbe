//===- Pipeline.cpp - The passes, in their one order -----------------------===//
#include "Passes.h"

#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "rocke/lowering/Lowering.h"

using namespace mlir;
using namespace rocke;

void rocke::buildLoweringPipeline(OpPassManager &pm, const LoweringOptions &options) {
  pm.addPass(createExpandReductions());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createAnnotateLoops());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertRockeToLLVM());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCSEPass());
  if (options.debugInfo)
    pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}

void rocke::registerLoweringPasses() {
  registerRockePasses();
  PassPipelineRegistration<>("rocke-to-llvm", "Lowers rocke kernels to the LLVM dialect",
                             [](OpPassManager &pm) { buildLoweringPipeline(pm); });
}
