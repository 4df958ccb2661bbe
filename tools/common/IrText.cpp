//===- IrText.cpp - Reading IR text ---------------------------------------===//
#include "common/IrText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;

namespace {

std::string placeOf(mlir::Location location) {
  if (auto place = location->findInstanceOf<mlir::FileLineColLoc>())
    return fmt::format("{}:{}:{}: ", place.getFilename().str(), place.getLine(), place.getColumn());
  return "";
}

std::string textOf(const mlir::Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << placeOf(diagnostic.getLocation()) << diagnostic;
  return text;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readText(llvm::StringRef path) {
  if (path == "-") {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> input = llvm::MemoryBuffer::getSTDIN();
    if (!input)
      return makeError("cannot read standard input: {}", input.getError().message());
    return std::move(*input);
  }
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return llvm::MemoryBuffer::getMemBufferCopy(*text, path);
}

} // namespace

tools::DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext &context)
    : handler(&context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && first.empty()) {
          first = textOf(diagnostic);
          for (const mlir::Diagnostic &note : diagnostic.getNotes())
            first += " (" + textOf(note) + ")";
        }
      }) {
  context.printOpOnDiagnostic(false);
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> tools::readIrText(mlir::MLIRContext &context,
                                                                    llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> text = readText(path);
  if (!text)
    return text.takeError();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  DiagnosticCollector diagnostics(context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, mlir::ParserConfig(&context));
  if (!module)
    return makeError("{}", diagnostics.firstError().empty()
                               ? fmt::format("'{}' is not valid IR", path.str())
                               : diagnostics.firstError());
  return module;
}
