//===- RegisterTest.cpp - Registers that a kernel was not given ------------===//
#include "KernelBench.h"
#include "Registers.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

namespace {
KernelSource kernel(const std::string &gpu, const std::string &body) {
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = gpu == "gfx1151" ? 32 : 64;
  source.vgprs = 20;
  source.agprs = 8;
  source.sgprs = 20;
  source.body = body + "\ns_endpgm";
  return source;
}
std::string reasonOf(const KernelSource &source) { return KernelBench(source).faultOf(1).reason; }
} // namespace

// gfx11 allocates VGPRs by eights in wave32 and by fours in wave64.
TEST_CASE("VGPRs past a kernel's allocation", "[simulator][registers]") {
  KernelBench(kernel("gfx1151", "v_mov_b32 v23, 1")).run(1);
  CHECK(reasonOf(kernel("gfx1151", "v_mov_b32 v24, 1")) ==
        "uses v24, but the kernel was given 24 VGPRs");
  CHECK(reasonOf(kernel("gfx1151", "v_mov_b32 v1, v255")) ==
        "uses v255, but the kernel was given 24 VGPRs");
  // The last register of a wide operand counts, whatever the encoding.
  for (const char *inst :
       {"v_add_f64 v[2:3], v[23:24], v[4:5]", "global_load_b128 v[21:24], v1, s[0:1]",
        "ds_store_b64 v1, v[23:24]", "v_dual_mov_b32 v24, v1 :: v_dual_mov_b32 v3, v2",
        "v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[17:24], v[0:7]"})
    CHECK(reasonOf(kernel("gfx1151", inst)) == "uses v24, but the kernel was given 24 VGPRs");
  // A fault names the instruction.
  const Fault fault = KernelBench(kernel("gfx1151", "s_nop 0\nv_mov_b32 v1, v24")).faultOf(1);
  CHECK(fault.instruction == "v_mov_b32_e32 v1, v24");
  CHECK(fault.offset == 4);

  KernelSource wide = kernel("gfx1151", "v_mov_b32 v19, 1");
  wide.waveSize = 64;
  KernelBench(wide).run(1);
  wide.body = "v_mov_b32 v20, 1\ns_endpgm";
  CHECK(reasonOf(wide) == "uses v20, but the kernel was given 20 VGPRs");
}

// Where the two kinds share a file, ACCUM_OFFSET ends the VGPRs; 28 registers take 32.
TEST_CASE("AGPRs past a kernel's allocation", "[simulator][registers]") {
  for (const char *gpu : {"gfx942", "gfx950"}) {
    KernelBench(kernel(gpu, "v_mov_b32 v19, 1\nv_accvgpr_write_b32 a11, v1")).run(1);
    CHECK(reasonOf(kernel(gpu, "v_mov_b32 v20, 1")) ==
          "uses v20, but the kernel was given 20 VGPRs");
    CHECK(reasonOf(kernel(gpu, "v_accvgpr_write_b32 a12, v1")) ==
          "uses a12, but the kernel was given 12 AGPRs");
    CHECK(reasonOf(kernel(gpu, "v_mfma_f32_16x16x4_f32 a[10:13], v0, v1, a[0:3]")) ==
          "uses a13, but the kernel was given 12 AGPRs");
    KernelSource without = kernel(gpu, "v_accvgpr_read_b32 v1, a0");
    without.vgprs = 24;
    without.agprs = 0;
    CHECK(reasonOf(without) == "uses a0, but the kernel was given no AGPRs");
  }
}

// 20 SGPRs, two of VCC and four of XNACK_MASK and the flat scratch register that share a place: 26,
// which take 32. gfx11 gives every wavefront 106.
TEST_CASE("SGPRs past a kernel's allocation", "[simulator][registers]") {
  KernelBench(kernel("gfx942", "s_mov_b32 s31, 1\ns_mov_b64 vcc, 0\ns_mov_b32 m0, 1")).run(1);
  CHECK(reasonOf(kernel("gfx942", "s_mov_b32 s32, 1")) ==
        "uses s32, but the kernel was given 32 SGPRs");
  CHECK(reasonOf(kernel("gfx950", "s_load_dwordx8 s[28:35], s[0:1], 0x0")) ==
        "uses s35, but the kernel was given 32 SGPRs");
  CHECK(reasonOf(kernel("gfx942", "v_mov_b32 v1, s101")) ==
        "uses s101, but the kernel was given 32 SGPRs");
  KernelBench(kernel("gfx1151", "s_mov_b32 s105, 1")).run(1);
}

