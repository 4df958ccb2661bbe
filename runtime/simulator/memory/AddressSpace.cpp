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
} // namespace

void faultGlobal(Wavefront &wave, uint64_t address, uint64_t bytes, Action action, int32_t lane) {
  wave.fault(fmt::format("global {} of {} bytes: {}", name(action), bytes,
                         wave.memory->explain(address, bytes)),
             lane);
}

void faultLds(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action, int32_t lane) {
  wave.fault(fmt::format("LDS {} of {} bytes at {:#x}: the workgroup has {} bytes of LDS",
                         name(action), bytes, offset, wave.group->lds.size()),
             lane);
}

void faultScratch(Wavefront &wave, uint64_t offset, uint64_t bytes, Action action, int32_t lane) {
  wave.fault(fmt::format("scratch {} of {} bytes at {:#x}: the work-item has {} bytes of scratch",
                         name(action), bytes, offset, wave.scratchBytes),
             lane);
}

} // namespace rocke::sim
