//===- MatrixLoops.h - The loops that hold matrix instructions ---*- C++ -*-===//
#ifndef ROCKE_COMPILER_MATRIXLOOPS_H
#define ROCKE_COMPILER_MATRIXLOOPS_H

#include "Disassembly.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace rocke::detail {

/// The innermost loops of a kernel that hold matrix instructions (see MatrixLoop), by startOffset.
/// Loops are natural loops: a branch back to a block through which every way into the loop leads.
/// Compilers make no others; a loop with a second entrance, written by hand, is not found.
std::vector<MatrixLoop> findMatrixLoops(llvm::ArrayRef<CodeInst> insts);

} // namespace rocke::detail

#endif // ROCKE_COMPILER_MATRIXLOOPS_H
