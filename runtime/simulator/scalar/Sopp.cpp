//===- Sopp.cpp - Branches, barriers, messages, the end --------------------===//
#include "ScalarOps.h"
#include "llvm/ADT/StringMap.h"
#include <fmt/format.h>

namespace rocke::sim {

namespace {
using Condition = bool (*)(const Wavefront &);

template <Condition taken> void branch(Wavefront &wave, const DecodedInst &inst) {
  if (taken(wave))
    wave.pc += static_cast<uint64_t>(inst.imm[0] * 4);
}
bool always(const Wavefront &) { return true; }
bool ifScc(const Wavefront &wave) { return wave.scc; }
bool ifNotScc(const Wavefront &wave) { return !wave.scc; }
bool ifVccz(const Wavefront &wave) { return wave.vcc() == 0; }
bool ifVccnz(const Wavefront &wave) { return wave.vcc() != 0; }
bool ifExecz(const Wavefront &wave) { return wave.exec() == 0; }
bool ifExecnz(const Wavefront &wave) { return wave.exec() != 0; }
// No debugger is attached.
bool ifDebugged(const Wavefront &) { return false; }

void barrier(Wavefront &wave, const DecodedInst &) { wave.status = WaveStatus::AtBarrier; }
void end(Wavefront &wave, const DecodedInst &) { wave.status = WaveStatus::Ended; }

// Hints, waits for what has already happened, and cache and performance controls.
void nothing(Wavefront &, const DecodedInst &) {}

void sendMessage(Wavefront &wave, const DecodedInst &inst) {
  constexpr int64_t interrupt = 1, deallocVgprs = 3;
  int64_t message = inst.imm[0] & (wave.gpu->isGfx11() ? 0xff : 0xf);
  bool known = message == interrupt || (wave.gpu->isGfx11() && message == deallocVgprs);
  if (!known)
    wave.fault(fmt::format("message {} is not one of a compute kernel", message));
}

void trap(Wavefront &wave, const DecodedInst &inst) {
  constexpr int64_t debugTrap = 3; // does nothing unless a debugger is attached
  int64_t id = inst.imm[0] & 0xff;
  if (id != debugTrap)
    wave.fault(fmt::format("trap {}", id));
}

void halt(Wavefront &wave, const DecodedInst &inst) {
  if (inst.imm[0] & 1)
    wave.fault("the wavefront halted itself");
}
void sendMessageHalt(Wavefront &wave, const DecodedInst &) {
  wave.fault("the wavefront halted itself");
}

void codeEnd(Wavefront &wave, const DecodedInst &) { wave.fault("ran past the end of the code"); }

void setKill(Wavefront &wave, const DecodedInst &inst) {
  if (inst.imm[0] & 1)
    wave.status = WaveStatus::Ended;
}

void roundMode(Wavefront &wave, const DecodedInst &inst) {
  wave.mode = (wave.mode & ~0xfu) | (static_cast<uint32_t>(inst.imm[0]) & 0xf);
}
void denormMode(Wavefront &wave, const DecodedInst &inst) {
  wave.mode = (wave.mode & ~0xf0u) | (static_cast<uint32_t>(inst.imm[0]) & 0xf) << 4;
}

void gprIndexOff(Wavefront &wave, const DecodedInst &) { wave.mode &= ~mode::gprIndexEnable; }
void gprIndexMode(Wavefront &wave, const DecodedInst &inst) {
  wave.sgpr[M0Slot] = (wave.sgpr[M0Slot] & ~0xf000u) | (static_cast<uint32_t>(inst.imm[0]) & 0xf)
                                                           << 12;
}

const llvm::StringMap<ScalarOp> &table() {
  static const llvm::StringMap<ScalarOp> ops = {
      {"s_branch", {branch<always>}},
      {"s_cbranch_scc0", {branch<ifNotScc>}},
      {"s_cbranch_scc1", {branch<ifScc>}},
      {"s_cbranch_vccz", {branch<ifVccz>}},
      {"s_cbranch_vccnz", {branch<ifVccnz>}},
      {"s_cbranch_execz", {branch<ifExecz>}},
      {"s_cbranch_execnz", {branch<ifExecnz>}},
      {"s_cbranch_cdbgsys", {branch<ifDebugged>}},
      {"s_cbranch_cdbguser", {branch<ifDebugged>}},
      {"s_cbranch_cdbgsys_or_user", {branch<ifDebugged>}},
      {"s_cbranch_cdbgsys_and_user", {branch<ifDebugged>}},
      {"s_barrier", {barrier}},
      {"s_endpgm", {end}},
      {"s_endpgm_saved", {end}},
      {"s_endpgm_ordered_ps_done", {end}},
      {"s_code_end", {codeEnd}},
      {"s_trap", {trap}},
      {"s_sethalt", {halt}},
      {"s_setkill", {setKill}},
      {"s_sendmsg", {sendMessage}},
      {"s_sendmsghalt", {sendMessageHalt}},
      {"s_round_mode", {roundMode}},
      {"s_denorm_mode", {denormMode}},
      {"s_set_gpr_idx_off", {gprIndexOff}},
      {"s_set_gpr_idx_mode", {gprIndexMode}},
      {"s_nop", {nothing}},
      {"s_waitcnt", {nothing}},
      {"s_waitcnt_depctr", {nothing}},
      {"s_wait_idle", {nothing}},
      {"s_wait_event", {nothing}},
      {"s_delay_alu", {nothing}},
      {"s_clause", {nothing}},
      {"s_sleep", {nothing}},
      {"s_wakeup", {nothing}},
      {"s_setprio", {nothing}},
      {"s_set_inst_prefetch_distance", {nothing}},
      {"s_inst_prefetch", {nothing}},
      {"s_icache_inv", {nothing}},
      {"s_incperflevel", {nothing}},
      {"s_decperflevel", {nothing}},
      {"s_ttracedata", {nothing}},
      {"s_ttracedata_imm", {nothing}},
  };
  return ops;
}
} // namespace

const ScalarOp *findSopp(llvm::StringRef name) {
  auto it = table().find(name);
  return it == table().end() ? nullptr : &it->second;
}

} // namespace rocke::sim
