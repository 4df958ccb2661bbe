//===- CrossLaneTest.cpp - DPP, permutes, lane reads and writes ------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>
#include <functional>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;

/// v1 holds the lane number plus 100, v0 holds 7.
VectorBench numbered(llvm::StringRef gpu = "gfx1151", unsigned waveSize = 32) {
  VectorBench bench(gpu, waveSize);
  for (unsigned lane = 0; lane < waveSize; ++lane) {
    bench.v(1, lane) = 100 + lane;
    bench.v(0, lane) = 7;
  }
  return bench;
}

/// Every lane must have what `expected` says: a lane number, or -1 for the old value.
void checkLanes(VectorBench &bench, const std::string &assembly,
                const std::function<int(unsigned)> &expected) {
  bench.run(assembly);
  for (unsigned lane = 0; lane < bench.wave.waveSize; ++lane) {
    const int from = expected(lane);
    INFO(assembly << ", lane " << lane);
    CHECK(bench.v(0, lane) == (from < 0 ? 7 : 100 + static_cast<uint32_t>(from)));
  }
}
void checkDpp(const std::string &control, const std::function<int(unsigned)> &expected,
              llvm::StringRef gpu = "gfx1151", unsigned waveSize = 32) {
  VectorBench bench = numbered(gpu, waveSize);
  checkLanes(bench, "v_mov_b32_dpp v0, v1 " + control + " row_mask:0xf bank_mask:0xf", expected);
}
} // namespace

TEST_CASE("DPP16 controls of RDNA3", "[vector][dpp]") {
  checkDpp("quad_perm:[3,0,1,1]", [](unsigned l) {
    return static_cast<int>((l & ~3u) + (l % 4 == 0 ? 3 : (l % 4 == 1 ? 0 : 1)));
  });
  checkDpp("row_shl:3", [](unsigned l) { return l % 16 + 3 < 16 ? static_cast<int>(l) + 3 : -1; });
  checkDpp("row_shr:1", [](unsigned l) { return l % 16 >= 1 ? static_cast<int>(l) - 1 : -1; });
  checkDpp("row_ror:5", [](unsigned l) { return static_cast<int>((l & 16) + (l % 16 + 11) % 16); });
  checkDpp("row_mirror", [](unsigned l) { return static_cast<int>((l & 16) + 15 - l % 16); });
  checkDpp("row_half_mirror", [](unsigned l) { return static_cast<int>((l & 24) + 7 - l % 8); });
  checkDpp("row_share:9", [](unsigned l) { return static_cast<int>((l & 16) + 9); });
  checkDpp("row_xmask:6", [](unsigned l) { return static_cast<int>(l ^ 6); });
}

TEST_CASE("DPP16 controls of gfx9 alone", "[vector][dpp]") {
  const auto check = [](const char *control, const std::function<int(unsigned)> &expected) {
    checkDpp(control, expected, "gfx950", 64);
  };
  check("wave_shl:1", [](unsigned l) { return l < 63 ? static_cast<int>(l) + 1 : -1; });
  check("wave_rol:1", [](unsigned l) { return static_cast<int>((l + 1) % 64); });
  check("wave_shr:1", [](unsigned l) { return static_cast<int>(l) - 1; });
  check("wave_ror:1", [](unsigned l) { return static_cast<int>((l + 63) % 64); });
  check("row_bcast:15", [](unsigned l) { return l < 16 ? -1 : static_cast<int>((l & ~15u) - 1); });
  check("row_bcast:31", [](unsigned l) { return l < 32 ? -1 : 31; });
  check("row_newbcast:4", [](unsigned l) { return static_cast<int>((l & ~15u) + 4); });
}

