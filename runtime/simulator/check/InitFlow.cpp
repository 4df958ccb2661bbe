//===- InitFlow.cpp - Undefined values through registers ------------------===//
#include "InitChecker.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace rocke::sim {

namespace {
// Lane masks in SGPRs: the low word first, and no third one.
uint32_t wordOf(uint64_t mask, uint32_t word) {
  return word == 0 ? static_cast<uint32_t>(mask) : static_cast<uint32_t>(mask >> 32);
}
uint64_t wordOfMask(uint32_t bits, uint32_t word) {
  return word == 0 ? uint64_t{bits} : uint64_t{bits} << 32;
}
} // namespace

/// Lanes of `mask` in which one of the registers is undefined.
uint64_t InitChecker::lanesOf(const WaveState &state, const RegisterRange &range, uint64_t mask,
                              Origin &origin) const {
  uint64_t lanes = 0;
  for (uint32_t row = range.first; row < std::min(range.first + range.count, numVectorRows); ++row)
    if (const uint64_t undefined = state.rows[row] & mask) {
      lanes |= undefined;
      origin = state.rowOrigins[row];
    }
  return lanes;
}

uint64_t InitChecker::lanesOf(const Step &step, const WaveState &state, const Operand &operand,
                              uint64_t mask, Origin &origin) const {
  if (operand.kind == OperandKind::Vector)
    return lanesOf(state, {true, false, false, operand.index / step.wave.waveSize, 1}, mask,
                   origin);
  if (operand.kind == OperandKind::Scalar && bitsOf(step, state, operand, 0, origin))
    return mask;
  return 0;
}

uint32_t InitChecker::bitsOf(const Step &, const WaveState &state, const Operand &operand,
                             unsigned word, Origin &origin) const {
  if (operand.kind == OperandKind::Scc) {
    if (state.scc)
      origin = sccOrigin();
    return word == 0 && state.scc;
  }
  if (operand.kind != OperandKind::Scalar || operand.index + word >= NumScalarSlots)
    return 0;
  const uint32_t bits = state.slots[operand.index + word];
  if (bits)
    origin = state.slotOrigins[operand.index + word];
  return bits;
}

/// Undefined bits of a lane mask.
uint64_t InitChecker::maskBits(const Step &step, const WaveState &state, const Operand &operand,
                               Origin &origin) const {
  uint64_t bits = bitsOf(step, state, operand, 0, origin);
  if (step.wave.waveSize == 64)
    bits |= uint64_t{bitsOf(step, state, operand, 1, origin)} << 32;
  return bits;
}

uint64_t InitChecker::selectLanes(const Step &step, WaveState &state, const Operand &ifClear,
                                  const Operand &ifSet, const Operand &mask) {
  const uint64_t chosen = mask.kind == OperandKind::Scalar ? step.wave.laneMaskAt(mask.index)
                                                           : step.wave.scalar64(mask);
  const uint64_t clear = lanesOf(step, state, ifClear, step.exec & ~chosen, result.origin);
  const uint64_t set = lanesOf(step, state, ifSet, step.exec & chosen, result.origin);
  return maskBits(step, state, mask, result.origin) | set | clear;
}

void InitChecker::evaluateVector(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  const Wavefront &wave = step.wave;
  Origin &origin = result.origin;
  switch (result.flow) {
  case Flow::Select:
    result.lanes = selectLanes(step, state, step.inst.src[0], step.inst.src[1], step.inst.src[3]);
    return;
  case Flow::FirstLane:
  case Flow::ReadLane: {
    unsigned lane = step.exec ? static_cast<unsigned>(llvm::countr_zero(step.exec)) : 0;
    if (result.flow == Flow::ReadLane)
      lane = wave.scalar32(step.inst.src[1]) % wave.waveSize;
    if (lanesOf(step, state, step.inst.src[0], uint64_t{1} << lane, origin))
      result.bits[0] = ~0u;
    return;
  }
  case Flow::WriteLane: {
    const uint64_t lane = uint64_t{1} << wave.scalar32(step.inst.src[1]) % wave.waveSize;
    // A lane is undefined as a whole or not at all: a mask that was made in part, and is kept in a
    // lane, counts as written.
    const bool isUndefined = bitsOf(step, state, step.inst.src[0], 0, origin) == ~0u;
    const uint64_t old = lanesOf(step, state, step.inst.dst[0], wave.laneMask, result.origin);
    result.lanes = isUndefined ? old | lane : old & ~lane;
    return;
  }
  case Flow::Matrix:
  case Flow::CrossLane:
    for (const RegisterRange &range : step.facts.reads) {
      if (!range.isVector || (range.isTied && result.flow == Flow::CrossLane))
        continue;
      for (uint32_t row = range.first; row < range.first + range.count; ++row)
        if (row < numVectorRows && state.rows[row] == wave.laneMask) {
          result.lanes = wave.laneMask;
          origin = state.rowOrigins[row];
        }
    }
    return;
  default:
    break;
  }
  if (result.flow == Flow::Never)
    return;
  const bool hasMask = readsLaneMask(name);
  const bool adds = accumulates(name);
  uint64_t any = 0, all = wave.laneMask;
  uint64_t lowAny = 0; // without the high words of sources
  bool hasSource = false;
  for (const RegisterRange &range : step.facts.reads) {
    uint64_t lanes = 0, lowLanes = 0;
    if (range.isVector) {
      if (range.isTied && !adds && result.flow == Flow::Any) {
        // A part of the destination stays: what was defined is not taken back.
        all &= lanesOf(state, range, step.exec, origin);
        continue;
      }
      lanes = lanesOf(state, range, step.exec, origin);
      RegisterRange low = range;
      low.count = 1;
      lowLanes = lanesOf(state, low, step.exec, origin);
    } else {
      if (range.contains(ExecSlot) || (range.isImplicit && !hasMask))
        continue;
      for (uint32_t word = 0; word < range.count && range.first + word < NumScalarSlots; ++word) {
        const uint32_t bits = state.slots[range.first + word];
        if (!bits)
          continue;
        origin = state.slotOrigins[range.first + word];
        lanes |= hasMask ? wordOfMask(bits, word) : wave.laneMask;
        if (word == 0)
          lowLanes = lanes;
      }
    }
    hasSource = true;
    any |= lanes;
    lowAny |= lowLanes;
    if (result.flow == Flow::All)
      all &= lanes;
  }
  if (step.facts.readsScc) {
    const uint64_t lanes = state.scc ? wave.laneMask : 0;
    if (lanes)
      origin = sccOrigin();
    hasSource = true;
    any |= lanes;
    if (result.flow == Flow::All)
      all &= lanes;
  }
  if (!hasSource)
    return;
  result.lanes = any & all;
  result.wordLanes = {lowAny, any};
}

