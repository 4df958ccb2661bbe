//===- WaitChecker.cpp - Use of what has not arrived yet -------------------===//
#include "WaitChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
enum Variety : unsigned { Use, Overwrite, StoreData, Lds };

const char *nameOf(Counter counter) { return counter == Counter::Vm ? "vmcnt" : "lgkmcnt"; }

// Which lanes of a vector register an instruction looks at.
uint64_t lanesOf(const Step &step) {
  const llvm::StringRef name = step.facts.mnemonic;
  const bool crossesLanes = step.facts.isDpp || step.inst.instClass == InstClass::Matrix ||
                            step.inst.instClass == InstClass::LdsOther || name.contains("lane");
  return crossesLanes ? step.wave.laneMask : step.exec;
}

bool isAlu(InstClass instClass) {
  return instClass == InstClass::VALU || instClass == InstClass::Transcendental ||
         instClass == InstClass::Matrix;
}
} // namespace

void WaitChecker::startGroup(const Workgroup &group, uint64_t) {
  counters.resize(group.waves.size());
  for (WaitCounters &each : counters)
    each.clear();
  wideStores.assign(group.waves.size(), {});
  ldsWrites.clear();
}

void WaitChecker::before(const Step &step) {
  const WaitLimits limits = waitLimitsOf(step);
  if (limits.vm || limits.lgkm) {
    counters[step.wave.indexInGroup].wait(limits);
    updateDone(step.wave.indexInGroup);
  }
  // gfx9's indexing mode moves the operands elsewhere.
  if (step.wave.mode & mode::gprIndexEnable && step.wave.gpu->isGfx9())
    return;
  checkRegisters(step);
  checkWideStore(step);
}

void WaitChecker::checkRegisters(const Step &step) {
  const WaitCounters &waits = counters[step.wave.indexInGroup];
  const uint64_t lanes = lanesOf(step);
  auto report = [&](const RegisterRange &range, const Pending &pending, Counter counter,
                    bool isUse) {
    const unsigned variety = isUse ? Use : Overwrite;
    log.add({CheckKind::Wait, variety, step.pc, step.wave.indexInGroup}, [&] {
      return fmt::format(
          "{} is {} before a wait for {} covers the instruction that loads it, at {}",
          registerName(range.isVector, range.first), isUse ? "used" : "overwritten",
          nameOf(counter), place(pending.pc));
    });
  };
  // One register at a time, so that the report names the one that is late.
  auto check = [&](const RegisterRange &range, bool isUse) {
    Counter counter;
    if (!waits.find(range, lanes, counter))
      return;
    for (uint32_t i = 0; i < range.count; ++i) {
      RegisterRange one = range;
      one.first += i;
      one.count = 1;
      const Pending *pending = waits.find(one, lanes, counter);
      if (!pending)
        continue;
      if (!isUse) {
        // Two loads of the same kind arrive in order.
        const llvm::StringRef name = step.facts.mnemonic;
        const bool isLds = name.starts_with("ds_");
        const bool isVm = name.starts_with("global_") || name.starts_with("buffer_") ||
                          name.starts_with("tbuffer_") || name.starts_with("scratch_");
        if (pending->inOrder && (counter == Counter::Vm ? isVm : isLds))
          continue;
      }
      report(one, *pending, counter, isUse);
      return;
    }
  };
  for (const RegisterRange &range : step.facts.reads)
    if (!range.isTied)
      check(range, /*isUse=*/true);
  for (const RegisterRange &range : step.facts.writes)
    check(range, /*isUse=*/false);
}

// CDNA3 and CDNA4 ISA manuals, "Required software-inserted wait states": a store of more than 64
// bits, then a vector instruction that writes its data.
void WaitChecker::checkWideStore(const Step &step) {
  constexpr unsigned statesNeeded = 2;
  WideStore &store = wideStores[step.wave.indexInGroup];
  if (store.states >= statesNeeded)
    return;
  if (isAlu(step.inst.instClass))
    for (const RegisterRange &range : step.facts.writes) {
      if (!range.overlaps(store.data) || !(store.lanes & lanesOf(step)))
        continue;
      log.add({CheckKind::Wait, StoreData, step.pc, step.wave.indexInGroup}, [&] {
        return fmt::format("{} is overwritten {} wait states after the store that reads it, at {}; "
                           "{} must lie between",
                           registerName(true, std::max(range.first, store.data.first)),
                           store.states, place(store.pc), statesNeeded);
      });
    }
  store.states +=
      step.facts.mnemonic == "s_nop" ? static_cast<unsigned>(step.inst.imm[0] & 0xf) + 1 : 1;
}

