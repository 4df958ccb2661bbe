//===- Value.h - Values that kernels compute with ---------------*- C++ -*-===//
//
// The arithmetic face of KernelBuilder: a Value stands for what a kernel computes at run time, and
// its operators append operations to the kernel. This header needs nothing of MLIR.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_VALUE_H
#define ROCKE_IR_VALUE_H

#include "rocke/ir/MatrixAtom.h"
#include "llvm/ADT/SmallVector.h"
#include <concepts>
#include <cstdint>
#include <limits>
#include <source_location>
#include <string>

namespace rocke {

class KernelBuilder;
struct BuilderImpl;

/// A line of the builder program. Every call that appends operations takes one as its last
/// parameter and gives it to them as their location; the default is the caller's line.
using SourceLoc = std::source_location;

/// The type of a Value: a number (of an ElementType), a boolean, a vector of either, a pointer to
/// global memory or an LDS buffer.
class ValueType {
public:
  enum class Kind : uint8_t { None, Bool, Number, Global, Lds };

  /// The type of a Value that stands for nothing.
  constexpr ValueType() = default;
  constexpr ValueType(ElementType element) : typeKind(Kind::Number), elementType(element) {}
  static constexpr ValueType boolean() { return ValueType(Kind::Bool, ElementType::I8, 0); }
  static constexpr ValueType global(ElementType element) {
    return ValueType(Kind::Global, element, 0);
  }
  static constexpr ValueType lds(ElementType element, unsigned count) {
    return ValueType(Kind::Lds, element, count);
  }

  /// A vector of `count` elements of this scalar type.
  constexpr ValueType x(unsigned count) const { return ValueType(typeKind, elementType, count); }
  /// The type of one element; of a scalar, the type itself.
  constexpr ValueType scalar() const { return ValueType(typeKind, elementType, 0); }

  constexpr Kind kind() const { return typeKind; }
  /// What a number is, or what a pointer or an LDS buffer holds.
  constexpr ElementType element() const { return elementType; }
  /// Elements of a vector or of an LDS buffer; 0 for anything else.
  constexpr unsigned count() const { return elementCount; }
  constexpr bool isVector() const { return isNumberOrBool() && elementCount > 0; }
  constexpr bool isBool() const { return typeKind == Kind::Bool; }
  constexpr bool isInt() const {
    return typeKind == Kind::Number && elementType >= ElementType::I8;
  }
  constexpr bool isFloat() const {
    return typeKind == Kind::Number && elementType <= ElementType::F64;
  }
  constexpr bool isNumberOrBool() const {
    return typeKind == Kind::Number || typeKind == Kind::Bool;
  }
  /// Bits of a number, a boolean or a vector.
  unsigned bits() const;
  /// "f32", "i1", "vector<8xf16>", "global<f16>", "lds<256xf16>", "nothing".
  std::string str() const;

  friend constexpr bool operator==(ValueType, ValueType) = default;

private:
  constexpr ValueType(Kind kind, ElementType element, unsigned count)
      : typeKind(kind), elementType(element), elementCount(count) {}

  Kind typeKind = Kind::None;
  ElementType elementType = ElementType::F16;
  unsigned elementCount = 0;
};

/// Short names of the scalar types: `using namespace rocke::types;`, then `f16.x(8)`.
namespace types {
inline constexpr ValueType i1 = ValueType::boolean();
inline constexpr ValueType i8 = ElementType::I8;
inline constexpr ValueType i16 = ElementType::I16;
inline constexpr ValueType i32 = ElementType::I32;
inline constexpr ValueType i64 = ElementType::I64;
inline constexpr ValueType f16 = ElementType::F16;
inline constexpr ValueType bf16 = ElementType::BF16;
inline constexpr ValueType f32 = ElementType::F32;
inline constexpr ValueType f64 = ElementType::F64;
} // namespace types

class Operand;

/// What a kernel computes: a handle, cheap to copy. A default-constructed Value stands for nothing,
/// and so does the result of an operation on operands that do not fit; the builder keeps the first
/// such mistake and KernelBuilder::finish() reports it.
///
/// Both sides of an operator have the same type; a C++ constant takes the type of the other side,
/// and is repeated if that is a vector. There are no implicit conversions: see
/// KernelBuilder::convert and splat. Integers carry no sign. `/`, `%` and `>>` read them as
/// unsigned, because ids, sizes and offsets are; `<`, `<=`, `>` and `>=` read them as signed,
/// because differences have a sign.
class Value {
public:
  Value() = default;

