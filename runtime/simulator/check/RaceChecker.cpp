//===- RaceChecker.cpp - Conflicting accesses that nothing orders ----------===//
#include "RaceChecker.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
const char *verbOf(Action action) {
  switch (action) {
  case Action::Load:
    return "read";
  case Action::Store:
    return "written";
  case Action::Atomic:
    return "updated";
  }
  return "";
}
} // namespace

void RaceChecker::startGroup(const Workgroup &group, uint64_t index) {
  groupIndex = index;
  ++epoch;
  lds.resize(group.lds.size());
  global.clear();
  recent = nullptr;
}

void RaceChecker::report(const Step &step, const MemoryAccess &access, uint64_t address,
                         const Conflict &conflict) {
  log.add({CheckKind::Race, static_cast<unsigned>(access.space), step.pc, step.wave.indexInGroup,
           access.lane, address},
          [&] {
            return fmt::format("race at {:#x}, in {}: {} here by wavefront {}, {} by wavefront {} "
                               "at {}, no barrier between",
                               address, whereIs(access.space, address), verbOf(access.action),
                               step.wave.indexInGroup, conflict.wrote ? "written" : "read",
                               conflict.wave, place(launch.code.begin() + conflict.pc));
          });
}

std::optional<RaceChecker::Conflict> RaceChecker::touch(Byte &byte, const Step &step,
                                                        const MemoryAccess &access) {
  const uint32_t wave = step.wave.indexInGroup;
  const uint32_t self = 1u << wave;
  const bool isAtomic = access.action == Action::Atomic;
  const auto pc = static_cast<uint32_t>(step.pc - launch.code.begin());
  std::optional<Conflict> conflict;
  if (byte.writeEpoch == epoch && byte.writer != wave && !(isAtomic && byte.isAtomic))
    conflict = {true, byte.writer, byte.writePc};
  if (access.action == Action::Load) {
    if (byte.readEpoch != epoch)
      byte.readers = 0;
    byte.readEpoch = epoch;
    byte.readers |= self;
    byte.readPc = pc;
    byte.readInGroup = true;
    return conflict;
  }
  // The place is that of the last read, which may have been another reader's.
  if (const uint32_t others = byte.readers & ~self; byte.readEpoch == epoch && others && !conflict)
    conflict = {false, static_cast<unsigned>(llvm::countr_zero(others)), byte.readPc};
  byte.writeEpoch = epoch;
  byte.writer = static_cast<uint8_t>(wave);
  byte.writePc = pc;
  byte.isAtomic = isAtomic;
  return conflict;
}

RaceChecker::Byte &RaceChecker::globalByte(uint64_t address) {
  const uint64_t key = address / lineBytes;
  if (!recent || key != recentKey) {
    std::unique_ptr<Line> &line = global[key];
    if (!line)
      line = std::make_unique<Line>();
    recent = line.get();
    recentKey = key;
  }
  return (*recent)[address % lineBytes];
}

void RaceChecker::after(const Step &step) {
  for (const MemoryAccess &access : step.accesses) {
    if (access.space == Space::Scratch)
      continue;
    bool isReported = false; // once for an access, whatever number of bytes
    for (uint64_t i = access.address; i < access.address + access.bytes; ++i) {
      Byte &byte = access.space == Space::Lds ? lds[i] : globalByte(i);
      std::optional<Conflict> conflict = touch(byte, step, access);
      if (conflict && !isReported)
        report(step, access, i, *conflict);
      isReported |= conflict.has_value();
    }
  }
}

void RaceChecker::endGroup(const Workgroup &group) {
  std::vector<uint64_t> keys;
  keys.reserve(global.size());
  for (const auto &[key, line] : global)
    keys.push_back(key);
  std::ranges::sort(keys);
  GroupAccesses accesses;
  accesses.group = groupIndex;
  accesses.id = group.id;
  for (uint64_t key : keys)
    for (uint64_t i = 0; i < lineBytes; ++i) {
      const Byte &byte = (*global[key])[i];
      const uint64_t address = key * lineBytes + i;
      if (byte.writeEpoch)
        accesses.add(address, byte.writePc, byte.isAtomic ? Action::Atomic : Action::Store);
      if (byte.readInGroup)
        accesses.add(address, byte.readPc, Action::Load);
    }
  races.add(std::move(accesses));
}

} // namespace rocke::sim
