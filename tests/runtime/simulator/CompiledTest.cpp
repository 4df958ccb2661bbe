//===- CompiledTest.cpp - Kernels as LLVM compiles them --------------------===//
//
// What compilers emit and hand-written tests seldom hold: stacks, recursion, calls through
// pointers, registers indexed at run time, at no and at full optimization.
//
//===----------------------------------------------------------------------===//
#include "../TestSupport.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <functional>

namespace rocke::sim::test {
namespace {

using rocke::test::succeed;
using rocke::test::take;

constexpr uint32_t items = 128;

// `body` is the kernel's code up to %value, the word that work-item %i of the launch stores; %i is
// below 128, %in and %out have a word for each.
std::string kernelIr(const std::string &body, const std::string &rest) {
  return R"(
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
)" + rest +
         R"(
define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  %first = mul i32 %group, 64
  %i = add i32 %first, %item
  %in.i = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %x = load i32, ptr addrspace(1) %in.i
)" + body +
         R"(
  %out.i = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %value, ptr addrspace(1) %out.i
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
)";
}

using Expected = std::function<uint32_t(const std::vector<uint32_t> &in, uint32_t i)>;

void check(const std::string &body, const std::string &rest, const Expected &expected,
           uint32_t n = 0) {
  const std::string ir = kernelIr(body, rest);
  std::vector<uint32_t> in(items), out(items);
  for (uint32_t i = 0; i < items; ++i)
    in[i] = i * 2654435761u;
  for (const char *arch : {"gfx1151", "gfx950"})
    for (unsigned optLevel : {0u, 3u}) {
      INFO(arch << " -O" << optLevel);
      llvm::LLVMContext context;
      llvm::SMDiagnostic diagnostic;
      std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(ir, diagnostic, context);
      INFO(diagnostic.getMessage().str() << " in line " << diagnostic.getLineNo());
      REQUIRE(module);
      CompileOptions options;
      options.optLevel = optLevel;
      CodeObject object = take(compileLLVM(std::move(module), arch, options));
      std::unique_ptr<Machine> machine = take(Machine::create({arch, 0, 10000000}));
      LoadedModule *loaded = take(machine->load(object.bytes()));
      struct {
        uint64_t in, out;
        uint32_t n;
      } kernarg{take(machine->allocate(items * 4)), take(machine->allocate(items * 4)), n};
      succeed(machine->write(kernarg.in, in.data(), items * 4));
      // What compilers emit has none of the faults that the checkers know.
      LaunchConfig config{{2, 1, 1}, {64, 1, 1}};
      config.checks = take(Checks::parse("all"));
      LaunchStats stats = take(machine->launch(
          loaded, "k", config,
          llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&kernarg), sizeof(kernarg))));
      for (const CheckReport &report : stats.reports)
        FAIL_CHECK(report.text);
      succeed(machine->read(out.data(), kernarg.out, items * 4));
      for (uint32_t i = 0; i < items; ++i) {
        INFO("item " << i);
        CHECK(out[i] == expected(in, i));
      }
    }
}

} // namespace

TEST_CASE("Recursion has a stack", "[simulator][compiled]") {
  check("%m = urem i32 %i, 11\n %value = call i32 @fib(i32 %m)", R"(
define i32 @fib(i32 %n) noinline optnone {
entry:
  %small = icmp ult i32 %n, 2
  br i1 %small, label %base, label %recurse
base:
  ret i32 %n
recurse:
  %a = sub i32 %n, 1
  %b = sub i32 %n, 2
  %x = call i32 @fib(i32 %a)
  %y = call i32 @fib(i32 %b)
  %sum = add i32 %x, %y
  ret i32 %sum
})",
        [](const std::vector<uint32_t> &, uint32_t i) {
          constexpr uint32_t fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
          return fibonacci[i % 11];
        });
}

