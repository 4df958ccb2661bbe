//===- HostSimd.h - Which of the host's instructions lane loops use -*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_HOSTSIMD_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_HOSTSIMD_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rocke::sim::test {

/// Lets the simulator use one kind of lane loops: "plain", "avx2" or "avx512". To be called before
/// it decodes its first instruction. Errors on another name and on what this host does not have.
llvm::Error useHostSimd(llvm::StringRef name);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_HOSTSIMD_H
