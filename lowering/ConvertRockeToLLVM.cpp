//===- ConvertRockeToLLVM.cpp - The conversion, composed -------------------===//
#include "Intrinsics.h"
#include "Passes.h"
#include "Patterns.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Transforms/DialectConversion.h"

namespace rocke {
#define GEN_PASS_DEF_CONVERTROCKETOLLVM
#include "Passes.h.inc"
} // namespace rocke

using namespace mlir;
using namespace rocke;

namespace {

struct ConvertRockeToLLVM : public rocke::impl::ConvertRockeToLLVMBase<ConvertRockeToLLVM> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    addRockeTypeConversions(converter);

    RewritePatternSet patterns(&getContext());
    populateKernelPatterns(converter, patterns);
    populateMemoryPatterns(converter, patterns);
    populateMathPatterns(converter, patterns);
    populateCrossLanePatterns(converter, patterns);
    populateSyncPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    // Upstream's patterns make poison where a value does not matter.
    ub::populateUBToLLVMConversionPatterns(converter, patterns);

    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    target.addIllegalDialect<ir::RockeDialect>();
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      return signalPassFailure();

    getOperation()->walk([](LLVM::LLVMFuncOp func) {
      func->removeAttr(archAttrName);
      func->removeAttr(workgroupAttrName);
    });
    // The branch conversion keeps the annotation as a foreign attribute; LLVM's branch has its own.
    getOperation()->walk([](LLVM::BrOp branch) {
      if (auto annotation = branch->getAttrOfType<LLVM::LoopAnnotationAttr>(loopAttrName)) {
        branch.setLoopAnnotationAttr(annotation);
        branch->removeAttr(loopAttrName);
      }
    });
  }
};

} // namespace
