//===- DisassemblerGuards.h - Where LLVM's disassembler crashes -*- C++ -*-===//
//
// What everyone who has LLVM 22 disassemble bytes from outside keeps away from it.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_COMPILER_DISASSEMBLERGUARDS_H
#define ROCKE_COMPILER_DISASSEMBLERGUARDS_H

#include "llvm/MC/MCAsmInfo.h"
#include <cstdint>

namespace rocke::detail {

/// LLVM's AMDGPU disassembler reads the literal of an instruction after it has matched the rest,
/// and crashes where there are no bytes left for it: at the end of the code, or behind an encoding
/// that takes no literal on this GPU, for it looks at no more than the longest instruction. So it
/// is told of longer instructions (LongInstAsmInfo) and shown so many bytes, zeros after the end;
/// what it reads beyond the code or the longest instruction is to be refused.
inline constexpr unsigned bytesShownToLlvm = 32;

class LongInstAsmInfo : public llvm::MCAsmInfo {
public:
  unsigned getMaxInstLength(const llvm::MCSubtargetInfo *) const override {
    return bytesShownToLlvm;
  }
};

/// The two dwords of v_mfma_f32_{16x16x128,32x32x64}_f8f6f4 (gfx950) at `bytes`, of which 16 are
/// read, or behind the prefix there that gives it scales; nullptr if this is another instruction.
const uint8_t *findF8f6f4(const uint8_t *bytes);

/// Such an instruction with a scalar register for A or B. The hardware has none, and LLVM crashes
/// when it fits the operand's width to the element type.
bool isF8f6f4OfScalars(const uint8_t *bytes);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_DISASSEMBLERGUARDS_H
