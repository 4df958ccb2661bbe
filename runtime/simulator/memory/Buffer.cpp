//===- Buffer.cpp - MUBUF instructions -------------------------------------===//
//
// Operands are those of BufferAddress.h. With TFE a load has one register more than its data, which
// is written if part of the buffer is not resident (RDNA3 manual, "TFE"; LLVM's SIAddIMGInit.cpp).
// All memory is resident here: the register stays as it is.
//
//===----------------------------------------------------------------------===//
#include "AtomicTable.h"
#include "BufferAddress.h"
#include "FormatBuffer.h"
#include "LaneHandlers.h"
#include "LdsTransfer.h"
#include "MemoryOps.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

namespace {
/// `Access` selects what is loaded, as for the other address forms.
template <typename Access> void bufferLoad(Wavefront &wave, const DecodedInst &inst) {
  BufferAddress address(wave, inst);
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  const unsigned stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    uint8_t data[Access::bytes];
    address.select(lane);
    if (!fetch<Access::bytes>(address, data))
      return false;
    Access::load(dst + lane, stride, data);
    return true;
  });
}

template <typename Access> void bufferLoadLds(Wavefront &wave, const DecodedInst &inst) {
  BufferAddress address(wave, inst);
  const uint64_t base = ldsTransferBase(wave, inst);
  forLanes(wave.exec(), [&](int32_t lane) {
    uint8_t data[Access::bytes];
    uint32_t result[(Access::bytes + 3) / 4];
    address.select(lane);
    if (!fetch<Access::bytes>(address, data))
      return false;
    Access::load(result, 1, data);
    return transferToLds(wave, base, lane, result);
  });
}

template <typename Access> void bufferStore(Wavefront &wave, const DecodedInst &inst) {
  BufferAddress address(wave, inst);
  const uint32_t *src = wave.vgprs + inst.src[2].index;
  const unsigned stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    uint8_t data[Access::bytes];
    Access::store(data, src + lane, stride);
    address.select(lane);
    return forComponents<Access::bytes>([&](unsigned within, unsigned size) {
      if (!address.inRange(within, size))
        return true;
      uint8_t *to = address.at(within, size, Action::Store);
      if (to)
        std::memcpy(to, data + within, size);
      return to != nullptr;
    });
  });
}

template <typename T, Update<T> fn, bool hasCompare> struct BufferAtomic {
  static void handler(Wavefront &wave, const DecodedInst &inst) {
    BufferAddress address(wave, inst);
    const unsigned stride = wave.waveSize;
    const uint32_t *data = wave.vgprs + inst.src[2].index;
    const uint32_t *compare = wave.vgprs + inst.src[3].index;
    uint32_t *dst = inst.dst[0].isVector() ? wave.vgprs + inst.dst[0].index : nullptr;
    forAtomicLanes(wave, [&](int32_t lane) {
      T old{0};
      address.select(lane);
      if (address.inRange(0, sizeof(T))) {
        uint8_t *place = address.at(0, sizeof(T), Action::Atomic);
        if (!place || !checkAtomicAlignment(wave, place, sizeof(T), lane))
          return false;
        T second = hasCompare ? readRows<T>(compare + lane, stride) : T{0};
        old = updateShared<T, fn>(place, readRows<T>(data + lane, stride), second);
      }
      if (dst)
        writeRows<T>(dst + lane, stride, old);
      return true;
    });
  }
};

// Caches are not modelled: memory is always up to date.
void nothing(Wavefront &, const DecodedInst &) {}

/// Handlers of an access to registers and of its form that goes to LDS.
struct LoadOp {
  Handler toRegisters;
  Handler toLds;
};
template <typename Access> constexpr LoadOp loadOp() {
  return {bufferLoad<Access>, bufferLoadLds<Access>};
}

const llvm::StringMap<LoadOp> &loads() {
  static const llvm::StringMap<LoadOp> table = {
      {"load_ubyte", loadOp<LoadExtended<uint8_t>>()},
      {"load_u8", loadOp<LoadExtended<uint8_t>>()},
      {"load_sbyte", loadOp<LoadExtended<int8_t>>()},
      {"load_i8", loadOp<LoadExtended<int8_t>>()},
      {"load_ushort", loadOp<LoadExtended<uint16_t>>()},
      {"load_u16", loadOp<LoadExtended<uint16_t>>()},
      {"load_sshort", loadOp<LoadExtended<int16_t>>()},
      {"load_i16", loadOp<LoadExtended<int16_t>>()},
      {"load_dword", loadOp<LoadWords<1>>()},
      {"load_b32", loadOp<LoadWords<1>>()},
      {"load_dwordx2", {bufferLoad<LoadWords<2>>, nullptr}},
      {"load_b64", {bufferLoad<LoadWords<2>>, nullptr}},
      {"load_dwordx3", loadOp<LoadWords<3>>()},
      {"load_b96", loadOp<LoadWords<3>>()},
      {"load_dwordx4", loadOp<LoadWords<4>>()},
      {"load_b128", loadOp<LoadWords<4>>()},
      {"load_ubyte_d16", {bufferLoad<LoadHalf<uint8_t, 0, OtherHalf::Clear>>, nullptr}},
      {"load_d16_u8", {bufferLoad<LoadHalf<uint8_t, 0, OtherHalf::Keep>>, nullptr}},
      {"load_ubyte_d16_hi", {bufferLoad<LoadHalf<uint8_t, 16, OtherHalf::Clear>>, nullptr}},
      {"load_d16_hi_u8", {bufferLoad<LoadHalf<uint8_t, 16, OtherHalf::Keep>>, nullptr}},
      {"load_sbyte_d16", {bufferLoad<LoadHalf<int8_t, 0, OtherHalf::Clear>>, nullptr}},
      {"load_d16_i8", {bufferLoad<LoadHalf<int8_t, 0, OtherHalf::Keep>>, nullptr}},
      {"load_sbyte_d16_hi", {bufferLoad<LoadHalf<int8_t, 16, OtherHalf::Clear>>, nullptr}},
      {"load_d16_hi_i8", {bufferLoad<LoadHalf<int8_t, 16, OtherHalf::Keep>>, nullptr}},
      {"load_short_d16", {bufferLoad<LoadHalf<uint16_t, 0, OtherHalf::Clear>>, nullptr}},
      {"load_d16_b16", {bufferLoad<LoadHalf<uint16_t, 0, OtherHalf::Keep>>, nullptr}},
      {"load_short_d16_hi", {bufferLoad<LoadHalf<uint16_t, 16, OtherHalf::Clear>>, nullptr}},
      {"load_d16_hi_b16", {bufferLoad<LoadHalf<uint16_t, 16, OtherHalf::Keep>>, nullptr}},
  };
  return table;
}

