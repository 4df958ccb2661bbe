#include "rocke/runtime/HalfFloat.h"
#include "../TestSupport.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace rocke::runtime;
using namespace rocke::test;

namespace {

/// The compiler's own conversions, which are not ours.
_Float16 hostHalf(uint16_t bits) { return std::bit_cast<_Float16>(bits); }
uint16_t bitsOf(_Float16 value) { return std::bit_cast<uint16_t>(value); }

bool isNan16(uint16_t bits, uint16_t infinity) { return (bits & 0x7fff) > infinity; }

/// Bits of the bf16 nearest to `value`, by looking at both neighbours: slow and plain.
uint16_t nearestBf16(double value) {
  const auto truncated = static_cast<uint16_t>(
      std::bit_cast<uint32_t>(static_cast<float>(std::signbit(value) ? -0.0 : 0.0)) >> 16);
  uint16_t best = truncated;
  double bestDistance = std::numeric_limits<double>::infinity();
  const double magnitude = std::abs(value);
  for (uint32_t candidate = 0; candidate <= 0x7f80; ++candidate) {
    // Infinity stands at the next power of two, as rounding takes it.
    const double at = candidate == 0x7f80
                          ? 0x1p128
                          : std::bit_cast<float>(static_cast<uint32_t>(candidate) << 16);
    const double distance = std::abs(at - magnitude);
    if (distance < bestDistance || (distance == bestDistance && candidate % 2 == 0)) {
      bestDistance = distance;
      best = static_cast<uint16_t>(candidate | truncated);
    }
  }
  return best;
}

} // namespace

TEST_CASE("every f16 widens as the compiler widens it") {
  for (uint32_t i = 0; i <= 0xffff; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const auto expected = static_cast<float>(hostHalf(bits));
    const float actual = f16ToFloat(bits);
    if (std::isnan(expected)) {
      if (!std::isnan(actual) || std::signbit(actual) != std::signbit(expected))
        FAIL("f16 bits " << i);
    } else if (std::bit_cast<uint32_t>(expected) != std::bit_cast<uint32_t>(actual)) {
      FAIL("f16 bits " << i);
    }
  }
}

TEST_CASE("every f16 and bf16 survives the way to double and back") {
  for (uint32_t i = 0; i <= 0xffff; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const uint16_t f16 = f16FromDouble(f16ToFloat(bits));
    if (isNan16(bits, 0x7c00) ? f16 != (bits | 0x200) : f16 != bits)
      FAIL("f16 bits " << i << " became " << f16);
    const uint16_t bf16 = bf16FromDouble(bf16ToFloat(bits));
    if (isNan16(bits, 0x7f80) ? bf16 != (bits | 0x40) : bf16 != bits)
      FAIL("bf16 bits " << i << " became " << bf16);
  }
}

TEST_CASE("narrowing to f16 agrees with the compiler around every f16 and every tie") {
  for (uint32_t i = 0; i < 0x7c00; ++i) {
    const double here = static_cast<double>(hostHalf(static_cast<uint16_t>(i)));
    const double next =
        i == 0x7bff ? 65536.0 : static_cast<double>(hostHalf(static_cast<uint16_t>(i + 1)));
    const double middle = (here + next) / 2;
    for (double value : {here, std::nextafter(here, 1e9), middle, std::nextafter(middle, 0.0),
                         std::nextafter(middle, 1e9), std::nextafter(next, 0.0)})
      for (double signedValue : {value, -value})
        if (f16FromDouble(signedValue) != bitsOf(static_cast<_Float16>(signedValue)))
          FAIL("value " << signedValue << " around f16 bits " << i);
  }
}

TEST_CASE("a double near a tie of f16 is rounded once, not twice") {
  // In float this is the tie itself, which would go to the even neighbour below.
  const double value = 1.0 + 0x1p-11 + 0x1p-40;
  CHECK(static_cast<float>(value) == 1.0f + 0x1p-11f);
  CHECK(f16FromDouble(value) == 0x3c01);
}

