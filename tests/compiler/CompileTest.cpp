#include "Ir.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>
#include <vector>
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif

using namespace rocke;
using namespace rocke::test;

/// An intrinsic that gfx1151 lacks: LLVM treats it as a fatal error, and leaks what it was at.
static const char *const unselectable = R"(
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32, i32, i32)
define amdgpu_kernel void @k(ptr addrspace(1) %p, <4 x half> %a) {
  %r = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %a, <4 x half> %a, <16 x float> zeroinitializer, i32 0, i32 0, i32 0)
  store <16 x float> %r, ptr addrspace(1) %p
  ret void
}
)";

static std::string unselectableError() {
#if __has_feature(address_sanitizer)
  __lsan::ScopedDisabler leaksAreExpected;
#endif
  return compileError(unselectable, "gfx1151");
}

static const char *const withDebugInfo = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p) !dbg !3 {
  store i32 1, ptr addrspace(1) %p, !dbg !5
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "rocke", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "builder.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 8, scope: !3)
!6 = !DILocation(line: 9, scope: !3)
)";

TEST_CASE("forms to emit are parsed") {
  CHECK(*parseEmitKind("rocke") == EmitKind::Rocke);
  CHECK(*parseEmitKind("llvm") == EmitKind::Llvm);
  CHECK(*parseEmitKind("asm") == EmitKind::Asm);
  CHECK(*parseEmitKind("hsaco") == EmitKind::Hsaco);
  llvm::Expected<EmitKind> wrong = parseEmitKind("ASM");
  REQUIRE_FALSE(bool(wrong));
  CHECK(llvm::toString(wrong.takeError()) ==
        "unknown form to emit 'ASM': expected rocke, llvm, asm or hsaco");
}

TEST_CASE("assembly names its target and holds the instructions") {
  std::string assembly = *assemblyOf(storeOne, "gfx1151");
  CHECK(assembly.find("amdgcn-amd-amdhsa--gfx1151") != std::string::npos);
  CHECK(assembly.find("global_store_b32") != std::string::npos);
  CHECK(assembly.find(".amdhsa_code_object_version 5") != std::string::npos);
  CHECK((*assemblyOf(storeOne, "gfx950")).find("global_store_dword") != std::string::npos);
}

TEST_CASE("every optimization level compiles") {
  for (unsigned level = 0; level <= 3; ++level) {
    CompileOptions options;
    options.optLevel = level;
    CodeObject object = compiled(wmmaLoop, "gfx1151", options);
    INFO(level);
    REQUIRE(object.kernels().at(0).matrixLoops.size() == 1);
    CHECK(object.kernels()[0].matrixLoops[0].mix[InstClass::Matrix] == 4);
  }
}

