//===- GpuTraits.h - What execution depends on, per GPU ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_GPUTRAITS_H
#define ROCKE_RUNTIME_SIMULATOR_GPUTRAITS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace rocke::sim {

/// Instruction encodings and register rules come in two families.
enum class Family : uint8_t {
  Gfx9,  ///< GCN encodings: gfx942, gfx950
  Gfx11, ///< RDNA3 encodings: gfx1100..gfx1103, gfx1150..gfx1153
};

/// The facts about a GPU that change what its instructions mean.
struct GpuTraits {
  llvm::StringLiteral name;
  unsigned machine;        ///< EF_AMDGPU_MACH of the ELF header's flags
  unsigned genericMachine; ///< the same of the generic processor that it is one of
  Family family;
  bool hasAgprs;       ///< 256 accumulation registers beside the 256 VGPRs
  bool hasScalarFloat; ///< s_add_f32 and its like (gfx11.5)
  bool hasScaledMfma;  ///< gfx950's additions to gfx942
  uint32_t ldsBytes;   ///< most LDS that a workgroup may have
  bool supportsWave32; ///< else every kernel is wave64

  bool isGfx9() const { return family == Family::Gfx9; }
  bool isGfx11() const { return family == Family::Gfx11; }
};

/// The simulated GPU of that name, or nullptr.
const GpuTraits *findGpu(llvm::StringRef name);
/// The simulated GPU with that EF_AMDGPU_MACH, or nullptr.
const GpuTraits *findGpu(unsigned machine);
/// "gfx942, gfx950, ...", for error messages.
std::string supportedGpus();

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_GPUTRAITS_H
