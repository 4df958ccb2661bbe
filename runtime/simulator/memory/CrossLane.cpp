//===- CrossLane.cpp - LDS instructions that exchange lanes ----------------===//
#include "CrossLane.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

namespace rocke::sim {

namespace {
// The lane of a group of 32 that lane `lane` of it reads, by the pseudocode of the manuals.
unsigned swizzleSource(unsigned lane, unsigned offset) {
  const unsigned mask = offset & 0x1f;
  if (offset >= 0xe000) { // FFT order
    unsigned reversed = llvm::reverseBits(static_cast<uint8_t>(lane)) >> 3;
    return reversed >> llvm::popcount(mask) | (lane & mask);
  }
  if (offset >= 0xc000) { // rotation within the lanes that the mask leaves free
    unsigned amount = offset >> 5 & 0x1f;
    if (offset >> 10 & 1)
      amount = 0u - amount;
    return (lane & mask) | ((lane + amount) & ~mask & 0x1f);
  }
  if (offset & 0x8000) // a permutation of each quad
    return (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
  return ((lane & mask) | (offset >> 5 & 0x1f)) ^ (offset >> 10 & 0x1f);
}

// RDNA's permutes reach the lanes of the same 32 only; GCN's reach all 64.
unsigned reach(const Wavefront &wave) { return wave.gpu->isGfx11() ? 32 : wave.waveSize; }

// The lane that an address names, seen from `lane`.
unsigned namedLane(const Wavefront &wave, const DecodedInst &inst, int32_t lane) {
  uint32_t address = wave.vgprs[inst.src[0].index + static_cast<uint32_t>(lane)] +
                     static_cast<uint32_t>(inst.imm[0]);
  unsigned lanes = reach(wave);
  return address / 4 % lanes + static_cast<unsigned>(lane) / lanes * lanes;
}
} // namespace

// Lanes that are off deliver 0.
void swizzle(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  std::array<uint32_t, 64> data{};
  const uint32_t *src = wave.vgprs + inst.src[0].index;
  forLanes(exec, [&](int32_t lane) {
    data[static_cast<size_t>(lane)] = src[lane];
    return true;
  });
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  forLanes(exec, [&](int32_t lane) {
    unsigned self = static_cast<unsigned>(lane);
    unsigned from = swizzleSource(self & 31, static_cast<unsigned>(inst.imm[0]));
    dst[lane] = data[(self & ~31u) + from];
    return true;
  });
}

void permute(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  std::array<uint32_t, 64> received{};
  const uint32_t *src = wave.vgprs + inst.src[2].index;
  forLanes(exec, [&](int32_t lane) {
    received[namedLane(wave, inst, lane)] = src[lane];
    return true;
  });
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  forLanes(exec, [&](int32_t lane) {
    dst[lane] = received[static_cast<size_t>(lane)];
    return true;
  });
}

void backwardPermute(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  std::array<uint32_t, 64> received{};
  const uint32_t *src = wave.vgprs + inst.src[2].index;
  forLanes(exec, [&](int32_t lane) {
    unsigned from = namedLane(wave, inst, lane);
    received[static_cast<size_t>(lane)] = exec >> from & 1 ? src[from] : 0;
    return true;
  });
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  forLanes(exec, [&](int32_t lane) {
    dst[lane] = received[static_cast<size_t>(lane)];
    return true;
  });
}

} // namespace rocke::sim
