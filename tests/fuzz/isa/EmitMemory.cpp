//===- EmitMemory.cpp - LLVM IR of memory accesses and atomics ------------===//
#include "BodyEmitter.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MDBuilder.h"
#include <bit>

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

llvm::Value *BodyEmitter::at(Value *pointer, Value *offset) {
  return b.CreateGEP(b.getInt8Ty(), pointer, offset);
}

/// Whether an access is of 12 or 16 bytes, made of dwords.
bool BodyEmitter::isWide(const Stmt &stmt) const {
  return stmt.type == Type::I32 && (stmt.imm & 0x10);
}

llvm::Value *BodyEmitter::spaceBase(const Stmt &stmt) {
  const auto either = [&](Value *first, Value *second) {
    if (!side.isHost()) {
      first = b.CreateAddrSpaceCast(first, b.getPtrTy());
      second = b.CreateAddrSpaceCast(second, b.getPtrTy());
    }
    return b.CreateSelect(get(stmt.operands[2]), first, second);
  };
  switch (stmt.space) {
  case Space::Private:
    return places.privateSlice;
  case Space::Lds:
    return places.ldsSlice;
  case Space::Flat:
    return either(places.ldsSlice, places.globalSlice);
  case Space::FlatPrivate:
    return either(places.privateSlice, places.globalSlice);
  case Space::Table:
    return places.table;
  default:
    return places.globalSlice;
  }
}

/// The place of a Load or Store: its operand 0 folded into the range.
BodyEmitter::Access BodyEmitter::access(const Stmt &stmt) {
  const unsigned bytes = isWide(stmt) ? 16 : byteSize(stmt.type);
  const unsigned range = stmt.space == Space::Table ? tableBytes : sliceBytes;
  Value *index = get(stmt.operands[0]);
  // A misaligned access now and then; of LDS only such that dwords are aligned.
  const bool dwords = bytes > 4 && (stmt.imm & 0xc) == 0xc && stmt.space == Space::Lds &&
                      stmt.kind != StmtKind::AtomicOwn;
  if (dwords)
    return {at(spaceBase(stmt), b.CreateAnd(index, b.getInt32(range / 2 - 4))),
            llvm::Align(side.isHost() ? 1 : 4)};
  const bool misaligned = stmt.imm % 8 == 0 && stmt.space != Space::Lds &&
                          stmt.space != Space::Flat && stmt.kind != StmtKind::AtomicOwn;
  if (misaligned)
    return {at(spaceBase(stmt), b.CreateAnd(index, b.getInt32(range / 2 - 1))), llvm::Align(1)};
  Value *offset = b.CreateMul(b.CreateAnd(index, b.getInt32(range / bytes - 1)), b.getInt32(bytes));
  // The host's slices lie anywhere.
  return {at(spaceBase(stmt), offset), llvm::Align(side.isHost() ? 1 : bytes)};
}

void BodyEmitter::emitLoad(const Stmt &stmt) {
  if (stmt.space == Space::Buffer || stmt.space == Space::BufferTable)
    return emitBufferLoad(stmt);
  const Access place = access(stmt);
  if (!isWide(stmt)) {
    llvm::Type *type = op.storageType(stmt.type);
    Value *value = b.CreateAlignedLoad(type, place.pointer, place.align);
    // LLVM 22 widens the bf16 at a uniform address of scratch as if all lanes had the same.
    if (stmt.space == Space::Private && stmt.type == Type::BF16 && !side.isHost())
      value = op.opaque(value);
    return set(stmt.dst, value);
  }
  const unsigned count = stmt.imm & 0x20 ? 3 : 4;
  Value *words = b.CreateAlignedLoad(llvm::FixedVectorType::get(b.getInt32Ty(), count),
                                     place.pointer, place.align);
  Value *sum = b.getInt32(0);
  for (unsigned i = 0; i < count; ++i)
    sum = b.CreateAdd(b.CreateMul(sum, b.getInt32(3)), b.CreateExtractElement(words, i));
  set(stmt.dst, sum);
}

void BodyEmitter::emitStore(const Stmt &stmt) {
  Value *value = op.canonical(stmt.type, get(stmt.operands[1]));
  if (stmt.space == Space::Buffer)
    return emitBufferStore(stmt);
  const Access place = access(stmt);
  if (isWide(stmt)) {
    const unsigned count = stmt.imm & 0x20 ? 3 : 4;
    Value *words = llvm::PoisonValue::get(llvm::FixedVectorType::get(b.getInt32Ty(), count));
    for (unsigned i = 0; i < count; ++i)
      words = b.CreateInsertElement(words, b.CreateAdd(value, b.getInt32(i * 0x01010101)), i);
    value = words;
  }
  b.CreateAlignedStore(value, place.pointer, place.align);
}

