//===- Rounding.h - Operations in any rounding mode -------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_ROUNDING_H
#define ROCKE_TESTS_FUZZ_ISA_ROUNDING_H

#include <cstdint>

namespace rocke::fuzz {

enum class Arithmetic : uint8_t { Add, Subtract, Multiply, Fma, Convert };

/// The result of an operation on doubles, rounded to f16 (16), f32 (32) or f64 (64) in the mode
/// that MODE numbers so: nearest even, up, down, toward zero. f32's and f16's operands are numbers
/// of theirs.
double rounded(uint32_t operation, uint32_t bits, uint32_t mode, double x, double y, double z);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_ROUNDING_H
