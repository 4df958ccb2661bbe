//===- RoundingTest.cpp - The host's model of rounding modes --------------===//
#include "Rounding.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace rocke::fuzz;

namespace {
enum Mode : uint32_t { Nearest, Up, Down, ToZero };

double run(Arithmetic operation, uint32_t bits, Mode mode, double x, double y = 0, double z = 0) {
  return rounded(static_cast<uint32_t>(operation), bits, mode, x, y, z);
}
} // namespace

TEST_CASE("sums and products round in the mode and to the format", "[fuzz]") {
  constexpr double tie = 0x1p-24, ulp = 0x1p-23;
  CHECK(run(Arithmetic::Add, 32, Nearest, 1, tie) == 1);
  CHECK(run(Arithmetic::Add, 32, Up, 1, tie) == 1 + ulp);
  CHECK(run(Arithmetic::Add, 32, Down, 1, tie) == 1);
  CHECK(run(Arithmetic::Add, 32, Down, -1, -tie) == -1 - ulp);
  CHECK(run(Arithmetic::Add, 32, ToZero, -1, -tie) == -1);
  CHECK(run(Arithmetic::Add, 64, Up, 1, tie) == 1 + tie);
  CHECK(run(Arithmetic::Subtract, 16, Nearest, 1, 0x1p-12) == 1); // a tie between 1 and 1 - 2^-11
  CHECK(run(Arithmetic::Subtract, 16, ToZero, 1, 0x1p-12) == 1 - 0x1p-11);
  // 1.5 * 1.5 units of f16's denormals are 2.25 * 2^-25.
  CHECK(run(Arithmetic::Multiply, 16, Nearest, 0x1.8p-12, 0x1.8p-13) == 0x1p-24);
  CHECK(run(Arithmetic::Multiply, 16, Up, 0x1.8p-12, 0x1.8p-13) == 0x1p-23);
  CHECK(run(Arithmetic::Fma, 32, Down, 1 + ulp, 1 + ulp, -1 - 2 * ulp) == 0x1p-46);
}

TEST_CASE("overflow and zeros depend on the mode", "[fuzz]") {
  CHECK(std::isinf(run(Arithmetic::Convert, 16, Nearest, 65520)));
  CHECK(run(Arithmetic::Convert, 16, ToZero, 1e9) == 65504);
  CHECK(run(Arithmetic::Convert, 16, Down, 1e9) == 65504);
  CHECK(std::isinf(run(Arithmetic::Convert, 16, Down, -1e9)));
  CHECK(std::signbit(run(Arithmetic::Subtract, 32, Down, 1, 1)));
  CHECK_FALSE(std::signbit(run(Arithmetic::Subtract, 32, Up, 1, 1)));
}
