//===- FamilyCheckTest.cpp - Planted faults on the GPUs of CDNA ------------===//
//
// Every kind of fault once more, in wave64, in GCN's encodings, with AGPRs.
//
//===----------------------------------------------------------------------===//
#include "CheckBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
constexpr const char *gpus[] = {"gfx942", "gfx950"};
const LaunchConfig twoWaves{{1, 1, 1}, {128, 1, 1}};

/// A kernel with the work-item's index in v0, four times that in v1, and 256 bytes of LDS and 16
/// of scratch.
KernelSource kernel(const char *gpu, const std::string &body) {
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = 64;
  source.body = R"(
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    )" + body + "\n s_endpgm";
  source.directives = ".amdhsa_group_segment_fixed_size 256\n"
                      ".amdhsa_private_segment_fixed_size 16\n"
                      ".amdhsa_enable_private_segment 1";
  return source;
}
std::vector<CheckReport> reports(const char *gpu, const char *check, const std::string &body,
                                 const LaunchConfig &config = {}) {
  return reportsOf(check, kernel(gpu, body), 64, config);
}
std::string only(const std::vector<CheckReport> &found) {
  REQUIRE(found.size() == 1);
  return found[0].where.reason;
}
} // namespace

TEST_CASE("CDNA: wild and misaligned accesses", "[simulator][check][memory]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    auto reason = [&](const char *body) { return only(reports(gpu, "memory", body)); };
    CHECK(contains(reason("global_store_dword v1, v0, s[8:9] offset:256"),
                   "0 bytes past the end of the allocation of 256 bytes"));
    CHECK(contains(reason("global_load_dword v2, v1, s[8:9] offset:-8"),
                   "8 bytes before the allocation of 256 bytes"));
    CHECK(contains(reason("global_atomic_add v1, v0, s[8:9] offset:256"),
                   "0 bytes past the end of the allocation of 256 bytes"));
    CHECK(contains(reason("s_load_dword s10, s[8:9], 0x100"),
                   "0 bytes past the end of the allocation of 256 bytes"));
    CHECK(contains(reason("v_mov_b32 v2, 0\n v_mov_b32 v3, 0\n flat_load_dword v4, v[2:3]"),
                   "0x0 is a null pointer"));
    CHECK(contains(reason("global_store_dword v1, v0, s[8:9] offset:1"),
                   "misaligned global store of 4 bytes"));
    CHECK(reason("ds_write_b32 v1, v0 offset:256") ==
          "LDS store of 4 bytes at 0x100: the workgroup has 256 bytes of LDS");
    CHECK(reason("ds_read_b32 v2, v1 offset:1") ==
          "misaligned LDS load of 4 bytes at 0x1, in LDS of 256 bytes: no multiple of 2");
    CHECK(reason("scratch_load_dword v2, off, off offset:16") ==
          "scratch load of 4 bytes at 0x10: the work-item has 16 bytes of scratch");
    CHECK(reason("scratch_store_dword off, v0, off offset:5") ==
          "misaligned scratch store of 4 bytes at 0x5, in the work-item's scratch of 16 bytes: no "
          "multiple of 2");
    CHECK(reports(gpu, "memory", R"(
      global_load_dword v2, v1, s[8:9]
      ds_write_b32 v1, v0
      scratch_store_dwordx4 off, v[4:7], off)")
              .empty());
  }
}

TEST_CASE("CDNA: races", "[simulator][check][race]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    // Wavefront 1 writes LDS where wavefront 0 does, or the neighbour's half.
    const std::string half = "v_and_b32 v2, 0xff, v1\n", write = "ds_write_b32 v2, v0\n";
    const std::string barrier = "s_waitcnt lgkmcnt(0)\n s_barrier\n";
    const std::vector<CheckReport> found = reports(gpu, "race", half + write, twoWaves);
    CHECK(contains(only(found), "written here by wavefront 1, written by wavefront 0 at +"));
    CHECK(found[0].where.lane == 0);
    CHECK(found[0].count == 64);
    CHECK(contains(
        only(reports(gpu, "race",
                     "v_lshlrev_b32 v1, 1, v0\n ds_write_b16 v1, v0\n v_xor_b32 v2, 0x80, v1\n"
                     "ds_read_u16 v3, v2",
                     twoWaves)),
        "no barrier between"));
    CHECK(contains(only(reports(gpu, "race", half + "global_store_dword v2, v0, s[8:9]", twoWaves)),
                   "in the allocation of 256 bytes at 0x"));
    CHECK(reports(gpu, "race", half + "ds_add_u32 v2, v0", twoWaves).empty());
    CHECK(reports(gpu, "race", half + "ds_read_b32 v3, v2\n" + barrier + "ds_read_u16 v3, v2",
                  twoWaves)
              .empty());
  }
}

