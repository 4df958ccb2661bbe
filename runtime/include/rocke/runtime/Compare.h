//===- Compare.h - The gate: is a result good enough? -----------*- C++ -*-===//
//
// A result O in the kernel's output type is compared with a reference R in double precision that
// was computed from the same inputs. O passes when
//   rms(O - R) / rms(R) is within the type's tolerance (rounding R itself to the type costs 2e-4 of
//   it in f16 and 1.6e-3 in bf16), and
//   no element is further from R than a few units in the last place of the type at
//   max(|R|, rms(R)), and
//   every NaN and every infinity is where R has one, an infinity with R's sign.
// An infinite O for a finite R counts as the power of two that follows the type's largest number,
// and so does an R beyond it there: overflow is right where rounding R overflows or nearly does.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_COMPARE_H
#define ROCKE_RUNTIME_COMPARE_H

#include "rocke/runtime/HalfFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace rocke::runtime {

struct GateTolerance {
  double relRms = 0; ///< largest rms(O - R) / rms(R)
  double ulps = 0;   ///< largest |O - R| of an element, in units in the last place
};

/// The tolerance that kernels are held to: 5e-4 in f16, 4e-3 in bf16, two units in the last place
/// each. A result in f32 was accumulated in f32, whose rounding errors add up: 1e-5 and 256 units.
GateTolerance gateTolerance(FloatType type);

struct GateResult {
  bool pass = false;
  uint64_t count = 0;           ///< elements compared
  double maxAbs = 0;            ///< largest |O - R| where R is finite and O is not NaN
  double relRms = 0;            ///< rms(O - R) / rms(R) over the same; infinite if only rms(R) is 0
  double maxUlps = 0;           ///< largest |O - R| in units in the last place as above
  uint64_t classMismatches = 0; ///< elements where NaN or infinity is on one side only
  uint64_t worstIndex = 0;      ///< the first mismatch, or else the element of maxUlps
  double worstExpected = 0;     ///< R at worstIndex
  double worstActual = 0;       ///< O at worstIndex
  GateTolerance tolerance;

  /// One line: the figures beside their tolerances and, if the gate is shut, why.
  std::string str() const;
};

/// Compares `actual`, elements of `type` one after the other, with `expected`. Errors if they
/// differ in length or are empty: nothing was compared then.
llvm::Expected<GateResult> compareWithReference(llvm::ArrayRef<double> expected,
                                                llvm::ArrayRef<uint8_t> actual, FloatType type,
                                                GateTolerance tolerance);

/// With the type's own tolerance.
llvm::Expected<GateResult> compareWithReference(llvm::ArrayRef<double> expected,
                                                llvm::ArrayRef<uint8_t> actual, FloatType type);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_COMPARE_H
