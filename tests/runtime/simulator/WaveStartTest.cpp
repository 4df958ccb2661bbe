//===- WaveStartTest.cpp - The state that a kernel starts in ---------------===//
#include "../TestSupport.h"
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

using rocke::test::succeed;
using rocke::test::take;

// Stores v0 of every work-item: out[flat work-item id of the whole grid].
std::string storeIds(llvm::StringRef blockSize) {
  return fmt::format(R"(
    v_mbcnt_lo_u32_b32 v1, -1, 0
    s_mul_i32 s10, s2, {0}
    v_add_nc_u32 v1, s10, v1
    v_lshlrev_b32 v1, 2, v1
    global_store_b32 v1, v0, s[8:9]
    s_endpgm)",
                     blockSize.str());
}

} // namespace

TEST_CASE("Work-item ids are packed into v0", "[simulator][start]") {
  for (unsigned dimensions : {0u, 1u, 2u}) {
    KernelSource source;
    source.directives = fmt::format(".amdhsa_system_vgpr_workitem_id {}", dimensions);
    source.body = loadOutput(source.gpu) + storeIds("24");
    std::vector<uint32_t> ids = KernelBench(source).run(24, {{1, 1, 1}, {4, 3, 2}});
    for (uint32_t i = 0; i < 24; ++i) {
      uint32_t expected = i % 4;
      if (dimensions >= 1)
        expected |= i / 4 % 3 << 10;
      if (dimensions >= 2)
        expected |= i / 12 << 20;
      CHECK(ids[i] == expected);
    }
  }
}

TEST_CASE("The last wavefront of a workgroup may be partial", "[simulator][start]") {
  // Counts the active lanes of each wavefront.
  const char *const count = R"(
    s_bcnt1_i32_b32 s10, exec_lo
    v_readfirstlane_b32 s11, v0
    s_lshr_b32 s11, s11, 5
    s_lshl_b32 s11, s11, 2
    v_mov_b32 v1, s11
    v_mov_b32 v2, s10
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(runKernel(count, 3, {{1, 1, 1}, {70, 1, 1}}) == std::vector<uint32_t>{32, 32, 6});
  CHECK(runKernel(count, 3, {{1, 1, 1}, {64, 1, 1}}) == std::vector<uint32_t>{32, 32, 0});
}

TEST_CASE("wave64 works on both families", "[simulator][start]") {
  KernelSource rdna;
  rdna.waveSize = 64;
  rdna.body = loadOutput(rdna.gpu) + R"(
    v_lshlrev_b32 v1, 2, v0
    s_bcnt1_i32_b64 s10, exec
    v_mov_b32 v2, s10
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(KernelBench(rdna).run(50, {{1, 1, 1}, {50, 1, 1}}) == std::vector<uint32_t>(50, 50));
  KernelSource cdna;
  cdna.gpu = "gfx950";
  cdna.waveSize = 64;
  cdna.body = loadOutput(cdna.gpu) + R"(
    v_lshlrev_b32 v1, 2, v0
    s_bcnt1_i32_b64 s10, exec
    v_mov_b32 v2, s10
    global_store_dword v1, v2, s[8:9]
    s_endpgm)";
  CHECK(KernelBench(cdna).run(50, {{1, 1, 1}, {50, 1, 1}}) == std::vector<uint32_t>(50, 50));
}

TEST_CASE("Workgroup ids follow the user SGPRs, x fastest", "[simulator][start]") {
  std::vector<uint32_t> ids = runKernel(R"(
    s_mul_i32 s10, s4, 3
    s_add_i32 s10, s10, s3
    s_mul_i32 s10, s10, 4
    s_add_i32 s10, s10, s2
    s_lshl_b32 s10, s10, 2
    v_mov_b32 v1, s10
    s_lshl_b32 s11, s3, 8
    s_lshl_b32 s12, s4, 16
    s_or_b32 s11, s11, s12
    s_or_b32 s11, s11, s2
    v_mov_b32 v2, s11
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)",
                                        24, {{4, 3, 2}, {1, 1, 1}});
  for (uint32_t i = 0; i < 24; ++i)
    CHECK(ids[i] == (i % 4 | (i / 4 % 3) << 8 | (i / 12) << 16));
}

