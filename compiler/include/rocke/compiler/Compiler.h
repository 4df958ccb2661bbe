//===- Compiler.h - IR in, code object out ----------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_COMPILER_H
#define ROCKE_COMPILER_COMPILER_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm
namespace mlir {
class ModuleOp;
} // namespace mlir

namespace rocke {

struct CompileOptions {
  unsigned optLevel = 3;          ///< 0..3, of LLVM's middle end and code generator
  bool debugInfo = false;         ///< builder lines as DWARF line tables
  unsigned codeObjectVersion = 5; ///< ABI version of the code object: 4, 5 or 6
  /// Directory of the compile cache, made when missing; empty: no cache. A damaged entry is
  /// compiled anew, a directory that cannot be used is a warning.
  std::string cacheDir;
  /// Receives warnings, one message each, on the thread that compiles: LLVM's, and troubles of the
  /// cache. Empty: they are dropped.
  std::function<void(llvm::StringRef)> warn;
};

/// The forms that a kernel takes on its way.
enum class EmitKind { Rocke, Llvm, Asm, Hsaco };
llvm::Expected<EmitKind> parseEmitKind(llvm::StringRef text);

// The functions below are thread-safe, given modules in different contexts. Output depends only on
// the input, the options and LLVM's version. Nothing is printed: LLVM's and LLD's diagnostics are
// in the errors.
//
// Linking runs LLD, which resets every option of LLVM's command-line library (llvm::cl) to its
// default. A tool that uses llvm::cl has to read its options before it compiles.

/// Compiles a module of rocke IR. The target is the `arch` of its kernels. `module` is left as it
/// is.
llvm::Expected<CodeObject> compile(mlir::ModuleOp module, const CompileOptions &options = {});

/// The module as text (Rocke, Llvm, Asm) or bytes (Hsaco) at one stage.
llvm::Expected<std::string> emit(mlir::ModuleOp module, EmitKind kind,
                                 const CompileOptions &options = {});

/// Compiles LLVM IR for `arch`; the half of compile() below the lowering. Consumes `module`. Errors
/// on an unknown arch, an option out of range, invalid IR, IR for another target, and on whatever
/// LLVM or LLD find wrong.
llvm::Expected<CodeObject> compileLLVM(std::unique_ptr<llvm::Module> module, llvm::StringRef arch,
                                       const CompileOptions &options = {});
/// LLVM IR to assembly text. Errors like compileLLVM.
llvm::Expected<std::string> emitAssembly(std::unique_ptr<llvm::Module> module, llvm::StringRef arch,
                                         const CompileOptions &options = {});

} // namespace rocke

#endif // ROCKE_COMPILER_COMPILER_H
