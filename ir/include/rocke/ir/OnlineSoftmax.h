//===- OnlineSoftmax.h - Softmax over scores that come in steps -*- C++ -*-===//
#ifndef ROCKE_IR_ONLINESOFTMAX_H
#define ROCKE_IR_ONLINESOFTMAX_H

#include "rocke/ir/KernelBuilder.h"

namespace rocke {

/// What a lane carries from step to step, both f32.
struct SoftmaxState {
  Value reference; ///< exponent that probabilities are relative to; -FLT_MAX before the first score
  Value sum;       ///< of this lane's probabilities so far
};

/// How probabilities become 16-bit numbers.
enum class Rounding {
  Single, ///< one number each
  Split,  ///< the sum of two: exact to f32 for most purposes, at twice the matrix instructions
};

struct SoftmaxStep {
  SoftmaxState state;
  Value probabilities; ///< of this step's scores: a vector of f16 or bf16
  Value residual;      ///< what Rounding::Split adds to `probabilities`, else an empty Value
  Value rescale;       ///< f32: what earlier results must be multiplied with
};

/// Softmax of one row per lane. Lanes whose numbers differ only in bits of `rowMask` share a row:
/// each has some of its scores. The scores of each step are a vector of f32 per lane, of an even
/// number of elements.
///
/// Rounding toward zero takes one instruction per pair of numbers, and costs no accuracy against
/// rounding to nearest if it is made to err to both sides: with Rounding::Single, probabilities
/// are larger by the average of what is cut off before it is cut off. Their sum is taken of the
/// rounded numbers.
///
/// A row whose scores so far are all -inf keeps its first reference, which makes its probabilities
/// 0 and not NaN, so that a finite score that comes later is still right.
class OnlineSoftmax {
public:
  /// `logScale` is the factor of the scores times log2(e): f32, uniform, not negative. `type` of
  /// the probabilities is F16 or BF16.
  OnlineSoftmax(KernelBuilder &builder, Value logScale, unsigned rowMask, ElementType type)
      : builder(&builder), logScale(logScale), rowMask(rowMask), type(type) {}

  SoftmaxState initialState(SourceLoc loc = SourceLoc::current()) const;
  /// Takes in the next scores. Where `visible`, a vector of i1, is given and false, the score
  /// counts for nothing, be it NaN.
  SoftmaxStep step(const SoftmaxState &state, Value scores, Rounding rounding = Rounding::Single,
                   std::optional<Value> visible = {}, SourceLoc loc = SourceLoc::current()) const;
  /// The sum over the whole row.
  Value rowSum(const SoftmaxState &state, SourceLoc loc = SourceLoc::current()) const;

private:
  Values pack(const Values &numbers) const;
  Value addTo(Value sum, const Values &pairs) const;

  KernelBuilder *builder;
  Value logScale;
  unsigned rowMask;
  ElementType type;
};

/// The mask of a vector whose first `count` (i32, may be negative or too large) elements are
/// visible: a vector of `length` i1.
Value firstVisible(KernelBuilder &builder, Value count, unsigned length,
                   SourceLoc loc = SourceLoc::current());

} // namespace rocke

#endif // ROCKE_IR_ONLINESOFTMAX_H