TEST_CASE("User SGPRs come in the order of the ABI", "[simulator][start]") {
  KernelSource source;
  // Dispatch pointer s[0:1], queue s[2:3], kernarg s[4:5], dispatch id s[6:7], then the ids.
  source.directives = R"(
    .amdhsa_user_sgpr_dispatch_ptr 1
    .amdhsa_user_sgpr_queue_ptr 1
    .amdhsa_user_sgpr_dispatch_id 1
    .amdhsa_user_sgpr_private_segment_size 1
    .amdhsa_private_segment_fixed_size 20)";
  source.body = R"(
    s_load_b64 s[20:21], s[4:5], 0x0
    s_load_b512 s[40:55], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v1, 0
    v_mov_b32 v2, s8
    v_mov_b32 v3, s9
    v_mov_b32 v4, s40
    v_mov_b32 v5, s41
    global_store_b128 v1, v[2:5], s[20:21]
    v_mov_b32 v2, s42
    v_mov_b32 v3, s43
    v_mov_b32 v4, s44
    v_mov_b32 v5, s45
    global_store_b128 v1, v[2:5], s[20:21] offset:16
    v_mov_b32 v2, s46
    v_mov_b32 v3, s47
    v_mov_b32 v4, s50
    v_mov_b32 v5, s51
    global_store_b128 v1, v[2:5], s[20:21] offset:32
    v_mov_b32 v2, s4
    v_mov_b32 v3, s5
    global_store_b64 v1, v[2:3], s[20:21] offset:48
    s_endpgm)";
  std::vector<uint32_t> out = KernelBench(source).run(14, {{1, 2, 1}, {3, 2, 1}, 128});
  CHECK(out[0] == 20);            // scratch per work-item
  CHECK(out[1] == 0);             // workgroup id x
  CHECK(out[2] == (2 | 2 << 16)); // a kernel dispatch in two dimensions
  CHECK(out[3] == (3 | 2 << 16)); // workgroup size x, y
  CHECK(out[4] == 1);             // workgroup size z
  CHECK(out[5] == 3);             // grid in work-items
  CHECK(out[6] == 4);
  CHECK(out[7] == 1);
  CHECK(out[8] == 20);       // scratch
  CHECK(out[9] == 128);      // LDS
  CHECK(out[10] == out[12]); // the kernarg address
  CHECK(out[11] == out[13]);
}

TEST_CASE("Hidden arguments are filled in where the metadata wants them", "[simulator][start]") {
  KernelSource source;
  std::string args = R"(
      - { .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
)";
  struct Hidden {
    const char *kind;
    unsigned offset, size;
  };
  for (const Hidden &hidden : std::initializer_list<Hidden>{{"hidden_block_count_x", 8, 4},
                                                            {"hidden_block_count_y", 12, 4},
                                                            {"hidden_block_count_z", 16, 4},
                                                            {"hidden_group_size_x", 20, 2},
                                                            {"hidden_group_size_y", 22, 2},
                                                            {"hidden_group_size_z", 24, 2},
                                                            {"hidden_remainder_x", 26, 2},
                                                            {"hidden_global_offset_x", 32, 8},
                                                            {"hidden_grid_dims", 40, 2},
                                                            {"hidden_dynamic_lds_size", 44, 4},
                                                            {"hidden_shared_base", 48, 4},
                                                            {"hidden_private_base", 52, 4}})
    args += fmt::format("      - {{ .offset: {}, .size: {}, .value_kind: {} }}\n", hidden.offset,
                        hidden.size, hidden.kind);
  source.metadata = fmt::format(R"(
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 56
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 100
    .vgpr_count: 256
    .max_flat_workgroup_size: 1024
    .args:{})",
                                args);
  source.body = R"(
    s_load_b512 s[20:35], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v9, 0
)";
  for (unsigned word = 2; word < 14; ++word)
    source.body += fmt::format("v_mov_b32 v1, s{}\nglobal_store_b32 v9, v1, s[20:21] offset:{}\n",
                               20 + word, word * 4);
  source.body += "s_endpgm";
  // The segment is 56 bytes long; compilers count on a whole number of 16.
  std::vector<uint32_t> out = KernelBench(source).run(16, {{5, 6, 7}, {2, 3, 4}, 96});
  CHECK(out[2] == 5);
  CHECK(out[3] == 6);
  CHECK(out[4] == 7);
  CHECK(out[5] == (2 | 3 << 16));
  CHECK(out[6] == 4); // and remainder x 0
  CHECK(out[8] == 0);
  CHECK(out[9] == 0);
  CHECK((out[10] & 0xffff) == 3);
  CHECK(out[11] == 96);
  CHECK(out[12] == 0x10000);
  CHECK(out[13] == 0x20000);
  source.body = "s_load_b64 s[20:21], s[0:1], 0x3c\n s_endpgm";
  const Fault fault = KernelBench(source).faultOf(16);
  CHECK(fault.reason.find("runs over the end of the kernel arguments of 64 bytes") !=
        std::string::npos);
}

