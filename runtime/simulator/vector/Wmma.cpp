//===- Wmma.cpp - RDNA3's wave matrix multiply-accumulate ------------------===//
//
// The layouts are those of the RDNA3 manual: A's lane l holds row l % 16, B's lane l column l % 16,
// both with all 16 values of k, and every further group of 16 lanes must hold a copy of the first.
// C and D have one row of the matrix in each group of 16 lanes, groups first, registers second:
// rows 2 * slot + lane / 16 in wave32, 4 * slot + lane / 16 in wave64. EXEC does not matter.
//
//===----------------------------------------------------------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Wmma.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "../Wavefront.h"
#include "IntegerLanes-inl.h"
#include "MatrixInst.h"
#include <fmt/format.h>

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

constexpr size_t extent = 16; ///< of m, n and k

/// A fragment by k: [k][row] for A, [k][column] for B.
template <typename T> struct Fragment {
  alignas(64) T at[extent][extent];
};
template <typename T> struct Accumulator {
  alignas(64) T at[extent][extent]; ///< [row][column]
};

/// The copies in the other groups of lanes must be equal: hardware reads any of them.
bool checkCopies(Wavefront &wave, const DecodedInst &inst, unsigned operand, size_t registers) {
  for (size_t index = 0; index < registers; ++index) {
    const uint32_t *row = wave.vgprs + inst.src[operand].index + index * size_t{wave.waveSize};
    for (size_t first = extent; first < wave.waveSize; first += extent) {
      if (std::memcmp(row, row + first, extent * sizeof(uint32_t)) == 0)
        continue;
      size_t lane = 0;
      while (row[lane] == row[first + lane])
        ++lane;
      wave.fault(fmt::format("{} of the matrix instruction differs between lanes {} and {}, which "
                             "must hold the same values ({:#010x} and {:#010x} in register {})",
                             operand == 0 ? "A" : "B", lane, first + lane, row[lane],
                             row[first + lane], index),
                 static_cast<int32_t>(first + lane));
      return false;
    }
  }
  return true;
}

HWY_INLINE float elementOf(uint32_t half, bool isBf16) {
  return asF32(isBf16 ? bf16ToFloat(half) : halfToFloat(half));
}

template <bool isBf16>
HWY_INLINE void loadHalves(const uint32_t *from, size_t stride, bool negLow, bool negHigh,
                           Fragment<float> &to) {
  const uint32_t flip = (negLow ? 0x8000u : 0) | (negHigh ? 0x80000000u : 0);
  for (size_t pair = 0; pair < extent / 2; ++pair)
    for (size_t lane = 0; lane < extent; ++lane) {
      const uint32_t word = from[pair * stride + lane] ^ flip;
      to.at[2 * pair][lane] = elementOf(word & 0xffff, isBf16);
      to.at[2 * pair + 1][lane] = elementOf(word >> 16, isBf16);
    }
}

/// Small integers are exact as floats.
template <unsigned bits>
HWY_INLINE void loadIntegers(const uint32_t *from, size_t stride, bool isSigned,
                             Fragment<float> &to) {
  constexpr size_t perWord = 32 / bits;
  for (size_t k = 0; k < extent; ++k) {
    const uint32_t *row = from + k / perWord * stride;
    const size_t up = 32 - bits - bits * (k % perWord);
    for (size_t lane = 0; lane < extent; ++lane) {
      const uint32_t top = row[lane] << up;
      const int32_t value = isSigned ? static_cast<int32_t>(top) >> (32 - bits)
                                     : static_cast<int32_t>(top >> (32 - bits));
      to.at[k][lane] = static_cast<float>(value);
    }
  }
}

/// Where row `row` of C and D starts in the registers of an operand.
HWY_INLINE size_t rowOffset(size_t row, size_t waveSize) {
  const size_t rowsPerRegister = waveSize / extent;
  return row / rowsPerRegister * waveSize + row % rowsPerRegister * extent;
}

/// C's element, from a register (32 bits of it or half) or a constant.
HWY_INLINE void loadC(const Wavefront &wave, const DecodedInst &inst, Accumulator<uint32_t> &c) {
  const Operand &operand = inst.src[2];
  for (size_t row = 0; row < extent; ++row) {
    if (operand.isVector()) {
      std::memcpy(c.at[row], wave.vgprs + operand.index + rowOffset(row, wave.waveSize),
                  extent * sizeof(uint32_t));
    } else {
      const uint32_t value = wave.scalar32(operand);
      for (size_t column = 0; column < extent; ++column)
        c.at[row][column] = value;
    }
  }
}

HWY_INLINE void multiply(const Fragment<float> &a, const Fragment<float> &b,
                         Accumulator<float> &c) {
  // Four rows at a time: their accumulators stay in registers.
  constexpr size_t block = 4;
  for (size_t row = 0; row < extent; row += block) {
    float sum[block][extent];
    std::memcpy(sum, c.at[row], sizeof(sum));
    for (size_t k = 0; k < extent; ++k)
      for (size_t index = 0; index < block; ++index)
        for (size_t column = 0; column < extent; ++column)
          sum[index][column] =
              __builtin_fmaf(a.at[k][row + index], b.at[k][column], sum[index][column]);
    std::memcpy(c.at[row], sum, sizeof(sum));
  }
}

HWY_INLINE uint32_t defaultIfNan(float value) {
  return value != value ? defaultNanF32 : bitsOf(value);
}

