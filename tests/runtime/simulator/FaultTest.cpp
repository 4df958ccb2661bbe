//===- FaultTest.cpp - Each way in which a wavefront can stop --------------===//
#include "../TestSupport.h"
#include "KernelBench.h"
#include "rocke/compiler/Compiler.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

Fault faultOf(llvm::StringRef body, size_t words = 4, const LaunchConfig &config = {}) {
  KernelSource source;
  source.body = loadOutput(source.gpu) + body.str();
  return KernelBench(source).faultOf(words, config);
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("A fault names the instruction, its place, the wavefront and the lane",
          "[simulator][fault]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    v_lshlrev_b32 v1, 2, v0
    s_cmp_eq_u32 s3, 2
    s_cbranch_scc0 .Lend
    global_load_b32 v2, v1, s[8:9]
  .Lend:
    s_endpgm)";
  KernelBench bench(source);
  Fault fault = bench.faultOf(40, {{2, 3, 1}, {64, 1, 1}});
  CHECK(fault.kernel == "k");
  CHECK(fault.instruction == "global_load_b32 v2, v1, s[8:9]");
  CHECK(fault.offset == 24);
  CHECK(fault.workgroup == std::array<uint32_t, 3>{0, 2, 0});
  CHECK(fault.wavefront == 1);
  CHECK(fault.lane == 8);
  CHECK(fault.reason == fmt::format("global load of 4 bytes: {:#x} is 0 bytes past the end of the "
                                    "allocation of 160 bytes at {:#x}",
                                    bench.buffer + 160, bench.buffer));
  CHECK(fault.str() == fmt::format("k: {}\n  at +0x18: global_load_b32 v2, v1, s[8:9]\n  in "
                                   "workgroup (0, 2, 0), wavefront 1, lane 8",
                                   fault.reason));
}

TEST_CASE("Wild addresses are explained", "[simulator][fault]") {
  CHECK(contains(faultOf(R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 0
    global_load_b32 v3, v[1:2], off offset:8
    s_endpgm)")
                     .reason,
                 "global load of 4 bytes: 0x8 is a null pointer plus an offset"));
  CHECK(contains(faultOf(R"(
    v_mov_b32 v1, -4
    v_mov_b32 v2, 1
    v_mov_b32 v4, s9
    v_mov_b32 v3, s8
    v_add_co_u32 v3, vcc_lo, v3, v1
    v_add_co_ci_u32 v4, vcc_lo, -1, v4, vcc_lo
    global_store_b32 v[3:4], v2, off
    s_endpgm)")
                     .reason,
                 "is 4 bytes before the allocation of 16 bytes"));
  CHECK(contains(faultOf(R"(
    v_mov_b32 v1, 8
    global_load_b128 v[2:5], v1, s[8:9]
    s_endpgm)")
                     .reason,
                 "runs over the end of the allocation of 16 bytes"));
  CHECK(contains(faultOf(R"(
    s_mov_b32 s10, 0x12345678
    s_mov_b32 s11, 0x1234
    s_load_b32 s12, s[10:11], 0x0
    s_endpgm)")
                     .reason,
                 "global load of 4 bytes: 0x123412345678 lies in no allocation"));
  CHECK(contains(faultOf(R"(
    v_mov_b32 v1, 4
    v_mov_b32 v2, 1
    global_atomic_add_u64 v1, v[2:3], s[8:9]
    s_endpgm)")
                     .reason,
                 "atomic of 8 bytes at an address that is no multiple of 8"));
}

TEST_CASE("Registers that nothing wrote lead nowhere", "[simulator][fault]") {
  CHECK(contains(faultOf("global_load_b32 v1, v[2:3], off\n s_endpgm").reason,
                 "0xfff8fff8fff8fff8 lies in no allocation"));
}

TEST_CASE("An access to freed memory names what was there", "[simulator][fault]") {
  KernelSource source;
  source.body = R"(
    s_load_b64 s[8:9], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b32 s10, s[8:9], 0x10
    s_endpgm)";
  KernelBench bench(source);
  uint64_t gone = rocke::test::take(bench.machine->allocate(64));
  rocke::test::succeed(bench.machine->free(gone));
  llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&gone), 8);
  std::string message =
      rocke::test::messageOf(bench.machine->launch(bench.module, "k", {}, kernarg));
  CHECK(contains(message, fmt::format("global load of 4 bytes: {:#x} lies in the allocation of 64 "
                                      "bytes at {:#x}, which was freed",
                                      gone + 16, gone)));
}

TEST_CASE("LDS and scratch end where the kernel said", "[simulator][fault]") {
  CHECK(faultOf("v_mov_b32 v1, 0\n ds_load_b32 v2, v1 offset:4\n s_endpgm").reason ==
        "LDS load of 4 bytes at 0x4: the workgroup has 0 bytes of LDS");
  KernelSource source;
  source.directives = ".amdhsa_private_segment_fixed_size 16";
  source.body = "scratch_load_b64 v[1:2], off, off offset:12\n s_endpgm";
  CHECK(KernelBench(source).faultOf(1).reason ==
        "scratch load of 8 bytes at 0xc: the work-item has 16 bytes of scratch");
}