TEST_CASE("output is the same in every run, thread and directory") {
  const std::string wmma = compiled(wmmaLoop, "gfx1151").bytes().str();
  const std::string store = compiled(storeOne, "gfx950").bytes().str();
  const std::string assembly = *assemblyOf(wmmaLoop, "gfx1151");

  SECTION("runs and names") {
    for (const char *name : {"x.ll", "/home/someone/y.ll"}) {
      llvm::Expected<CodeObject> object = compileIr(wmmaLoop, "gfx1151", {}, name);
      REQUIRE(bool(object));
      CHECK(object->bytes() == wmma);
    }
    CHECK(*assemblyOf(wmmaLoop, "gfx1151") == assembly);
  }

  SECTION("directories") {
    namespace fs = std::filesystem;
    fs::path before = fs::current_path();
    fs::current_path("/");
    CHECK(compiled(wmmaLoop, "gfx1151").bytes() == wmma);
    fs::current_path(before);
    for (const std::string &path :
         {before.string(), std::string("/proc/"), std::string("/tmp"), std::string(".ll")})
      CHECK(wmma.find(path) == std::string::npos);
  }

  SECTION("threads") {
    std::vector<unsigned> wrong(8);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < wrong.size(); ++t)
      threads.emplace_back([&, t] {
        for (unsigned i = 0; i < 5; ++i) {
          wrong[t] += compiled(wmmaLoop, "gfx1151").bytes() != wmma;
          wrong[t] += compiled(storeOne, "gfx950").bytes() != store;
          wrong[t] += *assemblyOf(wmmaLoop, "gfx1151") != assembly;
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    CHECK(wrong == std::vector<unsigned>(wrong.size(), 0));
  }
}

TEST_CASE("debug info is kept only when asked for, and changes no instruction") {
  CompileOptions options;
  options.debugInfo = true;
  CodeObject with = compiled(withDebugInfo, "gfx1151", options);
  CodeObject without = compiled(withDebugInfo, "gfx1151");
  CHECK(with.bytes().contains(".debug_line"));
  CHECK(with.bytes().contains("builder.cpp"));
  CHECK_FALSE(without.bytes().contains(".debug_line"));
  CHECK_FALSE(without.bytes().contains("builder.cpp"));
  CHECK(with.kernels().at(0).mix.counts == without.kernels().at(0).mix.counts);
}

TEST_CASE("options out of range are refused") {
  CompileOptions options;
  options.optLevel = 4;
  CHECK(compileError(storeOne, "gfx1151", options) == "optLevel is 4: expected 0, 1, 2 or 3");
  options = {};
  options.codeObjectVersion = 3;
  CHECK(compileError(storeOne, "gfx1151", options) == "codeObjectVersion is 3: expected 4, 5 or 6");
  CHECK(compileError(storeOne, "gfx1150") ==
        "unknown arch 'gfx1150': expected one of gfx1151, gfx950");
}

TEST_CASE("modules for another target are refused") {
  CHECK(compileError("target triple = \"x86_64-unknown-linux-gnu\"", "gfx1151") ==
        "the module's target triple is 'x86_64-unknown-linux-gnu': expected 'amdgcn-amd-amdhsa'");
  CHECK(compileError("target datalayout = \"e-p:32:32\"", "gfx1151")
            .starts_with("the module's data layout is 'e-p:32:32': expected 'e-"));
  CHECK(compileError("define amdgpu_kernel void @k() \"target-cpu\"=\"gfx950\" { ret void }",
                     "gfx1151") ==
        "function 'k' has target-cpu 'gfx950', but is compiled for 'gfx1151'");
}

TEST_CASE("LLVM's and LLD's complaints are the error's text") {
  CHECK(compileError("define amdgpu_kernel void @k() {\n"
                     "  call void asm sideeffect \"v_no_such_thing v0\", \"\"()\n  ret void\n}",
                     "gfx1151") == "cannot compile for gfx1151: <inline asm>:1:2: invalid "
                                   "instruction\n        v_no_such_thing v0\n        ^");
  CHECK(compileError("declare void @missing()\n"
                     "define amdgpu_kernel void @k() { call void @missing() ret void }",
                     "gfx950")
            .starts_with("cannot link: ld.lld: error: undefined symbol: missing\n"));
  CHECK(unselectableError() == "cannot compile for gfx1151: Cannot select: "
                               "intrinsic %llvm.amdgcn.mfma.f32.32x32x8f16");
  // The same is right on the GPU that has it.
  CHECK(compiled(unselectable, "gfx950").kernels().at(0).mix[InstClass::Matrix] == 1);
}

TEST_CASE("IR that LLVM's verifier refuses is an error") {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module =
      llvm::parseAssemblyString("define amdgpu_kernel void @k() { ret void }", diagnostic, context);
  REQUIRE(module);
  module->getFunction("k")->begin()->getTerminator()->eraseFromParent();
  llvm::Expected<CodeObject> object = compileLLVM(std::move(module), "gfx1151");
  REQUIRE_FALSE(bool(object));
  CHECK(llvm::toString(object.takeError()).starts_with("invalid LLVM IR: Basic Block"));
}

TEST_CASE("errors in some threads do not disturb the others") {
  const std::string expected = compiled(wmmaLoop, "gfx1151").bytes().str();
  std::vector<unsigned> wrong(6);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 4; ++i)
        if (t % 2)
          wrong[t] += !llvm::StringRef(unselectableError()).contains("select");
        else
          wrong[t] += compiled(wmmaLoop, "gfx1151").bytes() != expected;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == std::vector<unsigned>(wrong.size(), 0));
}

TEST_CASE("LLVM's warnings are handed on, and the context keeps its own handler") {
  llvm::LLVMContext context;
  unsigned own = 0;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *count) { ++*static_cast<unsigned *>(count); }, &own);
  llvm::SMDiagnostic diagnostic;
  // More registers than the occupancy asked for leaves.
  auto module = llvm::parseAssemblyString(R"(
define amdgpu_kernel void @k() #0 {
  call void asm sideeffect "", "~{v200}"()
  ret void
}
attributes #0 = { "amdgpu-waves-per-eu"="12,12" }
)",
                                          diagnostic, context);
  REQUIRE(module);
  std::vector<std::string> warnings;
  CompileOptions options;
  options.warn = [&](llvm::StringRef warning) { warnings.push_back(warning.str()); };
  llvm::Expected<CodeObject> object = compileLLVM(std::move(module), "gfx1151", options);
  REQUIRE(bool(object));
  REQUIRE(warnings.size() == 1);
  CHECK(llvm::StringRef(warnings[0]).contains("occupancy"));
  CHECK(own == 0);
  context.emitError("after");
  CHECK(own == 1);
}
