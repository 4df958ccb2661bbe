//===- EmitInteger.cpp - LLVM IR of integer operations --------------------===//
#include "OpEmitter.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

/// x | y. LLVM 22 takes an or of a dword with -1 for the dword when it finds the -1 late, in one
/// half of a wider operation (llvm/llvm-project#189677); of single dwords it finds it early.
llvm::Value *OpEmitter::orOf(Value *x, Value *y) {
  llvm::Type *type = x->getType();
  if (side.isHost() || type->getPrimitiveSizeInBits() != 64)
    return b.CreateOr(x, y);
  auto *dwords = llvm::FixedVectorType::get(b.getInt32Ty(), 2);
  Value *left = b.CreateBitCast(x, dwords), *right = b.CreateBitCast(y, dwords);
  Value *result = llvm::PoisonValue::get(dwords);
  for (unsigned i = 0; i < 2; ++i)
    result = b.CreateInsertElement(
        result, b.CreateOr(b.CreateExtractElement(left, i), b.CreateExtractElement(right, i)), i);
  return b.CreateBitCast(result, type);
}

/// LLVM 22 takes a byte that is shifted down arithmetically in 16 bits for one that is
/// sign-extended to 32 bits, which gfx9's SDWA does.
llvm::Value *OpEmitter::sixteenBits(Value *value) {
  return side.isGfx9() && value->getType()->isIntegerTy(16) ? opaque(value) : value;
}

