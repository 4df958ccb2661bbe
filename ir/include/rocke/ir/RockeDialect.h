//===- RockeDialect.h - The rocke MLIR dialect ------------------*- C++ -*-===//
//
// Operations, types and attributes of the dialect. The definitions, with their documentation, are
// in RockeOps.td. This header pulls in MLIR's IR headers: include it in .cpp files only.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_ROCKEDIALECT_H
#define ROCKE_IR_ROCKEDIALECT_H

#include "rocke/ir/Arch.h"
#include "rocke/ir/MatrixAtom.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "rocke/ir/RockeDialect.h.inc"
#include "rocke/ir/RockeEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "rocke/ir/RockeTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "rocke/ir/RockeAttrs.h.inc"

#define GET_OP_CLASSES
#include "rocke/ir/RockeOps.h.inc"

namespace rocke {

/// The MLIR type of an element.
mlir::Type getMlirType(mlir::MLIRContext *context, ElementType type);

namespace ir {

/// Registers every dialect that a rocke kernel may use.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace ir
} // namespace rocke

#endif // ROCKE_IR_ROCKEDIALECT_H
