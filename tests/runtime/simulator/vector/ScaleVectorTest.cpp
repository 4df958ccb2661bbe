//===- ScaleVectorTest.cpp - Scaled conversions of 32 elements -------------===//
#include "SmallFloat.h"
#include "VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using namespace rocke::sim::test;

namespace {
/// Registers v[32:37] in lane 0.
std::vector<uint32_t> packed(VectorBench &bench) {
  std::vector<uint32_t> words;
  for (unsigned reg = 32; reg < 38; ++reg)
    words.push_back(bench.v(reg));
  return words;
}
using Words = std::vector<uint32_t>;
void setFloat(VectorBench &bench, unsigned reg, float value) {
  bench.v(reg) = std::bit_cast<uint32_t>(value);
}
} // namespace

TEST_CASE("32 halves to 6-bit floats: a stream of bits", "[vector][scale]") {
  VectorBench bench("gfx950", 64);
  // Elements 0, 5 (which straddles two registers) and 31, times two.
  bench.v(0) = 0x4000;      // 2
  bench.v(2) = 0x4b800000;  // element 5: 15
  bench.v(15) = 0xcb800000; // element 31: -15
  bench.run("v_cvt_scalef32_pk32_fp6_f16 v[32:37], v[0:15], 2.0");
  CHECK(packed(bench) == Words{0xc0000008, 7, 0, 0, 0, 0xfc000000});
  bench.run("v_cvt_scalef32_pk32_bf6_f16 v[32:37], v[0:15], 2.0");
  // bf6: 1 is 0x0c; 7.5 is a tie between 7 and 8, to the even 8, 0x18.
  CHECK(packed(bench) == Words{0x0000000c, 6, 0, 0, 0, 0xe0000000});
  bench.v(0) = 0x4000;      // bf16 2
  bench.v(2) = 0x41700000;  // 15
  bench.v(15) = 0xc1700000; // -15
  bench.run("v_cvt_scalef32_pk32_fp6_bf16 v[32:37], v[0:15], 2.0");
  CHECK(packed(bench) == Words{0xc0000008, 7, 0, 0, 0, 0xfc000000});
  bench.run("v_cvt_scalef32_pk32_bf6_bf16 v[32:37], v[0:15], 2.0");
  CHECK(packed(bench) == Words{0x0000000c, 6, 0, 0, 0, 0xe0000000});
}

TEST_CASE("two times 16 floats to 6-bit floats alternate", "[vector][scale]") {
  VectorBench bench("gfx950", 64);
  setFloat(bench, 0, 1.0f);
  setFloat(bench, 15, 3.0f);
  setFloat(bench, 16, 2.0f);
  setFloat(bench, 31, -4.0f);
  bench.run("v_cvt_scalef32_2xpk16_fp6_f32 v[32:37], v[0:15], v[16:31], 1.0");
  CHECK(packed(bench) == Words{0x408, 0, 0, 0, 0, 0xe1400000});
  bench.run("v_cvt_scalef32_2xpk16_bf6_f32 v[32:37], v[0:15], v[16:31], 1.0");
  CHECK(packed(bench) == Words{0x40c, 0, 0, 0, 0, 0xd1200000});
}

TEST_CASE("32 numbers rounded by a random number", "[vector][scale]") {
  VectorBench bench("gfx950", 64);
  // 1 + 2^-4 is half way between fp6's 1 (0x08) and 1.125; 1 + 2^-3 is so for bf6's 1 and 1.25.
  setFloat(bench, 0, 1.0625f);
  setFloat(bench, 31, 1.0625f);
  bench.set(40, {0x80000000});
  bench.set(41, {0x7fffffff});
  bench.run("v_cvt_scalef32_sr_pk32_fp6_f32 v[32:37], v[0:31], v40, 1.0");
  CHECK(packed(bench) == Words{9, 0, 0, 0, 0, 0x24000000});
  bench.run("v_cvt_scalef32_sr_pk32_fp6_f32 v[32:37], v[0:31], v41, 1.0");
  CHECK(packed(bench) == Words{8, 0, 0, 0, 0, 0x20000000});
  setFloat(bench, 0, 2.25f);
  setFloat(bench, 31, 0.0f);
  bench.run("v_cvt_scalef32_sr_pk32_bf6_f32 v[32:37], v[0:31], v40, 2.0");
  CHECK(packed(bench) == Words{0x0d, 0, 0, 0, 0, 0});
  bench.v(0) = 0x3c40; // f16 1.0625
  bench.run("v_cvt_scalef32_sr_pk32_fp6_f16 v[32:37], v[0:15], v40, 1.0");
  CHECK(packed(bench)[0] == 9);
  bench.v(0) = 0x3c80; // f16 1.125
  bench.run("v_cvt_scalef32_sr_pk32_bf6_f16 v[32:37], v[0:15], v40, 1.0");
  CHECK(packed(bench)[0] == 0x0d);
  bench.v(0) = 0x3f88; // bf16 1.0625
  bench.run("v_cvt_scalef32_sr_pk32_fp6_bf16 v[32:37], v[0:15], v41, 1.0");
  CHECK(packed(bench)[0] == 8);
  bench.v(0) = 0x3f90; // bf16 1.125
  bench.run("v_cvt_scalef32_sr_pk32_bf6_bf16 v[32:37], v[0:15], v40, 1.0");
  CHECK(packed(bench)[0] == 0x0d);
}

TEST_CASE("6-bit floats to 32 numbers, all codes", "[vector][scale]") {
  struct Case {
    const char *name;
    SmallFormat format;
  };
  for (const Case &test : {Case{"fp6", fp6}, Case{"bf6", bf6}})
    for (uint32_t base : {0u, 32u}) {
      INFO(test.name << " from code " << base);
      VectorBench bench("gfx950", 64);
      for (uint32_t element = 0; element < 32; ++element)
        for (uint32_t bit = 0; bit < 6; ++bit) {
          const uint32_t at = element * 6 + bit;
          bench.v(40 + at / 32) |= (base + element) >> bit % 32 << 31 >> (31 - at % 32);
        }
      const std::string name = test.name;
      bench.run("v_cvt_scalef32_pk32_f32_" + name + " v[0:31], v[40:45], 4.0");
      for (uint32_t element = 0; element < 32; ++element)
        CHECK(bench.f(element) == 4 * asF32(smallToFloat(test.format, base + element)));
      bench.run("v_cvt_scalef32_pk32_f16_" + name + " v[0:15], v[40:45], 4.0");
      for (uint32_t element = 0; element < 32; ++element)
        CHECK(asF32(halfToFloat(bench.v(element / 2) >> 16 * (element % 2) & 0xffff)) ==
              4 * asF32(smallToFloat(test.format, base + element)));
      bench.run("v_cvt_scalef32_pk32_bf16_" + name + " v[0:15], v[40:45], 4.0");
      for (uint32_t element = 0; element < 32; ++element)
        CHECK(asF32(bf16ToFloat(bench.v(element / 2) >> 16 * (element % 2) & 0xffff)) ==
              4 * asF32(smallToFloat(test.format, base + element)));
    }
}