llvm::Value *OpEmitter::integer(Op op, uint64_t imm, Values v) {
  Value *x = v[0], *y = v.size() > 1 ? v[1] : nullptr, *z = v.size() > 2 ? v[2] : nullptr;
  llvm::Type *type = x->getType();
  const unsigned bits = type->getScalarSizeInBits();
  const auto amount = [&](Value *value) { return b.CreateAnd(value, intOf(type, bits - 1)); };
  // Nothing traps: no division by 0, and none of the smallest number by -1.
  const auto divisor = [&](bool isSigned) {
    Value *bad = b.CreateICmpEQ(y, intOf(type, 0));
    if (isSigned)
      bad = b.CreateOr(bad, b.CreateICmpEQ(y, intOf(type, ~uint64_t{0})));
    Value *good = b.CreateSelect(bad, intOf(type, 3), y);
    // LLVM 22 divides by way of f32 when it knows of 24 bits, which is one too many.
    const bool known = side.isHost() || llvm::isa<llvm::Constant>(good) || bits < 32;
    return known ? good : opaque(good);
  };
  const auto multiplyHigh = [&](bool isSigned) {
    llvm::Type *wide = type->getExtendedType();
    Value *product = isSigned ? b.CreateMul(b.CreateSExt(x, wide), b.CreateSExt(y, wide))
                              : b.CreateMul(b.CreateZExt(x, wide), b.CreateZExt(y, wide));
    return b.CreateTrunc(b.CreateLShr(product, intOf(wide, bits)), type);
  };
  const unsigned fieldShift = static_cast<unsigned>(imm % bits);
  const unsigned fieldWidth = 1 + static_cast<unsigned>((imm >> 8) % (bits - fieldShift));

  switch (op) {
  case Op::Add:
    return b.CreateAdd(x, y);
  case Op::Sub:
    return b.CreateSub(x, y);
  case Op::Mul:
    return b.CreateMul(x, y);
  case Op::And:
    return b.CreateAnd(x, y);
  case Op::Or:
    return orOf(x, y);
  case Op::Xor:
    return imm & 1 ? b.CreateNot(b.CreateXor(x, y)) : b.CreateXor(x, y);
  case Op::AndNot:
    return imm & 1 ? b.CreateNot(b.CreateAnd(x, y)) : b.CreateAnd(x, b.CreateNot(y));
  case Op::OrNot:
    return imm & 1 ? b.CreateNot(orOf(x, y)) : orOf(x, b.CreateNot(y));
  case Op::Shl:
    return b.CreateShl(x, amount(y));
  case Op::LShr:
    return b.CreateLShr(x, amount(y));
  case Op::AShr:
    return sixteenBits(b.CreateAShr(x, amount(y)));
  case Op::UMin:
    return binary(in::umin, x, y);
  case Op::UMax:
    return binary(in::umax, x, y);
  case Op::SMin:
    return binary(in::smin, x, y);
  case Op::SMax:
    return binary(in::smax, x, y);
  case Op::UAddSat:
    return binary(in::uadd_sat, x, y);
  case Op::USubSat:
    return binary(in::usub_sat, x, y);
  case Op::SAddSat:
    return binary(in::sadd_sat, x, y);
  case Op::SSubSat:
    return binary(in::ssub_sat, x, y);
  case Op::UDiv:
    return b.CreateUDiv(x, divisor(false));
  case Op::URem:
    return b.CreateURem(x, divisor(false));
  case Op::SDiv:
    return b.CreateSDiv(x, divisor(true));
  case Op::SRem:
    return b.CreateSRem(x, divisor(true));
  case Op::UMulHigh:
    return multiplyHigh(false);
  case Op::SMulHigh:
    return multiplyHigh(true);
  case Op::AbsDiff:
    // LLVM 22 takes the difference from a constant of several dwords or elements for one of signed
    // numbers.
    if (!side.isHost() && (type->isVectorTy() || bits == 64) && bits > 8)
      for (Value **each : {&x, &y})
        *each = opaque(*each);
    return b.CreateSub(binary(in::umax, x, y), binary(in::umin, x, y));
  case Op::Not:
    return b.CreateNot(x);
  case Op::Abs:
    return b.CreateIntrinsic(in::abs, {type}, {x, b.getFalse()});
  case Op::PopCount:
    return unary(in::ctpop, x);
  case Op::LeadingZeros:
    return b.CreateIntrinsic(in::ctlz, {type}, {x, b.getFalse()});
  case Op::TrailingZeros:
    return b.CreateIntrinsic(in::cttz, {type}, {x, b.getFalse()});
  case Op::BitReverse:
    return unary(in::bitreverse, x);
  case Op::ByteSwap:
    return unary(in::bswap, x);
  case Op::BitField:
    return b.CreateAnd(b.CreateLShr(x, intOf(type, fieldShift)),
                       intOf(type, ~uint64_t{0} >> (64 - fieldWidth)));
  case Op::SignedBitField:
    return sixteenBits(b.CreateAShr(b.CreateShl(x, intOf(type, bits - fieldWidth - fieldShift)),
                                    intOf(type, bits - fieldWidth)));
  case Op::FunnelLeft:
    return ternary(in::fshl, x, y, z);
  case Op::FunnelRight:
    return ternary(in::fshr, x, y, z);
  case Op::MulAdd:
    return imm & 1 ? b.CreateSub(z, b.CreateMul(x, y)) : b.CreateAdd(b.CreateMul(x, y), z);
  case Op::Add3:
    return b.CreateAdd(b.CreateAdd(x, y), z);
  case Op::ShlAdd:
    return b.CreateAdd(b.CreateShl(x, amount(imm & 1 ? intOf(type, imm >> 1) : y)), z);
  case Op::AddShl:
    return b.CreateShl(b.CreateAdd(x, y), amount(z));
  case Op::ShlOr:
    return orOf(b.CreateShl(x, amount(y)), z);
  case Op::AndOr:
    return imm & 1 ? orOf(orOf(x, y), z) : orOf(b.CreateAnd(x, y), z);
  case Op::XorAdd:
    return imm & 1 ? b.CreateXor(b.CreateXor(x, y), z) : b.CreateAdd(b.CreateXor(x, y), z);
  case Op::BitSelect:
    return orOf(b.CreateAnd(x, y), b.CreateAnd(b.CreateNot(x), z));
  case Op::Median: {
    const auto lower = imm & 1 ? in::smin : in::umin, upper = imm & 1 ? in::smax : in::umax;
    return binary(upper, binary(lower, x, y), binary(lower, binary(upper, x, y), z));
  }
  case Op::Extreme3: {
    static constexpr in::ID ids[] = {in::smin, in::smax, in::umin, in::umax};
    const in::ID id = ids[imm % 4];
    return binary(id, binary(id, x, y), z);
  }
  case Op::Clamp: {
    const auto lower = imm & 1 ? in::smin : in::umin, upper = imm & 1 ? in::smax : in::umax;
    return imm & 2 ? binary(lower, binary(upper, x, y), z) : binary(upper, binary(lower, x, y), z);
  }
  default:
    llvm_unreachable("not an integer operation");
  }
}

llvm::Value *OpEmitter::withOverflow(Op op, uint64_t imm, Values v) {
  const bool isSigned = imm & 1;
  in::ID id = isSigned ? in::sadd_with_overflow : in::uadd_with_overflow;
  if (op == Op::SubOverflow)
    id = isSigned ? in::ssub_with_overflow : in::usub_with_overflow;
  else if (op == Op::MulOverflow)
    id = isSigned ? in::smul_with_overflow : in::umul_with_overflow;
  // LLVM 22 adds up three upper halves with the carry of the lower ones, and takes the carry of
  // two.
  const bool splits = !isSigned && v[0]->getType()->isIntegerTy(64);
  Value *x = splits ? opaque(v[0]) : v[0], *y = splits ? opaque(v[1]) : v[1];
  Value *pair = b.CreateBinaryIntrinsic(id, x, y);
  return b.CreateSelect(b.CreateExtractValue(pair, 1), v[2], b.CreateExtractValue(pair, 0));
}

