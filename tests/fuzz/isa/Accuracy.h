//===- Accuracy.h - The documented accuracy of approximations ---*- C++ -*-===//
//
// The bounds are those of the ISA manuals (RDNA3, "Vector ALU Operations": V_EXP_F32 and its kin):
// one unit in the last place for f32 and f16, 2^29 units for f64. The f32 instructions flush
// denormals; whether a given one does differs between generations, so both are right. sin and cos
// take revolutions; gfx9 gives sin 0 = 0 and cos 0 = 1 beyond 256 of them. LLVM's expansions of
// exp2, log2, exp and log handle denormals and add an operation's rounding or two.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_FUZZ_ISA_ACCURACY_H
#define ROCKE_TESTS_FUZZ_ISA_ACCURACY_H

#include "OpEmitter.h"
#include "Program.h"
#include <string>

namespace rocke::fuzz {

/// Empty if `result` is good enough for `function` of `input`, both as bits of `type` (F16, F32 or
/// F64); or else what was expected.
std::string checkAccuracy(const Side &gpu, Approximation function, Type type, uint64_t input,
                          uint64_t result);
const char *toString(Approximation function);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_ACCURACY_H
