//===- EmitExchange.cpp - LLVM IR of exchanges between lanes --------------===//
//
// On the host an exchange ends one function and starts the next: every lane leaves its values, then
// every lane takes the one that sourceLane() says.
//
//===----------------------------------------------------------------------===//
#include "BodyEmitter.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace rocke::fuzz {

namespace in = llvm::Intrinsic;

namespace {

/// The fields of a DPP move.
struct Dpp {
  unsigned control;
  unsigned rowMask;
  unsigned bankMask;
  bool boundControl; ///< lanes without a source get 0 instead of keeping the old value
};

Dpp dppOf(uint64_t imm, Family family) {
  Dpp dpp{};
  const auto amount = static_cast<unsigned>(1 + (imm >> 8) % 15);
  switch (imm % 11) {
  case 0:
  case 1:
    dpp.control = static_cast<unsigned>((imm >> 8) & 0xff); // quad_perm
    break;
  case 2:
    dpp.control = 0x100 + amount; // row_shl
    break;
  case 3:
    dpp.control = 0x110 + amount; // row_shr
    break;
  case 4:
    dpp.control = 0x120 + amount; // row_ror
    break;
  case 5:
    dpp.control = 0x140; // row_mirror
    break;
  case 6:
  case 7:
    dpp.control = 0x150 + amount; // row_share, row_newbcast
    break;
  case 8:
  case 9:
    if (family == Family::Gfx11) {
      dpp.control = 0x160 + amount; // row_xmask
    } else {
      // wave_shl, wave_rol, wave_shr, wave_ror, row_bcast:15, row_bcast:31
      static constexpr unsigned controls[] = {0x130, 0x134, 0x138, 0x13c, 0x142, 0x143};
      dpp.control = controls[(imm >> 8) % std::size(controls)];
    }
    break;
  default:
    dpp.control = 0x141; // row_half_mirror
    break;
  }
  dpp.rowMask = imm & 0x10000 ? 0xf : static_cast<unsigned>((imm >> 20) & 0xf);
  dpp.bankMask = imm & 0x20000 ? 0xf : static_cast<unsigned>((imm >> 24) & 0xf);
  dpp.boundControl = imm & 0x40000;
  // Half of the time as LLVM can merge it with the operation that uses the value.
  if (imm & 0x80000) {
    dpp.rowMask = dpp.bankMask = 0xf;
    dpp.boundControl = true;
  }
  return dpp;
}

} // namespace

llvm::Value *BodyEmitter::lane() {
  return b.CreateAnd(places.local, b.getInt32(side.waveSize - 1));
}

/// The lane that this lane's value comes from, for the moves that have one; of the workgroup for
/// those through LDS, of the wavefront otherwise.
llvm::Value *BodyEmitter::sourceLane(const Stmt &stmt, Value *operand1, Value *operand2) {
  const auto constant = [&](uint64_t value) { return b.getInt32(static_cast<uint32_t>(value)); };
  Value *self = lane();
  const auto bits = [&](uint32_t mask) { return b.CreateAnd(self, constant(mask)); };
  const auto field = [&](Value *word, Value *index, unsigned width) {
    Value *shift = b.CreateMul(index, constant(width));
    return b.CreateAnd(b.CreateLShr(word, shift), constant((1u << width) - 1));
  };
  switch (stmt.move) {
  case Move::LdsRotate:
  case Move::LoadLds:
    return b.CreateURem(b.CreateAdd(places.local, constant(stmt.imm % program.block)),
                        constant(program.block));
  case Move::LdsGather:
    return b.CreateURem(operand1, constant(program.block));
  case Move::Bpermute: // within half waves, as gfx11 has it for both sizes
    return b.CreateOr(bits(32), b.CreateAnd(operand1, constant(31)));
  case Move::ReadLane:
    return b.CreateAnd(operand1, constant(side.waveSize - 1));
  case Move::ReadFirstLane:
    return constant(0);
  case Move::Dpp8:
    return b.CreateOr(bits(~7u), field(constant(stmt.imm & 0xffffff), bits(7), 3));
  case Move::Permlane16:
  case Move::PermlaneX16: {
    Value *low = b.CreateICmpULT(bits(15), constant(8));
    Value *selector = b.CreateSelect(low, operand1, operand2);
    Value *row = bits(~15u);
    if (stmt.move == Move::PermlaneX16)
      row = b.CreateXor(row, constant(16));
    return b.CreateOr(row, field(selector, bits(7), 4));
  }
  case Move::OtherHalf:
    return side.waveSize == 64 ? b.CreateXor(self, constant(32)) : self;
  case Move::Permute:
    return b.CreateXor(self, constant(stmt.imm & 31));
  case Move::Swizzle: { // the bit mask mode
    Value *source = b.CreateAnd(self, constant(~31u | (stmt.imm & 31)));
    source = b.CreateOr(source, constant(stmt.imm >> 5 & 31));
    return b.CreateXor(source, constant(stmt.imm >> 10 & 31));
  }
  default:
    llvm_unreachable("a move without a source lane");
  }
}

