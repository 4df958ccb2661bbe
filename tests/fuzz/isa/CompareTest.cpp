//===- CompareTest.cpp - What counts as a difference ----------------------===//
#include "Accuracy.h"
#include "LaunchData.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace rocke::fuzz;

namespace {

const Side gpu{"gfx1151", 32};

/// What compare() says of one output register that is `host` on one side and `device` on the other.
bool differ(Type type, uint64_t host, uint64_t device) {
  Program program;
  program.block = 4;
  program.grid = 1;
  program.registers = {{type}};
  LaunchData expected = makeInputs(program), got = expected;
  std::memcpy(&expected[Arg::Out][16], &host, 8);
  std::memcpy(&got[Arg::Out][16], &device, 8);
  const auto difference = compare(program, gpu, expected, got);
  if (difference)
    CHECK(difference->item == 2u);
  return difference.has_value();
}

uint64_t bits(float value) { return std::bit_cast<uint32_t>(value); }
bool good(Approximation function, float input, float result, const Side &side = gpu) {
  return checkAccuracy(side, function, Type::F32, bits(input), bits(result)).empty();
}

} // namespace

TEST_CASE("integers and numbers differ by a bit, NaNs do not differ", "[fuzz]") {
  CHECK_FALSE(differ(Type::I32, 5, 5));
  CHECK(differ(Type::I32, 5, 4));
  CHECK(differ(Type::I32, 0x7fc00000, 0xffc00000));
  CHECK_FALSE(differ(Type::F32, 0x7fc00000, 0xffc00001));
  CHECK(differ(Type::F32, 0x7fc00000, 0x7f800000));
  CHECK(differ(Type::F32, 0x00000000, 0x80000000));
  CHECK(differ(Type::F32, 0x3f800000, 0x3f800001));
  CHECK_FALSE(differ(Type::F64, 0x7ff8000000000000, 0xfff0000000000001));
  CHECK(differ(Type::F64, 0x7ff0000000000000, 0xfff0000000000001));
  CHECK_FALSE(differ(Type::BF16, 0x7fc0, 0xff81));
  CHECK(differ(Type::BF16, 0x7fc0, 0x7f80));
  CHECK_FALSE(differ(Type::F16x2, 0x7e003c00, 0xfe013c00));
  CHECK(differ(Type::F16x2, 0x7e003c00, 0xfe013c01));
  // Bytes beyond a register's type are nobody's.
  CHECK_FALSE(differ(Type::I8, 0x1005, 0x2005));
}

TEST_CASE("registers that are no outputs are not compared", "[fuzz]") {
  Program program;
  program.registers = {{Type::I32, false, /*stored=*/false}};
  LaunchData expected = makeInputs(program), got = expected;
  got[Arg::Out][0] ^= 1;
  CHECK_FALSE(compare(program, gpu, expected, got));
  got[Arg::Global][sliceBytes + 3] ^= 1;
  const auto difference = compare(program, gpu, expected, got);
  REQUIRE(difference);
  CHECK(difference->where == "byte 3 of work-item 1's global memory");
}

TEST_CASE("approximations may be off by what is documented, and no more", "[fuzz]") {
  // 1/3 lies between these two, nearer to the first one.
  const float above = 1.0f / 3.0f, below = std::nextafter(above, 0.0f);
  CHECK(good(Approximation::Rcp, 3, above));
  CHECK(good(Approximation::Rcp, 3, below));
  CHECK_FALSE(good(Approximation::Rcp, 3, std::nextafter(above, 1.0f)));
  CHECK_FALSE(good(Approximation::Rcp, 3, std::nextafter(below, 0.0f)));
  CHECK(good(Approximation::Exp2, -1, 0.5f));
  CHECK_FALSE(good(Approximation::Exp2, -1, 0.75f));
  const float inf = INFINITY;
  CHECK(good(Approximation::Exp2, 128, inf));
  CHECK_FALSE(good(Approximation::Exp2, 127, inf));
  CHECK(good(Approximation::Log2, 0, -inf));
  CHECK_FALSE(good(Approximation::Log2, 0, inf));
  CHECK(good(Approximation::Sqrt, -1, NAN));
  CHECK_FALSE(good(Approximation::Sqrt, -1, 0));
  // f32 instructions may flush denormals; LLVM's expansions must not.
  CHECK(good(Approximation::Exp2, -127, 0x1p-127f));
  CHECK(good(Approximation::Exp2, -127, 0));
  CHECK_FALSE(good(Approximation::Exp2Full, -127, 0));
  CHECK(good(Approximation::Log2, 0x1p-130f, -inf));
  CHECK_FALSE(good(Approximation::Log2Full, 0x1p-130f, -inf));
  CHECK(good(Approximation::Sin, 0.25f, 1));
  CHECK(good(Approximation::Cos, 1e30f, 1));
  CHECK(good(Approximation::Sin, inf, NAN));
  // Beyond 256 turns gfx9 gives up.
  const Side gfx9{"gfx950", 64};
  CHECK(good(Approximation::Sin, 300.25f, 0, gfx9));
  CHECK_FALSE(good(Approximation::Sin, 300.25f, 0));
  // 2^29 units of a double are 2^-23 of it.
  const auto goodDouble = [](double input, double result) {
    return checkAccuracy(gpu, Approximation::Rcp, Type::F64, std::bit_cast<uint64_t>(input),
                         std::bit_cast<uint64_t>(result))
        .empty();
  };
  CHECK(goodDouble(2, 0.5 + 0x1p-25));
  CHECK_FALSE(goodDouble(2, 0.5 + 0x1p-22));
}

TEST_CASE("values are described with their bits and numbers", "[fuzz]") {
  CHECK(describeValue(Type::I16, 0x12) == "0x0012");
  CHECK(describeValue(Type::F32, 0x3f800000) == "0x3f800000 (1)");
  CHECK(describeValue(Type::F16x2, 0x4000bc00) == "0x4000bc00 (-1, 2)");
}
