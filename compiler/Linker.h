//===- Linker.h - Object file to code object ---------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_LINKER_H
#define ROCKE_COMPILER_LINKER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::detail {

/// Links one relocatable AMDGPU object to a loadable code object with LLD. Undefined symbols are
/// errors, with LLD's text. Thread-safe; waits until no thread uses LLVM (see LlvmGlobals.h).
llvm::Expected<std::string> linkCodeObject(llvm::StringRef object);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_LINKER_H
