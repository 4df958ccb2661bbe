//===- Ir.h - LLVM IR for the compiler's tests -------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_COMPILER_IR_H
#define ROCKE_TESTS_COMPILER_IR_H

#include "rocke/compiler/Compiler.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::test {

/// Parses `ir` in a context of its own and compiles it. `name` is the module's.
llvm::Expected<CodeObject> compileIr(llvm::StringRef ir, llvm::StringRef arch,
                                     const CompileOptions &options = {},
                                     llvm::StringRef name = "test.ll");

/// The same to assembly text.
llvm::Expected<std::string> assemblyOf(llvm::StringRef ir, llvm::StringRef arch,
                                       const CompileOptions &options = {});

/// What compileIr makes of IR that has to compile.
CodeObject compiled(llvm::StringRef ir, llvm::StringRef arch, const CompileOptions &options = {});

/// The message of the error that compileIr has to give.
std::string compileError(llvm::StringRef ir, llvm::StringRef arch,
                         const CompileOptions &options = {});

/// Stores 1 to its argument p.
extern const char *const storeOne;

/// A loop with four wmma_f32_16x16x16_f16 (gfx1151).
extern const char *const wmmaLoop;

} // namespace rocke::test

#endif // ROCKE_TESTS_COMPILER_IR_H