TEST_CASE("narrowing to bf16 finds the nearest, and the even one of two") {
  const double values[] = {0.0,
                           1.0,
                           1.0 + 0x1p-8,
                           1.0 + 3 * 0x1p-8,
                           1.0 + 0x1p-8 + 0x1p-50,
                           3.14159265358979,
                           0x1p-126,
                           0x1p-133,
                           0x1p-134,
                           0x1p-134 + 0x1p-180,
                           3 * 0x1p-134,
                           0x1.fep127,
                           0x1.ffp127,
                           0x1.feffffffp127,
                           0x1p128,
                           1e300,
                           5e-324};
  for (double value : values)
    for (double signedValue : {value, -value}) {
      INFO("value " << signedValue);
      CHECK(bf16FromDouble(signedValue) == nearestBf16(signedValue));
    }
}

TEST_CASE("narrowing to f32 agrees with the compiler") {
  uint64_t state = 1;
  for (int i = 0; i < 1000000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents from far below f32's denormals to beyond its largest number.
    const uint64_t exponent = 1023 - 160 + (state >> 33) % 300;
    const double value = std::bit_cast<double>((state & 0x800fffffffffffffu) | (exponent << 52));
    const auto expected = std::bit_cast<uint32_t>(static_cast<float>(value));
    if (detail::roundToFormat(value, formatOf(FloatType::F32)) != expected)
      FAIL("value " << value);
  }
}

TEST_CASE("infinities and NaN keep their sign") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(f16FromDouble(infinity) == 0x7c00);
  CHECK(f16FromDouble(-infinity) == 0xfc00);
  CHECK(bf16FromDouble(infinity) == 0x7f80);
  CHECK(bf16FromDouble(-infinity) == 0xff80);
  CHECK(f16FromDouble(std::bit_cast<double>(0x7ff0000000000001)) == 0x7e00);
  CHECK(f16FromDouble(std::bit_cast<double>(0xfff8000000000000)) == 0xfe00);
  CHECK(bf16FromDouble(std::bit_cast<double>(0x7ff0000000000001)) == 0x7fc0);
  CHECK(f16FromDouble(65519.999) == 0x7bff);
  CHECK(f16FromDouble(65520) == 0x7c00);
}

TEST_CASE("units in the last place") {
  const FloatFormat f16 = formatOf(FloatType::F16);
  CHECK(f16.ulp(1.0) == 0x1p-10);
  CHECK(f16.ulp(-1.999) == 0x1p-10);
  CHECK(f16.ulp(2.0) == 0x1p-9);
  CHECK(f16.ulp(0.0) == 0x1p-24);
  CHECK(f16.ulp(1e-300) == 0x1p-24);
  CHECK(f16.ulp(65504.0) == 32);
  CHECK(f16.ulp(1e30) == 32);
  CHECK(f16.ulp(std::numeric_limits<double>::infinity()) == 32);
  CHECK(formatOf(FloatType::BF16).ulp(1.0) == 0x1p-7);
  CHECK(formatOf(FloatType::F32).ulp(1.0) == 0x1p-23);
}

TEST_CASE("raw bytes of each type become doubles") {
  const uint16_t halves[] = {0x3c00, 0xc000};
  const float floats[] = {0.5f, -3.0f};
  auto bytesOf = [](const auto &array) {
    return llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(&array), sizeof array);
  };
  CHECK(toDoubles(FloatType::F16, bytesOf(halves)) == std::vector<double>{1.0, -2.0});
  CHECK(toDoubles(FloatType::BF16, bytesOf(halves)) == std::vector<double>{0x1p-7, -2.0});
  CHECK(toDoubles(FloatType::F32, bytesOf(floats)) == std::vector<double>{0.5, -3.0});
}

TEST_CASE("names of floating-point types") {
  for (FloatType type : {FloatType::F16, FloatType::BF16, FloatType::F32})
    CHECK(take(parseFloatType(toString(type))) == type);
  CHECK(messageOf(parseFloatType("f8")) ==
        "unknown floating-point type 'f8': it is one of f16, bf16, f32");
}