TEST_CASE("Kernel arguments are preloaded into SGPRs", "[simulator][start]") {
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = 64;
  source.directives = R"(
    .amdhsa_user_sgpr_kernarg_preload_length 2
    .amdhsa_user_sgpr_kernarg_preload_offset 0)";
  // Firmware that preloads skips the first 256 bytes.
  source.body = R"(
    s_trap 2
    .fill 63, 4, 0xbf800000
    v_mov_b32 v1, 0
    v_mov_b32 v2, s4
    global_store_dword v1, v2, s[2:3]
    s_endpgm)";
  CHECK(KernelBench(source).run(1, {{1, 1, 1}, {1, 1, 1}}) == std::vector<uint32_t>{0});
  source.body += "\n s_trap 2";
  size_t end = source.body.find("s_endpgm");
  source.body.erase(end, 8);
  Fault fault = KernelBench(source).faultOf(1);
  CHECK(fault.offset == 256 + 16); // from the kernel's symbol
}

TEST_CASE("MODE comes from the descriptor", "[simulator][start]") {
  KernelSource source;
  source.directives = R"(
    .amdhsa_float_round_mode_32 1
    .amdhsa_float_round_mode_16_64 2
    .amdhsa_float_denorm_mode_32 0
    .amdhsa_float_denorm_mode_16_64 3
    .amdhsa_dx10_clamp 1
    .amdhsa_ieee_mode 0
    .amdhsa_fp16_overflow 1)";
  source.body = loadOutput(source.gpu) + R"(
    s_getreg_b32 s10, hwreg(HW_REG_MODE)
    v_mov_b32 v1, 0
    v_mov_b32 v2, s10
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(KernelBench(source).run(1) == std::vector<uint32_t>{0x8001c9});
}

TEST_CASE("LDS is what the kernel and the launch ask for together", "[simulator][start]") {
  KernelSource source;
  source.directives = ".amdhsa_group_segment_fixed_size 64";
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 124
    v_mov_b32 v2, 5
    ds_store_b32 v1, v2
    ds_load_b32 v3, v1
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v4, 0
    global_store_b32 v4, v3, s[8:9]
    s_endpgm)";
  KernelBench bench(source);
  CHECK(bench.run(1, {{1, 1, 1}, {1, 1, 1}, 64}) == std::vector<uint32_t>{5});
  CHECK(bench.faultOf(1, {{1, 1, 1}, {1, 1, 1}, 63}).reason ==
        "LDS store of 4 bytes at 0x7c: the workgroup has 127 bytes of LDS");
}

TEST_CASE("Launches that the GPU cannot run are refused", "[simulator][start]") {
  KernelSource source;
  source.body = "s_endpgm";
  KernelBench bench(source);
  auto message = [&](const LaunchConfig &config, llvm::StringRef symbol = "k") {
    return rocke::test::messageOf(bench.machine->launch(bench.module, symbol, config, {}));
  };
  CHECK(message({{0, 1, 1}, {1, 1, 1}}) == "kernel k: grid.x is 0; it must be at least 1");
  CHECK(message({{1, 1, 1}, {1, 2000, 1}}) == "kernel k: block.y is 2000; allowed are 1 to 1024");
  CHECK(message({{1, 1, 1}, {64, 32, 1}}) ==
        "kernel k: the workgroup has 2048 work-items; gfx1151 can have 1024");
  CHECK(message({{1, 1, 1}, {1, 1, 1}, 65537}) ==
        "kernel k: the workgroup takes 65537 bytes of LDS (0 static, 65537 dynamic); gfx1151 has "
        "65536");
  CHECK(message({{0xffffffff, 1, 1}, {2, 1, 1}}) ==
        "kernel k: grid.x * block.x is 8589934590; it must be less than 2^32");
  CHECK(message({}, "j") == "the code object has no kernel j; it has k");
}

} // namespace rocke::sim::test
