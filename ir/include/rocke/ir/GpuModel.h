//===- GpuModel.h - The GPUs whose code objects rocke runs ------*- C++ -*-===//
//
// One record per GPU that the simulator stands in for. They are more than the archs that rocke
// compiles kernels for, which allArchs() lists.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_GPUMODEL_H
#define ROCKE_IR_GPUMODEL_H

#include "rocke/ir/Arch.h"

namespace rocke {

/// A product: its compute units, and what a program is told that asks for the device's properties.
struct GpuModel {
  const Arch *arch; ///< never null; the record of allArchs() where rocke compiles for the GPU
  /// Compute units that a workgroup can be spread over and that HIP counts as one multiprocessor:
  /// two, a work-group processor, on RDNA.
  unsigned computeUnitsPerMultiprocessor;
  /// SGPRs that the wavefronts of a SIMD share; 0 where each has its own.
  unsigned sgprsPerSimd;
  uint64_t l2Bytes; ///< of one die where several have each their own
  /// Of the memory's command clock, which AMD's driver calls mclk: data moves several times in each
  /// of its cycles.
  double memoryClockMHz;
  unsigned memoryBusBits;
  bool integrated;                    ///< shares the host's memory
  llvm::ArrayRef<FactSource> sources; ///< of the fields beside `arch`
};

/// Whether code that LLVM compiled for `processor` runs on the GPU of that name: code for itself,
/// or for the generic processor of its family (LLVM's User Guide for AMDGPU Backend, "Generic
/// Processors").
bool runsOn(llvm::StringRef processor, llvm::StringRef gpu);

/// Every GPU, in a fixed order.
llvm::ArrayRef<GpuModel> gpuModels();

/// The GPU with LLVM's processor name, or nullptr.
const GpuModel *findGpuModel(llvm::StringRef name);

/// findGpuModel with an error that names the bad value and the allowed ones.
llvm::Expected<const GpuModel *> lookupGpuModel(llvm::StringRef name);

} // namespace rocke

#endif // ROCKE_IR_GPUMODEL_H
