//===- LlvmGlobals.h - What LLVM and LLD share in a process ------*- C++ -*-===//
//
// LLVM keeps its command-line options in globals that code generation reads, and LLD resets all of
// them whenever it runs. It also has global state of its own. So any number of threads may use LLVM
// at once, but LLD only alone.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_COMPILER_LLVMGLOBALS_H
#define ROCKE_COMPILER_LLVMGLOBALS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <mutex>
#include <shared_mutex>

namespace rocke::detail {

std::shared_mutex &llvmGlobalsMutex();

/// Held while LLVM's passes run. Not recursive.
class LlvmUse {
  std::shared_lock<std::shared_mutex> lock{llvmGlobalsMutex()};
};

/// Held while LLD runs.
class LldUse {
  std::unique_lock<std::shared_mutex> lock{llvmGlobalsMutex()};
};

/// Runs `body`. A fatal error that LLVM reports on this thread meanwhile (an intrinsic that the GPU
/// lacks, say) ends `body` and becomes the error returned, where it would otherwise end the
/// process. What `body` has allocated within LLVM may leak then, and what it was working on is good
/// for nothing but to be destroyed.
llvm::Error catchFatalErrors(llvm::function_ref<llvm::Error()> body);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_LLVMGLOBALS_H
