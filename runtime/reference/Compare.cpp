#include "rocke/runtime/Compare.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace rocke::runtime {

GateTolerance gateTolerance(FloatType type) {
  switch (type) {
  case FloatType::F16:
    return {5e-4, 2};
  case FloatType::BF16:
    return {4e-3, 2};
  case FloatType::F32:
    return {1e-5, 256};
  }
  llvm_unreachable("a FloatType outside its enumeration");
}

namespace {

/// |actual - expected| with an infinite result at the power of two past the largest number, for all
/// that rounds to it.
double distance(double expected, double actual, double overflow) {
  if (std::isinf(actual)) {
    actual = std::copysign(overflow, actual);
    expected = std::clamp(expected, -overflow, overflow);
  }
  return std::abs(actual - expected);
}

bool sameClass(double expected, double actual) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  // An infinite result for a finite reference is measured like a number.
  return std::isfinite(expected) || expected == actual;
}

} // namespace

llvm::Expected<GateResult> compareWithReference(llvm::ArrayRef<double> expected,
                                                llvm::ArrayRef<uint8_t> actual, FloatType type,
                                                GateTolerance tolerance) {
  if (actual.size() != expected.size() * byteSize(type))
    return makeError("the result has {} bytes where the reference has {} elements of {}",
                     actual.size(), expected.size(), toString(type).str());
  if (expected.empty())
    return makeError("there is nothing to compare: the result has no elements");

  const std::vector<double> values = toDoubles(type, actual);
  const FloatFormat format = formatOf(type);
  const double overflow = std::ldexp(1.0, format.maxExponent() + 1);

  GateResult result;
  result.count = expected.size();
  result.tolerance = tolerance;

  double squares = 0, squaredErrors = 0;
  uint64_t finite = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!sameClass(expected[i], values[i])) {
      if (result.classMismatches++ == 0)
        result.worstIndex = i;
      continue;
    }
    if (!std::isfinite(expected[i]))
      continue;
    const double r = std::clamp(expected[i], -overflow, overflow);
    const double error = distance(expected[i], values[i], overflow);
    squares += r * r;
    squaredErrors += error * error;
    result.maxAbs = std::max(result.maxAbs, error);
    ++finite;
  }
  if (squaredErrors > 0)
    result.relRms =
        squares > 0 ? std::sqrt(squaredErrors / squares) : std::numeric_limits<double>::infinity();

  const double rms = finite ? std::sqrt(squares / static_cast<double>(finite)) : 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(expected[i]) || std::isnan(values[i]))
      continue;
    const double error = distance(expected[i], values[i], overflow);
    const double ulps = error / format.ulp(std::max(std::abs(expected[i]), rms));
    if (ulps > result.maxUlps) {
      result.maxUlps = ulps;
      if (result.classMismatches == 0)
        result.worstIndex = i;
    }
  }
  result.worstExpected = expected[result.worstIndex];
  result.worstActual = values[result.worstIndex];
  result.pass = result.classMismatches == 0 && result.relRms <= tolerance.relRms &&
                result.maxUlps <= tolerance.ulps;
  return result;
}

llvm::Expected<GateResult> compareWithReference(llvm::ArrayRef<double> expected,
                                                llvm::ArrayRef<uint8_t> actual, FloatType type) {
  return compareWithReference(expected, actual, type, gateTolerance(type));
}

std::string GateResult::str() const {
  std::string text = fmt::format("{}: max_abs {:.3g}, rel_rms {:.3g} (at most {:.3g}), {:.3g} ulp "
                                 "(at most {:.3g})",
                                 pass ? "pass" : "FAIL", maxAbs, relRms, tolerance.relRms, maxUlps,
                                 tolerance.ulps);
  if (pass)
    return text;
  if (classMismatches)
    text += fmt::format("; {} of {} elements differ in being NaN or infinite, the first is",
                        classMismatches, count);
  else
    text += "; the worst is";
  return text + fmt::format(" element {}: {:.9g}, expected {:.9g}", worstIndex, worstActual,
                            worstExpected);
}

} // namespace rocke::runtime
