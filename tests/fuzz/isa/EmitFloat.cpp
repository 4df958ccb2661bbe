//===- EmitFloat.cpp - LLVM IR of floating-point operations ---------------===//
#include "OpEmitter.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

llvm::Value *OpEmitter::minMax(Op op, Type element, Values v) {
  const bool max = op == Op::MaxNum || op == Op::Maximum || op == Op::MaximumNum;
  const bool propagatesNan = op == Op::Minimum || op == Op::Maximum;
  Value *x = v[0], *y = v[1];
  llvm::Type *type = x->getType();
  if (!side.isHost()) {
    // These may treat a signalling NaN in either way, and return either zero (withoutMinusZero()).
    // Of the others LLVM 22 makes v_min3 and v_max3, whose operands it does not quiet.
    if (!propagatesNan) {
      x = canonical(element, x);
      y = canonical(element, y);
    }
    static constexpr in::ID ids[] = {in::minnum,  in::maxnum,     in::minimum,
                                     in::maximum, in::minimumnum, in::maximumnum};
    Value *result =
        binary(ids[static_cast<unsigned>(op) - static_cast<unsigned>(Op::MinNum)], x, y);
    result = keptApart(result);
    return op == Op::MinNum || op == Op::MaxNum ? withoutMinusZero(result) : result;
  }
  // Equal numbers have the same bits or are zeros, of which a -0 counts as the lower one.
  llvm::Type *bits = b.getIntNTy(type->getScalarSizeInBits());
  Value *xBits = b.CreateBitCast(x, bits), *yBits = b.CreateBitCast(y, bits);
  Value *equal = b.CreateBitCast(max ? b.CreateAnd(xBits, yBits) : b.CreateOr(xBits, yBits), type);
  Value *better = max ? b.CreateFCmpOGT(x, y) : b.CreateFCmpOLT(x, y);
  Value *result = b.CreateSelect(b.CreateFCmpOEQ(x, y), equal, b.CreateSelect(better, x, y));
  result = b.CreateSelect(isNan(x), propagatesNan ? x : y, result);
  result = b.CreateSelect(isNan(y), propagatesNan ? y : x, result);
  return op == Op::MinNum || op == Op::MaxNum ? withoutMinusZero(result) : result;
}

/// LLVM 22 has it that gfx9's v_min3_f16, v_max3_f16 and v_med3_f16 clear the other half of their
/// register.
llvm::Value *OpEmitter::keptApart(Value *value) {
  return side.isGfx9() && value->getType()->isHalfTy() ? opaque(value) : value;
}

/// Where LLVM may choose the sign of a zero, or gets it wrong. Its bits are changed: additions of 0
/// before such an operation LLVM takes away again.
llvm::Value *OpEmitter::withoutMinusZero(Value *value) {
  llvm::Type *type = value->getType();
  llvm::Type *integer = b.getIntNTy(type->getScalarSizeInBits());
  if (auto *vector = llvm::dyn_cast<llvm::VectorType>(type))
    integer = llvm::VectorType::get(integer, vector->getElementCount());
  llvm::Constant *minusZero = intOf(integer, uint64_t{1} << (type->getScalarSizeInBits() - 1));
  Value *bits = b.CreateBitCast(value, integer);
  bits = b.CreateSelect(b.CreateICmpEQ(bits, minusZero), intOf(integer, 0), bits);
  return b.CreateBitCast(bits, type);
}

/// LLVM 22 loses the negation of a selection between +0 and something else in <2 x float>, so that
/// it must not know of one.
llvm::Value *OpEmitter::negated(Value *value) {
  if (side.isHost() || !value->getType()->isVectorTy() ||
      !value->getType()->getScalarType()->isFloatTy())
    return b.CreateFNeg(value);
  return b.CreateFNeg(opaque(value));
}

