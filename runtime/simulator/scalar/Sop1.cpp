//===- Sop1.cpp - Scalar operations with one source ------------------------===//
#include "ScalarOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

namespace rocke::sim {

namespace {
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;

template <typename T> T withNonZero(Wavefront &wave, T value) {
  wave.scc = value != 0;
  return value;
}

template <typename T> T move(Wavefront &, T a) { return a; }
template <typename T> T bitNot(Wavefront &wave, T a) { return withNonZero<T>(wave, ~a); }
template <typename T> T reverseBits(Wavefront &, T a) { return llvm::reverseBits(a); }
template <typename T> u32 countOnes(Wavefront &wave, T a) {
  return withNonZero(wave, static_cast<u32>(llvm::popcount(a)));
}
template <typename T> u32 countZeros(Wavefront &wave, T a) {
  return withNonZero(wave, static_cast<u32>(llvm::popcount(static_cast<T>(~a))));
}

// The searches give -1 when there is no such bit.
template <typename T> u32 firstOne(Wavefront &, T a) {
  return a ? static_cast<u32>(llvm::countr_zero(a)) : ~0u;
}
template <typename T> u32 firstZero(Wavefront &wave, T a) {
  return firstOne<T>(wave, static_cast<T>(~a));
}
template <typename T> u32 leadingZeros(Wavefront &, T a) {
  return a ? static_cast<u32>(llvm::countl_zero(a)) : ~0u;
}
// Position, from the top, of the first bit that differs from the sign.
template <typename T> u32 leadingSigns(Wavefront &wave, T a) {
  constexpr unsigned top = sizeof(T) * 8 - 1;
  return leadingZeros<T>(wave, a >> top ? static_cast<T>(~a) : a);
}

u32 signExtend8(Wavefront &, u32 a) { return static_cast<u32>(static_cast<int8_t>(a)); }
u32 signExtend16(Wavefront &, u32 a) { return static_cast<u32>(static_cast<int16_t>(a)); }
u32 absolute(Wavefront &wave, u32 a) {
  return withNonZero(wave, static_cast<i32>(a) < 0 ? 0u - a : a);
}

// Bit 4 * i of the result: whether any bit of quad i is set.
u64 anyOfQuad(u64 a) {
  a |= a >> 1;
  a |= a >> 2;
  return a & 0x1111111111111111;
}
template <typename T> T wholeQuads(Wavefront &wave, T a) {
  return withNonZero(wave, static_cast<T>(anyOfQuad(a) * 0xf));
}
template <typename T> T quadMask(Wavefront &wave, T a) {
  u64 any = anyOfQuad(a);
  T mask = 0;
  for (unsigned quad = 0; quad < sizeof(T) * 2; ++quad)
    mask |= static_cast<T>(any >> (4 * quad) & 1) << quad;
  return withNonZero(wave, mask);
}
u64 replicateBits(Wavefront &, u32 a) {
  u64 result = 0;
  for (unsigned i = 0; i < 32; ++i)
    result |= static_cast<u64>(a >> i & 1) * 3 << (2 * i);
  return result;
}

template <typename T> void conditionalMove(Wavefront &wave, const DecodedInst &inst) {
  if (wave.scc)
    writeScalar<T>(wave, inst.dst[0], readScalar<T>(wave, inst.src[0]));
}

template <typename T, unsigned bit> void setBit(Wavefront &wave, const DecodedInst &inst) {
  T mask = T{1} << (wave.scalar32(inst.src[0]) & (sizeof(T) * 8 - 1));
  T old = readScalar<T>(wave, inst.dst[0]);
  writeScalar<T>(wave, inst.dst[0], bit ? old | mask : old & ~mask);
}

void getPc(Wavefront &wave, const DecodedInst &inst) { wave.setSgpr64(inst.dst[0].index, wave.pc); }
void setPc(Wavefront &wave, const DecodedInst &inst) { wave.pc = wave.scalar64(inst.src[0]); }
void swapPc(Wavefront &wave, const DecodedInst &inst) {
  u64 target = wave.scalar64(inst.src[0]);
  wave.setSgpr64(inst.dst[0].index, wave.pc);
  wave.pc = target;
}

template <typename T> using Combine = T (*)(T, T);
// dst = EXEC; EXEC = fn(src, EXEC).
template <typename T, Combine<T> fn> void saveExec(Wavefront &wave, const DecodedInst &inst) {
  Operand exec;
  exec.kind = OperandKind::Scalar;
  exec.index = ExecSlot;
  T old = readScalar<T>(wave, exec);
  T result = fn(readScalar<T>(wave, inst.src[0]), old);
  writeScalar<T>(wave, inst.dst[0], old);
  writeScalar<T>(wave, exec, result);
  wave.scc = result != 0;
}
// dst = EXEC = fn(src, EXEC).
template <typename T, Combine<T> fn> void writeExec(Wavefront &wave, const DecodedInst &inst) {
  Operand exec;
  exec.kind = OperandKind::Scalar;
  exec.index = ExecSlot;
  T result = fn(readScalar<T>(wave, inst.src[0]), readScalar<T>(wave, exec));
  writeScalar<T>(wave, exec, result);
  writeScalar<T>(wave, inst.dst[0], result);
  wave.scc = result != 0;
}
template <typename T> T combineAnd(T s, T e) { return s & e; }
template <typename T> T combineOr(T s, T e) { return s | e; }
template <typename T> T combineXor(T s, T e) { return s ^ e; }
template <typename T> T combineNand(T s, T e) { return ~(s & e); }
template <typename T> T combineNor(T s, T e) { return ~(s | e); }
template <typename T> T combineXnor(T s, T e) { return ~(s ^ e); }
template <typename T> T combineNotSource(T s, T e) { return ~s & e; }
template <typename T> T combineNotExec(T s, T e) { return s & ~e; }
template <typename T> T combineOrNotSource(T s, T e) { return ~s | e; }
template <typename T> T combineOrNotExec(T s, T e) { return s | ~e; }

// Relative moves reach SGPRs and VCC.
bool checkRelative(Wavefront &wave, u32 slot, u32 words) {
  const u64 end = u64{slot} + words;
  if (end <= wave.allocated.sgprs || (slot >= VccSlot && end <= TtmpSlot))
    return true;
  wave.fault(fmt::format("the relative move reaches s{}, but the kernel was given {} SGPRs",
                         end - 1, wave.allocated.sgprs));
  return false;
}
template <typename T> void moveRelativeSource(Wavefront &wave, const DecodedInst &inst) {
  Operand source = inst.src[0];
  source.index += wave.m0();
  if (checkRelative(wave, source.index, sizeof(T) / 4))
    writeScalar<T>(wave, inst.dst[0], readScalar<T>(wave, source));
}
template <typename T> void moveRelativeDest(Wavefront &wave, const DecodedInst &inst) {
  Operand dest = inst.dst[0];
  dest.index += wave.m0();
  if (checkRelative(wave, dest.index, sizeof(T) / 4))
    writeScalar<T>(wave, dest, readScalar<T>(wave, inst.src[0]));
}
// Both relative, by the halves of M0: source by bits 9:0, destination by bits 25:16.
void moveRelativeBoth(Wavefront &wave, const DecodedInst &inst) {
  u32 source = inst.src[0].index + (wave.m0() & 0x3ff);
  u32 dest = inst.dst[0].index + (wave.m0() >> 16 & 0x3ff);
  if (checkRelative(wave, source, 1) && checkRelative(wave, dest, 1))
    wave.sgpr[dest] = wave.sgpr[source];
}

// Messages that return a value. Time is the wavefront's own instruction count, so that a launch
// gives the same result each time.
template <typename T> void sendMessageReturn(Wavefront &wave, const DecodedInst &inst) {
  constexpr int64_t getDoorbell = 128, getDdid = 129, getTma = 130, getRealtime = 131;
  switch (inst.imm[0]) {
  case getRealtime:
    writeScalar<T>(wave, inst.dst[0], static_cast<T>(wave.executed));
    return;
  case getDoorbell:
  case getDdid:
  case getTma:
    writeScalar<T>(wave, inst.dst[0], 0);
    return;
  default:
    wave.fault(fmt::format("message {} returns no value", inst.imm[0]));
  }
}

// gfx9's VGPR indexing: the index in use is M0's low byte.
void setGprIndex(Wavefront &wave, const DecodedInst &inst) {
  wave.sgpr[M0Slot] = (wave.sgpr[M0Slot] & ~0xffu) | (wave.scalar32(inst.src[0]) & 0xff);
}

template <typename T> void addWidth(llvm::StringMap<ScalarOp> &ops, llvm::StringRef suffix) {
  constexpr ConstantType type = constantTypeOf<T>();
  auto add = [&](llvm::StringRef name, ScalarOp op) { ops[(name + suffix).str()] = op; };
  add("s_mov_", unaryOp<T, T, move<T>>());
  add("s_cmov_", {conditionalMove<T>, type});
  add("s_not_", unaryOp<T, T, bitNot<T>>());
  add("s_wqm_", unaryOp<T, T, wholeQuads<T>>());
  add("s_quadmask_", unaryOp<T, T, quadMask<T>>());
  add("s_brev_", unaryOp<T, T, reverseBits<T>>());
  add("s_bcnt0_i32_", unaryOp<u32, T, countZeros<T>>());
  add("s_bcnt1_i32_", unaryOp<u32, T, countOnes<T>>());
  add("s_ff0_i32_", unaryOp<u32, T, firstZero<T>>());
  add("s_ff1_i32_", unaryOp<u32, T, firstOne<T>>());
  add("s_ctz_i32_", unaryOp<u32, T, firstOne<T>>());
  add("s_flbit_i32_", unaryOp<u32, T, leadingZeros<T>>());
  add("s_bitset0_", {setBit<T, 0>});
  add("s_bitset1_", {setBit<T, 1>});
  add("s_movrels_", {moveRelativeSource<T>, type});
  add("s_movreld_", {moveRelativeDest<T>, type});
  add("s_and_saveexec_", {saveExec<T, combineAnd<T>>, type});
  add("s_or_saveexec_", {saveExec<T, combineOr<T>>, type});
  add("s_xor_saveexec_", {saveExec<T, combineXor<T>>, type});
  add("s_nand_saveexec_", {saveExec<T, combineNand<T>>, type});
  add("s_nor_saveexec_", {saveExec<T, combineNor<T>>, type});
  add("s_xnor_saveexec_", {saveExec<T, combineXnor<T>>, type});
  // gfx9 says "n1" for the negated source and "n2" for the negated EXEC, gfx11 "not0" and "not1".
  for (const char *spelling : {"s_andn1_saveexec_", "s_and_not0_saveexec_"})
    add(spelling, {saveExec<T, combineNotSource<T>>, type});
  for (const char *spelling : {"s_andn2_saveexec_", "s_and_not1_saveexec_"})
    add(spelling, {saveExec<T, combineNotExec<T>>, type});
  for (const char *spelling : {"s_orn1_saveexec_", "s_or_not0_saveexec_"})
    add(spelling, {saveExec<T, combineOrNotSource<T>>, type});
  for (const char *spelling : {"s_orn2_saveexec_", "s_or_not1_saveexec_"})
    add(spelling, {saveExec<T, combineOrNotExec<T>>, type});
  for (const char *spelling : {"s_andn1_wrexec_", "s_and_not0_wrexec_"})
    add(spelling, {writeExec<T, combineNotSource<T>>, type});
  for (const char *spelling : {"s_andn2_wrexec_", "s_and_not1_wrexec_"})
    add(spelling, {writeExec<T, combineNotExec<T>>, type});
}

llvm::StringMap<ScalarOp> makeTable() {
  llvm::StringMap<ScalarOp> ops = {
      {"s_clz_i32_u32", unaryOp<u32, u32, leadingZeros<u32>>()},
      {"s_clz_i32_u64", unaryOp<u32, u64, leadingZeros<u64>>()},
      {"s_flbit_i32", unaryOp<u32, u32, leadingSigns<u32>>()},
      {"s_flbit_i32_i64", {unaryHandler<u32, u64, leadingSigns<u64>>, ConstantType::I64}},
      {"s_cls_i32", unaryOp<u32, u32, leadingSigns<u32>>()},
      {"s_cls_i32_i64", {unaryHandler<u32, u64, leadingSigns<u64>>, ConstantType::I64}},
      {"s_sext_i32_i8", unaryOp<u32, u32, signExtend8>()},
      {"s_sext_i32_i16", unaryOp<u32, u32, signExtend16>()},
      {"s_abs_i32", unaryOp<u32, u32, absolute>()},
      {"s_bitreplicate_b64_b32", unaryOp<u64, u32, replicateBits>()},
      {"s_getpc_b64", {getPc}},
      {"s_setpc_b64", {setPc, ConstantType::B64}},
      {"s_swappc_b64", {swapPc, ConstantType::B64}},
      {"s_rfe_b64", {returnFromException, ConstantType::B64}},
      {"s_cbranch_join", {join}},
      {"s_movrelsd_2_b32", {moveRelativeBoth}},
      {"s_sendmsg_rtn_b32", {sendMessageReturn<u32>, ConstantType::B32, ConstantType::B32, true}},
      {"s_sendmsg_rtn_b64", {sendMessageReturn<u64>, ConstantType::B32, ConstantType::B32, true}},
      {"s_set_gpr_idx_idx", {setGprIndex}},
  };
  addWidth<u32>(ops, "b32");
  addWidth<u64>(ops, "b64");
  return ops;
}
} // namespace

void returnFromException(Wavefront &wave, const DecodedInst &) {
  wave.fault("returns from a trap handler that it is not in: STATUS.PRIV is 0");
}

const ScalarOp *findSop1(llvm::StringRef name) {
  static const llvm::StringMap<ScalarOp> ops = makeTable();
  auto it = ops.find(name);
  return it == ops.end() ? nullptr : &it->second;
}

} // namespace rocke::sim
