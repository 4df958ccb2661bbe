//===- InitChecker.cpp - Use of what nothing wrote ------------------------===//
#include "InitChecker.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

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

void InitChecker::after(const Step &step) {
  WaveState &state = waves[step.wave.indexInGroup];
  if (result.flow == Flow::Memory)
    finishMemory(step, state);
  else if (step.facts.mnemonic.starts_with("s_"))
    finishScalar(step, state);
  else
    finishVector(step, state);
}

// What a scalar store or atomic has as its data. It goes to global memory.
static bool isScalarData(const Step &step, const RegisterRange &range) {
  const Operand &data = step.inst.src[2];
  return step.inst.instClass == InstClass::SMEM && data.kind == OperandKind::Scalar &&
         !range.isVector && range.first == data.index;
}

void InitChecker::checkAddress(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  // Older encodings claim to read M0 where the GPU does not.
  const bool usesM0 = name.contains("lds") || name.contains("addtid") || name == "ds_append" ||
                      name == "ds_consume";
  const bool isAtomic = name.contains("atomic");
  for (const RegisterRange &range : step.facts.reads) {
    const bool isScalar = isScalarData(step, range);
    if (!isScalar && (range.isTied || isData(step, range)))
      continue;
    Origin origin;
    if (range.isVector) {
      const uint64_t lanes = lanesOf(state, range, step.exec, origin);
      if (!lanes)
        continue;
      report(step, InitUse::Address, static_cast<int32_t>(llvm::countr_zero(lanes)),
             "as an address", origin);
      for (uint32_t row = range.first; row < range.first + range.count; ++row)
        state.rows[row] &= ~lanes;
      continue;
    }
    if (range.isImplicit && !(range.first == M0Slot && usesM0))
      continue;
    for (uint32_t slot = range.first; slot < range.first + range.count; ++slot) {
      if (slot >= NumScalarSlots || !state.slots[slot])
        continue;
      const Origin &from = state.slotOrigins[slot];
      if (!isScalar)
        report(step, InitUse::Address, -1, "as an address", from);
      else if (isAtomic)
        report(step, InitUse::AtomicData, -1, "as the data of an atomic", from);
      else
        report(step, InitUse::StoreData, -1, "as the data of a store", from);
      state.slots[slot] = 0;
    }
  }
}

void InitChecker::checkBranch(const Step &step, WaveState &state) {
  const llvm::StringRef name = step.facts.mnemonic;
  if (name.starts_with("s_cbranch_scc")) {
    if (state.scc)
      report(step, InitUse::Condition, -1, "as a condition", sccOrigin());
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
      report(step, InitUse::Condition, -1, "as a condition", origin);
    return;
  }
  // A fork's mask and a join's depth are conditions; what a fork pushes is defined.
  const bool isFork = name.ends_with("_fork");
  const bool isStack = isFork || name == "s_cbranch_join";
  for (const RegisterRange &range : step.facts.reads)
    for (uint32_t slot = range.first; !range.isVector && slot < range.first + range.count; ++slot) {
      if (range.isImplicit || slot >= NumScalarSlots || !state.slots[slot])
        continue;
      const bool isTarget =
          !isStack || (name == "s_cbranch_g_fork" && range.first == step.inst.src[1].index);
      report(step, InitUse::Condition, -1, isTarget ? "as the target of a jump" : "as a condition",
             state.slotOrigins[slot]);
    }
  if (isFork)
    for (uint32_t i = 0; i < branchStackSgprs; ++i)
      state.slots[(step.wave.mode >> mode::branchStackShift) * branchStackSgprs + i] = 0;
}

void InitChecker::report(const Step &step, InitUse kind, int32_t lane, const char *use,
                         const Origin &origin) {
  log.add({CheckKind::Init, static_cast<unsigned>(kind), step.pc, step.wave.indexInGroup, lane},
          [&] {
            const char *space = origin.space == Space::Lds ? "LDS" : "scratch";
            if (origin.loadPc == step.pc)
              return fmt::format("{} that nothing wrote is used {}", space, use);
            if (origin.loadPc)
              return fmt::format(
                  "a value is used {} that comes from {} which nothing wrote, read at {}", use,
                  space, place(origin.loadPc));
            return fmt::format("a value is used {} that comes from {}, which nothing wrote", use,
                               origin.isVector || origin.reg < NumScalarSlots
                                   ? registerName(origin.isVector, origin.reg)
                                   : "scc");
          });
}

} // namespace rocke::sim
