//===- InitChecker.cpp - Use of what nothing wrote -------------------------===//
#include "InitChecker.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
enum Variety : unsigned { Address, Condition, StoreData, AtomicData };

bool isStoreOrAtomic(InstClass instClass) {
  return instClass == InstClass::GlobalStore || instClass == InstClass::ScratchStore ||
         instClass == InstClass::LdsStore || instClass == InstClass::Atomic;
}
// Registers whose start values are defined or that the engine keeps.
bool isAlwaysDefined(uint32_t slot) {
  return slot >= ExecSlot || (slot >= TtmpSlot && slot < M0Slot) ||
         (slot >= FlatScratchSlot && slot < VccSlot);
}
} // namespace

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

// What the wavefront's start has set differs from the pattern; user SGPRs are set whatever they
// hold.
void InitChecker::startGroup(const Workgroup &group, uint64_t) {
  lds.assign(group.lds.size(), false);
  waves.resize(group.waves.size());
  for (const Wavefront &wave : group.waves) {
    WaveState &state = waves[wave.indexInGroup];
    const unsigned rows = wave.gpu->hasAgprs ? numVectorRows : 256;
    for (uint32_t row = 0; row < rows; ++row) {
      const uint32_t *words = wave.vgprs + size_t{row} * wave.waveSize;
      const bool isSet = row < 3 && std::any_of(
                                        words, words + wave.waveSize,
                                        [](uint32_t word) { return word != uninitialized; });
      state.rows[row] = isSet ? 0 : wave.laneMask;
      state.rowOrigins[row] = {true, row};
    }
    for (uint32_t slot = 0; slot < NumScalarSlots; ++slot) {
      const bool isSet = slot < launch.kernel.descriptor.userSgprs || isAlwaysDefined(slot) ||
                         wave.sgpr[slot] != uninitialized;
      state.slots[slot] = isSet ? 0 : ~0u;
      state.slotOrigins[slot] = {false, slot};
    }
    state.scc = true;
    state.scratch.assign(size_t{wave.scratchBytes} * wave.waveSize, false);
  }
}