llvm::Value *BodyEmitter::bpermute(Value *value, Value *source) {
  return b.CreateIntrinsic(b.getInt32Ty(), in::amdgcn_ds_bpermute,
                           {b.CreateShl(source, b.getInt32(2)), value});
}

void BodyEmitter::barrier() {
  const auto scope = b.getContext().getOrInsertSyncScopeID("workgroup");
  b.CreateFence(llvm::AtomicOrdering::Release, scope);
  b.CreateIntrinsic(b.getVoidTy(), in::amdgcn_s_barrier, {});
  b.CreateFence(llvm::AtomicOrdering::Acquire, scope);
}

llvm::Value *BodyEmitter::exchangeWord(Value *index) {
  return b.CreateGEP(b.getInt32Ty(), places.exchange, index);
}

llvm::Value *BodyEmitter::ldsExchange(Value *value, Value *source) {
  barrier(); // whoever still reads what the last exchange left
  b.CreateStore(value, exchangeWord(places.local));
  barrier();
  return b.CreateLoad(b.getInt32Ty(), exchangeWord(source));
}

/// The place in Table of a LoadLds.
llvm::Value *BodyEmitter::loadLdsSource(const Stmt &stmt) {
  Value *index = b.CreateAnd(get(stmt.operands[0]), b.getInt32(tableBytes / 4 - 1));
  return at(places.table, b.CreateMul(index, b.getInt32(4)));
}

/// Through a load to LDS, which writes consecutive dwords for the lanes of a wavefront.
llvm::Value *BodyEmitter::loadToLds(const Stmt &stmt, Value *source) {
  Value *from = loadLdsSource(stmt);
  if (!side.isGfx9())
    return ldsExchange(b.CreateLoad(b.getInt32Ty(), from), source);
  barrier();
  Value *first = b.CreateIntrinsic(in::amdgcn_readfirstlane, {b.getInt32Ty()}, {places.local});
  b.CreateIntrinsic(b.getVoidTy(), in::amdgcn_global_load_lds,
                    {b.CreateAddrSpaceCast(from, b.getPtrTy(1)), exchangeWord(first), b.getInt32(4),
                     b.getInt32(0), b.getInt32(0)});
  barrier();
  return b.CreateLoad(b.getInt32Ty(), exchangeWord(source));
}

llvm::Value *BodyEmitter::dppMove(const Stmt &stmt, Value *value, Value *old) {
  const Dpp dpp = dppOf(stmt.imm, side.family());
  // LLVM 22 exchanges the operands of an addition that moves lanes to read a uniform one.
  return b.CreateIntrinsic(in::amdgcn_update_dpp, {b.getInt32Ty()},
                           {old, op.opaque(value), b.getInt32(dpp.control), b.getInt32(dpp.rowMask),
                            b.getInt32(dpp.bankMask), b.getInt1(dpp.boundControl)});
}