const llvm::StringMap<Handler> &others() {
  static const llvm::StringMap<Handler> table = {
      {"store_byte", bufferStore<StoreTruncated<uint8_t>>},
      {"store_b8", bufferStore<StoreTruncated<uint8_t>>},
      {"store_byte_d16_hi", bufferStore<StoreTruncated<uint8_t, 16>>},
      {"store_d16_hi_b8", bufferStore<StoreTruncated<uint8_t, 16>>},
      {"store_short", bufferStore<StoreTruncated<uint16_t>>},
      {"store_b16", bufferStore<StoreTruncated<uint16_t>>},
      {"store_short_d16_hi", bufferStore<StoreTruncated<uint16_t, 16>>},
      {"store_d16_hi_b16", bufferStore<StoreTruncated<uint16_t, 16>>},
      {"store_dword", bufferStore<StoreWords<1>>},
      {"store_b32", bufferStore<StoreWords<1>>},
      {"store_dwordx2", bufferStore<StoreWords<2>>},
      {"store_b64", bufferStore<StoreWords<2>>},
      {"store_dwordx3", bufferStore<StoreWords<3>>},
      {"store_b96", bufferStore<StoreWords<3>>},
      {"store_dwordx4", bufferStore<StoreWords<4>>},
      {"store_b128", bufferStore<StoreWords<4>>},
      {"wbl2", nothing},
      {"inv", nothing},
      {"wbinvl1", nothing},
      {"wbinvl1_vol", nothing},
      {"gl0_inv", nothing},
      {"gl1_inv", nothing},
  };
  return table;
}

const llvm::StringMap<Handler> &atomics() {
  static const llvm::StringMap<Handler> table = [] {
    llvm::StringMap<Handler> all;
    addVectorMemoryAtomics<BufferAtomic>(all);
    return all;
  }();
  return table;
}

Handler findHandler(llvm::StringRef name, bool toLds) {
  if (name.consume_front("atomic_"))
    return atomics().lookup(name);
  if (Handler handler = findFormatHandler(name, toLds))
    return handler;
  auto load = loads().find(name);
  if (load != loads().end())
    return toLds ? load->second.toLds : load->second.toRegisters;
  return toLds ? nullptr : others().lookup(name);
}
} // namespace

void decodeBufferOperands(const DecodeInput &in, DecodedInst &out) {
  const uint32_t low = in.words[0], high = in.words[1];
  const bool isGfx11 = in.gpu.isGfx11();
  const bool agprs = in.gpu.hasAgprs && high >> 23 & 1;
  const bool offen = isGfx11 ? high >> 22 & 1 : low >> 12 & 1;
  const bool idxen = isGfx11 ? high >> 23 & 1 : low >> 13 & 1;
  out.imm = {encodingBits(low, 0, 12),
             (offen ? bufferOffsetEnable : 0) | (idxen ? bufferIndexEnable : 0)};
  out.src[0] = decodeVectorReg(in, encodingBits(high, 0, 8));
  out.src[1] = decodeSource(in, encodingBits(high, 24, 8), ConstantType::B32, 0);
  out.src[2] = decodeVectorReg(in, encodingBits(high, 8, 8), agprs);
  out.src[4] = decodeScalarDest(in, encodingBits(high, 16, 5) * 4);
  out.dst[0] = out.src[2];
}

bool decodeBuffer(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef name = in.operation;
  if (!name.consume_front("buffer_"))
    return false;
  const uint32_t low = in.words[0], high = in.words[1];
  const bool isGfx11 = in.gpu.isGfx11();
  const bool textureFail = isGfx11 && high >> 21 & 1;
  if (textureFail && !name.starts_with("load_"))
    return false; // has no meaning
  const bool toLds = !isGfx11 && low >> 16 & 1;
  decodeBufferOperands(in, out);
  if (name.starts_with("atomic_")) {
    // The data to compare with follows the data to store.
    const bool isWide = name.ends_with("_x2") || name.ends_with("_b64");
    out.src[3] = out.src[2];
    out.src[3].index += (isWide ? 2 : 1) * in.waveSize;
    const bool returns = low >> 14 & 1; // GLC, SC0
    if (!returns)
      out.dst[0] = {};
  }
  out.handler = findHandler(name, toLds);
  return out.handler != nullptr;
}

} // namespace rocke::sim
