//===- MatrixInst.h - Matrix instructions, decoded --------------*- C++ -*-===//
//
// How matrix instructions add up, which hardware leaves open: the accumulator starts as C, and the
// products are added in the order of ascending k, each with one rounding to f32 (a fused
// multiply-add; products of 16-bit and 8-bit floats are exact). Denormals are kept whatever MODE
// says. Results of a narrower type are rounded once, at the end, to nearest even. A NaN result is
// the default NaN. Integer products are summed modulo 2^32, or exactly and then saturated (clamp).
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_MATRIXINST_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_MATRIXINST_H

#include "../DecodedInst.h"
#include <bit>

namespace rocke::sim {

/// DecodedInst::imm of a WMMA. Sources are A, B and C in src[0..2].
struct WmmaControl {
  uint8_t negLow, negHigh; ///< one bit per source; integers: negLow says that A or B is signed
  bool highHalf;           ///< 16-bit C and D are in the upper halves of their registers
  uint8_t unused[13];
};
static_assert(sizeof(WmmaControl) == sizeof(DecodedInst::imm));

/// What a WMMA multiplies: 16 by 16 by 16.
enum class WmmaKind : uint8_t { F32F16, F32BF16, F16F16, BF16BF16, I32I8, I32I4 };

/// The handler of a kind, for the best instruction set that the host has.
Handler wmmaHandler(WmmaKind kind);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_MATRIXINST_H
