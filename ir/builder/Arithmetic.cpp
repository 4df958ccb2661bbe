//===- Arithmetic.cpp - Operators and arithmetic functions ----------------===//
#include "BuilderImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace rocke;
namespace arith = mlir::arith;
using Impl = BuilderImpl;

/// What an operator takes.
enum Domain : unsigned { Ints = 1, Floats = 2, Bools = 4 };

static std::string domainText(unsigned domain) {
  switch (domain) {
  case Ints:
    return "integers";
  case Floats:
    return "floating-point numbers";
  case Bools:
    return "booleans";
  case Ints | Floats:
    return "numbers";
  case Ints | Bools:
    return "integers or booleans";
  default:
    return "numbers or booleans";
  }
}

static bool isIn(ValueType type, unsigned domain) {
  return (domain & Ints && type.isInt()) || (domain & Floats && type.isFloat()) ||
         (domain & Bools && type.isBool());
}

namespace {

/// The operands of one operation, of one type in its domain, or a recorded mistake. Without a
/// builder at hand there is nothing to record in: an operator whose Values are all empty gives an
/// empty Value, which is a mistake where it is used.
class Operation {
public:
  Operation(llvm::StringRef name, unsigned domain, llvm::ArrayRef<Operand> operands)
      : Operation(BuilderImpl::of(operands), name, domain, operands) {}
  Operation(Impl *impl, llvm::StringRef name, unsigned domain, llvm::ArrayRef<Operand> operands)
      : impl(impl), loc(operands.back().loc()) {
    if (!impl)
      return;
    values = impl->unify(name, operands, loc);
    if (values.empty())
      return;
    type = valueTypeOf(values.front().getType());
    if (!isIn(type, domain)) {
      impl->fail(loc, "operands of {} have type {}; expected {}", name.str(), type.str(),
                 domainText(domain));
      values.clear();
    }
  }

  bool isFloat() const { return type.isFloat(); }
  Value nothing() const { return impl ? impl->empty() : Value(); }

  template <typename Op> Value makeUnary() const {
    return values.empty() ? nothing() : impl->make<Op>(loc, values[0]);
  }
  template <typename Op> Value make() const {
    return values.empty() ? nothing() : impl->make<Op>(loc, values[0], values[1]);
  }
  template <typename FloatOp, typename IntOp> Value makeEither() const {
    return isFloat() ? make<FloatOp>() : make<IntOp>();
  }
  Value compare(arith::CmpFPredicate ofFloats, arith::CmpIPredicate ofInts) const {
    if (values.empty())
      return nothing();
    if (isFloat())
      return impl->make<arith::CmpFOp>(loc, ofFloats, values[0], values[1]);
    return impl->make<arith::CmpIOp>(loc, ofInts, values[0], values[1]);
  }
  /// Op with the constant `constant` for its second (or, if `first`, its first) operand.
  template <typename Op> Value makeWithConstant(int64_t constant, bool first = false) const {
    if (values.empty())
      return nothing();
    // All ones is -1 in every width but that of booleans, where it is 1.
    mlir::Value other =
        impl->constant("an operator", type, Operand(type.isBool() ? 1 : constant, loc), loc);
    return first ? impl->make<Op>(loc, other, values[0]) : impl->make<Op>(loc, values[0], other);
  }

  Impl *impl;
  SourceLoc loc;
  ValueType type;
  llvm::SmallVector<mlir::Value, 3> values;
};

} // namespace

namespace rocke {

Value operator+(Operand lhs, Operand rhs) {
  return Operation("+", Ints | Floats, {lhs, rhs}).makeEither<arith::AddFOp, arith::AddIOp>();
}
Value operator-(Operand lhs, Operand rhs) {
  return Operation("-", Ints | Floats, {lhs, rhs}).makeEither<arith::SubFOp, arith::SubIOp>();
}
Value operator*(Operand lhs, Operand rhs) {
  return Operation("*", Ints | Floats, {lhs, rhs}).makeEither<arith::MulFOp, arith::MulIOp>();
}
Value operator/(Operand lhs, Operand rhs) {
  return Operation("/", Ints | Floats, {lhs, rhs}).makeEither<arith::DivFOp, arith::DivUIOp>();
}
Value operator%(Operand lhs, Operand rhs) {
  return Operation("%", Ints, {lhs, rhs}).make<arith::RemUIOp>();
}
Value operator-(Operand operand) {
  Operation operation("unary -", Ints | Floats, {operand});
  return operation.isFloat() ? operation.makeUnary<arith::NegFOp>()
                             : operation.makeWithConstant<arith::SubIOp>(0, /*first=*/true);
}
Value operator&(Operand lhs, Operand rhs) {
  return Operation("&", Ints | Bools, {lhs, rhs}).make<arith::AndIOp>();
}
Value operator|(Operand lhs, Operand rhs) {
  return Operation("|", Ints | Bools, {lhs, rhs}).make<arith::OrIOp>();
}
Value operator^(Operand lhs, Operand rhs) {
  return Operation("^", Ints | Bools, {lhs, rhs}).make<arith::XOrIOp>();
}
Value operator<<(Operand lhs, Operand rhs) {
  return Operation("<<", Ints, {lhs, rhs}).make<arith::ShLIOp>();
}
Value operator>>(Operand lhs, Operand rhs) {
  return Operation(">>", Ints, {lhs, rhs}).make<arith::ShRUIOp>();
}
Value operator~(Operand operand) {
  return Operation("~", Ints, {operand}).makeWithConstant<arith::XOrIOp>(-1);
}
Value operator!(Operand operand) {
  return Operation("!", Bools, {operand}).makeWithConstant<arith::XOrIOp>(-1);
}

Value operator==(Operand lhs, Operand rhs) {
  return Operation("==", Ints | Floats | Bools, {lhs, rhs})
      .compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq);
}
Value operator!=(Operand lhs, Operand rhs) {
  return Operation("!=", Ints | Floats | Bools, {lhs, rhs})
      .compare(arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne);
}
Value operator<(Operand lhs, Operand rhs) {
  return Operation("<", Ints | Floats, {lhs, rhs})
      .compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt);
}
Value operator<=(Operand lhs, Operand rhs) {
  return Operation("<=", Ints | Floats, {lhs, rhs})
      .compare(arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle);
}
Value operator>(Operand lhs, Operand rhs) {
  return Operation(">", Ints | Floats, {lhs, rhs})
      .compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt);
}
Value operator>=(Operand lhs, Operand rhs) {
  return Operation(">=", Ints | Floats, {lhs, rhs})
      .compare(arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge);
}

} // namespace rocke

