//===- Matrix.h - Matrix instructions as sums of products -------*- C++ -*-===//
//
// A random program gives a matrix instruction two dwords from every lane. Both sides make the
// lane's registers of A, B and C of them in the same way, and fold the registers of the result into
// one dword. The host's result is the plain sum over k, in the order that docs/simulator.md states
// ("Choices"); where each element lies is what AMD's matrix instruction calculator prints.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_FUZZ_ISA_MATRIX_H
#define ROCKE_TESTS_FUZZ_ISA_MATRIX_H

#include "Side.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace rocke::fuzz {

enum class Element : uint8_t { F64, F32, XF32, F16, BF16, FP8, BF8, FP6, BF6, FP4, I8, I4, I32 };
unsigned bitsOf(Element element);

struct MatrixOp {
  const char *intrinsic; ///< behind "llvm.amdgcn."
  unsigned m, k, blocks; ///< n = m
  Element a, b, c;
  bool sparse = false; ///< A holds two of four values of k

  /// A and B of any of FP8 to FP4, with scales of 32 values of k each.
  bool isScaled() const { return llvm::StringRef(intrinsic).starts_with("mfma.scale"); }
  bool isWmma() const { return llvm::StringRef(intrinsic).starts_with("wmma"); }
  /// Elements that a lane holds; of A only those that are stored.
  unsigned perLaneA() const;
  unsigned perLaneB() const;
  /// Rows of the result that a lane holds.
  unsigned slots(unsigned waveSize) const { return m * m * blocks / waveSize; }
};

/// Those of a GPU.
llvm::ArrayRef<MatrixOp> matrixOps(Family family);

/// What a statement's immediate chooses.
struct MatrixChoice {
  const MatrixOp *op;
  Element a, b;        ///< the operation's, or chosen for a scaled one
  unsigned scaleByteA; ///< of a lane's four
  unsigned scaleByteB;
  bool tame;             ///< elements of few exponents, so that rounding matters
  unsigned cbsz, abid;   ///< MFMA: which block's A is for all; SMFMAC: abid chooses the indices
  unsigned blgp;         ///< MFMA: which lanes B comes from; f64: negations
  bool signedA, signedB; ///< WMMA of integers
  bool clamp;            ///< likewise
  bool highHalf;         ///< WMMA with 16-bit results
};
MatrixChoice matrixChoice(Family family, uint64_t imm);

/// How a dword of an operand follows from a lane's: `word` ^ salt, scrambled, and its bits limited.
struct Scramble {
  static constexpr uint32_t step = 0x9e3779b9, factor = 0x85ebca6b;
  uint32_t keep = ~0u, set = 0; ///< the bits that stay, the bits that are set
};
/// `index` is that of the dword: of an F64, only the upper one is limited.
Scramble scrambleOf(Element element, bool tame, unsigned index);
/// Salts that tell A, B and C apart.
inline constexpr uint32_t saltA = 0x11, saltB = 0x2200, saltC = 0x330000, saltScaleA = 0x44,
                          saltScaleB = 0x5500;
/// Scales from 2^-15 to 2^16, in each byte.
inline constexpr Scramble scaleScramble = {0x1f1f1f1f, 0x70707070};
/// Eight pairs of different ascending indices of two bits each.
inline constexpr uint32_t sparsePairs = 0xe4ed9c84;

/// The folded result of a lane. `words`: two of each lane of the wavefront.
uint32_t matrixResult(Family family, unsigned waveSize, uint64_t imm, const uint64_t *words,
                      unsigned lane);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_MATRIX_H
