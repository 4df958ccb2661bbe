//===- BodyEmitter.h - LLVM IR of statements --------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_BODYEMITTER_H
#define ROCKE_TESTS_FUZZ_ISA_BODYEMITTER_H

#include "Matrix.h"
#include "OpEmitter.h"
#include "Program.h"
#include "llvm/IR/IRBuilder.h"
#include <vector>

namespace rocke::fuzz {

/// Where a work-item finds things. What a program does not use may be null.
struct Places {
  llvm::Value *item = nullptr;         ///< i32, of the launch
  llvm::Value *local = nullptr;        ///< i32, of the workgroup
  llvm::Value *privateSlice = nullptr; ///< `sliceBytes` each
  llvm::Value *globalSlice = nullptr;
  llvm::Value *ldsSlice = nullptr;
  llvm::Value *globalBase = nullptr; ///< the slice of work-item 0
  llvm::Value *table = nullptr;
  llvm::Value *approximations = nullptr;   ///< of the work-item: 16 bytes a slot
  std::vector<llvm::Value *> accumulators; ///< the cell of each
  llvm::Value *exchange = nullptr;         ///< LDS of the GPU: a dword for each work-item
};

/// Emits statements at the builder's insertion point, which it leaves at their end.
class BodyEmitter {
public:
  using Value = llvm::Value;

  /// `registers` are memory, one place for each of `infos`.
  BodyEmitter(llvm::IRBuilder<> &builder, const Side &side, const Program &program,
              const std::vector<Register> &infos, std::vector<Value *> registers, Places places,
              const std::vector<llvm::Function *> &functions);

  void emit(const Block &block);

  /// The two halves of an exchange on the host, which all lanes finish in turn: leave the values
  /// among `words`, two for each work-item, and take the one that is due from there.
  void leaveForExchange(const Stmt &stmt, Value *words);
  void takeFromExchange(const Stmt &stmt, Value *words);

  OpEmitter &ops() { return op; }
  Value *get(const Operand &operand);
  Value *get(int reg);
  void set(int reg, Value *value);

private:
  void emit(const Stmt &stmt);
  void emitIf(const Stmt &stmt);
  void emitSwitch(const Stmt &stmt);
  void emitLoop(const Stmt &stmt);
  void emitLeave(const Stmt &stmt);
  void emitCall(const Stmt &stmt);
  void emitLoad(const Stmt &stmt);
  void emitStore(const Stmt &stmt);
  void emitBufferLoad(const Stmt &stmt);
  void emitBufferStore(const Stmt &stmt);
  void emitAtomicOwn(const Stmt &stmt);
  void emitAtomicShared(const Stmt &stmt);
  void emitApproximate(const Stmt &stmt);
  void emitExchange(const Stmt &stmt);

  struct Access {
    Value *pointer;
    llvm::Align align;
  };
  Access access(const Stmt &stmt);
  Value *at(Value *pointer, Value *offset); ///< offset in bytes
  Value *spaceBase(const Stmt &stmt);
  bool isWide(const Stmt &stmt) const;
  llvm::BasicBlock *newBlock(const char *name);
  /// A buffer operation's offset in bytes, and whether it is inside.
  struct BufferOffset {
    Value *offset, *inside;
  };
  BufferOffset bufferOffset(const Stmt &stmt);
  Value *bufferDescriptor(const Stmt &stmt);
  llvm::AtomicRMWInst *atomic(AtomicOp op, Value *pointer, Value *value, const Stmt &stmt);
  void allowHardwareAtomics(llvm::AtomicRMWInst *inst);

  Value *machineMove(const Stmt &stmt);
  void barrier();
  Value *exchangeWord(Value *index);
  Value *ldsExchange(Value *value, Value *source);
  Value *loadLdsSource(const Stmt &stmt);
  Value *loadToLds(const Stmt &stmt, Value *source);
  Value *bpermute(Value *value, Value *source);
  Value *sourceLane(const Stmt &stmt, Value *operand1, Value *operand2);
  Value *lane();
  Value *dppMove(const Stmt &stmt, Value *value, Value *old);
  Value *machineMatrix(const Stmt &stmt);
  Value *hostMatrix(const Stmt &stmt, Value *words);
  Value *matrixOperand(Value *word, Element element, unsigned dwords, bool tame, uint32_t salt,
                       llvm::Type *type);
  Value *scrambled(Value *word, const Scramble &scramble, uint32_t salt, unsigned index);
  Value *foldMatrix(Value *result, Element element, unsigned slots, bool highHalf);

  llvm::IRBuilder<> &b;
  const Side &side;
  const Program &program;
  const std::vector<Register> &infos;
  std::vector<Value *> registers;
  Places places;
  const std::vector<llvm::Function *> &functions;
  OpEmitter op;
  struct LoopTargets {
    llvm::BasicBlock *next, *exit;
  };
  std::vector<LoopTargets> loops;
};

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_BODYEMITTER_H
