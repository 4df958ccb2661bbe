//===- Disassembler.h - LLVM's disassembler for one GPU ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_DISASSEMBLER_H
#define ROCKE_RUNTIME_SIMULATOR_DISASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class MCInstrDesc;
}

namespace rocke::sim {

struct GpuTraits;

/// Not thread-safe.
class Disassembler {
public:
  static llvm::Expected<std::unique_ptr<Disassembler>> create(const GpuTraits &gpu,
                                                              unsigned waveSize);
  ~Disassembler();

  /// The instruction at the start of `code`; its length in bytes, or 0 if there is none.
  unsigned decode(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst);
  /// LLVM's name of the opcode, "V_ADD_F32_e32_gfx11".
  llvm::StringRef opcodeName(const llvm::MCInst &inst) const;
  /// LLVM's description of the operation and its registers.
  const llvm::MCInstrDesc &description(const llvm::MCInst &inst) const;
  /// "VGPR2_VGPR3".
  llvm::StringRef registerName(llvm::MCRegister reg) const;
  /// Assembly text, one line.
  std::string print(const llvm::MCInst &inst);

private:
  explicit Disassembler(const GpuTraits &gpu);
  unsigned decodeAny(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst);
  unsigned decodeConstant255(llvm::ArrayRef<uint8_t> code, llvm::MCInst &inst);
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_DISASSEMBLER_H
