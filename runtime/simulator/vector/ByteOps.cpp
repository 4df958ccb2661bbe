//===- ByteOps.cpp - Dot products, byte permutes, sums of differences ------===//
//
// Dot products of halves accumulate in f32, the low product first, one rounding per product (a
// product of halves is exact in f32); an f16 or bf16 result is rounded once more at the end.
//
//===----------------------------------------------------------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ByteOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "IntegerLanes-inl.h"
#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

HWY_INLINE float halfAt(uint32_t packed, unsigned half) {
  return asF32(halfToFloat(packed >> (16 * half) & 0xffff));
}
HWY_INLINE float bf16At(uint32_t packed, unsigned half) {
  return asF32(bf16ToFloat(packed >> (16 * half) & 0xffff));
}
HWY_INLINE float dotHalves(uint32_t a, uint32_t b, float c) {
  const float low = __builtin_fmaf(halfAt(a, 0), halfAt(b, 0), c);
  return __builtin_fmaf(halfAt(a, 1), halfAt(b, 1), low);
}
HWY_INLINE float dotBf16(uint32_t a, uint32_t b, float c) {
  const float low = __builtin_fmaf(bf16At(a, 0), bf16At(b, 0), c);
  return __builtin_fmaf(bf16At(a, 1), bf16At(b, 1), low);
}

/// Element `index` of `bits` bits, extended as a signed or unsigned number.
template <unsigned bits> HWY_INLINE int64_t element(uint32_t x, unsigned index, bool isSigned) {
  const uint32_t top = x << (32 - bits - bits * index);
  return isSigned ? static_cast<int32_t>(top) >> (32 - bits)
                  : static_cast<int64_t>(top >> (32 - bits));
}
template <unsigned bits>
HWY_INLINE int64_t dotIntegers(uint32_t a, uint32_t b, bool aSigned, bool bSigned) {
  int64_t sum = 0;
  for (unsigned index = 0; index < 32 / bits; ++index)
    sum += element<bits>(a, index, aSigned) * element<bits>(b, index, bSigned);
  return sum;
}
template <unsigned bits, bool isSigned>
constexpr Kernel dot = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(dotIntegers<bits>(a, b, isSigned, isSigned)) + c;
}>;
template <unsigned bits>
constexpr Kernel dotSignedSat = mapLanes<[](uint32_t a, uint32_t b, int32_t c) {
  return saturateI32(dotIntegers<bits>(a, b, true, true) + c);
}>;
template <unsigned bits>
constexpr Kernel dotUnsignedSat = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return saturateU32(static_cast<uint64_t>(dotIntegers<bits>(a, b, false, false)) + c);
}>;
// The neg_lo bits of v_dot*_i32_iu* say which operand is signed.
template <unsigned bits>
constexpr Kernel dotMixed = mapLanes<[](LaneContext x, uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(dotIntegers<bits>(a, b, x.control & 1, x.control & 2)) + c;
}>;
template <unsigned bits>
constexpr Kernel dotMixedSat = mapLanes<[](LaneContext x, uint32_t a, uint32_t b, int32_t c) {
  return saturateI32(dotIntegers<bits>(a, b, x.control & 1, x.control & 2) + c);
}>;

