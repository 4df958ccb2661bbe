//===- InitCheckTest.cpp - Planted uses of what nothing wrote --------------===//
#include "CheckBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
std::vector<CheckReport> inits(llvm::StringRef body, uint32_t ldsBytes = 256,
                               const LaunchConfig &config = {}) {
  // The memory check keeps wild addresses from stopping the kernel.
  std::vector<CheckReport> reports = reportsOf(
      "init,memory", std::string(itemOffsets) + body.str() + "\n s_endpgm", 64, config, ldsBytes);
  std::erase_if(reports, [](const CheckReport &report) { return report.check == "memory"; });
  return reports;
}
std::string only(const std::vector<CheckReport> &reports) {
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].check == "init");
  return reports[0].where.reason;
}
const char *storeV2 = "\n global_store_b32 v1, v2, s[8:9]";
} // namespace

TEST_CASE("An address that nothing wrote", "[simulator][check][init]") {
  CHECK(only(inits("global_load_b32 v2, v[4:5], off")) ==
        "a value is used as an address that comes from v5, which nothing wrote");
  CHECK(only(inits("v_add_nc_u32 v3, 4, v7\n ds_load_b32 v2, v3")) ==
        "a value is used as an address that comes from v7, which nothing wrote");
  CHECK(only(inits("s_load_b32 s10, s[20:21], 0x0")) ==
        "a value is used as an address that comes from s20, which nothing wrote");
  CHECK(inits("global_load_b32 v2, v1, s[8:9]").empty());
}

TEST_CASE("Stored data that nothing wrote", "[simulator][check][init]") {
  CHECK(only(inits("global_store_b32 v1, v9, s[8:9]")) ==
        "a value is used as the data of a store that comes from v9, which nothing wrote");
  CHECK(only(inits(std::string("v_add_f32 v2, v9, v1") + storeV2)) ==
        "a value is used as the data of a store that comes from v9, which nothing wrote");
  CHECK(only(inits(std::string("v_mov_b32 v2, s30") + storeV2)) ==
        "a value is used as the data of a store that comes from s30, which nothing wrote");
  CHECK(contains(only(inits("global_atomic_add_u32 v1, v9, s[8:9]")), "as the data of an atomic"));
  // SCC is a source, too.
  CHECK(only(inits(std::string("v_add_nc_u32 v2, src_scc, v1") + storeV2)) ==
        "a value is used as the data of a store that comes from scc, which nothing wrote");
  CHECK(only(inits(std::string("s_mov_b32 s10, src_scc\n v_mov_b32 v2, s10") + storeV2)) ==
        "a value is used as the data of a store that comes from scc, which nothing wrote");
  CHECK(inits(std::string("s_cmp_eq_u32 s8, 0\n v_add_nc_u32 v2, src_scc, v1") + storeV2).empty());
}

TEST_CASE("LDS and scratch that nothing wrote", "[simulator][check][init]") {
  std::string reason =
      only(inits(std::string("ds_load_b32 v2, v1\n s_waitcnt lgkmcnt(0)") + storeV2));
  CHECK(contains(reason, "a value is used as the data of a store that comes from LDS which nothing "
                         "wrote, read at +"));
  CHECK(contains(reason, "ds_load_b32 v2, v1"));
  // The load alone decides nothing.
  CHECK(inits("ds_load_b32 v2, v1").empty());
  CHECK(inits(std::string("ds_store_b32 v1, v0\n ds_load_b32 v2, v1") + storeV2).empty());
  // Passed on by a store to LDS and back.
  CHECK(contains(only(inits(std::string("ds_store_b32 v1, v9\n ds_load_b32 v2, v1") + storeV2)),
                 "LDS which nothing wrote"));
  CHECK(contains(only(inits("ds_add_u32 v1, v0")),
                 "LDS that nothing wrote is used by an atomic that updates it"));
  CHECK(inits("ds_storexchg_rtn_b32 v2, v1, v0").empty());

  KernelSource source;
  source.directives = ".amdhsa_private_segment_fixed_size 16";
  source.body = std::string(itemOffsets) + R"(
    scratch_load_b32 v2, off, off offset:4
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(contains(only(reportsOf("init", source, 64)), "scratch which nothing wrote"));
  // A spill of what is undefined, unused afterwards.
  source.body = std::string(itemOffsets) + R"(
    scratch_store_b64 off, v[2:3], off
    scratch_load_b64 v[4:5], off, off
    s_endpgm)";
  CHECK(reportsOf("init", source, 64).empty());
}

TEST_CASE("Conditions that nothing wrote", "[simulator][check][init]") {
  CHECK(only(inits("s_cbranch_scc1 .Lnext\n .Lnext:")) ==
        "a value is used as a condition that comes from scc, which nothing wrote");
  CHECK(only(inits("v_cmp_eq_u32 vcc_lo, v9, v1\n s_cbranch_vccnz .Lnext\n .Lnext:")) ==
        "a value is used as a condition that comes from v9, which nothing wrote");
  CHECK(only(inits("s_cmp_eq_u32 s30, 0\n s_cbranch_scc1 .Lnext\n .Lnext:")) ==
        "a value is used as a condition that comes from scc, which nothing wrote");
  CHECK(contains(only(inits("v_cmpx_eq_u32 v9, v1")), "as a condition"));
  CHECK(contains(only(inits("s_and_saveexec_b32 s10, s30")), "comes from s30"));
  CHECK(inits("s_cmp_eq_u32 s8, 0\n s_cbranch_scc1 .Lnext\n .Lnext:").empty());
}

