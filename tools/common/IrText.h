//===- IrText.h - Reading IR text -------------------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_IRTEXT_H
#define ROCKE_TOOLS_COMMON_IRTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir {
class MLIRContext;
class ModuleOp;
} // namespace mlir

namespace rocke::tools {

/// Collects the errors that MLIR reports on a context while it lives. MLIR says what is wrong
/// through the context, and returns a bare failure.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext &context);

  /// The first error as "file:line:col: message (file:line:col: note)"; empty if there was none.
  /// The errors after it tend to follow from it.
  const std::string &firstError() const { return first; }

private:
  std::string first;
  mlir::ScopedDiagnosticHandler handler;
};

/// Parses and verifies a file of rocke IR; "-" is standard input. Errors name file, line and
/// column.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> readIrText(mlir::MLIRContext &context,
                                                             llvm::StringRef path);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_IRTEXT_H
