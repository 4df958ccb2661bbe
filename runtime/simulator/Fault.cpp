//===- Fault.cpp - The report of a fault -----------------------------------===//
#include "rocke/runtime/Simulator.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

namespace rocke::sim {

char FaultError::ID = 0;

std::string Fault::str() const {
  // A function that the kernel calls may lie before it.
  const bool isBefore = static_cast<int64_t>(offset) < 0;
  std::string text =
      fmt::format("{}: {}\n  at {}{:#x}: {}\n  in workgroup ({}, {}, {}), wavefront {}", kernel,
                  reason, isBefore ? '-' : '+', isBefore ? 0 - offset : offset, instruction,
                  workgroup[0], workgroup[1], workgroup[2], wavefront);
  if (lane >= 0)
    text += fmt::format(", lane {}", lane);
  if (!sourceFile.empty())
    text += fmt::format("\n  from {}:{}", sourceFile, sourceLine);
  return text;
}

void FaultError::log(llvm::raw_ostream &os) const { os << fault.str(); }

std::error_code FaultError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

} // namespace rocke::sim
