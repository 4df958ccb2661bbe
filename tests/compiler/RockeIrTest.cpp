// The whole way from rocke IR, and each stop on it.
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/RockeDialect.h"
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

using namespace rocke;

namespace {

/// A module with its context.
struct Ir {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;

  explicit Ir(llvm::StringRef text) {
    context.loadDialect<ir::RockeDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(
        text, mlir::ParserConfig(&context, /*verifyAfterParse=*/false));
    REQUIRE(module);
  }
};

std::string kernelFor(const std::string &arch) {
  return "rocke.kernel @lanes(%o: !rocke.global<i32>)\n"
         "    attributes {arch = \"" +
         arch +
         "\", workgroup_size = array<i32: 64, 1, 1>} {\n"
         "  %lane = rocke.lane_id\n"
         "  rocke.global_store %lane, %o[%lane] : i32, !rocke.global<i32>\n"
         "  rocke.return\n"
         "}\n";
}

std::string emitted(mlir::ModuleOp module, EmitKind kind, const CompileOptions &options = {}) {
  llvm::Expected<std::string> text = emit(module, kind, options);
  REQUIRE(bool(text));
  return *text;
}

} // namespace

TEST_CASE("rocke IR is compiled for the arch that its kernels name") {
  for (const char *arch : {"gfx1151", "gfx950"}) {
    Ir ir(kernelFor(arch));
    llvm::Expected<CodeObject> object = compile(*ir.module);
    REQUIRE(bool(object));
    CHECK(object->arch() == arch);
    REQUIRE(object->kernel("lanes"));
    CHECK(object->kernel("lanes")->mix[InstClass::GlobalStore] == 1);
    CHECK(object->kernel("lanes")->maxWorkgroupSize == 64);
    CHECK(object->kernel("lanes")->kernargBytes == 8);
  }
}

TEST_CASE("every form is emitted, and the module is left as it was") {
  Ir ir(kernelFor("gfx1151"));
  std::string rocke = emitted(*ir.module, EmitKind::Rocke);
  CHECK(rocke.find("rocke.kernel @lanes") != std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Llvm).find("define amdgpu_kernel void @lanes") !=
        std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Asm).find("global_store_b32") != std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Hsaco) == compile(*ir.module)->bytes());
  CHECK(emitted(*ir.module, EmitKind::Rocke) == rocke);

  // The text is IR again, and prints to itself.
  Ir again(rocke);
  CHECK(emitted(*again.module, EmitKind::Rocke) == rocke);
  CHECK(rocke.ends_with("}\n"));
  CHECK_FALSE(llvm::StringRef(rocke).ends_with("\n\n"));
}

TEST_CASE("builder lines are kept when asked for") {
  Ir ir(
      "rocke.kernel @lines(%o: !rocke.global<i32>)\n"
      "    attributes {arch = \"gfx1151\", workgroup_size = array<i32: 32, 1, 1>} {\n"
      "  %lane = rocke.lane_id loc(\"Builder.cpp\":41:7)\n"
      "  rocke.global_store %lane, %o[%lane] : i32, !rocke.global<i32> loc(\"Builder.cpp\":42:7)\n"
      "  rocke.return loc(\"Builder.cpp\":43:1)\n"
      "} loc(\"Builder.cpp\":40:1)\n");
  CompileOptions options;
  options.debugInfo = true;
  CHECK(emitted(*ir.module, EmitKind::Rocke, options).find("Builder.cpp\":42:7") !=
        std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Rocke).find("Builder.cpp") == std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Asm, options).find(".loc\t") != std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Asm).find(".loc\t") == std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Hsaco, options).find("Builder.cpp") != std::string::npos);
  CHECK(emitted(*ir.module, EmitKind::Hsaco).find("Builder.cpp") == std::string::npos);
}

TEST_CASE("what is wrong with a module is the error") {
  auto error = [](const std::string &text, const CompileOptions &options = {}) {
    Ir ir(text);
    llvm::Expected<CodeObject> object = compile(*ir.module, options);
    REQUIRE_FALSE(bool(object));
    return llvm::toString(object.takeError());
  };
  CHECK(error("module {}") == "the module holds no rocke.kernel");
  CompileOptions options;
  options.optLevel = 9;
  CHECK(error(kernelFor("gfx1151"), options) == "optLevel is 9: expected 0, 1, 2 or 3");
}

TEST_CASE("threads compile at once, each in its own context, to the same bytes") {
  std::string expected;
  {
    Ir ir(kernelFor("gfx1151"));
    expected = emitted(*ir.module, EmitKind::Hsaco);
  }
  std::vector<unsigned> wrong(4);
  std::vector<std::thread> threads;
  for (unsigned &count : wrong)
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) {
        mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
        context.loadDialect<ir::RockeDialect>();
        auto module = mlir::parseSourceString<mlir::ModuleOp>(kernelFor("gfx1151"), &context);
        llvm::Expected<CodeObject> object = compile(*module);
        count += !object || object->bytes() != expected;
        llvm::consumeError(object.takeError());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == std::vector<unsigned>(wrong.size(), 0));
}
