//===- Arch.h - Hardware facts per GPU --------------------------*- C++ -*-===//
//
// One record per GPU that rocke compiles for: the single source of hardware facts for the verifier,
// the tile layer, the kernels, the simulator and the reports.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_ARCH_H
#define ROCKE_IR_ARCH_H

#include "rocke/ir/MatrixAtom.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace rocke {

/// What the memory system of a GPU can do beyond plain loads and stores.
struct MemoryCapabilities {
  bool transposeRead;  ///< ds_read_b64_tr_b16: a transposing LDS read
  bool asyncLds;       ///< buffer_load_dword ... lds: memory to LDS without registers
  bool packedCvtBf16;  ///< v_cvt_pk_bf16_f32
  bool permlane32Swap; ///< v_permlane32_swap_b32
  bool permlanex16;    ///< v_permlanex16_b32: exchange with the lane in the other half of 32
  bool vopd;           ///< dual-issue pairs (VOPD)
};

/// One published fact: which field, and where it is published.
struct FactSource {
  llvm::StringRef field;
  llvm::StringRef source;
};

struct Arch {
  llvm::StringRef name;    ///< LLVM's processor name: "gfx1151"
  llvm::StringRef product; ///< "Radeon 8060S"
  llvm::StringRef family;  ///< "RDNA3.5", "CDNA4"
  unsigned waveSize;       ///< lanes per wavefront in the mode that rocke compiles for
  unsigned simdsPerCu;
  unsigned computeUnits;
  unsigned maxWavesPerSimd;
  unsigned vgprsPerSimdLane; ///< registers that a SIMD has for each lane of a wavefront
  unsigned vgprGranule;      ///< allocation granule in registers per wavefront
  unsigned maxVgprs;         ///< addressable by one wavefront (VGPRs and AGPRs together)
  unsigned maxArchVgprs;     ///< of these, addressable as VGPRs
  unsigned maxSgprs;         ///< addressable by one wavefront, VCC not counted
  unsigned ldsBytesPerWorkgroup;
  unsigned ldsBytesPerCu; ///< shared by the workgroups that are resident together
  unsigned ldsGranule;    ///< allocation granule in bytes
  unsigned ldsBanks;      ///< of 4 bytes each
  unsigned maxWorkgroupSize;
  double clockGHz; ///< boost clock
  double f16MatrixFlopsPerClockPerCu;
  MemoryCapabilities memory;
  llvm::ArrayRef<const MatrixAtom *> atoms;
  llvm::ArrayRef<FactSource> sources;

  /// Peak dense f16 matrix rate in FLOP/s: the product of the fields above.
  double peakF16MatrixFlops() const;
  bool hasAtom(llvm::StringRef atomName) const;
  /// Wavefronts per SIMD that `vgprs` registers per wavefront allow (VGPRs and AGPRs together); 0
  /// if no wavefront can have as many.
  unsigned wavesPerSimd(unsigned vgprs) const;
};

/// Every arch, in a fixed order.
llvm::ArrayRef<Arch> allArchs();

/// The arch with this name, or nullptr.
const Arch *findArch(llvm::StringRef name);

/// findArch with an error that names the bad value and the allowed ones.
llvm::Expected<const Arch *> lookupArch(llvm::StringRef name);

} // namespace rocke

#endif // ROCKE_IR_ARCH_H