Flow InitChecker::flowAt(const Step &step) {
  if (step.inst.id >= flows.size())
    flows.resize(step.inst.id + 1);
  uint8_t &known = flows[step.inst.id];
  if (known == 0)
    known = static_cast<uint8_t>(flowOf(step.inst, step.facts)) + 1;
  return static_cast<Flow>(known - 1);
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// Lanes in which one of the registers is undefined.
uint64_t InitChecker::lanesOf(const WaveState &state, const RegisterRange &range,
                              Origin &origin) const {
  uint64_t lanes = 0;
  for (uint32_t row = range.first; row < std::min(range.first + range.count, numVectorRows); ++row)
    if (state.rows[row]) {
      lanes |= state.rows[row];
      origin = state.rowOrigins[row];
    }
  return lanes;
}

uint64_t InitChecker::lanesOf(const Step &step, const WaveState &state, const Operand &operand,
                              Origin &origin) const {
  if (operand.kind == OperandKind::Vector)
    return lanesOf(state, {true, false, false, operand.index / step.wave.waveSize, 1}, origin);
  if (operand.kind == OperandKind::Scalar && bitsOf(step, state, operand, 0, origin))
    return step.wave.laneMask;
  return 0;
}

uint32_t InitChecker::bitsOf(const Step &, const WaveState &state, const Operand &operand,
                             unsigned word, Origin &origin) const {
  if (operand.kind == OperandKind::Scc)
    return word == 0 && state.scc;
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

//===----------------------------------------------------------------------===//
// Before the instruction
//===----------------------------------------------------------------------===//

void InitChecker::before(const Step &step) {
  WaveState &state = waves[step.wave.indexInGroup];
  result = {};
  // gfx9's indexing mode moves the operands elsewhere.
  if (step.wave.mode & mode::gprIndexEnable && step.wave.gpu->isGfx9()) {
    state.rows.fill(0);
    return;
  }
  result.flow = flowAt(step);
  switch (result.flow) {
  case Flow::Memory:
    checkAddress(step, state);
    break;
  case Flow::Branch:
    checkBranch(step, state);
    break;
  case Flow::Pair:
    evaluatePair(step, state);
    break;
  default:
    if (step.facts.mnemonic.starts_with("s_"))
      evaluateScalar(step, state);
    else
      evaluateVector(step, state);
    break;
  }
}

uint64_t InitChecker::selectLanes(const Step &step, WaveState &state, const Operand &ifClear,
                                  const Operand &ifSet, const Operand &mask) {
  const uint64_t chosen = mask.kind == OperandKind::Scalar ? step.wave.laneMaskAt(mask.index)
                                                           : step.wave.scalar64(mask);
  const uint64_t clear = lanesOf(step, state, ifClear, result.origin);
  const uint64_t set = lanesOf(step, state, ifSet, result.origin);
  return maskBits(step, state, mask, result.origin) | (set & chosen) | (clear & ~chosen);
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
    if (lanesOf(step, state, step.inst.src[0], origin) >> lane & 1)
      result.bits[0] = ~0u;
    return;
  }
  case Flow::WriteLane: {
    const uint64_t lane = uint64_t{1} << wave.scalar32(step.inst.src[1]) % wave.waveSize;
    const bool isUndefined = bitsOf(step, state, step.inst.src[0], 0, origin) != 0;
    const uint64_t old = lanesOf(step, state, step.inst.dst[0], origin);
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
  bool hasSource = false;
  for (const RegisterRange &range : step.facts.reads) {
    uint64_t lanes = 0;
    if (range.isVector) {
      if (range.isTied && !adds && result.flow == Flow::Any) {
        // A part of the destination stays: what was defined is not taken back.
        all &= lanesOf(state, range, origin);
        continue;
      }
      lanes = lanesOf(state, range, origin);
    } else {
      if (range.contains(ExecSlot) || (range.isImplicit && !hasMask))
        continue;
      for (uint32_t word = 0; word < range.count && range.first + word < NumScalarSlots; ++word) {
        const uint32_t bits = state.slots[range.first + word];
        if (!bits)
          continue;
        origin = state.slotOrigins[range.first + word];
        lanes |= hasMask ? uint64_t{bits} << 32 * word : wave.laneMask;
      }
    }
    hasSource = true;
    any |= lanes;
    if (result.flow == Flow::All)
      all &= lanes;
  }
  if (hasSource)
    result.lanes = any & all;
}

void InitChecker::evaluatePair(const Step &step, WaveState &state) {
  auto [x, y] = llvm::StringRef(step.facts.mnemonic).split(" :: ");
  Operand vcc;
  vcc.kind = OperandKind::Scalar;
  vcc.index = VccSlot;
  const llvm::StringRef names[2] = {x, y};
  for (unsigned half = 0; half < 2; ++half) {
    const Operand *src = &step.inst.src[half * 3];
    if (vectorFlowOf(names[half]) == Flow::Select) {
      result.pairLanes[half] = selectLanes(step, state, src[0], src[1], vcc);
      continue;
    }
    const bool isAll = vectorFlowOf(names[half]) == Flow::All;
    uint64_t any = 0, all = step.wave.laneMask;
    for (unsigned i = 0; i < 3; ++i) {
      if (src[i].kind != OperandKind::Vector && src[i].kind != OperandKind::Scalar)
        continue;
      const uint64_t lanes = lanesOf(step, state, src[i], result.origin);
      any |= lanes;
      all &= isAll ? lanes : ~uint64_t{0};
    }
    if (accumulates(names[half]))
      any |= lanesOf(step, state, step.inst.dst[half], result.origin);
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
  for (const RegisterRange &range : step.facts.reads)
    for (uint32_t word = 0; !range.isVector && word < range.count; ++word)
      if (const uint32_t slot = range.first + word; slot < NumScalarSlots && state.slots[slot]) {
        origin = state.slotOrigins[slot];
        anyUndefined = true;
      }
  anyUndefined |= step.facts.readsScc && state.scc;
  for (unsigned word = 0; word < 2; ++word) {
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

/// Whether a source of a memory instruction is what it stores.
bool InitChecker::isData(const Step &step, const RegisterRange &range) const {
  if (!range.isVector || !isStoreOrAtomic(step.inst.instClass))
    return false;
  const uint32_t size = step.wave.waveSize;
  const bool isAddress =
      step.inst.src[0].isVector() && range.first == step.inst.src[0].index / size;
  return !isAddress && (range.first == step.inst.src[2].index / size ||
                        range.first == step.inst.src[3].index / size);
}

void InitChecker::checkAddress(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  // Older encodings claim to read M0 where the GPU does not.
  const bool usesM0 = name.contains("lds") || name.contains("addtid") || name == "ds_append" ||
                      name == "ds_consume";
  for (const RegisterRange &range : step.facts.reads) {
    if (range.isTied || isData(step, range))
      continue;
    Origin origin;
    if (range.isVector) {
      const uint64_t lanes = lanesOf(state, range, origin) & step.exec;
      if (!lanes)
        continue;
      report(step, Address, static_cast<int32_t>(llvm::countr_zero(lanes)), "as an address",
             origin);
      for (uint32_t row = range.first; row < range.first + range.count; ++row)
        state.rows[row] &= ~lanes;
      continue;
    }
    if (range.isImplicit && !(range.first == M0Slot && usesM0))
      continue;
    for (uint32_t slot = range.first; slot < range.first + range.count; ++slot) {
      if (slot >= NumScalarSlots || !state.slots[slot])
        continue;
      report(step, Address, -1, "as an address", state.slotOrigins[slot]);
      state.slots[slot] = 0;
    }
  }
}

void InitChecker::checkBranch(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  if (name.starts_with("s_cbranch_scc")) {
    if (state.scc)
      report(step, Condition, -1, "as a condition", {false, NumScalarSlots});
    state.scc = false;
    return;
  }
  if (name.starts_with("s_cbranch_vcc")) {
    Operand vcc;
    vcc.kind = OperandKind::Scalar;
    vcc.index = VccSlot;
    Origin origin;
    const uint64_t bits = maskBits(step, state, vcc, origin) & step.wave.laneMask;
    // A sure 1 decides, whatever the others are.
    if (bits && !(step.wave.vcc() & ~bits))
      report(step, Condition, -1, "as a condition", origin);
    return;
  }
  for (const RegisterRange &range : step.facts.reads)
    for (uint32_t slot = range.first; !range.isVector && slot < range.first + range.count; ++slot)
      if (!range.isImplicit && slot < NumScalarSlots && state.slots[slot])
        report(step, Condition, -1, "as the target of a jump", state.slotOrigins[slot]);
}

//===----------------------------------------------------------------------===//
// After the instruction
//===----------------------------------------------------------------------===//

void InitChecker::after(const Step &step) {
  WaveState &state = waves[step.wave.indexInGroup];
  if (result.flow == Flow::Memory)
    finishMemory(step, state);
  else if (step.facts.mnemonic.starts_with("s_"))
    finishScalar(step, state);
  else
    finishVector(step, state);
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
      const uint64_t lanes =
          result.flow == Flow::Pair ? result.pairLanes[isFirst ? 0 : 1] : result.lanes;
      isFirst = false;
      for (uint32_t row = range.first; row < std::min(range.first + range.count, numVectorRows);
           ++row) {
        state.rows[row] = (state.rows[row] & ~written) | (lanes & written);
        if (lanes & written)
          state.rowOrigins[row] = result.origin;
      }
      continue;
    }
    const bool isLane = result.flow == Flow::FirstLane || result.flow == Flow::ReadLane;
    const uint64_t mask = result.lanes & step.exec;
    if (range.contains(ExecSlot) && mask)
      report(step, Condition, static_cast<int32_t>(llvm::countr_zero(mask)), "as a condition",
             result.origin);
    for (uint32_t word = 0; word < range.count; ++word) {
      const uint32_t slot = range.first + word;
      if (slot >= NumScalarSlots || isAlwaysDefined(slot))
        continue;
      state.slots[slot] = isLane ? result.bits[0] : static_cast<uint32_t>(mask >> 32 * word);
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
        if (bits & static_cast<uint32_t>(step.wave.laneMask >> 32 * word))
          report(step, Condition, -1, "as a condition", result.origin);
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

bool InitChecker::isWritten(const WaveState &state, const Step &step, const MemoryAccess &access,
                            uint64_t from, uint64_t bytes) const {
  const std::vector<bool> &map = access.space == Space::Lds ? lds : state.scratch;
  if (access.space == Space::Global)
    return true;
  if (access.space == Space::Scratch)
    from += static_cast<uint64_t>(access.lane) * step.wave.scratchBytes;
  // A word that was written in part counts as written.
  for (uint64_t i = from; i < from + bytes; ++i)
    if (map[i])
      return true;
  return false;
}

void InitChecker::setWritten(WaveState &state, const Step &step, const MemoryAccess &access,
                             uint64_t from, uint64_t bytes, bool written) {
  if (access.space == Space::Global)
    return;
  std::vector<bool> &map = access.space == Space::Lds ? lds : state.scratch;
  if (access.space == Space::Scratch)
    from += static_cast<uint64_t>(access.lane) * step.wave.scratchBytes;
  for (uint64_t i = from; i < from + bytes; ++i)
    map[i] = written;
}

void InitChecker::store(const Step &step, WaveState &state, const MemoryAccess &access,
                        llvm::ArrayRef<uint32_t> rows, uint64_t within) {
  for (uint64_t byte = 0; byte < access.bytes; byte += 4) {
    const uint64_t bytes = std::min<uint64_t>(4, access.bytes - byte);
    const uint64_t word = (within + byte) / 4;
    // A transfer to LDS has no data registers: what it writes came from global memory.
    const bool isUndefined = word < rows.size() && state.rows[rows[word]] >> access.lane & 1;
    if (isUndefined && access.space == Space::Global)
      report(step, StoreData, access.lane, "as the data of a store", state.rowOrigins[rows[word]]);
    setWritten(state, step, access, access.address + byte, bytes, !isUndefined);
  }
}

void InitChecker::finishMemory(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  llvm::SmallVector<uint32_t, 8> data, dst;
  for (const RegisterRange &range : step.facts.reads)
    if (isData(step, range))
      for (uint32_t i = 0; i < range.count; ++i)
        data.push_back(range.first + i);
  for (const RegisterRange &range : step.facts.writes)
    for (uint32_t i = 0; i < range.count; ++i) {
      const uint32_t reg = range.first + i;
      if (range.isVector) {
        dst.push_back(reg);
        // A load into half of a register, too: what was written in part counts as written.
        state.rows[reg] &= ~step.exec;
      } else if (reg < NumScalarSlots) {
        state.slots[reg] = 0;
      }
    }
  // Lanes' data are exchanged: only what is undefined for all of them stays so.
  const bool isTransposing = name.contains("_tr_");
  uint64_t undefined = 0;
  uint64_t within = 0;
  int32_t lane = -1;
  for (const MemoryAccess &access : step.accesses) {
    if (access.lane < 0)
      continue; // scalar loads read global memory
    if (access.lane != lane)
      within = 0;
    lane = access.lane;
    const bool isTransfer = access.space == Space::Lds && data.empty() && dst.empty();
    switch (access.action) {
    case Action::Load:
      for (uint64_t byte = 0; byte < access.bytes; byte += 4) {
        const uint64_t word = (within + byte) / 4;
        const uint64_t bytes = std::min<uint64_t>(4, access.bytes - byte);
        if (word >= dst.size() || isWritten(state, step, access, access.address + byte, bytes))
          continue;
        undefined |= uint64_t{1} << lane;
        if (isTransposing)
          continue;
        state.rows[dst[word]] |= uint64_t{1} << lane;
        state.rowOrigins[dst[word]] = {true, dst[word], step.pc, access.space};
      }
      break;
    case Action::Store:
      if (isTransfer)
        within = 0;
      store(step, state, access, data, within);
      break;
    case Action::Atomic: {
      for (uint32_t row : data)
        if (state.rows[row] >> lane & 1)
          report(step, AtomicData, lane, "as the data of an atomic", state.rowOrigins[row]);
      const bool isSwap = name.contains("xchg") || name.contains("swap");
      if (!isSwap && !isWritten(state, step, access, access.address, access.bytes))
        report(step, AtomicData, lane, "by an atomic that updates it",
               {true, 0, step.pc, access.space});
      setWritten(state, step, access, access.address, access.bytes, true);
      break;
    }
    }
    within += access.bytes;
  }
  if (isTransposing && step.exec && undefined == step.exec)
    for (uint32_t row : dst) {
      state.rows[row] |= step.exec;
      state.rowOrigins[row] = {true, row, step.pc, Space::Lds};
    }
}

void InitChecker::report(const Step &step, unsigned variety, int32_t lane, const char *use,
                         const Origin &origin) {
  log.add({CheckKind::Init, variety, step.pc, step.wave.indexInGroup, lane}, [&] {
    const char *space = origin.space == Space::Lds ? "LDS" : "scratch";
    if (origin.loadPc == step.pc)
      return fmt::format("{} that nothing wrote is used {}", space, use);
    if (origin.loadPc)
      return fmt::format("a value is used {} that comes from {} which nothing wrote, read at {}",
                         use, space, place(origin.loadPc));
    return fmt::format("a value is used {} that comes from {}, which nothing wrote", use,
                       origin.isVector || origin.reg < NumScalarSlots
                           ? registerName(origin.isVector, origin.reg)
                           : "scc");
  });
}

} // namespace rocke::sim
