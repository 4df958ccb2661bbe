//===- OnlineSoftmax.cpp - Softmax over scores that come in steps ---------===//
#include "rocke/ir/OnlineSoftmax.h"
#include <fmt/format.h>
#include <limits>

using namespace rocke;
using namespace rocke::types;

static constexpr float lowest = std::numeric_limits<float>::lowest();

static Values elementsOf(KernelBuilder &builder, Value vector) {
  Values elements;
  for (unsigned i = 0; i < vector.type().count(); ++i)
    elements.push_back(builder.extract(vector, i));
  return elements;
}

/// Three at a time, which is one v_max3_f32.
static Value largest(KernelBuilder &builder, Values values) {
  while (values.size() > 1) {
    Values next;
    for (size_t i = 0; i < values.size(); i += 3) {
      Value result = values[i];
      for (size_t j = i + 1; j < std::min(i + 3, values.size()); ++j)
        result = builder.max(result, values[j]);
      next.push_back(result);
    }
    values = std::move(next);
  }
  return values.front();
}

/// In pairs, so that the additions do not wait for each other.
static Value sumOf(Values values) {
  while (values.size() > 1) {
    Values next;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      next.push_back(values[i] + values[i + 1]);
    if (values.size() % 2)
      next.push_back(values.back());
    values = std::move(next);
  }
  return values.front();
}

SoftmaxState OnlineSoftmax::initialState(SourceLoc loc) const {
  return {builder->constant(f32, Operand(lowest, loc)), builder->constant(f32, Operand(0, loc))};
}

SoftmaxStep OnlineSoftmax::step(const SoftmaxState &state, Value scores,
                                std::optional<Value> visible, SourceLoc loc) const {
  LocationScope scope(*builder, loc);
  unsigned count = scores.type().count();
  if (!scores.type().isVector() || scores.type().scalar() != f32) {
    builder->fail(
        fmt::format("the scores have type {}; expected a vector of f32", scores.type().str()), loc);
    return {state, scores, state.sum};
  }
  Value candidates = visible ? builder->select(*visible, scores, lowest) : scores;
  Value rowMax = largest(*builder, elementsOf(*builder, candidates));
  rowMax = builder->xorReduce(Reduction::Max, rowMax, rowMask);
  Value newMax = builder->max(state.max, rowMax * logScale);

  Value exponents =
      builder->fma(scores, builder->splat(logScale, count), -builder->splat(newMax, count));
  Value probabilities = builder->exp2(exponents);
  if (visible)
    probabilities = builder->select(*visible, probabilities, 0);
  Value rescale = builder->exp2(state.max - newMax);
  Value sum = builder->fma(state.sum, rescale, sumOf(elementsOf(*builder, probabilities)));
  return {{newMax, sum}, probabilities, rescale};
}

Value OnlineSoftmax::rowSum(const SoftmaxState &state, SourceLoc loc) const {
  return builder->xorReduce(Reduction::Add, state.sum, rowMask, loc);
}

Value rocke::firstVisible(KernelBuilder &builder, Value count, unsigned length, SourceLoc loc) {
  LocationScope scope(builder, loc);
  return builder.iota(length) < builder.splat(count, length);
}

Value rocke::packProbabilities(KernelBuilder &builder, Value probabilities, ElementType type,
                               SourceLoc loc) {
  LocationScope scope(builder, loc);
  unsigned count = probabilities.type().count();
  if (builder.failed())
    return probabilities;
  if (probabilities.type() != f32.x(count) || count % 2 ||
      (type != ElementType::F16 && type != ElementType::BF16)) {
    builder.fail(fmt::format("packProbabilities() cannot turn {} into {}",
                             probabilities.type().str(), toString(type).str()),
                 loc);
    return probabilities;
  }
  Values pairs;
  if (type == ElementType::F16) {
    for (unsigned i = 0; i < count; i += 2)
      pairs.push_back(builder.cvtPkRtz(builder.extract(probabilities, i),
                                       builder.extract(probabilities, i + 1)));
    return builder.concat(pairs);
  }
  // bf16 is the upper half of f32. Adding half a unit of its last place carries into that half when
  // the lower half is at least as much.
  Value bits = builder.bitcast(probabilities, i32.x(count)) + 0x8000;
  for (unsigned i = 0; i < count; i += 2)
    pairs.push_back(
        builder.perm(builder.extract(bits, i + 1), builder.extract(bits, i), 0x07060302));
  return builder.bitcast(builder.fromElements(pairs), bf16.x(count));
}
