//===- OpEmitter.cpp - LLVM IR of single operations -----------------------===//
#include "OpEmitter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace rocke::fuzz {

llvm::Type *OpEmitter::storageType(Type type) const {
  llvm::Type *element = nullptr;
  switch (info(type).element) {
  case Type::F16:
    element = side.isHost() ? b.getInt16Ty() : b.getHalfTy();
    break;
  case Type::BF16:
    element = side.isHost() ? b.getInt16Ty() : b.getBFloatTy();
    break;
  case Type::F32:
    element = b.getFloatTy();
    break;
  case Type::F64:
    element = b.getDoubleTy();
    break;
  default:
    element = b.getIntNTy(info(type).bits);
    break;
  }
  return isVector(type) ? llvm::FixedVectorType::get(element, info(type).count) : element;
}

llvm::Value *OpEmitter::constant(Type type, uint64_t bits) const {
  const TypeInfo &layout = info(type);
  llvm::SmallVector<llvm::Constant *, 4> elements;
  for (unsigned i = 0; i < layout.count; ++i) {
    llvm::Type *element = storageType(layout.element);
    const llvm::APInt value(layout.bits, bits >> (i * layout.bits), false, /*implicitTrunc=*/true);
    elements.push_back(
        element->isIntegerTy()
            ? llvm::cast<llvm::Constant>(llvm::ConstantInt::get(element, value))
            : llvm::ConstantFP::get(element, llvm::APFloat(element->getFltSemantics(), value)));
  }
  return isVector(type) ? llvm::ConstantVector::get(elements) : elements.front();
}

llvm::Value *OpEmitter::elementwise(Type result, Values operands, Function function) {
  const Type element = info(result).element;
  if (!side.isHost() || !isVector(result))
    return function(element, operands);
  Value *vector = llvm::PoisonValue::get(storageType(result));
  for (unsigned i = 0; i < info(result).count; ++i) {
    llvm::SmallVector<Value *, 4> parts;
    for (Value *operand : operands)
      parts.push_back(operand->getType()->isVectorTy() ? b.CreateExtractElement(operand, i)
                                                       : operand);
    vector = b.CreateInsertElement(vector, function(element, parts), i);
  }
  return vector;
}

llvm::Value *OpEmitter::callHost(llvm::StringRef name, llvm::Type *result, Values arguments) {
  llvm::SmallVector<llvm::Type *, 4> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::Module &module = *b.GetInsertBlock()->getModule();
  return b.CreateCall(
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), arguments);
}

llvm::Value *OpEmitter::opaque(Value *value, bool stays) {
  if (side.isHost())
    return value;
  auto *type = llvm::FunctionType::get(value->getType(), {value->getType()}, false);
  return b.CreateCall(llvm::InlineAsm::get(type, "", "=v,0", /*hasSideEffects=*/stays), {value});
}

llvm::Value *OpEmitter::unknown(Value *value, bool uniform) {
  llvm::Type *type = value->getType();
  if (side.isHost() || type->isIntegerTy(1))
    return value;
  if (!uniform && type->getScalarSizeInBits() > 8)
    return opaque(value);
  // As a word or two.
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  llvm::Type *integer = b.getIntNTy(bits), *word = b.getIntNTy(std::max(bits, 32u));
  Value *words = opaque(b.CreateZExt(b.CreateBitCast(value, integer), word));
  if (uniform)
    words = b.CreateIntrinsic(llvm::Intrinsic::amdgcn_readfirstlane, {word}, {words});
  return b.CreateBitCast(b.CreateTrunc(words, integer), type);
}

llvm::Value *OpEmitter::widen(Type element, Value *bits) {
  return callHost(element == Type::F16 ? "rockeFuzzWidenF16" : "rockeFuzzWidenBf16",
                  b.getDoubleTy(), {b.CreateZExt(bits, b.getInt32Ty())});
}

llvm::Value *OpEmitter::narrow(Type element, Value *wide) {
  Value *bits = callHost(element == Type::F16 ? "rockeFuzzNarrowF16" : "rockeFuzzNarrowBf16",
                         b.getInt32Ty(), {wide});
  return b.CreateTrunc(bits, b.getInt16Ty());
}

llvm::Value *OpEmitter::inFloat(Type element, Values operands,
                                llvm::function_ref<Value *(Values)> function) {
  if (!widens(element))
    return function(operands);
  llvm::SmallVector<Value *, 4> wide;
  for (Value *operand : operands)
    wide.push_back(widen(element, operand));
  return narrow(element, function(wide));
}

