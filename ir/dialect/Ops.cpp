//===- Ops.cpp - Assembly and verifiers of the operations -----------------===//
#include "rocke/ir/RockeDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

//===----------------------------------------------------------------------===//
// Custom assembly of attributes
//===----------------------------------------------------------------------===//

/// ` + 16`, ` - 16` or nothing for 0.
static ParseResult parseImmOffset(OpAsmParser &parser, IntegerAttr &imm) {
  int32_t value = 0;
  bool negative = false;
  if (succeeded(parser.parseOptionalPlus())) {
    if (parser.parseInteger(value))
      return failure();
  } else if (succeeded(parser.parseOptionalMinus())) {
    negative = true;
    if (parser.parseInteger(value))
      return failure();
  }
  imm = parser.getBuilder().getI32IntegerAttr(negative ? -value : value);
  return success();
}

static void printImmOffset(OpAsmPrinter &printer, Operation *, IntegerAttr imm) {
  int64_t value = imm.getInt();
  if (value > 0)
    printer << " + " << value;
  else if (value < 0)
    printer << " - " << -value;
}

static ParseResult parsePlainI32(OpAsmParser &parser, IntegerAttr &attr) {
  int32_t value;
  if (parser.parseInteger(value))
    return failure();
  attr = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}

static void printPlainI32(OpAsmPrinter &printer, Operation *, IntegerAttr attr) {
  printer << attr.getInt();
}

static ParseResult parseOptionalPlainI32(OpAsmParser &parser, IntegerAttr &attr) {
  return parsePlainI32(parser, attr);
}

static void printOptionalPlainI32(OpAsmPrinter &printer, Operation *op, IntegerAttr attr) {
  printPlainI32(printer, op, attr);
}

/// A 32-bit pattern, printed in hexadecimal.
static ParseResult parseHexI32(OpAsmParser &parser, IntegerAttr &attr) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  APInt value;
  if (parser.parseInteger(value))
    return failure();
  if (!value.isSignedIntN(32) && !value.isIntN(32))
    return parser.emitError(loc) << "expected a 32-bit pattern";
  attr = IntegerAttr::get(parser.getBuilder().getI32Type(), value.sextOrTrunc(32));
  return success();
}

static void printHexI32(OpAsmPrinter &printer, Operation *, IntegerAttr attr) {
  printer << "0x" << llvm::utohexstr(attr.getValue().getZExtValue());
}

static ParseResult parseAtomName(OpAsmParser &parser, MatrixAtomAttr &attr) {
  const MatrixAtom *atom = MatrixAtomAttr::parseName(parser);
  if (!atom)
    return failure();
  attr = MatrixAtomAttr::get(parser.getContext(), atom);
  return success();
}

static void printAtomName(OpAsmPrinter &printer, Operation *, MatrixAtomAttr attr) {
  printer << attr.getAtom()->name;
}

#define GET_OP_CLASSES
#include "rocke/ir/RockeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// kernel
//===----------------------------------------------------------------------===//

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name, StringRef arch,
                     ArrayRef<int32_t> workgroupSize) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.function_type = TypeAttr::get(builder.getFunctionType({}, {}));
  properties.arch = builder.getStringAttr(arch);
  properties.workgroup_size = builder.getDenseI32ArrayAttr(workgroupSize);
  state.addRegion()->emplaceBlock();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildFunctionType = [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
                              function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name),
      buildFunctionType, getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

const Arch *KernelOp::getArchRecord() { return findArch(getArch()); }

int64_t KernelOp::getFlatWorkgroupSize() {
  int64_t size = 1;
  for (int32_t extent : getWorkgroupSize())
    size *= extent;
  return size;
}

int64_t KernelOp::getLdsBytes() {
  int64_t bytes = 0;
  getBody().walk([&](LdsAllocOp alloc) {
    bytes = llvm::alignTo(bytes, alloc.getAlign()) + alloc.getType().getByteSize();
  });
  return bytes;
}

/// The kernel's name becomes a symbol of the code object, with `.kd` behind it for its descriptor.
static bool isSymbolName(StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; };
  return !name.empty() && !llvm::isDigit(name.front()) && llvm::all_of(name, isPart) &&
         !name.starts_with("llvm.") && !name.ends_with(".kd");
}

