//===- ElfImage.h - A code object mapped into GPU memory --------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_ELFIMAGE_H
#define ROCKE_RUNTIME_SIMULATOR_ELFIMAGE_H

#include "GpuTraits.h"
#include "KernelMetadata.h"
#include "Memory.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::sim {

/// A symbol of a mapped code object.
struct ImageSymbol {
  uint64_t address; ///< in GPU memory
  uint64_t bytes;
  unsigned type; ///< STT_OBJECT, STT_FUNC, ...
};

/// Success if the code object was built, by the ELF header's flags, for the GPU or the generic
/// processor of its family. Errors on bytes that are no AMDGPU code object that this simulator can
/// load too, saying why.
llvm::Error checkGpu(llvm::StringRef bytes, const GpuTraits &gpu);

/// The segments of a code object in GPU memory, relocated, with its symbols and metadata.
class ElfImage {
public:
  /// Errors on malformed files, on undefined symbols and relocations that a loader does not do.
  static llvm::Expected<ElfImage> map(Memory &memory, llvm::StringRef bytes);
  /// Gives the memory back.
  void unmap(Memory &memory);

  /// GPU address of the ELF's address 0.
  uint64_t loadBias() const { return bias; }
  uint64_t begin() const { return base; }
  uint64_t end() const { return base + size; }
  /// The span of the executable segments, in GPU memory; empty if there are none.
  MemoryRange code() const { return codeRange; }
  const llvm::StringMap<ImageSymbol> &symbols() const { return symbolTable; }
  const std::vector<KernelMetadata> &metadata() const { return kernelMetadata; }

private:
  friend class ElfMapper;
  uint64_t base = 0;
  uint64_t size = 0;
  uint64_t bias = 0;
  MemoryRange codeRange;
  llvm::StringMap<ImageSymbol> symbolTable;
  std::vector<KernelMetadata> kernelMetadata;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_ELFIMAGE_H
