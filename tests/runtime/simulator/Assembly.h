//===- Assembly.h - AMDGPU assembly to object files, in process -*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_ASSEMBLY_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_ASSEMBLY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace rocke::sim::test {

/// The relocatable object of a whole assembly file. Fails the running Catch2 test if LLVM's
/// assembler refuses it. `abiVersion`: of the code object, 4, 5 or 6.
std::string assembleObject(llvm::StringRef gpu, unsigned waveSize, llvm::StringRef assembly,
                           unsigned abiVersion = 5);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_ASSEMBLY_H
