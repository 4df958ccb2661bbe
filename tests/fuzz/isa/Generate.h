//===- Generate.h - Programs from seeds -------------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_GENERATE_H
#define ROCKE_TESTS_FUZZ_ISA_GENERATE_H

#include "Program.h"

namespace rocke::fuzz {

/// The program of a seed. It has no undefined behaviour whatever its inputs are, and its results
/// depend on nothing but them (and, after an exchange between lanes, on the wavefront's size).
Program generate(uint64_t seed);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_GENERATE_H
