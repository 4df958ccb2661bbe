#include "Ir.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <stdexcept>

using namespace rocke;
using llvm::StringRef;

static std::unique_ptr<llvm::Module> parse(StringRef ir, llvm::LLVMContext &context,
                                           StringRef name) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly(llvm::MemoryBufferRef(ir, name), diagnostic, context);
  if (!module)
    throw std::runtime_error("the test's IR does not parse: " + diagnostic.getMessage().str());
  return module;
}

llvm::Expected<CodeObject> rocke::test::compileIr(StringRef ir, StringRef arch,
                                                  const CompileOptions &options, StringRef name) {
  llvm::LLVMContext context;
  return compileLLVM(parse(ir, context, name), arch, options);
}

llvm::Expected<std::string> rocke::test::assemblyOf(StringRef ir, StringRef arch,
                                                    const CompileOptions &options) {
  llvm::LLVMContext context;
  return emitAssembly(parse(ir, context, "test.ll"), arch, options);
}

CodeObject rocke::test::compiled(StringRef ir, StringRef arch, const CompileOptions &options) {
  llvm::Expected<CodeObject> object = compileIr(ir, arch, options);
  if (!object)
    throw std::runtime_error(llvm::toString(object.takeError()));
  return std::move(*object);
}

std::string rocke::test::compileError(StringRef ir, StringRef arch, const CompileOptions &options) {
  llvm::Expected<CodeObject> object = compileIr(ir, arch, options);
  if (object)
    throw std::runtime_error("compiled, where an error was expected");
  return llvm::toString(object.takeError());
}

const char *const rocke::test::storeOne = R"(
define amdgpu_kernel void @storeOne(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
)";

const char *const rocke::test::wmmaLoop = R"(
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16(<16 x half>, <16 x half>, <8 x float>)
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @wmmaLoop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out,
                                    i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <8 x float> [ zeroinitializer, %entry ], [ %d3, %loop ]
  %lane = add i32 %i, %id
  %at = getelementptr <16 x half>, ptr addrspace(1) %in, i32 %lane
  %a = load <16 x half>, ptr addrspace(1) %at
  %d0 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16(<16 x half> %a, <16 x half> %a, <8 x float> %acc)
  %d1 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16(<16 x half> %a, <16 x half> %a, <8 x float> %d0)
  %d2 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16(<16 x half> %a, <16 x half> %a, <8 x float> %d1)
  %d3 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16(<16 x half> %a, <16 x half> %a, <8 x float> %d2)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0

exit:
  store <8 x float> %d3, ptr addrspace(1) %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
)";
