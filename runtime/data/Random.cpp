#include "rocke/runtime/Random.h"
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>

// A multiply-add that rounds once would give other values than one that rounds twice.
#pragma clang fp contract(off)

namespace rocke::runtime {

namespace {

constexpr uint64_t golden = 0x9e3779b97f4a7c15; // 2^64 / the golden ratio

/// SplitMix64's output function.
uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// 53 bits as a number in [0, 1).
double unitInterval(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// ln x of a positive normal number, to about 1e-15.
double naturalLog(double x) {
  constexpr double ln2 = 0.693147180559945309417232121458;
  constexpr double sqrt2 = 1.41421356237309504880168872421;
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1023} << 52));
  if (m > sqrt2) {
    m *= 0.5;
    ++exponent;
  }
  // ln m = 2 artanh t with |t| <= 0.1716: the terms fall by 0.0295 each.
  const double t = (m - 1) / (m + 1);
  const double t2 = t * t;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2)
    sum = sum * t2 + 1.0 / k;
  return exponent * ln2 + 2 * t * sum;
}

/// cos and sin of x in [0, pi/4], by Taylor's series.
void smallCosSin(double x, double &cosine, double &sine) {
  const double x2 = x * x;
  double c = 1, s = 1;
  for (int k = 16; k >= 2; k -= 2) {
    c = 1 - c * x2 / (k * (k - 1));
    s = 1 - s * x2 / (k * (k + 1));
  }
  cosine = c;
  sine = s * x;
}

/// cos and sin of a whole turn times u, u in [0, 1).
void turnCosSin(double u, double &cosine, double &sine) {
  constexpr double halfPi = 1.57079632679489661923132169164;
  const int quarter = static_cast<int>(u * 4);
  const double v = u * 4 - quarter; // of a quarter turn
  double c, s;
  if (v > 0.5)
    smallCosSin((1 - v) * halfPi, s, c);
  else
    smallCosSin(v * halfPi, c, s);
  switch (quarter) {
  case 0:
    cosine = c, sine = s;
    break;
  case 1:
    cosine = -s, sine = c;
    break;
  case 2:
    cosine = -c, sine = -s;
    break;
  default:
    cosine = s, sine = -c;
  }
}

/// Elements 2 * pair and 2 * pair + 1.
std::pair<double, double> normalPair(uint64_t key, uint64_t pair) {
  const uint64_t counter = key + 2 * pair * golden;
  const double u1 = 1 - unitInterval(mix(counter + golden)); // in (0, 1]: it has a logarithm
  const double u2 = unitInterval(mix(counter + 2 * golden));
  const double radius = std::sqrt(-2 * naturalLog(u1));
  double cosine, sine;
  turnCosSin(u2, cosine, sine);
  return {radius * cosine, radius * sine};
}

} // namespace

NormalStream::NormalStream(uint64_t seed, uint64_t stream)
    : key(mix(mix(seed + golden) + stream * 0xd1342543de82ef95)) {}

double NormalStream::at(uint64_t index) const {
  const std::pair<double, double> values = normalPair(key, index / 2);
  return index % 2 ? values.second : values.first;
}

std::vector<uint8_t> randomNormal(FloatType type, uint64_t count, uint64_t seed, uint64_t stream) {
  const NormalStream normal(seed, stream);
  const unsigned size = byteSize(type);
  std::vector<uint8_t> bytes(count * size);
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t bits = detail::roundToFormat(normal.at(i), formatOf(type));
    std::memcpy(bytes.data() + i * size, &bits, size);
  }
  return bytes;
}

std::vector<uint16_t> randomNormalHalf(FloatType type, uint64_t count, uint64_t seed,
                                       uint64_t stream) {
  assert(byteSize(type) == 2 && "a 16-bit type");
  const NormalStream normal(seed, stream);
  std::vector<uint16_t> values(count);
  for (uint64_t i = 0; i < count; ++i)
    values[i] = halfFromDouble(type, normal.at(i));
  return values;
}

} // namespace rocke::runtime
