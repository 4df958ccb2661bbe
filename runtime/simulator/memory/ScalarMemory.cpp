//===- ScalarMemory.cpp - Scalar loads, stores and atomics -----------------===//
//
// The stores, the atomics and the scratch forms are gfx9's. Semantics by the "Scalar memory"
// chapters and the SMEM instruction descriptions of AMD's "Vega" and CDNA4 ISA manuals.
//
//===----------------------------------------------------------------------===//
#include "AtomicTable.h"
#include "BufferDescriptor.h"
#include "LaneHandlers.h"
#include "MemoryOps.h"
#include "llvm/Support/MathExtras.h"

namespace rocke::sim {

namespace {
// The two low bits of each part of an address are ignored.
constexpr uint64_t dwordMask = ~uint64_t{3};
// What an SGPR offset of the scratch forms counts.
constexpr uint64_t scratchUnit = 64;

// src[0]: base, an address pair or a buffer descriptor; src[1]: SGPR offset, if any; imm[0]:
// offset; src[2]: what is stored.
template <uint64_t sgprUnit = 1> uint64_t offsetOf(const Wavefront &wave, const DecodedInst &inst) {
  const uint64_t offset = static_cast<uint64_t>(inst.imm[0]) & dwordMask;
  if (inst.src[1].kind == OperandKind::None)
    return offset;
  return offset + (sgprUnit * wave.scalar32(inst.src[1]) & dwordMask);
}
template <uint64_t sgprUnit = 1>
uint64_t addressOf(const Wavefront &wave, const DecodedInst &inst) {
  return (wave.sgpr64(inst.src[0].index) & dwordMask) + offsetOf<sgprUnit>(wave, inst);
}

template <unsigned words, uint64_t sgprUnit = 1>
void load(Wavefront &wave, const DecodedInst &inst) {
  constexpr uint64_t bytes = uint64_t{words} * 4;
  const uint8_t *from = globalBytes(wave, addressOf<sgprUnit>(wave, inst), bytes, Action::Load, -1);
  if (from)
    std::memcpy(&wave.sgpr[inst.dst[0].index], from, bytes);
}
template <unsigned words, uint64_t sgprUnit = 1>
void store(Wavefront &wave, const DecodedInst &inst) {
  constexpr uint64_t bytes = uint64_t{words} * 4;
  uint8_t *to = globalBytes(wave, addressOf<sgprUnit>(wave, inst), bytes, Action::Store, -1);
  if (to)
    std::memcpy(to, &wave.sgpr[inst.src[2].index], bytes);
}

uint64_t baseOf(const BufferDescriptor &buffer) { return buffer.base() & dwordMask; }
bool isInside(const BufferDescriptor &buffer, uint64_t offset, uint64_t bytes) {
  return offset <= buffer.scalarBytes() && bytes <= buffer.scalarBytes() - offset;
}

template <unsigned words> void bufferLoad(Wavefront &wave, const DecodedInst &inst) {
  BufferDescriptor buffer(wave, inst.src[0].index);
  uint64_t offset = offsetOf(wave, inst);
  for (uint64_t i = 0; i < words; ++i) {
    uint64_t place = offset + 4 * i;
    uint32_t value = 0; // what lies past the end of the buffer reads as 0
    if (isInside(buffer, place, 4)) {
      const uint8_t *from = globalBytes(wave, baseOf(buffer) + place, 4, Action::Load, -1);
      if (!from)
        return;
      value = readAs<uint32_t>(from);
    }
    wave.sgpr[inst.dst[0].index + i] = value;
  }
}
// What lies past the end of the buffer is not written.
template <unsigned words> void bufferStore(Wavefront &wave, const DecodedInst &inst) {
  BufferDescriptor buffer(wave, inst.src[0].index);
  uint64_t offset = offsetOf(wave, inst);
  for (uint64_t i = 0; i < words; ++i) {
    uint64_t place = offset + 4 * i;
    if (!isInside(buffer, place, 4))
      continue;
    uint8_t *to = globalBytes(wave, baseOf(buffer) + place, 4, Action::Store, -1);
    if (!to)
      return;
    std::memcpy(to, &wave.sgpr[inst.src[2].index + i], 4);
  }
}

// The old value goes to dst[0] if there is one (GLC). The second operand of a comparison follows
// the first in the data.
template <typename T, Update<T> fn, bool hasCompare>
void update(Wavefront &wave, const DecodedInst &inst, uint64_t address) {
  uint8_t *place = globalBytes(wave, address, sizeof(T), Action::Atomic, -1);
  if (!place || !checkAtomicAlignment(wave, place, sizeof(T), -1))
    return;
  constexpr size_t dwords = sizeof(T) / 4;
  const uint32_t *data = &wave.sgpr[inst.src[2].index];
  const T value = readRows<T>(data, 1);
  const T second = hasCompare ? readRows<T>(data + dwords, 1) : T{0};
  const T old = updateShared<T, fn>(place, value, second);
  if (inst.dst[0].kind == OperandKind::Scalar)
    writeRows<T>(&wave.sgpr[inst.dst[0].index], 1, old);
}
template <typename T, Update<T> fn, bool hasCompare> struct AtomicAtAddress {
  static void handler(Wavefront &wave, const DecodedInst &inst) {
    update<T, fn, hasCompare>(wave, inst, addressOf(wave, inst));
  }
};
template <typename T, Update<T> fn, bool hasCompare> struct AtomicInBuffer {
  static void handler(Wavefront &wave, const DecodedInst &inst) {
    BufferDescriptor buffer(wave, inst.src[0].index);
    const uint64_t offset = offsetOf(wave, inst);
    if (isInside(buffer, offset, sizeof(T)))
      update<T, fn, hasCompare>(wave, inst, baseOf(buffer) + offset);
    else if (inst.dst[0].kind == OperandKind::Scalar)
      writeRows<T>(&wave.sgpr[inst.dst[0].index], 1, T{0});
  }
};

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
      {"s_scratch_load_dword", load<1, scratchUnit>},
      {"s_scratch_load_dwordx2", load<2, scratchUnit>},
      {"s_scratch_load_dwordx4", load<4, scratchUnit>},
      {"s_memtime", time},
      {"s_memrealtime", time},
      {"s_dcache_inv", nothing},
      {"s_dcache_inv_vol", nothing},
      {"s_dcache_wb", nothing},
      {"s_dcache_wb_vol", nothing},
      {"s_dcache_discard", nothing},
      {"s_dcache_discard_x2", nothing},
      {"s_gl1_inv", nothing},
      {"s_atc_probe", nothing},
      {"s_atc_probe_buffer", nothing},
  };
  return ops;
}

