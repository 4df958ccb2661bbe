//===- LaunchLimitsTest.cpp - What a launch may ask for --------------------===//
#include "../TestSupport.h"
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

using rocke::test::messageOf;

namespace {
// Stores a word at an offset of LDS, loads it again and hands it out.
KernelSource ldsAt(const std::string &gpu, uint32_t offset, uint32_t staticBytes) {
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = 64;
  source.directives = fmt::format(".amdhsa_group_segment_fixed_size {}", staticBytes);
  source.body = loadOutput(gpu) + fmt::format(R"(
    v_mov_b32 v1, {:#x}
    v_mov_b32 v2, 5
    ds_write_b32 v1, v2
    ds_read_b32 v3, v1
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v4, 0
    global_store_dword v4, v3, s[8:9]
    s_endpgm)",
                                              offset);
  return source;
}
std::string refusal(const KernelSource &source, const LaunchConfig &config) {
  KernelBench bench(source);
  return messageOf(bench.machine->launch(bench.module, "k", config, {}));
}
const LaunchConfig oneItem{{1, 1, 1}, {1, 1, 1}};
} // namespace

TEST_CASE("gfx950 has 160 KiB of LDS, static or dynamic", "[simulator][launch]") {
  constexpr uint32_t all = 160 * 1024;
  CHECK(KernelBench(ldsAt("gfx950", all - 4, all)).run(1, oneItem) == std::vector<uint32_t>{5});
  CHECK(KernelBench(ldsAt("gfx950", all - 4, 1024)).run(1, {{1, 1, 1}, {1, 1, 1}, all - 1024}) ==
        std::vector<uint32_t>{5});
  CHECK(KernelBench(ldsAt("gfx950", all - 4, 0)).run(1, {{1, 1, 1}, {1, 1, 1}, all}) ==
        std::vector<uint32_t>{5});
  CHECK(refusal(ldsAt("gfx950", 0, 1024), {{1, 1, 1}, {1, 1, 1}, all - 1023}) ==
        "kernel k: the workgroup takes 163841 bytes of LDS (1024 static, 162817 dynamic); gfx950 "
        "has 163840");
  CHECK(refusal(ldsAt("gfx942", 0, 65537), oneItem) ==
        "kernel k: the workgroup takes 65537 bytes of LDS (65537 static, 0 dynamic); gfx942 has "
        "65536");
}

TEST_CASE("Workgroups have up to 1024 work-items, in any shape", "[simulator][launch]") {
  for (unsigned waveSize : {32u, 64u})
    for (const std::array<uint32_t, 3> &block :
         {std::array<uint32_t, 3>{1024, 1, 1}, {1, 1024, 1}, {4, 16, 16}, {31, 33, 1}}) {
      KernelSource source;
      source.waveSize = waveSize;
      source.directives = ".amdhsa_system_vgpr_workitem_id 2";
      // The flat number of the work-item, at its place.
      source.body = loadOutput(source.gpu) + fmt::format(R"(
        v_and_b32 v1, 0x3ff, v0
        v_bfe_u32 v2, v0, 10, 10
        v_bfe_u32 v3, v0, 20, 10
        v_mul_u32_u24 v2, {}, v2
        v_mul_u32_u24 v3, {}, v3
        v_add3_u32 v1, v1, v2, v3
        v_lshlrev_b32 v2, 2, v1
        global_store_b32 v2, v1, s[8:9]
        s_endpgm)",
                                                         block[0], block[0] * block[1]);
      const uint32_t items = block[0] * block[1] * block[2];
      std::vector<uint32_t> expected(1024);
      for (uint32_t item = 0; item < items; ++item)
        expected[item] = item;
      KernelBench bench(source);
      CHECK(bench.run(1024, {{1, 1, 1}, block}) == expected);
      CHECK(bench.stats.wavefronts == (items + waveSize - 1) / waveSize);
    }
}

TEST_CASE("A kernel says which workgroups it was compiled for", "[simulator][launch]") {
  auto kernel = [](const std::string &limits) {
    KernelSource source;
    source.body = "s_endpgm";
    source.metadata = R"(
      amdhsa.version: [ 1, 2 ]
      amdhsa.kernels:
        - .name: k
          .symbol: k.kd
          .kernarg_segment_size: 8
          .group_segment_fixed_size: 0
          .private_segment_fixed_size: 0
          .kernarg_segment_align: 8
          .wavefront_size: 32
          .sgpr_count: 10
          .vgpr_count: 10
)" + limits;
    return source;
  };
  auto check = [&](const std::string &limits, const std::array<uint32_t, 3> &block) {
    return refusal(kernel(limits), {{1, 1, 1}, block});
  };
  const std::string most = "          .max_flat_workgroup_size: 96\n";
  const std::string exact = most + "          .reqd_workgroup_size: [ 8, 4, 3 ]\n";
  KernelBench(kernel(most)).run(1, {{1, 1, 1}, {32, 3, 1}});
  CHECK(check(most, {97, 1, 1}) ==
        "kernel k: the workgroup has 97 work-items; the kernel was compiled for at most 96");
  KernelBench(kernel(exact)).run(1, {{1, 1, 1}, {8, 4, 3}});
  CHECK(check(exact, {8, 3, 4}) ==
        "kernel k: the workgroup is 8x3x4; the kernel was compiled for 8x4x3 alone");
}

