//===- HostFunctions.h - What compiled host code calls ----------*- C++ -*-===//
//
// Conversions of 16-bit floats, and AMD's instructions that no C operator does, in plain C++ after
// the ISA manuals ("Vector ALU Operations" of the RDNA3 and CDNA3 instruction set architectures).
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_FUZZ_ISA_HOSTFUNCTIONS_H
#define ROCKE_TESTS_FUZZ_ISA_HOSTFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"

namespace rocke::fuzz {

struct HostFunction {
  const char *name;
  void *address;
};
llvm::ArrayRef<HostFunction> hostFunctions();

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_HOSTFUNCTIONS_H
