#include "ModuleLoading.h"
#include "rocke/ir/Error.h"
#include <algorithm>

namespace rocke::hip {

unsigned residentBlocks(const KernelFacts &facts, const Arch &arch, unsigned blockSize,
                        uint64_t dynamicLdsBytes) {
  const unsigned waveSize = facts.waveSize ? facts.waveSize : arch.waveSize;
  // A wavefront that is wider than the registers are takes as many more of them.
  const unsigned width = std::max(1u, waveSize / arch.waveSize);
  const unsigned perSimd = arch.wavesPerSimd((facts.vgprs + facts.agprs) * width);
  const unsigned wavesPerBlock = (blockSize + waveSize - 1) / waveSize;
  unsigned blocks = perSimd * arch.simdsPerCu / wavesPerBlock;
  const uint64_t lds = facts.ldsBytes + dynamicLdsBytes;
  if (lds > arch.ldsBytesPerWorkgroup)
    return 0;
  if (lds != 0) {
    const uint64_t granule = arch.ldsGranule;
    const uint64_t allocated = (lds + granule - 1) / granule * granule;
    blocks = std::min(blocks, static_cast<unsigned>(arch.ldsBytesPerCu / allocated));
  }
  return blocks;
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

Error maxActiveBlocks(int *blocks, const FunctionHandle &function, const Arch &arch, int blockSize,
                      size_t ldsBytes, unsigned flags) {
  if (!blocks)
    return Error::InvalidValue;
  if (Error error = checkFlags(flags); error != Error::Success)
    return error;
  if (blockSize <= 0)
    return fail(Error::InvalidValue, fmt::format("a block of {} work-items is none", blockSize));
  const auto size = static_cast<unsigned>(blockSize);
  *blocks = size > largestBlock(*function.facts, arch)
                ? 0
                : static_cast<int>(residentBlocks(*function.facts, arch, size, ldsBytes));
  return Error::Success;
}

Error maxPotentialBlockSize(int *gridSize, int *blockSize, const FunctionHandle &function,
                            const Arch &arch, size_t ldsBytes, int limit, unsigned flags) {
  if (!gridSize || !blockSize)
    return Error::InvalidValue;
  if (Error error = checkFlags(flags); error != Error::Success)
    return error;
  if (limit < 0)
    return fail(Error::InvalidValue, fmt::format("a block size limit of {} is none", limit));
  const KernelFacts &facts = *function.facts;
  unsigned largest = largestBlock(facts, arch);
  if (limit > 0)
    largest = std::min(largest, static_cast<unsigned>(limit));
  const unsigned step = facts.waveSize ? facts.waveSize : arch.waveSize;
  // Of the sizes that keep most work-items resident the largest; whole wavefronts, unless the
  // largest block is less than one.
  unsigned best = 0, bestBlocks = 0;
  for (unsigned size = std::min(step, largest); size <= largest; size += step) {
    const unsigned blocks = residentBlocks(facts, arch, size, ldsBytes);
    if (blocks * size >= bestBlocks * best && blocks > 0) {
      best = size;
      bestBlocks = blocks;
    }
  }
  *blockSize = static_cast<int>(best);
  *gridSize = static_cast<int>(bestBlocks * arch.computeUnits);
  return Error::Success;
}

} // namespace rocke::hip
