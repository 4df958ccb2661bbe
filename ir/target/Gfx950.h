//===- Gfx950.h - Hardware facts of gfx950 ----------------------*- C++ -*-===//
#ifndef ROCKE_IR_TARGET_GFX950_H
#define ROCKE_IR_TARGET_GFX950_H

#include "MatrixAtomTable.h"
#include "rocke/ir/Arch.h"

namespace rocke::detail {

inline constexpr const MatrixAtom *gfx950Atoms[] = {
    matrixAtom("mfma_f32_32x32x16_f16"), matrixAtom("mfma_f32_32x32x16_bf16"),
    matrixAtom("mfma_f32_16x16x32_f16"), matrixAtom("mfma_f32_16x16x32_bf16"),
    matrixAtom("mfma_f32_32x32x8_f16"),  matrixAtom("mfma_f32_32x32x8_bf16"),
    matrixAtom("mfma_f32_16x16x16_f16"), matrixAtom("mfma_f32_16x16x16_bf16"),
    matrixAtom("mfma_f32_32x32x2_f32"),  matrixAtom("mfma_f32_16x16x4_f32"),
};

inline constexpr FactSource gfx950Sources[] = {
    {"name", "LLVM, User Guide for AMDGPU Backend, Processors"},
    {"product", "AMD, Instinct MI355X data sheet"},
    {"family", "AMD, \"CDNA4\" Instruction Set Architecture Reference Guide"},
    {"waveSize", "AMD, \"CDNA4\" ISA: wavefronts of 64 work-items"},
    {"simdsPerCu",
     "AMD, ROCm Compute Profiler, Pipeline descriptions: four SIMDs per compute unit"},
    {"computeUnits", "AMD, Instinct MI355X data sheet: 256 compute units"},
    {"maxWavesPerSimd", "AMD, ROCm Compute Profiler, Pipeline descriptions: 8 wavefronts per SIMD"},
    {"vgprsPerSimdLane", "LLVM, AMDGPUBaseInfo, getTotalNumVGPRs: 512 from gfx90a on"},
    {"vgprGranule", "LLVM, AMDGPUBaseInfo, getVGPRAllocGranule: 8 from gfx90a on"},
    {"maxVgprs", "AMD, \"CDNA4\" ISA, Vector GPRs: 512 with the accumulation registers"},
    {"maxArchVgprs", "AMD, \"CDNA4\" ISA, Vector GPRs: v0 to v255"},
    {"maxSgprs", "AMD, \"CDNA4\" ISA, Scalar GPRs: s0 to s101, VCC beside them"},
    {"ldsBytesPerWorkgroup", "LLVM, AMDGPU.td: gfx950 has FeatureAddressableLocalMemorySize163840"},
    {"ldsBytesPerCu", "AMD, CDNA 4 Architecture whitepaper: 160 KB of local data share per compute "
                      "unit"},
    {"ldsGranule",
     "LLVM, User Guide for AMDGPU Backend, GRANULATED_LDS_SIZE: 320 dwords on gfx950"},
    {"ldsBanks", "Triton, pull request 6065: 64 banks on gfx950, where older CDNA has 32"},
    {"maxWorkgroupSize", "LLVM, User Guide for AMDGPU Backend: flat work-group sizes up to 1024"},
    {"clockGHz", "AMD, Instinct MI355X data sheet: peak engine clock 2400 MHz"},
    {"f16MatrixFlopsPerClockPerCu",
     "AMD, CDNA 4 Architecture whitepaper: 4096 dense f16 or bf16 FLOP "
     "per clock and compute unit"},
    {"memory",
     "AMD, \"CDNA4\" ISA, opcode tables; LLVM 22's assembler takes or refuses each of the "
     "instructions"},
    {"atoms", "AMD, \"CDNA4\" ISA, Matrix Arithmetic Instructions"},
};

inline constexpr Arch gfx950 = {
    .name = "gfx950",
    .product = "Instinct MI355X",
    .family = "CDNA4",
    .waveSize = 64,
    .simdsPerCu = 4,
    .computeUnits = 256,
    .maxWavesPerSimd = 8,
    .vgprsPerSimdLane = 512,
    .vgprGranule = 8,
    .maxVgprs = 512,
    .maxArchVgprs = 256,
    .maxSgprs = 102,
    .ldsBytesPerWorkgroup = 160 * 1024,
    .ldsBytesPerCu = 160 * 1024,
    .ldsGranule = 1280,
    .ldsBanks = 64,
    .maxWorkgroupSize = 1024,
    .clockGHz = 2.4,
    .f16MatrixFlopsPerClockPerCu = 4096,
    .memory = {.transposeRead = true,
               .asyncLds = true,
               .packedCvtBf16 = true,
               .permlane32Swap = true,
               .permlanex16 = false,
               .vopd = false},
    .atoms = gfx950Atoms,
    .sources = gfx950Sources,
};

} // namespace rocke::detail

#endif // ROCKE_IR_TARGET_GFX950_H
