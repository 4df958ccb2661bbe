//===- BuildText.h - What a builder program makes, as text ------*- C++ -*-===//
//
// Keeps MLIR out of the tests of the builder and the tile layer, as it is kept out of kernels.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_IR_BUILDER_BUILDTEXT_H
#define ROCKE_TESTS_IR_BUILDER_BUILDTEXT_H

#include "rocke/ir/KernelBuilder.h"
#include <string>

namespace rocke::test {

using Program = llvm::function_ref<void(KernelBuilder &)>;

enum class TextForm {
  Plain,     ///< as written
  Located,   ///< with the location of each operation in its line
  Canonical, ///< after MLIR's canonicalization, which folds constants
};

/// The module that `program` makes of a kernel "k" with one wavefront per workgroup. Fails the test
/// if there is an error.
std::string buildText(Program program, TextForm form = TextForm::Plain,
                      const std::string &arch = "gfx1151");

/// The error that `program` leads to. Fails the test if there is none.
std::string buildError(Program program, const std::string &arch = "gfx1151");

} // namespace rocke::test

#endif // ROCKE_TESTS_IR_BUILDER_BUILDTEXT_H
