#include "ModuleLoading.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace rocke::hip {

namespace {

/// Wavefronts that one SIMD can have at a time.
unsigned wavesPerSimd(const KernelFacts &facts, const GpuModel &gpu) {
  const Arch &arch = *gpu.arch;
  // A wavefront that is wider than the registers are takes as many more of them.
  const unsigned width = std::max(1u, facts.waveSize / arch.waveSize);
  unsigned waves = arch.wavesPerSimd((facts.vgprs + facts.agprs) * width);
  // Shared SGPRs are given out in groups of 16.
  if (gpu.sgprsPerSimd)
    waves =
        std::min<unsigned>(waves, gpu.sgprsPerSimd / llvm::alignTo(std::max(facts.sgprs, 1u), 16));
  return waves;
}

} // namespace

unsigned residentBlocks(const KernelFacts &facts, const GpuModel &gpu, unsigned blockSize,
                        uint64_t dynamicLdsBytes) {
  const Arch &arch = *gpu.arch;
  const uint64_t lds = facts.ldsBytes + dynamicLdsBytes;
  if (lds > arch.ldsBytesPerWorkgroup)
    return 0;
  // What a block may be spread over, and how often the multiprocessor has that.
  const unsigned units = facts.wgpMode ? gpu.computeUnitsPerMultiprocessor : 1;
  const unsigned times = gpu.computeUnitsPerMultiprocessor / units;
  const unsigned wavesPerBlock = (blockSize + facts.waveSize - 1) / facts.waveSize;
  unsigned blocks = wavesPerSimd(facts, gpu) * arch.simdsPerCu * units / wavesPerBlock;
  if (lds != 0)
    blocks = std::min(blocks, static_cast<unsigned>(uint64_t{arch.ldsBytesPerCu} * units /
                                                    llvm::alignTo(lds, arch.ldsGranule)));
  return blocks * times;
}

namespace {

unsigned largestBlock(const KernelFacts &facts, const Arch &arch) {
  return facts.maxWorkgroupSize ? std::min(facts.maxWorkgroupSize, arch.maxWorkgroupSize)
                                : arch.maxWorkgroupSize;
}

Error checkFlags(unsigned flags) {
  constexpr unsigned disableCachingOverride = 1;
  if (flags & ~disableCachingOverride)
    return fail(Error::InvalidValue, fmt::format("unknown occupancy flags {:#x}", flags));
  return Error::Success;
}

} // namespace

Error maxActiveBlocks(int *blocks, const FunctionHandle &function, const GpuModel &gpu,
                      int blockSize, size_t ldsBytes, unsigned flags) {
  if (!blocks)
    return Error::InvalidValue;
  if (Error error = checkFlags(flags); error != Error::Success)
    return error;
  if (blockSize <= 0)
    return fail(Error::InvalidValue, fmt::format("a block of {} work-items is none", blockSize));
  const auto size = static_cast<unsigned>(blockSize);
  *blocks = size > largestBlock(*function.facts, *gpu.arch)
                ? 0
                : static_cast<int>(residentBlocks(*function.facts, gpu, size, ldsBytes));
  return Error::Success;
}

Error maxPotentialBlockSize(int *gridSize, int *blockSize, const FunctionHandle &function,
                            const GpuModel &gpu, size_t ldsBytes, int limit, unsigned flags) {
  if (!gridSize || !blockSize)
    return Error::InvalidValue;
  if (Error error = checkFlags(flags); error != Error::Success)
    return error;
  if (limit < 0)
    return fail(Error::InvalidValue, fmt::format("a block size limit of {} is none", limit));
  const KernelFacts &facts = *function.facts;
  unsigned largest = largestBlock(facts, *gpu.arch);
  if (limit > 0)
    largest = std::min(largest, static_cast<unsigned>(limit));
  const unsigned step = facts.waveSize;
  // Of the sizes that keep most work-items resident the largest; whole wavefronts, unless the
  // largest block is less than one.
  unsigned best = 0, bestBlocks = 0;
  for (unsigned size = std::min(step, largest); size <= largest; size += step) {
    const unsigned blocks = residentBlocks(facts, gpu, size, ldsBytes);
    if (blocks * size >= bestBlocks * best && blocks > 0) {
      best = size;
      bestBlocks = blocks;
    }
  }
  *blockSize = static_cast<int>(best);
  *gridSize =
      static_cast<int>(bestBlocks * gpu.arch->computeUnits / gpu.computeUnitsPerMultiprocessor);
  return Error::Success;
}

} // namespace rocke::hip