llvm::Value *OpEmitter::flushed(Type element, Value *value, bool yes) {
  if (!yes || !side.isHost())
    return value;
  const unsigned bits = info(element).bits;
  llvm::Type *integer = b.getIntNTy(bits);
  const uint64_t sign = uint64_t{1} << (bits - 1);
  Value *word = b.CreateBitCast(value, integer);
  Value *exponent = b.CreateAnd(word, intOf(integer, infinityOf(element)));
  Value *zero = b.CreateAnd(word, intOf(integer, sign));
  word = b.CreateSelect(b.CreateICmpEQ(exponent, intOf(integer, 0)), zero, word);
  return b.CreateBitCast(word, value->getType());
}

llvm::Value *OpEmitter::arithmetic(Arithmetic operation, Type element, Values v) {
  if (!side.isHost() || modes.of(element).rounding == 0) {
    switch (operation) {
    case Arithmetic::Add:
      return b.CreateFAdd(v[0], v[1]);
    case Arithmetic::Subtract: {
      // LLVM 22 takes 0 - x for -x where the result is a factor.
      return opaque(b.CreateFSub(v[0], v[1]));
    }
    case Arithmetic::Multiply:
      return b.CreateFMul(v[0], v[1]);
    case Arithmetic::Fma:
      return ternary(llvm::Intrinsic::fma, v[0], v[1], v[2]);
    case Arithmetic::Convert:
      return v[0];
    }
  }
  llvm::Type *f64 = b.getDoubleTy();
  llvm::SmallVector<Value *, 6> arguments = {b.getInt32(static_cast<uint32_t>(operation)),
                                             b.getInt32(info(element).bits),
                                             b.getInt32(modes.of(element).rounding)};
  for (unsigned i = 0; i < 3; ++i)
    arguments.push_back(i < v.size() ? b.CreateFPCast(v[i], f64) : floatOf(f64, 0));
  Value *result = callHost("rockeFuzzRounded", f64, arguments);
  return operation == Arithmetic::Convert ? result : b.CreateFPCast(result, v[0]->getType());
}

llvm::Value *OpEmitter::canonical(Type type, Value *value) {
  if (!isFloat(type))
    return value;
  // As integers: LLVM knows that a selection between NaNs selects nothing.
  const unsigned width = info(type).bits;
  llvm::Type *integer = b.getIntNTy(width);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType()))
    integer = llvm::FixedVectorType::get(integer, vector->getNumElements());
  const uint64_t infinity = infinityOf(info(type).element);
  const uint64_t quiet = infinity | ((infinity & -infinity) >> 1);
  const uint64_t sign = uint64_t{1} << (width - 1);
  Value *bits = b.CreateBitCast(value, integer);
  Value *magnitude = b.CreateAnd(bits, intOf(integer, ~sign));
  Value *nan = b.CreateICmpUGT(magnitude, intOf(integer, infinity));
  bits = b.CreateSelect(nan, intOf(integer, quiet), bits);
  return b.CreateBitCast(bits, value->getType());
}

llvm::Value *OpEmitter::ordered(Type type, Value *value) {
  return elementwise(type, {value}, [&](Type element, Values v) {
    return inFloat(element, v, [&](Values x) {
      Value *number = b.CreateSelect(isNan(x[0]), floatOf(x[0]->getType(), 1), x[0]);
      return b.CreateFAdd(number, floatOf(x[0]->getType(), 0));
    });
  });
}

llvm::Value *OpEmitter::bitsOf(Type type, Value *value) {
  return b.CreateBitCast(canonical(type, value), b.getIntNTy(info(type).bits * info(type).count));
}

llvm::Value *OpEmitter::fromBits(Type type, Value *bits) {
  return b.CreateBitCast(bits, storageType(type));
}

