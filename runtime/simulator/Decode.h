//===- Decode.h - From encodings to decoded instructions --------*- C++ -*-===//
//
// LLVM's disassembler says which instruction stands at an address and how long it is; the operands
// come from the bits, by the published encoding formats. One decoder function per part of the ISA
// turns them into a DecodedInst.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_DECODE_H
#define ROCKE_RUNTIME_SIMULATOR_DECODE_H

#include "DecodedInst.h"
#include "GpuTraits.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInst.h"
#include <array>

namespace rocke::sim {

/// What is known about an instruction before its part of the ISA decodes it.
struct DecodeInput {
  const GpuTraits &gpu;
  unsigned waveSize; ///< of the kernel: 32 or 64
  /// The assembly mnemonic as the target's manual spells it, without the encoding suffixes _e32,
  /// _e64, _dpp, _sdwa: "v_add_f32", "global_load_b128". VOPD: both halves, "v_dual_add_f32 ::
  /// v_dual_mul_f32".
  llvm::StringRef operation;
  /// LLVM's name of the opcode, encoding included: "V_ADD_F32_e64_dpp8_gfx11".
  llvm::StringRef opcodeName;
  /// The encoding, least significant dword first, `numWords` of them, the rest zero.
  std::array<uint32_t, 5> words;
  unsigned numWords;
  const llvm::MCInst &inst;

  uint64_t bits64() const { return words[0] | static_cast<uint64_t>(words[1]) << 32; }
};

/// How an operand reads constants: the width that inline constants take and how a 32-bit literal
/// extends to 64 bits.
enum class ConstantType : uint8_t {
  B16, ///< integers, and 16-bit patterns of any sort: inline floats are f16
  F16,
  BF16,
  B32, ///< integers and f32: inline floats are f32
  B64, ///< unsigned or bits: literals are zero-extended; inline floats are f64
  I64, ///< signed: literals are sign-extended
  F64, ///< literals are the high half
};

/// Decodes an 8-bit scalar or 9-bit vector source. `literal` is the dword that follows the
/// encoding (used if the source is 255). Returns a None operand for an encoding that the target
/// does not have. 16-bit integer inline constants are sign-extended to 32 bits.
Operand decodeSource(const DecodeInput &in, unsigned encoding, ConstantType type, uint32_t literal);
/// Decodes a 7-bit scalar destination; NULL becomes SinkSlot.
Operand decodeScalarDest(const DecodeInput &in, unsigned encoding);
/// A vector register; `agpr` chooses the accumulation file.
Operand decodeVectorReg(const DecodeInput &in, unsigned number, bool agpr = false);

/// The mnemonic of a line of assembly.
llvm::StringRef mnemonicOf(llvm::StringRef text);
/// What DecodeInput::operation is for a line of assembly.
std::string operationOf(llvm::StringRef text);

/// Decodes an instruction of any part of the ISA; false if it cannot be executed.
bool decodeInst(const DecodeInput &in, DecodedInst &out);
/// The parts. Each returns false if it does not know the operation. They set handler, operands,
/// imm, data and modifiers; the caller sets words, instClass and matrixFlop.
bool decodeVector(const DecodeInput &in, DecodedInst &out); ///< v_*
bool decodeScalar(const DecodeInput &in, DecodedInst &out); ///< s_*, scalar memory excepted
bool decodeMemory(const DecodeInput &in, DecodedInst &out); ///< scalar and vector memory, LDS

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_DECODE_H
