//===- CrossLane.h - LDS instructions that exchange lanes -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_CROSSLANE_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_CROSSLANE_H

#include "Access.h"
#include "Addressing.h"

namespace rocke::sim {

/// ds_swizzle_b32: a fixed permutation within 32 lanes, encoded in the offset. The source is
/// src[0].
void swizzle(Wavefront &wave, const DecodedInst &inst);
/// ds_permute_b32: each lane sends src[2] to the lane that its address names.
void permute(Wavefront &wave, const DecodedInst &inst);
/// ds_bpermute_b32: each lane receives src[2] of the lane that its address names.
void backwardPermute(Wavefront &wave, const DecodedInst &inst);

/// ds_read_*_tr_*: 16 lanes read a tile of as many columns; lane l gets column l. Each lane reads
/// 16 / rows-per-column of a row, `words` words; elements have `bits` bits.
template <unsigned bits, unsigned words>
void transposingLoad(Wavefront &wave, const DecodedInst &inst) {
  constexpr unsigned groupLanes = 16;
  constexpr unsigned elements = words * 32 / bits; // of a lane, and rows of the tile
  constexpr unsigned lanesPerRow = groupLanes / elements;
  LdsAddress address(wave, inst);
  const unsigned stride = wave.waveSize;
  constexpr uint64_t bytes = uint64_t{words} * 4;
  uint8_t raw[64][bytes] = {};
  const uint64_t exec = wave.exec();
  forLanes(exec, [&](int32_t lane) {
    const uint8_t *from = address.at(lane, bytes, Action::Load);
    if (from)
      std::memcpy(raw[lane], from, bytes);
    return from != nullptr;
  });
  if (wave.status == WaveStatus::Faulted)
    return;
  auto element = [&](unsigned lane, unsigned index) {
    uint32_t value = 0;
    for (unsigned bit = 0; bit < bits; ++bit) {
      unsigned position = index * bits + bit;
      value |= static_cast<uint32_t>(raw[lane][position / 8] >> position % 8 & 1) << bit;
    }
    return value;
  };
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  forLanes(exec, [&](int32_t lane) {
    const unsigned group = static_cast<unsigned>(lane) / groupLanes * groupLanes;
    const unsigned column = static_cast<unsigned>(lane) % groupLanes;
    uint32_t result[words] = {};
    for (unsigned row = 0; row < elements; ++row) {
      uint64_t value = element(group + row * lanesPerRow + column / elements, column % elements);
      unsigned position = row * bits;
      value <<= position % 32;
      result[position / 32] |= static_cast<uint32_t>(value);
      if (value >> 32)
        result[position / 32 + 1] |= static_cast<uint32_t>(value >> 32);
    }
    for (unsigned i = 0; i < words; ++i)
      dst[lane + i * stride] = result[i];
    return true;
  });
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_CROSSLANE_H
