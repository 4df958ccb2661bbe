//===- BranchStack.cpp - gfx9's forks and joins ----------------------------===//
//
// A fork whose condition splits the active lanes goes on with the smaller part of them and keeps
// the other one for the join: its mask, then its address, in four SGPRs from 4 * CSP on. By
// S_CBRANCH_G_FORK, S_CBRANCH_I_FORK and S_CBRANCH_JOIN of AMD's "Vega" ISA manual.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"
#include <bit>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
constexpr uint32_t maxDepth = 7; // what CSP's three bits can say

uint32_t depth(const Wavefront &wave) { return wave.mode >> mode::branchStackShift & maxDepth; }
void setDepth(Wavefront &wave, uint32_t depth) {
  wave.mode = (wave.mode & ~(maxDepth << mode::branchStackShift)) | depth << mode::branchStackShift;
}

void fork(Wavefront &wave, uint64_t mask, uint64_t target) {
  const uint64_t exec = wave.exec();
  const uint64_t pass = mask & exec, fail = ~mask & exec;
  if (pass == exec) {
    wave.pc = target;
    return;
  }
  if (fail == exec)
    return;
  const uint32_t entries = depth(wave);
  if (entries == maxDepth) {
    wave.fault(fmt::format("the branch stack has no more than {} entries", maxDepth));
    return;
  }
  const bool failsFirst = std::popcount(fail) < std::popcount(pass);
  wave.setSgpr64(entries * branchStackSgprs, failsFirst ? pass : fail);
  wave.setSgpr64(entries * branchStackSgprs + 2, failsFirst ? target : wave.pc);
  setDepth(wave, entries + 1);
  wave.setSgpr64(ExecSlot, failsFirst ? fail : pass);
  if (!failsFirst)
    wave.pc = target;
}
} // namespace

void forkToRegister(Wavefront &wave, const DecodedInst &inst) {
  fork(wave, wave.scalar64(inst.src[0]), wave.scalar64(inst.src[1]));
}
void forkToImmediate(Wavefront &wave, const DecodedInst &inst) {
  fork(wave, wave.sgpr64(inst.dst[0].index), wave.pc + static_cast<uint64_t>(inst.imm[0] * 4));
}

void join(Wavefront &wave, const DecodedInst &inst) {
  const uint32_t entries = depth(wave);
  if (entries == wave.scalar32(inst.src[0])) // both parts have come here
    return;
  if (entries == 0) {
    wave.fault("joins with nothing on the branch stack");
    return;
  }
  setDepth(wave, entries - 1);
  wave.setSgpr64(ExecSlot, wave.sgpr64((entries - 1) * branchStackSgprs));
  wave.pc = wave.sgpr64((entries - 1) * branchStackSgprs + 2);
}

} // namespace rocke::sim
