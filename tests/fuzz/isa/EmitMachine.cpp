//===- EmitMachine.cpp - LLVM IR of what some GPUs have instructions for --===//
#include "OpEmitter.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

llvm::Value *OpEmitter::machineInteger(Op op, uint64_t imm, Values v) {
  llvm::Type *i32 = b.getInt32Ty(), *i16 = b.getInt16Ty();
  const bool isGfx950 = !side.isHost() && side.family() == Family::Gfx950;
  switch (op) {
  case Op::MaskedSumAbsDiff8Wide: {
    // Four sums, each starting from a number of its own, as one.
    Value *result = b.getInt32(0);
    const auto start = [&](unsigned i) { return b.CreateAdd(v[2], b.getInt32(i * 0x01234567)); };
    const auto add = [&](Value *sum) {
      result = b.CreateAdd(b.CreateMul(result, b.getInt32(31)), sum);
    };
    if (side.isHost()) {
      for (unsigned i = 0; i < 4; ++i) {
        Value *bytes = b.CreateTrunc(b.CreateLShr(v[0], 8 * i), i32);
        add(callHost("rockeFuzzMaskedSumAbsDiff8", i32, {bytes, v[1], start(i)}));
      }
      return result;
    }
    llvm::Type *type = llvm::FixedVectorType::get(i32, 4);
    Value *sums = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < 4; ++i)
      sums = b.CreateInsertElement(sums, start(i), i);
    sums = b.CreateIntrinsic(type, in::amdgcn_mqsad_u32_u8, {v[0], v[1], sums});
    for (unsigned i = 0; i < 4; ++i)
      add(b.CreateExtractElement(sums, i));
    return result;
  }
  case Op::BitOp3: {
    const auto table = static_cast<uint32_t>(imm & 0xff);
    if (isGfx950)
      return b.CreateIntrinsic(in::amdgcn_bitop3, {i32}, {v[0], v[1], v[2], b.getInt32(table)});
    Value *result = b.getInt32(0);
    for (unsigned row = 0; row < 8; ++row) {
      if (!(table >> row & 1))
        continue;
      Value *term = b.getInt32(~0u);
      for (unsigned i = 0; i < 3; ++i) // the first operand is the row number's highest bit
        term = b.CreateAnd(term, row >> (2 - i) & 1 ? v[i] : b.CreateNot(v[i]));
      result = b.CreateOr(result, term);
    }
    return result;
  }
  case Op::ShiftPackSigned:
  case Op::ShiftPackUnsigned: {
    const bool isSigned = op == Op::ShiftPackSigned;
    Value *amount = b.CreateAnd(v[2], b.getInt32(31));
    if (isGfx950)
      return b.CreateIntrinsic(i16,
                               isSigned ? in::amdgcn_ashr_pk_i8_i32 : in::amdgcn_ashr_pk_u8_i32,
                               {v[0], v[1], amount});
    Value *result = b.getInt32(0);
    for (unsigned i = 0; i < 2; ++i) {
      Value *shifted = b.CreateAShr(v[i], amount);
      shifted = binary(in::smin, shifted, b.getInt32(isSigned ? 127 : 255));
      shifted = binary(in::smax, shifted, b.getInt32(isSigned ? static_cast<uint32_t>(-128) : 0));
      result = b.CreateOr(result, b.CreateShl(b.CreateAnd(shifted, b.getInt32(0xff)), 8 * i));
    }
    return b.CreateTrunc(result, i16);
  }
  case Op::LeadingSigns: {
    if (!side.isHost())
      return b.CreateIntrinsic(in::amdgcn_sffbh, {i32}, {v[0]});
    // The first bit from the top that differs from the sign; all ones if none does.
    Value *flipped = b.CreateXor(v[0], b.CreateAShr(v[0], 31));
    Value *zeros = b.CreateIntrinsic(in::ctlz, {i32}, {flipped, b.getFalse()});
    return b.CreateSelect(b.CreateICmpEQ(flipped, b.getInt32(0)), b.getInt32(~0u), zeros);
  }
  default: { // RandomStep: a shift register with feedback
    if (isGfx950)
      return b.CreateIntrinsic(i32, in::amdgcn_prng_b32, {v[0]});
    Value *top = b.CreateICmpSLT(v[0], b.getInt32(0));
    return b.CreateXor(b.CreateShl(v[0], 1), b.CreateSelect(top, b.getInt32(197), b.getInt32(0)));
  }
  }
}

