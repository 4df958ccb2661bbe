//===- OperandLanes-inl.h - Sources and results of 32 lanes -----*- C++ -*-===//
// Highway's per-target include guard.
#if defined(ROCKE_RUNTIME_SIMULATOR_VECTOR_OPERANDLANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ROCKE_RUNTIME_SIMULATOR_VECTOR_OPERANDLANES_INL_H
#undef ROCKE_RUNTIME_SIMULATOR_VECTOR_OPERANDLANES_INL_H
#else
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_OPERANDLANES_INL_H
#endif

#include "../Wavefront.h"
#include "Lanes-inl.h"
#include "VectorInst.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {

inline constexpr unsigned maxLanes = 64;
inline constexpr unsigned maxOperandWords = 4;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

HWY_INLINE void fillLanes(uint32_t *to, uint32_t value) {
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    to[lane] = value;
}

/// Word `word` of an operand that is the same for all lanes.
HWY_INLINE uint32_t scalarWord(const Wavefront &wave, const Operand &operand, unsigned word) {
  if (operand.kind == OperandKind::Scalar)
    return wave.sgpr[operand.index + word];
  return static_cast<uint32_t>(wave.scalar64(operand) >> (32 * word));
}

/// An operand without modifiers: in place if it is a vector register, else spread over `buffer`.
HWY_INLINE const uint32_t *wholeOperand(const Wavefront &wave, const Operand &operand,
                                        unsigned words, unsigned firstLane, uint32_t *buffer) {
  if (operand.isVector())
    return wave.vgprs + operand.index + firstLane;
  for (unsigned word = 0; word < words; ++word)
    fillLanes(buffer + word * size_t{wave.waveSize}, scalarWord(wave, operand, word));
  return buffer;
}

struct SourceModifiers {
  bool neg = false, abs = false;
  bool widen = false; ///< v_fma_mix: an f16 source of an f32 operation
  SourceSelect select{};
  unsigned word = 0;   ///< v_pk_*_f32: which register of the pair
  bool repack = false; ///< dot products: choose and negate halves
  bool halves[2] = {false, true};
  bool negHalves[2] = {false, false};
};

HWY_INLINE void selectBits(uint32_t *lanes, SourceSelect select) {
  const uint32_t up = 32 - select.bits - select.shift, down = 32 - select.bits;
  if (select.extend)
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = static_cast<uint32_t>(static_cast<int32_t>(lanes[lane] << up) >> down);
  else
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = lanes[lane] << up >> down;
}
HWY_INLINE void maskSign(uint32_t *lanes, uint32_t sign, bool abs, bool neg) {
  const uint32_t keep = abs ? ~sign : ~0u, flip = neg ? sign : 0;
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    lanes[lane] = (lanes[lane] & keep) ^ flip;
}
HWY_INLINE bool keepsInputDenormals(uint32_t mode, unsigned shift) {
  return (mode >> shift & 1) != 0;
}
HWY_INLINE void flushF16Lanes(uint32_t *lanes) {
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    lanes[lane] = flushedF16(lanes[lane] & 0xffff);
}
HWY_INLINE void flushF32Lanes(uint32_t *lanes) {
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    lanes[lane] = flushedF32(lanes[lane]);
}
HWY_INLINE void flushF64Lanes(uint32_t *lanes, size_t stride) {
  for (unsigned lane = 0; lane < kernelLanes; ++lane) {
    const uint32_t high = lanes[stride + lane];
    const bool keep = (high & 0x7ff00000) != 0;
    lanes[lane] = keep ? lanes[lane] : 0;
    lanes[stride + lane] = keep ? high : high & signF32;
  }
}

/// Neg, abs, flushing and widening, as the type has them.
HWY_INLINE void applyType(ValueType type, const SourceModifiers &modifiers, uint32_t mode,
                          size_t stride, uint32_t *lanes) {
  const bool keep16 = keepsInputDenormals(mode, mode::denormDoubleShift);
  const bool modified = modifiers.neg || modifiers.abs;
  switch (type) {
  case ValueType::F16:
  case ValueType::X16:
    if (modified)
      maskSign(lanes, 0x8000, modifiers.abs, modifiers.neg);
    if (type == ValueType::X16)
      return;
    if (!keep16)
      flushF16Lanes(lanes);
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = halfToFloat(lanes[lane]);
    return;
  case ValueType::BF16:
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = bf16ToFloat(lanes[lane]);
    if (modified)
      maskSign(lanes, signF32, modifiers.abs, modifiers.neg);
    return;
  case ValueType::F32:
  case ValueType::X32:
    if (modified)
      maskSign(lanes, signF32, modifiers.abs, modifiers.neg);
    if (type == ValueType::F32 && !keepsInputDenormals(mode, mode::denormSingleShift))
      flushF32Lanes(lanes);
    return;
  case ValueType::F64:
  case ValueType::X64:
    if (modified)
      maskSign(lanes + stride, signF32, modifiers.abs, modifiers.neg);
    if (type == ValueType::F64 && !keep16)
      flushF64Lanes(lanes, stride);
    return;
  case ValueType::I16:
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = static_cast<uint32_t>(static_cast<int32_t>(lanes[lane] << 16) >> 16);
    return;
  case ValueType::B32:
    if (modified) // opflag::halves
      maskSign(lanes, 0x80008000, modifiers.abs, modifiers.neg);
    return;
  case ValueType::B16:
    if (modifiers.select.extend) // the operation sees 16 bits of it
      for (unsigned lane = 0; lane < kernelLanes; ++lane)
        lanes[lane] &= 0xffff;
    return;
  default:
    return;
  }
}