TEST_CASE("DPP masks, bounds and inactive lanes", "[vector][dpp]") {
  SECTION("row and bank masks disable the write") {
    VectorBench bench = numbered();
    checkLanes(bench, "v_mov_b32_dpp v0, v1 row_share:0 row_mask:0x2 bank_mask:0x5",
               [](unsigned l) { return l >= 16 && l / 4 % 2 == 0 ? 16 : -1; });
  }
  SECTION("bound_ctrl reads zero beyond the row") {
    VectorBench bench = numbered();
    bench.run("v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1");
    CHECK(bench.v(0, 0) == 0);
    CHECK(bench.v(0, 16) == 0);
    CHECK(bench.v(0, 17) == 116);
  }
  SECTION("an inactive source counts as out of bounds unless fi is set") {
    VectorBench bench = numbered();
    bench.wave.setLaneMaskAt(ExecSlot, 0xfffffffd); // all but lane 1
    bench.run("v_mov_b32_dpp v0, v1 row_xmask:1 row_mask:0xf bank_mask:0xf");
    CHECK(bench.lanes(0, 4) == Words{7, 7, 103, 102});
    bench.run("v_mov_b32_dpp v0, v1 row_xmask:1 row_mask:0xf bank_mask:0xf fi:1");
    CHECK(bench.lanes(0, 4) == Words{101, 7, 103, 102});
    bench.run("v_mov_b32_dpp v0, v1 row_xmask:1 row_mask:0xf bank_mask:0xf bound_ctrl:1");
    CHECK(bench.lanes(0, 4) == Words{0, 7, 103, 102});
  }
  SECTION("a destination that is its own source is read before it is written, in wave64 too") {
    VectorBench bench = numbered("gfx1151", 64);
    bench.run("v_mov_b32_dpp v1, v1 row_ror:1 row_mask:0xf bank_mask:0xf");
    CHECK(bench.v(1, 0) == 115);
    CHECK(bench.v(1, 63) == 162);
    VectorBench gfx9 = numbered("gfx942", 64);
    gfx9.run("v_mov_b32_dpp v1, v1 wave_ror:1 row_mask:0xf bank_mask:0xf");
    CHECK(gfx9.v(1, 0) == 163);
    CHECK(gfx9.v(1, 32) == 131);
  }
}

TEST_CASE("DPP with arithmetic, modifiers and VOP3", "[vector][dpp]") {
  VectorBench bench;
  for (unsigned lane = 0; lane < 32; ++lane)
    bench.v(1, lane) = std::bit_cast<uint32_t>(static_cast<float>(lane));
  bench.setAllF(2, 100.0f);
  bench.run("v_add_f32_dpp v0, -v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1\n"
            "v_fma_f32_e64_dpp v3, v1, v2, |v2| row_xmask:1 row_mask:0xf bank_mask:0xf\n"
            "v_max_f32_dpp v4, v1, v1 row_mirror row_mask:0xf bank_mask:0xf\n"
            "v_cmp_gt_f32_dpp vcc_lo, v1, v1 row_xmask:1 row_mask:0xf bank_mask:0xf");
  CHECK(bench.f(0, 4) == 95.0f);
  CHECK(bench.f(0, 15) == 100.0f);
  CHECK(bench.f(3, 4) == 600.0f);
  CHECK(bench.f(4, 1) == 14.0f);
  CHECK(bench.vcc() == 0x55555555);
}

TEST_CASE("DPP8 permutes within eight lanes", "[vector][dpp]") {
  VectorBench bench = numbered();
  checkLanes(bench, "v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]",
             [](unsigned l) { return static_cast<int>(l ^ 7); });
  bench.wave.setLaneMaskAt(ExecSlot, 0xfe);
  bench.run("v_mov_b32_dpp v0, v1 dpp8:[0,0,0,3,4,5,6,7]");
  CHECK(bench.lanes(0, 4) == Words{107, 0, 0, 103});
  bench.run("v_mov_b32_dpp v0, v1 dpp8:[0,0,0,3,4,5,6,7] fi:1");
  CHECK(bench.lanes(0, 4) == Words{107, 100, 100, 103});
}

TEST_CASE("permlane16 and permlanex16", "[vector][lanes]") {
  VectorBench bench = numbered();
  bench.s(2) = 0x87654321;
  bench.s(3) = 0x0fedcba9;
  checkLanes(bench, "v_permlane16_b32 v0, v1, s2, s3",
             [](unsigned l) { return static_cast<int>((l & 16) + (l + 1) % 16); });
  // A literal as the second selector; the identity within the other row.
  bench.s(2) = 0x76543210;
  checkLanes(bench, "v_permlanex16_b32 v0, v1, s2, 0xfedcba98",
             [](unsigned l) { return static_cast<int>(l ^ 16); });
  bench.setAll(0, 7);
  bench.wave.setLaneMaskAt(ExecSlot, 0xffff);
  bench.run("v_permlanex16_b32 v0, v1, 0, 0");
  CHECK(bench.v(0, 3) == 7); // the source is inactive: nothing is written
  bench.run("v_permlanex16_b32 v0, v1, 0, 0 op_sel:[0,1]");
  CHECK(bench.v(0, 3) == 0); // bound_ctrl
  bench.run("v_permlanex16_b32 v0, v1, 0, 0 op_sel:[1,0]");
  CHECK(bench.v(0, 3) == 116); // fetch inactive
}

