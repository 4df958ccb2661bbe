//===- Tool.h - What every tool's main() does -------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_TOOL_H
#define ROCKE_TOOLS_COMMON_TOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace rocke::tools {

/// Runs `body` with the arguments after the program's name. Prints its error as
/// "<tool>: error: ..." on standard error. Returns the exit status: 0 if `body` succeeded and all
/// that it printed on standard output arrived, 1 if not.
int runTool(llvm::StringRef tool, int argc, char **argv,
            const std::function<llvm::Error(llvm::ArrayRef<const char *>)> &body);

/// "rocke-run 0.1.0 (LLVM 22.1.6)"
void printVersion(llvm::StringRef tool);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_TOOL_H