/// An operand as its kernel takes it, in `buffer`. `raw` replaces the register's contents (DPP).
HWY_INLINE const uint32_t *modifiedOperand(const Wavefront &wave, const Operand &operand,
                                           ValueType type, const SourceModifiers &modifiers,
                                           unsigned firstLane, const uint32_t *raw,
                                           uint32_t *buffer) {
  const size_t stride = wave.waveSize;
  if (!raw && operand.isVector())
    raw = wave.vgprs + operand.index + firstLane;
  // The common case of f16 in one go.
  if (raw && type == ValueType::F16 && (modifiers.select.bits == 16 || !modifiers.select.shift) &&
      keepsInputDenormals(wave.mode, mode::denormDoubleShift)) {
    const unsigned shift = modifiers.select.shift;
    const uint32_t keep = modifiers.abs ? 0x7fff : 0xffff, flip = modifiers.neg ? 0x8000 : 0;
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      buffer[lane] = halfToFloat((raw[lane] >> shift & keep) ^ flip);
    return buffer;
  }
  for (unsigned word = 0; word < wordsOf(type); ++word) {
    uint32_t *to = buffer + word * stride;
    if (raw)
      std::memcpy(to, raw + (word + modifiers.word) * stride, kernelLanes * sizeof(uint32_t));
    else // A constant serves both registers of a packed pair.
      fillLanes(to, scalarWord(wave, operand,
                               word + (operand.kind == OperandKind::Scalar ? modifiers.word : 0)));
  }
  if (modifiers.repack && type == ValueType::B32) {
    for (unsigned lane = 0; lane < kernelLanes; ++lane) {
      const uint32_t value = buffer[lane];
      const uint32_t low = value >> (modifiers.halves[0] ? 16 : 0) & 0xffff;
      const uint32_t high = value >> (modifiers.halves[1] ? 16 : 0) & 0xffff;
      buffer[lane] = (low | high << 16) ^ ((modifiers.negHalves[0] ? 0x8000u : 0) |
                                           (modifiers.negHalves[1] ? 0x80000000u : 0));
    }
    return buffer;
  }
  SourceSelect select = modifiers.select;
  if (is16Bit(type) && select.bits == 32)
    select.bits = 16;
  if (select.bits != 32)
    selectBits(buffer, select);
  if (modifiers.widen) {
    applyType(ValueType::F16, modifiers, wave.mode, stride, buffer);
    return buffer;
  }
  applyType(type, modifiers, wave.mode, stride, buffer);
  return buffer;
}

/// Lanes whose row and bank DPP16's masks enable.
HWY_INLINE uint64_t dppEnabledLanes(const VectorControl &control) {
  uint64_t lanes = 0;
  for (unsigned lane = 0; lane < maxLanes; lane += 4)
    if ((control.rowMask >> (lane >> 4) & 1) && (control.bankMask >> (lane >> 2 & 3) & 1))
      lanes |= uint64_t{0xf} << lane;
  return lanes;
}

