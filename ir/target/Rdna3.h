//===- Rdna3.h - Hardware facts that RDNA3 and RDNA3.5 share ----*- C++ -*-===//
//
// The GPUs of gfx11 other than gfx1151, which rocke runs code objects of and does not compile for.
// Their instructions, registers and LDS are gfx1151's.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_TARGET_RDNA3_H
#define ROCKE_IR_TARGET_RDNA3_H

#include "Gfx1151.h"

namespace rocke::detail {

inline constexpr FactSource rdna3Sources[] = {
    {"name", "LLVM, User Guide for AMDGPU Backend, Processors"},
    {"product", "LLVM, User Guide for AMDGPU Backend, Processors, Example Products; gfx1153: "
                "ROCm/TheRock, therock_amdgpu_targets.cmake"},
    {"family", "AMD, \"RDNA3\" and \"RDNA3.5\" Instruction Set Architecture Reference Guides"},
    {"waveSize", "LLVM, User Guide for AMDGPU Backend: gfx11 compiles for wavefrontsize32 unless "
                 "told otherwise"},
    {"simdsPerCu", "AMD, RDNA Architecture whitepaper: two SIMD32 per compute unit"},
    {"computeUnits", "AMD, ROCm documentation, GPU hardware specifications: Compute Units"},
    {"maxWavesPerSimd", "LLVM, AMDGPUBaseInfo: 16 waves per EU from gfx10.3 on"},
    {"vgprsPerSimdLane", "LLVM, AMDGPU.td: 1536 in wave32 with Feature1_5xVGPRs, else 1024; AMD, "
                         "GPU hardware specifications: VGPR File of 768 or 512 KiB"},
    {"vgprGranule", "LLVM, AMDGPUBaseInfo, getVGPRAllocGranule: in wave32 24 with "
                    "Feature1_5xVGPRs, else 16"},
    {"maxVgprs", "AMD, \"RDNA3\" ISA, Vector GPRs: v0 to v255"},
    {"maxArchVgprs", "AMD, \"RDNA3\" ISA, Vector GPRs: no accumulation registers"},
    {"maxSgprs", "AMD, \"RDNA3\" ISA, Scalar GPRs: s0 to s105, VCC beside them"},
    {"ldsBytesPerWorkgroup", "AMD, \"RDNA3\" ISA, Local Data Share: up to 64 kB per work-group"},
    {"ldsBytesPerCu", "AMD, GPU hardware specifications: LDS of 128 KiB per work-group processor"},
    {"ldsGranule", "LLVM, pull request 224852: gfx11 encodes LDS sizes in units of 512 bytes and "
                   "allocates blocks of 1024"},
    {"ldsBanks", "AMD, \"RDNA3\" ISA, Local Data Share: 64 banks of a dword in two halves, one "
                 "half per compute unit"},
    {"maxWorkgroupSize", "LLVM, User Guide for AMDGPU Backend: flat work-group sizes up to 1024"},
    {"clockGHz", "AMD, product pages: boost frequency of the Radeon RX, graphics frequency of the "
                 "Ryzen"},
    {"f16MatrixFlopsPerClockPerCu",
     "AMD GPUOpen, How to accelerate AI applications on RDNA 3 using "
     "WMMA: 512 per clock and compute unit"},
    {"memory", "AMD, \"RDNA3\" ISA, opcode tables; LLVM 22's assembler takes or refuses each of "
               "the instructions"},
    {"atoms", "AMD, \"RDNA3\" ISA, Wave Matrix Multiply Accumulate"},
};

/// What sets the GPUs of gfx11 apart.
struct Rdna3Product {
  llvm::StringLiteral name;
  llvm::StringLiteral product;
  llvm::StringLiteral family;
  unsigned computeUnits;
  bool hasLargeVgprFile; ///< LLVM's Feature1_5xVGPRs
  double clockGHz;
};

constexpr Arch rdna3Arch(const Rdna3Product &product) {
  Arch arch = gfx1151;
  arch.name = product.name;
  arch.product = product.product;
  arch.family = product.family;
  arch.computeUnits = product.computeUnits;
  arch.vgprsPerSimdLane = product.hasLargeVgprFile ? 1536 : 1024;
  arch.vgprGranule = product.hasLargeVgprFile ? 24 : 16;
  arch.clockGHz = product.clockGHz;
  arch.sources = rdna3Sources;
  return arch;
}

inline constexpr Arch gfx1100 =
    rdna3Arch({"gfx1100", "Radeon RX 7900 XTX", "RDNA3", 96, true, 2.5});
inline constexpr Arch gfx1101 =
    rdna3Arch({"gfx1101", "Radeon RX 7800 XT", "RDNA3", 60, true, 2.43});
inline constexpr Arch gfx1102 = rdna3Arch({"gfx1102", "Radeon RX 7600", "RDNA3", 32, false, 2.655});
inline constexpr Arch gfx1103 = rdna3Arch({"gfx1103", "Radeon 780M", "RDNA3", 12, false, 2.7});
inline constexpr Arch gfx1150 = rdna3Arch({"gfx1150", "Radeon 890M", "RDNA3.5", 16, false, 2.9});
inline constexpr Arch gfx1152 = rdna3Arch({"gfx1152", "Radeon 860M", "RDNA3.5", 8, false, 3.0});
inline constexpr Arch gfx1153 = rdna3Arch({"gfx1153", "Radeon 820M", "RDNA3.5", 2, false, 2.8});

} // namespace rocke::detail

#endif // ROCKE_IR_TARGET_RDNA3_H