// Those that have data. They end the turn: others may wait for what they write.
llvm::StringMap<Handler> makeWriters() {
  llvm::StringMap<Handler> ops = {
      {"s_store_dword", store<1>},
      {"s_store_dwordx2", store<2>},
      {"s_store_dwordx4", store<4>},
      {"s_scratch_store_dword", store<1, scratchUnit>},
      {"s_scratch_store_dwordx2", store<2, scratchUnit>},
      {"s_scratch_store_dwordx4", store<4, scratchUnit>},
      {"s_buffer_store_dword", bufferStore<1>},
      {"s_buffer_store_dwordx2", bufferStore<2>},
      {"s_buffer_store_dwordx4", bufferStore<4>},
  };
  llvm::StringMap<Handler> atAddress, inBuffer;
  addVectorMemoryAtomics<AtomicAtAddress>(atAddress);
  addVectorMemoryAtomics<AtomicInBuffer>(inBuffer);
  for (const auto &entry : atAddress)
    ops[("s_atomic_" + entry.getKey()).str()] = entry.getValue();
  for (const auto &entry : inBuffer)
    ops[("s_buffer_atomic_" + entry.getKey()).str()] = entry.getValue();
  return ops;
}
Handler findWriter(llvm::StringRef operation) {
  static const llvm::StringMap<Handler> ops = makeWriters();
  return ops.lookup(operation);
}
} // namespace

bool decodeScalarMemory(const DecodeInput &in, DecodedInst &out) {
  constexpr unsigned offsetBits = 21;
  const uint32_t low = in.words[0], high = in.words[1];
  const Operand data = decodeScalarDest(in, encodingBits(low, 6, 7));
  if (const Handler writer = findWriter(in.operation)) {
    const bool returns = in.operation.contains("_atomic_") && (low >> 16 & 1);
    out.handler = writer;
    out.src[2] = data;
    if (returns)
      out.dst[0] = data;
  } else if (const Handler reader = table().lookup(in.operation)) {
    out.handler = reader;
    out.dst[0] = data;
  } else {
    return false;
  }
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