/// Bit 10 of the index sends an access far out of the buffer, where loads give 0 and stores do
/// nothing.
BodyEmitter::BufferOffset BodyEmitter::bufferOffset(const Stmt &stmt) {
  const unsigned bytes = byteSize(stmt.type);
  const bool table = stmt.space == Space::BufferTable;
  Value *index = get(stmt.operands[0]);
  Value *offset =
      b.CreateMul(b.CreateAnd(index, b.getInt32((table ? tableBytes : sliceBytes) / bytes - 1)),
                  b.getInt32(bytes));
  if (!table)
    offset = b.CreateAdd(offset, b.CreateMul(places.item, b.getInt32(sliceBytes)));
  Value *outside = b.CreateAnd(index, b.getInt32(0x400));
  Value *far = b.CreateShl(outside, b.getInt32(20));
  return {b.CreateAdd(offset, far), b.CreateICmpEQ(outside, b.getInt32(0))};
}

llvm::Value *BodyEmitter::bufferDescriptor(const Stmt &stmt) {
  const bool table = stmt.space == Space::BufferTable;
  // Raw buffers: the last word selects 32-bit data (gfx9), and structured checks off (gfx11).
  const uint32_t flags = side.isGfx11() ? 0x31004000 : 0x00027000;
  const uint32_t bytes = table ? tableBytes : program.items() * sliceBytes;
  Value *base = table ? places.table : places.globalBase;
  return b.CreateIntrinsic(in::amdgcn_make_buffer_rsrc, {b.getPtrTy(8), base->getType()},
                           {base, b.getInt16(0), b.getInt64(bytes), b.getInt32(flags)});
}

/// Buffers are accessed as integers.
static llvm::Type *bufferType(llvm::IRBuilder<> &b, Type type) {
  const unsigned bits = byteSize(type) * 8;
  if (bits == 64)
    return llvm::FixedVectorType::get(b.getInt32Ty(), 2);
  return b.getIntNTy(bits);
}

void BodyEmitter::emitBufferLoad(const Stmt &stmt) {
  const auto [offset, inside] = bufferOffset(stmt);
  llvm::Type *type = bufferType(b, stmt.type);
  if (side.isHost()) {
    Value *base = stmt.space == Space::BufferTable ? places.table : places.globalBase;
    Value *safe = b.CreateSelect(inside, offset, b.getInt32(0));
    Value *value = b.CreateAlignedLoad(type, at(base, safe), llvm::Align(1));
    value = b.CreateSelect(inside, value, llvm::Constant::getNullValue(type));
    return set(stmt.dst, b.CreateBitCast(value, op.storageType(stmt.type)));
  }
  Value *value = b.CreateIntrinsic(in::amdgcn_raw_ptr_buffer_load, {type},
                                   {bufferDescriptor(stmt), offset, b.getInt32(0), b.getInt32(0)});
  // LLVM 22 moves a load that extends the sign over the stores that follow it.
  if (stmt.space != Space::BufferTable && byteSize(stmt.type) < 4)
    value = op.unknown(value, /*uniform=*/false);
  set(stmt.dst, b.CreateBitCast(value, op.storageType(stmt.type)));
}

void BodyEmitter::emitBufferStore(const Stmt &stmt) {
  const auto [offset, inside] = bufferOffset(stmt);
  llvm::Type *type = bufferType(b, stmt.type);
  Value *value = b.CreateBitCast(op.canonical(stmt.type, get(stmt.operands[1])), type);
  if (side.isHost()) {
    llvm::BasicBlock *store = newBlock("inside"), *end = newBlock("endstore");
    b.CreateCondBr(inside, store, end);
    b.SetInsertPoint(store);
    b.CreateAlignedStore(value, at(places.globalBase, offset), llvm::Align(1));
    b.CreateBr(end);
    b.SetInsertPoint(end);
    return;
  }
  b.CreateIntrinsic(in::amdgcn_raw_ptr_buffer_store, {type},
                    {value, bufferDescriptor(stmt), offset, b.getInt32(0), b.getInt32(0)});
}

