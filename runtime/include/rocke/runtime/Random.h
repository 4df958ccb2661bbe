//===- Random.h - Reproducible random tensors -------------------*- C++ -*-===//
//
// A counter-based generator: element i of a stream depends on the seed, the stream and i, and on
// nothing else. Each pair of elements hashes its counter (SplitMix64, Steele, Lea and Flood 2014)
// to two uniform numbers, which Box and Muller's transform makes two normal ones. Logarithm, sine
// and cosine are our own, of additions, multiplications and square roots, so that the values are
// the same to the last bit with every C library and on every machine.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_RANDOM_H
#define ROCKE_RUNTIME_RANDOM_H

#include "rocke/runtime/HalfFloat.h"
#include <cstdint>
#include <vector>

namespace rocke::runtime {

/// Standard normal numbers by index.
class NormalStream {
public:
  /// Streams of one seed are independent of each other: one for each tensor.
  explicit NormalStream(uint64_t seed, uint64_t stream = 0);

  double at(uint64_t index) const;

private:
  uint64_t key;
};

/// `count` elements of a stream rounded to `type`, one after the other as raw bytes.
std::vector<uint8_t> randomNormal(FloatType type, uint64_t count, uint64_t seed,
                                  uint64_t stream = 0);

/// The same as 16-bit elements; `type` is F16 or BF16.
std::vector<uint16_t> randomNormalHalf(FloatType type, uint64_t count, uint64_t seed,
                                       uint64_t stream = 0);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_RANDOM_H
