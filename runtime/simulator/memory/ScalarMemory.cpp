//===- ScalarMemory.cpp - Scalar loads -------------------------------------===//
#include "Access.h"
#include "AddressSpace.h"
#include "BufferDescriptor.h"
#include "MemoryOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

namespace rocke::sim {

namespace {
// src[0]: base, an address pair or a buffer descriptor; src[1]: SGPR offset, if any; imm[0]:
// offset.
uint64_t offsetOf(const Wavefront &wave, const DecodedInst &inst) {
  uint64_t offset = static_cast<uint64_t>(inst.imm[0]);
  return inst.src[1].kind == OperandKind::None ? offset : offset + wave.scalar32(inst.src[1]);
}

template <unsigned words> void load(Wavefront &wave, const DecodedInst &inst) {
  // The two low bits of an address are ignored.
  uint64_t address = (wave.sgpr64(inst.src[0].index) + offsetOf(wave, inst)) & ~uint64_t{3};
  constexpr uint64_t bytes = uint64_t{words} * 4;
  const uint8_t *from = globalBytes(wave, address, bytes, Action::Load, -1);
  if (from)
    std::memcpy(&wave.sgpr[inst.dst[0].index], from, bytes);
}

template <unsigned words> void bufferLoad(Wavefront &wave, const DecodedInst &inst) {
  BufferDescriptor buffer(wave, inst.src[0].index);
  uint64_t offset = offsetOf(wave, inst) & ~uint64_t{3};
  for (uint64_t i = 0; i < words; ++i) {
    uint64_t place = offset + 4 * i;
    uint32_t value = 0; // what lies past the end of the buffer reads as 0
    if (place + 4 <= buffer.scalarBytes()) {
      const uint8_t *from = globalBytes(wave, buffer.base() + place, 4, Action::Load, -1);
      if (!from)
        return;
      value = readAs<uint32_t>(from);
    }
    wave.sgpr[inst.dst[0].index + i] = value;
  }
}

// Time is the wavefront's own instruction count, so that a launch gives the same result each time.
void time(Wavefront &wave, const DecodedInst &inst) {
  wave.setSgpr64(inst.dst[0].index, wave.executed);
}
// Caches and address translation are not modelled: memory is always up to date.
void nothing(Wavefront &, const DecodedInst &) {}

const llvm::StringMap<Handler> &table() {
  static const llvm::StringMap<Handler> ops = {
      {"s_load_dword", load<1>},
      {"s_load_dwordx2", load<2>},
      {"s_load_dwordx4", load<4>},
      {"s_load_dwordx8", load<8>},
      {"s_load_dwordx16", load<16>},
      {"s_load_b32", load<1>},
      {"s_load_b64", load<2>},
      {"s_load_b128", load<4>},
      {"s_load_b256", load<8>},
      {"s_load_b512", load<16>},
      {"s_buffer_load_dword", bufferLoad<1>},
      {"s_buffer_load_dwordx2", bufferLoad<2>},
      {"s_buffer_load_dwordx4", bufferLoad<4>},
      {"s_buffer_load_dwordx8", bufferLoad<8>},
      {"s_buffer_load_dwordx16", bufferLoad<16>},
      {"s_buffer_load_b32", bufferLoad<1>},
      {"s_buffer_load_b64", bufferLoad<2>},
      {"s_buffer_load_b128", bufferLoad<4>},
      {"s_buffer_load_b256", bufferLoad<8>},
      {"s_buffer_load_b512", bufferLoad<16>},
      {"s_memtime", time},
      {"s_memrealtime", time},
      {"s_dcache_inv", nothing},
      {"s_dcache_inv_vol", nothing},
      {"s_dcache_wb", nothing},
      {"s_dcache_wb_vol", nothing},
      {"s_gl1_inv", nothing},
      {"s_atc_probe", nothing},
      {"s_atc_probe_buffer", nothing},
  };
  return ops;
}
} // namespace

bool decodeScalarMemory(const DecodeInput &in, DecodedInst &out) {
  auto it = table().find(in.operation);
  if (it == table().end())
    return false;
  constexpr unsigned offsetBits = 21;
  const uint32_t low = in.words[0], high = in.words[1];
  out.handler = it->second;
  out.dst[0] = decodeScalarDest(in, encodingBits(low, 6, 7));
  // The base is a pair; its field leaves out the lowest bit.
  out.src[0] = decodeScalarDest(in, encodingBits(low, 0, 6) * 2);
  out.imm[0] = llvm::SignExtend64<offsetBits>(high);
  uint32_t sgprOffset = encodingBits(high, 25, 7);
  if (in.gpu.isGfx11()) {
    Operand offset = decodeScalarDest(in, sgprOffset);
    if (offset.index != SinkSlot)
      out.src[1] = offset;
    return true;
  }
  const bool immediate = low >> 17 & 1, sgprEnable = low >> 14 & 1;
  if (!immediate)
    out.imm[0] = 0;
  if (sgprEnable)
    out.src[1] = decodeScalarDest(in, sgprOffset);
  else if (!immediate) // then the offset field names the SGPR
    out.src[1] = decodeScalarDest(in, encodingBits(high, 0, 7));
  return true;
}

} // namespace rocke::sim
