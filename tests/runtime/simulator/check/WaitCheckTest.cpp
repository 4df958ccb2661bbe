//===- WaitCheckTest.cpp - Planted missing waits ---------------------------===//
#include "CheckBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
std::vector<CheckReport> waits(llvm::StringRef body, uint32_t ldsBytes = 256) {
  return reportsOf("wait", std::string(itemOffsets) + body.str() + "\n s_endpgm", 64, {}, ldsBytes);
}
std::vector<CheckReport> waitsOn(llvm::StringRef gpu, llvm::StringRef body,
                                 const LaunchConfig &config = {}) {
  KernelSource source;
  source.gpu = gpu.str();
  source.waveSize = 64;
  source.body = R"(
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    )" + body.str() +
                "\n s_endpgm";
  source.directives = ".amdhsa_group_segment_fixed_size 4096";
  return reportsOf("wait", source, 1024, config);
}
std::string only(const std::vector<CheckReport> &reports) {
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].check == "wait");
  return reports[0].where.reason;
}
} // namespace

TEST_CASE("A loaded register before vmcnt covers it", "[simulator][check][wait]") {
  const char *load = "global_load_b32 v2, v1, s[8:9]\n";
  std::vector<CheckReport> reports = waits(std::string(load) + "v_add_nc_u32 v3, v2, v2");
  std::string reason = only(reports);
  CHECK(
      contains(reason, "v2 is used before a wait for vmcnt covers the instruction that loads it"));
  CHECK(contains(reason, "global_load_b32 v2, v1, s[8:9]"));
  CHECK(reports[0].where.instruction == "v_add_nc_u32_e32 v3, v2, v2");
  CHECK(waits(std::string(load) + "s_waitcnt vmcnt(0)\n v_add_nc_u32 v3, v2, v2").empty());
  CHECK(waits(std::string(load) + "s_waitcnt_vmcnt null, 0\n v_mov_b32 v3, v2").empty());
  CHECK(waits(std::string(load) + "s_wait_idle\n v_mov_b32 v3, v2").empty());
  // The other counter does not help.
  CHECK_FALSE(waits(std::string(load) + "s_waitcnt lgkmcnt(0)\n v_mov_b32 v3, v2").empty());
  // Nor does a store's.
  CHECK_FALSE(waits(std::string(load) + "s_waitcnt_vscnt null, 0\n v_mov_b32 v3, v2").empty());
}

TEST_CASE("Loads return in order", "[simulator][check][wait]") {
  const std::string loads = R"(
    global_load_b32 v2, v1, s[8:9]
    global_load_b32 v3, v1, s[8:9] offset:4
    s_waitcnt vmcnt(1)
  )";
  CHECK(waits(loads + "v_mov_b32 v4, v2").empty());
  CHECK(contains(only(waits(loads + "v_mov_b32 v4, v3")), "v3 is used"));
  // gfx11's stores have a counter of their own; on gfx9 they count with the loads.
  CHECK_FALSE(waits(R"(
    global_load_b32 v2, v1, s[8:9]
    global_store_b32 v1, v0, s[8:9]
    s_waitcnt vmcnt(1)
    v_mov_b32 v4, v2)")
                  .empty());
  CHECK(waitsOn("gfx942", R"(
    global_load_dword v2, v1, s[8:9]
    global_store_dword v1, v0, s[8:9]
    s_waitcnt vmcnt(1)
    v_mov_b32 v4, v2)")
            .empty());
}

