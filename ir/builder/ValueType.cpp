//===- ValueType.cpp - Types of values, to and from MLIR ------------------===//
#include "BuilderImpl.h"

using namespace rocke;

unsigned ValueType::bits() const {
  unsigned elements = elementCount ? elementCount : 1;
  switch (typeKind) {
  case Kind::Bool:
    return elements;
  case Kind::Number:
    return elements * byteSize(elementType) * 8;
  case Kind::None:
  case Kind::Global:
  case Kind::Lds:
    return 0;
  }
  llvm_unreachable("not a kind of type");
}

std::string ValueType::str() const {
  std::string element = toString(elementType).str();
  switch (typeKind) {
  case Kind::None:
    return "nothing";
  case Kind::Global:
    return fmt::format("global<{}>", element);
  case Kind::Lds:
    return fmt::format("lds<{}x{}>", elementCount, element);
  case Kind::Bool:
    element = "i1";
    break;
  case Kind::Number:
    break;
  }
  return elementCount ? fmt::format("vector<{}x{}>", elementCount, element) : element;
}

/// The element type of an MLIR number type.
static ElementType elementTypeOf(mlir::Type type) {
  for (ElementType element :
       {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64, ElementType::I8,
        ElementType::I16, ElementType::I32, ElementType::I64})
    if (getMlirType(type.getContext(), element) == type)
      return element;
  llvm_unreachable("a type that the builder does not make");
}

ValueType rocke::valueTypeOf(mlir::Type type) {
  if (auto global = mlir::dyn_cast<ir::GlobalType>(type))
    return ValueType::global(elementTypeOf(global.getElementType()));
  if (auto lds = mlir::dyn_cast<ir::LdsType>(type))
    return ValueType::lds(elementTypeOf(lds.getElementType()), lds.getNumElements());
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
    return valueTypeOf(vector.getElementType()).x(vector.getNumElements());
  return type.isInteger(1) ? ValueType::boolean() : ValueType(elementTypeOf(type));
}

ValueType Value::type() const {
  return handle ? valueTypeOf(mlir::Value::getFromOpaquePointer(handle).getType()) : ValueType();
}

mlir::Type BuilderImpl::mlirType(ValueType type) const {
  mlir::MLIRContext *ctx = &context;
  if (type.kind() == ValueType::Kind::Global)
    return ir::GlobalType::get(ctx, getMlirType(ctx, type.element()));
  if (type.kind() == ValueType::Kind::Lds)
    return ir::LdsType::get(ctx, type.count(), getMlirType(ctx, type.element()));
  mlir::Type scalar =
      type.isBool() ? mlir::IntegerType::get(ctx, 1) : getMlirType(ctx, type.element());
  return type.isVector() ? mlir::VectorType::get({int64_t(type.count())}, scalar) : scalar;
}
