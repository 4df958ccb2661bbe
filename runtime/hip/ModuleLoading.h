//===- ModuleLoading.h - From an image to kernels and variables -*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_MODULELOADING_H
#define ROCKE_RUNTIME_HIP_MODULELOADING_H

#include "Runtime.h"

namespace rocke::hip {

/// Loads a code object, or that of a bundle which is for the device. The image says itself how long
/// it is.
Error loadImage(const void *image, SimDevice *device, std::shared_ptr<ModuleHandle> &module);

/// The kernel of this name, the same handle each time. NotFound lists the kernels that there are.
Error findKernel(const std::shared_ptr<ModuleHandle> &module, llvm::StringRef name,
                 std::shared_ptr<FunctionHandle> &function);

/// The variable of this name; from now on copies to and from it find it.
Error findVariable(ModuleHandle &module, llvm::StringRef name,
                   sim::Machine::GlobalVariable &variable);

/// A kernel by its handle, with the module that it is in.
Error lookUpFunction(Function function, std::shared_ptr<FunctionHandle> &handle,
                     std::shared_ptr<ModuleHandle> &module);

/// Forgets a module, its kernels and variables. InvalidHandle if it is not loaded.
Error unloadModule(Module module);

/// Launches a kernel on the stream's device and waits for its end. The arguments are one pointer
/// for each, or `extra`, or neither.
Error launch(const FunctionHandle &function, const sim::LaunchConfig &config, void **params,
             void **extra, Stream stream);

/// What hipFuncGetAttribute answers.
Error functionAttribute(const FunctionHandle &function, const Arch &arch,
                        FunctionAttribute attribute, int &value);

/// How many workgroups of `blockSize` work-items, each with `dynamicLdsBytes` beyond the kernel's
/// own, are resident on one multiprocessor: what registers, wavefronts and LDS allow. 0 if none.
unsigned residentBlocks(const KernelFacts &facts, const GpuModel &gpu, unsigned blockSize,
                        uint64_t dynamicLdsBytes);

// The occupancy functions, for a kernel that was found.
Error maxActiveBlocks(int *blocks, const FunctionHandle &function, const GpuModel &gpu,
                      int blockSize, size_t ldsBytes, unsigned flags);
Error maxPotentialBlockSize(int *gridSize, int *blockSize, const FunctionHandle &function,
                            const GpuModel &gpu, size_t ldsBytes, int limit, unsigned flags);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_MODULELOADING_H
