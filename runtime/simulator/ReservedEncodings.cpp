//===- ReservedEncodings.cpp - What LLVM decodes and no GPU has ------------===//
#include "ReservedEncodings.h"
#include "GpuTraits.h"
#include "rocke/compiler/DisassemblerGuards.h"
#include "llvm/Support/Endian.h"

using llvm::support::endian::read32le;

namespace rocke::sim {

namespace {
// Reserved selections of bytes and words, which LLVM cannot print.
bool isReservedSdwa(llvm::ArrayRef<uint8_t> code) {
  constexpr uint32_t sdwaSource = 0xf9, reservedSelect = 7, reservedUnused = 3;
  const uint32_t base = read32le(code.data());
  const uint32_t sdwa = read32le(code.data() + 4);
  const bool isVop = base >> 31 == 0; // VOP1, VOP2, VOPC
  if (!isVop || (base & 0x1ff) != sdwaSource)
    return false;
  const bool isCompare = base >> 25 == 0x3e; // has a scalar destination in the place of dst_sel
  const bool badDest = (sdwa >> 8 & 7) == reservedSelect || (sdwa >> 11 & 3) == reservedUnused;
  return (sdwa >> 16 & 7) == reservedSelect || (sdwa >> 24 & 7) == reservedSelect ||
         (!isCompare && badDest);
}

// v_mfma_f32_*_f8f6f4 of scalar registers, or with a reserved format of A (CBSZ) or B (BLGP).
bool isReservedF8f6f4(llvm::ArrayRef<uint8_t> code) {
  constexpr uint32_t lastFormat = 4;
  const uint8_t *words = detail::findF8f6f4(code.data());
  return words && (detail::isF8f6f4OfScalars(words) || (read32le(words) >> 8 & 7) > lastFormat ||
                   read32le(words + 4) >> 29 > lastFormat);
}

// LLVM names a tuple after its registers, "VGPR254_VGPR255_VGPR256", and decodes tuples that reach
// past the last register, since other GPUs have more of them.
bool isPastLastVgpr(llvm::StringRef name) {
  constexpr unsigned numVgprs = 256;
  llvm::StringRef last = name.substr(name.rfind('_') + 1);
  unsigned number = 0;
  return (last.consume_front("VGPR") || last.consume_front("AGPR")) &&
         !last.getAsInteger(10, number) && number >= numVgprs;
}
} // namespace

bool isReservedEncoding(const GpuTraits &gpu, llvm::ArrayRef<uint8_t> code) {
  return (gpu.isGfx9() && isReservedSdwa(code)) || (gpu.hasScaledMfma && isReservedF8f6f4(code));
}

// LDS_DIRECT went with RDNA2 and CDNA1; LLVM still decodes it, and in VOPD assembles it. It also
// takes SCC, VCCZ and their like, and the apertures, for destinations.
bool isReservedRegister(llvm::StringRef name, bool isDest) {
  return isPastLastVgpr(name) || name == "LDS_DIRECT" || (isDest && name.starts_with("SRC_"));
}

} // namespace rocke::sim