void WaitChecker::noteWideStore(const Step &step) {
  constexpr uint32_t wideWords = 3;
  if (!step.wave.gpu->isGfx9() || step.inst.instClass != InstClass::GlobalStore)
    return;
  // A buffer store with an offset in an SGPR is not concerned.
  const llvm::StringRef name = step.facts.mnemonic;
  const bool isBuffer = name.starts_with("buffer_") || name.starts_with("tbuffer_");
  if (isBuffer && step.inst.src[1].kind == OperandKind::Scalar)
    return;
  const uint32_t row = step.inst.src[2].index / step.wave.waveSize;
  for (const RegisterRange &range : step.facts.reads)
    if (range.isVector && range.first == row && range.count >= wideWords)
      wideStores[step.wave.indexInGroup] = {step.pc, range, step.exec, 0};
}

bool WaitChecker::LdsWrite::overlaps(uint64_t from, uint64_t to) const {
  if (to <= begin || end <= from)
    return false;
  auto it = llvm::partition_point(parts, [&](const auto &part) { return part.second <= from; });
  return it != parts.end() && it->first < to;
}

void WaitChecker::noteLdsWrite(const Step &step, uint64_t id) {
  LdsWrite write;
  for (const MemoryAccess &access : step.accesses)
    if (access.space == Space::Lds && access.action != Action::Load)
      write.parts.emplace_back(access.address, access.address + access.bytes);
  if (write.parts.empty())
    return;
  llvm::sort(write.parts);
  write.begin = write.parts.front().first;
  write.end = 0;
  for (const auto &part : write.parts)
    write.end = std::max(write.end, part.second);
  write.wave = step.wave.indexInGroup;
  write.id = id;
  write.pc = step.pc;
  write.isTransfer = !llvm::StringRef(step.facts.mnemonic).starts_with("ds_") &&
                     !llvm::StringRef(step.facts.mnemonic).starts_with("flat_");
  ldsWrites.push_back(std::move(write));
}

void WaitChecker::updateDone(uint32_t wave) {
  // Without a barrier since, the order of accesses is for the race checker.
  std::erase_if(ldsWrites, [&](LdsWrite &write) {
    if (write.wave == wave && !write.done)
      write.done = !counters[wave].isPending(write.id);
    return write.done && !write.barrierPassed;
  });
}

void WaitChecker::barrier(const Workgroup &) {
  std::erase_if(ldsWrites, [](LdsWrite &write) {
    write.barrierPassed = true;
    return write.done;
  });
}

void WaitChecker::checkLds(const Step &step) {
  const uint32_t wave = step.wave.indexInGroup;
  for (const MemoryAccess &access : step.accesses) {
    if (access.space != Space::Lds || ldsWrites.empty())
      continue;
    for (const LdsWrite &write : ldsWrites) {
      const bool isOwn = write.wave == wave;
      // A wavefront's own LDS instructions are executed in order; others' stores are a matter of
      // races as long as no barrier has been passed.
      const bool matters =
          write.isTransfer ? !(isOwn && write.done) : !isOwn && write.barrierPassed;
      if (!matters || !write.overlaps(access.address, access.address + access.bytes))
        continue;
      const bool isOwnTransferAgain = isOwn && access.action == Action::Store &&
                                      !llvm::StringRef(step.facts.mnemonic).starts_with("ds_");
      if (isOwnTransferAgain) // transfers arrive in order
        continue;
      log.add({CheckKind::Wait, Lds, step.pc, wave, access.lane, access.address}, [&] {
        const char *counter = write.isTransfer ? "vmcnt" : "lgkmcnt";
        const char *why =
            write.done ? "waited for it after the last barrier" : "has not waited for it";
        return fmt::format("LDS {:#x} is used before it is sure to be written: wavefront {}, which "
                           "writes it at {}, {} ({})",
                           access.address, write.wave, place(write.pc), why, counter);
      });
      break;
    }
  }
}

void WaitChecker::after(const Step &step) {
  checkLds(step);
  noteWideStore(step);
  const CounterUse use = counterUseOf(step);
  if (!use.vm && !use.lgkm)
    return;
  const uint64_t id = counters[step.wave.indexInGroup].issue(step, use);
  noteLdsWrite(step, id);
}

} // namespace rocke::sim
