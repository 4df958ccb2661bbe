//===- AsmKernel.h - A loop over instructions, to be timed ------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_BENCH_ASMKERNEL_H
#define ROCKE_TOOLS_ROCKE_BENCH_ASMKERNEL_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::tools {

struct AsmKernel {
  std::string arch;
  std::string setup; ///< instructions, once per wavefront, a line each
  std::string body;  ///< instructions of one iteration
  unsigned iterations = 1;
};

/// A kernel "k" whose only argument is a pointer. The code finds it in s[2:3], the work-item's
/// index times 4 in v0 and times 16 in v1, and may use v2 to v63.
llvm::Expected<CodeObject> compileAsmKernel(const AsmKernel &kernel);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_BENCH_ASMKERNEL_H
