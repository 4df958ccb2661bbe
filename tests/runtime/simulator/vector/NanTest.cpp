//===- NanTest.cpp - Which NaN comes out; denormals of small floats --------===//
//
// What docs/simulator.md says under "Choices": the first NaN of the sources, quieted, with its sign
// after neg and abs; the default NaN where there was none.
//
//===----------------------------------------------------------------------===//
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
constexpr uint32_t one = 0x3f800000, inf = 0x7f800000, minusInf = 0xff800000;
constexpr uint32_t quietA = 0x7fc00aaa, quietB = 0xffc00bbb, signaling = 0x7f800123,
                   signalingQuieted = 0x7fc00123, defaultNan = 0xffc00000;

/// v0 after an instruction on v1, v2, v3 in lane 0; IEEE and DX10_CLAMP are on but for `without`.
uint32_t result(const std::string &instruction, std::initializer_list<uint32_t> sources,
                uint32_t without = 0, llvm::StringRef gpu = "gfx942") {
  VectorBench bench(gpu, 64);
  bench.wave.mode &= ~without;
  unsigned reg = 1;
  for (uint32_t source : sources)
    bench.v(reg++) = source;
  bench.run(instruction);
  return bench.v(0);
}
} // namespace

TEST_CASE("arithmetic gives the first NaN of its sources, quieted", "[vector][nan]") {
  for (const char *name : {"v_add_f32", "v_mul_f32", "v_sub_f32"}) {
    const std::string operation = std::string(name) + " v0, v1, v2";
    INFO(name);
    CHECK(result(operation, {quietA, quietB}) == quietA);
    CHECK(result(operation, {quietB, quietA}) == quietB);
    CHECK(result(operation, {one, signaling}) == signalingQuieted);
    CHECK(result(operation, {signaling, quietB}) == signalingQuieted);
    CHECK(result(operation, {signaling, one}, mode::ieee) == signalingQuieted);
  }
  CHECK(result("v_add_f32_e64 v0, -v1, v2", {quietA, one}) == 0xffc00aaa);
  CHECK(result("v_add_f32_e64 v0, v1, |v2|", {one, quietB}) == 0x7fc00bbb);
  CHECK(result("v_add_f32 v0, v1, v2", {inf, minusInf}) == defaultNan);
  CHECK(result("v_mul_f32 v0, v1, v2", {inf, 0}) == defaultNan);
  CHECK(result("v_fma_f32 v0, v1, v2, v3", {one, quietB, quietA}) == quietB);
  // Infinity times zero plus a NaN is that NaN.
  CHECK(result("v_fma_f32 v0, v1, v2, v3", {inf, 0, quietA}) == quietA);
  CHECK(result("v_fma_f32 v0, v1, v2, v3", {inf, one, minusInf}) == defaultNan);
}