/// Starts from the third operand and adds the products in turn, each with one rounding to f32
/// (docs/simulator.md, "Choices"), then rounds to the result's type.
llvm::Value *OpEmitter::floatDot(const Stmt &stmt, Values v) {
  const Type element = info(stmt.operands[0].type).element, to = stmt.type;
  const bool isHalf = element == Type::F16, toSingle = to == Type::F32;
  const auto finish = [&](Value *result) {
    return to == Type::F16 ? withoutMinusZero(result) : result;
  };
  in::ID id = in::not_intrinsic;
  if (isHalf && toSingle)
    id = in::amdgcn_fdot2;
  else if (isHalf && side.isGfx11())
    id = in::amdgcn_fdot2_f16_f16;
  else if (!isHalf && !toSingle && side.isGfx11())
    id = in::amdgcn_fdot2_bf16_bf16;
  else if (!isHalf && toSingle && side.family() != Family::Gfx942)
    id = in::amdgcn_fdot2_f32_bf16;
  if (id != in::not_intrinsic && !side.isHost()) {
    llvm::SmallVector<Value *, 4> arguments(v);
    if (toSingle)
      arguments.push_back(b.getFalse()); // no clamp
    else // no absolute values: the manuals do not say what they are of a pair
      arguments = {opaque(v[0]), opaque(v[1]), v[2]};
    return finish(b.CreateIntrinsic(storageType(to), id, arguments));
  }
  llvm::Type *f32 = b.getFloatTy();
  const auto single = [&](Type type, Value *value) {
    return b.CreateFPCast(widens(type) ? widen(type, value) : value, f32);
  };
  Value *sum = single(to, v[2]);
  for (unsigned i = 0; i < 2; ++i)
    sum = ternary(in::fma, single(element, b.CreateExtractElement(v[0], i)),
                  single(element, b.CreateExtractElement(v[1], i)), sum);
  if (widens(to)) {
    Value *bits = narrow(to, b.CreateFPExt(sum, b.getDoubleTy()));
    if (to == Type::F16)
      bits = b.CreateSelect(b.CreateICmpEQ(bits, b.getInt16(0x8000)), b.getInt16(0), bits);
    return bits;
  }
  return finish(b.CreateFPCast(sum, storageType(to)));
}

/// 8-bit floats, where the GPU has them; something else in their place where it does not.
llvm::Value *OpEmitter::float8(const Stmt &stmt, Values v) {
  const uint64_t imm = stmt.imm;
  const bool bf8 = imm & 1;
  const unsigned byte = imm >> 1 & 3;
  const bool high = byte & 1;
  llvm::Type *f32 = b.getFloatTy(), *i32 = b.getInt32Ty();
  const bool has = side.family() != Family::Gfx11, ocp = side.family() == Family::Gfx950;
  Value *format = b.getInt32((bf8 ? 1u : 0u) | (ocp ? 2u : 0u));
  const auto fromByte = [&](unsigned index) -> Value * {
    Value *bits = b.CreateAnd(b.CreateLShr(v[0], 8 * index), b.getInt32(0xff));
    return has ? callHost("rockeFuzzFloat8ToSingle", f32, {bits, format})
               : b.CreateUIToFP(bits, f32);
  };
  switch (stmt.op) {
  case Op::Float8ToSingle:
    if (!has || side.isHost())
      return fromByte(byte);
    return b.CreateIntrinsic(f32, bf8 ? in::amdgcn_cvt_f32_bf8 : in::amdgcn_cvt_f32_fp8,
                             {v[0], b.getInt32(byte)});
  case Op::Float8PairToSingles: {
    llvm::Type *pair = llvm::FixedVectorType::get(f32, 2);
    if (has && !side.isHost())
      return b.CreateIntrinsic(pair, bf8 ? in::amdgcn_cvt_pk_f32_bf8 : in::amdgcn_cvt_pk_f32_fp8,
                               {v[0], b.getInt1(high)});
    Value *result = llvm::PoisonValue::get(pair);
    for (unsigned i = 0; i < 2; ++i)
      result = b.CreateInsertElement(result, fromByte((high ? 2 : 0) + i), i);
    return result;
  }
  default: {
    // The sign of a NaN is in the result.
    Value *first = canonical(Type::F32, v[0]), *second = canonical(Type::F32, v[1]);
    if (has && !side.isHost())
      return b.CreateIntrinsic(i32, bf8 ? in::amdgcn_cvt_pk_bf8_f32 : in::amdgcn_cvt_pk_fp8_f32,
                               {first, second, v[2], b.getInt1(high)});
    Value *result = b.CreateAnd(v[2], b.getInt32(high ? 0x0000ffff : 0xffff0000));
    for (unsigned i = 0; i < 2; ++i) {
      Value *bits = has ? callHost("rockeFuzzSingleToFloat8", i32, {i ? second : first, format})
                        : b.CreateLShr(bitsOf(Type::F32, i ? second : first), 24);
      result = b.CreateOr(result, b.CreateShl(bits, 8 * i + (high ? 16 : 0)));
    }
    return result;
  }
  }
}

} // namespace rocke::fuzz
