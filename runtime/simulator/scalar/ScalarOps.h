//===- ScalarOps.h - Tables of scalar operations ----------------*- C++ -*-===//
//
// Each scalar encoding has a table from mnemonics to handlers, in a file of its own. Both families'
// spellings of an operation are entries of the same table.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_SCALAR_SCALAROPS_H
#define ROCKE_RUNTIME_SIMULATOR_SCALAR_SCALAROPS_H

#include "Decode.h"
#include "Wavefront.h"
#include "llvm/ADT/StringRef.h"

namespace rocke::sim {

/// A scalar operation and how its sources read constants.
struct ScalarOp {
  Handler handler = nullptr;
  ConstantType src0 = ConstantType::B32;
  ConstantType src1 = ConstantType::B32;
  bool isMessage = false; ///< SOP1: the source field is a message's number
};

/// The operation of that mnemonic, or nullptr. Operands: dst[0], src[0], src[1]; SOPK and SOPP have
/// their 16-bit immediate in imm[0], sign-extended.
const ScalarOp *findSop2(llvm::StringRef name);
const ScalarOp *findSop1(llvm::StringRef name);
const ScalarOp *findSopc(llvm::StringRef name);
const ScalarOp *findSopk(llvm::StringRef name);
const ScalarOp *findSopp(llvm::StringRef name);
/// gfx11.5's floating-point operations, of any scalar encoding.
const ScalarOp *findScalarFloat(llvm::StringRef name);

/// s_rfe_b64, s_rfe_restore_b64. "This instruction may only be used within a trap handler" (RDNA3
/// and CDNA3 manuals); none runs here, so that it stops the wavefront.
void returnFromException(Wavefront &wave, const DecodedInst &inst);

/// s_cbranch_g_fork, s_cbranch_i_fork, s_cbranch_join.
void forkToRegister(Wavefront &wave, const DecodedInst &inst);
void forkToImmediate(Wavefront &wave, const DecodedInst &inst);
void join(Wavefront &wave, const DecodedInst &inst);

/// Reads or writes a field of a hardware register: `simm16` as s_getreg_b32 encodes it.
uint32_t readHardwareRegister(Wavefront &wave, uint32_t simm16);
void writeHardwareRegister(Wavefront &wave, uint32_t simm16, uint32_t value);

// How handlers read sources and write results of 32 and 64 bits.
template <typename T> T readScalar(const Wavefront &wave, const Operand &operand) {
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(wave.scalar64(operand));
  else
    return static_cast<T>(wave.scalar32(operand));
}
template <typename T> void writeScalar(Wavefront &wave, const Operand &operand, T value) {
  if constexpr (sizeof(T) == 8)
    wave.setSgpr64(operand.index, static_cast<uint64_t>(value));
  else
    wave.sgpr[operand.index] = static_cast<uint32_t>(value);
}

/// dst[0] = fn(wave, src[0], src[1]).
template <typename D, typename A, typename B, auto fn>
void binaryHandler(Wavefront &wave, const DecodedInst &inst) {
  D result = fn(wave, readScalar<A>(wave, inst.src[0]), readScalar<B>(wave, inst.src[1]));
  writeScalar<D>(wave, inst.dst[0], result);
}
/// dst[0] = fn(wave, src[0]).
template <typename D, typename A, auto fn>
void unaryHandler(Wavefront &wave, const DecodedInst &inst) {
  D result = fn(wave, readScalar<A>(wave, inst.src[0]));
  writeScalar<D>(wave, inst.dst[0], result);
}

/// The constant type of a source that is read as a T.
template <typename T> constexpr ConstantType constantTypeOf() {
  if constexpr (sizeof(T) == 8)
    return std::is_signed_v<T> ? ConstantType::I64 : ConstantType::B64;
  else
    return ConstantType::B32;
}
template <typename D, typename A, typename B, auto fn> constexpr ScalarOp binaryOp() {
  return {binaryHandler<D, A, B, fn>, constantTypeOf<A>(), constantTypeOf<B>()};
}
template <typename D, typename A, auto fn> constexpr ScalarOp unaryOp() {
  return {unaryHandler<D, A, fn>, constantTypeOf<A>(), ConstantType::B32};
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_SCALAR_SCALAROPS_H
