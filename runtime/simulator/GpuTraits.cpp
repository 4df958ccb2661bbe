//===- GpuTraits.cpp - What execution depends on, per GPU ------------------===//
#include "GpuTraits.h"
#include "llvm/BinaryFormat/ELF.h"

namespace rocke::sim {

namespace {
constexpr uint32_t ldsRdna = 64 * 1024;

constexpr GpuTraits rdna3(llvm::StringLiteral name, unsigned machine, bool scalarFloat) {
  return {name,
          machine,
          llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX11_GENERIC,
          Family::Gfx11,
          /*hasAgprs=*/false,
          scalarFloat,
          /*hasScaledMfma=*/false,
          ldsRdna,
          /*supportsWave32=*/true};
}

// The machine numbers are those of the AMDGPU ELF header (LLVM's AMDGPUUsage, "AMDGPU ELF
// EF_AMDGPU_ MACH values"); LDS sizes are in each GPU's ISA manual.
constexpr GpuTraits gpus[] = {
    {"gfx942", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX942,
     llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX9_4_GENERIC, Family::Gfx9, /*hasAgprs=*/true,
     /*hasScalarFloat=*/false, /*hasScaledMfma=*/false, 64 * 1024, /*supportsWave32=*/false},
    {"gfx950", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX950,
     llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX9_4_GENERIC, Family::Gfx9, /*hasAgprs=*/true,
     /*hasScalarFloat=*/false, /*hasScaledMfma=*/true, 160 * 1024, /*supportsWave32=*/false},
    rdna3("gfx1100", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1100, false),
    rdna3("gfx1101", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1101, false),
    rdna3("gfx1102", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1102, false),
    rdna3("gfx1103", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1103, false),
    rdna3("gfx1150", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1150, true),
    rdna3("gfx1151", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1151, true),
    rdna3("gfx1152", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1152, true),
    rdna3("gfx1153", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1153, true),
};
} // namespace

const GpuTraits *findGpu(llvm::StringRef name) {
  for (const GpuTraits &gpu : gpus)
    if (gpu.name == name)
      return &gpu;
  return nullptr;
}

const GpuTraits *findGpu(unsigned machine) {
  for (const GpuTraits &gpu : gpus)
    if (gpu.machine == machine)
      return &gpu;
  return nullptr;
}

std::string supportedGpus() {
  std::string names;
  for (const GpuTraits &gpu : gpus) {
    if (!names.empty())
      names += ", ";
    names += gpu.name;
  }
  return names;
}

} // namespace rocke::sim
