//===- Passes.h - Declarations of the generated passes ----------*- C++ -*-===//
#ifndef ROCKE_LOWERING_PASSES_H
#define ROCKE_LOWERING_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Pass/Pass.h"
#include "rocke/ir/RockeDialect.h"
#include <memory>

namespace rocke {

#define GEN_PASS_DECL
#include "Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Passes.h.inc"

} // namespace rocke

#endif // ROCKE_LOWERING_PASSES_H
