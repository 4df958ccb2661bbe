//===- AnnotateLoops.cpp - Loops stay as the builder wrote them ------------===//
#include "Intrinsics.h"
#include "Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace rocke {
#define GEN_PASS_DEF_ANNOTATELOOPS
#include "Passes.h.inc"
} // namespace rocke

using namespace mlir;
using namespace rocke;

namespace {

struct AnnotateLoops : public rocke::impl::AnnotateLoopsBase<AnnotateLoops> {
  void runOnOperation() override {
    auto yes = BoolAttr::get(&getContext(), true);
    auto unroll = LLVM::LoopUnrollAttr::get(&getContext(), /*disable=*/yes, /*count=*/{},
                                            /*runtimeDisable=*/{}, /*full=*/{},
                                            /*followupUnrolled=*/{}, /*followupRemainder=*/{},
                                            /*followupAll=*/{});
    auto vectorize = LLVM::LoopVectorizeAttr::get(
        &getContext(), /*disable=*/yes, /*predicateEnable=*/{}, /*scalableEnable=*/{},
        /*width=*/{}, /*followupVectorized=*/{}, /*followupEpilogue=*/{}, /*followupAll=*/{});
    // MLIR has hoisted what pays. LLVM's hoisting would also take the zero-extension of a 32-bit
    // offset away from the address that it belongs to; instruction selection looks at one block at
    // a time and would make a 64-bit vector addition of it.
    auto licm = LLVM::LoopLICMAttr::get(&getContext(), /*disable=*/yes, /*versioningDisable=*/{});
    auto annotation = LLVM::LoopAnnotationAttr::get(
        &getContext(), /*disableNonforced=*/{}, vectorize, /*interleave=*/{}, unroll,
        /*unrollAndJam=*/{}, licm, /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{},
        /*unswitch=*/{}, /*mustProgress=*/yes, /*isVectorized=*/{}, /*startLoc=*/{},
        /*endLoc=*/{}, /*parallelAccesses=*/{});
    getOperation()->walk([&](scf::ForOp loop) { loop->setAttr(loopAttrName, annotation); });
  }
};

} // namespace