/// The GPU's exchange. What a GPU has no instruction for goes through ds_bpermute.
llvm::Value *BodyEmitter::machineMove(const Stmt &stmt) {
  llvm::Type *i32 = b.getInt32Ty();
  Value *value = get(stmt.operands[0]);
  if (stmt.move == Move::Ballot) {
    // LLVM 22 gets comparisons with NaNs wrong that are the operand.
    value = b.CreateICmpNE(op.opaque(b.CreateZExt(value, i32)), b.getInt32(0));
    Value *mask = b.CreateIntrinsic(in::amdgcn_ballot, {b.getIntNTy(side.waveSize)}, {value});
    return b.CreateZExt(mask, b.getInt64Ty());
  }
  Value *operand1 = get(stmt.operands[1]), *operand2 = get(stmt.operands[2]);
  switch (stmt.move) {
  case Move::Dpp:
    return dppMove(stmt, value, operand1);
  case Move::CountBelow: {
    Value *count = b.CreateIntrinsic(i32, in::amdgcn_mbcnt_lo, {value, operand1});
    // In wave32 the upper half holds no lanes.
    return side.waveSize == 64 ? b.CreateIntrinsic(i32, in::amdgcn_mbcnt_hi, {operand2, count})
                               : count;
  }
  case Move::Swap32:
  case Move::Swap16: {
    if (side.arch == "gfx950") {
      const in::ID id =
          stmt.move == Move::Swap32 ? in::amdgcn_permlane32_swap : in::amdgcn_permlane16_swap;
      Value *pair = b.CreateIntrinsic(llvm::StructType::get(i32, i32), id,
                                      {value, operand1, b.getFalse(), b.getFalse()});
      return b.CreateXor(b.CreateExtractValue(pair, 0), b.CreateExtractValue(pair, 1));
    }
    // The distance may cross the half waves that ds_bpermute is limited to.
    const unsigned distance = stmt.move == Move::Swap32 ? 32 : 16;
    if (distance >= side.waveSize)
      return b.CreateXor(value, operand1);
    Value *other = b.CreateXor(places.local, b.getInt32(distance));
    Value *upper = b.CreateICmpNE(b.CreateAnd(places.local, b.getInt32(distance)), b.getInt32(0));
    Value *farValue = ldsExchange(value, other), *farOperand = ldsExchange(operand1, other);
    return b.CreateSelect(upper, b.CreateXor(operand1, farOperand), b.CreateXor(value, farValue));
  }
  default:
    break;
  }
  if (stmt.move == Move::Matrix)
    return machineMatrix(stmt);
  if (stmt.move == Move::WriteLane)
    return b.CreateIntrinsic(
        in::amdgcn_writelane, {i32},
        {operand2, b.CreateAnd(operand1, b.getInt32(side.waveSize - 1)), value});
  Value *source = sourceLane(stmt, operand1, operand2);
  switch (stmt.move) {
  case Move::Permute: // the same in both directions
    return b.CreateIntrinsic(i32, in::amdgcn_ds_permute,
                             {b.CreateShl(source, b.getInt32(2)), value});
  case Move::LoadLds:
    return loadToLds(stmt, source);
  case Move::OtherHalf:
    if (side.waveSize == 32)
      return value;
    if (side.isGfx11()) // LLVM 22 moves it to where lanes are off
      return op.opaque(b.CreateIntrinsic(in::amdgcn_permlane64, {i32}, {value}), /*stays=*/true);
    break;
  case Move::LdsRotate:
  case Move::LdsGather:
    return ldsExchange(value, source);
  case Move::ReadLane:
    return b.CreateIntrinsic(in::amdgcn_readlane, {i32}, {value, source});
  case Move::ReadFirstLane:
    return b.CreateIntrinsic(in::amdgcn_readfirstlane, {i32}, {value});
  case Move::Swizzle:
    return b.CreateIntrinsic(i32, in::amdgcn_ds_swizzle,
                             {value, b.getInt32(static_cast<uint32_t>(stmt.imm & 0x7fff))});
  case Move::Dpp8:
    if (side.isGfx11()) // LLVM 22 moves it to its use, where fewer lanes may be on
      return op.opaque(
          b.CreateIntrinsic(in::amdgcn_mov_dpp8, {i32},
                            {value, b.getInt32(static_cast<uint32_t>(stmt.imm & 0xffffff))}),
          /*stays=*/true);
    break;
  case Move::Permlane16:
  case Move::PermlaneX16:
    if (side.isGfx11())
      return b.CreateIntrinsic(
          stmt.move == Move::Permlane16 ? in::amdgcn_permlane16 : in::amdgcn_permlanex16, {i32},
          {value, value, operand1, operand2, b.getFalse(), b.getFalse()});
    break;
  default:
    break;
  }
  return bpermute(value, source);
}

