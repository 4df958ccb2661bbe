//===- Values.h - Random values with a taste for the extreme ----*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_VALUES_H
#define ROCKE_TESTS_FUZZ_ISA_VALUES_H

#include "Prng.h"
#include "Program.h"

namespace rocke::fuzz {

/// A value of `type` as it lies in memory: random bits, small numbers, ordinary numbers, powers of
/// two and their neighbours, zeros, denormals, infinities, NaNs, ties and extremes.
uint64_t randomValue(Prng &prng, Type type);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_VALUES_H
