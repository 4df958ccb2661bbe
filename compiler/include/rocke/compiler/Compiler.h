//===- Compiler.h - IR in, code object out ----------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_COMPILER_H
#define ROCKE_COMPILER_COMPILER_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/Support/Error.h"
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
  std::string cacheDir;           ///< directory of the compile cache; empty: no cache
};

/// The forms that a kernel takes on its way.
enum class EmitKind { Rocke, Llvm, Asm, Hsaco };
llvm::Expected<EmitKind> parseEmitKind(llvm::StringRef text);

// The functions below are thread-safe: each call owns its LLVMContext and TargetMachine. Output
// depends only on the input, the options and LLVM's version.

/// Compiles a module of rocke IR. The target is the `arch` of its kernels. `module` is left as it
/// is.
llvm::Expected<CodeObject> compile(mlir::ModuleOp module, const CompileOptions &options = {});

/// The module as text (Rocke, Llvm, Asm) or bytes (Hsaco) at one stage.
llvm::Expected<std::string> emit(mlir::ModuleOp module, EmitKind kind,
                                 const CompileOptions &options = {});

/// Compiles LLVM IR for `arch`; the half of compile() below the lowering. Consumes `module`.
llvm::Expected<CodeObject> compileLLVM(std::unique_ptr<llvm::Module> module, llvm::StringRef arch,
                                       const CompileOptions &options = {});
/// LLVM IR to assembly text.
llvm::Expected<std::string> emitAssembly(std::unique_ptr<llvm::Module> module, llvm::StringRef arch,
                                         const CompileOptions &options = {});

} // namespace rocke

#endif // ROCKE_COMPILER_COMPILER_H
