//===- WaitCounters.cpp - What a wavefront still waits for -----------------===//
#include "WaitCounters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace rocke::sim {

namespace {
constexpr unsigned vmMaximum = 63;

bool isStoreOnGfx11(const Step &step) {
  const InstClass instClass = step.inst.instClass;
  // An atomic that returns nothing counts as a store.
  return instClass == InstClass::GlobalStore || instClass == InstClass::ScratchStore ||
         (instClass == InstClass::Atomic && step.facts.writes.empty());
}
} // namespace

CounterUse counterUseOf(const Step &step) {
  const llvm::StringRef name = step.facts.mnemonic;
  const bool isGfx11 = step.wave.gpu->isGfx11();
  CounterUse use;
  if (step.inst.instClass == InstClass::SMEM || name.starts_with("s_sendmsg")) {
    use.lgkm = true;
    use.inOrder = false;
    use.result = Counter::Lgkm;
  } else if (name.starts_with("ds_")) {
    use.lgkm = name != "ds_nop";
    use.result = Counter::Lgkm;
  } else if (name.starts_with("flat_")) {
    use.vm = !(isGfx11 && isStoreOnGfx11(step));
    use.lgkm = true;
    use.inOrder = isGfx11;
    const bool inLds = llvm::any_of(
        step.accesses, [](const MemoryAccess &access) { return access.space == Space::Lds; });
    use.result = inLds || !use.vm ? Counter::Lgkm : Counter::Vm;
  } else if (name.starts_with("global_") || name.starts_with("scratch_") ||
             name.starts_with("buffer_") || name.starts_with("tbuffer_")) {
    const bool isCacheControl = name.starts_with("buffer_gl");
    use.vm = !isCacheControl && !(isGfx11 && isStoreOnGfx11(step));
    use.result = Counter::Vm;
  }
  return use;
}

WaitLimits waitLimitsOf(const Step &step) {
  const llvm::StringRef name = step.facts.mnemonic;
  WaitLimits limits;
  if (!name.starts_with("s_wait"))
    return limits;
  const auto imm = static_cast<uint32_t>(step.inst.imm[0]) & 0xffff;
  if (name == "s_waitcnt") {
    const bool isGfx11 = step.wave.gpu->isGfx11();
    const unsigned vm = isGfx11 ? imm >> 10 & 0x3f : (imm & 0xf) | (imm >> 14 & 3) << 4;
    const unsigned lgkm = isGfx11 ? imm >> 4 & 0x3f : imm >> 8 & 0xf;
    return {vm, lgkm};
  }
  if (name == "s_wait_idle")
    return {0, 0};
  // The SOPK forms add an SGPR, which is NULL as a rule.
  const Operand &sgpr = step.inst.dst[0];
  const uint32_t limit = imm + (sgpr.index < SinkSlot ? step.wave.sgpr[sgpr.index] : 0);
  if (name == "s_waitcnt_vmcnt")
    limits.vm = limit;
  if (name == "s_waitcnt_lgkmcnt")
    limits.lgkm = limit;
  return limits;
}

void WaitCounters::clear() {
  for (Queue &queue : queues)
    queue.clear();
  refresh();
}

void WaitCounters::refresh() {
  vectors.reset();
  scalars.reset();
  for (const Queue &queue : queues)
    for (const Pending &pending : queue)
      for (const RegisterRange &range : pending.writes)
        for (uint32_t i = range.first; i < range.first + range.count; ++i)
          if (range.isVector)
            vectors.set(i);
          else if (i < NumScalarSlots)
            scalars.set(i);
}

uint64_t WaitCounters::issue(const Step &step, const CounterUse &use) {
  // Hardware does not let a counter overflow.
  const unsigned lgkmMaximum = step.wave.gpu->isGfx11() ? 63 : 15;
  if (use.vm)
    waitFor(queues[0], vmMaximum - 1);
  if (use.lgkm)
    waitFor(queues[1], lgkmMaximum - 1);
  Pending entry;
  entry.id = nextId++;
  entry.pc = step.pc;
  entry.inOrder = use.inOrder;
  entry.lanes = step.exec;
  for (Counter counter : {Counter::Vm, Counter::Lgkm}) {
    if (!(counter == Counter::Vm ? use.vm : use.lgkm))
      continue;
    Pending &added = queues[static_cast<size_t>(counter)].emplace_back(entry);
    if (use.result == counter)
      added.writes.assign(step.facts.writes.begin(), step.facts.writes.end());
    else
      added.id = 0; // counts, and is over with the other
  }
  refresh();
  return entry.id;
}

// At least all but `limit` are done. Those that return in any order may have been the first.
void WaitCounters::waitFor(Queue &queue, unsigned limit) {
  if (queue.size() <= limit)
    return;
  if (limit == 0) {
    queue.clear();
    return;
  }
  size_t done = queue.size() - limit;
  done -= std::min<size_t>(done, static_cast<size_t>(llvm::count_if(
                                     queue, [](const Pending &p) { return !p.inOrder; })));
  std::erase_if(queue, [&](const Pending &pending) {
    if (!pending.inOrder || done == 0)
      return false;
    --done;
    return true;
  });
}

void WaitCounters::wait(const WaitLimits &limits) {
  if (limits.vm)
    waitFor(queues[0], *limits.vm);
  if (limits.lgkm)
    waitFor(queues[1], *limits.lgkm);
  if (limits.vm || limits.lgkm)
    refresh();
}

bool WaitCounters::isPending(uint64_t id) const {
  return llvm::any_of(queues, [&](const Queue &queue) {
    return llvm::any_of(queue, [&](const Pending &pending) { return pending.id == id; });
  });
}

const Pending *WaitCounters::find(const RegisterRange &range, uint64_t lanes,
                                  Counter &counter) const {
  bool any = false;
  for (uint32_t i = range.first; i < range.first + range.count; ++i)
    any |= range.isVector ? vectors[i] : i < NumScalarSlots && scalars[i];
  if (!any)
    return nullptr;
  for (Counter which : {Counter::Vm, Counter::Lgkm})
    for (const Pending &pending : queues[static_cast<size_t>(which)])
      for (const RegisterRange &write : pending.writes)
        if (write.overlaps(range) && (!range.isVector || (pending.lanes & lanes))) {
          counter = which;
          return &pending;
        }
  return nullptr;
}

} // namespace rocke::sim
