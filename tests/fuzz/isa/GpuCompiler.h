//===- GpuCompiler.h - LLVM IR for every simulated GPU ----------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_GPUCOMPILER_H
#define ROCKE_TESTS_FUZZ_ISA_GPUCOMPILER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
}

namespace rocke::fuzz {

/// Compiles and links a module by rocke's own code generation, also for the GPUs that rocke's
/// kernels are not written for, whose facts it does not know.
llvm::Expected<std::string> compileForGpu(llvm::Module &module, llvm::StringRef arch,
                                          unsigned optLevel);
/// The same as assembly text.
llvm::Expected<std::string> assemblyForGpu(llvm::Module &module, llvm::StringRef arch,
                                           unsigned optLevel);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_GPUCOMPILER_H
