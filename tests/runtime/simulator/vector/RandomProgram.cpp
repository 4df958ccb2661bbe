//===- RandomProgram.cpp - Random LLVM IR for two targets ------------------===//
#include "RandomProgram.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <array>
#include <map>
#include <vector>

namespace rocke::sim::test {

namespace {

using llvm::Type;
using llvm::Value;
using llvm::Intrinsic::ID;

uint64_t nextRandom(uint64_t &state) { // splitmix64
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

class Generator {
public:
  Generator(llvm::IRBuilder<> &builder, const ProgramSpec &spec, bool host)
      : b(builder), kind(spec.kind), steps(spec.steps), newestOnly(spec.newestOnly),
        state(spec.seed), host(host) {}

  /// Grows a program from the input words and returns the output words.
  std::array<Value *, programOutputs> run(llvm::ArrayRef<Value *> inputs) {
    for (Value *word : inputs)
      seedFrom(word);
    for (unsigned step = 0; step < steps; ++step)
      grow();
    std::array<Value *, programOutputs> words;
    if (newestOnly) {
      words.fill(b.getInt64(0));
      for (unsigned index = 0; Type *type : types())
        words[index++] = asWord(pool(type).back());
      return words;
    }
    for (Value *&word : words) {
      word = asWord(any(randomType()));
      for (unsigned more = 0; more < 3; ++more)
        word = b.CreateAdd(b.CreateMul(word, b.getInt64(0x9e3779b97f4a7c15)),
                           asWord(any(randomType())));
    }
    // The newest value of every type reaches the output, whatever was drawn above.
    for (Type *type : types())
      words[0] = b.CreateXor(b.CreateMul(words[0], b.getInt64(3)), asWord(pool(type).back()));
    return words;
  }

private:
  uint64_t random(uint64_t below) { return nextRandom(state) % below; }
  bool uses(ProgramKind which) const { return kind == which || kind == ProgramKind::Mixed; }

  std::vector<Type *> types() {
    std::vector<Type *> all = {b.getInt32Ty()}; // at most programOutputs of them
    if (uses(ProgramKind::Integer)) {
      all.push_back(b.getInt16Ty());
      all.push_back(b.getInt64Ty());
      all.push_back(vectorOf(b.getInt16Ty()));
    }
    if (kind != ProgramKind::Integer)
      all.push_back(b.getFloatTy());
    if (uses(ProgramKind::Half)) {
      all.push_back(b.getHalfTy());
      all.push_back(vectorOf(b.getHalfTy()));
    }
    if (uses(ProgramKind::Double))
      all.push_back(b.getDoubleTy());
    return all;
  }
  static Type *vectorOf(Type *element) { return llvm::FixedVectorType::get(element, 2); }
  Type *randomType() {
    const std::vector<Type *> all = types();
    return all[random(all.size())];
  }
  std::vector<Value *> &pool(Type *type) { return pools[type]; }
  Value *any(Type *type) {
    std::vector<Value *> &values = pool(type);
    // Rather the newer ones.
    const size_t window = values.size() < 6 ? values.size() : 6;
    return random(3) ? values[values.size() - 1 - random(window)] : values[random(values.size())];
  }
  void add(Value *value) { pool(value->getType()).push_back(value); }

  void seedFrom(Value *word) {
    for (Type *type : types()) {
      const unsigned bits = type->getPrimitiveSizeInBits();
      Value *part = bits == 64 ? word : b.CreateTrunc(word, b.getIntNTy(bits));
      add(type->isIntegerTy() ? part : b.CreateBitCast(part, type));
    }
  }

  /// NaN payloads are not part of what is compared.
  Value *canonical(Value *value) {
    Value *isNan = b.CreateFCmpUNO(value, value);
    return b.CreateSelect(isNan, llvm::ConstantFP::getNaN(value->getType()), value);
  }
  Value *asWord(Value *value) {
    Type *type = value->getType();
    if (type->isFPOrFPVectorTy())
      value = canonical(value);
    const unsigned bits = type->getPrimitiveSizeInBits();
    return b.CreateZExt(b.CreateBitCast(value, b.getIntNTy(bits)), b.getInt64Ty());
  }

  void grow() {
    Type *type = randomType();
    if (random(5) == 0)
      add(convert(type));
    else if (random(6) == 0)
      add(select(type));
    else if (type->isFPOrFPVectorTy())
      add(growFloat(type));
    else
      add(growInteger(type));
  }

  Value *condition() {
    Type *type = randomType();
    while (type->isVectorTy())
      type = randomType();
    Value *x = any(type), *y = any(type);
    if (type->isIntegerTy()) {
      const auto first = llvm::CmpInst::FIRST_ICMP_PREDICATE;
      const auto count = llvm::CmpInst::LAST_ICMP_PREDICATE - first + 1;
      return b.CreateICmp(static_cast<llvm::CmpInst::Predicate>(first + random(count)), x, y);
    }
    if (random(6) == 0) {
      const uint32_t mask = static_cast<uint32_t>(random(1024));
      return b.createIsFPClass(x, mask);
    }
    const auto predicate = static_cast<llvm::CmpInst::Predicate>(1 + random(14));
    return b.CreateFCmp(predicate, x, y);
  }

  Value *select(Type *type) {
    Value *which = condition(), *x = any(type), *y = any(type);
    return b.CreateSelect(which, x, y);
  }

  Value *unary(ID id, Value *x) { return b.CreateUnaryIntrinsic(id, x); }
  Value *binary(ID id, Value *x, Value *y) { return b.CreateBinaryIntrinsic(id, x, y); }
  Value *ternary(ID id, Value *x, Value *y, Value *z) {
    return b.CreateIntrinsic(id, {x->getType()}, {x, y, z});
  }

  Value *growInteger(Type *type) {
    namespace in = llvm::Intrinsic;
    Value *x = any(type), *y = any(type), *z = any(type);
    const unsigned bits = type->getScalarSizeInBits();
    Value *shift = b.CreateAnd(y, llvm::ConstantInt::get(type, bits - 1));
    Value *divisor = b.CreateOr(y, llvm::ConstantInt::get(type, 1));
    switch (random(34)) {
    case 0:
      return b.CreateAdd(x, y);
    case 1:
      return b.CreateSub(x, y);
    case 2:
      return b.CreateMul(x, y);
    case 3:
      return b.CreateAnd(x, y);
    case 4:
      return b.CreateOr(x, y);
    case 5:
      return b.CreateXor(x, y);
    case 6:
      return b.CreateShl(x, shift);
    case 7:
      return b.CreateLShr(x, shift);
    case 8:
      return b.CreateAShr(x, shift);
    case 9:
      return b.CreateAdd(b.CreateMul(x, y), z);
    case 10:
      return b.CreateAdd(b.CreateAdd(x, y), z);
    case 11:
      return b.CreateOr(b.CreateShl(x, shift), z);
    case 12:
      return b.CreateAdd(b.CreateShl(x, shift), z);
    case 13:
      return b.CreateOr(b.CreateAnd(x, y), b.CreateAnd(b.CreateNot(x), z));
    case 14:
      return binary(in::umin, x, y);
    case 15:
      return binary(in::umax, x, y);
    case 16:
      return binary(in::smin, x, y);
    case 17:
      return binary(in::smax, x, y);
    case 18:
      return binary(in::smax, binary(in::smin, x, y), z);
    case 19:
      return unary(in::ctpop, x);
    case 20:
      return b.CreateIntrinsic(in::ctlz, {type}, {x, b.getFalse()});
    case 21:
      return b.CreateIntrinsic(in::cttz, {type}, {x, b.getFalse()});
    case 22:
      return unary(in::bitreverse, x);
    case 23:
      return unary(in::bswap, x);
    case 24:
      return ternary(in::fshl, x, y, z);
    case 25:
      return ternary(in::fshr, x, y, z);
    case 26:
      return binary(in::uadd_sat, x, y);
    case 27:
      return binary(in::usub_sat, x, y);
    case 28:
      return binary(in::sadd_sat, x, y);
    case 29:
      return binary(in::ssub_sat, x, y);
    case 30:
      return b.CreateUDiv(x, divisor);
    case 31: // a divisor that is odd and not -1 cannot trap
      return b.CreateSRem(
          x, b.CreateAnd(divisor, llvm::ConstantInt::get(type, (uint64_t{1} << (bits - 1)) - 1)));
    case 32: { // a multiply of the high halves
      if (type->isVectorTy() || bits == 64)
        return b.CreateMul(x, z);
      Type *wide = b.getIntNTy(2 * bits);
      Value *product = b.CreateMul(b.CreateSExt(x, wide), b.CreateSExt(y, wide));
      return b.CreateTrunc(b.CreateLShr(product, bits), type);
    }
    default: { // 24-bit factors; not of 64-bit products, which LLVM 22 multiplies without the masks
      if (bits == 64)
        return b.CreateAdd(b.CreateMul(x, y), z);
      Value *mask = llvm::ConstantInt::get(type, bits > 24 ? 0xffffff : 0xff);
      return b.CreateAdd(b.CreateMul(b.CreateAnd(x, mask), b.CreateAnd(y, mask)), z);
    }
    }
  }

  /// The host has no f16 fused multiply-add; a double holds the exact result closely enough for one
  /// more rounding.
  Value *fusedMultiplyAdd(Value *x, Value *y, Value *z) {
    Type *type = x->getType();
    if (!host || !type->getScalarType()->isHalfTy())
      return ternary(llvm::Intrinsic::fma, x, y, z);
    Type *wide = type->getWithNewType(b.getDoubleTy());
    Value *sum = ternary(llvm::Intrinsic::fma, b.CreateFPExt(x, wide), b.CreateFPExt(y, wide),
                         b.CreateFPExt(z, wide));
    return b.CreateFPTrunc(sum, type);
  }

  /// minnum and maxnum with the order of zeros and the quieting pinned down.
  Value *select2(bool max, Value *x, Value *y) {
    return b.CreateSelect(max ? b.CreateFCmpOGT(x, y) : b.CreateFCmpOLT(x, y), x, y);
  }

  Value *growFloat(Type *type) {
    namespace in = llvm::Intrinsic;
    Value *x = any(type), *y = any(type), *z = any(type);
    switch (random(22)) {
    case 0:
    case 1:
      return b.CreateFAdd(x, y);
    case 2:
      return b.CreateFSub(x, y);
    case 3:
    case 4:
      return b.CreateFMul(x, y);
    case 5:
    case 6:
      return fusedMultiplyAdd(x, y, z);
    case 7:
      return fusedMultiplyAdd(b.CreateFNeg(x), y, unary(in::fabs, z));
    case 8:
      return b.CreateFDiv(x, y);
    case 9:
      return unary(in::sqrt, unary(in::fabs, x));
    case 10:
      return unary(in::floor, x);
    case 11:
      return unary(in::ceil, x);
    case 12:
      return unary(in::trunc, x);
    case 13:
      return unary(in::roundeven, x);
    case 14:
      return b.CreateFNeg(x);
    case 15:
      return unary(in::fabs, x);
    case 16:
      return b.CreateBinaryIntrinsic(in::copysign, x, canonical(y));
    case 17:
      return select2(false, x, y);
    case 18:
      return select2(true, x, y);
    case 19:
      return binary(in::minimum, x, y);
    case 20:
      return binary(in::maximum, x, y);
    default:
      return b.CreateFAdd(b.CreateFMul(x, y), z);
    }
  }

  /// A value of `type` from one of another type.
  Value *convert(Type *type) {
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      Type *element = vector->getElementType();
      Value *pair = llvm::PoisonValue::get(type);
      pair = b.CreateInsertElement(pair, any(element), uint64_t{0});
      return b.CreateInsertElement(pair, any(element), uint64_t{1});
    }
    Type *from = randomType();
    Value *x = any(from);
    if (from->isVectorTy()) {
      x = b.CreateExtractElement(x, random(2));
      from = x->getType();
    }
    if (from == type)
      return x;
    if (type->isIntegerTy() && from->isIntegerTy())
      return random(2) ? b.CreateSExtOrTrunc(x, type) : b.CreateZExtOrTrunc(x, type);
    if (type->isIntegerTy())
      return b.CreateIntrinsic(
          random(2) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat, {type, from}, {x});
    if (from->isIntegerTy())
      return random(2) ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type);
    // LLVM 22 makes one v_fma_mixlo_f16 of a product and its rounding to f16, whose addend +0 loses
    // the sign of a product that is -0.
    if (type->isHalfTy() && from->isFloatTy())
      x = unary(llvm::Intrinsic::fabs, x);
    return b.CreateFPCast(x, type);
  }

