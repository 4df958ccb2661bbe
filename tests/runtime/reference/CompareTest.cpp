#include "rocke/runtime/Compare.h"
#include "../TestSupport.h"
#include "rocke/runtime/Random.h"
#include <cmath>
#include <limits>

using namespace rocke::runtime;
using namespace rocke::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double notANumber = std::numeric_limits<double>::quiet_NaN();

llvm::ArrayRef<uint8_t> bytesOf(const std::vector<uint16_t> &values) {
  return {reinterpret_cast<const uint8_t *>(values.data()), values.size() * 2};
}

GateResult compareF16(const std::vector<double> &expected, const std::vector<double> &actual) {
  std::vector<uint16_t> bits;
  for (double value : actual)
    bits.push_back(f16FromDouble(value));
  return take(compareWithReference(expected, bytesOf(bits), FloatType::F16));
}

std::vector<double> normalDoubles(int count) {
  const NormalStream normal(1);
  std::vector<double> values;
  for (int i = 0; i < count; ++i)
    values.push_back(normal.at(i));
  return values;
}

} // namespace

TEST_CASE("the reference rounded to the output type passes, at the known cost") {
  const std::vector<double> r = normalDoubles(10000);
  const GateResult f16 = compareF16(r, r);
  CHECK(f16.pass);
  CHECK(f16.relRms == Approx(2e-4).epsilon(0.1));
  CHECK(f16.maxUlps <= 0.5);
  CHECK(f16.count == 10000);

  std::vector<uint16_t> bits;
  for (double value : r)
    bits.push_back(bf16FromDouble(value));
  const GateResult bf16 = take(compareWithReference(r, bytesOf(bits), FloatType::BF16));
  CHECK(bf16.pass);
  CHECK(bf16.relRms == Approx(1.6e-3).epsilon(0.1));
  CHECK(bf16.tolerance.relRms == 4e-3);
}

TEST_CASE("one wrong element among many shuts the gate, and is named") {
  const std::vector<double> r = normalDoubles(100000);
  std::vector<double> o = r;
  o[777] += 0.01; // far below what the root mean square would notice
  const GateResult result = compareF16(r, o);
  CHECK_FALSE(result.pass);
  CHECK(result.relRms < 5e-4);
  CHECK(result.worstIndex == 777);
  CHECK(result.worstExpected == r[777]);
  CHECK(result.maxAbs == Approx(0.01).epsilon(0.1));
  CHECK_THAT(result.str(), Catch::Contains("FAIL") && Catch::Contains("element 777"));
}

TEST_CASE("a small error everywhere shuts the gate") {
  const std::vector<double> r = normalDoubles(10000);
  std::vector<double> o = r;
  for (double &value : o)
    value *= 1.0006;
  const GateResult result = compareF16(r, o);
  CHECK(result.maxUlps < 2);
  CHECK(result.relRms > 6e-4);
  CHECK_FALSE(result.pass);
}

TEST_CASE("two units in the last place pass and three do not") {
  // All of one magnitude, so that the unit is that of each; one element is off among many.
  std::vector<double> r(4096, 1.5), o = r;
  o[9] += 2 * 0x1p-10;
  CHECK(compareF16(r, o).pass);
  CHECK(compareF16(r, o).maxUlps == 2);
  o[9] += 0x1p-10;
  CHECK_FALSE(compareF16(r, o).pass);
  CHECK(compareF16(r, o).maxUlps == 3);
}

TEST_CASE("small elements are measured at the root mean square") {
  std::vector<double> r(4096, 1.5), o = r;
  r[3] = 0, o[3] = 2 * 0x1p-10;
  CHECK(compareF16(r, o).pass);
  r[3] = 1e-8, o[3] = -3 * 0x1p-10;
  CHECK_FALSE(compareF16(r, o).pass);
}

TEST_CASE("a reference of zeros wants zeros") {
  CHECK(compareF16({0, 0, 0}, {0, -0.0, 0}).pass);
  CHECK(compareF16({0, 0, 0}, {0, -0.0, 0}).relRms == 0);
  const GateResult result = compareF16({0, 0, 0}, {0, 0x1p-24, 0});
  CHECK_FALSE(result.pass);
  CHECK(result.relRms == infinity);
}

TEST_CASE("NaN and infinity must be where the reference has them") {
  CHECK(
      compareF16({1, notANumber, infinity, -infinity}, {1, notANumber, infinity, -infinity}).pass);
  CHECK(compareF16({notANumber, notANumber}, {notANumber, notANumber}).pass);
  const std::vector<std::pair<double, double>> wrong = {
      {notANumber, 1},        {1, notANumber},        {infinity, 1},       {infinity, -infinity},
      {notANumber, infinity}, {infinity, notANumber}, {-infinity, 65504.0}};
  for (auto [r, o] : wrong) {
    INFO("expected " << r << ", got " << o);
    const GateResult result = compareF16({1, 2, r, 3}, {1, 2, o, 3});
    CHECK_FALSE(result.pass);
    CHECK(result.classMismatches == 1);
    CHECK(result.worstIndex == 2);
    CHECK_THAT(result.str(), Catch::Contains("1 of 4 elements differ in being NaN or infinite"));
  }
  CHECK_FALSE(compareF16({1, 2, 1, 3}, {1, 2, infinity, 3}).pass);
}

TEST_CASE("overflow is right where rounding the reference overflows") {
  CHECK(compareF16({1e6, -1e9}, {infinity, -infinity}).pass);
  CHECK_FALSE(compareF16({1e6, 1}, {-infinity, 1}).pass);
  CHECK_FALSE(compareF16({1e6, 1}, {65504, 1}).pass); // saturated
  CHECK(compareF16({65519}, {infinity}).pass);        // half a unit off
  CHECK_FALSE(compareF16({65400}, {infinity}).pass);  // more than four units off
}

TEST_CASE("what cannot be compared is an error") {
  const std::vector<uint16_t> two = {0, 0};
  CHECK(messageOf(compareWithReference({1.0, 2.0, 3.0}, bytesOf(two), FloatType::F16)) ==
        "the result has 4 bytes where the reference has 3 elements of f16");
  CHECK(messageOf(compareWithReference({}, {}, FloatType::F16)) ==
        "there is nothing to compare: the result has no elements");
}

TEST_CASE("a caller's own tolerance holds") {
  const std::vector<double> r = {1.0 + 0x1p-12};
  const std::vector<uint16_t> o = {0x3c00};
  CHECK(take(compareWithReference(r, bytesOf(o), FloatType::F16, {1e-3, 0.5})).pass);
  CHECK_FALSE(take(compareWithReference(r, bytesOf(o), FloatType::F16, {1e-3, 0.1})).pass);
  CHECK_FALSE(take(compareWithReference(r, bytesOf(o), FloatType::F16, {0, 1})).pass);
}
