#include "TestKernels.h"
#include "TestSupport.h"
#include "rocke/compiler/Compiler.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <map>

namespace rocke::test {

namespace {

constexpr const char *source = R"(
target triple = "amdgcn-amd-amdhsa"

@table = addrspace(1) externally_initialized global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@scratchpad = external addrspace(3) global [0 x i32], align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @add(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c,
                               i32 %n) #0 {
entry:
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  %base = mul i32 %group, 64
  %i = add i32 %base, %item
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %work, label %done
work:
  %pa = getelementptr float, ptr addrspace(1) %a, i32 %i
  %pb = getelementptr float, ptr addrspace(1) %b, i32 %i
  %pc = getelementptr float, ptr addrspace(1) %c, i32 %i
  %va = load float, ptr addrspace(1) %pa
  %vb = load float, ptr addrspace(1) %pb
  %sum = fadd float %va, %vb
  store float %sum, ptr addrspace(1) %pc
  br label %done
done:
  ret void
}

define amdgpu_kernel void @spread(ptr addrspace(1) %out, i32 %a, i64 %b, float %c, double %d,
                                  <4 x i32> %e) #0 {
  %p1 = getelementptr i8, ptr addrspace(1) %out, i32 8
  %p2 = getelementptr i8, ptr addrspace(1) %out, i32 16
  %p3 = getelementptr i8, ptr addrspace(1) %out, i32 24
  %p4 = getelementptr i8, ptr addrspace(1) %out, i32 32
  store i32 %a, ptr addrspace(1) %out, align 8
  store i64 %b, ptr addrspace(1) %p1, align 8
  store float %c, ptr addrspace(1) %p2, align 8
  store double %d, ptr addrspace(1) %p3, align 8
  store <4 x i32> %e, ptr addrspace(1) %p4, align 16
  ret void
}

define amdgpu_kernel void @poke(ptr addrspace(1) %address, i32 %value) #0 {
  store i32 %value, ptr addrspace(1) %address
  ret void
}

define amdgpu_kernel void @forever() #0 {
entry:
  br label %loop
loop:
  call void @llvm.amdgcn.s.barrier()
  br label %loop
}

define amdgpu_kernel void @table_sum(ptr addrspace(1) %out) #0 {
  %v = load volatile <4 x i32>, ptr addrspace(1) @table
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  store i32 %s, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @reverse(ptr addrspace(1) %out) #0 {
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  %mirror = sub i32 63, %item
  %to = getelementptr [0 x i32], ptr addrspace(3) @scratchpad, i32 0, i32 %mirror
  store i32 %item, ptr addrspace(3) %to
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %from = getelementptr [0 x i32], ptr addrspace(3) @scratchpad, i32 0, i32 %item
  %value = load i32, ptr addrspace(3) %from
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %item
  store i32 %value, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @trap() #0 {
  call void @llvm.trap()
  ret void
}

define amdgpu_kernel void @nothing() #0 {
  ret void
}

declare void @llvm.trap()
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="1,256" }
)";

CodeObject compileKernels(llvm::StringRef arch) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(source, diagnostic, context);
  if (!module)
    FAIL(diagnostic.getMessage().str());
  return take(compileLLVM(std::move(module), arch));
}

} // namespace

const CodeObject &testKernels(llvm::StringRef arch) {
  static std::map<std::string, CodeObject> compiled;
  auto it = compiled.find(arch.str());
  if (it == compiled.end())
    it = compiled.emplace(arch.str(), compileKernels(arch)).first;
  return it->second;
}

} // namespace rocke::test
