//===- Gfx9Modes.cpp - VGPR indexing and the skipping of vectors -----------===//
#include "Gfx9Modes.h"
#include <fmt/format.h>

namespace rocke::sim {

bool isVectorInst(InstClass instClass) {
  switch (instClass) {
  case InstClass::VALU:
  case InstClass::Transcendental:
  case InstClass::Matrix:
  case InstClass::GlobalLoad:
  case InstClass::GlobalStore:
  case InstClass::Atomic:
  case InstClass::LdsLoad:
  case InstClass::LdsStore:
  case InstClass::LdsOther:
  case InstClass::ScratchLoad:
  case InstClass::ScratchStore:
    return true;
  default:
    return false;
  }
}

// The operands of the special cases lie where the manual's table ("VGPR indexing, special cases")
// has them: what v_mac and its kin add is source 2, and so is v_madmk's addend.
void executeIndexed(Wavefront &wave, const DecodedInst &inst) {
  const bool isIndexed =
      inst.instClass == InstClass::VALU || inst.instClass == InstClass::Transcendental;
  if (!isIndexed) {
    inst.handler(wave, inst);
    return;
  }
  constexpr unsigned numSources = 3, destBit = 3;
  DecodedInst moved = inst;
  const uint32_t index = wave.m0() & 0xff, operands = wave.m0() >> 12;
  uint32_t outside = 0;
  auto move = [&](Operand &operand, unsigned bit) {
    if (!operand.isVector() || !(operands >> bit & 1))
      return;
    operand.index += index * wave.waveSize;
    if (!wave.allocated.hasVgpr(operand.index / wave.waveSize))
      outside = operand.index / wave.waveSize;
  };
  move(moved.dst[0], destBit);
  for (unsigned i = 0; i < numSources; ++i)
    move(moved.src[i], i);
  if (outside)
    wave.fault(fmt::format("VGPR index {} reaches v{}, but the kernel was given {} VGPRs", index,
                           outside, wave.allocated.vgprs));
  else
    moved.handler(wave, moved);
}

} // namespace rocke::sim
