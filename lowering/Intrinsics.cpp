//===- Intrinsics.cpp ------------------------------------------------------===//
#include "Intrinsics.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;

Value rocke::callIntrinsic(OpBuilder &builder, Location loc, Type resultType, StringRef name,
                           ValueRange args) {
  return LLVM::CallIntrinsicOp::create(builder, loc, resultType, builder.getStringAttr(name), args)
      .getResults();
}

void rocke::callIntrinsic(OpBuilder &builder, Location loc, StringRef name, ValueRange args) {
  LLVM::CallIntrinsicOp::create(builder, loc, builder.getStringAttr(name), args);
}

Value rocke::constantI32(OpBuilder &builder, Location loc, uint32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(value)));
}

Value rocke::constantI1(OpBuilder &builder, Location loc, bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

const Arch &rocke::archOf(Operation *op) {
  if (auto kernel = op->getParentOfType<ir::KernelOp>())
    return *kernel.getArchRecord();
  auto func = op->getParentOfType<LLVM::LLVMFuncOp>();
  return *findArch(func->getAttrOfType<StringAttr>(archAttrName).getValue());
}

ArrayRef<int32_t> rocke::workgroupSizeOf(Operation *op) {
  if (auto kernel = op->getParentOfType<ir::KernelOp>())
    return kernel.getWorkgroupSize();
  auto func = op->getParentOfType<LLVM::LLVMFuncOp>();
  return func->getAttrOfType<DenseI32ArrayAttr>(workgroupAttrName).asArrayRef();
}