llvm::Value *OpEmitter::dword(Op op, uint64_t imm, Values v) {
  llvm::Type *i32 = b.getInt32Ty(), *i64 = b.getInt64Ty();
  const auto sext24 = [&](Value *x) {
    return b.CreateAShr(b.CreateShl(x, intOf(i32, 8)), intOf(i32, 8));
  };
  const auto zext24 = [&](Value *x) { return b.CreateAnd(x, intOf(i32, 0xffffff)); };
  struct Machine {
    in::ID id;
    const char *host;
  };
  Machine machine{};
  switch (op) {
  case Op::SMulAddWide:
    return b.CreateAdd(b.CreateMul(b.CreateSExt(v[0], i64), b.CreateSExt(v[1], i64)), v[2]);
  case Op::UMulAddWide:
    return b.CreateAdd(b.CreateMul(b.CreateZExt(v[0], i64), b.CreateZExt(v[1], i64)), v[2]);
  case Op::UMul24Add:
    return b.CreateAdd(b.CreateMul(zext24(v[0]), zext24(v[1])), v[2]);
  case Op::SMul24Add:
    return b.CreateAdd(b.CreateMul(sext24(v[0]), sext24(v[1])), v[2]);
  case Op::QuadSumAbsDiff:
    machine = {in::amdgcn_qsad_pk_u16_u8, "rockeFuzzQuadSumAbsDiff"};
    break;
  case Op::MaskedQuadSumAbsDiff:
    machine = {in::amdgcn_mqsad_pk_u16_u8, "rockeFuzzMaskedQuadSumAbsDiff"};
    break;
  case Op::BytePermute:
    machine = {in::amdgcn_perm, "rockeFuzzBytePermute"};
    break;
  case Op::AlignByte:
    machine = {in::amdgcn_alignbyte, "rockeFuzzAlignByte"};
    break;
  case Op::SumAbsDiff8:
    machine = {in::amdgcn_sad_u8, "rockeFuzzSumAbsDiff8"};
    break;
  case Op::SumAbsDiff8High:
    machine = {in::amdgcn_sad_hi_u8, "rockeFuzzSumAbsDiff8High"};
    break;
  case Op::MaskedSumAbsDiff8:
    machine = {in::amdgcn_msad_u8, "rockeFuzzMaskedSumAbsDiff8"};
    break;
  case Op::SumAbsDiff16:
    machine = {in::amdgcn_sad_u16, "rockeFuzzSumAbsDiff16"};
    break;
  case Op::Lerp8:
    machine = {in::amdgcn_lerp, "rockeFuzzLerp8"};
    break;
  case Op::UBitFieldDynamic:
    machine = {in::amdgcn_ubfe, "rockeFuzzUBitField"};
    break;
  case Op::SBitFieldDynamic:
    machine = {in::amdgcn_sbfe, "rockeFuzzSBitField"};
    break;
  default:
    llvm_unreachable("not an operation on dwords");
  }
  if (side.isHost())
    return callHost(machine.host, v[2]->getType(), v);
  if (op == Op::UBitFieldDynamic || op == Op::SBitFieldDynamic) {
    // LLVM 22 folds a constant offset or width as if all its bits mattered.
    const auto field = [&](Value *value) {
      return imm & 1 ? b.CreateAnd(value, b.getInt32(31)) : opaque(value);
    };
    return b.CreateIntrinsic(machine.id, {i32}, {v[0], field(v[1]), field(v[2])});
  }
  return b.CreateIntrinsic(v[2]->getType(), machine.id, v);
}