TEST_CASE("A load to one half of a register leaves the other", "[simulator][check][wait]") {
  const std::string high = "global_load_d16_hi_b16 v2, v1, s[8:9]\n",
                    low = "global_load_d16_b16 v2, v1, s[8:9]\n";
  CHECK(waits(high + "ds_store_b16 v1, v2").empty());
  CHECK(contains(only(waits(high + "ds_store_b16_d16_hi v1, v2")), "v2 is used"));
  CHECK(contains(only(waits(low + "ds_store_b16 v1, v2")), "v2 is used"));
  CHECK(waits(low + "global_store_d16_hi_b16 v1, v2, s[8:9]").empty());
  CHECK(contains(only(waits(low + "global_store_b16 v1, v2, s[8:9]")), "v2 is used"));
  CHECK(waits(low + "ds_store_b8_d16_hi v1, v2").empty());
  CHECK(waits(low + "v_add_f16 v3.l, v2.h, v2.h").empty());
  CHECK(contains(only(waits(low + "v_add_f16 v3.l, v2.l, v2.h")), "v2 is used"));
  CHECK(contains(only(waits(high + "v_mov_b32 v3, v2")), "v2 is used"));
  CHECK(waits(high + "v_mov_b16 v2.l, 0").empty());
  CHECK(contains(only(waits(high + "v_mov_b16 v2.h, 0")), "v2 is overwritten"));
  // An address is a whole register, whatever it points to.
  CHECK(contains(only(waits("global_load_d16_hi_b16 v1, v1, s[8:9]\n ds_store_b16 v1, v0")),
                 "v1 is used"));
  // gfx9's memory is protected by ECC, and a load writes the whole register.
  CHECK(contains(only(waitsOn("gfx950", R"(
    global_load_short_d16_hi v2, v1, s[8:9]
    ds_write_b16 v1, v2)")),
                 "v2 is used"));
}

TEST_CASE("LDS returns in order, scalar memory does not", "[simulator][check][wait]") {
  const std::string lds = R"(
    ds_load_b32 v2, v1
    ds_load_b32 v3, v1
    s_waitcnt lgkmcnt(1)
  )";
  CHECK(waits(lds + "v_mov_b32 v4, v2").empty());
  CHECK(contains(only(waits(lds + "v_mov_b32 v4, v3")), "lgkmcnt"));
  const std::string scalar = R"(
    s_load_b32 s10, s[8:9], 0x0
    s_load_b32 s11, s[8:9], 0x4
  )";
  CHECK(contains(only(waits(scalar + "s_waitcnt lgkmcnt(1)\n s_mov_b32 s12, s10")),
                 "s10 is used before a wait for lgkmcnt"));
  CHECK(waits(scalar + "s_waitcnt lgkmcnt(0)\n s_add_u32 s12, s10, s11").empty());
  // With a scalar load under way, a count of 1 may be the LDS instruction's.
  CHECK_FALSE(waits(R"(
    ds_load_b32 v2, v1
    s_load_b32 s10, s[8:9], 0x0
    s_waitcnt lgkmcnt(1)
    v_mov_b32 v3, v2)")
                  .empty());
  CHECK(waits("s_load_b32 s10, s[8:9], 0x0\n s_mov_b32 s12, s13").empty());
}

TEST_CASE("Overwriting what a load has yet to write", "[simulator][check][wait]") {
  CHECK(contains(only(waits("global_load_b32 v2, v1, s[8:9]\n v_mov_b32 v2, 0")),
                 "v2 is overwritten before a wait for vmcnt"));
  CHECK(contains(only(waits("ds_load_b32 v2, v1\n global_load_b32 v2, v1, s[8:9]")),
                 "v2 is overwritten before a wait for lgkmcnt"));
  // Two loads of a kind arrive one after the other.
  CHECK(waits("global_load_b32 v2, v1, s[8:9]\n global_load_b32 v2, v1, s[8:9]").empty());
  CHECK(waits(R"(
    global_load_d16_b16 v2, v1, s[8:9]
    global_load_d16_hi_b16 v2, v1, s[8:9]
    s_waitcnt vmcnt(0)
    v_mov_b32 v3, v2)")
            .empty());
  // The address and the data of a store may be written again at once.
  CHECK(waits("global_store_b32 v1, v0, s[8:9]\n v_mov_b32 v0, 0\n v_mov_b32 v1, 0").empty());
}

TEST_CASE("Lanes that the load left out are not late", "[simulator][check][wait]") {
  const std::string load = R"(
    s_mov_b32 s10, exec_lo
    s_mov_b32 exec_lo, 0
    global_load_b32 v2, v1, s[8:9]
    s_mov_b32 exec_lo, s10
  )";
  CHECK(waits(load + "v_mov_b32 v3, v2").empty());
}

TEST_CASE("Atomics wait where they return something", "[simulator][check][wait]") {
  CHECK_FALSE(waits("global_atomic_add_u32 v2, v1, v0, s[8:9] glc\n v_mov_b32 v3, v2").empty());
  CHECK(waits("global_atomic_add_u32 v1, v0, s[8:9]\n v_mov_b32 v3, v0").empty());
}

