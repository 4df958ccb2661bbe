//===- Modes.h - What rocke-run can be asked for ----------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_MODES_H
#define ROCKE_TOOLS_ROCKE_RUN_MODES_H

#include "common/CommandLine.h"
#include "llvm/Support/Error.h"

namespace rocke::tools {

/// --kernel: compiles one of rocke's kernels, makes or reads its tensors, launches it and, if
/// asked, compares the result with the reference.
llvm::Error runKernel(const CommandLine &line);

/// --hsaco: launches a kernel of any code object with arguments from the command line.
llvm::Error runCodeObject(const CommandLine &line);

/// --isa-coverage: lists what the simulator executes of a GPU's ISA.
llvm::Error showIsaCoverage(const CommandLine &line);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_MODES_H
