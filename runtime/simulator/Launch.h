//===- Launch.h - One kernel launch -----------------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_LAUNCH_H
#define ROCKE_RUNTIME_SIMULATOR_LAUNCH_H

#include "LoadedModule.h"
#include "Workgroup.h"
#include "rocke/runtime/Simulator.h"
#include <cstdint>
#include <functional>
#include <vector>

namespace rocke::sim {

/// What all workgroups of a launch share.
struct Launch {
  const GpuTraits &gpu;
  Memory &memory;
  LoadedModule &module;
  const LoadedKernel &kernel;
  CodeTable &code;
  const LaunchConfig &config;
  uint64_t kernargAddress = 0;
  uint64_t packetAddress = 0;
  uint64_t instructionBudget = 0; ///< per wavefront
  /// Makes an observer that outlives the launch, of one workgroup at a time; empty: no observers.
  std::function<Observer *()> makeObserver = nullptr;

  uint32_t ldsBytes() const { return kernel.descriptor.ldsBytes + config.dynamicLdsBytes; }
  uint32_t scratchBytes() const; ///< per lane
  uint32_t groupSize() const { return config.block[0] * config.block[1] * config.block[2]; }
  uint32_t wavesPerGroup() const {
    return (groupSize() + kernel.descriptor.waveSize - 1) / kernel.descriptor.waveSize;
  }
  uint64_t numGroups() const { return uint64_t{config.grid[0]} * config.grid[1] * config.grid[2]; }
};

/// Errors name the part of the configuration that the GPU cannot run.
llvm::Error checkConfig(const GpuTraits &gpu, const LoadedKernel &kernel,
                        const LaunchConfig &config);

/// The dispatch packet that the kernel may read, 64 bytes (HSA's kernel dispatch packet).
std::vector<uint8_t> makeDispatchPacket(const Launch &launch);
/// The kernel-argument segment: `explicitArgs` with the hidden arguments filled in.
std::vector<uint8_t> makeKernargSegment(const LoadedKernel &kernel, const LaunchConfig &config,
                                        llvm::ArrayRef<uint8_t> explicitArgs);

/// Sets the registers that a wavefront starts with (AMDGPUUsage, "Initial Kernel Execution State").
/// `wave.vgprs`, `waveSize`, `group` and `indexInGroup` are set already.
void startWavefront(const Launch &launch, Wavefront &wave);

/// Runs all workgroups over at most `threads` host threads, by `config.schedule`. A fault is an
/// error of class FaultError; if several workgroups fault, it is the first one's in the order of
/// the grid, or the first one in time under a seeded schedule.
llvm::Expected<LaunchStats> runWorkgroups(const Launch &launch, unsigned threads);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_LAUNCH_H