llvm::Value *OpEmitter::compute(const Stmt &stmt, Values v) {
  switch (stmt.op) {
  case Op::AddOverflow:
  case Op::SubOverflow:
  case Op::MulOverflow:
    return withOverflow(stmt.op, stmt.imm, v);
  case Op::SMulAddWide:
  case Op::UMulAddWide:
  case Op::UMul24Add:
  case Op::SMul24Add:
  case Op::QuadSumAbsDiff:
  case Op::MaskedQuadSumAbsDiff:
  case Op::BytePermute:
  case Op::AlignByte:
  case Op::SumAbsDiff8:
  case Op::SumAbsDiff8High:
  case Op::MaskedSumAbsDiff8:
  case Op::SumAbsDiff16:
  case Op::Lerp8:
  case Op::UBitFieldDynamic:
  case Op::SBitFieldDynamic:
    return dword(stmt.op, stmt.imm, v);
  case Op::SDot4:
  case Op::UDot4:
  case Op::SUDot4:
  case Op::SDot8:
  case Op::UDot8:
  case Op::SDot2:
  case Op::UDot2:
    return dot(stmt.op, stmt.imm, v);
  case Op::MaskedSumAbsDiff8Wide:
  case Op::BitOp3:
  case Op::ShiftPackSigned:
  case Op::ShiftPackUnsigned:
  case Op::LeadingSigns:
  case Op::RandomStep:
    return machineInteger(stmt.op, stmt.imm, v);
  case Op::FDot2Half:
  case Op::FDot2HalfToSingle:
  case Op::FDot2Bf16:
  case Op::FDot2Bf16ToSingle:
    return floatDot(stmt, v);
  case Op::Float8ToSingle:
  case Op::Float8PairToSingles:
  case Op::SinglesToFloat8Pair:
    return float8(stmt, v);
  case Op::SPack16:
  case Op::UPack16:
  case Op::PackRoundToZero:
    return pack(stmt.op, v);
  case Op::ICmp:
  case Op::FCmp:
  case Op::FClass:
    return compare(stmt, v);
  case Op::PredAnd:
    return b.CreateAnd(v[0], v[1]);
  case Op::PredOr:
    return b.CreateOr(v[0], v[1]);
  case Op::PredXor:
    return b.CreateXor(v[0], v[1]);
  case Op::PredAndNot:
    return b.CreateAnd(v[0], b.CreateNot(v[1]));
  case Op::PredNot:
    return b.CreateNot(v[0]);
  case Op::Select:
    return b.CreateSelect(v[0], v[1], v[2]);
  case Op::CompareSelect:
    return compareSelect(stmt, v);
  case Op::Build:
  case Op::Extract:
  case Op::ExtractDynamic:
  case Op::Insert:
  case Op::InsertDynamic:
  case Op::Shuffle:
    return vector(stmt, v);
  case Op::FrexpExponent:
  case Op::Ldexp:
  case Op::FmaMixed:
  case Op::FmaMixedHalf:
    return floating(stmt.op, stmt.imm, stmt.operands[0].type, v);
  default:
    break;
  }
  if (stmt.op >= Op::ZExtPred)
    return convert(stmt, v);
  return elementwise(stmt.type, v, [&](Type element, Values parts) {
    return elementOperation(stmt, element, parts);
  });
}

/// Of integers or floats of one type.
llvm::Value *OpEmitter::elementOperation(const Stmt &stmt, Type element, Values parts) {
  if (!isFloat(element))
    return integer(stmt.op, stmt.imm, parts);
  const bool onBits = stmt.op == Op::FNeg || stmt.op == Op::FAbs || stmt.op == Op::CopySign;
  const auto operate = [&](Values operands, llvm::function_ref<Value *(Values)> function) {
    llvm::SmallVector<Value *, 4> inputs(operands);
    for (Value *&input : inputs)
      input = onBits ? input : flushedInput(element, input);
    Value *result = inFloat(element, inputs, function);
    // Nor does it care for the zero of a bf16.
    if (element == Type::BF16 &&
        (stmt.op == Op::FAdd || stmt.op == Op::FSub || stmt.op == Op::MulThenAdd))
      result = withoutMinusZero(result);
    return onBits ? result : flushedOutput(element, result);
  };
  if (stmt.op != Op::MulThenAdd)
    return operate(parts, [&](Values x) { return floating(stmt.op, stmt.imm, element, x); });
  // Two operations, each of which rounds.
  Value *product = operate(parts.take_front(2),
                           [&](Values x) { return arithmetic(Arithmetic::Multiply, element, x); });
  return operate({product, parts[2]}, [&](Values x) {
    return stmt.imm & 1 ? arithmetic(Arithmetic::Subtract, element, {x[1], x[0]})
                        : arithmetic(Arithmetic::Add, element, x);
  });
}

} // namespace rocke::fuzz
