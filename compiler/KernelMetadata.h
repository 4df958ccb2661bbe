//===- KernelMetadata.h - The metadata of a code object ----------*- C++ -*-===//
//
// Internal to the compiler: the part of the AMDGPU metadata note ("amdhsa.kernels") that the kernel
// facts come from. See "Code Object V3 to V6 Metadata" in LLVM's User Guide for AMDGPU Backend.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_COMPILER_KERNELMETADATA_H
#define ROCKE_COMPILER_KERNELMETADATA_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocke::detail {

/// What the metadata says of one kernel. What it leaves out is nullopt.
struct KernelMetadata {
  std::string descriptorSymbol; ///< "<kernel>.kd"
  std::vector<KernelArg> args;
  std::optional<uint32_t> vgprs; ///< VGPRs and AGPRs together
  std::optional<uint32_t> agprs;
  std::optional<uint32_t> sgprs;
  std::optional<uint32_t> vgprSpills;
  std::optional<uint32_t> sgprSpills;
  std::optional<uint32_t> kernargBytes;
  std::optional<uint32_t> maxWorkgroupSize;
};

/// The kernels of a metadata note, in its order. Keys that this does not know are skipped, also the
/// target, which the ELF header states better. An error on bytes that are no MessagePack, and on a
/// known key with a value of another type.
llvm::Expected<std::vector<KernelMetadata>> readKernelMetadata(llvm::StringRef messagePack);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_KERNELMETADATA_H
