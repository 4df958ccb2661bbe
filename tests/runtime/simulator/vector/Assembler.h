//===- Assembler.h - AMDGPU assembly to machine code, in process -*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_ASSEMBLER_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_ASSEMBLER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::sim::test {

/// The code of `assembly` for a GPU and wave size. Fails the running Catch2 test if LLVM's
/// assembler refuses it.
std::vector<uint32_t> assemble(llvm::StringRef gpu, unsigned waveSize, llvm::StringRef assembly);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_ASSEMBLER_H