TEST_CASE("CDNA: what nothing wrote", "[simulator][check][init]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    auto reason = [&](const std::string &body) { return only(reports(gpu, "init", body)); };
    const std::string store = "\n global_store_dword v1, v2, s[8:9]";
    CHECK(reason("global_store_dword v1, a5, s[8:9]") ==
          "a value is used as the data of a store that comes from a5, which nothing wrote");
    CHECK(reason("v_accvgpr_read_b32 v2, a7" + store) ==
          "a value is used as the data of a store that comes from a7, which nothing wrote");
    CHECK(reports(gpu, "init",
                  "v_accvgpr_write_b32 a7, v0\n s_nop 1\n v_accvgpr_read_b32 v2, a7" + store)
              .empty());
    CHECK(contains(reason("ds_read_b32 v2, v1\n s_waitcnt lgkmcnt(0)" + store),
                   "LDS which nothing wrote"));
    CHECK(contains(reason("scratch_load_dword v2, off, off\n s_waitcnt vmcnt(0)" + store),
                   "scratch which nothing wrote"));
    CHECK(reason("s_cmp_eq_u32 s30, 0\n s_cbranch_scc1 .Lend\n .Lend:") ==
          "a value is used as a condition that comes from scc, which nothing wrote");
    // VCCZ and EXECZ tell of registers.
    const std::string compare = "v_cmp_eq_u32 vcc, v9, v1\n ";
    CHECK(contains(reason(compare + "v_add_u32 v2, src_vccz, v1" + store),
                   "comes from v9, which nothing wrote"));
    CHECK(reports(gpu, "init", compare + "v_add_u32 v2, src_execz, v1" + store).empty());
    CHECK(contains(reason("v_mfma_f32_4x4x1_16b_f32 a[0:3], v4, v0, 0\n s_nop 7\n"
                          "v_accvgpr_read_b32 v2, a0" +
                          store),
                   "v4, which nothing wrote"));
  }
}

TEST_CASE("CDNA: missing waits for each counter", "[simulator][check][wait]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    auto reason = [&](const std::string &body) { return only(reports(gpu, "wait", body)); };
    auto isClean = [&](const std::string &body) { return reports(gpu, "wait", body).empty(); };
    const std::string load = "global_load_dword v2, v1, s[8:9]\n", use = "v_mov_b32 v3, v2\n";
    CHECK(contains(reason(load + use), "v2 is used before a wait for vmcnt covers"));
    CHECK(contains(reason(load + "v_mov_b32 v2, 0"), "v2 is overwritten before a wait for vmcnt"));
    CHECK_FALSE(isClean(load + "s_waitcnt lgkmcnt(0)\n" + use));
    CHECK(isClean(load + "s_waitcnt vmcnt(0)\n" + use));
    // The counter has 6 bits, which lie apart.
    std::string many = load;
    for (unsigned index = 0; index < 17; ++index)
      many += "global_store_dword v1, v0, s[8:9]\n";
    CHECK(isClean(many + "s_waitcnt vmcnt(17)\n" + use));
    CHECK_FALSE(isClean(many + "s_waitcnt vmcnt(18)\n" + use));

    CHECK(contains(reason("global_load_dword a2, v1, s[8:9]\n v_accvgpr_read_b32 v3, a2"),
                   "a2 is used before a wait for vmcnt covers"));
    CHECK(contains(
        reason("scratch_store_dword off, v0, off\n scratch_load_dword v2, off, off\n" + use),
        "v2 is used before a wait for vmcnt covers"));
    CHECK(contains(reason("global_atomic_add v2, v1, v0, s[8:9] sc0\n" + use),
                   "v2 is used before a wait for vmcnt covers"));

    const std::string lds = "ds_write_b32 v1, v0\n ds_read_b32 v2, v1\n";
    CHECK(contains(reason(lds + use), "v2 is used before a wait for lgkmcnt covers"));
    CHECK(contains(reason(lds + "v_mov_b32 v2, 0"), "v2 is overwritten before a wait for lgkmcnt"));
    CHECK_FALSE(isClean(lds + "s_waitcnt vmcnt(0)\n" + use));
    CHECK(isClean(lds + "s_waitcnt lgkmcnt(0)\n" + use));
    CHECK(contains(reason("s_load_dword s10, s[8:9], 0x0\n s_mov_b32 s11, s10"),
                   "s10 is used before a wait for lgkmcnt covers"));
    CHECK(isClean("s_load_dword s10, s[8:9], 0x0\n s_waitcnt lgkmcnt(0)\n s_mov_b32 s11, s10"));
  }
}

