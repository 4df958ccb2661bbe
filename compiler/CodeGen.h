//===- CodeGen.h - LLVM IR to machine code -----------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_CODEGEN_H
#define ROCKE_COMPILER_CODEGEN_H

#include "rocke/compiler/Compiler.h"
#include "rocke/ir/Arch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::detail {

/// Errors on an option outside its range.
llvm::Error checkOptions(const CompileOptions &options);

/// Makes `module` ready for code generation for `arch`: target triple, data layout, code object
/// version, debug info as `options` say, and nothing in it that names where it came from. Errors on
/// a module for another target and on invalid IR.
llvm::Error prepareModule(llvm::Module &module, const Arch &arch, const CompileOptions &options);

/// Optimizes a prepared module and generates assembly or an object file from it. Errors are LLVM's
/// diagnostics; its warnings go to options.warn.
llvm::Expected<std::string> generateCode(llvm::Module &module, const Arch &arch,
                                         llvm::CodeGenFileType fileType,
                                         const CompileOptions &options);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_CODEGEN_H
