#include "rocke/runtime/Random.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

using namespace rocke::runtime;

TEST_CASE("elements are standard normal") {
  const NormalStream normal(1);
  constexpr int count = 1000000;
  double sum = 0, squares = 0, cubes = 0, fourths = 0, neighbours = 0, last = 0;
  int withinOne = 0, beyondThree = 0;
  for (int i = 0; i < count; ++i) {
    const double x = normal.at(i);
    sum += x;
    squares += x * x;
    cubes += x * x * x;
    fourths += x * x * x * x;
    neighbours += x * last;
    withinOne += std::abs(x) < 1;
    beyondThree += std::abs(x) > 3;
    last = x;
  }
  // Each bound is five standard deviations of its estimate or more.
  CHECK(std::abs(sum / count) < 5e-3);
  CHECK(std::abs(squares / count - 1) < 7.5e-3);
  CHECK(std::abs(cubes / count) < 2e-2);
  CHECK(std::abs(fourths / count - 3) < 5e-2);
  CHECK(std::abs(neighbours / count) < 5e-3);
  CHECK(std::abs(withinOne / double(count) - 0.6826895) < 2.5e-3);
  CHECK(std::abs(beyondThree / double(count) - 0.0026998) < 3e-4);
}

TEST_CASE("elements are what the C library's logarithm, sine and cosine make of the hash") {
  auto mix = [](uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  };
  constexpr uint64_t golden = 0x9e3779b97f4a7c15;
  const uint64_t key = mix(mix(7 + golden));
  const NormalStream normal(7);
  double worst = 0;
  for (uint64_t pair = 0; pair < 100000; ++pair) {
    const double u1 = 1 - static_cast<double>(mix(key + (2 * pair + 1) * golden) >> 11) * 0x1p-53;
    const double u2 = static_cast<double>(mix(key + (2 * pair + 2) * golden) >> 11) * 0x1p-53;
    const double radius = std::sqrt(-2 * std::log(u1));
    const double angle = 2 * 3.14159265358979323846 * u2;
    worst = std::max({worst, std::abs(normal.at(2 * pair) - radius * std::cos(angle)),
                      std::abs(normal.at(2 * pair + 1) - radius * std::sin(angle))});
  }
  CHECK(worst < 1e-14);
}

TEST_CASE("the same seed gives the same bits for ever") {
  // Changing these changes every test and every published figure.
  const NormalStream normal(1);
  CHECK(normal.at(0) == -0x1.e6c1914786e86p-1);
  CHECK(normal.at(1) == 0x1.eb2b153b4b65ep-2);
  CHECK(normal.at(2) == 0x1.058a1be540689p-1);
  CHECK(normal.at(3) == -0x1.22d63b95cd9a1p+0);
  CHECK(NormalStream(42, 3).at(123456789) == -0x1.08d0b8ae9bd77p-3);
}

TEST_CASE("seeds and streams are apart, and any element can be asked for alone") {
  std::set<double> first;
  for (uint64_t seed = 0; seed < 50; ++seed)
    for (uint64_t stream = 0; stream < 50; ++stream)
      first.insert(NormalStream(seed, stream).at(0));
  CHECK(first.size() == 2500);

  const std::vector<uint16_t> all = randomNormalHalf(FloatType::F16, 101, 3, 2);
  const NormalStream normal(3, 2);
  for (int i = 100; i >= 0; --i)
    CHECK(all[i] == f16FromDouble(normal.at(i)));
}

TEST_CASE("tensors come in each type") {
  const NormalStream normal(5);
  const std::vector<uint8_t> f32 = randomNormal(FloatType::F32, 3, 5);
  const std::vector<uint8_t> bf16 = randomNormal(FloatType::BF16, 3, 5);
  REQUIRE(f32.size() == 12);
  REQUIRE(bf16.size() == 6);
  for (int i = 0; i < 3; ++i) {
    CHECK(toDoubles(FloatType::F32, f32)[i] == static_cast<float>(normal.at(i)));
    CHECK(toDoubles(FloatType::BF16, bf16)[i] == bf16ToFloat(bf16FromDouble(normal.at(i))));
  }
  CHECK(randomNormal(FloatType::F16, 0, 5).empty());
}
