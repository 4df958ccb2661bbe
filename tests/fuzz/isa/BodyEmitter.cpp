//===- BodyEmitter.cpp - LLVM IR of statements ----------------------------===//
#include "BodyEmitter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace rocke::fuzz {

BodyEmitter::BodyEmitter(llvm::IRBuilder<> &builder, const Side &side, const Program &program,
                         const std::vector<Register> &infos, std::vector<Value *> registers,
                         Places places, const std::vector<llvm::Function *> &functions)
    : b(builder), side(side), program(program), infos(infos), registers(std::move(registers)),
      places(std::move(places)), functions(functions),
      op(builder, side, program.modes, program.hasDots()) {}

llvm::Value *BodyEmitter::get(int reg) {
  Value *value = b.CreateLoad(op.storageType(infos[reg].type), registers[reg]);
  return program.combines ? value : op.unknown(value, infos[reg].uniform);
}

llvm::Value *BodyEmitter::get(const Operand &operand) {
  return operand.reg < 0 ? op.constant(operand.type, operand.bits) : get(operand.reg);
}

void BodyEmitter::set(int reg, Value *value) {
  if (reg >= 0)
    b.CreateStore(value, registers[reg]);
}

llvm::BasicBlock *BodyEmitter::newBlock(const char *name) {
  return llvm::BasicBlock::Create(b.getContext(), name, b.GetInsertBlock()->getParent());
}

void BodyEmitter::emit(const Block &block) {
  for (const Stmt &stmt : block)
    emit(stmt);
}

void BodyEmitter::emit(const Stmt &stmt) {
  switch (stmt.kind) {
  case StmtKind::Compute: {
    llvm::SmallVector<Value *, 4> values;
    for (const Operand &operand : stmt.operands)
      values.push_back(get(operand));
    return set(stmt.dst, op.compute(stmt, values));
  }
  case StmtKind::If:
    return emitIf(stmt);
  case StmtKind::Switch:
    return emitSwitch(stmt);
  case StmtKind::Loop:
    return emitLoop(stmt);
  case StmtKind::BreakIf:
  case StmtKind::ContinueIf:
    return emitLeave(stmt);
  case StmtKind::Call:
    return emitCall(stmt);
  case StmtKind::Load:
    return emitLoad(stmt);
  case StmtKind::Store:
    return emitStore(stmt);
  case StmtKind::AtomicOwn:
    return emitAtomicOwn(stmt);
  case StmtKind::AtomicShared:
    return emitAtomicShared(stmt);
  case StmtKind::Approximate:
    return emitApproximate(stmt);
  case StmtKind::Exchange:
    return emitExchange(stmt);
  }
}

void BodyEmitter::emitIf(const Stmt &stmt) {
  llvm::BasicBlock *then = newBlock("then"), *otherwise = newBlock("else"),
                   *end = newBlock("endif");
  b.CreateCondBr(get(stmt.operands[0]), then, otherwise);
  b.SetInsertPoint(then);
  emit(stmt.blocks[0]);
  b.CreateBr(end);
  b.SetInsertPoint(otherwise);
  emit(stmt.blocks[1]);
  b.CreateBr(end);
  b.SetInsertPoint(end);
}

void BodyEmitter::emitSwitch(const Stmt &stmt) {
  llvm::BasicBlock *end = newBlock("endswitch");
  const auto count = static_cast<unsigned>(stmt.blocks.size());
  Value *which = b.CreateURem(get(stmt.operands[0]), b.getInt32(count));
  llvm::BasicBlock *fallback = newBlock("default");
  llvm::SwitchInst *inst = b.CreateSwitch(which, fallback, count - 1);
  for (unsigned i = 0; i < count; ++i) {
    llvm::BasicBlock *block = i == 0 ? fallback : newBlock("case");
    if (i > 0)
      inst->addCase(b.getInt32(i), block);
    b.SetInsertPoint(block);
    emit(stmt.blocks[i]);
    b.CreateBr(end);
  }
  b.SetInsertPoint(end);
}