void BodyEmitter::emitExchange(const Stmt &stmt) { set(stmt.dst, machineMove(stmt)); }

void BodyEmitter::leaveForExchange(const Stmt &stmt, Value *words) {
  for (unsigned i = 0; i < std::min<size_t>(2, stmt.operands.size()); ++i) {
    Value *word = get(stmt.operands[i]);
    if (i == 0 && stmt.move == Move::LoadLds)
      word = b.CreateLoad(b.getInt32Ty(), loadLdsSource(stmt));
    word = b.CreateZExt(word, b.getInt64Ty());
    Value *index = b.CreateAdd(b.CreateMul(places.item, b.getInt32(2)), b.getInt32(i));
    b.CreateStore(word, b.CreateGEP(b.getInt64Ty(), words, index));
  }
}

void BodyEmitter::takeFromExchange(const Stmt &stmt, Value *words) {
  llvm::Type *i32 = b.getInt32Ty(), *i64 = b.getInt64Ty();
  Value *group = b.CreateSub(places.item, places.local);
  Value *self = lane();
  Value *wave = b.CreateSub(places.item, self);
  const auto left = [&](Value *item, unsigned which) {
    Value *index = b.CreateAdd(b.CreateMul(item, b.getInt32(2)), b.getInt32(which));
    return b.CreateTrunc(b.CreateLoad(i64, b.CreateGEP(i64, words, index)), i32);
  };
  const auto has = [&](unsigned mask) {
    return b.CreateICmpNE(b.CreateAnd(self, b.getInt32(mask)), b.getInt32(0));
  };
  if (stmt.move == Move::Ballot) {
    Value *mask = b.getInt64(0);
    for (unsigned i = 0; i < side.waveSize; ++i) {
      Value *bit = b.CreateZExt(left(b.CreateAdd(wave, b.getInt32(i)), 0), i64);
      mask = b.CreateOr(mask, b.CreateShl(bit, b.getInt64(i)));
    }
    return set(stmt.dst, mask);
  }
  Value *operand1 = get(stmt.operands[1]), *operand2 = get(stmt.operands[2]);
  switch (stmt.move) {
  case Move::CountBelow: {
    Value *low = get(stmt.operands[0]);
    Value *bits = b.CreateOr(b.CreateZExt(low, i64),
                             b.CreateShl(b.CreateZExt(operand2, i64), b.getInt64(32)));
    Value *below = b.CreateSub(b.CreateShl(b.getInt64(1), b.CreateZExt(self, i64)), b.getInt64(1));
    Value *count = b.CreateUnaryIntrinsic(in::ctpop, b.CreateAnd(bits, below));
    return set(stmt.dst, b.CreateAdd(b.CreateTrunc(count, i32), operand1));
  }
  case Move::Matrix:
    return set(stmt.dst, hostMatrix(stmt, words));
  case Move::WriteLane: {
    Value *written = b.CreateICmpEQ(self, b.CreateAnd(operand1, b.getInt32(side.waveSize - 1)));
    return set(stmt.dst, b.CreateSelect(written, operand2, get(stmt.operands[0])));
  }
  case Move::Swap32:
  case Move::Swap16: {
    const unsigned distance = stmt.move == Move::Swap32 ? 32 : 16;
    if (distance >= side.waveSize)
      return set(stmt.dst, b.CreateXor(left(places.item, 0), left(places.item, 1)));
    // The upper half of the one register and the lower half of the other change places.
    Value *other = b.CreateXor(self, b.getInt32(distance));
    Value *far = b.CreateAdd(wave, other);
    Value *lower = b.CreateXor(left(places.item, 0), left(far, 0));
    Value *upper = b.CreateXor(left(places.item, 1), left(far, 1));
    return set(stmt.dst, b.CreateSelect(has(distance), upper, lower));
  }
  case Move::Dpp: {
    const Dpp dpp = dppOf(stmt.imm, side.family());
    Value *row = b.CreateAnd(self, b.getInt32(~15u)), *place = b.CreateAnd(self, b.getInt32(15));
    Value *source = nullptr, *valid = b.getTrue(); // of the row
    Value *ofWave = nullptr;                       // instead
    const unsigned amount = dpp.control & 15;
    if (dpp.control < 0x100) {
      Value *shift = b.CreateMul(b.CreateAnd(self, b.getInt32(3)), b.getInt32(2));
      Value *chosen = b.CreateAnd(b.CreateLShr(b.getInt32(dpp.control), shift), b.getInt32(3));
      source = b.CreateOr(b.CreateAnd(place, b.getInt32(12)), chosen);
    } else if (dpp.control < 0x110) {
      source = b.CreateAdd(place, b.getInt32(amount));
      valid = b.CreateICmpULT(source, b.getInt32(16));
    } else if (dpp.control < 0x120) {
      source = b.CreateSub(place, b.getInt32(amount));
      valid = b.CreateICmpSGE(source, b.getInt32(0));
    } else if (dpp.control < 0x130) {
      source = b.CreateSub(place, b.getInt32(amount));
    } else if (dpp.control < 0x140) { // by one lane, in the wavefront
      const bool up = dpp.control < 0x138, around = dpp.control & 4;
      ofWave = up ? b.CreateAdd(self, b.getInt32(1)) : b.CreateSub(self, b.getInt32(1));
      if (!around)
        valid = b.CreateICmpULT(ofWave, b.getInt32(side.waveSize));
      ofWave = b.CreateAnd(ofWave, b.getInt32(side.waveSize - 1));
    } else if (dpp.control == 0x142) { // the last lane of the row before
      valid = b.CreateICmpNE(row, b.getInt32(0));
      ofWave = b.CreateAnd(b.CreateSub(row, b.getInt32(1)), b.getInt32(side.waveSize - 1));
    } else if (dpp.control == 0x143) { // of the lower half
      valid = has(32);
      ofWave = b.getInt32(31);
    } else if (dpp.control < 0x150) {
      source = b.CreateXor(place, b.getInt32(dpp.control == 0x140 ? 15 : 7));
    } else if (dpp.control < 0x160) {
      source = b.getInt32(amount);
    } else {
      source = b.CreateXor(place, b.getInt32(amount));
    }
    source = ofWave ? ofWave : b.CreateAdd(row, b.CreateAnd(source, b.getInt32(15)));
    Value *old = left(places.item, 1);
    Value *missing = dpp.boundControl ? b.getInt32(0) : old;
    Value *value = b.CreateSelect(valid, left(b.CreateAdd(wave, source), 0), missing);
    const auto enabled = [&](unsigned mask, Value *index) {
      return b.CreateICmpNE(b.CreateAnd(b.CreateLShr(b.getInt32(mask), index), b.getInt32(1)),
                            b.getInt32(0));
    };
    Value *written = b.CreateAnd(enabled(dpp.rowMask, b.CreateLShr(self, b.getInt32(4))),
                                 enabled(dpp.bankMask, b.CreateLShr(place, b.getInt32(2))));
    return set(stmt.dst, b.CreateSelect(written, value, old));
  }
  default: {
    Value *source = sourceLane(stmt, operand1, operand2);
    const bool ofGroup =
        stmt.move == Move::LdsRotate || stmt.move == Move::LdsGather || stmt.move == Move::LoadLds;
    return set(stmt.dst, left(b.CreateAdd(ofGroup ? group : wave, source), 0));
  }
  }
}

} // namespace rocke::fuzz
