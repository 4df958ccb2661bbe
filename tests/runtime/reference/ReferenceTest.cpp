#include "rocke/runtime/Reference.h"
#include "../TestSupport.h"
#include "rocke/runtime/Random.h"
#include <cmath>
#include <limits>

using namespace rocke::runtime;
using namespace rocke::test;

namespace {

std::vector<uint16_t> halves(std::initializer_list<double> values) {
  std::vector<uint16_t> bits;
  for (double value : values)
    bits.push_back(f16FromDouble(value));
  return bits;
}

/// One head of one batch with keys and values of one element each.
AttentionProblem tiny(int64_t seqlenQ, int64_t seqlenK) {
  AttentionProblem p;
  p.seqlenQ = seqlenQ;
  p.seqlenK = seqlenK;
  p.headSize = 1;
  p.contiguousStrides();
  return p;
}

/// The definition, straight and slow, with every index written out.
double attentionElement(const AttentionProblem &p, const std::vector<uint16_t> &q,
                        const std::vector<uint16_t> &k, const std::vector<uint16_t> &v, int64_t b,
                        int64_t i, int64_t h, int64_t d) {
  const int64_t group = p.headsQ / p.headsKv;
  double numerator = 0, denominator = 0;
  for (int64_t j = 0; j < p.seqlenK; ++j) {
    const int64_t last = p.alignment == CausalAlignment::TopLeft ? i : i + p.seqlenK - p.seqlenQ;
    if (p.mask == MaskMode::Causal && j > last)
      continue;
    double score = 0;
    for (int64_t e = 0; e < p.headSize; ++e)
      score += double(halfToFloat(p.type, q[b * p.q.batch + i * p.q.seq + h * p.q.head + e])) *
               halfToFloat(p.type, k[b * p.k.batch + j * p.k.seq + h / group * p.k.head + e]);
    const double weight = std::exp(score * p.scale);
    numerator +=
        weight * halfToFloat(p.type, v[b * p.v.batch + j * p.v.seq + h / group * p.v.head + d]);
    denominator += weight;
  }
  return denominator == 0 ? 0 : numerator / denominator;
}

} // namespace

TEST_CASE("attention by hand: two keys") {
  AttentionProblem p = tiny(1, 2);
  p.scale = 0.5;
  // Scores 1 and 3: weights 1 and e^2.
  const auto o = take(attentionReference(p, halves({2}), halves({1, 3}), halves({10, 20})));
  const double e2 = std::exp(2.0);
  REQUIRE(o.size() == 1);
  CHECK(o[0] == Approx((10 + 20 * e2) / (1 + e2)).epsilon(1e-14));
}

TEST_CASE("attention by hand: equal scores give the mean, large ones the largest") {
  CHECK(take(attentionReference(tiny(1, 4), halves({0}), halves({1, 2, 3, 4}),
                                halves({1, 2, 3, 6})))[0] == 3.0);
  CHECK(take(attentionReference(tiny(1, 2), halves({100}), halves({-300, 300}),
                                halves({1, 2})))[0] == 2.0);
}

TEST_CASE("attention over no keys gives zeros") {
  const auto o = take(attentionReference(tiny(2, 0), halves({2, 3}), {}, {}));
  CHECK(o == std::vector<double>{0, 0});
}

TEST_CASE("attention by hand: causal masks") {
  // Queries of 0: each row is the mean of the values that it sees.
  const auto v = halves({1, 2, 6, 7});
  AttentionProblem p = tiny(2, 4);
  p.mask = MaskMode::Causal;
  const auto k = halves({1, 1, 1, 1});
  CHECK(take(attentionReference(p, halves({0, 0}), k, v)) == std::vector<double>{1, 1.5});
  p.alignment = CausalAlignment::BottomRight;
  CHECK(take(attentionReference(p, halves({0, 0}), k, v)) == std::vector<double>{3, 4});

  // More queries than keys: from the top left the late ones see all, from the bottom right the
  // early ones see none.
  p = tiny(4, 2);
  p.mask = MaskMode::Causal;
  const auto q = halves({0, 0, 0, 0});
  CHECK(take(attentionReference(p, q, halves({1, 1}), halves({2, 4}))) ==
        std::vector<double>{2, 3, 3, 3});
  p.alignment = CausalAlignment::BottomRight;
  CHECK(take(attentionReference(p, q, halves({1, 1}), halves({2, 4}))) ==
        std::vector<double>{0, 0, 2, 3});
}

TEST_CASE("a masked key contributes nothing, not even NaN") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  AttentionProblem p = tiny(2, 2);
  p.mask = MaskMode::Causal;
  const auto o =
      take(attentionReference(p, halves({1, 1}), halves({1, nan}), halves({5, infinity})));
  CHECK(o[0] == 5);
  CHECK(std::isnan(o[1]));
}

TEST_CASE("infinities go where the definition takes them") {
  const double infinity = std::numeric_limits<double>::infinity();
  auto first = [](const std::vector<double> &o) { return o[0]; };
  // A score of -infinity weighs nothing, and zero times a finite value is zero.
  CHECK(first(take(attentionReference(tiny(1, 2), halves({1}), halves({-infinity, 2}),
                                      halves({3, 4})))) == 4);
  // A score of +infinity is infinity over infinity.
  CHECK(std::isnan(first(
      take(attentionReference(tiny(1, 2), halves({1}), halves({infinity, 2}), halves({3, 4}))))));
  // All scores -infinity: zero over zero.
  CHECK(std::isnan(first(take(attentionReference(
      tiny(1, 2), halves({1}), halves({-infinity, -infinity}), halves({3, 4}))))));
  // An infinite value that is seen.
  CHECK(first(take(attentionReference(tiny(1, 2), halves({1}), halves({1, 2}),
                                      halves({infinity, 4})))) == infinity);
}

