#include "BuildText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "rocke/ir/Arch.h"
#include <catch2/catch.hpp>

using namespace rocke;

static llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
build(mlir::MLIRContext &context, test::Program program, const std::string &arch) {
  const Arch *record = findArch(arch);
  int32_t waveSize = record ? record->waveSize : 32;
  KernelBuilder builder(context, {.name = "k", .arch = arch, .workgroupSize = {waveSize, 1, 1}});
  program(builder);
  return builder.finish();
}

std::string test::buildText(Program program, TextForm form, const std::string &arch) {
  mlir::MLIRContext context;
  auto module = build(context, program, arch);
  if (!module)
    FAIL(llvm::toString(module.takeError()));
  if (form == TextForm::Canonical) {
    mlir::PassManager passes(&context);
    passes.addPass(mlir::createCanonicalizerPass());
    REQUIRE(mlir::succeeded(passes.run(**module)));
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::OpPrintingFlags flags;
  if (form == TextForm::Located)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/true);
  (*module)->print(stream, flags);
  return text;
}

std::string test::buildError(Program program, const std::string &arch) {
  mlir::MLIRContext context;
  auto module = build(context, program, arch);
  if (module)
    FAIL("the program has no error");
  return llvm::toString(module.takeError());
}
