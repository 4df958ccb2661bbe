//===- Bench.h - The groups of benchmarks -----------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_BENCH_BENCH_H
#define ROCKE_TOOLS_ROCKE_BENCH_BENCH_H

#include "llvm/Support/Error.h"

namespace rocke::tools {

/// End the program with the error, if there is one: a benchmark that cannot run has no figure.
inline void succeed(llvm::Error error) {
  llvm::ExitOnError("rocke-bench: error: ")(std::move(error));
}
template <typename T> T take(llvm::Expected<T> value) {
  return llvm::ExitOnError("rocke-bench: error: ")(std::move(value));
}

/// One host thread executes instructions of one kind, over and over.
void registerInstructionBenchmarks();
/// A whole attention on all cores: batch 4, 8 heads, 512 x 512, head size 128.
void registerAttentionBenchmarks();
/// Each of rocke's kernels, from its builder to the code object.
void registerCompileBenchmarks();

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_BENCH_BENCH_H
