//===- DisassemblerGuards.cpp - Where LLVM's disassembler crashes ---------===//
#include "rocke/compiler/DisassemblerGuards.h"
#include "llvm/Support/Endian.h"

using llvm::support::endian::read32le;

namespace rocke::detail {

const uint8_t *findF8f6f4(const uint8_t *bytes) {
  constexpr uint32_t scalePrefix = 0xd3ac, mfma16x16 = 0xd3ad, mfma32x32 = 0xd3ae;
  if (read32le(bytes) >> 16 == scalePrefix)
    bytes += 8;
  const uint32_t opcode = read32le(bytes) >> 16;
  return opcode == mfma16x16 || opcode == mfma32x32 ? bytes : nullptr;
}

bool isF8f6f4OfScalars(const uint8_t *bytes) {
  constexpr uint32_t aIsVector = 1 << 8, bIsVector = 1 << 17;
  const uint8_t *words = findF8f6f4(bytes);
  if (!words)
    return false;
  const uint32_t operands = read32le(words + 4);
  return !(operands & aIsVector) || !(operands & bIsVector);
}

} // namespace rocke::detail
