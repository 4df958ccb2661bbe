//===- Checker.cpp - What the checkers' reports share ----------------------===//
#include "Checker.h"
#include <fmt/format.h>

namespace rocke::sim {

std::string Checker::place(uint64_t pc) const {
  return fmt::format("{:+#x}: {}", static_cast<int64_t>(pc - launch.kernel.entry),
                     launch.code.text(pc));
}

std::string Checker::whereIs(Space space, uint64_t address) const {
  switch (space) {
  case Space::Global:
    return launch.memory.describe(address);
  case Space::Lds:
    return fmt::format("LDS of {} bytes", launch.ldsBytes());
  case Space::Scratch:
    return fmt::format("the work-item's scratch of {} bytes", launch.scratchBytes());
  }
  return {};
}

} // namespace rocke::sim