/// x - floor(x), below one: what v_fract computes.
llvm::Value *OpEmitter::fraction(Type element, Value *x) {
  // Of infinities the instruction and its definition make different things.
  llvm::Type *type = x->getType();
  Value *finite = b.CreateFCmpOLT(unary(in::fabs, x), llvm::ConstantFP::getInfinity(type));
  x = b.CreateSelect(finite, x, floatOf(type, 0.5));
  if (!side.isHost() && element != Type::BF16)
    return b.CreateIntrinsic(in::amdgcn_fract, {type}, {x});
  double belowOne = 0;
  switch (element) {
  case Type::F16:
    belowOne = 0x1.ffcp-1;
    break;
  case Type::BF16:
    belowOne = 0x1.fep-1;
    break;
  case Type::F32:
    belowOne = 0x1.fffffep-1;
    break;
  default:
    belowOne = 0x1.fffffffffffffp-1;
    break;
  }
  Value *difference = b.CreateFSub(x, unary(in::floor, x));
  llvm::Constant *limit = floatOf(type, belowOne);
  return b.CreateSelect(b.CreateFCmpOLT(difference, limit), difference, limit);
}

llvm::Value *OpEmitter::floating(Op op, uint64_t imm, Type element, Values v) {
  Value *x = v[0], *y = v.size() > 1 ? v[1] : nullptr, *z = v.size() > 2 ? v[2] : nullptr;
  llvm::Type *type = x->getType();
  const auto absIf = [&](bool yes, Value *value) { return yes ? unary(in::fabs, value) : value; };
  const auto negateIf = [&](bool yes, Value *value) { return yes ? negated(value) : value; };
  const auto eitherIsZero = [&] {
    llvm::Constant *zero = floatOf(type, 0);
    return b.CreateOr(b.CreateFCmpOEQ(x, zero), b.CreateFCmpOEQ(y, zero));
  };
  // LLVM 22 folds the rounding of constants in pairs of 16-bit floats to +0 where -0 is right.
  const bool rounds = op == Op::Floor || op == Op::Ceil || op == Op::TruncToInt ||
                      op == Op::Round || op == Op::RoundEven;
  if (rounds && !side.isHost() && type->isVectorTy() && type->getScalarSizeInBits() == 16)
    x = opaque(x);
  switch (op) {
  case Op::FAdd:
    return arithmetic(Arithmetic::Add, element, {x, y});
  case Op::FSub:
    return arithmetic(Arithmetic::Subtract, element, {absIf(imm & 1, x), absIf(imm & 2, y)});
  case Op::FMul:
    return arithmetic(Arithmetic::Multiply, element,
                      {negateIf(imm % 4 == 0, x), absIf(imm % 8 == 1, y)});
  case Op::FDiv: {
    if (element != Type::F64)
      return b.CreateFDiv(x, y);
    // By a number whose mantissa is all ones, LLVM's sequence of operations may round the wrong way
    // (Markstein, "Computation of elementary functions on the IBM RISC System/6000", theorem 5).
    llvm::Type *i64 = b.getInt64Ty();
    constexpr uint64_t mantissa = 0xfffffffffffff;
    Value *bits = b.CreateBitCast(y, i64);
    Value *allOnes = b.CreateICmpEQ(b.CreateAnd(bits, b.getInt64(mantissa)), b.getInt64(mantissa));
    return b.CreateFDiv(x, b.CreateBitCast(b.CreateXor(bits, b.CreateZExt(allOnes, i64)), type));
  }
  case Op::MinNum:
  case Op::MaxNum:
  case Op::Minimum:
  case Op::Maximum:
  case Op::MinimumNum:
  case Op::MaximumNum:
    return minMax(op, element, v);
  case Op::CopySign:
    y = b.CreateSelect(isNan(y), floatOf(type, 1), y);
    if (element == Type::F16 && !side.isHost()) {
      // LLVM 22 loses the sign's operand when it selects a v_bfi_b32 for this on gfx11.
      llvm::Type *integer = b.getInt16Ty();
      if (type->isVectorTy())
        integer = llvm::FixedVectorType::get(integer, 2);
      Value *xBits = b.CreateBitCast(x, integer), *yBits = b.CreateBitCast(y, integer);
      if (!type->isVectorTy()) { // it finds the operation among those of 16 bits, too
        xBits = b.CreateZExt(xBits, b.getInt32Ty());
        yBits = opaque(b.CreateZExt(yBits, b.getInt32Ty()));
      }
      Value *magnitude = b.CreateAnd(xBits, intOf(xBits->getType(), 0x7fff));
      Value *sign = b.CreateAnd(yBits, intOf(yBits->getType(), 0x8000));
      Value *bits = b.CreateOr(magnitude, sign);
      return b.CreateBitCast(b.CreateTrunc(bits, integer), type);
    }
    return binary(in::copysign, x, y);
  case Op::Sqrt:
    return unary(in::sqrt, x);
  case Op::Floor:
    return unary(in::floor, x);
  case Op::Ceil:
    return unary(in::ceil, x);
  case Op::TruncToInt:
    return unary(in::trunc, x);
  case Op::RoundEven:
    return unary(imm & 1 ? in::rint : in::roundeven, x);
  case Op::Round:
    return unary(in::round, x);
  case Op::FNeg:
    return negated(x);
  case Op::FAbs:
    return negateIf(imm & 1, unary(in::fabs, x));
  case Op::Double: {
    if (imm % 4 == 3)
      return negated(x);
    static constexpr double factors[] = {2, 4, 0.5};
    return b.CreateFMul(x, floatOf(type, factors[imm % 4]));
  }
  case Op::Saturate: {
    // The clamp of a NaN is 0.
    llvm::Constant *zero = floatOf(type, 0), *one = floatOf(type, 1);
    if (!side.isHost())
      return withoutMinusZero(
          binary(in::minnum, binary(in::maxnum, canonical(element, x), zero), one));
    x = b.CreateSelect(b.CreateFCmpOGT(x, zero), x, zero);
    return b.CreateSelect(b.CreateFCmpOLT(x, one), x, one);
  }
  case Op::Fma:
    return arithmetic(Arithmetic::Fma, element, {x, y, z});
  case Op::NegFma:
    return arithmetic(
        Arithmetic::Fma, element,
        {negateIf(imm & 1, x), absIf(imm & 2, y), negateIf(imm & 4, absIf(imm & 8, z))});
  case Op::FMedian: {
    for (Value **each : {&x, &y, &z})
      *each = b.CreateSelect(isNan(*each), floatOf(type, 1), *each);
    if (!side.isHost() && !type->isVectorTy() && (element == Type::F32 || element == Type::F16))
      return withoutMinusZero(keptApart(ternary(in::amdgcn_fmed3, x, y, z)));
    const auto pick = [&](bool max, Value *p, Value *q) {
      return b.CreateSelect(max ? b.CreateFCmpOGT(p, q) : b.CreateFCmpOLT(p, q), p, q);
    };
    return withoutMinusZero(pick(true, pick(false, x, y), pick(false, pick(true, x, y), z)));
  }
  case Op::FExtreme3: {
    if (!side.isHost()) { // as for minnum
      const in::ID id = imm & 1 ? in::maxnum : in::minnum;
      return withoutMinusZero(keptApart(binary(
          id, binary(id, canonical(element, x), canonical(element, y)), canonical(element, z))));
    }
    const Op which = imm & 1 ? Op::MaxNum : Op::MinNum;
    return minMax(which, element, {minMax(which, element, {x, y}), z});
  }
  case Op::MulZeroWins: {
    // LLVM makes an ordinary product of it when one factor is a number other than 0, with its -0.
    if (!side.isHost())
      return withoutMinusZero(b.CreateIntrinsic(type, in::amdgcn_fmul_legacy, {x, y}));
    return withoutMinusZero(b.CreateSelect(eitherIsZero(), floatOf(type, 0), b.CreateFMul(x, y)));
  }
  case Op::FmaZeroWins: {
    if (side.isGfx11())
      return withoutMinusZero(b.CreateIntrinsic(type, in::amdgcn_fma_legacy, {x, y, z}));
    return withoutMinusZero(b.CreateSelect(eitherIsZero(), z, ternary(in::fma, x, y, z)));
  }
  case Op::FractOf:
    return fraction(element, x);
  case Op::FrexpMantissa:
    return b.CreateExtractValue(b.CreateIntrinsic(in::frexp, {type, b.getInt32Ty()}, {x}), 0);
  case Op::FrexpExponent: {
    Value *wide = widens(element) ? widen(element, x) : x;
    Value *finite =
        b.CreateFCmpOLT(unary(in::fabs, wide), llvm::ConstantFP::getInfinity(wide->getType()));
    wide = b.CreateSelect(finite, wide, floatOf(wide->getType(), 1));
    return b.CreateExtractValue(
        b.CreateIntrinsic(in::frexp, {wide->getType(), b.getInt32Ty()}, {wide}), 1);
  }
  case Op::Ldexp: {
    // Exponents that matter rather than any.
    Value *exponent = imm & 3 ? b.CreateAShr(y, b.getInt32(22 + imm % 4)) : y;
    return inFloat(element, {x}, [&](Values wide) {
      return b.CreateIntrinsic(in::ldexp, {wide[0]->getType(), b.getInt32Ty()},
                               {wide[0], exponent});
    });
  }
  case Op::FmaMixed:
  case Op::FmaMixedHalf: {
    const auto extend = [&](Value *half) {
      return side.isHost() ? b.CreateFPTrunc(widen(Type::F16, half), b.getFloatTy())
                           : b.CreateFPExt(half, b.getFloatTy());
    };
    Value *sum = ternary(in::fma, negateIf(imm & 1, extend(x)), absIf(imm & 2, extend(y)), z);
    if (op == Op::FmaMixed)
      return sum;
    // LLVM 22 takes an addend of -0 for +0.
    return withoutMinusZero(side.isHost() ? narrow(Type::F16, b.CreateFPExt(sum, b.getDoubleTy()))
                                          : b.CreateFPTrunc(sum, b.getHalfTy()));
  }
  default:
    llvm_unreachable("not a floating-point operation");
  }
}

