//===- Sopk.cpp - Scalar operations with a 16-bit immediate ----------------===//
#include "ScalarOps.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace rocke::sim {

namespace {
// The destination field holds the SGPR that is compared, added to or tested.
uint32_t destValue(const Wavefront &wave, const DecodedInst &inst) {
  return wave.sgpr[inst.dst[0].index];
}

void moveImmediate(Wavefront &wave, const DecodedInst &inst) {
  wave.sgpr[inst.dst[0].index] = static_cast<uint32_t>(inst.imm[0]);
}
void conditionalMoveImmediate(Wavefront &wave, const DecodedInst &inst) {
  if (wave.scc)
    moveImmediate(wave, inst);
}
void addImmediate(Wavefront &wave, const DecodedInst &inst) {
  int32_t sum;
  wave.scc = __builtin_add_overflow(static_cast<int32_t>(destValue(wave, inst)),
                                    static_cast<int32_t>(inst.imm[0]), &sum);
  wave.sgpr[inst.dst[0].index] = static_cast<uint32_t>(sum);
}
void multiplyImmediate(Wavefront &wave, const DecodedInst &inst) {
  wave.sgpr[inst.dst[0].index] = destValue(wave, inst) * static_cast<uint32_t>(inst.imm[0]);
}

template <typename Compare> void compareSigned(Wavefront &wave, const DecodedInst &inst) {
  wave.scc =
      Compare()(static_cast<int32_t>(destValue(wave, inst)), static_cast<int32_t>(inst.imm[0]));
}
// The immediate of an unsigned comparison is zero-extended.
template <typename Compare> void compareUnsigned(Wavefront &wave, const DecodedInst &inst) {
  wave.scc = Compare()(destValue(wave, inst), static_cast<uint32_t>(inst.imm[0]) & 0xffff);
}

void getReg(Wavefront &wave, const DecodedInst &inst) {
  wave.sgpr[inst.dst[0].index] = readHardwareRegister(wave, static_cast<uint16_t>(inst.imm[0]));
}
void setReg(Wavefront &wave, const DecodedInst &inst) {
  writeHardwareRegister(wave, static_cast<uint16_t>(inst.imm[0]), destValue(wave, inst));
}
void setRegImmediate(Wavefront &wave, const DecodedInst &inst) {
  writeHardwareRegister(wave, static_cast<uint16_t>(inst.imm[0]),
                        static_cast<uint32_t>(inst.imm[1]));
}

void call(Wavefront &wave, const DecodedInst &inst) {
  wave.setSgpr64(inst.dst[0].index, wave.pc);
  wave.pc += static_cast<uint64_t>(inst.imm[0] * 4);
}

// A subvector loop runs a block for the low 32 lanes, then for the high ones, of those halves that
// have an active lane. The SGPR holds the EXEC half that waits for its turn.
void subvectorLoopBegin(Wavefront &wave, const DecodedInst &inst) {
  uint32_t &low = wave.sgpr[ExecSlot], &high = wave.sgpr[ExecSlot + 1];
  uint32_t &saved = wave.sgpr[inst.dst[0].index];
  if (low == 0 && high == 0) {
    wave.pc += static_cast<uint64_t>(inst.imm[0] * 4);
  } else if (low == 0) {
    saved = low;
  } else {
    saved = high;
    high = 0;
  }
}
void subvectorLoopEnd(Wavefront &wave, const DecodedInst &inst) {
  uint32_t &low = wave.sgpr[ExecSlot], &high = wave.sgpr[ExecSlot + 1];
  uint32_t &saved = wave.sgpr[inst.dst[0].index];
  if (high != 0) { // the high half has run
    low = saved;
  } else if (saved != 0) { // the low half has run, the high one follows
    high = saved;
    saved = low;
    low = 0;
    wave.pc += static_cast<uint64_t>(inst.imm[0] * 4);
  }
}

// Waits order accesses that have already been carried out here; s_version names the code's ISA.
void nothing(Wavefront &, const DecodedInst &) {}

const llvm::StringMap<ScalarOp> &table() {
  static const llvm::StringMap<ScalarOp> ops = {
      {"s_movk_i32", {moveImmediate}},
      {"s_cmovk_i32", {conditionalMoveImmediate}},
      {"s_addk_i32", {addImmediate}},
      {"s_mulk_i32", {multiplyImmediate}},
      {"s_cmpk_eq_i32", {compareSigned<std::equal_to<>>}},
      {"s_cmpk_lg_i32", {compareSigned<std::not_equal_to<>>}},
      {"s_cmpk_gt_i32", {compareSigned<std::greater<>>}},
      {"s_cmpk_ge_i32", {compareSigned<std::greater_equal<>>}},
      {"s_cmpk_lt_i32", {compareSigned<std::less<>>}},
      {"s_cmpk_le_i32", {compareSigned<std::less_equal<>>}},
      {"s_cmpk_eq_u32", {compareUnsigned<std::equal_to<>>}},
      {"s_cmpk_lg_u32", {compareUnsigned<std::not_equal_to<>>}},
      {"s_cmpk_gt_u32", {compareUnsigned<std::greater<>>}},
      {"s_cmpk_ge_u32", {compareUnsigned<std::greater_equal<>>}},
      {"s_cmpk_lt_u32", {compareUnsigned<std::less<>>}},
      {"s_cmpk_le_u32", {compareUnsigned<std::less_equal<>>}},
      {"s_getreg_b32", {getReg}},
      {"s_setreg_b32", {setReg}},
      {"s_setreg_imm32_b32", {setRegImmediate}},
      {"s_call_b64", {call}},
      {"s_cbranch_i_fork", {forkToImmediate}},
      {"s_subvector_loop_begin", {subvectorLoopBegin}},
      {"s_subvector_loop_end", {subvectorLoopEnd}},
      {"s_version", {nothing}},
      {"s_waitcnt_vscnt", {nothing}},
      {"s_waitcnt_vmcnt", {nothing}},
      {"s_waitcnt_expcnt", {nothing}},
      {"s_waitcnt_lgkmcnt", {nothing}},
  };
  return ops;
}
} // namespace

const ScalarOp *findSopk(llvm::StringRef name) {
  auto it = table().find(name);
  return it == table().end() ? nullptr : &it->second;
}

} // namespace rocke::sim
