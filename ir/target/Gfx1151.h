//===- Gfx1151.h - Hardware facts of gfx1151 --------------------*- C++ -*-===//
#ifndef ROCKE_IR_TARGET_GFX1151_H
#define ROCKE_IR_TARGET_GFX1151_H

#include "MatrixAtomTable.h"
#include "rocke/ir/Arch.h"

namespace rocke::detail {

inline constexpr const MatrixAtom *gfx1151Atoms[] = {
    matrixAtom("wmma_f32_16x16x16_f16"),
    matrixAtom("wmma_f32_16x16x16_bf16"),
};

inline constexpr FactSource gfx1151Sources[] = {
    {"name", "LLVM, User Guide for AMDGPU Backend, Processors"},
    {"product", "AMD, Ryzen AI Max+ 395 product page: graphics model"},
    {"family", "AMD, \"RDNA3.5\" Instruction Set Architecture Reference Guide"},
    {"waveSize", "LLVM, User Guide for AMDGPU Backend: gfx1151 compiles for wavefrontsize32 unless "
                 "told otherwise"},
    {"simdsPerCu", "AMD, RDNA Architecture whitepaper: two SIMD32 per compute unit"},
    {"computeUnits", "AMD, Ryzen AI Max+ 395 product page: 40 graphics cores"},
    {"maxWavesPerSimd", "LLVM, AMDGPUBaseInfo: 16 waves per EU from gfx10.3 on"},
    {"vgprsPerSimdLane", "LLVM, AMDGPU.td: gfx1151 has Feature1_5xVGPRs: 1536 in wave32"},
    {"vgprGranule", "LLVM, AMDGPUBaseInfo, getVGPRAllocGranule: 24 in wave32 with "
                    "Feature1_5xVGPRs"},
    {"maxVgprs", "AMD, \"RDNA3.5\" ISA, Vector GPRs: v0 to v255"},
    {"maxArchVgprs", "AMD, \"RDNA3.5\" ISA, Vector GPRs: no accumulation registers"},
    {"maxSgprs", "AMD, \"RDNA3.5\" ISA, Scalar GPRs: s0 to s105, VCC beside them"},
    {"ldsBytesPerWorkgroup", "AMD, \"RDNA3.5\" ISA, Local Data Share: up to 64 kB per work-group"},
    {"ldsBytesPerCu",
     "AMD, \"RDNA3.5\" ISA, Local Data Share: 128 kB per work-group processor, that "
     "is, per two compute units"},
    {"ldsGranule", "LLVM, pull request 224852: gfx11 encodes LDS sizes in units of 512 bytes and "
                   "allocates blocks of 1024"},
    {"ldsBanks", "AMD, \"RDNA3.5\" ISA, Local Data Share: 64 banks of a dword in two halves, one "
                 "half per compute unit"},
    {"maxWorkgroupSize", "LLVM, User Guide for AMDGPU Backend: flat work-group sizes up to 1024"},
    {"clockGHz", "AMD, Ryzen AI Max+ 395 product page: graphics frequency 2900 MHz"},
    {"f16MatrixFlopsPerClockPerCu",
     "AMD GPUOpen, How to accelerate AI applications on RDNA 3 using "
     "WMMA: 512 per clock and compute unit"},
    {"memory", "AMD, \"RDNA3.5\" ISA, opcode tables; LLVM 22's assembler takes or refuses each of "
               "the instructions"},
    {"atoms", "AMD, \"RDNA3.5\" ISA, Wave Matrix Multiply Accumulate"},
};

inline constexpr Arch gfx1151 = {
    .name = "gfx1151",
    .product = "Radeon 8060S",
    .family = "RDNA3.5",
    .waveSize = 32,
    .simdsPerCu = 2,
    .computeUnits = 40,
    .maxWavesPerSimd = 16,
    .vgprsPerSimdLane = 1536,
    .vgprGranule = 24,
    .maxVgprs = 256,
    .maxArchVgprs = 256,
    .maxSgprs = 106,
    .ldsBytesPerWorkgroup = 64 * 1024,
    .ldsBytesPerCu = 64 * 1024,
    .ldsGranule = 1024,
    .ldsBanks = 32,
    .maxWorkgroupSize = 1024,
    .clockGHz = 2.9,
    .f16MatrixFlopsPerClockPerCu = 512,
    .memory = {.transposeRead = false,
               .asyncLds = false,
               .packedCvtBf16 = false,
               .permlane32Swap = false,
               .permlanex16 = true,
               .vopd = true},
    .atoms = gfx1151Atoms,
    .sources = gfx1151Sources,
};

} // namespace rocke::detail

#endif // ROCKE_IR_TARGET_GFX1151_H
