//===- EmitMatrix.cpp - LLVM IR of matrix instructions --------------------===//
#include "BodyEmitter.h"
#include "Matrix.h"
#include "llvm/IR/Intrinsics.h"

namespace rocke::fuzz {

namespace {

/// As many dwords as `elements` take.
unsigned dwordsOf(Element element, unsigned elements) { return elements * bitsOf(element) / 32; }

} // namespace

/// A lane's registers of an operand, as `type`.
llvm::Value *BodyEmitter::matrixOperand(Value *word, Element element, unsigned dwords, bool tame,
                                        uint32_t salt, llvm::Type *type) {
  llvm::Type *i32 = b.getInt32Ty();
  Value *vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(i32, dwords));
  for (unsigned i = 0; i < dwords; ++i)
    vector =
        b.CreateInsertElement(vector, scrambled(word, scrambleOf(element, tame, i), salt, i), i);
  return b.CreateBitCast(vector, type);
}

llvm::Value *BodyEmitter::scrambled(Value *word, const Scramble &scramble, uint32_t salt,
                                    unsigned index) {
  Value *mixed = b.CreateMul(b.CreateXor(word, b.getInt32(salt + index * Scramble::step)),
                             b.getInt32(Scramble::factor));
  mixed = b.CreateXor(mixed, b.CreateLShr(mixed, b.getInt32(15)));
  return b.CreateOr(b.CreateAnd(mixed, b.getInt32(scramble.keep)), b.getInt32(scramble.set));
}

/// The registers of a result as one dword.
llvm::Value *BodyEmitter::foldMatrix(Value *result, Element element, unsigned slots,
                                     bool highHalf) {
  llvm::Type *i32 = b.getInt32Ty();
  Value *folded = b.getInt32(0);
  const auto add = [&](Value *dword) {
    folded = b.CreateAdd(b.CreateMul(folded, b.getInt32(31)), dword);
  };
  for (unsigned slot = 0; slot < slots; ++slot) {
    Value *each = result;
    if (result->getType()->isVectorTy())
      each = b.CreateExtractElement(result, bitsOf(element) == 16 ? 2 * slot + highHalf : slot);
    switch (element) {
    case Element::F32:
      add(op.bitsOf(Type::F32, each));
      break;
    case Element::F64: {
      Value *bits = op.bitsOf(Type::F64, each);
      add(b.CreateTrunc(bits, i32));
      add(b.CreateTrunc(b.CreateLShr(bits, 32), i32));
      break;
    }
    case Element::F16:
      add(b.CreateZExt(op.bitsOf(Type::F16, each), i32));
      break;
    case Element::BF16:
      each = b.CreateBitCast(each, b.getBFloatTy());
      add(b.CreateZExt(op.bitsOf(Type::BF16, each), i32));
      break;
    default:
      add(each);
      break;
    }
  }
  return folded;
}

