//===- Flat.cpp - FLAT, GLOBAL and SCRATCH instructions --------------------===//
#include "Addressing.h"
#include "AtomicTable.h"
#include "LaneHandlers.h"
#include "LdsTransfer.h"
#include "MemoryOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

namespace rocke::sim {

namespace {
template <typename Addressing, typename T, unsigned shift>
void addHalf(llvm::StringMap<Handler> &table, const char *gfx9, const char *gfx11) {
  table[gfx9] = loadHandler<Addressing, LoadHalf<T, shift, OtherHalf::Clear>>;
  table[gfx11] = loadHandler<Addressing, LoadHalf<T, shift, OtherHalf::Keep>>;
}

// Handlers by the name that follows "global_", "flat_" or "scratch_". Both families' spellings.
template <typename Addressing> llvm::StringMap<Handler> loadsAndStores() {
  llvm::StringMap<Handler> table;
  auto add = [&](std::initializer_list<const char *> names, Handler handler) {
    for (const char *name : names)
      table[name] = handler;
  };
  add({"load_ubyte", "load_u8"}, loadHandler<Addressing, LoadExtended<uint8_t>>);
  add({"load_sbyte", "load_i8"}, loadHandler<Addressing, LoadExtended<int8_t>>);
  add({"load_ushort", "load_u16"}, loadHandler<Addressing, LoadExtended<uint16_t>>);
  add({"load_sshort", "load_i16"}, loadHandler<Addressing, LoadExtended<int16_t>>);
  add({"load_dword", "load_b32"}, loadHandler<Addressing, LoadWords<1>>);
  add({"load_dwordx2", "load_b64"}, loadHandler<Addressing, LoadWords<2>>);
  add({"load_dwordx3", "load_b96"}, loadHandler<Addressing, LoadWords<3>>);
  add({"load_dwordx4", "load_b128"}, loadHandler<Addressing, LoadWords<4>>);
  addHalf<Addressing, uint8_t, 0>(table, "load_ubyte_d16", "load_d16_u8");
  addHalf<Addressing, uint8_t, 16>(table, "load_ubyte_d16_hi", "load_d16_hi_u8");
  addHalf<Addressing, int8_t, 0>(table, "load_sbyte_d16", "load_d16_i8");
  addHalf<Addressing, int8_t, 16>(table, "load_sbyte_d16_hi", "load_d16_hi_i8");
  addHalf<Addressing, uint16_t, 0>(table, "load_short_d16", "load_d16_b16");
  addHalf<Addressing, uint16_t, 16>(table, "load_short_d16_hi", "load_d16_hi_b16");
  add({"store_byte", "store_b8"}, storeHandler<Addressing, StoreTruncated<uint8_t>>);
  add({"store_byte_d16_hi", "store_d16_hi_b8"},
      storeHandler<Addressing, StoreTruncated<uint8_t, 16>>);
  add({"store_short", "store_b16"}, storeHandler<Addressing, StoreTruncated<uint16_t>>);
  add({"store_short_d16_hi", "store_d16_hi_b16"},
      storeHandler<Addressing, StoreTruncated<uint16_t, 16>>);
  add({"store_dword", "store_b32"}, storeHandler<Addressing, StoreWords<1>>);
  add({"store_dwordx2", "store_b64"}, storeHandler<Addressing, StoreWords<2>>);
  add({"store_dwordx3", "store_b96"}, storeHandler<Addressing, StoreWords<3>>);
  add({"store_dwordx4", "store_b128"}, storeHandler<Addressing, StoreWords<4>>);
  return table;
}

template <typename Addressing> struct At {
  template <typename T, Update<T> fn, bool hasCompare> struct Place {
    static constexpr Handler handler = atomicHandler<Addressing, T, fn, hasCompare>;
  };
};

template <typename Addressing> const llvm::StringMap<Handler> &accesses() {
  static const llvm::StringMap<Handler> table = [] {
    auto all = loadsAndStores<Addressing>();
    addLdsTransfers<Addressing>(all);
    return all;
  }();
  return table;
}
template <typename Addressing> const llvm::StringMap<Handler> &atomics() {
  static const llvm::StringMap<Handler> table = [] {
    llvm::StringMap<Handler> all;
    addVectorMemoryAtomics<At<Addressing>::template Place>(all);
    return all;
  }();
  return table;
}

template <typename Addressing> Handler findHandler(llvm::StringRef name) {
  if (name.consume_front("atomic_"))
    return atomics<Addressing>().lookup(name);
  return accesses<Addressing>().lookup(name);
}

bool isWide(llvm::StringRef name) { return name.ends_with("_x2") || name.ends_with("_b64"); }

enum class Segment { Flat, Scratch, Global };

Handler findHandler(Segment segment, bool scalarBase, llvm::StringRef name) {
  switch (segment) {
  case Segment::Flat:
    return findHandler<FlatAddress>(name);
  case Segment::Scratch:
    return accesses<ScratchAddress>().lookup(name);
  case Segment::Global:
    if (name == "load_addtid_b32")
      return loadHandler<GlobalLaneOrder, LoadWords<1>>;
    if (name == "store_addtid_b32")
      return storeHandler<GlobalLaneOrder, StoreWords<1>>;
    return scalarBase ? findHandler<GlobalScalarBase>(name)
                      : findHandler<GlobalVectorAddress>(name);
  }
  return nullptr;
}
} // namespace

bool decodeFlat(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef name = in.operation;
  Segment segment;
  if (name.consume_front("global_"))
    segment = Segment::Global;
  else if (name.consume_front("scratch_"))
    segment = Segment::Scratch;
  else if (name.consume_front("flat_"))
    segment = Segment::Flat;
  else
    return false;
  const uint32_t low = in.words[0], high = in.words[1];

  constexpr unsigned flatOffsetBits = 12, signedOffsetBits = 13;
  out.imm[0] = segment == Segment::Flat ? static_cast<int64_t>(encodingBits(low, 0, flatOffsetBits))
                                        : llvm::SignExtend64<signedOffsetBits>(low);

  // An absent scalar base is encoded as NULL on gfx11 and as 127 on gfx9; scratch says with a bit
  // of its own (SVE) whether there is a vector address.
  constexpr uint32_t gfx11Off = 124, gfx9Off = 127;
  const bool isGfx11 = in.gpu.isGfx11();
  const uint32_t scalarAddress = encodingBits(high, 16, 7);
  const bool scalarBase =
      segment != Segment::Flat && scalarAddress != (isGfx11 ? gfx11Off : gfx9Off);
  const bool vectorEnable = isGfx11 ? high >> 23 & 1 : low >> 13 & 1;
  if (segment != Segment::Scratch || vectorEnable)
    out.src[0] = decodeVectorReg(in, encodingBits(high, 0, 8));
  if (scalarBase)
    out.src[1] = decodeScalarDest(in, scalarAddress);
  const bool agprs = in.gpu.hasAgprs && high >> 23 & 1;
  const unsigned data = encodingBits(high, 8, 8);
  out.src[2] = decodeVectorReg(in, data, agprs);
  if (name.contains("cmpswap")) // the data to compare with follows the data to store
    out.src[3] = decodeVectorReg(in, data + (isWide(name) ? 2 : 1), agprs);
  const bool returns = isGfx11 ? low >> 14 & 1 : low >> 16 & 1;
  if (!name.starts_with("atomic_") || returns)
    out.dst[0] = decodeVectorReg(in, encodingBits(high, 24, 8), agprs);
  out.handler = findHandler(segment, scalarBase, name);
  return out.handler != nullptr;
}

} // namespace rocke::sim