LogicalResult KernelOp::verify() {
  if (!isSymbolName(getName()))
    return emitOpError() << "name '" << getName()
                         << "' is no symbol of a kernel: letters, digits, '_', '.' and '$', not "
                            "beginning with a digit or 'llvm.', not ending in '.kd'";
  const Arch *arch = getArchRecord();
  if (!arch) {
    InFlightDiagnostic diag = emitOpError() << "unknown arch '" << getArch() << "'; allowed are ";
    llvm::interleaveComma(allArchs(), diag, [&](const Arch &known) { diag << known.name; });
    return diag;
  }
  ArrayRef<int32_t> size = getWorkgroupSize();
  if (size.size() != 3)
    return emitOpError() << "workgroup_size has 3 extents, not " << size.size();
  for (int32_t extent : size)
    if (extent < 1 || extent > int32_t(arch->maxWorkgroupSize))
      return emitOpError() << "workgroup_size extent " << extent << " is not within 1 and "
                           << arch->maxWorkgroupSize;
  if (getFlatWorkgroupSize() > arch->maxWorkgroupSize)
    return emitOpError() << "a workgroup of " << getFlatWorkgroupSize()
                         << " work-items exceeds the " << arch->maxWorkgroupSize << " of "
                         << arch->name;
  if (std::optional<uint32_t> waves = getWavesPerEu())
    if (*waves < 1 || *waves > arch->maxWavesPerSimd)
      return emitOpError() << "waves_per_eu " << *waves << " is not within 1 and "
                           << arch->maxWavesPerSimd;
  if (!getResultTypes().empty())
    return emitOpError() << "a kernel returns nothing";
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (!isa<GlobalType>(type) && !type.isInteger(32) && !type.isInteger(64) && !type.isF32() &&
        !type.isF64())
      return emitOpError() << "parameter " << index << " has type " << type
                           << "; allowed are !rocke.global<...>, i32, i64, f32 and f64";
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  // Once control flow has become branches, MLIR's own check of terminators is the one that counts.
  if (getBody().hasOneBlock() &&
      (getBody().front().empty() || !isa<ReturnOp>(getBody().front().back())))
    return emitOpError() << "must end with rocke.return";
  const Arch *arch = getArchRecord();
  if (int64_t bytes = getLdsBytes(); bytes > int64_t(arch->ldsBytesPerWorkgroup))
    return emitOpError() << "allocates " << bytes << " bytes of LDS; a workgroup of " << arch->name
                         << " has " << arch->ldsBytesPerWorkgroup;
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The element type of what a load or store moves, and its size in bytes.
static std::pair<Type, int64_t> accessed(Type type) {
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    count = vector.getNumElements();
    type = vector.getElementType();
  }
  return {type, count * (type.getIntOrFloatBitWidth() / 8)};
}

static LogicalResult verifyAccess(Operation *op, Type memoryElement, Type accessType,
                                  std::optional<uint32_t> align) {
  auto [element, bytes] = accessed(accessType);
  if (element != memoryElement)
    return op->emitOpError() << "moves " << accessType << " but the memory holds " << memoryElement;
  if (align && (!llvm::isPowerOf2_32(*align) || *align > 16))
    return op->emitOpError() << "align " << *align << " is not one of 1, 2, 4, 8, 16";
  return success();
}

LogicalResult GlobalLoadOp::verify() {
  return verifyAccess(*this, getBase().getType().getElementType(), getResult().getType(),
                      getAlign());
}
LogicalResult GlobalStoreOp::verify() {
  return verifyAccess(*this, getBase().getType().getElementType(), getValue().getType(),
                      getAlign());
}
LogicalResult LdsLoadOp::verify() {
  return verifyAccess(*this, getBase().getType().getElementType(), getResult().getType(),
                      getAlign());
}
LogicalResult LdsStoreOp::verify() {
  return verifyAccess(*this, getBase().getType().getElementType(), getValue().getType(),
                      getAlign());
}