llvm::Value *OpEmitter::compare(const Stmt &stmt, Values v) {
  using Predicate = llvm::CmpInst::Predicate;
  const Type type = stmt.operands[0].type;
  if (stmt.op == Op::ICmp)
    return b.CreateICmp(static_cast<Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + stmt.imm % 10),
                        v[0], v[1]);
  if (stmt.op == Op::FClass)
    return floatClass(type, stmt.imm, v[0]);
  Value *x = flushedInput(type, v[0]), *y = flushedInput(type, v[1]);
  if (widens(type)) {
    x = widen(type, x);
    y = widen(type, y);
  }
  return b.CreateFCmp(static_cast<Predicate>(1 + stmt.imm % 14), x, y);
}

llvm::Value *OpEmitter::floatClass(Type type, uint64_t imm, Value *x) {
  // Quiet or signalling: no telling.
  uint32_t mask = imm & 0x3ff;
  mask = mask & 1 ? mask | 3 : mask & ~3u;
  if (!side.isHost())
    return b.createIsFPClass(x, mask);
  Value *bits = b.CreateBitCast(x, b.getIntNTy(info(type).bits));
  unsigned mantissaBits = 10;
  if (type != Type::F16)
    mantissaBits = type == Type::BF16 ? 7 : (type == Type::F32 ? 23 : 52);
  Value *its = callHost(
      "rockeFuzzClassOf", b.getInt32Ty(),
      {b.CreateZExt(bits, b.getInt64Ty()), b.getInt32(info(type).bits), b.getInt32(mantissaBits)});
  return b.CreateICmpNE(b.CreateAnd(its, b.getInt32(mask)), b.getInt32(0));
}

