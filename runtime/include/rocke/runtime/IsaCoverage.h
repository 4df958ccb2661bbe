//===- IsaCoverage.h - What of a GPU's ISA is simulated ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_ISACOVERAGE_H
#define ROCKE_RUNTIME_ISACOVERAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rocke::sim {

/// One opcode of LLVM's table that the GPU can encode.
struct OpcodeCoverage {
  std::string opcode;   ///< LLVM's name, "V_ADD_F32_e32_gfx11"
  std::string mnemonic; ///< "v_add_f32_e32"
  std::string refusal;  ///< why it is not executed; empty if it is
};

/// The opcodes of one encoding class.
struct ClassCoverage {
  std::string name; ///< "SOP1", "VOP3", "MFMA", ...
  bool compute;     ///< false: out by decision (image, export, interpolation, GDS, ray tracing)
  std::vector<OpcodeCoverage> opcodes; ///< by name

  size_t numExecuted() const;
};

/// Walks the opcode fields of every encoding of the GPU. LLVM's disassembler says which opcode each
/// place holds; the decoder that runs kernels says whether it executes it. Errors on an `arch` that
/// is not simulated. An opcode counts as executed if one of the operand forms that are tried is.
llvm::Expected<std::vector<ClassCoverage>> isaCoverage(llvm::StringRef arch);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_ISACOVERAGE_H
