//===- IsaCoverage.h - What of a GPU's ISA is simulated ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_ISACOVERAGE_H
#define ROCKE_RUNTIME_ISACOVERAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rocke::sim {

/// An operand form that the GPU has and the simulator does not.
struct RefusedForm {
  std::string text;  ///< "v_mov_b32_dpp v0, v1 row_newbcast:3 row_mask:0xf bank_mask:0xf"
  std::string cause; ///< why
};

/// One opcode of LLVM's table that the GPU can encode.
struct OpcodeCoverage {
  std::string opcode;   ///< LLVM's name, "V_ADD_F32_e32_gfx11"
  std::string mnemonic; ///< "v_add_f32_e32"
  /// Operand forms, of all wave sizes: an instance of the opcode, and those that differ from it in
  /// one operand (a register, a constant, an offset, a modifier). 1 if the class is out.
  size_t numForms = 0;
  std::vector<RefusedForm> refused; ///< of these

  bool isExecuted() const { return refused.empty(); }
};

/// The opcodes of one encoding class.
struct ClassCoverage {
  std::string name; ///< "SOP1", "VOP3", "MFMA", ...
  bool compute;     ///< false: out by decision (image, export, interpolation, GDS, ray tracing)
  std::vector<OpcodeCoverage> opcodes; ///< by name

  size_t numExecuted() const; ///< opcodes
  size_t numForms() const;
  size_t numExecutedForms() const;
};

/// Walks LLVM's opcodes. An opcode is the GPU's if LLVM's encoding of it disassembles to it, and
/// the assembler makes the same encoding of the text. Forms of its operands are tried with the
/// decoder that runs kernels; a form that it refuses counts unless the assembler rejects it too.
/// Errors on an `arch` that is not simulated.
llvm::Expected<std::vector<ClassCoverage>> isaCoverage(llvm::StringRef arch);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_ISACOVERAGE_H