  llvm::IRBuilder<> &b;
  const ProgramKind kind;
  const unsigned steps;
  const bool newestOnly;
  uint64_t state;
  const bool host;
  std::map<Type *, std::vector<Value *>> pools;
};

/// The body, given the pointers to the words of one work-item.
void fillBody(llvm::IRBuilder<> &b, const ProgramSpec &spec, bool host, Value *in, Value *out) {
  std::vector<Value *> inputs;
  for (unsigned index = 0; index < programInputs; ++index)
    inputs.push_back(b.CreateLoad(b.getInt64Ty(), b.CreateConstGEP1_32(b.getInt64Ty(), in, index)));
  const auto words = Generator(b, spec, host).run(inputs);
  for (unsigned index = 0; index < programOutputs; ++index)
    b.CreateStore(words[index], b.CreateConstGEP1_32(b.getInt64Ty(), out, index));
  b.CreateRetVoid();
}

} // namespace

std::unique_ptr<llvm::Module> makeHostProgram(llvm::LLVMContext &context, const ProgramSpec &spec) {
  auto module = std::make_unique<llvm::Module>("program", context);
  llvm::IRBuilder<> b(context);
  auto *type =
      llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getInt32Ty()}, false);
  auto *function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, "program", module.get());
  b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  Value *item = b.CreateZExt(function->getArg(2), b.getInt64Ty());
  const auto place = [&](Value *base, unsigned words) {
    return b.CreateGEP(b.getInt64Ty(), base, b.CreateMul(item, b.getInt64(words)));
  };
  Value *in = place(function->getArg(0), programInputs);
  Value *out = place(function->getArg(1), programOutputs);
  fillBody(b, spec, /*host=*/true, in, out);
  return module;
}

