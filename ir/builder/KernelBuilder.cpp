//===- KernelBuilder.cpp - A kernel's frame: parameters, ids, the end -----===//
#include "BuilderImpl.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "rocke/ir/Arch.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"

using namespace rocke;

/// "kernels/gemm/Body.cpp:12" of a builder program's line.
static std::string lineText(SourceLoc loc) {
  return fmt::format("{}:{}", loc.file_name(), loc.line());
}

BuilderImpl::BuilderImpl(KernelBuilder &owner, mlir::MLIRContext &context,
                         const KernelOptions &options, SourceLoc loc)
    : owner(owner), context(context), builder(&context), arch(findArch(options.arch)) {
  context.loadDialect<ir::RockeDialect>();
  module = mlir::ModuleOp::create(location(loc));
  builder.setInsertionPointToStart(module->getBody());
  kernel = create<ir::KernelOp>(loc, options.name, options.arch, options.workgroupSize);
  if (options.wavesPerEu)
    kernel.setWavesPerEu(*options.wavesPerEu);
  builder.setInsertionPointToStart(&kernel.getBody().front());
}

mlir::Location BuilderImpl::location(SourceLoc loc) const {
  SourceLoc line = scope.value_or(loc);
  return mlir::FileLineColLoc::get(&context, line.file_name(), line.line(), line.column());
}

void BuilderImpl::recordError(std::string message, SourceLoc loc) {
  if (!error)
    error = fmt::format("{}: {}", lineText(scope.value_or(loc)), message);
}

bool BuilderImpl::check(llvm::StringRef what, Value value, SourceLoc loc) {
  if (error)
    return false;
  if (!value.handle)
    fail(loc, "{} is an empty Value", what.str());
  else if (value.builder != &owner)
    fail(loc, "{} belongs to another kernel", what.str());
  return !error;
}

bool BuilderImpl::checkScalar(llvm::StringRef what, Value value, llvm::ArrayRef<ValueType> allowed,
                              SourceLoc loc) {
  if (!check(what, value, loc))
    return false;
  if (llvm::is_contained(allowed, value.type()))
    return true;
  std::string names;
  for (ValueType type : allowed)
    names += (names.empty() ? "" : " or ") + type.str();
  fail(loc, "{} has type {}; expected {}", what.str(), value.type().str(), names);
  return false;
}

KernelBuilder::KernelBuilder(mlir::MLIRContext &context, const KernelOptions &options,
                             SourceLoc loc)
    : impl(std::make_unique<BuilderImpl>(*this, context, options, loc)) {
  if (options.name.empty())
    fail("a kernel needs a name", loc);
  if (llvm::Expected<const Arch *> arch = lookupArch(options.arch); !arch)
    fail(llvm::toString(arch.takeError()), loc);
}

KernelBuilder::~KernelBuilder() = default;

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> KernelBuilder::finish(SourceLoc loc) {
  if (!impl->module)
    return makeError("{}: finish() was called before", lineText(loc));
  if (impl->error)
    return makeError("{}", *impl->error);
  impl->create<ir::ReturnOp>(loc);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&impl->context, [&](mlir::Diagnostic &diagnostic) {
    if (message.empty() && diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
      if (auto line = mlir::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation()))
        message = fmt::format("{}:{}: ", line.getFilename().str(), line.getLine());
      message += diagnostic.str();
    }
    return mlir::success();
  });
  if (mlir::failed(mlir::verify(*impl->module)))
    return makeError("{}", message);
  return std::move(impl->module);
}

void KernelBuilder::fail(std::string message, SourceLoc loc) {
  impl->recordError(std::move(message), loc);
}
bool KernelBuilder::failed() const { return impl->error.has_value(); }
const Arch *KernelBuilder::arch() const { return impl->arch; }

LocationScope::LocationScope(KernelBuilder &builder, SourceLoc loc)
    : builder(builder), isOutermost(!builder.impl->scope) {
  if (isOutermost)
    builder.impl->scope = loc;
}
LocationScope::~LocationScope() {
  if (isOutermost)
    builder.impl->scope.reset();
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Appends a parameter; `attributes` come on top of its name.
static mlir::Value addParam(ir::KernelOp kernel, mlir::OpBuilder &builder, llvm::StringRef name,
                            mlir::Type type, llvm::ArrayRef<mlir::NamedAttribute> attributes,
                            mlir::Location loc) {
  llvm::SmallVector<mlir::NamedAttribute> all(attributes);
  all.push_back(builder.getNamedAttr(ir::KernelOp::nameAttr, builder.getStringAttr(name)));
  unsigned index = kernel.getNumArguments();
  // Inserting a parameter fails only where the operation's type is not a FunctionType.
  (void)kernel.insertArgument(index, type, builder.getDictionaryAttr(all), loc);
  return kernel.getArgument(index);
}

Value KernelBuilder::globalParam(llvm::StringRef name, ValueType element,
                                 GlobalParamOptions options, SourceLoc loc) {
  if (failed())
    return impl->empty();
  if (element.kind() != ValueType::Kind::Number || element.isVector()) {
    impl->fail(loc, "global parameter '{}' cannot hold elements of type {}", name.str(),
               element.str());
    return impl->empty();
  }
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  if (options.readOnly)
    attributes.push_back(
        impl->builder.getNamedAttr(ir::KernelOp::readonlyAttr, impl->builder.getUnitAttr()));
  if (options.noAlias)
    attributes.push_back(
        impl->builder.getNamedAttr(ir::KernelOp::noaliasAttr, impl->builder.getUnitAttr()));
  return impl->wrap(addParam(impl->kernel, impl->builder, name,
                             impl->mlirType(ValueType::global(element.element())), attributes,
                             impl->location(loc)));
}

Value KernelBuilder::scalarParam(llvm::StringRef name, ValueType type, SourceLoc loc) {
  if (failed())
    return impl->empty();
  if (!llvm::is_contained({types::i32, types::i64, types::f32, types::f64}, type)) {
    impl->fail(loc, "scalar parameter '{}' has type {}; expected i32, i64, f32 or f64", name.str(),
               type.str());
    return impl->empty();
  }
  return impl->wrap(
      addParam(impl->kernel, impl->builder, name, impl->mlirType(type), {}, impl->location(loc)));
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

static ir::Dimension dimension(Dim dim) {
  switch (dim) {
  case Dim::X:
    return ir::Dimension::x;
  case Dim::Y:
    return ir::Dimension::y;
  case Dim::Z:
    return ir::Dimension::z;
  }
  llvm_unreachable("not a dimension");
}

Value KernelBuilder::workitemId(Dim dim, SourceLoc loc) {
  return failed() ? impl->empty() : impl->make<ir::WorkitemIdOp>(loc, dimension(dim));
}
Value KernelBuilder::workgroupId(Dim dim, SourceLoc loc) {
  return failed() ? impl->empty() : impl->make<ir::WorkgroupIdOp>(loc, dimension(dim));
}
Value KernelBuilder::laneId(SourceLoc loc) {
  return failed() ? impl->empty() : impl->make<ir::LaneIdOp>(loc);
}
Value KernelBuilder::waveId(SourceLoc loc) {
  return failed() ? impl->empty() : impl->make<ir::WaveIdOp>(loc);
}
