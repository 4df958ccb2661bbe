//===- Kernel.h - Vector operations as functions over 32 lanes --*- C++ -*-===//
//
// An operation of the vector ALU is a row of a table: a name, the types of its operands and a
// kernel, the arithmetic alone over 32 lanes. Everything around it (operand selection, DPP, SDWA,
// op_sel, neg, abs, denormal flushing, f16 widening; then output modifiers, rounding to f16, EXEC)
// is done once for all operations, in Execute.cpp.
//
// F16 operands reach a kernel widened to f32, and an F16 result leaves it as an f32 that is exact
// or was rounded so that one more rounding to f16 is harmless. f16 and f32 therefore share kernels.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_KERNEL_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_KERNEL_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace rocke::sim {

/// What an operand is. It decides how many words it has, which constants and modifiers it takes and
/// how it reaches the kernel.
enum class ValueType : uint8_t {
  None,
  B16,  ///< zero-extended to 32 bits for the kernel; the low 16 bits are the result
  I16,  ///< the same, sign-extended
  F16,  ///< f32 for the kernel; denormals flushed as MODE says
  X16,  ///< f16 bits, with neg and abs, never flushed or widened
  BF16, ///< f32 for the kernel
  B32,
  F32, ///< denormals flushed as MODE says
  X32, ///< f32 with neg and abs, never flushed
  B64,
  I64, ///< literals are sign-extended
  F64,
  X64,
  B128,
  Mask, ///< one bit per lane: a compare's destination, a carry or condition source
};

/// 32-bit registers of an operand.
constexpr unsigned wordsOf(ValueType type) {
  switch (type) {
  case ValueType::None:
  case ValueType::Mask:
    return 0;
  case ValueType::B64:
  case ValueType::I64:
  case ValueType::F64:
  case ValueType::X64:
    return 2;
  case ValueType::B128:
    return 4;
  default:
    return 1;
  }
}
constexpr bool is16Bit(ValueType type) { return type >= ValueType::B16 && type <= ValueType::BF16; }
/// Takes neg and abs.
constexpr bool isFloat(ValueType type) {
  switch (type) {
  case ValueType::F16:
  case ValueType::X16:
  case ValueType::BF16:
  case ValueType::F32:
  case ValueType::X32:
  case ValueType::F64:
  case ValueType::X64:
    return true;
  default:
    return false;
  }
}

inline constexpr unsigned kernelLanes = 32;

/// What a kernel works on. Word w of lane l of an operand is at [w * stride + l].
struct LaneArgs {
  const uint32_t *src[3];
  uint32_t *dst; ///< overlaps no source
  uint32_t stride;
  uint32_t maskIn;    ///< carry-in, condition
  uint32_t maskOut;   ///< carry-out, compare result; bits of inactive lanes are ignored
  uint32_t mode;      ///< the MODE register
  uint32_t firstLane; ///< 0, or 32 for the upper half of a wave64
  uint32_t control;   ///< per-operation choices that decoding made (signedness of dot products)
  bool gfx9;
  bool ocp; ///< 8-bit floats are OCP's, else FNUZ
};

using Kernel = void (*)(LaneArgs &);

/// Which host rounding mode a kernel must run under.
enum class RoundClass : uint8_t {
  None,
  Single, ///< MODE's f32 field
  Double, ///< MODE's f64 and f16 field
};

namespace opflag {
inline constexpr uint16_t accumulate = 1;   ///< the last source is the destination's old value
inline constexpr uint16_t readsMask = 2;    ///< VCC, or a scalar source in VOP3
inline constexpr uint16_t writesMask = 4;   ///< VCC, or the scalar destination of VOP3
inline constexpr uint16_t packed = 8;       ///< VOP3P on two 16-bit halves (or two f32)
inline constexpr uint16_t packedArgs = 16;  ///< VOP3P whose kernel takes whole packed registers
inline constexpr uint16_t mix = 32;         ///< v_fma_mix: each source f32 or one half
inline constexpr uint16_t mulK = 64;        ///< D = src0 * K + src1
inline constexpr uint16_t addK = 128;       ///< D = src0 * src1 + K
inline constexpr uint16_t writesExec = 256; ///< v_cmpx
inline constexpr uint16_t truthTable = 512; ///< v_bitop3: the modifier bits are an immediate
inline constexpr uint16_t byteDest = 1024;  ///< op_sel chooses one of four bytes of the destination
inline constexpr uint16_t halves = 2048; ///< B32 sources are two f16 or bf16, neg and abs for both
} // namespace opflag

struct VectorOp {
  const char *name;
  Kernel kernel;
  ValueType dst;
  ValueType src[3];
  uint16_t flags = 0;
  /// The kernel of the form with clamp, for integers and for results of several floats; null if
  /// clamp makes no difference. Results that are one float need none.
  Kernel saturating = nullptr;

  unsigned numSources() const {
    unsigned count = 0;
    while (count < 3 && src[count] != ValueType::None)
      ++count;
    return count;
  }
};

/// The operation of that mnemonic (no encoding suffix), or nullptr.
const VectorOp *findVectorOp(llvm::StringRef name);

/// The tables, one per file of operations, for the best instruction set that the host has.
llvm::ArrayRef<VectorOp> floatOps();
llvm::ArrayRef<VectorOp> minMaxOps();
llvm::ArrayRef<VectorOp> integerOps();
llvm::ArrayRef<VectorOp> doubleOps();
llvm::ArrayRef<VectorOp> conversionOps();
llvm::ArrayRef<VectorOp> compareOps();
llvm::ArrayRef<VectorOp> byteOps();
llvm::ArrayRef<VectorOp> gcnOps();

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_KERNEL_H
