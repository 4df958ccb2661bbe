//===- Assembler.h - What LLVM's assembler takes ----------------*- C++ -*-===//
#ifndef ROCKE_TESTS_IR_TARGET_ASSEMBLER_H
#define ROCKE_TESTS_IR_TARGET_ASSEMBLER_H

#include "llvm/ADT/StringRef.h"

namespace rocke::test {

/// Whether LLVM's assembler takes `text` (one or more instructions) for the processor `cpu`.
bool assembles(llvm::StringRef cpu, llvm::StringRef text);

} // namespace rocke::test

#endif // ROCKE_TESTS_IR_TARGET_ASSEMBLER_H
