#include "Parallel.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Reference.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace rocke::runtime {

namespace {

/// Checks that the last element of a [batch, seqlen, heads, headSize] tensor, if it has any, lies
/// inside it.
llvm::Error checkTensor(const char *name, llvm::ArrayRef<uint16_t> tensor, int64_t batch,
                        int64_t seqlen, int64_t heads, int64_t headSize,
                        const TensorStrides &strides) {
  if (seqlen == 0)
    return llvm::Error::success();
  int64_t end = headSize;
  const std::pair<int64_t, int64_t> dims[] = {
      {batch, strides.batch}, {seqlen, strides.seq}, {heads, strides.head}};
  for (auto [extent, stride] : dims) {
    int64_t span;
    if (stride < 0)
      return makeError("{} has a negative stride: {}", name, stride);
    if (__builtin_mul_overflow(extent - 1, stride, &span) ||
        __builtin_add_overflow(end, span, &end))
      return makeError("{} is too large: its strides reach beyond 63 bits", name);
  }
  if (static_cast<uint64_t>(end) > tensor.size())
    return makeError("{} has {} elements; its shape and strides reach element {}", name,
                     tensor.size(), end - 1);
  return llvm::Error::success();
}

llvm::Error checkProblem(const AttentionProblem &p) {
  const std::pair<const char *, int64_t> extents[] = {{"batch", p.batch},
                                                      {"headsQ", p.headsQ},
                                                      {"headsKv", p.headsKv},
                                                      {"seqlenQ", p.seqlenQ},
                                                      {"headSize", p.headSize}};
  for (auto [name, value] : extents)
    if (value < 1)
      return makeError("{} is {}; it must be at least 1", name, value);
  if (p.seqlenK < 0)
    return makeError("seqlenK is {}; it must be at least 0", p.seqlenK);
  if (p.headsQ % p.headsKv != 0)
    return makeError("headsQ is {}; it must be a multiple of headsKv, {}", p.headsQ, p.headsKv);
  if (byteSize(p.type) != 2)
    return makeError("type is {}; it must be f16 or bf16", toString(p.type).str());
  int64_t bytes = sizeof(double);
  for (int64_t extent : {p.batch, p.seqlenQ, p.headsQ, p.headSize})
    if (__builtin_mul_overflow(bytes, extent, &bytes))
      return makeError("the result is too large: its size in bytes does not fit 63 bits");
  return llvm::Error::success();
}

/// One batch and one query head. Keys are held transposed, [headSize][seqlenK], and values by key,
/// so that the inner loops run over contiguous elements without adding across them.
class Head {
public:
  Head(const AttentionProblem &problem, int64_t batch, int64_t head, const uint16_t *q,
       const uint16_t *k, const uint16_t *v);

  /// Writes the rows first ... first + rows - 1 of this head to `out`, the first row's start.
  void computeRows(int64_t first, int64_t rows, double *out, int64_t outStride);

  static constexpr int64_t blockRows = 8;

private:
  /// How many keys, from the first one, a query sees.
  int64_t visibleKeys(int64_t query) const;
  void computeScores(int64_t first, int64_t rows, int64_t keys);

