//===- KernelMetadata.h - What a code object's note says --------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_KERNELMETADATA_H
#define ROCKE_RUNTIME_SIMULATOR_KERNELMETADATA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::sim {

/// A hidden kernel argument: the runtime fills it in.
struct HiddenArg {
  std::string kind; ///< "hidden_block_count_x", ...
  uint32_t offset;  ///< bytes into the kernarg segment
  uint32_t size;
};

/// The parts of a kernel's metadata that a launch needs. All of it is optional in the note.
struct KernelMetadata {
  std::string name;   ///< what the host asks for
  std::string symbol; ///< of the descriptor, "name.kd"
  uint32_t kernargBytes = 0;
  uint32_t maxGroupSize = 0; ///< work-items that the code was compiled for; 0: not said
  /// The one size of workgroups that the code was compiled for; zeros: not said.
  std::array<uint32_t, 3> requiredGroup{};
  std::vector<HiddenArg> hiddenArgs;
};

/// Reads the MessagePack document of an NT_AMDGPU_METADATA note (LLVM's AMDGPUUsage, "Code Object
/// V3 Metadata" and later). Errors on a document that is not one, or whose fields have wrong types.
llvm::Expected<std::vector<KernelMetadata>> parseMetadata(llvm::StringRef note);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_KERNELMETADATA_H
