//===- Registers.h - Names, ranges and numbers of registers -----*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_REGISTERS_H
#define ROCKE_RUNTIME_SIMULATOR_REGISTERS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace rocke::sim {

inline constexpr unsigned numVectorRows = 512; ///< VGPRs, then AGPRs

/// Consecutive registers of one file.
struct RegisterRange {
  bool isVector = false;   ///< rows of the vector file (AGPRs from 256 on), else scalar slots
  bool isTied = false;     ///< a source that is the destination's old value
  bool isImplicit = false; ///< not an operand
  uint32_t first = 0;
  uint32_t count = 0;
  uint8_t halves = 3; ///< of each: bit 0 the low 16 bits, bit 1 the high ones

  bool contains(uint32_t reg) const { return reg >= first && reg < first + count; }
  bool overlaps(const RegisterRange &other) const {
    return isVector == other.isVector && first < other.first + other.count &&
           other.first < first + count && (halves & other.halves);
  }
};

/// The registers that LLVM calls "VGPR2_VGPR3", "VGPR2_HI16", "SGPR4", "VCC". Nothing for others:
/// NULL, MODE, SCC, the flat scratch register.
std::optional<RegisterRange> parseRegisters(llvm::StringRef name);
/// "v7", "a3", "s12", "vcc_lo".
std::string registerName(bool isVector, uint32_t reg);

/// The registers that a kernel has, by default all that there are.
struct RegisterAllocation {
  uint32_t vgprs = 256;
  uint32_t agprs = 256;
  uint32_t sgprs = 106; ///< VCC and what follows it belong to every wavefront

  auto operator<=>(const RegisterAllocation &) const = default;
  bool hasVgpr(uint64_t number) const { return number < vgprs; }
  /// Why an instruction cannot use them; empty: it can.
  std::string refusalOf(const RegisterRange &range) const;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_REGISTERS_H