TEST_CASE("What is undefined but does not matter", "[simulator][check][init]") {
  // Selected away.
  CHECK(
      inits(std::string("v_cmp_ne_u32 vcc_lo, v1, v1\n v_cndmask_b32 v2, v0, v9, vcc_lo") + storeV2)
          .empty());
  CHECK_FALSE(
      inits(std::string("v_cmp_eq_u32 vcc_lo, v1, v1\n v_cndmask_b32 v2, v0, v9, vcc_lo") + storeV2)
          .empty());
  // Cleared.
  CHECK(inits(std::string("v_xor_b32 v2, v9, v9") + storeV2).empty());
  CHECK(inits("s_xor_b32 s10, s10, s10\n s_cmp_eq_u32 s10, 0\n s_cbranch_scc1 .Ln\n .Ln:").empty());
  // Half written, by parts.
  CHECK(inits(std::string("global_load_d16_b16 v2, v1, s[8:9]\n s_waitcnt vmcnt(0)") + storeV2)
            .empty());
  CHECK(inits(std::string("v_perm_b32 v2, v9, v0, v0") + storeV2).empty());
  // The low word of a 64-bit integer, whatever the high word of an addend was.
  CHECK(inits("v_mov_b32 v4, 1\n v_mad_u64_u32 v[2:3], null, v0, v0, v[4:5]" + std::string(storeV2))
            .empty());
  CHECK(
      only(inits("v_mov_b32 v4, 1\n v_mad_u64_u32 v[6:7], null, v0, v0, v[4:5]\n v_mov_b32 v2, v7" +
                 std::string(storeV2))) ==
      "a value is used as the data of a store that comes from v5, which nothing wrote");
  CHECK(only(inits("v_mov_b32 v5, 1\n v_lshlrev_b64 v[2:3], v0, v[4:5]" + std::string(storeV2))) ==
        "a value is used as the data of a store that comes from v4, which nothing wrote");
  // A lane mask whose bits are defined where lanes are on, kept in a lane of a VGPR.
  CHECK(inits(R"(
    v_cmp_eq_u32 vcc_lo, 0, v0
    s_or_b32 s10, s20, exec_lo
    v_writelane_b32 v5, s10, 3
    v_readlane_b32 s11, v5, 3
    s_and_b32 exec_lo, s11, vcc_lo)",
              256, {{1, 1, 1}, {16, 1, 1}})
            .empty());
  CHECK_FALSE(
      inits("v_writelane_b32 v5, s20, 3\n v_readlane_b32 s11, v5, 3\n s_mov_b32 exec_lo, s11")
          .empty());
  // Copied.
  CHECK(inits("v_mov_b32 v2, v9\n v_mov_b32 v3, v2").empty());
  // In lanes that are off.
  CHECK(inits(R"(
    v_cmp_eq_u32 vcc_lo, 0, v0
    s_and_saveexec_b32 s10, vcc_lo
    v_mov_b32 v2, 5
    global_store_b32 v1, v2, s[8:9])",
              256, {{1, 1, 1}, {32, 1, 1}})
            .empty());
  // A bit of a lane mask that no lane has.
  CHECK(inits("s_and_b32 s10, s30, 0\n s_cmp_eq_u32 s10, 0\n s_cbranch_scc1 .Ln\n .Ln:").empty());
}

TEST_CASE("A lane that was off when its register was written", "[simulator][check][init]") {
  std::vector<CheckReport> reports = inits(R"(
    v_cmp_gt_u32 vcc_lo, 7, v0
    s_and_saveexec_b32 s10, vcc_lo
    v_mov_b32 v2, 5
    s_mov_b32 exec_lo, s10
    global_store_b32 v1, v2, s[8:9])",
                                           256, {{1, 1, 1}, {32, 1, 1}});
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].where.lane == 7);
  CHECK(reports[0].count == 25);
}

TEST_CASE("Pairs, lane moves and matrix instructions pass it on", "[simulator][check][init]") {
  CHECK(
      contains(only(inits(std::string("v_dual_mov_b32 v2, v9 :: v_dual_mov_b32 v3, v0") + storeV2)),
               "comes from v9"));
  CHECK(inits(std::string("v_dual_mov_b32 v2, v0 :: v_dual_mov_b32 v3, v9") + storeV2).empty());
  CHECK(contains(only(inits("v_readfirstlane_b32 s10, v9\n s_load_b32 s12, s[8:9], s10")),
                 "comes from v9"));
  CHECK(contains(only(inits(R"(
    v_wmma_f32_16x16x16_f16 v[16:23], v[32:39], v[40:47], v[48:55]
    global_store_b32 v1, v16, s[8:9])",
                            256, {{1, 1, 1}, {32, 1, 1}})),
                 "which nothing wrote"));
}

} // namespace rocke::sim::test