/// Whether one of the numbers that are compared may be selected.
static bool selectsCompared(const Stmt &stmt) {
  for (unsigned compared : {0, 1})
    for (unsigned arm : {2, 3}) {
      const Operand &x = stmt.operands[compared], &y = stmt.operands[arm];
      if (x.reg == y.reg && (x.reg >= 0 || x.bits == y.bits))
        return true;
    }
  return false;
}

llvm::Value *OpEmitter::compareSelect(const Stmt &stmt, Values v) {
  using Predicate = llvm::CmpInst::Predicate;
  auto ofFloats = static_cast<Predicate>(1 + stmt.imm % 14);
  // LLVM 22 takes one arm for the number that it equals, if the numbers are "one" or not "ueq".
  if ((ofFloats == Predicate::FCMP_ONE || ofFloats == Predicate::FCMP_UEQ) && selectsCompared(stmt))
    ofFloats = Predicate::FCMP_OLT;
  return elementwise(stmt.type, v, [&](Type element, Values p) {
    if (!isFloat(element))
      return b.CreateSelect(
          b.CreateICmp(static_cast<Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + stmt.imm % 10),
                       p[0], p[1]),
          p[2], p[3]);
    Value *x = flushedInput(element, p[0]), *y = flushedInput(element, p[1]);
    if (widens(element)) {
      x = widen(element, x);
      y = widen(element, y);
    }
    return b.CreateSelect(b.CreateFCmp(ofFloats, x, y), p[2], p[3]);
  });
}

} // namespace rocke::fuzz