TEST_CASE("Code that is not executed may name any register", "[simulator][registers]") {
  KernelBench(kernel("gfx1151", R"(
    s_branch .Lend
    v_mov_b32 v200, 1
  .Lend:
)"))
      .run(1);
}

// Two kernels share a function, which needs more registers than one of them has.
TEST_CASE("Each kernel of a code object has its own allocation", "[simulator][registers]") {
  KernelSource source = kernel("gfx1151", R"(
    s_getpc_b64 s[12:13]
    s_add_u32 s12, s12, f@rel32@lo+4
    s_addc_u32 s13, s13, f@rel32@hi+12
    s_swappc_b64 s[30:31], s[12:13])");
  source.rest = R"(
f:
    v_mov_b32 v40, 1
    s_setpc_b64 s[30:31]
.globl large
.p2align 8
.type large,@function
large:
    s_getpc_b64 s[12:13]
    s_add_u32 s12, s12, f@rel32@lo+4
    s_addc_u32 s13, s13, f@rel32@hi+12
    s_swappc_b64 s[30:31], s[12:13]
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel large
  .amdhsa_next_free_vgpr 41
  .amdhsa_next_free_sgpr 32
.end_amdhsa_kernel
.text
)";
  KernelBench bench(source);
  CHECK(static_cast<bool>(bench.machine->launch(bench.module, "large", {}, {})));
  CHECK(bench.faultOf(1).reason == "uses v40, but the kernel was given 24 VGPRs");
  CHECK(static_cast<bool>(bench.machine->launch(bench.module, "large", {}, {})));
}

TEST_CASE("Relative indexing stays within the allocation", "[simulator][registers]") {
  KernelBench(kernel("gfx1151", "s_mov_b32 m0, 3\nv_movrels_b32 v1, v20")).run(1);
  CHECK(reasonOf(kernel("gfx1151", "s_mov_b32 m0, 4\nv_movrels_b32 v1, v20")) ==
        "M0 = 0x4 indexes v24, but the kernel was given 24 VGPRs");
  CHECK(reasonOf(kernel("gfx1151", "s_mov_b32 m0, 4\nv_movreld_b32 v20, v1")) ==
        "M0 = 0x4 indexes v24, but the kernel was given 24 VGPRs");
  const std::string indexed = R"(
    s_mov_b32 s10, {}
    s_set_gpr_idx_on s10, gpr_idx(SRC0)
    v_mov_b32 v1, v0
    s_set_gpr_idx_off)";
  auto with = [&](const char *index) {
    std::string body = indexed;
    return kernel("gfx942", body.replace(body.find("{}"), 2, index));
  };
  KernelBench(with("19")).run(1);
  CHECK(reasonOf(with("20")) == "VGPR index 20 reaches v20, but the kernel was given 20 VGPRs");
  KernelBench(kernel("gfx942", "s_mov_b32 m0, 1\ns_movrels_b32 s10, s30")).run(1);
  CHECK(reasonOf(kernel("gfx942", "s_mov_b32 m0, 1\ns_movrels_b64 s[10:11], s[30:31]")) ==
        "the relative move reaches s32, but the kernel was given 32 SGPRs");
}

TEST_CASE("Registers have names", "[simulator][registers]") {
  auto parse = [](llvm::StringRef name) {
    const RegisterRange range = parseRegisters(name).value();
    return registerName(range.isVector, range.first) + "+" + std::to_string(range.count);
  };
  CHECK(parse("VGPR2_VGPR3") == "v2+2");
  CHECK(parse("VGPR7_LO16") == "v7+1");
  CHECK(parse("AGPR0") == "a0+1");
  CHECK(parse("SGPR4_SGPR5_SGPR6_SGPR7") == "s4+4");
  CHECK(parse("TTMP3") == "ttmp3+1");
  CHECK(parse("VCC") == "vcc_lo+2");
  CHECK(parse("EXEC_HI") == "exec_hi+1");
  CHECK(parse("M0_gfx11plus") == "m0+1");
  for (const char *name : {"SGPR_NULL_gfxpre11", "MODE", "SCC", "FLAT_SCR"})
    CHECK_FALSE(parseRegisters(name));
}

} // namespace rocke::sim::test