Value &Value::operator+=(Operand rhs) { return *this = Operand(*this, rhs.loc()) + rhs; }
Value &Value::operator-=(Operand rhs) { return *this = Operand(*this, rhs.loc()) - rhs; }
Value &Value::operator*=(Operand rhs) { return *this = Operand(*this, rhs.loc()) * rhs; }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value KernelBuilder::max(Operand lhs, Operand rhs) {
  return Operation(impl.get(), "max()", Ints | Floats, {lhs, rhs})
      .makeEither<arith::MaxNumFOp, arith::MaxSIOp>();
}
Value KernelBuilder::min(Operand lhs, Operand rhs) {
  return Operation(impl.get(), "min()", Ints | Floats, {lhs, rhs})
      .makeEither<arith::MinNumFOp, arith::MinSIOp>();
}
Value KernelBuilder::unsignedLess(Operand lhs, Operand rhs) {
  return Operation(impl.get(), "unsignedLess()", Ints, {lhs, rhs})
      .compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::ult);
}

Value KernelBuilder::fma(Operand a, Operand b, Operand c) {
  Operation operation(impl.get(), "fma()", Floats, {a, b, c});
  if (operation.values.empty())
    return impl->empty();
  return impl->make<mlir::math::FmaOp>(operation.loc, operation.values[0], operation.values[1],
                                       operation.values[2]);
}

/// A unary operation on f32 or a vector of it.
template <typename Op>
static Value unaryF32(Impl &impl, llvm::StringRef name, Value value, SourceLoc loc) {
  if (!impl.check(fmt::format("the operand of {}", name.str()), value, loc))
    return impl.empty();
  if (value.type().scalar() != types::f32) {
    impl.fail(loc, "the operand of {} has type {}; expected f32 or a vector of f32", name.str(),
              value.type().str());
    return impl.empty();
  }
  return impl.make<Op>(loc, impl.unwrap(value));
}

Value KernelBuilder::exp2(Value value, SourceLoc loc) {
  return unaryF32<ir::Exp2Op>(*impl, "exp2()", value, loc);
}
Value KernelBuilder::rcp(Value value, SourceLoc loc) {
  return unaryF32<ir::RcpOp>(*impl, "rcp()", value, loc);
}

Value KernelBuilder::dot2(Value a, Value b, Value c, SourceLoc loc) {
  if (!impl->checkScalar("the third operand of dot2()", c, types::f32, loc) ||
      !impl->check("the first operand of dot2()", a, loc) ||
      !impl->check("the second operand of dot2()", b, loc))
    return impl->empty();
  if (a.type() != b.type() || (a.type() != types::f16.x(2) && a.type() != types::bf16.x(2))) {
    impl->fail(loc, "dot2() takes two vectors of 2 f16 or of 2 bf16, not {} and {}", a.type().str(),
               b.type().str());
    return impl->empty();
  }
  return impl->make<ir::Dot2Op>(loc, impl->unwrap(a), impl->unwrap(b), impl->unwrap(c));
}

Value KernelBuilder::select(Value condition, Operand ifTrue, Operand ifFalse) {
  Operation sides(impl.get(), "select()", Ints | Floats | Bools, {ifTrue, ifFalse});
  if (sides.values.empty() || !impl->check("the condition of select()", condition, sides.loc))
    return impl->empty();
  ValueType type = condition.type();
  if (!type.isBool() || (type.isVector() && type.count() != sides.type.count())) {
    impl->fail(sides.loc,
               "the condition of select() has type {}; expected i1, or for vectors as many i1",
               type.str());
    return impl->empty();
  }
  return impl->make<arith::SelectOp>(sides.loc, impl->unwrap(condition), sides.values[0],
                                     sides.values[1]);
}