TEST_CASE("Grids reach past 65535 in every dimension", "[simulator][launch]") {
  for (unsigned axis = 0; axis < 3; ++axis) {
    KernelSource source;
    source.vgprs = 8;
    // The largest workgroup number of each kind.
    source.body = loadOutput(source.gpu) + fmt::format(R"(
      v_mov_b32 v1, 0
      v_mov_b32 v2, s{}
      global_atomic_max_u32 v1, v2, s[8:9]
      s_endpgm)",
                                                       2 + axis);
    std::array<uint32_t, 3> grid{1, 1, 1};
    grid[axis] = 66000;
    CHECK(KernelBench(source).run(1, {grid, {1, 1, 1}}) == std::vector<uint32_t>{65999});
  }
}

// The code starts 256 bytes behind the symbol, whatever stands there for firmware that does not
// preload: LLVM has written a trap, and a block that loads.
TEST_CASE("What comes before preloaded kernel arguments is skipped", "[simulator][launch]") {
  const char *const traps = "s_trap 2\n.fill 63, 4, 0xbf800000\n";
  const char *const loads = R"(
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_branch .Lbody
    .p2align 8
  .Lbody:
)";
  for (const char *gpu : {"gfx942", "gfx950"})
    for (const char *prologue : {traps, loads}) {
      KernelSource source;
      source.gpu = gpu;
      source.waveSize = 64;
      source.directives = R"(
        .amdhsa_user_sgpr_kernarg_preload_length 2
        .amdhsa_user_sgpr_kernarg_preload_offset 0)";
      source.body = std::string(prologue) + R"(
        v_mov_b32 v1, 0
        v_mov_b32 v2, 7
        global_store_dword v1, v2, s[2:3]
        s_endpgm)";
      KernelBench bench(source);
      CHECK(bench.run(1, oneItem) == std::vector<uint32_t>{7});
      // v_mov, v_mov, store, s_endpgm: nothing of the prologue.
      CHECK(bench.stats.executed.total() == 4);
    }
}

TEST_CASE("Preloading starts at the dword that the descriptor names", "[simulator][launch]") {
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = 64;
  source.directives = R"(
    .amdhsa_user_sgpr_kernarg_preload_length 1
    .amdhsa_user_sgpr_kernarg_preload_offset 1)";
  // s2 is the address's high half, which follows the segment's address in s[0:1].
  source.body = "s_trap 2\n.fill 63, 4, 0xbf800000\n" + loadOutput("gfx950") + R"(
    s_sub_u32 s3, s2, s9
    v_mov_b32 v1, 0
    v_mov_b32 v2, s3
    v_add_u32 v2, 9, v2
    global_store_dword v1, v2, s[8:9]
    s_endpgm)";
  CHECK(KernelBench(source).run(1, oneItem) == std::vector<uint32_t>{9});
}

TEST_CASE("Both workgroup processor modes run alike", "[simulator][launch]") {
  for (const char *mode : {"0", "1"}) {
    KernelSource source;
    source.directives = std::string(".amdhsa_workgroup_processor_mode ") + mode +
                        "\n.amdhsa_memory_ordered " + mode + "\n.amdhsa_forward_progress " + mode +
                        "\n.amdhsa_group_segment_fixed_size 65536";
    source.body = loadOutput(source.gpu) + R"(
      v_mov_b32 v1, 0xfffc
      v_mov_b32 v2, 5
      ds_store_b32 v1, v2
      ds_load_b32 v3, v1
      s_waitcnt lgkmcnt(0)
      v_mov_b32 v4, 0
      global_store_b32 v4, v3, s[8:9]
      s_endpgm)";
    CHECK(KernelBench(source).run(1, oneItem) == std::vector<uint32_t>{5});
  }
}

// 20 VGPRs, and two blocks of eight that the halves of the wavefront share.
TEST_CASE("Shared VGPRs come after a wave64's own", "[simulator][launch]") {
  KernelSource source;
  source.waveSize = 64;
  source.vgprs = 20;
  source.directives = ".amdhsa_shared_vgpr_count 2";
  source.body = "v_mov_b32 v35, 1\ns_endpgm";
  KernelBench(source).run(1, oneItem);
  source.body = "v_mov_b32 v36, 1\ns_endpgm";
  CHECK(KernelBench(source).faultOf(1, oneItem).reason ==
        "uses v36, but the kernel was given 36 VGPRs");
}

TEST_CASE("gfx9 has wavefronts of 64 alone", "[simulator][launch]") {
  KernelSource source;
  source.gpu = "gfx942";
  source.waveSize = 64;
  source.body = "s_endpgm";
  std::string bytes = codeObject(source);
  // The descriptor's kernel code properties, which say 64 by a zero in bit 10.
  const size_t size = bytes.size();
  auto machine = rocke::test::take(Machine::create({"gfx942"}));
  CHECK(static_cast<bool>(machine->load(bytes)));
  // It is the only 64 bytes that end in the properties of kernarg_segment_ptr alone.
  size_t at = 0;
  for (size_t i = 0; i + 64 <= size; i += 64)
    if (static_cast<uint8_t>(bytes[i + 8]) == 8 && static_cast<uint8_t>(bytes[i + 56]) == 8)
      at = i;
  REQUIRE(at != 0);
  bytes[at + 57] = 4;
  CHECK(messageOf(machine->load(bytes)) ==
        "kernel k: ENABLE_WAVEFRONT_SIZE32 is 1, but gfx942 has only wavefronts of 64");
}

} // namespace rocke::sim::test
