//===- LightLanes-inl.h - Words and halves with neg and abs -----*- C++ -*-===//
//
// The short way for operands of one word or one half of it, in the modes that keep denormals and
// round to nearest: a source is read, modified and widened in one loop, a result narrowed and
// written in another.
//
//===----------------------------------------------------------------------===//
// Highway's per-target include guard.
#if defined(ROCKE_RUNTIME_SIMULATOR_VECTOR_LIGHTLANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ROCKE_RUNTIME_SIMULATOR_VECTOR_LIGHTLANES_INL_H
#undef ROCKE_RUNTIME_SIMULATOR_VECTOR_LIGHTLANES_INL_H
#else
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_LIGHTLANES_INL_H
#endif

#include "OperandLanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {

/// A source of 32 lanes: ((word >> shift) & keep) ^ flip, then widened as the type has it.
struct LightSource {
  const uint32_t *row = nullptr; ///< null: `word` for all lanes
  uint32_t word = 0;
  unsigned shift = 0;
  uint32_t keep = ~0u;
  uint32_t flip = 0;
  ValueType type = ValueType::B32;

  bool isWhole() const { return keep == ~0u && !flip; }
};

/// `high`: the pass that makes the high result of a packed operation.
HWY_INLINE LightSource lightSource(const Wavefront &wave, const VectorOp &op,
                                   const DecodedInst &inst, const VectorControl &control,
                                   unsigned index, unsigned firstLane, bool high) {
  const Operand &operand = inst.src[index];
  const auto bit = [index](uint8_t field) { return (field >> index & 1) != 0; };
  LightSource source;
  source.type = op.src[index];
  bool neg = operand.neg, abs = operand.abs;
  bool upper = SourceSelect::decode(operand.select).shift == 16;
  if (op.flags & opflag::mix) {
    neg = bit(control.negLow);
    abs = bit(control.negHigh);
    upper = bit(control.selLow);
    if (bit(control.selHigh))
      source.type = ValueType::F16;
  } else if (op.flags & opflag::packed) {
    neg = bit(high ? control.negHigh : control.negLow);
    upper = bit(high ? control.selHigh : control.selLow);
  }
  unsigned register32 = 0; // which one of the pair that v_pk_*_f32 takes
  if (is16Bit(source.type)) {
    source.shift = upper ? 16 : 0;
    source.keep = abs ? 0x7fff : 0xffff;
    source.flip = neg ? 0x8000 : 0;
  } else {
    register32 = op.flags & opflag::packed && upper ? 1 : 0;
    const uint32_t sign = source.type == ValueType::B32 ? 0x80008000 : signF32; // opflag::halves
    source.keep = abs ? ~sign : ~0u;
    source.flip = neg ? sign : 0;
  }
  if (operand.isVector())
    source.row = wave.vgprs + operand.index + register32 * size_t{wave.waveSize} + firstLane;
  else // A constant serves both registers of a packed pair.
    source.word = scalarWord(wave, operand, operand.kind == OperandKind::Scalar ? register32 : 0);
  return source;
}

/// A source of a packed operation on halves: what its low and its high result take.
struct PackedSource {
  const uint32_t *row = nullptr; ///< null: `word` for all lanes
  uint32_t word = 0;
  bool upper[2];
  uint16_t flip[2];
  ValueType type;

  LightSource half(bool high) const {
    return {row, word, upper[high] ? 16u : 0u, 0xffff, flip[high], type};
  }
};

HWY_INLINE PackedSource packedSource(const Wavefront &wave, ValueType type, const Operand &operand,
                                     const VectorControl &control, unsigned index,
                                     unsigned firstLane) {
  const auto bit = [index](uint8_t field) { return (field >> index & 1) != 0; };
  PackedSource source{.upper = {bit(control.selLow), bit(control.selHigh)},
                      .flip = {static_cast<uint16_t>(bit(control.negLow) << 15),
                               static_cast<uint16_t>(bit(control.negHigh) << 15)},
                      .type = type};
  if (operand.isVector())
    source.row = wave.vgprs + operand.index + firstLane;
  else
    source.word = scalarWord(wave, operand, 0);
  return source;
}

template <typename Fn>
HWY_INLINE void readLoop(const LightSource &source, uint32_t *HWY_RESTRICT to, Fn widen) {
  const auto modified = [&](uint32_t word) {
    return widen((word >> source.shift & source.keep) ^ source.flip);
  };
  if (!source.row) {
    fillLanes(to, modified(source.word));
    return;
  }
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    to[lane] = modified(source.row[lane]);
}

// Hosts that convert f16 do so, except NaNs, whose signalling ones they quiet: the loops below give
// up where there is one.
#undef ROCKE_CONVERTS_F16
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)
#define ROCKE_CONVERTS_F16 1

