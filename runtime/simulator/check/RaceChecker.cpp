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
  lds.resize((group.lds.size() + lineBytes - 1) / lineBytes);
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

void RaceChecker::Line::split() {
  bytes = std::make_unique<std::array<Cell, lineBytes>>();
  for (uint64_t i = 0; i < lineBytes; ++i)
    (*bytes)[i] = words[i / wordBytes];
}

std::optional<RaceChecker::Conflict> RaceChecker::touch(Cell &cell, const Step &step,
                                                        const MemoryAccess &access) {
  const uint32_t wave = step.wave.indexInGroup;
  const uint32_t self = 1u << wave;
  const bool isAtomic = access.action == Action::Atomic;
  const auto pc = static_cast<uint32_t>(step.pc - launch.code.begin());
  std::optional<Conflict> conflict;
  if (cell.writeEpoch == epoch && cell.writer != wave && !(isAtomic && cell.isAtomic))
    conflict = {true, cell.writer, cell.writePc};
  if (access.action == Action::Load) {
    if (cell.readEpoch != epoch)
      cell.readers = 0;
    cell.readEpoch = epoch;
    cell.readers |= self;
    cell.readPc = pc;
    cell.readInGroup = true;
    return conflict;
  }
  // The place is that of the last read, which may have been another reader's.
  if (const uint32_t others = cell.readers & ~self; cell.readEpoch == epoch && others && !conflict)
    conflict = {false, static_cast<unsigned>(llvm::countr_zero(others)), cell.readPc};
  cell.writeEpoch = epoch;
  cell.writer = static_cast<uint8_t>(wave);
  cell.writePc = pc;
  cell.isAtomic = isAtomic;
  return conflict;
}

RaceChecker::Line &RaceChecker::lineAt(Space space, uint64_t address) {
  const uint64_t key = address / lineBytes;
  if (space == Space::Lds)
    return lds[key];
  if (!recent || key != recentKey) {
    std::unique_ptr<Line> &line = global[key];
    if (!line)
      line = std::make_unique<Line>();
    recent = line.get();
    recentKey = key;
  }
  return *recent;
}

void RaceChecker::after(const Step &step) {
  for (const MemoryAccess &access : step.accesses) {
    if (access.space == Space::Scratch)
      continue;
    const bool isWhole = access.address % wordBytes == 0 && access.bytes % wordBytes == 0;
    bool isReported = false; // once for an access, whatever number of bytes
    for (uint64_t i = access.address; i < access.address + access.bytes;) {
      Line &line = lineAt(access.space, i);
      if (!isWhole && !line.bytes)
        line.split();
      const uint64_t within = i % lineBytes;
      Cell &cell = line.bytes ? (*line.bytes)[within] : line.words[within / wordBytes];
      std::optional<Conflict> conflict = touch(cell, step, access);
      if (conflict && !isReported)
        report(step, access, i, *conflict);
      isReported |= conflict.has_value();
      i += line.bytes ? 1 : wordBytes;
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
  auto add = [&](uint64_t address, const auto &cells, uint64_t cellBytes) {
    for (const Cell &cell : cells) {
      if (cell.writeEpoch)
        accesses.add(address, cellBytes, cell.writePc,
                     cell.isAtomic ? Action::Atomic : Action::Store);
      if (cell.readInGroup)
        accesses.add(address, cellBytes, cell.readPc, Action::Load);
      address += cellBytes;
    }
  };
  for (uint64_t key : keys) {
    const Line &line = *global[key];
    if (line.bytes)
      add(key * lineBytes, *line.bytes, 1);
    else
      add(key * lineBytes, line.words, wordBytes);
  }
  races.add(std::move(accesses));
}

} // namespace rocke::sim
