//===- Passes.td - The passes of the lowering ------------------------------===//
#ifndef ROCKE_LOWERING_PASSES
#define ROCKE_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def ExpandReductions : Pass<"rocke-expand-reductions"> {
  let summary = "Writes rocke.xor_reduce as a butterfly of rocke.lane_xor";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AnnotateLoops : Pass<"rocke-annotate-loops"> {
  let summary = "Keeps LLVM from unrolling or vectorizing the loops that the builder wrote";
  let description = [{
    How often a loop body stands in the code is the kernel author's decision. The annotation
    travels with `scf.for` to the loop's back edge.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertRockeToLLVM : Pass<"convert-rocke-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts kernels, with the rocke, arith, math and cf operations in them, to LLVM";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::ROCDL::ROCDLDialect"];
}

#endif // ROCKE_LOWERING_PASSES