void InitChecker::evaluatePair(const Step &step, WaveState &state) {
  auto [x, y] = llvm::StringRef(step.facts.mnemonic).split(" :: ");
  Operand vcc;
  vcc.kind = OperandKind::Scalar;
  vcc.index = VccSlot;
  const llvm::StringRef names[2] = {x, y};
  for (unsigned half = 0; half < 2; ++half) {
    const Operand *src = &step.inst.src[size_t{half} * 3];
    if (vectorFlowOf(names[half]) == Flow::Select) {
      result.pairLanes[half] = selectLanes(step, state, src[0], src[1], vcc);
      continue;
    }
    const bool isAll = vectorFlowOf(names[half]) == Flow::All;
    // A third source is a constant.
    const unsigned numSources = names[half].starts_with("v_dual_mov") ? 1 : 2;
    uint64_t any = 0, all = step.wave.laneMask;
    for (unsigned i = 0; i < numSources; ++i) {
      if (src[i].kind != OperandKind::Vector && src[i].kind != OperandKind::Scalar)
        continue;
      const uint64_t lanes = lanesOf(step, state, src[i], step.exec, result.origin);
      any |= lanes;
      all &= isAll ? lanes : ~uint64_t{0};
    }
    if (accumulates(names[half]))
      any |= lanesOf(step, state, step.inst.dst[half], step.exec, result.origin);
    result.pairLanes[half] = any & all;
  }
}

void InitChecker::evaluateScalar(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  const bool savesExec = name.contains("saveexec") || name.contains("wrexec");
  Operand exec;
  exec.kind = OperandKind::Scalar;
  exec.index = ExecSlot;
  const Operand &a = step.inst.src[0];
  const Operand &b = savesExec ? exec : step.inst.src[1];
  Origin &origin = result.origin;
  auto valueOf = [&](const Operand &operand, unsigned word) {
    if (operand.kind == OperandKind::Scalar)
      return operand.index + word < NumScalarSlots ? step.wave.sgpr[operand.index + word] : 0;
    return static_cast<uint32_t>(step.wave.scalar64(operand) >> 32 * word);
  };
  // a & b: undefined where neither is a sure 0.
  auto conjunction = [](uint32_t ua, uint32_t a, uint32_t ub, uint32_t b) {
    return (ua & ub) | (ua & b & ~ub) | (ub & a & ~ua);
  };
  bool anyUndefined = false;
  unsigned words = 1; // that the operation works on
  for (const auto *ranges : {&step.facts.reads, &step.facts.writes})
    for (const RegisterRange &range : *ranges)
      if (!range.isImplicit && range.count > 1)
        words = 2;
  for (const RegisterRange &range : step.facts.reads)
    for (uint32_t word = 0; !range.isVector && word < range.count; ++word)
      if (const uint32_t slot = range.first + word; slot < NumScalarSlots && state.slots[slot]) {
        origin = state.slotOrigins[slot];
        anyUndefined = true;
      }
  anyUndefined |= step.facts.readsScc && state.scc;
  for (unsigned word = 0; word < words; ++word) {
    const uint32_t ua = bitsOf(step, state, a, word, origin);
    const uint32_t ub = bitsOf(step, state, b, word, origin);
    const uint32_t va = valueOf(a, word), vb = valueOf(b, word);
    uint32_t &bits = result.bits[word];
    switch (result.flow) {
    case Flow::And:
      bits = conjunction(ua, va, ub, vb);
      break;
    case Flow::AndNot:
      bits = conjunction(ua, va, ub, ~vb);
      break;
    case Flow::NotAnd:
      bits = conjunction(ua, ~va, ub, vb);
      break;
    case Flow::Or:
      bits = conjunction(ua, ~va, ub, ~vb);
      break;
    case Flow::OrNot:
      bits = conjunction(ua, ~va, ub, vb);
      break;
    case Flow::NotOr:
      bits = conjunction(ua, va, ub, ~vb);
      break;
    case Flow::Xor:
      bits = ua | ub;
      break;
    case Flow::Copy:
      bits = ua;
      break;
    case Flow::ScalarSelect:
      bits = state.scc ? ~0u : (step.wave.scc ? ua : ub);
      break;
    case Flow::ConditionalMove:
      bits = state.scc ? ~0u
                       : (step.wave.scc ? ua : bitsOf(step, state, step.inst.dst[0], word, origin));
      break;
    case Flow::Any:
      bits = anyUndefined ? ~0u : 0;
      break;
    default:
      break;
    }
  }
  result.scc = anyUndefined && result.flow != Flow::Never;
}

