//===- CompareTest.cpp - Compares, masks, selects, carries -----------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
using Words = std::vector<uint32_t>;
constexpr uint32_t quietNan = 0x7fc00000, inf = 0x7f800000;

/// One bit for each of the pairs (1, 2), (2, 2), (3, 2), (NaN, 2), (-0, +0).
uint64_t floatCompare(const std::string &name) {
  VectorBench bench;
  bench.set(1, {0x3f800000, 0x40000000, 0x40400000, quietNan, 0x80000000});
  bench.set(2, {0x40000000, 0x40000000, 0x40000000, 0x40000000, 0});
  bench.wave.setLaneMaskAt(ExecSlot, 0x1f);
  bench.wave.setLaneMaskAt(VccSlot, 0xffffffff);
  bench.run("v_cmp_" + name + "_f32 vcc_lo, v1, v2");
  return bench.vcc();
}
} // namespace

TEST_CASE("every float compare, with NaN and signed zeros", "[vector][compare]") {
  CHECK(floatCompare("lt") == 0b00001);
  CHECK(floatCompare("eq") == 0b10010);
  CHECK(floatCompare("le") == 0b10011);
  CHECK(floatCompare("gt") == 0b00100);
  CHECK(floatCompare("lg") == 0b00101);
  CHECK(floatCompare("ge") == 0b10110);
  CHECK(floatCompare("o") == 0b10111);
  CHECK(floatCompare("u") == 0b01000);
  CHECK(floatCompare("nge") == 0b01001);
  CHECK(floatCompare("nlg") == 0b11010);
  CHECK(floatCompare("ngt") == 0b11011);
  CHECK(floatCompare("nle") == 0b01100);
  CHECK(floatCompare("neq") == 0b01101);
  CHECK(floatCompare("nlt") == 0b11110);
}

TEST_CASE("integer compares of every width", "[vector][compare]") {
  VectorBench bench;
  bench.set(1, {0xffffffff, 5, 0x80000000, 0x0001ffff});
  bench.set(2, {1, 5, 0x7fffffff, 0x00000001});
  bench.wave.setLaneMaskAt(ExecSlot, 0xf);
  bench.run("v_cmp_lt_i32 s0, v1, v2; v_cmp_lt_u32 s1, v1, v2; v_cmp_ge_i16 s2, v1.l, v2.l\n"
            "v_cmp_ne_u16 s3, v1.l, v2.l");
  CHECK(bench.s(0) == 0b0101);
  CHECK(bench.s(1) == 0b0000);
  CHECK(bench.s(2) == 0b0110); // 0 >= -1
  CHECK(bench.s(3) == 0b1101);
  bench.setPair(4, 0, uint64_t{0x100000000});
  bench.setPair(6, 0, uint64_t{0xffffffff});
  bench.setPair(4, 1, uint64_t{0x8000000000000000});
  bench.setPair(6, 1, uint64_t{1});
  bench.wave.setLaneMaskAt(ExecSlot, 0x3);
  bench.run("v_cmp_gt_i64 s0, v[4:5], v[6:7]; v_cmp_gt_u64 s1, v[4:5], v[6:7]\n"
            "v_cmp_eq_u64 s2, v[4:5], v[4:5]");
  CHECK(bench.s(0) == 0b01);
  CHECK(bench.s(1) == 0b11);
  CHECK(bench.s(2) == 0b11);
}

TEST_CASE("v_cmp_class knows ten classes", "[vector][compare]") {
  const uint32_t values[] = {0x7f800001, quietNan,   0xff800000, 0xbf800000, 0x80000001,
                             0x80000000, 0x00000000, 0x00000001, 0x3f800000, inf};
  VectorBench bench;
  for (unsigned index = 0; index < 10; ++index)
    bench.v(1, index) = values[index];
  for (unsigned bit = 0; bit < 10; ++bit) {
    bench.s(2) = 1u << bit;
    bench.wave.setLaneMaskAt(ExecSlot, 0x3ff);
    bench.run("v_cmp_class_f32 s0, v1, s2; v_cmp_class_f32 s1, |v1|, s2");
    CHECK(bench.s(0) == 1u << bit);
  }
  CHECK(bench.s(1) == 0b1000000100); // abs makes both infinities positive
  bench.v(1) = 0x80017c01;
  bench.v(2) = 0x00000001;
  bench.run("v_cmp_class_f16 s0, v1.l, v2.l");
  CHECK((bench.s(0) & 1) == 1); // signalling
  bench.v(2) = 1u << 4;
  bench.run("v_cmp_class_f16 s0, v1.h, v2.l");
  CHECK((bench.s(0) & 1) == 1); // a negative denormal
  bench.setPair(4, 0, -1.0);
  bench.v(2) = 1u << 3;
  bench.run("v_cmp_class_f64 s0, v[4:5], v2");
  CHECK((bench.s(0) & 1) == 1);
}

