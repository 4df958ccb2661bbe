//===- OpEmitter.h - LLVM IR of single operations ---------------*- C++ -*-===//
//
// The same operation as IR for the GPU and for the host. The GPU's is what a kernel would hold:
// vectors, 16-bit floats, intrinsics. The host's is as plain as can be, so that little of LLVM has
// to be right for it: scalars only, and f16 and bf16 as their bits, widened to double for each
// operation and rounded back by rocke's own conversions. That is exact: a double holds more than
// twice the bits of a 16-bit float and two more, so that rounding twice is rounding once, and what
// an fma of f16 adds up spans less than 53 bits wherever it is near a tie.
//
// The payload and the sign of a NaN are whatever the machine makes of them (LLVM's LangRef,
// "Behavior of Floating-Point NaN values"), signalling NaNs may be quieted at any operation. So no
// operation here lets them decide anything: canonical() goes before they would.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_FUZZ_ISA_OPEMITTER_H
#define ROCKE_TESTS_FUZZ_ISA_OPEMITTER_H

#include "Program.h"
#include "Rounding.h"
#include "Side.h"
#include "llvm/IR/IRBuilder.h"

namespace rocke::fuzz {

class OpEmitter {
public:
  using Value = llvm::Value;
  using Values = llvm::ArrayRef<llvm::Value *>;

  OpEmitter(llvm::IRBuilder<> &builder, const Side &side, const FloatModes &modes = {},
            bool hasDots = true)
      : b(builder), side(side), modes(modes), hasDots(hasDots) {}

  /// As values of `type` lie in registers and memory: on the host 16-bit floats are integers.
  llvm::Type *storageType(Type type) const;
  Value *constant(Type type, uint64_t bits) const;
  /// The result of a Compute statement.
  Value *compute(const Stmt &stmt, Values operands);
  /// `value` with every NaN replaced by the one of positive sign and no payload.
  Value *canonical(Type type, Value *value);
  /// `value` with every NaN replaced by 1 and -0 by +0.
  Value *ordered(Type type, Value *value);
  /// The bits of a value, canonical, as an integer of its size.
  Value *bitsOf(Type type, Value *value);
  Value *fromBits(Type type, Value *bits);

  /// The value itself, of which LLVM knows nothing on the GPU; calculated where it stands if
  /// `stays`.
  Value *opaque(Value *value, bool stays = false);
  /// The same for any type but i1; in SGPRs if the value is uniform.
  Value *unknown(Value *value, bool uniform);

  /// A call of a function of HostFunctions.h.
  Value *callHost(llvm::StringRef name, llvm::Type *result, Values arguments);

private:
  using Function = llvm::function_ref<Value *(Type element, Values operands)>;
  /// `function` on whole vectors, or on the host element by element.
  Value *elementwise(Type result, Values operands, Function function);
  /// `function` on floats of the host's or the GPU's arithmetic, its result a float likewise.
  Value *inFloat(Type element, Values operands, llvm::function_ref<Value *(Values)> function);
  bool widens(Type element) const { return side.isHost() && isHalf(element); }
  Value *widen(Type element, Value *bits);
  Value *narrow(Type element, Value *wide);

  /// The host's models of the modes: a denormal as zero, and an operation that rounds in their way.
  Value *flushed(Type element, Value *value, bool yes);
  Value *flushedInput(Type element, Value *value) {
    return flushed(element, value, modes.of(element).flushInput);
  }
  Value *flushedOutput(Type element, Value *value) {
    return flushed(element, value, modes.of(element).flushOutput);
  }
  Value *arithmetic(Arithmetic operation, Type element, Values operands);
  Value *elementOperation(const Stmt &stmt, Type element, Values operands);

  Value *orOf(Value *x, Value *y);
  Value *sixteenBits(Value *value);
  Value *integer(Op op, uint64_t imm, Values v);
  Value *withOverflow(Op op, uint64_t imm, Values v);
  Value *dword(Op op, uint64_t imm, Values v);
  Value *dot(Op op, uint64_t imm, Values v);
  Value *pack(Op op, Values v);
  Value *machineInteger(Op op, uint64_t imm, Values v);
  Value *floatDot(const Stmt &stmt, Values v);
  Value *float8(const Stmt &stmt, Values v);
  Value *floating(Op op, uint64_t imm, Type element, Values v);
  Value *minMax(Op op, Type element, Values v);
  Value *withoutMinusZero(Value *value);
  Value *negated(Value *value);
  Value *keptApart(Value *value);
  Value *fraction(Type element, Value *x);
  Value *compare(const Stmt &stmt, Values v);
  Value *floatClass(Type type, uint64_t imm, Value *x);
  Value *compareSelect(const Stmt &stmt, Values v);
  Value *convert(const Stmt &stmt, Values v);
  Value *floatToInt(Op op, Type from, Type to, Value *x);
  Value *vector(const Stmt &stmt, Values v);

  Value *unary(llvm::Intrinsic::ID id, Value *x) { return b.CreateUnaryIntrinsic(id, x); }
  Value *binary(llvm::Intrinsic::ID id, Value *x, Value *y) {
    return b.CreateBinaryIntrinsic(id, x, y);
  }
  Value *ternary(llvm::Intrinsic::ID id, Value *x, Value *y, Value *z) {
    return b.CreateIntrinsic(id, {x->getType()}, {x, y, z});
  }
  Value *isNan(Value *x) { return b.CreateFCmpUNO(x, x); }
  static llvm::Constant *intOf(llvm::Type *type, uint64_t value) {
    return llvm::ConstantInt::get(type, value, /*IsSigned=*/false, /*ImplicitTrunc=*/true);
  }
  static llvm::Constant *floatOf(llvm::Type *type, double value) {
    return llvm::ConstantFP::get(type, value);
  }

  llvm::IRBuilder<> &b;
  const Side &side;
  const FloatModes modes;
  const bool hasDots;
};

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_OPEMITTER_H