void InitChecker::finishVector(const Step &step, WaveState &state) {
  const Wavefront &wave = step.wave;
  if (result.flow == Flow::Swap) {
    const uint32_t a = step.inst.dst[0].index / wave.waveSize;
    const uint32_t b = step.inst.src[0].index / wave.waveSize;
    const uint64_t differ = (state.rows[a] ^ state.rows[b]) & step.exec;
    state.rows[a] ^= differ;
    state.rows[b] ^= differ;
    std::swap(state.rowOrigins[a], state.rowOrigins[b]);
    return;
  }
  const bool allLanes = result.flow == Flow::Matrix || result.flow == Flow::WriteLane;
  const uint64_t written = allLanes ? wave.laneMask : step.exec;
  bool isFirst = true;
  for (const RegisterRange &range : step.facts.writes) {
    if (range.isVector) {
      uint64_t lanes = result.flow == Flow::Pair ? result.pairLanes[isFirst ? 0 : 1] : result.lanes;
      isFirst = false;
      for (uint32_t row = range.first; row < std::min(range.first + range.count, numVectorRows);
           ++row) {
        if (result.flow == Flow::Wide)
          lanes = result.wordLanes[row == range.first ? 0 : 1];
        state.rows[row] = (state.rows[row] & ~written) | (lanes & written);
        if (lanes & written)
          state.rowOrigins[row] = result.origin;
      }
      continue;
    }
    const bool isLane = result.flow == Flow::FirstLane || result.flow == Flow::ReadLane;
    const uint64_t mask = result.lanes & step.exec;
    if (range.contains(ExecSlot) && mask)
      report(step, InitUse::Condition, static_cast<int32_t>(llvm::countr_zero(mask)),
             "as a condition", result.origin);
    for (uint32_t word = 0; word < range.count; ++word) {
      const uint32_t slot = range.first + word;
      if (slot >= NumScalarSlots || isAlwaysDefined(slot))
        continue;
      state.slots[slot] = isLane ? result.bits[0] : wordOf(mask, word);
      if (state.slots[slot])
        state.slotOrigins[slot] = result.origin;
    }
  }
}

void InitChecker::finishScalar(const Step &step, WaveState &state) {
  const bool savesExec = llvm::StringRef(step.facts.mnemonic).contains("saveexec");
  bool anyResult = false;
  uint32_t sureBits = 0;
  for (const RegisterRange &range : step.facts.writes) {
    for (uint32_t word = 0; !range.isVector && word < range.count; ++word) {
      const uint32_t slot = range.first + word;
      if (slot >= NumScalarSlots)
        continue;
      // EXEC gets the result, the named register EXEC's old value.
      const bool isSaved = savesExec && !range.contains(ExecSlot);
      const uint32_t bits = isSaved ? 0 : result.bits[std::min(word, 1u)];
      if (!isSaved) {
        anyResult = true;
        sureBits |= step.wave.sgpr[slot] & ~bits;
      }
      if (slot == ExecSlot || slot == ExecSlot + 1) {
        if (bits & wordOf(step.wave.laneMask, word))
          report(step, InitUse::Condition, -1, "as a condition", result.origin);
        continue;
      }
      if (isAlwaysDefined(slot))
        continue;
      state.slots[slot] = bits;
      if (bits)
        state.slotOrigins[slot] = result.origin;
    }
  }
  if (!step.facts.writesScc)
    return;
  // SCC of a bitwise operation says whether the result is not 0, which a sure 1 decides.
  const bool isBitwise = result.flow >= Flow::And && result.flow <= Flow::Copy;
  if (isBitwise && anyResult)
    state.scc = (result.bits[0] | result.bits[1]) != 0 && sureBits == 0;
  else
    state.scc = result.scc;
}

} // namespace rocke::sim
