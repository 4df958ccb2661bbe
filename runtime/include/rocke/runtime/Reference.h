//===- Reference.h - What kernels should compute ----------------*- C++ -*-===//
//
// References in double precision from the 16-bit inputs that the kernel gets. They evaluate the
// definition in IEEE arithmetic, so that infinities and NaN come out where the definition has them.
// Results do not depend on the number of threads.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_REFERENCE_H
#define ROCKE_RUNTIME_REFERENCE_H

#include "rocke/runtime/HalfFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace rocke::runtime {

enum class MaskMode { None, Causal };

/// Which keys a query sees under a causal mask when there are not as many keys as queries.
enum class CausalAlignment {
  TopLeft,     ///< query i sees the keys j <= i: both start at position 0
  BottomRight, ///< query i sees the keys j <= i + seqlenK - seqlenQ: both end at the same position
};

/// Element strides of a [batch, seqlen, heads, head_size] tensor; head_size has stride 1.
struct TensorStrides {
  int64_t batch = 0, seq = 0, head = 0;

  static TensorStrides contiguous(int64_t seqlen, int64_t heads, int64_t headSize) {
    return {seqlen * heads * headSize, heads * headSize, headSize};
  }
};

/// O = softmax(scale * Q K^T + mask) V for each batch and head.
struct AttentionProblem {
  int64_t batch = 1;
  int64_t headsQ = 1;
  int64_t headsKv = 1; ///< divides headsQ: query head h reads the keys of h / (headsQ / headsKv)
  int64_t seqlenQ = 1;
  int64_t seqlenK = 1; ///< 0: a row without keys is 0
  int64_t headSize = 64;
  double scale = 1; ///< of the scores, usually 1 / sqrt(headSize)
  MaskMode mask = MaskMode::None;
  CausalAlignment alignment = CausalAlignment::TopLeft;
  FloatType type = FloatType::F16; ///< of Q, K and V: F16 or BF16
  TensorStrides q, k, v;           ///< contiguousStrides() where a tensor has no gaps

  /// Sets q, k and v to those of tensors without gaps.
  void contiguousStrides();
};

/// O as a contiguous [batch, seqlenQ, headsQ, headSize] tensor. A masked key contributes nothing,
/// whatever its values; a row that sees no key is 0. Errors on a problem that makes no sense and on
/// a tensor that ends before the problem does.
llvm::Expected<std::vector<double>> attentionReference(const AttentionProblem &problem,
                                                       llvm::ArrayRef<uint16_t> q,
                                                       llvm::ArrayRef<uint16_t> k,
                                                       llvm::ArrayRef<uint16_t> v);

/// C = A B^T with A [m, k] and B [n, k] in rows.
struct GemmProblem {
  int64_t m = 1, n = 1, k = 1;
  int64_t lda = 1, ldb = 1;        ///< elements from one row to the next, at least k
  FloatType type = FloatType::F16; ///< of A and B: F16 or BF16
};

/// C as a contiguous [m, n] matrix. Errors as attentionReference.
llvm::Expected<std::vector<double>>
gemmReference(const GemmProblem &problem, llvm::ArrayRef<uint16_t> a, llvm::ArrayRef<uint16_t> b);

/// a + b, element by element; both have as many.
std::vector<double> vectorAddReference(llvm::ArrayRef<double> a, llvm::ArrayRef<double> b);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_REFERENCE_H