/// The first source after DPP, for all lanes of the wavefront. Returns the lanes that may be
/// written.
HWY_INLINE uint64_t gatherDpp(const Wavefront &wave, const Operand &operand,
                              const VectorControl &control, unsigned words, uint64_t exec,
                              uint32_t *to) {
  uint8_t dpp8[maxLanes];
  const uint8_t *source = dpp8;
  uint64_t valid = ~uint64_t{0};
  uint64_t writable = ~uint64_t{0};
  if (control.dpp == DppKind::Dpp8) {
    for (unsigned first = 0; first < maxLanes; first += 8)
      for (unsigned place = 0; place < 8; ++place)
        dpp8[first + place] = static_cast<uint8_t>(first + (control.dppControl >> (3 * place) & 7));
  } else {
    const DppPattern &pattern = *findDppPattern(control.dppControl, wave.gpu->isGfx9());
    source = pattern.source;
    valid = pattern.inRange;
    if (control.rowMask != 0xf || control.bankMask != 0xf)
      writable = dppEnabledLanes(control);
  }
  if (!control.fetchInactive && exec != wave.laneMask) {
    uint64_t active = 0;
    for (unsigned lane = 0; lane < wave.waveSize; ++lane)
      active |= (exec >> source[lane] & 1) << lane;
    valid &= active;
  }
  for (unsigned word = 0; word < words; ++word) {
    const uint32_t *from = wave.vgprs + operand.index + word * size_t{wave.waveSize};
    uint32_t *row = to + word * size_t{wave.waveSize};
    for (unsigned lane = 0; lane < wave.waveSize; ++lane)
      row[lane] = from[source[lane]];
    if (~valid & wave.laneMask)
      for (unsigned lane = 0; lane < wave.waveSize; ++lane)
        row[lane] = valid >> lane & 1 ? row[lane] : 0;
  }
  const bool zeroIfInvalid = control.boundZero || control.dpp == DppKind::Dpp8;
  return zeroIfInvalid ? writable : writable & valid;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

HWY_INLINE float outputScale(unsigned omod) {
  return omod == 1 ? 2.0f : (omod == 2 ? 4.0f : (omod == 3 ? 0.5f : 1.0f));
}

/// Output modifiers on a kernel's result, and its rounding to 16 bits.
HWY_INLINE void finishResult(ValueType type, uint32_t mode, unsigned omod, bool clamp,
                             size_t stride, uint32_t *lanes) {
  if (!isFloat(type) || type == ValueType::X16 || type == ValueType::X32)
    return;
  const unsigned denormShift =
      type == ValueType::F32 ? mode::denormSingleShift : mode::denormDoubleShift;
  const bool keepDenormals = (mode >> denormShift & 2) != 0;
  // Hardware ignores omod where output denormals are kept and in IEEE mode.
  const bool scale = omod && !keepDenormals && !(mode & mode::ieee);
  const bool nanToZero = (mode & mode::dx10Clamp) != 0;
  if (type == ValueType::F64) {
    for (unsigned lane = 0; lane < kernelLanes; ++lane) {
      double value = loadLane<double>(lanes, stride, lane);
      value = scale ? value * static_cast<double>(outputScale(omod)) : value;
      value = clamp ? clampUnit(value, nanToZero) : value;
      storeLane(lanes, stride, lane, value);
    }
    if (!keepDenormals)
      flushF64Lanes(lanes, stride);
    return;
  }
  if (scale || clamp)
    for (unsigned lane = 0; lane < kernelLanes; ++lane) {
      float value = asF32(lanes[lane]);
      value = scale ? value * outputScale(omod) : value;
      value = clamp ? clampUnit(value, nanToZero) : value;
      lanes[lane] = bitsOf(value);
    }
  switch (type) {
  case ValueType::F32:
    if (!keepDenormals)
      flushF32Lanes(lanes);
    return;
  case ValueType::BF16:
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = floatToBf16(lanes[lane]);
    return;
  default:
    break;
  }
  const Round round = static_cast<Round>(mode >> mode::roundDoubleShift & 3);
  const bool capOverflow = (mode & mode::fp16Overflow) != 0;
  if (round == Round::NearestEven && !capOverflow) {
    for (unsigned lane = 0; lane < kernelLanes; ++lane)
      lanes[lane] = floatToHalf(lanes[lane]);
  } else {
    for (unsigned lane = 0; lane < kernelLanes; ++lane) {
      const bool finite = (lanes[lane] & infinityF32) != infinityF32;
      const uint32_t half = floatToHalf(lanes[lane], round);
      lanes[lane] = capOverflow && finite && (half & 0x7fff) == 0x7c00 ? half - 1 : half;
    }
  }
  if (!keepDenormals)
    flushF16Lanes(lanes);
}

HWY_INLINE void joinHalves(uint32_t *low, const uint32_t *high) {
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    low[lane] = (low[lane] & 0xffff) | high[lane] << 16;
}

/// Writes 32 lanes of a register where `enabled` has a bit.
HWY_INLINE void storeRow(uint32_t *row, const uint32_t *from, uint32_t enabled) {
  if (enabled == ~0u) {
    std::memcpy(row, from, kernelLanes * sizeof(uint32_t));
    return;
  }
  for (unsigned lane = 0; lane < kernelLanes; ++lane)
    row[lane] = laneBit(enabled, lane) ? from[lane] : row[lane];
}

/// Writes a part of a register: a 16-bit result, or what SDWA chooses.
HWY_INLINE void storePart(uint32_t *row, const uint32_t *from, const VectorControl &control,
                          uint32_t enabled) {
  const uint32_t field = (1u << control.dstBits) - 1;
  const unsigned shift = control.dstShift;
  const uint32_t above = shift + control.dstBits == 32 ? 0 : ~0u << (shift + control.dstBits);
  const bool preserve = control.unused == Unused::Preserve;
  const bool extend = control.unused == Unused::SignExtend;
  for (unsigned lane = 0; lane < kernelLanes; ++lane) {
    const uint32_t value = (from[lane] & field) << shift;
    const bool negative = (from[lane] >> (control.dstBits - 1) & 1) != 0;
    uint32_t rest = preserve ? row[lane] & ~(field << shift) : 0;
    rest |= extend && negative ? above : 0;
    row[lane] = laneBit(enabled, lane) ? value | rest : row[lane];
  }
}

} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
