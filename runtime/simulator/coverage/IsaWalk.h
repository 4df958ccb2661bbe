//===- IsaWalk.h - A GPU's opcodes and their operand forms ------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ISAWALK_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ISAWALK_H

#include "../Disassembler.h"
#include "Assembler.h"
#include "OperandForms.h"
#include "rocke/runtime/IsaCoverage.h"
#include <map>

namespace rocke::sim {

/// An opcode of the GPU, shown by an instance of it.
struct OpcodeInstance {
  llvm::MCInst inst; ///< as the disassembler has it
  Encoding encoding;
  std::string text;
};

/// One GPU at one wave size. Not thread-safe.
class IsaWalk {
public:
  static llvm::Expected<std::unique_ptr<IsaWalk>> create(const GpuTraits &gpu, unsigned waveSize);

  /// LLVM names encodings for the GPUs that introduced them: "_vi", "_gfx90a", "_gfx11".
  bool isNamedForFamily(unsigned opcode) const;
  /// The opcodes that the GPU has, in LLVM's order.
  std::vector<OpcodeInstance> opcodes() const;
  /// The opcode's names, and the instance as its only form.
  OpcodeCoverage describe(const OpcodeInstance &opcode) const;
  /// Counts the operand forms of an opcode and finds those that the simulator refuses.
  void cover(const OpcodeInstance &opcode, OpcodeCoverage &coverage) const;

  const McTarget &tables() const { return *target; }
  const Encoder &encoder() const { return emitter; }
  const OperandForms &forms() const { return operands; }
  Disassembler &disassembler() const { return *reader; }

private:
  IsaWalk(const GpuTraits &gpu, unsigned waveSize, std::unique_ptr<McTarget> target,
          std::unique_ptr<Disassembler> reader)
      : gpu(gpu), waveSize(waveSize), target(std::move(target)), reader(std::move(reader)),
        emitter(*this->target), operands(*this->target) {}

  /// Adds the first instance of each opcode that the GPU has.
  void addOpcodes(llvm::ArrayRef<llvm::MCInst> instances,
                  std::map<unsigned, OpcodeInstance> &found) const;

  const GpuTraits &gpu;
  const unsigned waveSize;
  std::unique_ptr<McTarget> target;
  std::unique_ptr<Disassembler> reader;
  Encoder emitter;
  OperandForms operands;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ISAWALK_H
