//===- OnlineSoftmax.h - Softmax over scores that come in steps -*- C++ -*-===//
#ifndef ROCKE_IR_ONLINESOFTMAX_H
#define ROCKE_IR_ONLINESOFTMAX_H

#include "rocke/ir/KernelBuilder.h"

namespace rocke {

/// What a lane carries from step to step, both f32.
struct SoftmaxState {
  Value max; ///< largest score of the row so far, times logScale; -FLT_MAX before the first
  Value sum; ///< of this lane's probabilities so far, relative to `max`
};

struct SoftmaxStep {
  SoftmaxState state;
  Value probabilities; ///< of this step's scores, relative to state.max: f32, 0 to 1
  Value rescale;       ///< f32: what earlier results must be multiplied with
};

/// Softmax of one row per lane. Lanes whose numbers differ only in bits of `rowMask` share a row:
/// each has some of its scores. The scores of each step are a vector of f32 per lane.
///
/// A row whose scores so far are all -inf keeps max = -FLT_MAX, which makes its probabilities 0 and
/// not NaN, so that a finite score that comes later is still right.
class OnlineSoftmax {
public:
  /// `logScale` is the factor of the scores times log2(e): f32, uniform, not negative.
  OnlineSoftmax(KernelBuilder &builder, Value logScale, unsigned rowMask)
      : builder(&builder), logScale(logScale), rowMask(rowMask) {}

  SoftmaxState initialState(SourceLoc loc = SourceLoc::current()) const;
  /// Takes in the next scores. Where `visible`, a vector of i1, is given and false, the score
  /// counts for nothing, be it NaN.
  SoftmaxStep step(const SoftmaxState &state, Value scores, std::optional<Value> visible = {},
                   SourceLoc loc = SourceLoc::current()) const;
  /// The sum over the whole row.
  Value rowSum(const SoftmaxState &state, SourceLoc loc = SourceLoc::current()) const;

private:
  KernelBuilder *builder;
  Value logScale;
  unsigned rowMask;
};

/// The mask of a vector whose first `count` (i32, may be negative or too large) elements are
/// visible: a vector of `length` i1.
Value firstVisible(KernelBuilder &builder, Value count, unsigned length,
                   SourceLoc loc = SourceLoc::current());

/// Probabilities (a vector of f32 in [0, 1], or NaN) as `type`, f16 or bf16, in few instructions:
/// f16 is rounded toward zero, bf16 to nearest with ties upward.
Value packProbabilities(KernelBuilder &builder, Value probabilities, ElementType type,
                        SourceLoc loc = SourceLoc::current());

} // namespace rocke

#endif // ROCKE_IR_ONLINESOFTMAX_H
