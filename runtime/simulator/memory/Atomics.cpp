//===- Atomics.cpp - Floating-point read-modify-write ----------------------===//
#include "Atomics.h"
#include "vector/FloatFormats.h"
#include <cmath>

namespace rocke::sim {

namespace {
// The rules are those of the manuals' sections on float memory atomics: the first NaN of a sum
// wins.
float asNumber(uint32_t bits) { return asF32(bits); }
double asNumber(uint64_t bits) { return asF64(bits); }
template <typename Bits> Bits sum(Bits old, Bits data) {
  if (isNan(old))
    return quieted(old);
  return isNan(data) ? quieted(data) : bitsOf(asNumber(old) + asNumber(data));
}

// A signalling NaN wins over a number, a number over a quiet NaN, and -0 is less than +0.
template <typename F> bool isLess(F a, F b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}
template <typename Bits> Bits choose(Bits old, Bits data, bool wantsLess) {
  if (isSignalingNan(old))
    return quieted(old);
  if (isSignalingNan(data))
    return quieted(data);
  if (isNan(old) || isNan(data))
    return isNan(old) ? data : old;
  const bool isDataLess = isLess(asNumber(data), asNumber(old));
  const bool isOldLess = isLess(asNumber(old), asNumber(data));
  return (wantsLess ? isDataLess : isOldLess) ? data : old;
}

template <uint32_t (*widen)(uint32_t), uint32_t (*narrow)(uint32_t)>
uint32_t addHalves(uint32_t a, uint32_t b) {
  uint32_t result = 0;
  for (unsigned shift : {0u, 16u}) {
    result |= narrow(sum(widen(a >> shift & 0xffff), widen(b >> shift & 0xffff))) << shift;
  }
  return result;
}
uint32_t narrowToHalf(uint32_t bits) { return floatToHalf(bits); }
} // namespace

uint32_t atomicAddF32(uint32_t old, uint32_t data, uint32_t) { return sum(old, data); }
uint64_t atomicAddF64(uint64_t old, uint64_t data, uint64_t) { return sum(old, data); }
uint32_t atomicAddPackedF16(uint32_t old, uint32_t data, uint32_t) {
  return addHalves<halfToFloat, narrowToHalf>(old, data);
}
uint32_t atomicAddPackedBF16(uint32_t old, uint32_t data, uint32_t) {
  return addHalves<bf16ToFloat, floatToBf16>(old, data);
}
uint32_t atomicMinF32(uint32_t old, uint32_t data, uint32_t) {
  return choose(old, data, /*wantsLess=*/true);
}
uint32_t atomicMaxF32(uint32_t old, uint32_t data, uint32_t) {
  return choose(old, data, /*wantsLess=*/false);
}
uint64_t atomicMinF64(uint64_t old, uint64_t data, uint64_t) {
  return choose(old, data, /*wantsLess=*/true);
}
uint64_t atomicMaxF64(uint64_t old, uint64_t data, uint64_t) {
  return choose(old, data, /*wantsLess=*/false);
}
uint32_t atomicCompareSwapF32(uint32_t old, uint32_t data, uint32_t compare) {
  return asF32(old) == asF32(compare) ? data : old;
}
uint64_t atomicCompareSwapF64(uint64_t old, uint64_t data, uint64_t compare) {
  return asF64(old) == asF64(compare) ? data : old;
}

} // namespace rocke::sim