namespace f16c {
namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Words = hn::RebindToUnsigned<Floats>;
using Bits = hn::Rebind<uint16_t, Floats>;
using Halves = hn::Rebind<hwy::float16_t, Floats>;

HWY_INLINE hn::Vec<Floats> widen(hn::Vec<Bits> half) {
  return hn::PromoteTo(Floats(), hn::BitCast(Halves(), half));
}
HWY_INLINE hn::Vec<Words> narrow(hn::Vec<Floats> value) {
  return hn::PromoteTo(Words(), hn::BitCast(Bits(), hn::DemoteTo(Halves(), value)));
}
HWY_INLINE hn::Vec<Floats> load(const uint32_t *from) {
  return hn::BitCast(Floats(), hn::LoadU(Words(), from));
}
HWY_INLINE void store(hn::Vec<Floats> value, uint32_t *to) {
  hn::StoreU(hn::BitCast(Words(), value), Words(), to);
}

/// False if there is a NaN: then `to` is of no use.
HWY_INLINE bool widenRow(const LightSource &source, uint32_t *HWY_RESTRICT to) {
  const auto keep = hn::Set(Words(), source.keep), flip = hn::Set(Words(), source.flip);
  auto anyNan = hn::FirstN(Floats(), 0);
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats())) {
    const auto word = hn::LoadU(Words(), source.row + lane);
    const auto shifted = source.shift ? hn::ShiftRight<16>(word) : word;
    const auto half = hn::Xor(hn::And(shifted, keep), flip);
    const auto value = widen(hn::TruncateTo(Bits(), half));
    anyNan = hn::Or(anyNan, hn::IsNaN(value));
    store(value, to + lane);
  }
  return hn::AllFalse(Floats(), anyNan);
}
/// In place; false if there is a NaN: then nothing has changed.
HWY_INLINE bool narrowRow(uint32_t *lanes) {
  auto anyNan = hn::FirstN(Floats(), 0);
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats()))
    anyNan = hn::Or(anyNan, hn::IsNaN(load(lanes + lane)));
  if (!hn::AllFalse(Floats(), anyNan))
    return false;
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats()))
    hn::StoreU(narrow(load(lanes + lane)), Words(), lanes + lane);
  return true;
}

/// Both halves of a register; false if there is a NaN: then `low` and `high` are of no use.
HWY_INLINE bool widenHalves(const PackedSource &source, uint32_t *HWY_RESTRICT low,
                            uint32_t *HWY_RESTRICT high) {
  const auto flipLow = hn::Set(Bits(), source.flip[0]), flipHigh = hn::Set(Bits(), source.flip[1]);
  auto anyNan = hn::FirstN(Floats(), 0);
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats())) {
    const auto word = hn::LoadU(Words(), source.row + lane);
    const auto lower = hn::TruncateTo(Bits(), word);
    const auto upper = hn::TruncateTo(Bits(), hn::ShiftRight<16>(word));
    const auto first = widen(hn::Xor(source.upper[0] ? upper : lower, flipLow));
    const auto second = widen(hn::Xor(source.upper[1] ? upper : lower, flipHigh));
    anyNan = hn::Or(anyNan, hn::Or(hn::IsNaN(first), hn::IsNaN(second)));
    store(first, low + lane);
    store(second, high + lane);
  }
  return hn::AllFalse(Floats(), anyNan);
}
/// Two rows of results to one of pairs, in `low`; false if there is a NaN: then nothing has
/// changed.
HWY_INLINE bool narrowHalves(uint32_t *HWY_RESTRICT low, const uint32_t *HWY_RESTRICT high) {
  auto anyNan = hn::FirstN(Floats(), 0);
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats()))
    anyNan = hn::Or(anyNan, hn::Or(hn::IsNaN(load(low + lane)), hn::IsNaN(load(high + lane))));
  if (!hn::AllFalse(Floats(), anyNan))
    return false;
  for (unsigned lane = 0; lane < kernelLanes; lane += hn::Lanes(Floats())) {
    const auto upper = hn::ShiftLeft<16>(narrow(load(high + lane)));
    hn::StoreU(hn::Or(narrow(load(low + lane)), upper), Words(), low + lane);
  }
  return true;
}
} // namespace f16c
#endif

/// The source as a kernel takes it: in place, or in `buffer`.
HWY_INLINE const uint32_t *readLight(const LightSource &source, uint32_t *buffer) {
  switch (source.type) {
  case ValueType::F16:
#ifdef ROCKE_CONVERTS_F16
    if (source.row && f16c::widenRow(source, buffer))
      return buffer;
#endif
    readLoop(source, buffer, [](uint32_t half) { return halfToFloat(half); });
    return buffer;
  case ValueType::BF16:
    readLoop(source, buffer, [](uint32_t half) { return bf16ToFloat(half); });
    return buffer;
  case ValueType::I16:
    readLoop(source, buffer, [](uint32_t half) {
      return static_cast<uint32_t>(static_cast<int32_t>(half << 16) >> 16);
    });
    return buffer;
  default:
    if (source.row && source.isWhole())
      return source.row;
    readLoop(source, buffer, [](uint32_t word) { return word; });
    return buffer;
  }
}

/// The two halves of a source as a kernel takes them.
HWY_INLINE void readPacked(const PackedSource &source, uint32_t *low, uint32_t *high) {
#ifdef ROCKE_CONVERTS_F16
  if (source.type == ValueType::F16 && source.row && f16c::widenHalves(source, low, high))
    return;
#endif
  readLight(source.half(false), low);
  readLight(source.half(true), high);
}

/// Rounds a kernel's result to the 16 bits of its type, in place.
HWY_INLINE void narrowLanes(ValueType type, uint32_t *lanes) {
  if (type == ValueType::F16) {
#ifdef ROCKE_CONVERTS_F16
    if (f16c::narrowRow(lanes))
      return;
#endif
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = floatToHalf(lanes[lane]);
  } else if (type == ValueType::BF16)
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = floatToBf16(lanes[lane]);
}

/// Rounds two rows of results to 16 bits and joins them in `low`.
HWY_INLINE void narrowAndJoin(ValueType type, uint32_t *low, uint32_t *high) {
#ifdef ROCKE_CONVERTS_F16
  if (type == ValueType::F16 && f16c::narrowHalves(low, high))
    return;
#endif
  narrowLanes(type, low);
  narrowLanes(type, high);
  joinHalves(low, high);
}

} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