llvm::Value *OpEmitter::dot(Op op, uint64_t imm, Values v) {
  const bool clamp = imm & 1, firstSigned = imm & 2, secondSigned = imm & 4;
  Value *clampFlag = b.getInt1(clamp);
  llvm::Type *i32 = b.getInt32Ty(), *i64 = b.getInt64Ty();
  // The instructions that a GPU lacks are spelt out for it.
  const bool ofHalves = op == Op::SDot2 || op == Op::UDot2;
  if (!side.isHost() && (hasDots || ofHalves)) {
    switch (op) {
    case Op::UDot4:
      return b.CreateIntrinsic(i32, in::amdgcn_udot4, {v[0], v[1], v[2], clampFlag});
    case Op::UDot8:
      return b.CreateIntrinsic(i32, in::amdgcn_udot8, {v[0], v[1], v[2], clampFlag});
    case Op::SUDot4:
      if (side.isGfx11())
        return b.CreateIntrinsic(
            i32, in::amdgcn_sudot4,
            {b.getInt1(firstSigned), v[0], b.getInt1(secondSigned), v[1], v[2], clampFlag});
      break;
    case Op::SDot4:
      if (side.isGfx9())
        return b.CreateIntrinsic(i32, in::amdgcn_sdot4, {v[0], v[1], v[2], clampFlag});
      break;
    case Op::SDot8:
      if (side.isGfx9())
        return b.CreateIntrinsic(i32, in::amdgcn_sdot8, {v[0], v[1], v[2], clampFlag});
      break;
    default:
      if (side.isGfx9())
        return b.CreateIntrinsic(i32, op == Op::SDot2 ? in::amdgcn_sdot2 : in::amdgcn_udot2,
                                 {v[0], v[1], v[2], clampFlag});
      break;
    }
  }
  const bool isSigned = op == Op::SDot2 || op == Op::SDot4 || op == Op::SDot8;
  const bool mixed = op == Op::SUDot4;
  unsigned bits = 16;
  if (op == Op::SDot4 || op == Op::UDot4 || mixed)
    bits = 8;
  else if (op == Op::SDot8 || op == Op::UDot8)
    bits = 4;
  const bool resultSigned = isSigned || mixed;
  // The sum of the products fits 32 bits if the elements have 8 or 4. Adding up in 64 bits would
  // not do: LLVM 22 makes a 32-bit v_dot4 of that.
  llvm::Type *type = bits == 16 ? i64 : i32;
  const auto extend = [&](Value *value, bool extendSigned) {
    return extendSigned ? b.CreateSExt(value, type) : b.CreateZExt(value, type);
  };
  const auto element = [&](Value *word, unsigned i, bool extendSigned) {
    return extend(b.CreateTrunc(b.CreateLShr(word, intOf(i32, i * bits)), b.getIntNTy(bits)),
                  extendSigned);
  };
  Value *x = b.CreateBitCast(v[0], i32), *y = b.CreateBitCast(v[1], i32);
  // LLVM 22 makes a v_dot4 of this that takes in what is added before or after, but not rightly.
  Value *sum = intOf(type, 0);
  for (unsigned i = 0; i < 32 / bits; ++i)
    sum = b.CreateAdd(sum, b.CreateMul(element(x, i, mixed ? firstSigned : isSigned),
                                       element(y, i, mixed ? secondSigned : isSigned)));
  if (type == i32) {
    Value *addend = opaque(v[2]);
    if (!clamp)
      return opaque(b.CreateAdd(sum, addend));
    return opaque(binary(resultSigned ? in::sadd_sat : in::uadd_sat, sum, addend));
  }
  sum = b.CreateAdd(sum, extend(v[2], resultSigned));
  if (clamp && resultSigned)
    sum = binary(in::smax, binary(in::smin, sum, intOf(i64, 0x7fffffff)),
                 intOf(i64, static_cast<uint64_t>(INT64_C(-0x80000000))));
  else if (clamp)
    sum = binary(in::umin, sum, intOf(i64, 0xffffffff));
  return b.CreateTrunc(sum, i32);
}

llvm::Value *OpEmitter::pack(Op op, Values v) {
  if (!side.isHost()) {
    const in::ID id = op == Op::SPack16   ? in::amdgcn_cvt_pk_i16
                      : op == Op::UPack16 ? in::amdgcn_cvt_pk_u16
                                          : in::amdgcn_cvt_pkrtz;
    if (op != Op::PackRoundToZero)
      return b.CreateIntrinsic(storageType(Type::I16x2), id, v);
    // LLVM 22 folds this for constants, and loses a -0 in the upper half of the pair.
    return b.CreateIntrinsic(storageType(Type::F16x2), id, {opaque(v[0]), opaque(v[1])});
  }
  llvm::Type *i16 = b.getInt16Ty();
  Value *pair = llvm::PoisonValue::get(llvm::FixedVectorType::get(i16, 2));
  for (unsigned i = 0; i < 2; ++i) {
    Value *element = v[i];
    if (op == Op::PackRoundToZero)
      element = callHost("rockeFuzzNarrowF16ToZero", b.getInt32Ty(), {element});
    else if (op == Op::SPack16)
      element = binary(in::smax, binary(in::smin, element, b.getInt32(0x7fff)),
                       b.getInt32(static_cast<uint32_t>(-0x8000)));
    else
      element = binary(in::umin, element, b.getInt32(0xffff));
    pair = b.CreateInsertElement(pair, b.CreateTrunc(element, i16), i);
  }
  return pair;
}

} // namespace rocke::fuzz
