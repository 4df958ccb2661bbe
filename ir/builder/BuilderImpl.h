//===- BuilderImpl.h - What the parts of KernelBuilder share ----*- C++ -*-===//
#ifndef ROCKE_IR_BUILDER_BUILDERIMPL_H
#define ROCKE_IR_BUILDER_BUILDERIMPL_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/ir/RockeDialect.h"
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace rocke {

struct BuilderImpl {
  BuilderImpl(KernelBuilder &owner, mlir::MLIRContext &context, const KernelOptions &options,
              SourceLoc loc);

  KernelBuilder &owner;
  mlir::MLIRContext &context;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ir::KernelOp kernel;
  const Arch *arch = nullptr;
  std::optional<SourceLoc> scope; ///< the line of the outermost LocationScope
  std::optional<std::string> error;

  /// Operators have no builder at hand but that of their operands: the first that has one, or null.
  static BuilderImpl *of(llvm::ArrayRef<Operand> operands) {
    for (const Operand &operand : operands)
      if (KernelBuilder *builder = operand.builder())
        return builder->impl.get();
    return nullptr;
  }

  mlir::Location location(SourceLoc loc) const;
  mlir::Type mlirType(ValueType type) const;

  template <typename... Args>
  void fail(SourceLoc loc, fmt::format_string<Args...> format, Args &&...args) {
    recordError(fmt::format(format, std::forward<Args>(args)...), loc);
  }
  void recordError(std::string message, SourceLoc loc);

  /// False, and a recorded mistake, if `value` stands for nothing or belongs to another kernel.
  /// `what` names it: "the base of globalLoad".
  bool check(llvm::StringRef what, Value value, SourceLoc loc);
  /// check() of a value that must be a scalar of one of `allowed`.
  bool checkScalar(llvm::StringRef what, Value value, llvm::ArrayRef<ValueType> allowed,
                   SourceLoc loc);

  mlir::Value unwrap(Value value) const { return mlir::Value::getFromOpaquePointer(value.handle); }
  Value wrap(mlir::Value value) { return Value(&owner, value.getAsOpaquePointer()); }
  Value empty() { return Value(&owner, nullptr); }

  /// The values of `operands`, all of one type: constants take that of the first Value, or
  /// `constantType` if every operand is a constant. Empty after a mistake. `op` names the
  /// operation in the message.
  llvm::SmallVector<mlir::Value, 3> unify(llvm::StringRef op, llvm::ArrayRef<Operand> operands,
                                          SourceLoc loc,
                                          std::optional<ValueType> constantType = {});
  /// A constant of a number or vector type; null after a mistake.
  mlir::Value constant(llvm::StringRef op, ValueType type, Operand value, SourceLoc loc);

  template <typename Op, typename... Args> Op create(SourceLoc loc, Args &&...args) {
    return Op::create(builder, location(loc), std::forward<Args>(args)...);
  }
  /// The one result of a new operation.
  template <typename Op, typename... Args> Value make(SourceLoc loc, Args &&...args) {
    return wrap(create<Op>(loc, std::forward<Args>(args)...)->getResult(0));
  }
};

/// The ValueType of an MLIR type that the builder makes.
ValueType valueTypeOf(mlir::Type type);

} // namespace rocke

#endif // ROCKE_IR_BUILDER_BUILDERIMPL_H
