//===- Encoder.h - LLVM's encoder for one GPU -------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODER_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODER_H

#include "McTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"
#include <array>

namespace llvm {
class MCCodeEmitter;
class MCContext;
} // namespace llvm

namespace rocke::sim {

/// The dwords of one instruction, the rest zero.
struct Encoding {
  std::array<uint32_t, 5> words{};
  unsigned numWords = 0;

  /// What a disassembler reads: the encoding, and zeros after it.
  llvm::ArrayRef<uint8_t> bytes() const {
    return {reinterpret_cast<const uint8_t *>(words.data()), sizeof(words)};
  }
  bool operator==(const Encoding &) const = default;
};

/// Not thread-safe.
class Encoder {
public:
  explicit Encoder(const McTarget &tables);
  ~Encoder();

  /// `inst` is of an opcode that has an encoding, which need not be one of this GPU's.
  Encoding encode(const llvm::MCInst &inst) const;

private:
  const McTarget &tables;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCCodeEmitter> emitter;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODER_H
