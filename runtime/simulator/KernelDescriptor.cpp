//===- KernelDescriptor.cpp - The 64 bytes that describe a kernel ----------===//
#include "KernelDescriptor.h"
#include "Wavefront.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <cassert>

namespace rocke::sim {

namespace {
constexpr size_t ldsOffset = 0, scratchOffset = 4, kernargOffset = 8, entryOffsetOffset = 16,
                 rsrc3Offset = 44, rsrc1Offset = 48, rsrc2Offset = 52, propertiesOffset = 56,
                 preloadOffsetOffset = 58;

uint32_t field(uint32_t word, unsigned low, unsigned width) {
  return word >> low & ((1u << width) - 1);
}
} // namespace

llvm::Expected<KernelDescriptor> KernelDescriptor::parse(llvm::ArrayRef<uint8_t> bytes,
                                                         const GpuTraits &gpu) {
  assert(bytes.size() == kernelDescriptorBytes);
  using namespace llvm::support::endian;
  KernelDescriptor kd;
  kd.ldsBytes = read32le(&bytes[ldsOffset]);
  kd.scratchBytes = read32le(&bytes[scratchOffset]);
  kd.kernargBytes = read32le(&bytes[kernargOffset]);
  kd.entryOffset = static_cast<int64_t>(read64le(&bytes[entryOffsetOffset]));
  uint32_t rsrc1 = read32le(&bytes[rsrc1Offset]);
  uint32_t rsrc3 = read32le(&bytes[rsrc3Offset]);
  uint32_t rsrc2 = read32le(&bytes[rsrc2Offset]);
  uint32_t properties = read16le(&bytes[propertiesOffset]);
  uint32_t preload = read16le(&bytes[preloadOffsetOffset]);

  kd.waveSize = field(properties, 10, 1) ? 32 : 64;
  if (kd.waveSize == 32 && !gpu.supportsWave32)
    return makeError("ENABLE_WAVEFRONT_SIZE32 is 1, but {} has only wavefronts of 64",
                     gpu.name.str());

  // gfx9 here means a register file that VGPRs and, from ACCUM_OFFSET on, AGPRs share.
  constexpr unsigned fileRows = 256;
  unsigned granules = field(rsrc1, 0, 6) + 1;
  unsigned registers = granules * (gpu.hasAgprs || kd.waveSize == 32 ? 8 : 4);
  unsigned vgprs = registers;
  kd.registers.agprs = 0;
  if (gpu.hasAgprs) {
    vgprs = std::min(registers, (field(rsrc3, 0, 6) + 1) * 4);
    kd.registers.agprs = std::min(registers - vgprs, fileRows);
  }
  // Wave64 may have VGPRs that its halves share, in eights; they come after the others.
  if (gpu.isGfx11() && kd.waveSize == 64)
    vgprs += field(rsrc3, 0, 4) * 8;
  kd.registers.vgprs = std::min(vgprs, fileRows);
  // Elsewhere every wavefront has all of them. The field counts eights; gfx9 allocates sixteens.
  if (gpu.isGfx9())
    kd.registers.sgprs = std::min(kd.registers.sgprs, field(rsrc1, 6, 4) / 2 * 16 + 16);

  kd.mode = field(rsrc1, 12, 8); // round and denormal modes, in MODE's own order
  if (field(rsrc1, 21, 1))
    kd.mode |= mode::dx10Clamp;
  if (field(rsrc1, 23, 1))
    kd.mode |= mode::ieee;
  if (field(rsrc1, 26, 1))
    kd.mode |= mode::fp16Overflow;

  kd.userSgprs = field(rsrc2, 1, 5);
  kd.workgroupIdX = field(rsrc2, 7, 1);
  kd.workgroupIdY = field(rsrc2, 8, 1);
  kd.workgroupIdZ = field(rsrc2, 9, 1);
  kd.workgroupInfo = field(rsrc2, 10, 1);
  unsigned workitemId = field(rsrc2, 11, 2);
  if (workitemId > 2)
    return makeError("ENABLE_VGPR_WORKITEM_ID is {}; allowed are 0, 1 and 2", workitemId);
  kd.workitemIdDimensions = workitemId + 1;

  kd.privateSegmentBuffer = field(properties, 0, 1);
  kd.dispatchPtr = field(properties, 1, 1);
  kd.queuePtr = field(properties, 2, 1);
  kd.kernargSegmentPtr = field(properties, 3, 1);
  kd.dispatchId = field(properties, 4, 1);
  kd.flatScratchInit = field(properties, 5, 1);
  kd.privateSegmentSize = field(properties, 6, 1);
  kd.usesDynamicStack = field(properties, 11, 1);
  if (gpu.isGfx9()) { // reserved elsewhere
    kd.preloadLength = field(preload, 0, 7);
    kd.preloadOffset = field(preload, 7, 9);
  }
  return kd;
}

} // namespace rocke::sim
