//===- Cases.h - The kernels and specs of the golden tests ------*- C++ -*-===//
#ifndef ROCKE_TESTS_GOLDEN_CASES_H
#define ROCKE_TESTS_GOLDEN_CASES_H

#include "rocke/compiler/Compiler.h"
#include "rocke/kernels/Registry.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace rocke::test {

struct Case {
  const char *kernel;
  const char *arch;
  const char *spec; ///< as --set takes it
};

llvm::ArrayRef<Case> goldenCases();

/// What a kernel is at every stage.
struct Artifacts {
  std::string name; ///< the kernel's symbol
  std::string rocke;
  std::string llvm;
  std::string assembly;
  std::string hsaco;
};

/// Builds and compiles a case with a context of its own. Fails the test on an error.
Artifacts makeArtifacts(const Case &golden, const CompileOptions &options = {});

/// Only the code object.
std::string makeCodeObject(const Case &golden, const CompileOptions &options = {});

} // namespace rocke::test

#endif // ROCKE_TESTS_GOLDEN_CASES_H
