//===- Operands.cpp - Operands of one type, constants made to fit ---------===//
#include "BuilderImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace rocke;

mlir::Value BuilderImpl::constant(llvm::StringRef op, ValueType type, Operand value,
                                  SourceLoc loc) {
  if (error)
    return {};
  if (!type.isNumberOrBool()) {
    fail(loc, "{}: there is no constant of type {}", op.str(), type.str());
    return {};
  }
  bool isInt = value.kind() == Operand::Kind::Int;
  mlir::Type scalarType = mlirType(type.scalar());
  mlir::TypedAttr attr;
  if (type.isFloat()) {
    double number = isInt ? static_cast<double>(value.asInt()) : value.asFloat();
    if (value.kind() != Operand::Kind::TooLarge)
      attr = builder.getFloatAttr(scalarType, number);
  } else if (isInt) {
    // Either reading of the bits is welcome: -1 and 0xFFFFFFFF are both an i32.
    unsigned bits = type.scalar().bits();
    int64_t number = value.asInt();
    bool fits =
        bits == 64 || (number >= -(int64_t(1) << (bits - 1)) && number < int64_t(1) << bits);
    if (fits)
      attr = builder.getIntegerAttr(scalarType, llvm::APInt(bits, number, /*isSigned=*/true,
                                                            /*implicitTrunc=*/true));
  }
  if (!attr) {
    std::string text = value.kind() == Operand::Kind::Float ? fmt::format("{}", value.asFloat())
                       : isInt                              ? fmt::format("{}", value.asInt())
                                                            : "an integer above 2^63 - 1";
    fail(loc, "{}: the constant {} is not a value of type {}", op.str(), text, type.scalar().str());
    return {};
  }
  if (type.isVector())
    attr = mlir::DenseElementsAttr::get(mlir::cast<mlir::ShapedType>(mlirType(type)),
                                        mlir::Attribute(attr));
  return create<mlir::arith::ConstantOp>(loc, attr);
}

llvm::SmallVector<mlir::Value, 3> BuilderImpl::unify(llvm::StringRef op,
                                                     llvm::ArrayRef<Operand> operands,
                                                     SourceLoc loc,
                                                     std::optional<ValueType> constantType) {
  std::optional<ValueType> type = constantType;
  for (const Operand &operand : operands) {
    if (operand.kind() != Operand::Kind::Value)
      continue;
    if (!check(fmt::format("an operand of {}", op.str()), operand.value(), loc))
      return {};
    ValueType operandType = operand.value().type();
    if (!operandType.isNumberOrBool()) {
      fail(loc, "an operand of {} has type {}; expected a number", op.str(), operandType.str());
      return {};
    }
    if (type && *type != operandType) {
      fail(loc, "operands of {} have types {} and {}; convert or splat one of them", op.str(),
           type->str(), operandType.str());
      return {};
    }
    type = operandType;
  }
  if (!type) {
    fail(loc, "{} has constant operands only; one must be a Value", op.str());
    return {};
  }
  llvm::SmallVector<mlir::Value, 3> values;
  for (const Operand &operand : operands) {
    mlir::Value value = operand.kind() == Operand::Kind::Value ? unwrap(operand.value())
                                                               : constant(op, *type, operand, loc);
    if (!value)
      return {};
    values.push_back(value);
  }
  return values;
}

Value KernelBuilder::constant(ValueType type, Operand value) {
  if (value.kind() == Operand::Kind::Value)
    impl->fail(value.loc(), "constant() takes a C++ number, not a Value");
  mlir::Value result = impl->constant("constant()", type, value, value.loc());
  return result ? impl->wrap(result) : impl->empty();
}

Value KernelBuilder::iota(unsigned count, SourceLoc loc) {
  if (failed())
    return impl->empty();
  if (count == 0) {
    impl->fail(loc, "iota() of no elements");
    return impl->empty();
  }
  llvm::SmallVector<int32_t> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(i);
  return impl->make<mlir::arith::ConstantOp>(
      loc, mlir::DenseElementsAttr::get(
               mlir::cast<mlir::ShapedType>(impl->mlirType(types::i32.x(count))),
               llvm::ArrayRef<int32_t>(elements)));
}