TEST_CASE("NaNs of f16 and f64", "[vector][nan]") {
  CHECK(result("v_add_f16 v0, v1, v2", {0x7d01, 0x3c00}) == 0x7f01);
  CHECK(result("v_add_f16 v0, v1, v2", {0x7c00, 0xfc00}) == 0xfe00);
  CHECK(result("v_pk_add_f16 v0, v1, v2", {0x3c007e01, 0xfd023c00}) == 0xff027e01);
  VectorBench bench("gfx942", 64);
  bench.setPair(2, 0, uint64_t{0x7ff0'0000'dead'beef});
  bench.setPair(4, 0, uint64_t{0xfff8'0000'0000'0001});
  bench.setPair(6, 0, uint64_t{0x7ff0'0000'0000'0000});
  bench.run("v_add_f64 v[8:9], v[2:3], v[4:5]; v_add_f64 v[10:11], v[6:7], -v[6:7]\n"
            "v_cvt_f32_f64 v12, v[2:3]");
  CHECK(bench.pair(8) == 0x7ff8'0000'dead'beef);
  CHECK(bench.pair(10) == 0xfff8'0000'0000'0000);
  // The payload's upper bits go along: 0xdeadbeef lies at f64's bits 31..0, of which f32
  // keeps 31..29.
  CHECK(bench.v(12) == 0x7fc00006);
}

TEST_CASE("NaNs through conversions", "[vector][nan]") {
  CHECK(result("v_cvt_f16_f32 v0, v1", {quietB}) == 0xfe00);
  CHECK(result("v_cvt_f16_f32 v0, v1", {0x7fa02000}) == 0x7f01);
  CHECK(result("v_cvt_f32_f16 v0, v1", {0xfd01}) == 0xffe02000);
  CHECK(result("v_cvt_i32_f32 v0, v1", {quietA}) == 0);
  CHECK(result("v_cvt_u32_f32 v0, v1", {quietB}) == 0);
  CHECK(result("v_cvt_pk_bf16_f32 v0, v1, v2", {quietB, 0x7f800001}, 0, "gfx950") == 0x7fc0ffc0);
  CHECK((result("v_cvt_pk_fp8_f32 v0, v1, v2", {quietA, quietB}, 0, "gfx950") & 0xffff) == 0xff7f);
  CHECK((result("v_cvt_pk_bf8_f32 v0, v1, v2", {quietA, quietB}, 0, "gfx950") & 0xffff) == 0xff7f);
  // FNUZ has a single NaN, 0x80, and no infinity.
  CHECK((result("v_cvt_pk_fp8_f32 v0, v1, v2", {quietA, minusInf}) & 0xffff) == 0x8080);
  CHECK((result("v_cvt_pk_bf8_f32 v0, v1, v2", {quietB, inf}) & 0xffff) == 0x8080);
  CHECK(result("v_cvt_f32_fp8 v0, v1", {0x80}) == 0x7fc00000);
  CHECK(result("v_cvt_f32_bf8 v0, v1", {0xfe}, 0, "gfx950") == 0xffc00000);
}

TEST_CASE("NaNs of minimum, maximum and median", "[vector][nan]") {
  for (const char *name : {"v_min_f32", "v_max_f32"}) {
    const std::string operation = std::string(name) + " v0, v1, v2";
    INFO(name);
    CHECK(result(operation, {quietA, one}) == one);
    CHECK(result(operation, {one, quietA}) == one);
    CHECK(result(operation, {quietA, quietB}) == quietA);
    // A signalling NaN counts as an operation on it in IEEE mode alone.
    CHECK(result(operation, {one, signaling}) == signalingQuieted);
    CHECK(result(operation, {signaling, one}, mode::ieee) == one);
  }
  CHECK(result("v_med3_f32 v0, v1, v2, v3", {0x40400000, quietA, one}) == one);
  CHECK(result("v_min3_f32 v0, v1, v2, v3", {quietA, quietB, one}) == one);
  CHECK(result("v_max_f16 v0, v1, v2", {0x7d01, 0x3c00}) == 0x7f01);
  CHECK(result("v_max_f16 v0, v1, v2", {0x7e01, 0x3c00}) == 0x3c00);
}

TEST_CASE("clamp of a NaN", "[vector][nan]") {
  CHECK(result("v_add_f32_e64 v0, v1, v2 clamp", {quietA, one}) == 0);
  CHECK(result("v_add_f32_e64 v0, v1, v2 clamp", {quietA, one}, mode::dx10Clamp) == quietA);
  CHECK(result("v_add_f16_e64 v0, v1, v2 clamp", {0x7e01, 0}, mode::dx10Clamp) == 0x7e01);
}

TEST_CASE("denormals of 8-bit floats are kept whatever MODE says", "[vector][nan]") {
  constexpr uint32_t flush = 3u << mode::denormSingleShift | 3u << mode::denormDoubleShift;
  CHECK(result("v_cvt_f32_fp8 v0, v1", {0x01}, flush, "gfx950") == 0x3b000000); // 2^-9
  CHECK(result("v_cvt_f32_fp8 v0, v1", {0x01}, flush) == 0x3a800000);           // FNUZ: 2^-10
  CHECK(result("v_cvt_f32_bf8 v0, v1", {0x81}, flush, "gfx950") == 0xb7800000); // -2^-16
  CHECK((result("v_cvt_pk_fp8_f32 v0, v1, v2", {0x3b000000, 0x3b400000}, flush, "gfx950") &
         0xffff) == 0x0201); // 2^-9 and 1.5 times that, a tie to the even 2
  CHECK((result("v_cvt_pk_bf8_f32 v0, v1, v2", {0x37800000, 0x37000000}, flush, "gfx950") &
         0xffff) == 0x0001); // 2^-16, and half of it, a tie to 0
}

TEST_CASE("s_min and s_max of equal numbers: SCC by the families' manuals", "[vector][scalar]") {
  struct Case {
    const char *gpu, *operation;
    uint32_t scc;
  };
  // "SCC = 1 if S0 is chosen", of S0 > S1 ? S0 : S1 on GCN and S0 >= S1 ? S0 : S1 on RDNA3.
  for (const Case &test : {Case{"gfx942", "s_max_i32", 0}, Case{"gfx950", "s_max_u32", 0},
                           Case{"gfx942", "s_min_i32", 0}, Case{"gfx942", "s_min_u32", 0},
                           Case{"gfx1151", "s_max_i32", 1}, Case{"gfx1100", "s_max_u32", 1},
                           Case{"gfx1151", "s_min_i32", 0}}) {
    INFO(test.gpu << " " << test.operation);
    VectorBench bench(test.gpu, llvm::StringRef(test.gpu).starts_with("gfx9") ? 64 : 32);
    bench.s(1) = bench.s(2) = 7;
    bench.wave.scc = 1 - test.scc;
    bench.run(std::string(test.operation) + " s0, s1, s2");
    CHECK(bench.s(0) == 7);
    CHECK(bench.wave.scc == test.scc);
  }
}
