//===- Atomics.cpp - Floating-point read-modify-write ----------------------===//
#include "Atomics.h"
#include "vector/FloatFormats.h"
#include <cmath>

namespace rocke::sim {

namespace {
// A number wins over a NaN, and -0 is less than +0.
template <typename F> bool isLess(F a, F b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}
template <typename F> F minimum(F old, F data) {
  if (std::isnan(old) || std::isnan(data))
    return std::isnan(old) ? data : old;
  return isLess(data, old) ? data : old;
}
template <typename F> F maximum(F old, F data) {
  if (std::isnan(old) || std::isnan(data))
    return std::isnan(old) ? data : old;
  return isLess(old, data) ? data : old;
}

template <uint32_t (*widen)(uint32_t), uint32_t (*narrow)(uint32_t)>
uint32_t addHalves(uint32_t a, uint32_t b) {
  uint32_t result = 0;
  for (unsigned shift : {0u, 16u}) {
    float sum = asF32(widen(a >> shift & 0xffff)) + asF32(widen(b >> shift & 0xffff));
    result |= narrow(quietedIfNan(bitsOf(sum))) << shift;
  }
  return result;
}
uint32_t narrowToHalf(uint32_t bits) { return floatToHalf(bits); }
} // namespace

uint32_t atomicAddF32(uint32_t old, uint32_t data, uint32_t) {
  return bitsOf(asF32(old) + asF32(data));
}
uint64_t atomicAddF64(uint64_t old, uint64_t data, uint64_t) {
  return bitsOf(asF64(old) + asF64(data));
}
uint32_t atomicAddPackedF16(uint32_t old, uint32_t data, uint32_t) {
  return addHalves<halfToFloat, narrowToHalf>(old, data);
}
uint32_t atomicAddPackedBF16(uint32_t old, uint32_t data, uint32_t) {
  return addHalves<bf16ToFloat, floatToBf16>(old, data);
}
uint32_t atomicMinF32(uint32_t old, uint32_t data, uint32_t) {
  return bitsOf(minimum(asF32(old), asF32(data)));
}
uint32_t atomicMaxF32(uint32_t old, uint32_t data, uint32_t) {
  return bitsOf(maximum(asF32(old), asF32(data)));
}
uint64_t atomicMinF64(uint64_t old, uint64_t data, uint64_t) {
  return bitsOf(minimum(asF64(old), asF64(data)));
}
uint64_t atomicMaxF64(uint64_t old, uint64_t data, uint64_t) {
  return bitsOf(maximum(asF64(old), asF64(data)));
}
uint32_t atomicCompareSwapF32(uint32_t old, uint32_t data, uint32_t compare) {
  return asF32(old) == asF32(compare) ? data : old;
}
uint64_t atomicCompareSwapF64(uint64_t old, uint64_t data, uint64_t compare) {
  return asF64(old) == asF64(compare) ? data : old;
}

} // namespace rocke::sim
