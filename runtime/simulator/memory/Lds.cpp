//===- Lds.cpp - DS instructions -------------------------------------------===//
//
// Operands: src[0] the address, src[2] and src[3] the data, dst[0] the result. imm[0] is the offset
// of the first access in bytes, imm[1] that of the second.
//
//===----------------------------------------------------------------------===//
#include "Addressing.h"
#include "CrossLane.h"
#include "LaneHandlers.h"
#include "MemoryOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"

namespace rocke::sim {

namespace {
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

// Two accesses of one instruction, `words` each; the results lie in consecutive registers.
template <unsigned words> void loadPair(Wavefront &wave, const DecodedInst &inst) {
  constexpr u64 bytes = u64{words} * 4;
  LdsAddress address(wave, inst);
  const size_t stride = wave.waveSize;
  u32 *dst = wave.vgprs + inst.dst[0].index;
  forLanes(wave.exec(), [&](i32 lane) {
    const uint8_t *first = address.at(lane, bytes, Action::Load);
    const uint8_t *second =
        first ? address.at(lane, static_cast<u64>(inst.imm[1]), bytes, Action::Load) : nullptr;
    if (!second)
      return false;
    LoadWords<words>::load(dst + lane, stride, first);
    LoadWords<words>::load(dst + lane + words * stride, stride, second);
    return true;
  });
}
template <unsigned words> void storePair(Wavefront &wave, const DecodedInst &inst) {
  constexpr u64 bytes = u64{words} * 4;
  LdsAddress address(wave, inst);
  const size_t stride = wave.waveSize;
  const u32 *data0 = wave.vgprs + inst.src[2].index, *data1 = wave.vgprs + inst.src[3].index;
  forLanes(wave.exec(), [&](i32 lane) {
    uint8_t *first = address.at(lane, bytes, Action::Store);
    uint8_t *second =
        first ? address.at(lane, static_cast<u64>(inst.imm[1]), bytes, Action::Store) : nullptr;
    if (!second)
      return false;
    StoreWords<words>::store(first, data0 + lane, stride);
    StoreWords<words>::store(second, data1 + lane, stride);
    return true;
  });
}
// Swaps two places and gives both old values.
template <typename T> void exchangePair(Wavefront &wave, const DecodedInst &inst) {
  LdsAddress address(wave, inst);
  const size_t stride = wave.waveSize;
  constexpr size_t words = sizeof(T) / 4;
  const u32 *data0 = wave.vgprs + inst.src[2].index, *data1 = wave.vgprs + inst.src[3].index;
  u32 *dst = wave.vgprs + inst.dst[0].index;
  forAtomicLanes(wave, [&](i32 lane) {
    uint8_t *first = address.at(lane, sizeof(T), Action::Atomic);
    uint8_t *second =
        first ? address.at(lane, static_cast<u64>(inst.imm[1]), sizeof(T), Action::Atomic)
              : nullptr;
    if (!second)
      return false;
    T new0 = readRows<T>(data0 + lane, stride), new1 = readRows<T>(data1 + lane, stride);
    T old0 = readAs<T>(first);
    std::memcpy(first, &new0, sizeof(T));
    T old1 = readAs<T>(second);
    std::memcpy(second, &new1, sizeof(T));
    writeRows<T>(dst + lane, stride, old0);
    writeRows<T>(dst + lane + words * stride, stride, old1);
    return true;
  });
}

// Exchanges either word of an aligned pair if the top bit of its data is set, a bit which is not
// stored (RDNA3 and CDNA3 manuals, DS_CONDXCHG32_RTN_B64).
void exchangeConditionally(Wavefront &wave, const DecodedInst &inst) {
  const size_t stride = wave.waveSize;
  const u32 *addresses = wave.vgprs + inst.src[0].index, *data = wave.vgprs + inst.src[2].index;
  u32 *dst = wave.vgprs + inst.dst[0].index;
  constexpr u32 exchanges = 1u << 31;
  forAtomicLanes(wave, [&](i32 lane) {
    const u32 pair = (addresses[lane] + static_cast<u32>(inst.imm[0])) & ~7u;
    uint8_t *place = ldsBytes(wave, pair, 8, Action::Atomic, lane);
    if (!place)
      return false;
    const u32 words[2] = {data[lane], (data + stride)[lane]};
    for (size_t i = 0; i < 2; ++i) {
      (dst + lane)[i * stride] = readAs<u32>(place + 4 * i);
      const u32 stored = words[i] & ~exchanges;
      if (words[i] & exchanges)
        std::memcpy(place + 4 * i, &stored, 4);
    }
    return true;
  });
}

// Addresses by lane number: M0[15:0] + offset + lane * 4.
class LaneOrderedLds {
public:
  LaneOrderedLds(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), base((wave.m0() & 0xffff) + static_cast<u64>(inst.imm[0])) {}
  uint8_t *at(i32 lane, u64 bytes, Action action) {
    return ldsBytes(wave, base + static_cast<u64>(lane) * 4, bytes, action, lane);
  }

private:
  Wavefront &wave;
  u64 base;
};

// Adds the number of active lanes to a counter at M0[31:16] + offset, or subtracts it, and gives
// all lanes the old value.
template <bool append> void appendConsume(Wavefront &wave, const DecodedInst &inst) {
  u64 exec = wave.exec();
  if (!exec)
    return;
  i32 first = llvm::countr_zero(exec);
  uint8_t *place = ldsBytes(wave, (wave.m0() & 0xffff) + static_cast<u64>(inst.imm[0]), 4,
                            Action::Atomic, first);
  if (!place)
    return;
  u32 old = readAs<u32>(place);
  u32 lanes = static_cast<u32>(llvm::popcount(exec));
  u32 updated = append ? old + lanes : old - lanes;
  std::memcpy(place, &updated, 4);
  u32 *dst = wave.vgprs + inst.dst[0].index;
  forLanes(exec, [&](i32 lane) {
    dst[lane] = old;
    return true;
  });
}

void nothing(Wavefront &, const DecodedInst &) {}

// How offsets and data operands are encoded.
enum class Form : uint8_t {
  Single,       ///< one 16-bit offset
  Pair,         ///< two 8-bit offsets in units of the element
  PairStride64, ///< the same in units of 64 elements
  Compare,      ///< single; data0 is compared with, data1 stored (gfx9's cmpst)
};
struct DsOp {
  Handler handler;
  Form form = Form::Single;
  unsigned elementBytes = 0; ///< of pairs
  bool hasResult = true;     ///< writes VDST
};

using Table = llvm::StringMap<DsOp>;

void addAll(Table &table, std::initializer_list<const char *> names, DsOp op) {
  for (const char *name : names)
    table[name] = op;
}

template <typename T, unsigned shift>
void addHalf(Table &table, const char *gfx9, const char *gfx11) {
  table[gfx9] = {loadHandler<LdsAddress, LoadHalf<T, shift, OtherHalf::Clear>>};
  table[gfx11] = {loadHandler<LdsAddress, LoadHalf<T, shift, OtherHalf::Keep>>};
}

void addLoadsAndStores(Table &table) {
  auto load = [&](std::initializer_list<const char *> names, Handler handler) {
    addAll(table, names, {handler});
  };
  load({"read_u8", "load_u8"}, loadHandler<LdsAddress, LoadExtended<uint8_t>>);
  load({"read_i8", "load_i8"}, loadHandler<LdsAddress, LoadExtended<int8_t>>);
  load({"read_u16", "load_u16"}, loadHandler<LdsAddress, LoadExtended<uint16_t>>);
  load({"read_i16", "load_i16"}, loadHandler<LdsAddress, LoadExtended<int16_t>>);
  addHalf<uint8_t, 0>(table, "read_u8_d16", "load_u8_d16");
  addHalf<uint8_t, 16>(table, "read_u8_d16_hi", "load_u8_d16_hi");
  addHalf<int8_t, 0>(table, "read_i8_d16", "load_i8_d16");
  addHalf<int8_t, 16>(table, "read_i8_d16_hi", "load_i8_d16_hi");
  addHalf<uint16_t, 0>(table, "read_u16_d16", "load_u16_d16");
  addHalf<uint16_t, 16>(table, "read_u16_d16_hi", "load_u16_d16_hi");
  load({"read_b32", "load_b32"}, loadHandler<LdsAddress, LoadWords<1>>);
  load({"read_b64", "load_b64"}, loadHandler<LdsAddress, LoadWords<2>>);
  load({"read_b96", "load_b96"}, loadHandler<LdsAddress, LoadWords<3>>);
  load({"read_b128", "load_b128"}, loadHandler<LdsAddress, LoadWords<4>>);
  load({"read_addtid_b32", "load_addtid_b32"}, loadHandler<LaneOrderedLds, LoadWords<1>>);
  auto store = [&](std::initializer_list<const char *> names, Handler handler) {
    addAll(table, names, {handler, Form::Single, 0, /*hasResult=*/false});
  };
  store({"write_b8", "store_b8"}, storeHandler<LdsAddress, StoreTruncated<uint8_t>>);
  store({"write_b8_d16_hi", "store_b8_d16_hi"},
        storeHandler<LdsAddress, StoreTruncated<uint8_t, 16>>);
  store({"write_b16", "store_b16"}, storeHandler<LdsAddress, StoreTruncated<uint16_t>>);
  store({"write_b16_d16_hi", "store_b16_d16_hi"},
        storeHandler<LdsAddress, StoreTruncated<uint16_t, 16>>);
  store({"write_b32", "store_b32"}, storeHandler<LdsAddress, StoreWords<1>>);
  store({"write_b64", "store_b64"}, storeHandler<LdsAddress, StoreWords<2>>);
  store({"write_b96", "store_b96"}, storeHandler<LdsAddress, StoreWords<3>>);
  store({"write_b128", "store_b128"}, storeHandler<LdsAddress, StoreWords<4>>);
  store({"write_addtid_b32", "store_addtid_b32"}, storeHandler<LaneOrderedLds, StoreWords<1>>);
}

void addPairs(Table &table) {
  addAll(table, {"read2_b32", "load_2addr_b32"}, {loadPair<1>, Form::Pair, 4});
  addAll(table, {"read2_b64", "load_2addr_b64"}, {loadPair<2>, Form::Pair, 8});
  addAll(table, {"read2st64_b32", "load_2addr_stride64_b32"}, {loadPair<1>, Form::PairStride64, 4});
  addAll(table, {"read2st64_b64", "load_2addr_stride64_b64"}, {loadPair<2>, Form::PairStride64, 8});
  addAll(table, {"write2_b32", "store_2addr_b32"}, {storePair<1>, Form::Pair, 4, false});
  addAll(table, {"write2_b64", "store_2addr_b64"}, {storePair<2>, Form::Pair, 8, false});
  addAll(table, {"write2st64_b32", "store_2addr_stride64_b32"},
         {storePair<1>, Form::PairStride64, 4, false});
  addAll(table, {"write2st64_b64", "store_2addr_stride64_b64"},
         {storePair<2>, Form::PairStride64, 8, false});
  addAll(table, {"wrxchg2_rtn_b32", "storexchg_2addr_rtn_b32"}, {exchangePair<u32>, Form::Pair, 4});
  addAll(table, {"wrxchg2_rtn_b64", "storexchg_2addr_rtn_b64"}, {exchangePair<u64>, Form::Pair, 8});
  addAll(table, {"wrxchg2st64_rtn_b32", "storexchg_2addr_stride64_rtn_b32"},
         {exchangePair<u32>, Form::PairStride64, 4});
  addAll(table, {"wrxchg2st64_rtn_b64", "storexchg_2addr_stride64_rtn_b64"},
         {exchangePair<u64>, Form::PairStride64, 8});
}

// ds_<op>_<type> and, with the old value as the result, ds_<op>_rtn_<type>.
template <typename T, Update<T> fn, bool hasCompare = false>
void addAtomic(Table &table, llvm::StringRef op, llvm::StringRef type, Form form = Form::Single) {
  constexpr Handler handler = atomicHandler<LdsAddress, T, fn, hasCompare>;
  table[(op + "_" + type).str()] = {handler, form, 0, /*hasResult=*/false};
  table[(op + "_rtn_" + type).str()] = {handler, form};
}
template <typename T, typename Signed>
void addIntegerAtomics(Table &table, llvm::StringRef bits, llvm::StringRef unsignedName,
                       llvm::StringRef signedName) {
  addAtomic<T, atomicAdd<T>>(table, "add", unsignedName);
  addAtomic<T, atomicSub<T>>(table, "sub", unsignedName);
  addAtomic<T, atomicReverseSub<T>>(table, "rsub", unsignedName);
  addAtomic<T, atomicIncrement<T>>(table, "inc", unsignedName);
  addAtomic<T, atomicDecrement<T>>(table, "dec", unsignedName);
  addAtomic<T, atomicMin<T, Signed>>(table, "min", signedName);
  addAtomic<T, atomicMax<T, Signed>>(table, "max", signedName);
  addAtomic<T, atomicMin<T, T>>(table, "min", unsignedName);
  addAtomic<T, atomicMax<T, T>>(table, "max", unsignedName);
  addAtomic<T, atomicAnd<T>>(table, "and", bits);
  addAtomic<T, atomicOr<T>>(table, "or", bits);
  addAtomic<T, atomicXor<T>>(table, "xor", bits);
  addAtomic<T, atomicMaskOr<T>, true>(table, "mskor", bits);
  addAtomic<T, atomicSwap<T>>(table, "wrxchg", bits);
  addAtomic<T, atomicSwap<T>>(table, "storexchg", bits);
  addAtomic<T, atomicCompareSwap<T>, true>(table, "cmpst", bits, Form::Compare);
  addAtomic<T, atomicCompareSwap<T>, true>(table, "cmpstore", bits);
}

void addAtomics(Table &table) {
  addIntegerAtomics<u32, i32>(table, "b32", "u32", "i32");
  addIntegerAtomics<u64, i64>(table, "b64", "u64", "i64");
  addAtomic<u32, atomicCompareSwapF32, true>(table, "cmpst", "f32", Form::Compare);
  addAtomic<u64, atomicCompareSwapF64, true>(table, "cmpst", "f64", Form::Compare);
  addAtomic<u32, atomicCompareSwapF32, true>(table, "cmpstore", "f32");
  addAtomic<u64, atomicCompareSwapF64, true>(table, "cmpstore", "f64");
  addAtomic<u32, atomicAddF32>(table, "add", "f32");
  addAtomic<u64, atomicAddF64>(table, "add", "f64");
  addAtomic<u32, atomicMinF32>(table, "min", "f32");
  addAtomic<u32, atomicMaxF32>(table, "max", "f32");
  addAtomic<u64, atomicMinF64>(table, "min", "f64");
  addAtomic<u64, atomicMaxF64>(table, "max", "f64");
  addAtomic<u32, atomicAddPackedF16>(table, "pk_add", "f16");
  addAtomic<u32, atomicAddPackedBF16>(table, "pk_add", "bf16");
  table["wrap_rtn_b32"] = {atomicHandler<LdsAddress, u32, atomicWrap<u32>, true>};
  table["condxchg32_rtn_b64"] = {exchangeConditionally};
  table["append"] = {appendConsume<true>};
  table["consume"] = {appendConsume<false>};
}

Table makeTable() {
  Table table;
  addLoadsAndStores(table);
  addPairs(table);
  addAtomics(table);
  table["nop"] = {nothing};
  table["swizzle_b32"] = {swizzle};
  table["permute_b32"] = {permute};
  table["bpermute_b32"] = {backwardPermute};
  table["read_b64_tr_b16"] = {transposingLoad<16, 2>};
  table["read_b64_tr_b8"] = {transposingLoad<8, 2>};
  table["read_b64_tr_b4"] = {transposingLoad<4, 2>};
  table["read_b96_tr_b6"] = {transposingLoad<6, 3>};
  return table;
}
} // namespace

bool decodeLds(const DecodeInput &in, DecodedInst &out) {
  static const Table table = makeTable();
  llvm::StringRef name = in.operation;
  if (!name.consume_front("ds_"))
    return false;
  auto it = table.find(name);
  if (it == table.end())
    return false;
  const DsOp &op = it->second;
  const uint32_t low = in.words[0], high = in.words[1];
  const bool globalDataShare = low >> (in.gpu.isGfx11() ? 17 : 16) & 1;
  if (globalDataShare)
    return false;
  const bool agprs = in.gpu.hasAgprs && low >> 25 & 1;
  out.handler = op.handler;
  out.src[0] = decodeVectorReg(in, encodingBits(high, 0, 8));
  out.src[2] = decodeVectorReg(in, encodingBits(high, 8, 8), agprs);
  out.src[3] = decodeVectorReg(in, encodingBits(high, 16, 8), agprs);
  if (op.form == Form::Compare)
    std::swap(out.src[2], out.src[3]);
  if (op.hasResult)
    out.dst[0] = decodeVectorReg(in, encodingBits(high, 24, 8), agprs);
  const int64_t unit = int64_t{op.elementBytes} * (op.form == Form::PairStride64 ? 64 : 1);
  if (unit)
    out.imm = {encodingBits(low, 0, 8) * unit, encodingBits(low, 8, 8) * unit};
  else
    out.imm[0] = encodingBits(low, 0, 16);
  return true;
}

} // namespace rocke::sim
