//===- OperandForms.h - Instances of LLVM's opcodes -------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_OPERANDFORMS_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_OPERANDFORMS_H

#include "McTarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInst.h"
#include <map>
#include <string>
#include <vector>

namespace rocke::sim {

/// Makes instructions from LLVM's descriptions of opcodes and their operands.
class OperandForms {
public:
  explicit OperandForms(const McTarget &tables);

  /// False for what only the compiler knows, and has no encoding.
  bool hasEncoding(unsigned opcode) const;
  /// Instances of the opcode: with different registers for different operands and immediates of 0;
  /// then those that some opcodes need instead, with one immediate that is not 0, with op_sel_hi,
  /// or with one scalar register for all operands. The first that the GPU has will do.
  std::vector<llvm::MCInst> instances(unsigned opcode) const;
  /// Calls `tryForm` with what differs from `base` in one operand: for registers, every special
  /// register of the operand's class and the outermost numbered ones; for sources that may be
  /// constants, every inline float, the outermost inline integers, and a literal; for immediates
  /// (offsets, modifiers and controls), every value of a narrow field and every bit of a wide one.
  /// What does not exist is among it. `tryForm` returns whether the operand can have the value.
  void forEachForm(const llvm::MCInst &base,
                   llvm::function_ref<bool(const llvm::MCInst &, unsigned operand)> tryForm) const;

private:
  /// Registers whose names differ in their numbers: "VGPR#", "SGPR#_SGPR#"; special registers are
  /// groups of one.
  struct RegisterGroup {
    std::string name;
    bool isTuple;
    std::map<unsigned, llvm::MCRegister> byNumber; ///< the first number
  };
  using RegisterGroups = std::vector<RegisterGroup>;
  /// The registers of a class, by kind.
  const RegisterGroups &groupsOf(int registerClass) const;
  int registerClassOf(const llvm::MCOperandInfo &operand) const;
  llvm::MCRegister sampleRegister(int registerClass, unsigned operand, bool oneScalar) const;
  /// RDNA3's null register, if the operand may be it.
  llvm::MCRegister nullOf(const llvm::MCOperandInfo &operand) const;
  llvm::MCInst plainInstance(unsigned opcode, bool oneScalar) const;

  const McTarget &tables;
  unsigned hwMode;
  llvm::StringMap<std::vector<llvm::MCRegister>> variants; ///< by the name without the GPU
  mutable llvm::DenseMap<int, RegisterGroups> groups;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_OPERANDFORMS_H
