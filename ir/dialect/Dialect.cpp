//===- Dialect.cpp - The dialect, its types and attributes ----------------===//
#include "rocke/ir/RockeDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

#include "rocke/ir/RockeDialect.cpp.inc"
#include "rocke/ir/RockeEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "rocke/ir/RockeTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "rocke/ir/RockeAttrs.cpp.inc"

namespace {

/// Keeps constants inside the kernel that uses them.
struct RockeFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final {
    return isa<KernelOp>(region->getParentOp());
  }
};

} // namespace

void RockeDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "rocke/ir/RockeTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "rocke/ir/RockeAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "rocke/ir/RockeOps.cpp.inc"
      >();
  addInterfaces<RockeFoldInterface>();
}

void rocke::ir::registerDialects(DialectRegistry &registry) {
  registry.insert<RockeDialect, arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                  vector::VectorDialect>();
}

Type rocke::getMlirType(MLIRContext *context, ElementType type) {
  switch (type) {
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::I8:
    return IntegerType::get(context, 8);
  case ElementType::I16:
    return IntegerType::get(context, 16);
  case ElementType::I32:
    return IntegerType::get(context, 32);
  case ElementType::I64:
    return IntegerType::get(context, 64);
  }
  llvm_unreachable("not an element type");
}

/// Element types that memory may have.
static LogicalResult verifyElement(llvm::function_ref<InFlightDiagnostic()> emitError, Type type) {
  if (type.isF16() || type.isBF16() || type.isF32() || type.isF64() || type.isInteger(8) ||
      type.isInteger(16) || type.isInteger(32) || type.isInteger(64))
    return success();
  return emitError() << "memory cannot hold elements of type " << type
                     << "; allowed are f16, bf16, f32, f64, i8, i16, i32 and i64";
}

LogicalResult GlobalType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                 Type elementType) {
  return verifyElement(emitError, elementType);
}

LogicalResult LdsType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                              int64_t numElements, Type elementType) {
  if (failed(verifyElement(emitError, elementType)))
    return failure();
  // Larger than any GPU's LDS; the kernel's verifier compares with its own GPU.
  constexpr int64_t limit = int64_t(1) << 24;
  if (numElements < 1 || numElements > limit)
    return emitError() << "an LDS buffer holds 1 to " << limit << " elements, not " << numElements;
  return success();
}

int64_t LdsType::getByteSize() const {
  return getNumElements() * (getElementType().getIntOrFloatBitWidth() / 8);
}

//===----------------------------------------------------------------------===//
// #rocke.atom
//===----------------------------------------------------------------------===//

const MatrixAtom *MatrixAtomAttr::parseName(AsmParser &parser) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return nullptr;
  if (const MatrixAtom *atom = findMatrixAtom(name))
    return atom;
  InFlightDiagnostic diag = parser.emitError(loc)
                            << "unknown matrix atom '" << name << "'; known are ";
  llvm::interleaveComma(allMatrixAtoms(), diag, [&](const MatrixAtom &atom) { diag << atom.name; });
  return nullptr;
}

Attribute MatrixAtomAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  const MatrixAtom *atom = parseName(parser);
  if (!atom || parser.parseGreater())
    return {};
  return get(parser.getContext(), atom);
}

void MatrixAtomAttr::print(AsmPrinter &printer) const { printer << "<" << getAtom()->name << ">"; }
