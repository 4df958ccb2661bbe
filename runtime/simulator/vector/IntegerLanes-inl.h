//===- IntegerLanes-inl.h - Integer steps that operations share -*- C++ -*-===//
// Highway's per-target include guard.
#if defined(ROCKE_RUNTIME_SIMULATOR_VECTOR_INTEGERLANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ROCKE_RUNTIME_SIMULATOR_VECTOR_INTEGERLANES_INL_H
#undef ROCKE_RUNTIME_SIMULATOR_VECTOR_INTEGERLANES_INL_H
#else
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_INTEGERLANES_INL_H
#endif

#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {

template <typename T> HWY_INLINE T atMost(T a, T b) { return a < b ? a : b; }
template <typename T> HWY_INLINE T atLeast(T a, T b) { return a > b ? a : b; }

HWY_INLINE int32_t saturateI32(int64_t x) {
  return static_cast<int32_t>(atLeast<int64_t>(atMost<int64_t>(x, INT32_MAX), INT32_MIN));
}
HWY_INLINE uint32_t saturateU32(uint64_t x) {
  return static_cast<uint32_t>(atMost<uint64_t>(x, UINT32_MAX));
}
HWY_INLINE int32_t saturateI16(int32_t x) { return atLeast(atMost(x, 32767), -32768); }
HWY_INLINE int32_t signed24(uint32_t x) { return static_cast<int32_t>(x << 8) >> 8; }

HWY_INLINE WithMask<uint32_t> addIn(uint32_t a, uint32_t b, bool carry) {
  const uint32_t sum = a + b, total = sum + carry;
  return {total, sum < a || total < sum};
}
HWY_INLINE WithMask<uint32_t> subIn(uint32_t a, uint32_t b, bool borrow) {
  return {a - b - borrow, borrow ? b >= a : b > a};
}

/// The mask of a wide multiply-add is bit 64 of the exact result.
HWY_INLINE WithMask<uint64_t> madWide(uint32_t a, uint32_t b, uint64_t c) {
  const uint64_t product = uint64_t{a} * b;
  return {product + c, product + c < product};
}
HWY_INLINE WithMask<uint64_t> madWide(int32_t a, int32_t b, int64_t c) {
  const int64_t product = int64_t{a} * b;
  const uint64_t sum = static_cast<uint64_t>(product) + static_cast<uint64_t>(c);
  // Bit 64 of the sum of two sign-extended numbers: the signs and the carry into that bit.
  const bool carry = sum < static_cast<uint64_t>(product);
  return {sum, ((product < 0) != (c < 0)) != carry};
}

// The same with results that do not wrap (clamp).
HWY_INLINE WithMask<uint32_t> addInSat(uint32_t a, uint32_t b, bool carry) {
  const WithMask<uint32_t> sum = addIn(a, b, carry);
  return {sum.mask ? ~0u : sum.value, sum.mask};
}
HWY_INLINE WithMask<uint32_t> subInSat(uint32_t a, uint32_t b, bool borrow) {
  const WithMask<uint32_t> difference = subIn(a, b, borrow);
  return {difference.mask ? 0 : difference.value, difference.mask};
}
HWY_INLINE WithMask<uint64_t> madWideSat(uint32_t a, uint32_t b, uint64_t c) {
  const WithMask<uint64_t> sum = madWide(a, b, c);
  return {sum.mask ? ~uint64_t{0} : sum.value, sum.mask};
}
HWY_INLINE WithMask<uint64_t> madWideSat(int32_t a, int32_t b, int64_t c) {
  const WithMask<uint64_t> sum = madWide(a, b, c);
  // Out of range if the sign of 65 bits is not that of 64.
  const bool overflows = sum.mask != (sum.value >> 63 != 0);
  const uint64_t edge = uint64_t{INT64_MAX} + (sum.mask ? 1 : 0);
  return {overflows ? edge : sum.value, sum.mask};
}

HWY_INLINE int32_t bitFieldSigned(uint32_t x, uint32_t at, uint32_t width) {
  // A field that reaches beyond the top goes on with the sign.
  const uint32_t field = static_cast<uint32_t>(static_cast<int32_t>(x) >> at) & ((1u << width) - 1);
  const uint32_t sign = width ? 1u << (width - 1) : 0;
  return static_cast<int32_t>((field ^ sign) - sign);
}
HWY_INLINE uint32_t reversedBits(uint32_t x) {
  x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
  x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
  return x << 16 | x >> 16;
}
/// The bits of lanes `first`..`first + 31` that lie below `lane`.
HWY_INLINE uint32_t lanesBelow(uint32_t lane, uint32_t first) {
  if (lane < first)
    return 0;
  const uint32_t count = lane - first;
  return count >= 32 ? ~0u : (1u << count) - 1;
}
HWY_INLINE int32_t countLeadingZeros(uint32_t x) { return x ? std::countl_zero(x) : -1; }
HWY_INLINE int32_t countTrailingZeros(uint32_t x) { return x ? std::countr_zero(x) : -1; }
/// How many bits from the top equal the sign bit; -1 if all do.
HWY_INLINE int32_t countLeadingSigns(uint32_t x) {
  const uint32_t differing = x ^ static_cast<uint32_t>(static_cast<int32_t>(x) >> 31);
  return countLeadingZeros(differing);
}

} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
