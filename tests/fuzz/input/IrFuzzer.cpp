//===- IrFuzzer.cpp - Any text as rocke IR --------------------------------===//
//
// What parses and verifies compiles or is an error with a reason.
//
//===----------------------------------------------------------------------===//
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/RockeDialect.h"
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::DialectRegistry dialects;
  rocke::ir::registerDialects(dialects);
  mlir::MLIRContext context(dialects, mlir::MLIRContext::Threading::DISABLED);

  const mlir::ScopedDiagnosticHandler silent(&context,
                                             [](mlir::Diagnostic &) { return mlir::success(); });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      llvm::StringRef(reinterpret_cast<const char *>(data), size), mlir::ParserConfig(&context));
  if (!module)
    return 0;
  auto object = rocke::compile(*module);
  if (!object && llvm::toString(object.takeError()).empty())
    std::abort();
  return 0;
}