LogicalResult LdsAllocOp::verify() {
  if (!isa<KernelOp>((*this)->getParentOp()))
    return emitOpError() << "must stand in the kernel's own block, not inside control flow";
  if (!llvm::isPowerOf2_32(getAlign()) || getAlign() > 1024)
    return emitOpError() << "align " << getAlign() << " is not a power of two up to 1024";
  return success();
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

LogicalResult MmaOp::verify() {
  const MatrixAtom &atom = *getAtom().getAtom();
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (const Arch *arch = kernel ? kernel.getArchRecord() : nullptr;
      arch && !arch->hasAtom(atom.name)) {
    InFlightDiagnostic diag = emitOpError()
                              << arch->name << " has no matrix atom " << atom.name << "; it has ";
    llvm::interleaveComma(arch->atoms, diag, [&](const MatrixAtom *known) { diag << known->name; });
    return diag;
  }
  auto verifyFragment = [&](StringRef what, MatrixOperand operand, Type type) -> LogicalResult {
    auto expected = VectorType::get({int64_t(atom.slots(operand))},
                                    getMlirType(getContext(), atom.elementType(operand)));
    if (type == expected)
      return success();
    return emitOpError() << "operand " << what << " of " << atom.name << " is a fragment of type "
                         << expected << ", not " << type;
  };
  return success(succeeded(verifyFragment("a", MatrixOperand::A, getA().getType())) &&
                 succeeded(verifyFragment("b", MatrixOperand::B, getB().getType())) &&
                 succeeded(verifyFragment("c", MatrixOperand::C, getC().getType())));
}

//===----------------------------------------------------------------------===//
// Cross-lane
//===----------------------------------------------------------------------===//

/// A mask of lane-number bits must name at least one bit and only bits that lane numbers have.
static LogicalResult verifyLaneMask(Operation *op, int64_t mask) {
  auto kernel = op->getParentOfType<KernelOp>();
  const Arch *arch = kernel ? kernel.getArchRecord() : nullptr;
  int64_t waveSize = arch ? arch->waveSize : 64;
  if (mask >= 1 && mask < waveSize)
    return success();
  return op->emitOpError() << "mask " << mask << " is not within 1 and " << waveSize - 1
                           << ", the lane numbers of a wavefront";
}

LogicalResult LaneXorOp::verify() { return verifyLaneMask(*this, getMaskAttr().getInt()); }
LogicalResult XorReduceOp::verify() { return verifyLaneMask(*this, getMaskAttr().getInt()); }

LogicalResult BallotOp::verify() {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  const Arch *arch = kernel ? kernel.getArchRecord() : nullptr;
  if (arch && !getType().isInteger(arch->waveSize))
    return emitOpError() << "a wavefront of " << arch->name << " has " << arch->waveSize
                         << " lanes: the result is i" << arch->waveSize << ", not " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Waits and scheduling
//===----------------------------------------------------------------------===//

LogicalResult WaitOp::verify() {
  if (!getVmcntAttr() && !getLgkmcntAttr())
    return emitOpError() << "names neither vmcnt nor lgkmcnt";
  // The widest counters of the supported GPUs.
  auto check = [&](StringRef name, IntegerAttr count, int64_t limit) -> LogicalResult {
    if (count && (count.getInt() < 0 || count.getInt() > limit))
      return emitOpError() << name << "(" << count.getInt() << ") is not within 0 and " << limit;
    return success();
  };
  auto kernel = (*this)->getParentOfType<KernelOp>();
  const Arch *arch = kernel ? kernel.getArchRecord() : nullptr;
  bool narrowLgkm = arch && arch->family.starts_with("CDNA");
  return success(succeeded(check("vmcnt", getVmcntAttr(), 63)) &&
                 succeeded(check("lgkmcnt", getLgkmcntAttr(), narrowLgkm ? 15 : 63)));
}

LogicalResult SchedBarrierOp::verify() {
  constexpr uint32_t known = 0x7FF;
  if (uint32_t unknown = getMask() & ~known)
    return emitOpError() << "mask has unknown bits 0x" << llvm::utohexstr(unknown)
                         << "; the classes of sched_group are 0x1 to 0x400";
  return success();
}

LogicalResult SchedGroupBarrierOp::verify() {
  if (getSizeAttr().getInt() < 1)
    return emitOpError() << "size " << getSizeAttr().getInt() << " is not positive";
  if (getSyncIdAttr().getInt() < 0)
    return emitOpError() << "sync_id " << getSyncIdAttr().getInt() << " is negative";
  return success();
}

LogicalResult IglpOptOp::verify() {
  if (getVariant() > 3)
    return emitOpError() << "variant " << getVariantAttr().getInt() << " is not within 0 and 3";
  return success();
}

LogicalResult SetPrioOp::verify() {
  if (getPriority() > 3)
    return emitOpError() << "priority " << getPriorityAttr().getInt() << " is not within 0 and 3";
  return success();
}
