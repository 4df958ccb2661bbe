//===- Values.cpp - Random values with a taste for the extreme ------------===//
#include "Values.h"
#include "rocke/runtime/HalfFloat.h"
#include <bit>

namespace rocke::fuzz {

namespace {

struct Layout {
  unsigned mantissa, exponent;
};
Layout layoutOf(Type element) {
  switch (element) {
  case Type::F16:
    return {10, 5};
  case Type::BF16:
    return {7, 8};
  case Type::F32:
    return {23, 8};
  default:
    return {52, 11};
  }
}

uint64_t ordinaryFloat(Prng &prng, Type element) {
  // Halves of integers are ties of the roundings, quarters and eighths their neighbours.
  double value = static_cast<double>(static_cast<int64_t>(prng.bits() >> (20 + prng.below(43))));
  value /= static_cast<double>(uint64_t{1} << prng.below(20));
  if (prng.chance(50))
    value = -value;
  switch (element) {
  case Type::F16:
    return runtime::f16FromDouble(value);
  case Type::BF16:
    return runtime::bf16FromDouble(value);
  case Type::F32:
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  default:
    return std::bit_cast<uint64_t>(value);
  }
}

uint64_t randomFloat(Prng &prng, Type element) {
  const auto [mantissa, exponent] = layoutOf(element);
  const uint64_t fraction = prng.bits() & ((uint64_t{1} << mantissa) - 1);
  const uint64_t sign = (prng.bits() & 1) << (mantissa + exponent);
  const uint64_t all = (uint64_t{1} << exponent) - 1; // of infinity
  const uint64_t one = uint64_t{1} << mantissa;
  switch (prng.below(16)) {
  case 0:
    return sign; // zero
  case 1:
    return sign | fraction; // denormal
  case 2:
    return sign | (prng.chance(50) ? 1 : one - 1); // the smallest and the largest of them
  case 3:
    return sign | (all << mantissa); // infinity
  case 4:
    return sign | (all << mantissa) | (fraction ? fraction : 1); // NaN, quiet or signalling
  case 5:
    return sign |
           (prng.chance(50) ? (all << mantissa) - 1 : one); // the extremes of the normal ones
  case 6:                                                   // a power of two or a neighbour
    return (sign | ((1 + prng.below(all - 1)) << mantissa)) + prng.below(3) - 1;
  case 7: // short fraction: products and sums that are ties
    return sign | (prng.below(all) << mantissa) | (fraction & ~((one >> 3) - 1));
  case 8:
  case 9:
    return sign | (prng.below(all) << mantissa) | fraction; // any normal number
  case 10:
  case 11: // near one
    return sign | ((all / 2 - 4 + prng.below(8)) << mantissa) | fraction;
  default:
    return ordinaryFloat(prng, element);
  }
}

uint64_t randomInteger(Prng &prng, unsigned bits) {
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t random = prng.bits();
  switch (prng.below(8)) {
  case 0:
    return (prng.below(7) - 3) & mask; // around zero
  case 1:
    return ((uint64_t{1} << (bits - 1)) + prng.below(3) - 1) & mask; // the signed extremes
  case 2:
    return ((uint64_t{1} << prng.below(bits)) + prng.below(3) - 1) & mask; // powers of two
  case 3:
    return (random >> prng.below(64)) & mask; // small
  case 4:
    return (~(random >> prng.below(64))) & mask; // small and negative
  default:
    return random & mask;
  }
}

} // namespace

uint64_t randomValue(Prng &prng, Type type) {
  const TypeInfo &layout = info(type);
  uint64_t value = 0;
  for (unsigned i = 0; i < layout.count; ++i) {
    const uint64_t element =
        layout.isFloat ? randomFloat(prng, layout.element) : randomInteger(prng, layout.bits);
    value |= element << (i * layout.bits);
  }
  return value;
}

} // namespace rocke::fuzz
