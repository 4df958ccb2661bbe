//===- RelativeMoveTest.cpp - v_movrel with DPP ----------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
/// Register r of lane l is 1000 * r + l; M0 is 3.
VectorBench numbered(unsigned waveSize = 32) {
  VectorBench bench("gfx1151", waveSize);
  for (unsigned reg = 0; reg < 16; ++reg)
    for (unsigned lane = 0; lane < waveSize; ++lane)
      bench.v(reg, lane) = 1000 * reg + lane;
  bench.s(M0Slot) = 3;
  return bench;
}
constexpr const char *masks = " row_mask:0xf bank_mask:0xf";
} // namespace

TEST_CASE("v_movrel moves the registers of DPP moves", "[vector][dpp][movrel]") {
  for (const char *suffix : {"_dpp", "_e64_dpp"}) {
    INFO(suffix);
    SECTION(std::string("the source") + suffix) {
      VectorBench bench = numbered();
      bench.run(std::string("v_movrels_b32") + suffix + " v1, v2 row_shr:1" + masks);
      CHECK(bench.v(1, 5) == 5004);
      CHECK(bench.v(1, 0) == 1000); // lane 0 has no source
      CHECK(bench.v(1, 16) == 1016);
    }
    SECTION(std::string("the destination") + suffix) {
      VectorBench bench = numbered();
      bench.run(std::string("v_movreld_b32") + suffix + " v1, v2 row_shr:1" + masks +
                " bound_ctrl:1");
      CHECK(bench.v(4, 5) == 2004);
      CHECK(bench.v(4, 0) == 0);
      CHECK(bench.v(1, 5) == 1005);
    }
    SECTION(std::string("both") + suffix) {
      VectorBench bench = numbered();
      bench.run(std::string("v_movrelsd_b32") + suffix + " v1, v2 quad_perm:[3,2,1,0]" + masks);
      CHECK(bench.v(4, 0) == 5003);
      CHECK(bench.v(4, 6) == 5005);
    }
    SECTION(std::string("both by their own amount") + suffix) {
      VectorBench bench = numbered();
      bench.s(M0Slot) = 7 << 16 | 2;
      bench.run(std::string("v_movrelsd_2_b32") + suffix + " v1, v2 row_mirror" + masks);
      CHECK(bench.v(8, 0) == 4015);
      CHECK(bench.v(8, 31) == 4016);
    }
  }
}

TEST_CASE("v_movrel with DPP8", "[vector][dpp][movrel]") {
  for (const char *suffix : {"_dpp", "_e64_dpp"}) {
    INFO(suffix);
    VectorBench bench = numbered(64);
    bench.run(std::string("v_movrels_b32") + suffix + " v1, v2 dpp8:[7,6,5,4,3,2,1,0]");
    CHECK(bench.v(1, 0) == 5007);
    CHECK(bench.v(1, 58) == 5061);
    bench.run(std::string("v_movreld_b32") + suffix + " v2, v1 dpp8:[0,0,0,0,1,1,1,1]");
    CHECK(bench.v(5, 3) == 5007);
    CHECK(bench.v(5, 60) == 5062);
  }
}

TEST_CASE("v_movrel with DPP keeps to EXEC and to the registers", "[vector][dpp][movrel]") {
  VectorBench bench = numbered();
  bench.wave.setLaneMaskAt(ExecSlot, 0xfffffffe);
  bench.run(std::string("v_movrels_b32_dpp v1, v2 row_shr:1") + masks);
  CHECK(bench.v(1, 1) == 1001); // lane 0, its source, is off
  CHECK(bench.v(1, 2) == 5001);
  bench.s(M0Slot) = 254;
  const std::string reason =
      bench.reasonOf(std::string("v_movrels_b32_dpp v1, v2 row_shr:1") + masks);
  CHECK(reason.starts_with("M0 = 0xfe indexes"));
}
