//===- BufferDescriptor.h - The four SGPRs that describe a buffer *- C++ -*-===//
//
// Fields by the "Buffer Resource Descriptor" tables of the RDNA3 and CDNA3 manuals. Range checks by
// "Range Checking" of RDNA3, and as gfx950 is found to do them (ROCm/rocm-systems, pull request
// 10928), where the scalar offset counts, which CDNA3's manual leaves out.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H

#include "BufferFormat.h"
#include "Wavefront.h"
#include <array>

namespace rocke::sim {

/// How the range is checked: gfx11's OOB_SELECT, and what gfx9 has besides.
enum class BoundsMode : uint8_t {
  Structured = 0, ///< index against the number of records, offset against the stride
  Index = 1,      ///< index alone
  NonEmpty = 2,   ///< only that there is a record
  Raw = 3,        ///< byte offset against the number of bytes
  Unchecked,      ///< gfx9's scratch buffers
};

class BufferDescriptor {
public:
  /// `hasFormat`: for an instruction that converts elements of a format. For others, gfx9 may have
  /// part of the stride in the format's place.
  BufferDescriptor(const Wavefront &wave, unsigned slot, bool hasFormat = false)
      : gpu(*wave.gpu), hasFormat(hasFormat) {
    for (unsigned i = 0; i < words.size(); ++i)
      words[i] = wave.sgpr[slot + i];
  }

  uint64_t base() const { return words[0] | static_cast<uint64_t>(words[1] & 0xffff) << 32; }
  /// Bytes between records; 0 for a raw buffer.
  uint32_t stride() const {
    uint32_t low = words[1] >> 16 & 0x3fff;
    return hasLongStride() ? low | (words[3] >> 15 & 0xf) << 14 : low;
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
  bool isSwizzled() const { return (gpu.isGfx11() ? words[1] >> 30 : words[1] >> 31) != 0; }
  /// Bytes of a record that stay together in a swizzled buffer.
  uint32_t elementBytes() const {
    return gpu.isGfx11() ? 2u << (words[1] >> 30) : 2u << (words[3] >> 19 & 3);
  }
  /// Records that are interleaved in a swizzled buffer.
  uint32_t indexStride() const { return 8u << (words[3] >> 21 & 3); }

  /// `indexed`: the instruction takes an index from a VGPR.
  BoundsMode boundsMode(bool indexed) const {
    if (gpu.isGfx11()) {
      const auto mode = static_cast<BoundsMode>(words[3] >> 28 & 3);
      return mode == BoundsMode::Raw && isSwizzled() && stride() ? BoundsMode::Structured : mode;
    }
    if (addsLane())
      return BoundsMode::Unchecked;
    return indexed && stride() ? BoundsMode::Index : BoundsMode::Raw;
  }
  BufferFormat format() const {
    if (gpu.isGfx11())
      return bufferFormat(gpu, words[3] >> 12 & 0x3f);
    return bufferFormat(gpu, (words[3] >> 15 & 0xf) | (words[3] >> 12 & 7) << 4);
  }
  /// An unbound buffer reads as 0 and is not written, whatever the instruction's own format.
  bool isUnbound() const { return !hasLongStride() && format().isInvalid(); }
  /// DST_SEL_X, _Y, _Z, _W: what a component of the result is.
  unsigned destSelect(unsigned component) const { return words[3] >> 3 * component & 7; }

private:
  // With ADD_TID_ENABLE gfx9's data format holds four more bits.
  bool hasLongStride() const { return gpu.isGfx9() && addsLane() && !hasFormat; }

  std::array<uint32_t, 4> words;
  const GpuTraits &gpu;
  bool hasFormat;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERDESCRIPTOR_H
