//===- LoadedModule.h - A code object on the simulated GPU ------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_LOADEDMODULE_H
#define ROCKE_RUNTIME_SIMULATOR_LOADEDMODULE_H

#include "CodeTable.h"
#include "ElfImage.h"
#include "KernelDescriptor.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rocke::sim {

/// A kernel that can be launched.
struct LoadedKernel {
  std::string symbol;
  KernelDescriptor descriptor;
  uint64_t descriptorAddress = 0;
  uint64_t entry = 0;        ///< address of the kernel's code
  uint64_t start = 0;        ///< address of the first instruction that is executed
  uint32_t kernargBytes = 0; ///< of the whole segment, hidden arguments included
  std::vector<HiddenArg> hiddenArgs;
  uint32_t maxGroupSize = 0;               ///< work-items; 0: as many as the GPU takes
  std::array<uint32_t, 3> requiredGroup{}; ///< zeros: any
};

/// Where an instruction comes from.
struct SourceLine {
  std::string file; ///< empty: no debug info for it
  uint32_t line = 0;
};

class LoadedModule {
public:
  static llvm::Expected<std::unique_ptr<LoadedModule>> load(Memory &memory, const GpuTraits &gpu,
                                                            llvm::StringRef bytes);
  ~LoadedModule();
  LoadedModule(const LoadedModule &) = delete;
  LoadedModule &operator=(const LoadedModule &) = delete;

  /// The kernel that the host calls `name`; an error that lists the module's kernels otherwise.
  llvm::Expected<const LoadedKernel *> kernel(llvm::StringRef name) const;
  /// A symbol that is not a kernel, or nullptr.
  const ImageSymbol *global(llvm::StringRef name) const;
  /// The decoded instructions for a kernel's wave size and registers.
  llvm::Expected<CodeTable *> code(const KernelDescriptor &descriptor);
  /// From .debug_line.
  SourceLine sourceLine(uint64_t address) const;

private:
  LoadedModule(Memory &memory, const GpuTraits &gpu, ElfImage image, llvm::StringRef bytes);
  llvm::Error readKernels();

  Memory &memory;
  const GpuTraits &gpu;
  ElfImage image;
  std::string file; ///< the bytes, for debug info
  llvm::StringMap<LoadedKernel> kernels;
  std::mutex mutex; ///< guards `tables`
  /// By wave size and registers.
  std::map<std::pair<unsigned, RegisterAllocation>, std::unique_ptr<CodeTable>> tables;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_LOADEDMODULE_H