TEST_CASE("permlane64 and gfx950's swaps", "[vector][lanes]") {
  VectorBench wide = numbered("gfx1151", 64);
  checkLanes(wide, "v_permlane64_b32 v0, v1", [](unsigned l) { return static_cast<int>(l ^ 32); });
  VectorBench narrow = numbered();
  checkLanes(narrow, "v_permlane64_b32 v0, v1", [](unsigned) { return -1; });

  VectorBench bench = numbered("gfx950", 64);
  bench.run("v_permlane32_swap_b32 v0, v1");
  CHECK(bench.v(0, 5) == 7);
  CHECK(bench.v(0, 37) == 105);
  CHECK(bench.v(1, 5) == 7);
  CHECK(bench.v(1, 37) == 137);
  bench = numbered("gfx950", 64);
  bench.run("v_permlane16_swap_b32 v0, v1");
  CHECK(bench.v(0, 5) == 7);
  CHECK(bench.v(0, 21) == 105);
  CHECK(bench.v(0, 53) == 137);
  CHECK(bench.v(1, 5) == 7);
  CHECK(bench.v(1, 21) == 121);
}

TEST_CASE("reads and writes of one lane ignore EXEC", "[vector][lanes]") {
  VectorBench bench = numbered();
  bench.wave.setLaneMaskAt(ExecSlot, 0x30);
  bench.s(4) = 35; // modulo the wave size: lane 3
  bench.run("v_readlane_b32 s0, v1, s4; v_readlane_b32 s1, v1, 0x15; v_readfirstlane_b32 s2, v1");
  CHECK(bench.s(0) == 103);
  CHECK(bench.s(1) == 121);
  CHECK(bench.s(2) == 104);
  bench.run("v_writelane_b32 v0, s0, 2; v_writelane_b32 v0, 0x12345678, s4");
  CHECK(bench.lanes(0, 4) == Words{7, 7, 103, 0x12345678});
  bench.wave.setLaneMaskAt(ExecSlot, 0);
  bench.run("v_readfirstlane_b32 s2, v1");
  CHECK(bench.s(2) == 100);
}

TEST_CASE("swaps and indexed moves", "[vector][lanes]") {
  VectorBench bench = numbered();
  bench.wave.setLaneMaskAt(ExecSlot, 1);
  bench.run("v_swap_b32 v0, v1");
  CHECK(bench.lanes(0, 2) == Words{100, 7});
  CHECK(bench.lanes(1, 2) == Words{7, 101});
  bench.v(2) = 0xaaaa1111;
  bench.v(3) = 0xbbbb2222;
  bench.run("v_swap_b16 v2.l, v3.h");
  CHECK(bench.v(2) == 0xaaaabbbb);
  CHECK(bench.v(3) == 0x11112222);
  bench.wave.sgpr[M0Slot] = 2;
  bench.v(5) = 55;
  bench.run("v_movrels_b32 v0, v3; v_movreld_b32 v6, v5");
  CHECK(bench.v(0) == 55);
  CHECK(bench.v(8) == 55);
  bench.wave.sgpr[M0Slot] = 0x30001; // source + 1, destination + 3
  bench.run("v_movrelsd_2_b32 v9, v4");
  CHECK(bench.v(12) == 55);
  bench.wave.sgpr[M0Slot] = 1000;
  CHECK(bench.reasonOf("v_movrels_b32 v0, v3") ==
        "M0 = 0x3e8 indexes v1003, but the kernel was given 256 VGPRs");
}

TEST_CASE("mbcnt counts the lanes below", "[vector][lanes]") {
  VectorBench bench("gfx950", 64);
  bench.run("v_mbcnt_lo_u32_b32 v0, -1, 0; v_mbcnt_hi_u32_b32 v0, -1, v0");
  for (unsigned lane = 0; lane < 64; ++lane)
    CHECK(bench.v(0, lane) == lane);
  bench.s(0) = 0x80000001;
  bench.run("v_mbcnt_lo_u32_b32 v0, s0, 10");
  CHECK(bench.v(0, 0) == 10);
  CHECK(bench.v(0, 31) == 11);
  CHECK(bench.v(0, 32) == 12);
}
