#include "Parallel.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Reference.h"
#include <algorithm>
#include <cassert>

namespace rocke::runtime {

namespace {

llvm::Error checkMatrix(const char *name, llvm::ArrayRef<uint16_t> matrix, int64_t rows,
                        int64_t columns, int64_t stride) {
  if (stride < columns)
    return makeError("the rows of {} are {} elements apart; its {} columns need at least that many",
                     name, stride, columns);
  int64_t end;
  if (__builtin_mul_overflow(rows - 1, stride, &end) || __builtin_add_overflow(end, columns, &end))
    return makeError("{} is too large: its rows reach beyond 63 bits", name);
  if (static_cast<uint64_t>(end) > matrix.size())
    return makeError("{} has {} elements; {} rows {} apart reach element {}", name, matrix.size(),
                     rows, stride, end - 1);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<double>> gemmReference(const GemmProblem &p, llvm::ArrayRef<uint16_t> a,
                                                  llvm::ArrayRef<uint16_t> b) {
  const std::pair<const char *, int64_t> extents[] = {{"m", p.m}, {"n", p.n}, {"k", p.k}};
  for (auto [name, value] : extents)
    if (value < 1)
      return makeError("{} is {}; it must be at least 1", name, value);
  if (byteSize(p.type) != 2)
    return makeError("type is {}; it must be f16 or bf16", toString(p.type).str());
  if (llvm::Error error = checkMatrix("A", a, p.m, p.k, p.lda))
    return error;
  if (llvm::Error error = checkMatrix("B", b, p.n, p.k, p.ldb))
    return error;

  // B transposed, so that the inner loop runs over contiguous columns without adding across them.
  std::vector<double> bt(p.k * p.n);
  for (int64_t n = 0; n < p.n; ++n)
    for (int64_t k = 0; k < p.k; ++k)
      bt[k * p.n + n] = halfToFloat(p.type, b[n * p.ldb + k]);

  std::vector<double> c(p.m * p.n);
  parallelFor(p.m, [&](int64_t m) {
    constexpr int64_t tile = 512; // columns whose sums stay in the first-level cache
    for (int64_t start = 0; start < p.n; start += tile) {
      const int64_t count = std::min(tile, p.n - start);
      double *__restrict sums = &c[m * p.n + start];
      for (int64_t k = 0; k < p.k; ++k) {
        const double factor = halfToFloat(p.type, a[m * p.lda + k]);
        const double *__restrict row = &bt[k * p.n + start];
        for (int64_t n = 0; n < count; ++n)
          sums[n] += factor * row[n];
      }
    }
  });
  return c;
}

std::vector<double> vectorAddReference(llvm::ArrayRef<double> a, llvm::ArrayRef<double> b) {
  assert(a.size() == b.size() && "vectors of one length");
  std::vector<double> c(a.size());
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = a[i] + b[i];
  return c;
}

} // namespace rocke::runtime