HWY_INLINE uint32_t byteOf(uint64_t x, unsigned index) {
  return static_cast<uint32_t>(x >> (8 * index) & 0xff);
}
HWY_INLINE uint32_t difference(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }
HWY_INLINE uint32_t sadBytes(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (unsigned index = 0; index < 4; ++index)
    sum += difference(byteOf(a, index), byteOf(b, index));
  return sum;
}
/// Bytes of the reference that are zero do not count.
HWY_INLINE uint32_t maskedSadBytes(uint32_t a, uint32_t reference) {
  uint32_t sum = 0;
  for (unsigned index = 0; index < 4; ++index) {
    const uint32_t b = byteOf(reference, index);
    sum += b ? difference(byteOf(a, index), b) : 0;
  }
  return sum;
}
/// Four sums over a window that slides by one byte, accumulated in 16 bits each.
template <bool masked, bool saturates>
HWY_INLINE uint64_t quadSad(uint64_t a, uint32_t b, uint64_t c) {
  uint64_t result = 0;
  for (unsigned index = 0; index < 4; ++index) {
    const uint32_t window = static_cast<uint32_t>(a >> (8 * index));
    const uint32_t sum = masked ? maskedSadBytes(window, b) : sadBytes(window, b);
    const uint64_t total = sum + (c >> (16 * index) & 0xffff);
    result |= (saturates ? atMost<uint64_t>(total, 0xffff) : total & 0xffff) << (16 * index);
  }
  return result;
}
template <bool saturates> HWY_INLINE Words4 quadSadWide(uint64_t a, uint32_t b, Words4 c) {
  for (unsigned index = 0; index < 4; ++index) {
    const uint64_t total =
        uint64_t{c.word[index]} + maskedSadBytes(static_cast<uint32_t>(a >> (8 * index)), b);
    c.word[index] = saturates ? saturateU32(total) : static_cast<uint32_t>(total);
  }
  return c;
}
/// Sums of differences, added to c: modulo 2^32, or with a clamp.
HWY_INLINE uint64_t sadHalves(uint32_t a, uint32_t b) {
  return difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16);
}
HWY_INLINE uint64_t sadBytesHigh(uint32_t a, uint32_t b) { return uint64_t{sadBytes(a, b)} << 16; }
template <auto sad>
constexpr Kernel addSad = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(sad(a, b) + c);
}>;
template <auto sad>
constexpr Kernel addSadSat = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return saturateU32(uint64_t{sad(a, b)} + c);
}>;
template <bool masked, bool saturates>
constexpr Kernel quadSads = mapLanes<[](uint64_t a, uint32_t b, uint64_t c) {
  return quadSad<masked, saturates>(a, b, c);
}>;
template <bool saturates>
constexpr Kernel quadSadsWide =
    mapLanes<[](uint64_t a, uint32_t b, Words4 c) { return quadSadWide<saturates>(a, b, c); }>;

/// v_perm_b32: each selector byte names one of eight bytes, a sign, 0x00 or 0xff.
HWY_INLINE uint32_t permuteBytes(uint32_t high, uint32_t low, uint32_t selectors) {
  const uint64_t data = uint64_t{high} << 32 | low;
  uint32_t result = 0;
  for (unsigned index = 0; index < 4; ++index) {
    const uint32_t selector = byteOf(selectors, index);
    const uint32_t signByte = byteOf(data, ((selector - 8) & 3) * 2 + 1);
    uint32_t byte = byteOf(data, selector & 7);
    byte = selector >= 8 ? (signByte & 0x80 ? 0xff : 0) : byte;
    byte = selector == 12 ? 0 : byte;
    byte = selector > 12 ? 0xff : byte;
    result |= byte << (8 * index);
  }
  return result;
}
/// Per byte, the average; the low bit of the third operand's byte rounds up.
HWY_INLINE uint32_t lerpBytes(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (unsigned index = 0; index < 4; ++index)
    result |= ((byteOf(a, index) + byteOf(b, index) + (byteOf(c, index) & 1)) >> 1) << (8 * index);
  return result;
}
HWY_INLINE uint32_t shiftedPair(uint32_t high, uint32_t low, uint32_t bits) {
  return static_cast<uint32_t>((uint64_t{high} << 32 | low) >> bits);
}

constexpr Kernel dotF32F16 =
    arithmeticLanes<[](uint32_t a, uint32_t b, float c) { return dotHalves(a, b, c); }>;
constexpr Kernel dotF32Bf16 =
    arithmeticLanes<[](uint32_t a, uint32_t b, float c) { return dotBf16(a, b, c); }>;

using namespace opflag;

