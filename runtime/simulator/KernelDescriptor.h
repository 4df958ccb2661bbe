//===- KernelDescriptor.h - The 64 bytes that describe a kernel -*- C++ -*-===//
//
// Layout: LLVM's AMDGPUUsage, "Kernel Descriptor for GFX6-GFX12" and the tables of
// compute_pgm_rsrc1, 2 and 3.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_KERNELDESCRIPTOR_H
#define ROCKE_RUNTIME_SIMULATOR_KERNELDESCRIPTOR_H

#include "GpuTraits.h"
#include "Registers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace rocke::sim {

inline constexpr uint64_t kernelDescriptorBytes = 64;

/// What a wavefront starts with, as a kernel descriptor says it.
struct KernelDescriptor {
  uint32_t ldsBytes = 0;     ///< static, per workgroup
  uint32_t scratchBytes = 0; ///< per work-item
  uint32_t kernargBytes = 0;
  int64_t entryOffset = 0; ///< bytes from the descriptor to the first instruction
  unsigned waveSize = 64;
  uint32_t mode = 0; ///< initial MODE register
  bool usesDynamicStack = false;

  // User SGPRs, in the order in which they are filled.
  bool privateSegmentBuffer = false; ///< 4 SGPRs
  bool dispatchPtr = false;          ///< 2
  bool queuePtr = false;             ///< 2
  bool kernargSegmentPtr = false;    ///< 2
  bool dispatchId = false;           ///< 2
  bool flatScratchInit = false;      ///< 2
  bool privateSegmentSize = false;   ///< 1
  unsigned preloadLength = 0;        ///< kernarg dwords preloaded into the SGPRs that follow
  unsigned preloadOffset = 0;        ///< first of them, in dwords
  unsigned userSgprs = 0;            ///< system SGPRs come after so many

  bool workgroupIdX = false;
  bool workgroupIdY = false;
  bool workgroupIdZ = false;
  bool workgroupInfo = false;
  unsigned workitemIdDimensions = 1; ///< 1: x, 2: x and y, 3: all, packed into v0
  RegisterAllocation registers;      ///< in whole granules

  /// Errors name the field and its value. `bytes` has kernelDescriptorBytes.
  static llvm::Expected<KernelDescriptor> parse(llvm::ArrayRef<uint8_t> bytes,
                                                const GpuTraits &gpu);
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_KERNELDESCRIPTOR_H
