//===- EmitConvert.cpp - LLVM IR of conversions and of vectors' elements --===//
#include "OpEmitter.h"

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

llvm::Value *OpEmitter::floatToInt(Op op, Type from, Type to, Value *x) {
  Value *wide = widens(from) ? widen(from, x) : x;
  llvm::Type *type = wide->getType(), *result = storageType(to);
  if (op == Op::FloatToSIntSat || op == Op::FloatToUIntSat)
    return b.CreateIntrinsic(op == Op::FloatToSIntSat ? in::fptosi_sat : in::fptoui_sat,
                             {result, type}, {wide});
  // Out of range the result would be poison. Both bounds are powers of two; where the type does
  // not reach that far, all finite numbers are in range.
  const bool isSigned = op == Op::FloatToSInt;
  const int bits = static_cast<int>(info(to).bits);
  llvm::APFloat limit(1.0);
  limit = llvm::scalbn(limit, isSigned ? bits - 1 : bits, llvm::APFloat::rmNearestTiesToEven);
  bool loses = false;
  limit.convert(type->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
  llvm::Constant *upper = llvm::ConstantFP::get(type, limit);
  Value *lowEnough = b.CreateFCmpOLT(wide, upper);
  Value *highEnough = nullptr;
  if (!isSigned)
    highEnough = b.CreateFCmpOGT(wide, floatOf(type, -1));
  else if (limit.isInfinity())
    highEnough = b.CreateFCmpOGT(wide, b.CreateFNeg(upper));
  else
    highEnough = b.CreateFCmpOGE(wide, b.CreateFNeg(upper));
  wide = b.CreateSelect(b.CreateAnd(lowEnough, highEnough), wide, floatOf(type, 0));
  return isSigned ? b.CreateFPToSI(wide, result) : b.CreateFPToUI(wide, result);
}

llvm::Value *OpEmitter::convert(const Stmt &stmt, Values v) {
  const Type from = stmt.operands[0].type, to = stmt.type;
  llvm::Type *result = storageType(to);
  switch (stmt.op) {
  case Op::ZExtPred:
    return b.CreateZExt(v[0], result);
  case Op::SExtPred:
    return b.CreateSExt(v[0], result);
  case Op::ZExtTrunc:
    return b.CreateZExtOrTrunc(v[0], result);
  case Op::SExtTrunc:
    return b.CreateSExtOrTrunc(v[0], result);
  case Op::SIntToFloat:
  case Op::UIntToFloat: {
    const bool rounds = side.isHost() && modes.of(to).rounding != 0;
    llvm::Type *type = widens(to) || rounds ? b.getDoubleTy() : result;
    Value *number =
        stmt.op == Op::SIntToFloat ? b.CreateSIToFP(v[0], type) : b.CreateUIToFP(v[0], type);
    if (rounds) // the integers have at most 32 bits here
      number = arithmetic(Arithmetic::Convert, to, {number});
    return widens(to) ? narrow(to, number) : b.CreateFPCast(number, result);
  }
  case Op::FloatToSIntSat:
  case Op::FloatToUIntSat:
  case Op::FloatToSInt:
  case Op::FloatToUInt:
    return floatToInt(stmt.op, from, to, v[0]);
  case Op::FloatCast:
    return elementwise(to, v, [&](Type element, Values p) -> Value * {
      const Type source = info(from).element;
      // LLVM 22 makes one v_fma_mixlo_f16 of a product and its rounding to f16, whose addend +0
      // loses the sign of a product that is -0.
      const bool losesZero = source == Type::F32 && element == Type::F16;
      if (!side.isHost()) {
        // LLVM takes any widened number for one that is no signalling NaN. One of bf16 may be.
        Value *number = source == Type::BF16 ? canonical(from, p[0]) : p[0];
        // And it merges a conversion with the one before, or with an operation, which then round
        // and flush once; one to bf16 with an integer's to double, which then round twice.
        if (!modes.plain() || (source == Type::F64 && element == Type::BF16))
          number = opaque(number);
        Value *cast = b.CreateFPCast(number, result);
        if (!modes.plain())
          cast = opaque(cast);
        return losesZero ? withoutMinusZero(cast) : cast;
      }
      Value *number = flushedInput(source, p[0]);
      if (widens(source))
        number = widen(source, number);
      if (modes.of(element).rounding != 0)
        number = arithmetic(Arithmetic::Convert, element, {number});
      if (!widens(element))
        return flushedOutput(element, b.CreateFPCast(number, storageType(element)));
      Value *wide = b.CreateFPCast(number, b.getDoubleTy());
      Value *bits = flushedOutput(element, narrow(element, wide));
      if (!losesZero)
        return bits;
      return b.CreateSelect(b.CreateICmpEQ(bits, b.getInt16(0x8000)), b.getInt16(0), bits);
    });
  case Op::Reinterpret:
    return fromBits(to, bitsOf(from, v[0]));
  default:
    llvm_unreachable("not a conversion");
  }
}

llvm::Value *OpEmitter::vector(const Stmt &stmt, Values operands) {
  const Type type =
      stmt.op == Op::Extract || stmt.op == Op::ExtractDynamic ? stmt.operands[0].type : stmt.type;
  const unsigned count = info(type).count;
  const unsigned index = static_cast<unsigned>(stmt.imm % count);
  const auto inRange = [&](Value *value) { return b.CreateAnd(value, b.getInt32(count - 1)); };
  // LLVM 22 takes a constant -0 in the upper half of a pair of 16-bit floats for an integer's 0.
  // With registers of 16 bits it loses the upper half of any pair that is a uniform load of another
  // block.
  const bool keepsApart = isFloat(type) || side.isGfx11();
  llvm::SmallVector<Value *, 4> v(operands.begin(), operands.end());
  for (Value *&value : v)
    if (keepsApart && value->getType()->getScalarSizeInBits() == 16)
      value = opaque(value);
  switch (stmt.op) {
  case Op::Build: {
    Value *result = llvm::PoisonValue::get(storageType(type));
    for (unsigned i = 0; i < count; ++i)
      result = b.CreateInsertElement(result, v[i], i);
    return result;
  }
  case Op::Extract:
    return b.CreateExtractElement(v[0], index);
  case Op::ExtractDynamic:
    return b.CreateExtractElement(v[0], inRange(v[1]));
  case Op::Insert:
    return b.CreateInsertElement(v[0], v[1], index);
  case Op::InsertDynamic:
    return b.CreateInsertElement(v[0], v[1], inRange(v[2]));
  default: {
    llvm::SmallVector<int, 4> mask;
    for (unsigned i = 0; i < count; ++i)
      mask.push_back(static_cast<int>((stmt.imm >> (8 * i)) % (2 * count)));
    return b.CreateShuffleVector(v[0], v[1], mask);
  }
  }
}

} // namespace rocke::fuzz
