//===- Prng.h - The fuzzer's random numbers ---------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_PRNG_H
#define ROCKE_TESTS_FUZZ_ISA_PRNG_H

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace rocke::fuzz {

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for a seed on every machine.
class Prng {
public:
  explicit Prng(uint64_t seed) : state(seed) {}

  uint64_t bits() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number below `bound`, which is not 0. The bias of the remainder does not matter here.
  uint64_t below(uint64_t bound) { return bits() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  /// An element of a container or an array.
  template <typename Range> const auto &pick(const Range &range) {
    return range[static_cast<size_t>(below(std::size(range)))];
  }

private:
  uint64_t state;
};

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_PRNG_H
