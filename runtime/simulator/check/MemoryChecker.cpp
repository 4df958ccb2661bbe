//===- MemoryChecker.cpp - Wild and misaligned accesses --------------------===//
#include "MemoryChecker.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
enum Variety : unsigned { Wild, Misaligned };

const char *name(Space space) {
  switch (space) {
  case Space::Global:
    return "global";
  case Space::Lds:
    return "LDS";
  case Space::Scratch:
    return "scratch";
  }
  return "";
}
const char *name(Action action) {
  switch (action) {
  case Action::Load:
    return "load";
  case Action::Store:
    return "store";
  case Action::Atomic:
    return "atomic";
  }
  return "";
}
} // namespace

uint8_t *MemoryChecker::wildAccess(const Wavefront &wave, uint64_t pc, const MemoryAccess &access,
                                   const std::string &reason) {
  log.add({CheckKind::Memory, Wild, pc, wave.indexInGroup, access.lane, access.address,
           FaultKind::IllegalAddress},
          [&] { return reason; });
  instead.fill(uninitialized);
  return reinterpret_cast<uint8_t *>(instead.data());
}

// Scalar accesses drop the two low bits of each part of their address, so that the access itself
// looks right.
void MemoryChecker::before(const Step &step) {
  const llvm::StringRef name = step.facts.mnemonic;
  const bool isAtomic = name.starts_with("s_atomic");
  const bool isStore = name.starts_with("s_store") || name.starts_with("s_scratch_store");
  const bool isLoad = name.starts_with("s_load") || name.starts_with("s_scratch_load");
  if (step.inst.instClass != InstClass::SMEM || !(isLoad || isStore || isAtomic))
    return;
  uint64_t address = 0, used = 0;
  const auto add = [&](uint64_t part) {
    address += part;
    used += part & ~uint64_t{3};
  };
  add(step.wave.sgpr64(step.inst.src[0].index));
  add(static_cast<uint64_t>(step.inst.imm[0]));
  const uint64_t unit = name.starts_with("s_scratch") ? 64 : 1;
  if (step.inst.src[1].kind != OperandKind::None)
    add(unit * step.wave.scalar32(step.inst.src[1]));
  if (address == used)
    return;
  log.add({CheckKind::Memory, Misaligned, step.pc, step.wave.indexInGroup, -1, address}, [&] {
    const char *what = isLoad ? "load" : (isStore ? "store" : "atomic");
    return fmt::format("misaligned scalar {} at {:#x}, in {}: the GPU {} {:#x}", what, address,
                       whereIs(Space::Global, address),
                       isLoad ? "reads from" : (isStore ? "writes to" : "updates"), used);
  });
}

void MemoryChecker::after(const Step &step) {
  // GPUs under HSA take any alignment, and compilers join neighbouring 16-bit elements into
  // accesses of up to 16 bytes wherever a row of them starts. An odd address is no element's.
  constexpr uint64_t narrowestElement = 2;
  for (const MemoryAccess &access : step.accesses) {
    const uint64_t alignment = std::min(access.bytes, narrowestElement);
    if (access.address % alignment == 0)
      continue;
    log.add({CheckKind::Memory, Misaligned, step.pc, step.wave.indexInGroup, access.lane,
             access.address},
            [&] {
              return fmt::format("misaligned {} {} of {} bytes at {:#x}, in {}: no multiple of {}",
                                 name(access.space), name(access.action), access.bytes,
                                 access.address, whereIs(access.space, access.address), alignment);
            });
  }
}

} // namespace rocke::sim
