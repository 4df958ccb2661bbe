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
#include "llvm/ADT/StringRef.h"
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

/// Element types of MFMA operands.
enum class MfmaType : uint8_t { F64, F32, XF32, F16, BF16, I8, FP8, BF8, FP6, BF6, FP4, I32 };

constexpr unsigned bitsOf(MfmaType type) {
  switch (type) {
  case MfmaType::F64:
    return 64;
  case MfmaType::F32:
  case MfmaType::XF32:
  case MfmaType::I32:
    return 32;
  case MfmaType::F16:
  case MfmaType::BF16:
    return 16;
  case MfmaType::I8:
  case MfmaType::FP8:
  case MfmaType::BF8:
    return 8;
  case MfmaType::FP6:
  case MfmaType::BF6:
    return 6;
  case MfmaType::FP4:
    return 4;
  }
  return 0;
}

/// One MFMA or SMFMAC instruction: `blocks` products of m x k by k x n. n equals m.
struct MfmaOp {
  const char *name; ///< without "v_"
  uint16_t m, k, blocks;
  MfmaType a, b, c;
  bool gfx950 = false; ///< gfx950 has it, gfx942 does not
  bool gfx942 = false; ///< the other way round
  bool sparse = false; ///< A holds two of every four k; src2 says which
};
/// The operation of that mnemonic, or nullptr.
const MfmaOp *findMfmaOp(llvm::StringRef name);

/// DecodedInst::imm of an MFMA. Sources are A, B and C in src[0..2] (SMFMAC: the indices in src[2]
/// and C in src[3]), the scales of A and B in src[4] and src[5]. `data` is the MfmaOp.
struct MfmaControl {
  MfmaType aType, bType; ///< f8f6f4 chooses them by cbsz and blgp
  uint8_t broadcastSize; ///< cbsz: A of one block serves 2^cbsz blocks
  uint8_t broadcastId;   ///< abid: which of them; SMFMAC: which part of the indices
  uint8_t lanePattern;   ///< blgp: how B's lanes are exchanged
  uint8_t negate;        ///< f64: neg of A, B, C, one bit each
  bool scaled;           ///< src[4] and src[5] hold E8M0 scales
  uint8_t scaleByteA, scaleByteB;
  bool ocp;   ///< 8-bit floats are OCP's, else FNUZ
  bool dealt; ///< f8f6f4: 8-bit elements lie in chunks of 16
  uint8_t unused[5];
};
static_assert(sizeof(MfmaControl) == sizeof(DecodedInst::imm));

/// The handlers of f32 and integer results, of f64 results, and of SMFMAC.
struct MfmaHandlers {
  Handler dense, dense64, sparse;
};
const MfmaHandlers &mfmaHandlers();

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_MATRIXINST_H