TEST_CASE("masks have no bits of inactive lanes; v_cmpx writes EXEC", "[vector][compare]") {
  VectorBench bench;
  for (unsigned lane = 0; lane < 32; ++lane)
    bench.v(1, lane) = lane;
  bench.wave.setLaneMaskAt(ExecSlot, 0x0ff0);
  bench.wave.setLaneMaskAt(VccSlot, 0x12345678);
  bench.run("v_cmp_lt_u32 vcc_lo, 5, v1");
  CHECK(bench.vcc() == 0x0fc0);
  bench.run("v_cmpx_lt_u32 7, v1");
  CHECK(bench.wave.exec() == 0x0f00);
  CHECK(bench.vcc() == 0x0fc0); // RDNA's v_cmpx leaves VCC alone

  VectorBench gfx9("gfx942", 64);
  for (unsigned lane = 0; lane < 64; ++lane)
    gfx9.v(1, lane) = lane;
  gfx9.run("v_cmpx_lt_u32 vcc, 60, v1");
  CHECK(gfx9.wave.exec() == uint64_t{7} << 61);
  CHECK(gfx9.vcc() == uint64_t{7} << 61);
}

TEST_CASE("selects take the mask from VCC or an SGPR, and sign modifiers", "[vector][select]") {
  VectorBench bench;
  bench.setAllF(1, 1.0f);
  bench.setAllF(2, 2.0f);
  bench.wave.setLaneMaskAt(VccSlot, 0b01);
  bench.s(6) = 0b10;
  bench.run("v_cndmask_b32 v0, v1, v2, vcc_lo; v_cndmask_b32 v3, -v1, |v2|, s6\n"
            "v_cndmask_b32 v4, 0, 0x42280000, s6");
  CHECK(bench.f(0, 0) == 2.0f);
  CHECK(bench.f(0, 1) == 1.0f);
  CHECK(bench.f(3, 0) == -1.0f);
  CHECK(bench.f(3, 1) == 2.0f);
  CHECK(bench.f(4, 0) == 0.0f);
  CHECK(bench.f(4, 1) == 42.0f);
  // In wave32 the neighbour of a mask SGPR is not touched.
  bench.s(7) = 99;
  bench.run("v_cmp_eq_u32 s6, v1, v1");
  CHECK(bench.s(7) == 99);
}

TEST_CASE("carries chain through VCC and SGPRs", "[vector][carry]") {
  VectorBench bench;
  bench.set(1, {0xffffffff, 1, 0});
  bench.set(2, {1, 1, 1});
  bench.wave.setLaneMaskAt(ExecSlot, 7);
  bench.run("v_add_co_u32 v0, vcc_lo, v1, v2");
  CHECK(bench.lanes(0, 3) == Words{0, 2, 1});
  CHECK(bench.vcc() == 0b001);
  bench.run("v_add_co_ci_u32 v0, vcc_lo, v1, v1, vcc_lo");
  CHECK(bench.lanes(0, 3) == Words{0xffffffff, 2, 0});
  CHECK(bench.vcc() == 0b001);
  bench.run("v_sub_co_u32 v0, s4, v2, v1; v_subrev_co_ci_u32 v3, s5, v1, v2, s4");
  CHECK(bench.lanes(0, 3) == Words{2, 0, 1});
  CHECK(bench.s(4) == 0b001);
  CHECK(bench.lanes(3, 3) == Words{1, 0, 1});
  CHECK(bench.s(5) == 0b001);
  // v_mad_u64_u32's carry is bit 64 of the exact result.
  bench.setAll(4, 0xffffffff);
  bench.setAll(5, 0xffffffff);
  bench.run("v_mad_u64_u32 v[6:7], s4, v4, v5, v[4:5]; v_mad_u64_u32 v[8:9], s5, v4, v5, 1");
  CHECK(bench.pair(6) == 0xfffffffe00000000);
  CHECK(bench.s(4) == 7);
  CHECK(bench.pair(8) == 0xfffffffe00000002);
  CHECK(bench.s(5) == 0);
  bench.run("v_mad_i64_i32 v[6:7], null, v4, v5, -3");
  CHECK(bench.pair(6) == static_cast<uint64_t>(-2));
}