static llvm::AtomicRMWInst::BinOp binOp(AtomicOp op) {
  using Rmw = llvm::AtomicRMWInst;
  switch (op) {
  case AtomicOp::Add:
    return Rmw::Add;
  case AtomicOp::Sub:
    return Rmw::Sub;
  case AtomicOp::And:
    return Rmw::And;
  case AtomicOp::Or:
    return Rmw::Or;
  case AtomicOp::Xor:
    return Rmw::Xor;
  case AtomicOp::UMin:
    return Rmw::UMin;
  case AtomicOp::UMax:
    return Rmw::UMax;
  case AtomicOp::SMin:
    return Rmw::Min;
  case AtomicOp::SMax:
    return Rmw::Max;
  case AtomicOp::FAdd:
    return Rmw::FAdd;
  case AtomicOp::FMin:
    return Rmw::FMin;
  case AtomicOp::FMax:
    return Rmw::FMax;
  case AtomicOp::IncWrap:
    return Rmw::UIncWrap;
  case AtomicOp::DecWrap:
    return Rmw::UDecWrap;
  case AtomicOp::Exchange:
  case AtomicOp::CompareExchange:
    break;
  }
  return Rmw::Xchg;
}

llvm::AtomicRMWInst *BodyEmitter::atomic(AtomicOp op, Value *pointer, Value *value,
                                         const Stmt &stmt) {
  const llvm::SyncScope::ID scope = b.getContext().getOrInsertSyncScopeID(
      side.isHost() ? "" : (stmt.space == Space::Lds ? "workgroup" : "agent"));
  const auto ordering = stmt.imm & 0x100 ? llvm::AtomicOrdering::SequentiallyConsistent
                                         : llvm::AtomicOrdering::Monotonic;
  return b.CreateAtomicRMW(binOp(op), pointer, value, llvm::MaybeAlign(), ordering, scope);
}

/// Memory here is the device's own, coarse-grained, which is what the hardware's floating-point
/// atomics need. Without these words LLVM loops over a compare and exchange.
void BodyEmitter::allowHardwareAtomics(llvm::AtomicRMWInst *inst) {
  llvm::MDNode *empty = llvm::MDNode::get(b.getContext(), {});
  inst->setMetadata("amdgpu.no.fine.grained.memory", empty);
  inst->setMetadata("amdgpu.no.remote.memory", empty);
  inst->setMetadata("amdgpu.ignore.denormal.mode", empty);
}

void BodyEmitter::emitAtomicOwn(const Stmt &stmt) {
  Value *pointer = access(stmt).pointer;
  Value *value = get(stmt.operands[1]);
  llvm::Type *type = op.storageType(stmt.type);
  const llvm::Align align(byteSize(stmt.type));
  if (stmt.atomic == AtomicOp::CompareExchange) {
    Value *expected = stmt.imm & 1 ? b.CreateAlignedLoad(type, pointer, align) : value;
    llvm::AtomicCmpXchgInst *inst =
        b.CreateAtomicCmpXchg(pointer, expected, get(stmt.operands[2]), align,
                              llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic,
                              b.getContext().getOrInsertSyncScopeID(side.isHost() ? "" : "agent"));
    return set(stmt.dst, b.CreateExtractValue(inst, 0));
  }
  const bool floating = isFloat(stmt.type);
  const auto rewrite = [&](auto change) {
    b.CreateAlignedStore(change(b.CreateAlignedLoad(type, pointer, align)), pointer, align);
  };
  if (floating) {
    // The cell may hold anything; minima and maxima of NaNs and zeros are not all defined.
    rewrite([&](Value *cell) { return op.ordered(stmt.type, cell); });
    value = op.ordered(stmt.type, value);
  }
  llvm::AtomicRMWInst *inst = atomic(stmt.atomic, pointer, value, stmt);
  if (floating && stmt.atomic != AtomicOp::FAdd)
    allowHardwareAtomics(inst);
  set(stmt.dst, inst);
  if (floating)
    rewrite([&](Value *cell) { return op.canonical(stmt.type, cell); });
}

void BodyEmitter::emitAtomicShared(const Stmt &stmt) {
  const Accumulator &cell = program.accumulators[stmt.imm];
  Value *value = get(stmt.operands[0]);
  if (cell.op == AtomicOp::FAdd) {
    // Small integers, whose sum is exact in whatever order.
    llvm::Type *integer = b.getIntNTy(info(cell.type).bits);
    value = b.CreateAnd(b.CreateBitCast(op.canonical(cell.type, value), integer),
                        llvm::ConstantInt::get(integer, 0xff));
    value = b.CreateUIToFP(value, op.storageType(cell.type));
  } else if (isFloat(cell.type)) {
    value = op.ordered(cell.type, value);
  }
  Stmt where = stmt;
  where.space = cell.space;
  llvm::AtomicRMWInst *inst = atomic(cell.op, places.accumulators[stmt.imm], value, where);
  if (isFloat(cell.type))
    allowHardwareAtomics(inst);
}

} // namespace rocke::fuzz