TEST_CASE("CDNA: a barrier that a wavefront never reaches", "[simulator][check][barrier]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    const std::vector<CheckReport> found = reports(gpu, "barrier", R"(
      v_readfirstlane_b32 s10, v0
      s_cmp_eq_u32 s10, 0
      s_cbranch_scc0 .Lend
      s_barrier
    .Lend:)",
                                                   twoWaves);
    CHECK(contains(only(found), "barrier that wavefront 1 never reaches: it has ended, at +"));
    CHECK(found[0].where.wavefront == 0);
  }
}

TEST_CASE("CDNA: a runaway loop", "[simulator][check]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    KernelBench bench(kernel(gpu, ".Lloop:\n s_branch .Lloop"), 1, /*budget=*/1000);
    CHECK(contains(bench.faultOf(1).reason, "still running after 1000 instructions"));
  }
}

// All that a report tells.
TEST_CASE("The content of a report", "[simulator][check]") {
  KernelSource source;
  source.body = R"(
    s_load_b64 s[8:9], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    global_store_b32 v1, v0, s[8:9]
    s_endpgm)";
  KernelBench bench(source);
  LaunchConfig config{{1, 2, 3}, {128, 1, 1}};
  config.checks.memory = true;
  bench.run(100, config);
  REQUIRE(bench.stats.reports.size() == 1);
  const CheckReport &report = bench.stats.reports.front();
  CHECK(report.check == "memory");
  CHECK(report.where.kernel == "k");
  CHECK(report.where.instruction == "global_store_b32 v1, v0, s[8:9]");
  // s_load 8 bytes, s_waitcnt 4, v_and with a literal 8, v_lshlrev 4.
  CHECK(report.where.offset == 24);
  CHECK(report.where.workgroup == std::array<uint32_t, 3>{0, 0, 0});
  CHECK(report.where.wavefront == 3); // items 96 to 127, of which 96 to 99 are inside
  CHECK(report.where.lane == 4);
  CHECK(report.address == bench.buffer + 400);
  CHECK(report.count == 28 * 6);
  CHECK(report.where.reason ==
        fmt::format("global store of 4 bytes: {:#x} is 0 bytes past the end of the allocation of "
                    "400 bytes at {:#x}",
                    bench.buffer + 400, bench.buffer));
  for (const char *part :
       {"[memory] k: global store of 4 bytes: ", "at +0x18: global_store_b32 v1, v0, s[8:9]",
        "in workgroup (0, 0, 0), wavefront 3, lane 4", "168 times"})
    CHECK(contains(report.text, part));
}

TEST_CASE("The first occurrence is that of the first workgroup", "[simulator][check]") {
  KernelSource source;
  source.body = R"(
    s_cmp_lt_u32 s2, 5
    s_cbranch_scc1 .Lend
    v_mov_b32 v1, 1
    v_mov_b32 v2, 0
    ds_store_b32 v1, v2
  .Lend:
    s_endpgm)";
  source.directives = ".amdhsa_group_segment_fixed_size 64";
  const std::vector<CheckReport> found =
      reportsOf("memory", source, 1, {{9, 1, 1}, {32, 1, 1}}, /*threads=*/3);
  REQUIRE(found.size() == 1);
  CHECK(found[0].where.workgroup == std::array<uint32_t, 3>{5, 0, 0});
  CHECK(found[0].count == 4 * 32);
}

TEST_CASE("Scratch that is misaligned, and memory before an allocation",
          "[simulator][check][memory]") {
  KernelSource source;
  source.directives = ".amdhsa_private_segment_fixed_size 16";
  source.body = "v_mov_b32 v2, 0\n scratch_store_b32 off, v2, off offset:5\n"
                "v_mov_b32 v1, 0\n global_load_b32 v3, v1, s[8:9] offset:-8\n"
                "global_atomic_add_u32 v1, v2, s[8:9] offset:64\n"
                "ds_add_u32 v1, v2\n s_endpgm";
  const std::vector<CheckReport> found = reportsOf("memory", source, 4);
  REQUIRE(found.size() == 4);
  CHECK(found[0].where.reason ==
        "misaligned scratch store of 4 bytes at 0x5, in the work-item's scratch of 16 bytes: no "
        "multiple of 2");
  CHECK(contains(found[1].where.reason, "8 bytes before the allocation of 16 bytes"));
  CHECK(contains(found[2].where.reason, "global atomic of 4 bytes"));
  CHECK(contains(found[2].where.reason, "48 bytes past the end of the allocation of 16 bytes"));
  CHECK(found[3].where.reason == "LDS atomic of 4 bytes at 0x0: the workgroup has 0 bytes of LDS");
}

} // namespace rocke::sim::test