TEST_CASE("Calls go through pointers", "[simulator][compiled]") {
  check(R"(
  %odd = and i32 %i, 1
  %place = getelementptr ptr, ptr addrspace(1) @table, i32 %odd
  %function = load ptr, ptr addrspace(1) %place
  %value = call i32 %function(i32 %x))",
        R"(
@table = internal addrspace(1) constant [2 x ptr] [ptr @twice, ptr @negative]
define internal i32 @twice(i32 %x) noinline {
  %r = shl i32 %x, 1
  ret i32 %r
}
define internal i32 @negative(i32 %x) noinline {
  %r = sub i32 0, %x
  ret i32 %r
})",
        [](const std::vector<uint32_t> &in, uint32_t i) { return i & 1 ? 0 - in[i] : in[i] * 2; });
}

TEST_CASE("Arrays on the stack are indexed at run time", "[simulator][compiled]") {
  check(R"(
  %array = alloca [32 x i32], addrspace(5)
  br label %fill
fill:
  %j = phi i32 [ 0, %entry ], [ %j.next, %fill ]
  %place = getelementptr [32 x i32], ptr addrspace(5) %array, i32 0, i32 %j
  %content = mul i32 %j, %i
  store volatile i32 %content, ptr addrspace(5) %place
  %j.next = add i32 %j, 1
  %more = icmp ult i32 %j.next, 32
  br i1 %more, label %fill, label %use
use:
  %flat = addrspacecast ptr addrspace(5) %array to ptr
  %index = and i32 %x, 31
  %there = getelementptr i32, ptr %flat, i32 %index
  %value = load volatile i32, ptr %there)",
        "", [](const std::vector<uint32_t> &in, uint32_t i) { return (in[i] & 31) * i; });
}

TEST_CASE("Registers are indexed by a uniform and by a divergent number", "[simulator][compiled]") {
  std::string vector = "%v0 = insertelement <16 x i32> poison, i32 %x, i32 0\n";
  for (unsigned j = 1; j < 16; ++j)
    vector += "%x" + std::to_string(j) + " = add i32 %x, " + std::to_string(j * 3) + "\n%v" +
              std::to_string(j) + " = insertelement <16 x i32> %v" + std::to_string(j - 1) +
              ", i32 %x" + std::to_string(j) + ", i32 " + std::to_string(j) + "\n";
  check(
      vector + R"(
  %index = and i32 %i, 15
  %a = insertelement <16 x i32> %v15, i32 7, i32 %n
  %b = extractelement <16 x i32> %a, i32 %index
  %m = sub i32 14, %n
  %c = extractelement <16 x i32> %a, i32 %m
  %value = xor i32 %b, %c)",
      "",
      [](const std::vector<uint32_t> &in, uint32_t i) {
        uint32_t a = (i & 15) == 5 ? 7 : in[i] + (i & 15) * 3;
        return a ^ (in[i] + 9 * 3);
      },
      /*n=*/5);
}

TEST_CASE("A workgroup sums up through LDS", "[simulator][compiled]") {
  check(R"(
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %item
  store i32 %x, ptr addrspace(3) %mine
  br label %step
step:
  %distance = phi i32 [ 32, %entry ], [ %half, %next ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %active = icmp ult i32 %item, %distance
  br i1 %active, label %add, label %next
add:
  %other = add i32 %item, %distance
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %other
  %a = load i32, ptr addrspace(3) %mine
  %b = load i32, ptr addrspace(3) %theirs
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(3) %mine
  br label %next
next:
  %half = lshr i32 %distance, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %step, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %value = load i32, ptr addrspace(3) @lds)",
        "@lds = internal addrspace(3) global [64 x i32] poison",
        [](const std::vector<uint32_t> &in, uint32_t i) {
          uint32_t sum = 0;
          for (uint32_t j = 0; j < 64; ++j)
            sum += in[i / 64 * 64 + j];
          return sum;
        });
}

} // namespace rocke::sim::test
