//===- BufferAddress.h - Where a lane's buffer access goes ------*- C++ -*-===//
//
// What lies outside of the descriptor's range reads as 0 and is not written; that is the hardware's
// rule, not a fault. What lies inside must be in an allocation.
//
// Operands of all buffer instructions: src[0] index and offset VGPRs, src[1] the scalar offset,
// src[2] data, src[3] the data to compare with, src[4] the descriptor, imm[0] the instruction's
// offset, imm[1] the flags below.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERADDRESS_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERADDRESS_H

#include "AddressSpace.h"
#include "BufferDescriptor.h"
#include <cstring>

namespace rocke::sim {

inline constexpr int64_t bufferOffsetEnable = 1, bufferIndexEnable = 2;

/// Where the lanes of one instruction access a buffer.
class BufferAddress {
public:
  BufferAddress(Wavefront &wave, const DecodedInst &inst, bool hasFormat = false)
      : wave(wave), buffer(wave, inst.src[4].index, hasFormat),
        scalarOffset(wave.scalar32(inst.src[1])), instOffset(static_cast<uint32_t>(inst.imm[0])) {
    const uint32_t *next = wave.vgprs + inst.src[0].index;
    if (inst.imm[1] & bufferIndexEnable) {
      indices = next;
      next += wave.waveSize;
    }
    if (inst.imm[1] & bufferOffsetEnable)
      offsets = next;
    mode = buffer.boundsMode(indices != nullptr);
    unbound = buffer.isUnbound();
  }

  const BufferDescriptor &descriptor() const { return buffer; }

  /// To be called before the functions below.
  void select(int32_t lane) {
    this->lane = lane;
    index = (indices ? indices[lane] : 0) + (buffer.addsLane() ? static_cast<uint32_t>(lane) : 0);
    offset = (offsets ? offsets[lane] : 0) + instOffset; // wraps
  }
  /// Whether the `bytes` at `within` bytes into the access are in the descriptor's range.
  bool inRange(uint64_t within, uint64_t bytes) const {
    if (unbound)
      return false;
    const uint64_t end = offset + within + bytes;
    const uint64_t records = buffer.numRecords();
    switch (mode) {
    case BoundsMode::Structured:
      return index < records && end <= buffer.stride();
    case BoundsMode::Index:
      return index < records;
    case BoundsMode::NonEmpty:
      return records != 0;
    case BoundsMode::Raw:
      return scalarOffset + linear() + within + bytes <= records;
    case BoundsMode::Unchecked:
      return true;
    }
    return false;
  }
  /// The host bytes at `within`, or null after a fault.
  uint8_t *at(uint64_t within, uint64_t bytes, Action action) {
    uint64_t place = buffer.isSwizzled() ? swizzled(within) : linear() + within;
    return globalBytes(wave, buffer.base() + scalarOffset + place, bytes, action, lane);
  }

private:
  uint64_t linear() const { return static_cast<uint64_t>(index) * buffer.stride() + offset; }
  uint64_t swizzled(uint64_t within) const {
    const uint64_t element = buffer.elementBytes(), records = buffer.indexStride();
    const uint64_t byte = offset + within;
    return (index / records * buffer.stride() + byte / element * element) * records +
           index % records * element + byte % element;
  }

  Wavefront &wave;
  BufferDescriptor buffer;
  uint32_t scalarOffset, instOffset;
  const uint32_t *indices = nullptr, *offsets = nullptr;
  BoundsMode mode;
  bool unbound;
  int32_t lane = 0;
  uint32_t index = 0;
  uint64_t offset = 0;
};

// Accesses of several words are checked word by word.
template <unsigned bytes, typename Fn> bool forComponents(Fn fn) {
  constexpr unsigned size = bytes < 4 ? bytes : 4;
  for (unsigned within = 0; within < bytes; within += size)
    if (!fn(within, size))
      return false;
  return true;
}

// A lane's bytes, 0 where out of range; false after a fault.
template <unsigned bytes> bool fetch(BufferAddress &address, uint8_t *data) {
  return forComponents<bytes>([&](unsigned within, unsigned size) {
    if (!address.inRange(within, size)) {
      std::memset(data + within, 0, size);
      return true;
    }
    const uint8_t *from = address.at(within, size, Action::Load);
    if (from)
      std::memcpy(data + within, from, size);
    return from != nullptr;
  });
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERADDRESS_H