llvm::Value *BodyEmitter::machineMatrix(const Stmt &stmt) {
  const MatrixChoice choice = matrixChoice(side.family(), stmt.imm);
  const MatrixOp &matrix = *choice.op;
  llvm::LLVMContext &context = b.getContext();
  Value *wordA = get(stmt.operands[0]), *wordB = get(stmt.operands[1]);
  Value *wordC = b.CreateAdd(b.CreateMul(wordA, b.getInt32(3)), wordB);
  Value *sparseSeed = b.CreateXor(wordA, wordB);
  const unsigned slots = matrix.slots(side.waveSize);

  llvm::SmallVector<llvm::Type *, 2> overloads;
  const std::string name = (llvm::Twine("llvm.amdgcn.") + matrix.intrinsic).str();
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (matrix.isWmma()) {
    // Every row of lanes has what the first one has.
    Value *source = b.CreateOr(b.CreateAnd(places.local, b.getInt32(~(side.waveSize - 1))),
                               b.CreateAnd(places.local, b.getInt32(15)));
    wordA = ldsExchange(wordA, source);
    wordB = ldsExchange(wordB, source);
    llvm::Type *elementC = b.getFloatTy(), *ab = nullptr;
    unsigned countC = slots;
    if (matrix.c == Element::I32) {
      elementC = b.getInt32Ty();
      ab = llvm::FixedVectorType::get(b.getInt32Ty(), dwordsOf(matrix.a, matrix.k));
    } else {
      ab = llvm::FixedVectorType::get(
          matrix.a == Element::F16 ? b.getHalfTy() : static_cast<llvm::Type *>(b.getInt16Ty()),
          matrix.k);
    }
    if (bitsOf(matrix.c) == 16) {
      elementC =
          matrix.c == Element::F16 ? b.getHalfTy() : static_cast<llvm::Type *>(b.getInt16Ty());
      countC = 2 * slots;
    }
    overloads = {llvm::FixedVectorType::get(elementC, countC), ab};
  }
  const unsigned dwordsA = dwordsOf(choice.a, matrix.perLaneA());
  const unsigned dwordsB = dwordsOf(choice.b, matrix.perLaneB());
  if (matrix.isScaled())
    overloads = {llvm::FixedVectorType::get(b.getInt32Ty(), dwordsA),
                 llvm::FixedVectorType::get(b.getInt32Ty(), dwordsB)};
  llvm::FunctionType *type = llvm::Intrinsic::getType(context, id, overloads);

  const bool ofIntegers = matrix.isWmma() && matrix.c == Element::I32;
  const unsigned first = ofIntegers ? 1 : 0, second = ofIntegers ? 3 : 1;
  Value *a = matrixOperand(wordA, choice.a, dwordsA, choice.tame, saltA, type->getParamType(first));
  Value *bOperand =
      matrixOperand(wordB, choice.b, dwordsB, choice.tame, saltB, type->getParamType(second));
  const unsigned elementsC = bitsOf(matrix.c) == 16 ? 2 * slots : slots;
  Value *c = matrixOperand(wordC, matrix.c, dwordsOf(matrix.c, elementsC), choice.tame, saltC,
                           type->getReturnType());

  llvm::SmallVector<Value *, 7> arguments = {a, bOperand, c};
  if (ofIntegers) {
    arguments = {b.getInt1(choice.signedA), a, b.getInt1(choice.signedB), bOperand, c,
                 b.getInt1(choice.clamp)};
  } else if (matrix.isWmma()) {
    if (bitsOf(matrix.c) == 16)
      arguments.push_back(b.getInt1(choice.highHalf));
  } else if (matrix.isScaled()) {
    const auto formatOf = [&](Element element) {
      return b.getInt32(static_cast<uint32_t>(element) - static_cast<uint32_t>(Element::FP8));
    };
    arguments.append({formatOf(choice.a), formatOf(choice.b), b.getInt32(choice.scaleByteA),
                      scrambled(wordA, scaleScramble, saltScaleA, 0), b.getInt32(choice.scaleByteB),
                      scrambled(wordB, scaleScramble, saltScaleB, 0)});
  } else if (matrix.sparse) {
    Value *indices = b.getInt32(0);
    for (unsigned i = 0; i < 8; ++i) {
      Value *which = b.CreateAnd(b.CreateLShr(sparseSeed, 3 * i), b.getInt32(7));
      Value *pair = b.CreateLShr(b.getInt32(sparsePairs), b.CreateMul(which, b.getInt32(4)));
      indices = b.CreateOr(indices, b.CreateShl(b.CreateAnd(pair, b.getInt32(15)), 4 * i));
    }
    arguments.append({indices, b.getInt32(0), b.getInt32(choice.abid)});
  } else {
    arguments.append({b.getInt32(choice.cbsz), b.getInt32(choice.abid), b.getInt32(choice.blgp)});
  }
  Value *result = b.CreateIntrinsic(id, overloads, arguments);
  Value *folded = foldMatrix(result, matrix.c, slots, choice.highHalf);
  // LLVM 22 moves the instruction and what makes its operands to where the result is used, though
  // there fewer lanes may be on.
  return op.opaque(folded, /*stays=*/true);
}

/// The host's, from what all lanes of the wavefront have left.
llvm::Value *BodyEmitter::hostMatrix(const Stmt &stmt, Value *words) {
  Value *self = lane();
  Value *wave = b.CreateSub(places.item, self);
  Value *first = b.CreateGEP(b.getInt64Ty(), words, b.CreateMul(wave, b.getInt32(2)));
  return op.callHost("rockeFuzzMatrix", b.getInt32Ty(),
                     {b.getInt32(static_cast<uint32_t>(side.family())), b.getInt32(side.waveSize),
                      b.getInt64(stmt.imm), first, self});
}

} // namespace rocke::fuzz