std::unique_ptr<llvm::Module> makeGpuProgram(llvm::LLVMContext &context, const ProgramSpec &spec) {
  auto module = std::make_unique<llvm::Module>("program", context);
  module->setTargetTriple(llvm::Triple("amdgcn-amd-amdhsa"));
  llvm::IRBuilder<> b(context);
  auto *pointer = b.getPtrTy(/*AddrSpace=*/1);
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer}, false);
  auto *function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, "program", module.get());
  function->setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
  b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  Value *item = b.CreateIntrinsic(b.getInt32Ty(), llvm::Intrinsic::amdgcn_workitem_id_x, {});
  const auto place = [&](Value *base, unsigned words) {
    return b.CreateGEP(b.getInt64Ty(), base, b.CreateMul(item, b.getInt32(words)));
  };
  Value *in = place(function->getArg(0), programInputs);
  Value *out = place(function->getArg(1), programOutputs);
  fillBody(b, spec, /*host=*/false, in, out);
  return module;
}

uint64_t randomInput(uint64_t &state) {
  const uint64_t bits = nextRandom(state);
  const auto ordinary = static_cast<double>(static_cast<int32_t>(nextRandom(state))) / 65536.0;
  static constexpr uint64_t specials[] = {0,
                                          1,
                                          ~uint64_t{0},
                                          0x8000000000000000,
                                          0x7ff0000000000000,
                                          0xfff0000000000000,
                                          0x7ff8000000000000,
                                          0x0010000000000000,
                                          0x000fffffffffffff,
                                          0x7fefffffffffffff,
                                          0x000000003f800000,
                                          0x000000007f800000,
                                          0x00000000ff800000,
                                          0x0000000000800000,
                                          0x00000000007fffff,
                                          0x000000007f7fffff,
                                          0x0000000000007c00,
                                          0x000000000000fc00,
                                          0x00000000000003ff,
                                          0x0000000000000400,
                                          0x0000000000007bff,
                                          0x3c003c003c003c00,
                                          0x000000007fc00000,
                                          0x0000000080000000,
                                          0x3ff0000000000000,
                                          0x00000000c7000000};
  switch (nextRandom(state) % 6) {
  case 0:
    return bits;
  case 1:
    return specials[bits % std::size(specials)];
  case 2:
    return llvm::bit_cast<uint64_t>(ordinary);
  case 3: // an ordinary float in each half
    return llvm::bit_cast<uint32_t>(static_cast<float>(ordinary)) |
           (uint64_t{llvm::bit_cast<uint32_t>(static_cast<float>(ordinary * 0.37))} << 32);
  case 4: { // ordinary halves
    const uint64_t mantissas = bits & 0x83ff83ff83ff83ff;
    return mantissas | (0x3800380038003800 + ((bits >> 16 & 7) << 10) * 0x0001000100010001);
  }
  default: // small integers
    return bits >> (40 + bits % 23);
  }
}

} // namespace rocke::sim::test