  bool isValid() const { return handle != nullptr; }
  ValueType type() const;

  // Numbers; `%` integers only.
  friend Value operator+(Operand lhs, Operand rhs);
  friend Value operator-(Operand lhs, Operand rhs);
  friend Value operator*(Operand lhs, Operand rhs);
  friend Value operator/(Operand lhs, Operand rhs);
  friend Value operator%(Operand lhs, Operand rhs);
  friend Value operator-(Operand operand);
  // Integers and booleans; shifts integers only, by less than the number of bits.
  friend Value operator&(Operand lhs, Operand rhs);
  friend Value operator|(Operand lhs, Operand rhs);
  friend Value operator^(Operand lhs, Operand rhs);
  friend Value operator<<(Operand lhs, Operand rhs);
  friend Value operator>>(Operand lhs, Operand rhs);
  friend Value operator~(Operand operand);
  friend Value operator!(Operand operand); // booleans only
  // Comparisons give booleans. A comparison with a NaN is false, but != is true.
  friend Value operator==(Operand lhs, Operand rhs);
  friend Value operator!=(Operand lhs, Operand rhs);
  friend Value operator<(Operand lhs, Operand rhs);
  friend Value operator<=(Operand lhs, Operand rhs);
  friend Value operator>(Operand lhs, Operand rhs);
  friend Value operator>=(Operand lhs, Operand rhs);

  Value &operator+=(Operand rhs);
  Value &operator-=(Operand rhs);
  Value &operator*=(Operand rhs);

private:
  friend struct BuilderImpl;
  friend class Operand;
  Value(KernelBuilder *builder, void *handle) : builder(builder), handle(handle) {}

  KernelBuilder *builder = nullptr;
  void *handle = nullptr; // an mlir::Value
};

using Values = llvm::SmallVector<Value, 8>;

/// One side of an operator, or a parameter that a constant may stand for: a Value or a C++ number.
/// Its implicit construction is also what captures the line of an operator.
class Operand {
public:
  enum class Kind : uint8_t { Value, Int, Float, TooLarge };

  Operand(Value value, SourceLoc loc = SourceLoc::current())
      : operandKind(Kind::Value), operandValue(value), sourceLoc(loc) {}
  template <std::integral T>
  Operand(T constant, SourceLoc loc = SourceLoc::current())
      : operandKind(Kind::Int), intConstant(static_cast<int64_t>(constant)), sourceLoc(loc) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof(int64_t))
      if (constant > static_cast<T>(std::numeric_limits<int64_t>::max()))
        operandKind = Kind::TooLarge;
  }
  template <std::floating_point T>
  Operand(T constant, SourceLoc loc = SourceLoc::current())
      : operandKind(Kind::Float), floatConstant(static_cast<double>(constant)), sourceLoc(loc) {}

  Kind kind() const { return operandKind; }
  Value value() const { return operandValue; }
  int64_t asInt() const { return intConstant; }
  double asFloat() const { return floatConstant; }
  SourceLoc loc() const { return sourceLoc; }
  /// The builder of the Value; null for a constant and for an empty Value.
  KernelBuilder *builder() const { return operandValue.builder; }

private:
  Kind operandKind;
  Value operandValue;
  int64_t intConstant = 0;
  double floatConstant = 0;
  SourceLoc sourceLoc;
};

} // namespace rocke

#endif // ROCKE_IR_VALUE_H
