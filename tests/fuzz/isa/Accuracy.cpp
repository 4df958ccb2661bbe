//===- Accuracy.cpp - The documented accuracy of approximations -----------===//
#include "Accuracy.h"
#include "rocke/runtime/HalfFloat.h"
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

namespace rocke::fuzz {

namespace {

struct Format {
  int mantissaBits; ///< stored
  int minExponent;
  int maxExponent;
};
Format formatOf(Type type) {
  switch (type) {
  case Type::F16:
    return {10, -14, 15};
  case Type::F32:
    return {23, -126, 127};
  default:
    return {52, -1022, 1023};
  }
}

double valueOf(Type type, uint64_t bits) {
  switch (type) {
  case Type::F16:
    return runtime::f16ToFloat(static_cast<uint16_t>(bits));
  case Type::F32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  default:
    return std::bit_cast<double>(bits);
  }
}

/// The sine of a number of turns, exact where it is 0, 1 or -1.
long double sineOfTurns(long double turns) {
  const long double quarters = std::fmod(turns, 1.0L) * 4;
  const long double whole = std::nearbyint(quarters);
  const long double angle = (quarters - whole) * std::numbers::pi_v<long double> / 2;
  switch (static_cast<int>(whole) & 3) {
  case 0:
    return std::sin(angle);
  case 1:
    return std::cos(angle);
  case 2:
    return -std::sin(angle);
  default:
    return -std::cos(angle);
  }
}

long double exact(Approximation function, long double x) {
  switch (function) {
  case Approximation::Exp2:
  case Approximation::Exp2Full:
    return std::exp2(x);
  case Approximation::Log2:
  case Approximation::Log2Full:
    return std::log2(x);
  case Approximation::Rcp:
    return 1 / x;
  case Approximation::Rsq:
    // The manual has 1 / -0 = -infinity here, too.
    return 1 / std::sqrt(x);
  case Approximation::Sqrt:
    return std::sqrt(x);
  case Approximation::Sin:
    return std::isinf(x) ? std::numeric_limits<long double>::quiet_NaN() : sineOfTurns(x);
  case Approximation::Cos:
    // A quarter of a turn added to a large number would be lost.
    return std::isinf(x) ? std::numeric_limits<long double>::quiet_NaN()
                         : sineOfTurns(std::fmod(x, 1.0L) + 0.25L);
  case Approximation::ExpFull:
    return std::exp(x);
  case Approximation::LogFull:
    return std::log(x);
  }
  return 0;
}

/// The bound in units in the last place.
double tolerance(Approximation function, Type type) {
  if (type == Type::F64)
    return 0x1p29;
  switch (function) {
  case Approximation::Exp2Full:
  case Approximation::Log2Full:
    return 2;
  case Approximation::ExpFull:
  case Approximation::LogFull:
    return 3;
  default:
    return 1;
  }
}

bool within(double result, long double expected, Type type, double ulps) {
  if (std::isnan(expected) || std::isnan(result))
    return std::isnan(expected) && std::isnan(result);
  if (std::isinf(expected))
    return result == static_cast<double>(expected);
  const Format format = formatOf(type);
  // An infinity stands for the power of two beyond the largest number.
  long double number = result;
  if (std::isinf(result))
    number = std::copysign(std::ldexp(1.0L, format.maxExponent + 1), result);
  int exponent = format.minExponent;
  if (expected != 0)
    exponent = std::max(exponent, std::ilogb(expected));
  const long double ulp =
      std::ldexp(1.0L, std::min(exponent, format.maxExponent) - format.mantissaBits);
  // Beyond the largest number is infinity.
  const long double limit = std::ldexp(1.0L, format.maxExponent + 1);
  if (std::fabs(expected) >= limit)
    return std::isinf(result) && std::signbit(result) == std::signbit(expected);
  return std::fabs(number - expected) <= ulps * ulp;
}

} // namespace

const char *toString(Approximation function) {
  static constexpr const char *names[numApproximations] = {
      "amdgcn.exp2", "amdgcn.log", "amdgcn.rcp", "amdgcn.rsq", "amdgcn.sqrt", "amdgcn.sin",
      "amdgcn.cos",  "llvm.exp2",  "llvm.log2",  "llvm.exp",   "llvm.log"};
  return names[static_cast<unsigned>(function)];
}

std::string checkAccuracy(const Side &gpu, Approximation function, Type type, uint64_t input,
                          uint64_t result) {
  const double x = valueOf(type, input), got = valueOf(type, result);
  const double ulps = tolerance(function, type);
  const double smallest = std::ldexp(1.0, formatOf(type).minExponent);
  const bool instruction = function < Approximation::Exp2Full;
  const bool sine = function == Approximation::Sin || function == Approximation::Cos;
  long double expected = exact(function, x);
  if (sine && gpu.isGfx9() && std::fabs(x) > 256 && !std::isinf(x))
    expected = function == Approximation::Sin ? 0 : 1;
  if (within(got, expected, type, ulps))
    return {};
  if (type == Type::F32 && instruction) {
    // Flushed at the input, or at the output.
    if (x != 0 && std::fabs(x) < smallest &&
        within(got, exact(function, std::copysign(0.0L, x)), type, ulps))
      return {};
    if (std::fabs(expected) < smallest && got == 0)
      return {};
  }
  return fmt::format("{} within {} units in the last place", static_cast<double>(expected), ulps);
}

} // namespace rocke::fuzz
