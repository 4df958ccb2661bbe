//===- LdsTransfer.h - Loads that go straight to LDS ------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_LDSTRANSFER_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_LDSTRANSFER_H

#include "Access.h"
#include "AddressSpace.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

/// Where the wavefront's part of LDS starts: M0 holds 16 bits of it where LDS has 64 KiB, 18 on
/// gfx950. The instruction's offset counts on both sides.
inline uint64_t ldsTransferBase(const Wavefront &wave, const DecodedInst &inst) {
  const uint32_t mask = wave.gpu->ldsBytes > 0x10000 ? 0x3ffff : 0xffff;
  return (wave.m0() & mask) + static_cast<uint64_t>(inst.imm[0]);
}

/// A lane's data goes to base + lane * size; less than a word takes a word, and three words the
/// place of four (CDNA4 manual, "Memory Buffer Load to LDS"). False after a fault.
template <size_t words>
bool transferToLds(Wavefront &wave, uint64_t base, int32_t lane, const uint32_t (&data)[words]) {
  constexpr uint64_t place = words == 3 ? 16 : words * 4;
  uint8_t *to =
      ldsBytes(wave, base + static_cast<uint64_t>(lane) * place, sizeof(data), Action::Store, lane);
  if (to)
    std::memcpy(to, data, sizeof(data));
  return to != nullptr;
}

template <typename Addressing, typename Access>
void ldsTransferHandler(Wavefront &wave, const DecodedInst &inst) {
  Addressing address(wave, inst);
  const uint64_t base = ldsTransferBase(wave, inst);
  forLanes(wave.exec(), [&](int32_t lane) {
    const uint8_t *from = address.at(lane, Access::bytes, Action::Load);
    if (!from)
      return false;
    uint32_t data[(Access::bytes + 3) / 4];
    Access::load(data, 1, from);
    return transferToLds(wave, base, lane, data);
  });
}

/// Adds the forms by the names that follow "global_" or "scratch_".
template <typename Addressing> void addLdsTransfers(llvm::StringMap<Handler> &table) {
  table["load_lds_ubyte"] = ldsTransferHandler<Addressing, LoadExtended<uint8_t>>;
  table["load_lds_sbyte"] = ldsTransferHandler<Addressing, LoadExtended<int8_t>>;
  table["load_lds_ushort"] = ldsTransferHandler<Addressing, LoadExtended<uint16_t>>;
  table["load_lds_sshort"] = ldsTransferHandler<Addressing, LoadExtended<int16_t>>;
  table["load_lds_dword"] = ldsTransferHandler<Addressing, LoadWords<1>>;
  table["load_lds_dwordx3"] = ldsTransferHandler<Addressing, LoadWords<3>>;
  table["load_lds_dwordx4"] = ldsTransferHandler<Addressing, LoadWords<4>>;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_LDSTRANSFER_H
