//===- InitMemory.cpp - Undefined values through memory -------------------===//
#include "InitChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace rocke::sim {

namespace {
bool isStoreOrAtomic(InstClass instClass) {
  return instClass == InstClass::GlobalStore || instClass == InstClass::ScratchStore ||
         instClass == InstClass::LdsStore || instClass == InstClass::Atomic;
}
} // namespace

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

// Which of the registers make up an element depends on its format. A store of a format is undefined
// if all of them are.
void InitChecker::storeFormat(const Step &step, WaveState &state, const MemoryAccess &access,
                              llvm::ArrayRef<uint32_t> rows) {
  const bool isUndefined =
      llvm::all_of(rows, [&](uint32_t row) { return (state.rows[row] >> access.lane & 1) != 0; });
  if (isUndefined && !rows.empty())
    report(step, InitUse::StoreData, access.lane, "as the data of a store",
           state.rowOrigins[rows.front()]);
}

void InitChecker::store(const Step &step, WaveState &state, const MemoryAccess &access,
                        llvm::ArrayRef<uint32_t> rows, uint64_t within) {
  for (uint64_t byte = 0; byte < access.bytes; byte += 4) {
    const uint64_t bytes = std::min<uint64_t>(4, access.bytes - byte);
    const uint64_t word = (within + byte) / 4;
    // A transfer to LDS has no data registers: what it writes came from global memory.
    const bool isUndefined = word < rows.size() && state.rows[rows[word]] >> access.lane & 1;
    if (isUndefined && access.space == Space::Global)
      report(step, InitUse::StoreData, access.lane, "as the data of a store",
             state.rowOrigins[rows[word]]);
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
        if (step.facts.hasStatus && i + 1 == range.count)
          continue;
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
      if (name.contains("_format_") && !isTransfer)
        storeFormat(step, state, access, data);
      else
        store(step, state, access, data, within);
      break;
    case Action::Atomic: {
      for (uint32_t row : data)
        if (state.rows[row] >> lane & 1)
          report(step, InitUse::AtomicData, lane, "as the data of an atomic",
                 state.rowOrigins[row]);
      const bool isSwap = name.contains("xchg") || name.contains("swap");
      if (!isSwap && !isWritten(state, step, access, access.address, access.bytes))
        report(step, InitUse::AtomicData, lane, "by an atomic that updates it",
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

} // namespace rocke::sim