  const AttentionProblem &p;
  std::vector<double> queries, keysTransposed, values;
  std::vector<double> scores; ///< [blockRows][seqlenK]
};

Head::Head(const AttentionProblem &problem, int64_t batch, int64_t head, const uint16_t *q,
           const uint16_t *k, const uint16_t *v)
    : p(problem), queries(p.seqlenQ * p.headSize), keysTransposed(p.headSize * p.seqlenK),
      values(p.seqlenK * p.headSize), scores(blockRows * p.seqlenK) {
  const int64_t kvHead = head / (p.headsQ / p.headsKv);
  q += batch * p.q.batch + head * p.q.head;
  k += batch * p.k.batch + kvHead * p.k.head;
  v += batch * p.v.batch + kvHead * p.v.head;
  for (int64_t i = 0; i < p.seqlenQ; ++i)
    for (int64_t d = 0; d < p.headSize; ++d)
      queries[i * p.headSize + d] = halfToFloat(p.type, q[i * p.q.seq + d]);
  for (int64_t j = 0; j < p.seqlenK; ++j)
    for (int64_t d = 0; d < p.headSize; ++d) {
      keysTransposed[d * p.seqlenK + j] = halfToFloat(p.type, k[j * p.k.seq + d]);
      values[j * p.headSize + d] = halfToFloat(p.type, v[j * p.v.seq + d]);
    }
}

int64_t Head::visibleKeys(int64_t query) const {
  if (p.mask == MaskMode::None)
    return p.seqlenK;
  const int64_t shift = p.alignment == CausalAlignment::BottomRight ? p.seqlenK - p.seqlenQ : 0;
  return std::clamp<int64_t>(query + shift + 1, 0, p.seqlenK);
}

void Head::computeScores(int64_t first, int64_t rows, int64_t keys) {
  // A tile of keys whose transposed columns and score rows stay in the first-level cache.
  constexpr int64_t tile = 128;
  for (int64_t start = 0; start < keys; start += tile) {
    const int64_t count = std::min(tile, keys - start);
    for (int64_t row = 0; row < rows; ++row) {
      double *__restrict s = &scores[row * p.seqlenK + start];
      const double *q = &queries[(first + row) * p.headSize];
      std::fill_n(s, count, 0.0);
      for (int64_t d = 0; d < p.headSize; ++d) {
        const double *__restrict kt = &keysTransposed[d * p.seqlenK + start];
        const double factor = q[d];
        for (int64_t j = 0; j < count; ++j)
          s[j] += factor * kt[j];
      }
      for (int64_t j = 0; j < count; ++j)
        s[j] *= p.scale;
    }
  }
}

void Head::computeRows(int64_t first, int64_t rows, double *out, int64_t outStride) {
  // The last row of the block sees the most keys.
  computeScores(first, rows, visibleKeys(first + rows - 1));
  for (int64_t row = 0; row < rows; ++row) {
    double *__restrict o = out + row * outStride;
    std::fill_n(o, p.headSize, 0.0);
    const int64_t keys = visibleKeys(first + row);
    if (keys == 0)
      continue;
    double *s = &scores[row * p.seqlenK];
    double max = -std::numeric_limits<double>::infinity();
    for (int64_t j = 0; j < keys; ++j)
      max = std::max(max, s[j]);
    double sum = 0;
    for (int64_t j = 0; j < keys; ++j) {
      s[j] = std::exp(s[j] - max);
      sum += s[j];
    }
    for (int64_t j = 0; j < keys; ++j) {
      const double *__restrict v = &values[j * p.headSize];
      const double factor = s[j];
      for (int64_t d = 0; d < p.headSize; ++d)
        o[d] += factor * v[d];
    }
    for (int64_t d = 0; d < p.headSize; ++d)
      o[d] /= sum;
  }
}

} // namespace

void AttentionProblem::contiguousStrides() {
  q = TensorStrides::contiguous(seqlenQ, headsQ, headSize);
  k = v = TensorStrides::contiguous(seqlenK, headsKv, headSize);
}

llvm::Expected<std::vector<double>> attentionReference(const AttentionProblem &p,
                                                       llvm::ArrayRef<uint16_t> q,
                                                       llvm::ArrayRef<uint16_t> k,
                                                       llvm::ArrayRef<uint16_t> v) {
  if (llvm::Error error = checkProblem(p))
    return error;
  if (llvm::Error error = checkTensor("Q", q, p.batch, p.seqlenQ, p.headsQ, p.headSize, p.q))
    return error;
  if (llvm::Error error = checkTensor("K", k, p.batch, p.seqlenK, p.headsKv, p.headSize, p.k))
    return error;
  if (llvm::Error error = checkTensor("V", v, p.batch, p.seqlenK, p.headsKv, p.headSize, p.v))
    return error;

  const TensorStrides o = TensorStrides::contiguous(p.seqlenQ, p.headsQ, p.headSize);
  std::vector<double> out(p.batch * o.batch);
  parallelFor(p.batch * p.headsQ, [&](int64_t job) {
    const int64_t batch = job / p.headsQ, head = job % p.headsQ;
    Head work(p, batch, head, q.data(), k.data(), v.data());
    for (int64_t first = 0; first < p.seqlenQ; first += Head::blockRows)
      work.computeRows(first, std::min(Head::blockRows, p.seqlenQ - first),
                       &out[batch * o.batch + first * o.seq + head * o.head], o.seq);
  });
  return out;
}

} // namespace rocke::runtime
