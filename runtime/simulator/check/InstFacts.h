//===- InstFacts.h - Which registers an instruction touches -----*- C++ -*-===//
//
// From LLVM's description of the instruction: every operand with its width, and the registers that
// the assembly does not name. So the checkers know nothing of encodings.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_INSTFACTS_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_INSTFACTS_H

#include "../Disassembler.h"
#include "../Memory.h"
#include "../Registers.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rocke::sim {

struct InstFacts {
  std::string mnemonic; ///< as printed, without encoding suffixes
  /// NULL, MODE, the flat scratch register and constants are no registers here.
  llvm::SmallVector<RegisterRange, 6> reads, writes;
  bool readsScc = false, writesScc = false;
  bool isDpp = false;     ///< or SDWA's kin: the first source comes from other lanes
  bool hasStatus = false; ///< TFE: the last register is written on a failure only
};

/// The facts of each instruction of a launch. Any number of threads may use it at once.
class InstFactsTable {
public:
  static llvm::Expected<std::unique_ptr<InstFactsTable>>
  create(const GpuTraits &gpu, unsigned waveSize, MemoryRange code);

  const MemoryRange &codeRange() const { return code; }
  /// Of the instruction at this address, which has been decoded and executed before.
  const InstFacts &at(uint64_t address);

private:
  InstFactsTable(const GpuTraits &gpu, unsigned waveSize, MemoryRange code,
                 std::unique_ptr<Disassembler> disassembler)
      : gpu(gpu), waveSize(waveSize), code(code), slots((code.end - code.begin) / 4),
        disassembler(std::move(disassembler)) {}
  InstFacts describe(uint64_t address);
  void addRegister(InstFacts &facts, llvm::StringRef name, bool isWrite, bool isTied,
                   bool isImplicit) const;

  const GpuTraits &gpu;
  const unsigned waveSize;
  const MemoryRange code;
  std::mutex mutex;
  std::vector<const InstFacts *> slots;
  std::deque<InstFacts> owned;
  std::unique_ptr<Disassembler> disassembler;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_INSTFACTS_H