void BodyEmitter::emitLoop(const Stmt &stmt) {
  llvm::Function *function = b.GetInsertBlock()->getParent();
  llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  Value *counter = side.isHost() ? entry.CreateAlloca(b.getInt32Ty())
                                 : entry.CreateAlloca(b.getInt32Ty(), /*AddrSpace=*/5);
  Value *trips = b.CreateAdd(b.CreateAnd(get(stmt.operands[0]), b.getInt32(3)),
                             b.getInt32(static_cast<uint32_t>(stmt.imm & 1)));
  b.CreateStore(b.getInt32(0), counter);
  llvm::BasicBlock *header = newBlock("loop"), *body = newBlock("body"), *next = newBlock("next"),
                   *exit = newBlock("endloop");
  b.CreateBr(header);
  b.SetInsertPoint(header);
  Value *count = b.CreateLoad(b.getInt32Ty(), counter);
  b.CreateCondBr(b.CreateICmpULT(count, trips), body, exit);
  b.SetInsertPoint(body);
  // LLVM 22 reads a uniform count after the loop, where it is that of the last lanes that left.
  set(stmt.dst, stmt.dst < 0 ? count : op.opaque(count, /*stays=*/true));
  loops.push_back({next, exit});
  emit(stmt.blocks[0]);
  loops.pop_back();
  b.CreateBr(next);
  b.SetInsertPoint(next);
  b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt32Ty(), counter), b.getInt32(1)), counter);
  b.CreateBr(header);
  b.SetInsertPoint(exit);
}

void BodyEmitter::emitLeave(const Stmt &stmt) {
  if (loops.empty()) // what is left of a loop that shrinking took away
    return;
  llvm::BasicBlock *stay = newBlock("stay");
  const LoopTargets &loop = loops.back();
  b.CreateCondBr(get(stmt.operands[0]), stmt.kind == StmtKind::BreakIf ? loop.exit : loop.next,
                 stay);
  b.SetInsertPoint(stay);
}

void BodyEmitter::emitCall(const Stmt &stmt) {
  llvm::Function *function = functions[stmt.imm];
  Value *callee = function;
  if (stmt.operands.size() > 3)
    callee = b.CreateSelect(get(stmt.operands[3]), function,
                            functions[(stmt.imm + 1) % functions.size()]);
  set(stmt.dst,
      b.CreateCall(function->getFunctionType(), callee,
                   {get(stmt.operands[0]), get(stmt.operands[1]), get(stmt.operands[2])}));
}

void BodyEmitter::emitApproximate(const Stmt &stmt) {
  namespace in = llvm::Intrinsic;
  Value *input = get(stmt.operands[0]);
  Value *slot = at(places.approximations, b.getInt32(static_cast<uint32_t>(stmt.imm * 16)));
  b.CreateStore(op.canonical(stmt.type, input), slot);
  if (side.isHost())
    return; // the reference is computed from the input (Accuracy.h)
  if (stmt.function >= Approximation::Exp2Full) // a widened f16 has no denormals, but its power may
    input = op.opaque(input);
  llvm::Type *type = input->getType();
  const bool half = stmt.type == Type::F16;
  in::ID id = in::not_intrinsic;
  switch (stmt.function) {
  case Approximation::Exp2: // llvm.exp2 of f16 is the instruction itself
    id = in::amdgcn_exp2;
    if (half)
      id = in::exp2;
    break;
  case Approximation::Log2:
    id = in::amdgcn_log;
    if (half)
      id = in::log2;
    break;
  case Approximation::Rcp:
    id = in::amdgcn_rcp;
    break;
  case Approximation::Rsq:
    id = in::amdgcn_rsq;
    break;
  case Approximation::Sqrt:
    id = in::amdgcn_sqrt;
    break;
  case Approximation::Sin:
    id = in::amdgcn_sin;
    break;
  case Approximation::Cos:
    id = in::amdgcn_cos;
    break;
  case Approximation::Exp2Full:
    id = in::exp2;
    break;
  case Approximation::Log2Full:
    id = in::log2;
    break;
  case Approximation::ExpFull:
    id = in::exp;
    break;
  case Approximation::LogFull:
    id = in::log;
    break;
  }
  b.CreateStore(b.CreateIntrinsic(id, {type}, {input}), at(slot, b.getInt32(8)));
}

} // namespace rocke::fuzz
