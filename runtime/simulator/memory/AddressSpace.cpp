//===- AddressSpace.cpp - Checked access to memory, LDS, scratch -----------===//
#include "AddressSpace.h"
#include <fmt/format.h>

namespace rocke::sim {

namespace {
const char *name(Action action) {
  switch (action) {
  case Action::Load:
    return "load";
  case Action::Store:
    return "store";
  case Action::Atomic:
    return "atomic";
  }
  return "access";
}

// Shows the access to the observer, if there is one. What is not allowed faults unless the observer
// takes it on itself.
template <typename Why>
uint8_t *resolve(Wavefront &wave, const MemoryAccess &access, uint8_t *place, Why why) {
  Observer *observer = wave.group->observer;
  if (access.allowed) {
    if (observer)
      observer->access(access);
    return place;
  }
  std::string reason = why();
  if (uint8_t *instead = observer ? observer->wildAccess(wave, access, reason) : nullptr)
    return instead;
  wave.fault(std::move(reason), access.lane, FaultKind::IllegalAddress);
  return nullptr;
}
} // namespace

uint8_t *globalSlowly(Wavefront &wave, uint64_t address, uint64_t bytes, Action action,
                      int32_t lane) {
  const bool allowed = wave.group->ranges->allows(address, bytes);
  return resolve(wave, {Space::Global, action, lane, bytes, address, allowed}, hostBytes(address),
                 [&] {
                   return fmt::format("global {} of {} bytes: {}", name(action), bytes,
                                      wave.memory->explain(address, bytes));
                 });
}

uint8_t *ldsSlowly(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action, int32_t lane) {
  std::vector<uint8_t> &lds = wave.group->lds;
  const bool allowed = offset <= lds.size() && bytes <= lds.size() - offset;
  return resolve(wave, {Space::Lds, action, lane, bytes, offset, allowed},
                 allowed ? lds.data() + offset : nullptr, [&] {
                   return fmt::format("LDS {} of {} bytes at {:#x}: the workgroup has {} bytes of "
                                      "LDS",
                                      name(action), bytes, offset, lds.size());
                 });
}

uint8_t *scratchSlowly(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action,
                       int32_t lane) {
  const bool allowed = offset <= wave.scratchBytes && bytes <= wave.scratchBytes - offset;
  uint8_t *place =
      allowed ? wave.scratch + static_cast<uint64_t>(lane) * wave.scratchBytes + offset : nullptr;
  return resolve(wave, {Space::Scratch, action, lane, bytes, offset, allowed}, place, [&] {
    return fmt::format("scratch {} of {} bytes at {:#x}: the work-item has {} bytes of scratch",
                       name(action), bytes, offset, wave.scratchBytes);
  });
}

} // namespace rocke::sim
