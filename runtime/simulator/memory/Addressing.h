//===- Addressing.h - Where a lane's vector access goes ---------*- C++ -*-===//
//
// A policy per address form. Constructed once per executed instruction, it gives a lane's bytes, or
// faults the wavefront and gives null.
//
// Operands of all forms: src[0] the vector address, src[1] the scalar one (None if absent), src[2]
// the data, imm[0] the byte offset.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSING_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSING_H

#include "AddressSpace.h"

namespace rocke::sim {

/// GLOBAL with a 64-bit address in two VGPRs.
class GlobalVectorAddress {
public:
  static constexpr bool isShared = true; ///< other host threads may touch the bytes
  GlobalVectorAddress(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), low(wave.vgprs + inst.src[0].index), high(low + wave.waveSize),
        offset(static_cast<uint64_t>(inst.imm[0])) {}
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    uint64_t address = (low[lane] | static_cast<uint64_t>(high[lane]) << 32) + offset;
    return globalBytes(wave, address, bytes, action, lane);
  }

private:
  Wavefront &wave;
  const uint32_t *low, *high;
  uint64_t offset;
};

/// GLOBAL with a scalar base and a 32-bit unsigned offset in a VGPR.
class GlobalScalarBase {
public:
  static constexpr bool isShared = true;
  GlobalScalarBase(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), offsets(wave.vgprs + inst.src[0].index),
        base(wave.sgpr64(inst.src[1].index) + static_cast<uint64_t>(inst.imm[0])) {}
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    return globalBytes(wave, base + offsets[lane], bytes, action, lane);
  }

private:
  Wavefront &wave;
  const uint32_t *offsets;
  uint64_t base;
};

/// GLOBAL by lane number: a scalar base, or 0, plus four bytes per lane.
class GlobalLaneOrder {
public:
  static constexpr bool isShared = true;
  GlobalLaneOrder(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), base(static_cast<uint64_t>(inst.imm[0])) {
    if (inst.src[1].kind != OperandKind::None)
      base += wave.sgpr64(inst.src[1].index);
  }
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    return globalBytes(wave, base + static_cast<uint64_t>(lane) * 4, bytes, action, lane);
  }

private:
  Wavefront &wave;
  uint64_t base;
};

/// FLAT: the address decides between global memory, LDS and scratch.
class FlatAddress {
public:
  static constexpr bool isShared = true;
  FlatAddress(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), low(wave.vgprs + inst.src[0].index), high(low + wave.waveSize),
        offset(static_cast<uint64_t>(inst.imm[0])) {}
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    uint64_t address = low[lane] | static_cast<uint64_t>(high[lane]) << 32;
    // The aperture is chosen before the offset is added.
    if (inAperture(address, sharedApertureBase))
      return ldsBytes(wave, low[lane] + offset, bytes, action, lane);
    if (inAperture(address, privateApertureBase))
      return scratchBytes(wave, low[lane] + offset, bytes, action, lane);
    return globalBytes(wave, address + offset, bytes, action, lane);
  }

private:
  Wavefront &wave;
  const uint32_t *low, *high;
  uint64_t offset;
};

/// SCRATCH: a VGPR, an SGPR, both or neither, plus the offset, within the lane's scratch.
class ScratchAddress {
public:
  static constexpr bool isShared = false;
  ScratchAddress(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), offsets(inst.src[0].isVector() ? wave.vgprs + inst.src[0].index : nullptr),
        base(static_cast<uint32_t>(inst.imm[0])) {
    if (inst.src[1].kind != OperandKind::None)
      base += wave.scalar32(inst.src[1]);
  }
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    uint32_t offset = base + (offsets ? offsets[lane] : 0);
    return scratchBytes(wave, offset, bytes, action, lane);
  }

private:
  Wavefront &wave;
  const uint32_t *offsets;
  uint32_t base;
};

/// DS: a 32-bit LDS address in a VGPR plus the unsigned offset. The sum wraps: LLVM gives this form
/// negative addresses that the offset brings back into LDS.
class LdsAddress {
public:
  static constexpr bool isShared = false;
  LdsAddress(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), addresses(wave.vgprs + inst.src[0].index),
        offset(static_cast<uint32_t>(inst.imm[0])) {}
  uint8_t *at(int32_t lane, uint64_t bytes, Action action) {
    return ldsBytes(wave, addresses[lane] + offset, bytes, action, lane);
  }
  /// The same with an offset other than the instruction's first.
  uint8_t *at(int32_t lane, uint64_t otherOffset, uint64_t bytes, Action action) {
    return ldsBytes(wave, addresses[lane] + static_cast<uint32_t>(otherOffset), bytes, action,
                    lane);
  }

private:
  Wavefront &wave;
  const uint32_t *addresses;
  uint32_t offset;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ADDRESSING_H
