//===- Assembler.h - LLVM's assembler for one GPU ---------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLER_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLER_H

#include "Encoder.h"
#include <string>
#include <vector>

namespace rocke::sim {

/// What the assembler makes of a line.
struct AssembledLine {
  Encoding encoding; ///< no words if the line is rejected
  std::string error; ///< why; empty if it is accepted

  bool isAccepted() const { return encoding.numWords != 0; }
};

/// Assembles lines that are an instruction each. The disassembler's tables are shared by GPUs with
/// the same encodings; it is the assembler that knows what each GPU has.
std::vector<AssembledLine> assemble(const McTarget &tables, const Encoder &encoder,
                                    llvm::ArrayRef<std::string> lines);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ASSEMBLER_H
