//===- AsmKernel.cpp - A loop over instructions, to be timed --------------===//
#include "AsmKernel.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/Error.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

namespace {
// The text of an inline assembly string.
std::string quoted(llvm::StringRef lines) {
  std::string result;
  for (char c : lines)
    result += c == '\n' ? std::string("\\0A") : std::string(1, c);
  return result;
}
} // namespace

llvm::Expected<CodeObject> tools::compileAsmKernel(const AsmKernel &kernel) {
  // The whole loop is assembly, so that nothing but the body and the loop's three instructions
  // runs in it.
  std::string code = fmt::format("v_lshlrev_b32 v1, 4, $0\nv_lshlrev_b32 v0, 2, $0\n"
                                 "s_mov_b64 s[2:3], $1\n{}\ns_movk_i32 s4, {}\n"
                                 ".Lloop:\n{}\ns_sub_u32 s4, s4, 1\ns_cmp_lg_u32 s4, 0\n"
                                 "s_cbranch_scc1 .Lloop\n",
                                 kernel.setup, kernel.iterations, kernel.body);
  std::string ir = fmt::format(
      R"(
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %memory) #0 {{
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  call void asm sideeffect "{}", "v,s,~{{s[2:3]}},~{{s4}},~{{scc}},~{{v[0:31]}},~{{v[32:63]}}"(i32 %item, ptr addrspace(1) %memory)
  ret void
}}
attributes #0 = {{ "amdgpu-flat-work-group-size"="1,1024" }}
)",
      quoted(code));
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(ir, diagnostic, context);
  if (!module)
    return makeError("the benchmark's kernel: line {}: {}", diagnostic.getLineNo(),
                     diagnostic.getMessage().str());
  return compileLLVM(std::move(module), kernel.arch);
}