constexpr VectorOp ops[] = {
    {"v_dot2_f32_f16", dotF32F16, F32, {B32, B32, F32}, packedArgs},
    {"v_dot2_f32_bf16", dotF32Bf16, F32, {B32, B32, F32}, packedArgs},
    {"v_dot2acc_f32_f16", dotF32F16, F32, {B32, B32, F32}, accumulate | halves},
    {"v_dot2acc_f32_bf16", dotF32Bf16, F32, {B32, B32, F32}, accumulate | halves},
    {"v_dot2c_f32_f16", dotF32F16, F32, {B32, B32, F32}, accumulate | halves},
    {"v_dot2c_f32_bf16", dotF32Bf16, F32, {B32, B32, F32}, accumulate | halves},
    {"v_dot2_f16_f16", dotF32F16, F16, {B32, B32, F16}},
    {"v_dot2_bf16_bf16", dotF32Bf16, BF16, {B32, B32, BF16}},
    {"v_dot2_i32_i16", dot<16, true>, B32, {B32, B32, B32}, packedArgs, dotSignedSat<16>},
    {"v_dot2_u32_u16", dot<16, false>, B32, {B32, B32, B32}, packedArgs, dotUnsignedSat<16>},
    {"v_dot2c_i32_i16", dot<16, true>, B32, {B32, B32, B32}, accumulate, dotSignedSat<16>},
    {"v_dot4_i32_iu8", dotMixed<8>, B32, {B32, B32, B32}, packedArgs, dotMixedSat<8>},
    {"v_dot4_i32_i8", dot<8, true>, B32, {B32, B32, B32}, packedArgs, dotSignedSat<8>},
    {"v_dot4_u32_u8", dot<8, false>, B32, {B32, B32, B32}, packedArgs, dotUnsignedSat<8>},
    {"v_dot4c_i32_i8", dot<8, true>, B32, {B32, B32, B32}, accumulate, dotSignedSat<8>},
    {"v_dot8_i32_iu4", dotMixed<4>, B32, {B32, B32, B32}, packedArgs, dotMixedSat<4>},
    {"v_dot8_i32_i4", dot<4, true>, B32, {B32, B32, B32}, packedArgs, dotSignedSat<4>},
    {"v_dot8_u32_u4", dot<4, false>, B32, {B32, B32, B32}, packedArgs, dotUnsignedSat<4>},
    {"v_dot8c_i32_i4", dot<4, true>, B32, {B32, B32, B32}, accumulate, dotSignedSat<4>},

    {"v_perm_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return permuteBytes(a, b, c); }>,
     B32,
     {B32, B32, B32}},
    {"v_alignbit_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return shiftedPair(a, b, c & 31); }>,
     B32,
     {B32, B32, B16}},
    {"v_alignbyte_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return shiftedPair(a, b, (c & 3) * 8); }>,
     B32,
     {B32, B32, B16}},
    {"v_lerp_u8",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return lerpBytes(a, b, c); }>,
     B32,
     {B32, B32, B32}},
    {"v_sad_u8", addSad<sadBytes>, B32, {B32, B32, B32}, 0, addSadSat<sadBytes>},
    {"v_sad_hi_u8", addSad<sadBytesHigh>, B32, {B32, B32, B32}, 0, addSadSat<sadBytesHigh>},
    {"v_sad_u16", addSad<sadHalves>, B32, {B32, B32, B32}, 0, addSadSat<sadHalves>},
    {"v_sad_u32", addSad<difference>, B32, {B32, B32, B32}, 0, addSadSat<difference>},
    {"v_msad_u8", addSad<maskedSadBytes>, B32, {B32, B32, B32}, 0, addSadSat<maskedSadBytes>},
    {"v_qsad_pk_u16_u8", quadSads<false, false>, B64, {B64, B32, B64}, 0, quadSads<false, true>},
    {"v_mqsad_pk_u16_u8", quadSads<true, false>, B64, {B64, B32, B64}, 0, quadSads<true, true>},
    {"v_mqsad_u32_u8", quadSadsWide<false>, B128, {B64, B32, B128}, 0, quadSadsWide<true>},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> byteOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
