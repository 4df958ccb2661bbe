//===- Conversions.cpp - From one type to another -------------------------===//
#include "BuilderImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace rocke;
namespace arith = mlir::arith;
using Impl = BuilderImpl;

static Value convertValue(Impl &impl, Value value, ValueType element, bool isSigned,
                          SourceLoc loc) {
  if (!impl.check("the operand of convert()", value, loc))
    return impl.empty();
  ValueType from = value.type();
  ValueType to = from.isVector() ? element.scalar().x(from.count()) : element.scalar();
  if (!from.isNumberOrBool() || element.kind() != ValueType::Kind::Number ||
      (element.isVector() && element != to)) {
    impl.fail(loc, "convert() cannot turn {} into {}", from.str(), element.str());
    return impl.empty();
  }
  if (from == to)
    return value;
  mlir::Value operand = impl.unwrap(value);
  mlir::Type type = impl.mlirType(to);
  unsigned fromBits = from.scalar().bits(), toBits = to.scalar().bits();
  isSigned &= !from.isBool();

  if (from.isFloat() && to.isFloat()) {
    if (toBits > fromBits)
      return impl.make<arith::ExtFOp>(loc, type, operand);
    if (toBits < fromBits)
      return impl.make<arith::TruncFOp>(loc, type, operand);
    // f16 and bf16: neither holds the other, f32 holds both.
    mlir::Type wide = impl.mlirType(from.isVector() ? types::f32.x(from.count()) : types::f32);
    mlir::Value extended = impl.create<arith::ExtFOp>(loc, wide, operand);
    return impl.make<arith::TruncFOp>(loc, type, extended);
  }
  if (from.isFloat())
    return isSigned ? impl.make<arith::FPToSIOp>(loc, type, operand)
                    : impl.make<arith::FPToUIOp>(loc, type, operand);
  if (to.isFloat())
    return isSigned ? impl.make<arith::SIToFPOp>(loc, type, operand)
                    : impl.make<arith::UIToFPOp>(loc, type, operand);
  if (toBits < fromBits)
    return impl.make<arith::TruncIOp>(loc, type, operand);
  return isSigned ? impl.make<arith::ExtSIOp>(loc, type, operand)
                  : impl.make<arith::ExtUIOp>(loc, type, operand);
}

Value KernelBuilder::convert(Value value, ValueType element, SourceLoc loc) {
  return convertValue(*impl, value, element, /*isSigned=*/true, loc);
}
Value KernelBuilder::convertUnsigned(Value value, ValueType element, SourceLoc loc) {
  return convertValue(*impl, value, element, /*isSigned=*/false, loc);
}

Value KernelBuilder::bitcast(Value value, ValueType type, SourceLoc loc) {
  if (!impl->check("the operand of bitcast()", value, loc))
    return impl->empty();
  ValueType from = value.type();
  if (from.kind() != ValueType::Kind::Number || type.kind() != ValueType::Kind::Number ||
      from.bits() != type.bits()) {
    impl->fail(loc, "bitcast() cannot turn {} ({} bits) into {} ({} bits)", from.str(), from.bits(),
               type.str(), type.bits());
    return impl->empty();
  }
  if (from == type)
    return value;
  mlir::Value operand = impl->unwrap(value);
  if (!from.isVector() && !type.isVector())
    return impl->make<arith::BitcastOp>(loc, impl->mlirType(type), operand);
  // vector.bitcast has vectors on both sides; a vector of one element stands for a scalar.
  if (!from.isVector())
    operand = impl->create<mlir::vector::FromElementsOp>(loc, impl->mlirType(from.x(1)), operand);
  mlir::Value result = impl->create<mlir::vector::BitCastOp>(
      loc, mlir::cast<mlir::VectorType>(impl->mlirType(type.isVector() ? type : type.x(1))),
      operand);
  if (!type.isVector())
    return impl->make<mlir::vector::ExtractOp>(loc, result, int64_t(0));
  return impl->wrap(result);
}

Value KernelBuilder::cvtPkRtz(Value lo, Value hi, SourceLoc loc) {
  if (!impl->checkScalar("the first operand of cvtPkRtz()", lo, types::f32, loc) ||
      !impl->checkScalar("the second operand of cvtPkRtz()", hi, types::f32, loc))
    return impl->empty();
  return impl->make<ir::CvtPkrtzOp>(loc, impl->mlirType(types::f16.x(2)), impl->unwrap(lo),
                                    impl->unwrap(hi));
}

Value KernelBuilder::perm(Value hi, Value lo, uint32_t selector, SourceLoc loc) {
  if (!impl->checkScalar("the first operand of perm()", hi, types::i32, loc) ||
      !impl->checkScalar("the second operand of perm()", lo, types::i32, loc))
    return impl->empty();
  return impl->make<ir::PermOp>(loc, impl->unwrap(hi), impl->unwrap(lo), selector);
}
