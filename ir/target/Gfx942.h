//===- Gfx942.h - Hardware facts of gfx942 ----------------------*- C++ -*-===//
#ifndef ROCKE_IR_TARGET_GFX942_H
#define ROCKE_IR_TARGET_GFX942_H

#include "MatrixAtomTable.h"
#include "rocke/ir/Arch.h"

namespace rocke::detail {

inline constexpr const MatrixAtom *gfx942Atoms[] = {
    matrixAtom("mfma_f32_32x32x8_f16"),  matrixAtom("mfma_f32_32x32x8_bf16"),
    matrixAtom("mfma_f32_16x16x16_f16"), matrixAtom("mfma_f32_16x16x16_bf16"),
    matrixAtom("mfma_f32_32x32x2_f32"),  matrixAtom("mfma_f32_16x16x4_f32"),
};

inline constexpr FactSource gfx942Sources[] = {
    {"name", "LLVM, User Guide for AMDGPU Backend, Processors"},
    {"product", "AMD, Instinct MI300X data sheet"},
    {"family", "AMD, \"AMD Instinct MI300\" Instruction Set Architecture Reference Guide"},
    {"waveSize", "AMD, \"MI300\" ISA: wavefronts of 64 work-items"},
    {"simdsPerCu",
     "AMD, ROCm Compute Profiler, Pipeline descriptions: four SIMDs per compute unit"},
    {"computeUnits", "AMD, Instinct MI300X data sheet: 304 compute units"},
    {"maxWavesPerSimd", "AMD, ROCm Compute Profiler, Pipeline descriptions: 8 wavefronts per SIMD"},
    {"vgprsPerSimdLane", "LLVM, AMDGPUBaseInfo, getTotalNumVGPRs: 512 from gfx90a on"},
    {"vgprGranule", "LLVM, AMDGPUBaseInfo, getVGPRAllocGranule: 8 from gfx90a on"},
    {"maxVgprs", "AMD, \"MI300\" ISA, Vector GPRs: 512 with the accumulation registers"},
    {"maxArchVgprs", "AMD, \"MI300\" ISA, Vector GPRs: v0 to v255"},
    {"maxSgprs", "AMD, \"MI300\" ISA, Scalar GPRs: s0 to s101, VCC beside them"},
    {"ldsBytesPerWorkgroup", "AMD, \"MI300\" ISA, Local Data Share: 64 kB per work-group"},
    {"ldsBytesPerCu", "AMD, ROCm documentation, GPU hardware specifications: LDS of 64 KiB"},
    {"ldsGranule",
     "LLVM, User Guide for AMDGPU Backend, GRANULATED_LDS_SIZE: 128 dwords from gfx7 on"},
    {"ldsBanks", "Triton, pull request 6065: 32 banks before gfx950"},
    {"maxWorkgroupSize", "LLVM, User Guide for AMDGPU Backend: flat work-group sizes up to 1024"},
    {"clockGHz", "AMD, Instinct MI300X data sheet: peak engine clock 2100 MHz"},
    {"f16MatrixFlopsPerClockPerCu",
     "AMD, CDNA 3 Architecture whitepaper: 2048 dense f16 or bf16 FLOP per clock and compute unit"},
    {"memory",
     "AMD, \"MI300\" ISA, opcode tables; LLVM 22's assembler takes or refuses each of the "
     "instructions"},
    {"atoms", "AMD, \"MI300\" ISA, Matrix Arithmetic Instructions"},
};

inline constexpr Arch gfx942 = {
    .name = "gfx942",
    .product = "Instinct MI300X",
    .family = "CDNA3",
    .waveSize = 64,
    .simdsPerCu = 4,
    .computeUnits = 304,
    .maxWavesPerSimd = 8,
    .vgprsPerSimdLane = 512,
    .vgprGranule = 8,
    .maxVgprs = 512,
    .maxArchVgprs = 256,
    .maxSgprs = 102,
    .ldsBytesPerWorkgroup = 64 * 1024,
    .ldsBytesPerCu = 64 * 1024,
    .ldsGranule = 512,
    .ldsBanks = 32,
    .maxWorkgroupSize = 1024,
    .clockGHz = 2.1,
    .f16MatrixFlopsPerClockPerCu = 2048,
    .memory = {.transposeRead = false,
               .asyncLds = false,
               .packedCvtBf16 = false,
               .permlane32Swap = false,
               .permlanex16 = false,
               .vopd = false},
    .atoms = gfx942Atoms,
    .sources = gfx942Sources,
};

} // namespace rocke::detail

#endif // ROCKE_IR_TARGET_GFX942_H