TEST_CASE("attention agrees with the definition written out, with heads, batches and strides") {
  for (FloatType type : {FloatType::F16, FloatType::BF16})
    for (MaskMode mask : {MaskMode::None, MaskMode::Causal})
      for (CausalAlignment alignment : {CausalAlignment::TopLeft, CausalAlignment::BottomRight}) {
        AttentionProblem p;
        p.batch = 2, p.headsQ = 6, p.headsKv = 3;
        p.seqlenQ = 19, p.seqlenK = 150, p.headSize = 8;
        p.scale = 0.35, p.mask = mask, p.alignment = alignment, p.type = type;
        // Gaps everywhere, and K by head first.
        p.q = {19 * 80 + 5, 80, 11};
        p.k = {3 * 150 * 9 + 2, 9, 150 * 9};
        p.v = {150 * 30, 30, 9};
        const auto q = randomNormalHalf(type, 2 * (19 * 80 + 5), 1, 0);
        const auto k = randomNormalHalf(type, 2 * (3 * 150 * 9 + 2), 1, 1);
        const auto v = randomNormalHalf(type, 2 * 150 * 30, 1, 2);
        const auto o = take(attentionReference(p, q, k, v));
        REQUIRE(o.size() == 2 * 19 * 6 * 8);
        double worst = 0;
        for (int64_t b = 0; b < p.batch; ++b)
          for (int64_t i = 0; i < p.seqlenQ; ++i)
            for (int64_t h = 0; h < p.headsQ; ++h)
              for (int64_t d = 0; d < p.headSize; ++d)
                worst = std::max(worst, std::abs(o[((b * 19 + i) * 6 + h) * 8 + d] -
                                                 attentionElement(p, q, k, v, b, i, h, d)));
        CHECK(worst < 1e-13);
      }
}

TEST_CASE("attention refuses problems that make no sense") {
  const auto two = halves({1, 2});
  AttentionProblem p = tiny(2, 2);
  p.headsQ = 3, p.headsKv = 2;
  CHECK(messageOf(attentionReference(p, two, two, two)) ==
        "headsQ is 3; it must be a multiple of headsKv, 2");
  p = tiny(2, 2);
  p.batch = 0;
  CHECK(messageOf(attentionReference(p, two, two, two)) == "batch is 0; it must be at least 1");
  p.batch = 1;
  p.seqlenK = -1;
  CHECK(messageOf(attentionReference(p, two, two, two)) == "seqlenK is -1; it must be at least 0");
  p = tiny(2, 3);
  CHECK(messageOf(attentionReference(p, two, two, two)) ==
        "K has 2 elements; its shape and strides reach element 2");
  p = tiny(2, 2);
  p.v.seq = -1;
  CHECK(messageOf(attentionReference(p, two, two, two)) == "V has a negative stride: -1");
  p = tiny(2, 2);
  p.q.seq = std::numeric_limits<int64_t>::max();
  CHECK(messageOf(attentionReference(p, two, two, two)) ==
        "Q is too large: its strides reach beyond 63 bits");
  p = tiny(2, 2);
  p.type = FloatType::F32;
  CHECK(messageOf(attentionReference(p, two, two, two)) == "type is f32; it must be f16 or bf16");
  p = tiny(2, 2);
  p.batch = int64_t{1} << 60;
  p.q.batch = p.k.batch = p.v.batch = 0;
  CHECK(messageOf(attentionReference(p, two, two, two)) ==
        "the result is too large: its size in bytes does not fit 63 bits");
}

TEST_CASE("matrix multiplication by hand and against the definition") {
  GemmProblem p;
  p.m = 2, p.n = 3, p.k = 2, p.lda = 2, p.ldb = 3; // one element of each row of B is not in it
  const auto c = take(gemmReference(p, halves({1, 2, 3, 4}), halves({1, 0, 9, 0, 1, 9, 1, 1, 9})));
  CHECK(c == std::vector<double>{1, 2, 3, 3, 4, 7});

  p.m = 33, p.n = 700, p.k = 65, p.lda = 70, p.ldb = 65, p.type = FloatType::BF16;
  const auto a = randomNormalHalf(p.type, 33 * 70, 1, 0);
  const auto b = randomNormalHalf(p.type, 700 * 65, 1, 1);
  const auto big = take(gemmReference(p, a, b));
  double worst = 0;
  for (int64_t m = 0; m < p.m; ++m)
    for (int64_t n = 0; n < p.n; ++n) {
      double sum = 0;
      for (int64_t k = 0; k < p.k; ++k)
        sum += double(bf16ToFloat(a[m * 70 + k])) * bf16ToFloat(b[n * 65 + k]);
      worst = std::max(worst, std::abs(sum - big[m * 700 + n]));
    }
  CHECK(worst < 1e-12);
}

TEST_CASE("matrix multiplication refuses matrices that are too small") {
  GemmProblem p;
  p.m = 2, p.n = 1, p.k = 2, p.lda = 2, p.ldb = 2;
  CHECK(messageOf(gemmReference(p, halves({1, 2, 3}), halves({1, 2}))) ==
        "A has 3 elements; 2 rows 2 apart reach element 3");
  p.ldb = 1;
  CHECK(messageOf(gemmReference(p, halves({1, 2, 3, 4}), halves({1, 2}))) ==
        "the rows of B are 1 elements apart; its 2 columns need at least that many");
}

TEST_CASE("vector addition") {
  CHECK(vectorAddReference({1.0, -2.0}, {0.5, 2.0}) == std::vector<double>{1.5, 0.0});
}