template <bool isBf16>
HWY_INLINE void loadAB(const Wavefront &wave, const DecodedInst &inst, const WmmaControl &control,
                       Fragment<float> &a, Fragment<float> &b) {
  loadHalves<isBf16>(wave.vgprs + inst.src[0].index, wave.waveSize, control.negLow & 1,
                     control.negHigh & 1, a);
  loadHalves<isBf16>(wave.vgprs + inst.src[1].index, wave.waveSize, control.negLow & 2,
                     control.negHigh & 2, b);
}

template <bool isBf16> void wmmaF32(Wavefront &wave, const DecodedInst &inst) {
  const auto control = std::bit_cast<WmmaControl>(inst.imm);
  constexpr size_t registers = extent / 2;
  if (!checkCopies(wave, inst, 0, registers) || !checkCopies(wave, inst, 1, registers))
    return;
  Fragment<float> a, b;
  loadAB<isBf16>(wave, inst, control, a, b);
  Accumulator<uint32_t> bits;
  loadC(wave, inst, bits);
  Accumulator<float> c;
  const uint32_t keep = control.negHigh & 4 ? ~signF32 : ~0u,
                 flip = control.negLow & 4 ? signF32 : 0;
  for (size_t row = 0; row < extent; ++row)
    for (size_t column = 0; column < extent; ++column)
      c.at[row][column] = asF32((bits.at[row][column] & keep) ^ flip);
  multiply(a, b, c);
  for (size_t row = 0; row < extent; ++row) {
    uint32_t *to = wave.vgprs + inst.dst[0].index + rowOffset(row, wave.waveSize);
    for (size_t column = 0; column < extent; ++column)
      to[column] = defaultIfNan(c.at[row][column]);
  }
}

/// 16-bit C and D: one element per register, in one half; the other half stays.
template <bool isBf16> void wmma16(Wavefront &wave, const DecodedInst &inst) {
  const auto control = std::bit_cast<WmmaControl>(inst.imm);
  constexpr size_t registers = extent / 2;
  if (!checkCopies(wave, inst, 0, registers) || !checkCopies(wave, inst, 1, registers))
    return;
  Fragment<float> a, b;
  loadAB<isBf16>(wave, inst, control, a, b);
  Accumulator<uint32_t> bits;
  loadC(wave, inst, bits);
  Accumulator<float> c;
  // A constant is in the low half whatever op_sel says.
  const unsigned shift = control.highHalf && inst.src[2].isVector() ? 16 : 0;
  const uint32_t keep = control.negHigh & 4 ? 0x7fff : 0xffff,
                 flip = control.negLow & 4 ? 0x8000 : 0;
  for (size_t row = 0; row < extent; ++row)
    for (size_t column = 0; column < extent; ++column)
      c.at[row][column] = elementOf((bits.at[row][column] >> shift & keep) ^ flip, isBf16);
  multiply(a, b, c);
  const unsigned dstShift = control.highHalf ? 16 : 0;
  for (size_t row = 0; row < extent; ++row) {
    uint32_t *to = wave.vgprs + inst.dst[0].index + rowOffset(row, wave.waveSize);
    for (size_t column = 0; column < extent; ++column) {
      const uint32_t sum = defaultIfNan(c.at[row][column]);
      const uint32_t half = isBf16 ? floatToBf16(sum) : floatToHalf(sum);
      to[column] = (to[column] & ~(0xffffu << dstShift)) | half << dstShift;
    }
  }
}

template <unsigned bits> void wmmaInteger(Wavefront &wave, const DecodedInst &inst) {
  const auto control = std::bit_cast<WmmaControl>(inst.imm);
  constexpr size_t registers = extent * bits / 32;
  if (!checkCopies(wave, inst, 0, registers) || !checkCopies(wave, inst, 1, registers))
    return;
  Fragment<float> a, b;
  loadIntegers<bits>(wave.vgprs + inst.src[0].index, wave.waveSize, control.negLow & 1, a);
  loadIntegers<bits>(wave.vgprs + inst.src[1].index, wave.waveSize, control.negLow & 2, b);
  Accumulator<uint32_t> c;
  loadC(wave, inst, c);
  // Sums of sixteen products of 8-bit numbers stay below 2^21, where f32 is exact.
  Accumulator<float> sums{};
  multiply(a, b, sums);
  for (size_t row = 0; row < extent; ++row) {
    uint32_t *to = wave.vgprs + inst.dst[0].index + rowOffset(row, wave.waveSize);
    for (size_t column = 0; column < extent; ++column) {
      const int32_t sum = static_cast<int32_t>(sums.at[row][column]);
      const uint32_t wrapped = c.at[row][column] + static_cast<uint32_t>(sum);
      const int32_t saturated = saturateI32(int64_t{static_cast<int32_t>(c.at[row][column])} + sum);
      to[column] = inst.clamp ? static_cast<uint32_t>(saturated) : wrapped;
    }
  }
}

Handler chooseHandler(WmmaKind kind) {
  switch (kind) {
  case WmmaKind::F32F16:
    return wmmaF32<false>;
  case WmmaKind::F32BF16:
    return wmmaF32<true>;
  case WmmaKind::F16F16:
    return wmma16<false>;
  case WmmaKind::BF16BF16:
    return wmma16<true>;
  case WmmaKind::I32I8:
    return wmmaInteger<8>;
  case WmmaKind::I32I4:
    return wmmaInteger<4>;
  }
  return nullptr;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(chooseHandler);
Handler wmmaHandler(WmmaKind kind) { return HWY_DYNAMIC_DISPATCH(chooseHandler)(kind); }
} // namespace rocke::sim
#endif
