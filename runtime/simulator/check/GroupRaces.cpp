//===- GroupRaces.cpp - Conflicts between workgroups -----------------------===//
#include "GroupRaces.h"
#include "../Launch.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <tuple>

namespace rocke::sim {

void GroupAccesses::add(uint64_t address, uint64_t bytes, uint32_t pc, Action action) {
  size_t &index = last[static_cast<size_t>(action)];
  if (index < ranges.size() && ranges[index].end == address && ranges[index].pc == pc) {
    ranges[index].end += bytes;
    return;
  }
  index = ranges.size();
  ranges.push_back({address, address + bytes, pc, action});
}

void GroupRaces::add(GroupAccesses accesses) {
  std::lock_guard lock(mutex);
  groups.push_back(std::move(accesses));
}

namespace {
struct Access {
  GroupAccesses::Range range;
  const GroupAccesses *group;
};

bool conflict(const Access &a, const Access &b) {
  if (a.group == b.group || b.range.end <= a.range.begin)
    return false;
  const bool bothRead = a.range.action == Action::Load && b.range.action == Action::Load;
  const bool bothAtomic = a.range.action == Action::Atomic && b.range.action == Action::Atomic;
  return !bothRead && !bothAtomic;
}

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
std::string name(const std::array<uint32_t, 3> &id) {
  return fmt::format("({}, {}, {})", id[0], id[1], id[2]);
}
} // namespace

void GroupRaces::report(const Launch &launch, ReportLog &log) {
  std::vector<Access> accesses;
  for (const GroupAccesses &group : groups)
    for (const GroupAccesses::Range &range : group.ranges)
      accesses.push_back({range, &group});
  auto order = [](const Access &access) {
    return std::make_tuple(access.range.begin, access.group->group, access.range.action,
                           access.range.pc);
  };
  llvm::sort(accesses, [&](const Access &a, const Access &b) { return order(a) < order(b); });

  // A sweep over the addresses. Reads are compared with writes alone, which are few in a kernel
  // that has no race.
  std::vector<Access> reads, writes;
  auto firstConflict = [](std::vector<Access> &active, const Access &access) -> const Access * {
    std::erase_if(active,
                  [&](const Access &other) { return other.range.end <= access.range.begin; });
    auto it = llvm::find_if(active, [&](const Access &other) { return conflict(access, other); });
    return it == active.end() ? nullptr : &*it;
  };
  for (const Access &access : accesses) {
    const bool isRead = access.range.action == Action::Load;
    const Access *other = firstConflict(writes, access);
    if (!other && !isRead)
      other = firstConflict(reads, access);
    if (other) {
      // Named from the writing side.
      const Access &writer = isRead ? *other : access;
      const Access &rest = isRead ? access : *other;
      Workgroup at;
      at.id = writer.group->id;
      log.startGroup(at, writer.group->group);
      const uint64_t address = access.range.begin;
      log.add(
          {CheckKind::Race, /*variety=*/8, launch.code.begin() + writer.range.pc, 0, -1, address},
          [&] {
            const uint64_t pc = launch.code.begin() + rest.range.pc;
            return fmt::format(
                "race between workgroups at {:#x}, in {}: {} here by workgroup {}, {} by "
                "workgroup {} at {}, in one launch",
                address, launch.memory.describe(address), verbOf(writer.range.action),
                name(writer.group->id), verbOf(rest.range.action), name(rest.group->id),
                fmt::format("{:+#x}: {}", static_cast<int64_t>(pc - launch.kernel.entry),
                            launch.code.text(pc)));
          });
    }
    (isRead ? reads : writes).push_back(access);
  }
}

} // namespace rocke::sim
