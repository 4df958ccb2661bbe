//===- BufferDescriptor.h - The four SGPRs that describe a buffer *- C++ -*-===//
//
// Fields by the "Buffer Resource Descriptor" tables of the RDNA3 and CDNA3 manuals.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H

#include "Wavefront.h"
#include <array>

namespace rocke::sim {

/// How gfx11 checks the range (OOB_SELECT). gfx9 behaves like one of the first and the last.
enum class BoundsMode : uint8_t {
  Structured = 0, ///< index against the number of records, offset against the stride
  Index = 1,      ///< index alone
  NonEmpty = 2,   ///< only that there is a record
  Raw = 3,        ///< byte offset against the number of bytes
};

class BufferDescriptor {
public:
  BufferDescriptor(const Wavefront &wave, unsigned slot) : isGfx11(wave.gpu->isGfx11()) {
    for (unsigned i = 0; i < words.size(); ++i)
      words[i] = wave.sgpr[slot + i];
  }

  uint64_t base() const { return words[0] | static_cast<uint64_t>(words[1] & 0xffff) << 32; }
  /// Bytes between records; 0 for a raw buffer.
  uint32_t stride() const {
    uint32_t low = words[1] >> 16 & 0x3fff;
    // With ADD_TID_ENABLE gfx9's data format holds four more bits.
    return !isGfx11 && addsLane() ? low | (words[3] >> 15 & 0xf) << 14 : low;
  }
  /// Bytes or records, by the bounds mode.
  uint32_t numRecords() const { return words[2]; }
  /// What scalar loads may read, in bytes.
  uint64_t scalarBytes() const {
    return stride() ? static_cast<uint64_t>(stride()) * numRecords() : numRecords();
  }
  /// Adds the lane's number to the index.
  bool addsLane() const { return words[3] >> 23 & 1; }

  /// Whether records are interleaved, so that one element of neighbouring records is contiguous.
  bool isSwizzled() const { return (isGfx11 ? words[1] >> 30 : words[1] >> 31) != 0; }
  /// Bytes of a record that stay together in a swizzled buffer.
  uint32_t elementBytes() const {
    return isGfx11 ? 2u << (words[1] >> 30) : 2u << (words[3] >> 19 & 3);
  }
  /// Records that are interleaved in a swizzled buffer.
  uint32_t indexStride() const { return 8u << (words[3] >> 21 & 3); }

  /// `indexed`: the instruction takes an index from a VGPR. gfx9 counts bytes unless it does.
  BoundsMode boundsMode(bool indexed) const {
    if (isGfx11)
      return static_cast<BoundsMode>(words[3] >> 28 & 3);
    return indexed && stride() ? BoundsMode::Structured : BoundsMode::Raw;
  }
  /// Whether a structured buffer's offset is held against the stride; gfx9 does so for swizzled
  /// buffers alone.
  bool checksOffset() const { return isGfx11 || isSwizzled(); }

private:
  std::array<uint32_t, 4> words;
  bool isGfx11;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H
