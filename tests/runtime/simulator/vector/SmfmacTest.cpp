//===- SmfmacTest.cpp - Where SMFMAC has its indices -----------------------===//
//
// Two bits say which k of its four a stored element of A is at. Those of a lane's elements follow
// one another; abid chooses the set where the register has several.
//
//===----------------------------------------------------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <functional>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
struct Setup {
  const char *gpu, *name;
  unsigned m, storedPerLane, bits;        ///< of A
  uint32_t one;                           ///< code
  std::function<uint32_t(unsigned)> code; ///< of the small number k + 1
  bool isInteger;
};
uint32_t halfOf(unsigned value) {
  // 1 to 64 as f16: the exponent, and the bits below the first one.
  unsigned exponent = 0;
  while (value >> (exponent + 1))
    ++exponent;
  return (15 + exponent) << 10 | (value << (10 - exponent) & 0x3ff);
}

/// Row 2 of A has a single 1 as stored element `element` of lane group 1, whose index says `place`;
/// column 5 of B has k + 1 at the lane's slot k. The result is B's element at that place.
void check(const Setup &setup, unsigned element, unsigned place, unsigned set,
           const std::string &modifiers) {
  VectorBench bench(setup.gpu, 64);
  const auto put = [&](unsigned reg, unsigned lane, unsigned slot, uint32_t code) {
    bench.v(reg + slot * setup.bits / 32, lane) |= code << slot * setup.bits % 32;
  };
  const unsigned aLane = setup.m + 2, bLane = setup.m + 5;
  put(0, aLane, element, setup.one);
  for (unsigned slot = 0; slot < 2 * setup.storedPerLane; ++slot)
    put(8, bLane, slot, setup.code(slot + 1));
  bench.v(30, aLane) = place << 2 * (set * setup.storedPerLane + element);
  const unsigned aRegisters = setup.storedPerLane * setup.bits / 32;
  const auto range = [](unsigned first, unsigned count) {
    return "v[" + std::to_string(first) + ":" + std::to_string(first + count - 1) + "]";
  };
  INFO(setup.name << ", element " << element << ", place " << place << modifiers);
  bench.run("v_smfmac_" + std::string(setup.name) + " " + range(40, setup.m * setup.m / 64) + ", " +
            range(0, aRegisters) + ", " + range(8, 2 * aRegisters) + ", v30 " + modifiers);
  const uint32_t expected = element / 2 * 4 + place + 1;
  // Row 2, column 5 is in register 2 of lane 5.
  if (setup.isInteger)
    CHECK(bench.v(42, 5) == expected);
  else
    CHECK(bench.f(42, 5) == static_cast<float>(expected));
}

const auto byteOf = [](unsigned value) { return value; };
const Setup f16 = {"gfx942", "f32_16x16x32_f16", 16, 4, 16, 0x3c00, halfOf, false};
const Setup f16Tall = {"gfx942", "f32_32x32x16_f16", 32, 4, 16, 0x3c00, halfOf, false};
const Setup i8 = {"gfx942", "i32_16x16x64_i8", 16, 8, 8, 1, byteOf, true};
const Setup i8Tall = {"gfx942", "i32_32x32x32_i8", 32, 8, 8, 1, byteOf, true};
const Setup f16Long = {"gfx950", "f32_16x16x64_f16", 16, 8, 16, 0x3c00, halfOf, false};
const Setup i8Long = {"gfx950", "i32_16x16x128_i8", 16, 16, 8, 1, byteOf, true};
} // namespace

TEST_CASE("SMFMAC: each element's two bits", "[vector][mfma]") {
  for (const Setup &setup : {f16, f16Tall, i8, i8Tall, f16Long, i8Long})
    for (unsigned element = 0; element < setup.storedPerLane; ++element)
      for (unsigned place = 0; place < 4; ++place)
        check(setup, element, place, 0, "");
}

TEST_CASE("SMFMAC: abid chooses the set of indices where cbsz is 0", "[vector][mfma]") {
  // Four elements have eight bits of indices, of which a register has four sets; eight have two
  // sets, sixteen one.
  for (unsigned set = 0; set < 4; ++set)
    check(f16, 3, 2, set, " abid:" + std::to_string(set));
  for (unsigned set = 0; set < 2; ++set) {
    check(i8, 7, 1, set, " abid:" + std::to_string(set));
    check(f16Long, 5, 3, set, " abid:" + std::to_string(set));
  }
  check(i8Long, 15, 3, 0, " abid:1");
  check(f16, 3, 2, 0, " cbsz:1 abid:3"); // then it is the first set
}