TEST_CASE("FLAT counts twice", "[simulator][check][wait]") {
  const std::string load = R"(
    v_mov_b32 v2, s8
    v_mov_b32 v3, s9
    flat_load_b32 v4, v[2:3]
  )";
  CHECK_FALSE(waits(load + "s_waitcnt lgkmcnt(0)\n v_mov_b32 v5, v4").empty());
  CHECK(waits(load + "s_waitcnt vmcnt(0) lgkmcnt(0)\n v_mov_b32 v5, v4").empty());
}

TEST_CASE("gfx9: data of a wide store", "[simulator][check][wait]") {
  const std::string store = "global_store_dwordx4 v1, v[4:7], s[8:9]\n";
  CHECK(contains(only(waitsOn("gfx950", store + "v_mov_b32 v5, 0")),
                 "v5 is overwritten 0 wait states after the store that reads it"));
  CHECK_FALSE(waitsOn("gfx950", store + "s_nop 0\n v_mov_b32 v5, 0").empty());
  CHECK(waitsOn("gfx950", store + "s_nop 1\n v_mov_b32 v5, 0").empty());
  CHECK(waitsOn("gfx950", store + "v_mov_b32 v8, 0\n v_mov_b32 v9, 0\n v_mov_b32 v4, 0").empty());
  CHECK(waitsOn("gfx950", "global_store_dwordx2 v1, v[4:5], s[8:9]\n v_mov_b32 v5, 0").empty());
}

TEST_CASE("Loads to LDS", "[simulator][check][wait]") {
  const LaunchConfig oneWave{{1, 1, 1}, {64, 1, 1}}, twoWaves{{1, 1, 1}, {128, 1, 1}};
  const std::string transfer = R"(
    v_readfirstlane_b32 s10, v1
    s_mov_b32 m0, s10
    global_load_lds_dword v1, s[8:9]
  )";
  const std::string own = "ds_read_b32 v2, v1\n";
  std::string reason = only(waitsOn("gfx950", transfer + own, oneWave));
  CHECK(contains(reason, "LDS 0x0 is used before it is sure to be written: wavefront 0"));
  CHECK(contains(reason, "has not waited for it (vmcnt)"));
  CHECK(waitsOn("gfx950", transfer + "s_waitcnt vmcnt(0)\n" + own, oneWave).empty());
  // Read by the other wavefront.
  const std::string others = "v_xor_b32 v3, 0x100, v1\n ds_read_b32 v2, v3\n";
  CHECK_FALSE(waitsOn("gfx950", transfer + "s_barrier\n" + others, twoWaves).empty());
  // Wavefront 0's, read by both after a wait that no barrier follows.
  reason = only(waitsOn("gfx950", R"(
    v_readfirstlane_b32 s10, v1
    s_mov_b32 m0, 0
    s_cmp_eq_u32 s10, 0
    s_cbranch_scc0 .Lnone
    global_load_lds_dword v1, s[8:9]
  .Lnone:
    s_barrier
    s_waitcnt vmcnt(0)
    v_and_b32 v2, 0xff, v1
    ds_read_b32 v3, v2)",
                        twoWaves));
  CHECK(contains(reason, "wavefront 0, which writes it at +"));
  CHECK(contains(reason, "waited for it after the last barrier"));
  CHECK(
      waitsOn("gfx950", transfer + "s_waitcnt vmcnt(0)\n s_barrier\n" + others, twoWaves).empty());
}

TEST_CASE("A store to LDS that a barrier overtakes", "[simulator][check][wait]") {
  auto body = [](llvm::StringRef between) {
    return std::string(itemOffsets) + "ds_store_b32 v1, v0\n" + between.str() + R"(
    v_xor_b32 v2, 0x80, v1
    ds_load_b32 v3, v2
    s_endpgm)";
  };
  const LaunchConfig twoWaves{{1, 1, 1}, {64, 1, 1}};
  CHECK(contains(only(reportsOf("wait", body("s_barrier"), 64, twoWaves, 256)), "(lgkmcnt)"));
  CHECK(reportsOf("wait", body("s_waitcnt lgkmcnt(0)\n s_barrier"), 64, twoWaves, 256).empty());
}

} // namespace rocke::sim::test
