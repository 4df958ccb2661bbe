//===- Registers.cpp - Names, ranges and numbers of registers --------------===//
#include "Registers.h"
#include "DecodedInst.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

namespace rocke::sim {

namespace {
RegisterRange scalars(uint32_t first, uint32_t count) { return {.first = first, .count = count}; }

// One part of a name of consecutive registers: "VGPR12".
std::optional<RegisterRange> parsePart(llvm::StringRef part) {
  uint32_t number = 0;
  llvm::StringRef rest = part;
  if (rest.consume_front("VGPR") && !rest.getAsInteger(10, number))
    return RegisterRange{.isVector = true, .first = number, .count = 1};
  rest = part;
  if (rest.consume_front("AGPR") && !rest.getAsInteger(10, number))
    return RegisterRange{.isVector = true, .first = 256 + number, .count = 1};
  rest = part;
  if (rest.consume_front("SGPR") && !rest.getAsInteger(10, number))
    return scalars(number, 1);
  rest = part;
  if (rest.consume_front("TTMP") && !rest.getAsInteger(10, number))
    return scalars(TtmpSlot + number, 1);
  return std::nullopt;
}

std::optional<RegisterRange> parseSpecial(llvm::StringRef name) {
  if (name.starts_with("M0"))
    return scalars(M0Slot, 1);
  return llvm::StringSwitch<std::optional<RegisterRange>>(name)
      .Case("VCC", scalars(VccSlot, 2))
      .Case("VCC_LO", scalars(VccSlot, 1))
      .Case("VCC_HI", scalars(VccSlot + 1, 1))
      .Case("EXEC", scalars(ExecSlot, 2))
      .Case("EXEC_LO", scalars(ExecSlot, 1))
      .Case("EXEC_HI", scalars(ExecSlot + 1, 1))
      .Default(std::nullopt);
}
} // namespace

std::optional<RegisterRange> parseRegisters(llvm::StringRef name) {
  if (std::optional<RegisterRange> special = parseSpecial(name))
    return special;
  std::optional<RegisterRange> range;
  llvm::SmallVector<llvm::StringRef, 16> parts;
  name.split(parts, '_');
  for (llvm::StringRef part : parts)
    if (std::optional<RegisterRange> reg = parsePart(part)) {
      if (!range)
        range = reg;
      else
        ++range->count;
    } else if (range && (part == "LO16" || part == "HI16")) {
      range->halves = part == "LO16" ? 1 : 2;
    }
  return range;
}

std::string registerName(bool isVector, uint32_t reg) {
  if (isVector)
    return reg < 256 ? fmt::format("v{}", reg) : fmt::format("a{}", reg - 256);
  switch (reg) {
  case VccSlot:
    return "vcc_lo";
  case VccSlot + 1:
    return "vcc_hi";
  case M0Slot:
    return "m0";
  case ExecSlot:
    return "exec_lo";
  case ExecSlot + 1:
    return "exec_hi";
  default:
    return reg >= TtmpSlot && reg < M0Slot ? fmt::format("ttmp{}", reg - TtmpSlot)
                                           : fmt::format("s{}", reg);
  }
}

std::string RegisterAllocation::refusalOf(const RegisterRange &range) const {
  const uint32_t last = range.first + range.count - 1;
  if (!range.isVector && last >= VccSlot)
    return {};
  const bool isAgpr = range.isVector && range.first >= 256;
  const uint32_t allocated = !range.isVector ? sgprs : isAgpr ? agprs + 256 : vgprs;
  if (last < allocated)
    return {};
  const char *kind = !range.isVector ? "SGPRs" : isAgpr ? "AGPRs" : "VGPRs";
  const uint32_t number = isAgpr ? agprs : allocated;
  return fmt::format("uses {}, but the kernel was given {} {}", registerName(range.isVector, last),
                     number == 0 ? "no" : std::to_string(number), kind);
}

} // namespace rocke::sim
