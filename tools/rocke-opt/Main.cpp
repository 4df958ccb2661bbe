//===- Main.cpp - rocke-opt: MLIR's driver for rocke's dialect and passes -===//
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "rocke/ir/RockeDialect.h"
#include "rocke/lowering/Lowering.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  rocke::ir::registerDialects(registry);
  // What the passes make.
  registry.insert<mlir::LLVM::LLVMDialect, mlir::ROCDL::ROCDLDialect>();
  mlir::registerTransformsPasses();
  rocke::registerLoweringPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "rocke-opt: runs passes on rocke IR\n", registry));
}