TEST_CASE("What is no instruction, or not one of a compute kernel, stops", "[simulator][fault]") {
  Fault fault = faultOf(".long 0xffffffff");
  CHECK(fault.reason == "no gfx1151 instruction has this encoding");
  CHECK(fault.instruction == ".long 0xffffffff");
  // Encodings that LLVM's disassembler lets pass: a store of v[254:256], SDWA with a reserved
  // selection.
  CHECK(faultOf(".long 0xe0740000, 0x8042fe01").reason ==
        "no gfx1151 instruction has this encoding");
  KernelSource sdwa;
  sdwa.gpu = "gfx950";
  sdwa.waveSize = 64;
  sdwa.body = ".long 0x053512f9, 0x5260f7e2";
  CHECK(KernelBench(sdwa).faultOf(1).reason == "no gfx950 instruction has this encoding");
  CHECK(faultOf("exp mrt0 v0, v0, v0, v0 done").reason == "exp is not simulated");
  CHECK(faultOf("s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)").reason ==
        "message 9 is not one of a compute kernel");
  CHECK(faultOf("s_trap 2").reason == "trap 2");
  CHECK(faultOf("s_code_end").reason == "ran past the end of the code");
  CHECK(contains(faultOf("s_mov_b64 s[10:11], 0x100\n s_setpc_b64 s[10:11]").reason,
                 "jumped to 0x100, where there is no code"));
  CHECK(
      contains(faultOf("s_getpc_b64 s[10:11]\n s_or_b32 s10, s10, 2\n s_setpc_b64 s[10:11]").reason,
               ", where there is no code"));
}

TEST_CASE("A runaway loop ends at the budget", "[simulator][fault]") {
  KernelSource source;
  source.body = ".Lloop: s_branch .Lloop";
  Fault fault = KernelBench(source, 1, /*budget=*/1000).faultOf(1);
  CHECK(contains(fault.reason, "still running after 1000 instructions"));
  CHECK(fault.instruction == "s_branch 65535");
}

TEST_CASE("The first workgroup's fault is reported, on any number of threads",
          "[simulator][fault]") {
  KernelSource source;
  // Workgroups from 5 on fault, the earlier ones the later.
  source.body = R"(
    s_cmp_lt_u32 s2, 5
    s_cbranch_scc1 .Lend
    s_sub_i32 s10, 64, s2
    s_mul_i32 s10, s10, 100
  .Lloop:
    s_sub_i32 s10, s10, 1
    s_cmp_gt_i32 s10, 0
    s_cbranch_scc1 .Lloop
    s_trap 2
  .Lend:
    s_endpgm)";
  for (unsigned threads : {1u, 2u, 7u})
    CHECK(KernelBench(source, threads).faultOf(1, {{60, 1, 1}, {1, 1, 1}}).workgroup[0] == 5);
}

TEST_CASE("A fault names the source line", "[simulator][fault]") {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(R"(
    target triple = "amdgcn-amd-amdhsa"
    declare void @llvm.trap()
    define amdgpu_kernel void @k(ptr addrspace(1) %p) !dbg !3 {
      store volatile i32 1, ptr addrspace(1) %p, !dbg !6
      call void @llvm.trap(), !dbg !7
      ret void, !dbg !7
    }
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2}
    !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1,
                                 emissionKind: LineTablesOnly)
    !1 = !DIFile(filename: "builder.cpp", directory: "kernels")
    !2 = !{i32 2, !"Debug Info Version", i32 3}
    !3 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0,
                                spFlags: DISPFlagDefinition)
    !4 = !DISubroutineType(types: !5)
    !5 = !{}
    !6 = !DILocation(line: 10, scope: !3)
    !7 = !DILocation(line: 42, scope: !3)
    )",
                                                                   diagnostic, context);
  REQUIRE(module);
  CompileOptions options;
  options.debugInfo = true;
  CodeObject object = rocke::test::take(compileLLVM(std::move(module), "gfx1151", options));
  std::unique_ptr<Machine> machine = rocke::test::take(Machine::create({"gfx1151"}));
  LoadedModule *loaded = rocke::test::take(machine->load(object.bytes()));
  uint64_t place = rocke::test::take(machine->allocate(4));
  llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&place), 8);
  llvm::Expected<LaunchStats> stats = machine->launch(loaded, "k", {}, kernarg);
  REQUIRE_FALSE(static_cast<bool>(stats));
  llvm::handleAllErrors(stats.takeError(), [](const FaultError &error) {
    CHECK(error.fault.reason == "trap 2");
    CHECK(error.fault.sourceFile == "kernels/builder.cpp");
    CHECK(error.fault.sourceLine == 42);
    CHECK(contains(error.fault.str(), "\n  from kernels/builder.cpp:42"));
  });
}

} // namespace rocke::sim::test
