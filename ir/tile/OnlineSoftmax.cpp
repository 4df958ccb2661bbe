//===- OnlineSoftmax.cpp - Softmax over scores that come in steps ---------===//
#include "rocke/ir/OnlineSoftmax.h"
#include <cmath>
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

/// The binary logarithm of one plus the average that rounding toward zero cuts off, as a part of
/// the number. A number of mantissa m in [1, 2) loses half a unit of the last place u on average, u
/// / 2m of itself; over mantissas whose logarithm is evenly spread, 1/m averages 1 / (2 ln 2).
static double roundingBias(ElementType type) {
  double unit = std::ldexp(1.0, type == ElementType::F16 ? -10 : -7);
  return std::log2(1 + unit / (4 * std::log(2.0)));
}

SoftmaxState OnlineSoftmax::initialState(SourceLoc loc) const {
  return {builder->constant(f32, Operand(lowest, loc)), builder->constant(f32, Operand(0, loc))};
}

SoftmaxStep OnlineSoftmax::step(const SoftmaxState &state, Value scores, Rounding rounding,
                                std::optional<Value> visible, SourceLoc loc) const {
  LocationScope scope(*builder, loc);
  unsigned count = scores.type().count();
  if (!scores.type().isVector() || scores.type().scalar() != f32 || count % 2) {
    builder->fail(fmt::format("the scores have type {}; expected a vector of an even number of f32",
                              scores.type().str()),
                  loc);
    return {state, scores, scores, state.sum};
  }
  Value candidates = visible ? builder->select(*visible, scores, lowest) : scores;
  Value rowMax = largest(*builder, elementsOf(*builder, candidates));
  rowMax = builder->xorReduce(Reduction::Max, rowMax, rowMask);
  // The bias is part of the reference, where it is free.
  double bias = roundingBias(type);
  Value reference = builder->max(state.reference, builder->fma(rowMax, logScale, -bias));

  Value base = rounding == Rounding::Single ? reference : reference + bias;
  Value exponents =
      builder->fma(scores, builder->splat(logScale, count), -builder->splat(base, count));
  Value numbers = builder->exp2(exponents);
  if (visible)
    numbers = builder->select(*visible, numbers, 0);
  Value rescale = builder->exp2(state.reference - reference);

  SoftmaxStep result = {{reference, state.sum * rescale}, {}, {}, rescale};
  Values pairs = pack(elementsOf(*builder, numbers));
  result.probabilities = builder->concat(pairs);
  result.state.sum = addTo(result.state.sum, pairs);
  if (rounding == Rounding::Split) {
    // Not 0 unless the number is, because 0 times an infinite value would be NaN.
    Value rest = builder->max(numbers - builder->convert(result.probabilities, f32),
                              type == ElementType::F16 ? 0x1p-24 : 0x1p-126);
    rest = builder->select(numbers > 0, rest, 0);
    Values restPairs = pack(elementsOf(*builder, rest));
    result.residual = builder->concat(restPairs);
    result.state.sum = addTo(result.state.sum, restPairs);
  }
  return result;
}

/// Numbers in [0, 1], or NaN, in pairs of `type`, rounded toward zero.
Values OnlineSoftmax::pack(const Values &numbers) const {
  Values pairs;
  for (size_t i = 0; i < numbers.size(); i += 2) {
    if (type == ElementType::F16) {
      pairs.push_back(builder->cvtPkRtz(numbers[i], numbers[i + 1]));
      continue;
    }
    // bf16 is the upper half of f32.
    Value packed = builder->perm(builder->bitcast(numbers[i + 1], i32),
                                 builder->bitcast(numbers[i], i32), 0x07060302);
    pairs.push_back(builder->bitcast(packed, bf16.x(2)));
  }
  return pairs;
}

Value OnlineSoftmax::addTo(Value sum, const Values &pairs) const {
  Value ones = builder->constant(ValueType(type).x(2), 1.0);
  for (Value pair : pairs)
    sum = builder->dot2(pair, ones, sum);
  return sum;
}

Value OnlineSoftmax::rowSum(const SoftmaxState &state, SourceLoc loc) const {
  return builder->xorReduce(Reduction::Add, state.sum, rowMask, loc);
}

Value rocke::firstVisible(KernelBuilder &builder, Value count, unsigned length, SourceLoc loc) {
  LocationScope scope(builder, loc);
  return builder.iota(length) < builder.splat(count, length);
}
