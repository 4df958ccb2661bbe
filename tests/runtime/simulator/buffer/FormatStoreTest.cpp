//===- FormatStoreTest.cpp - Elements of every format, stored --------------===//
#include "ElementBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;

constexpr uint32_t ones = 0xffffffff, nan = 0x7fc00000, f1 = 0x3f800000, fMinus1 = 0xbf800000,
                   half = 0x3f000000, f300 = 0x43960000, fMinus300 = 0xc3960000;

std::string moves(const Words &registers) {
  std::string text;
  for (size_t i = 0; i < registers.size(); ++i)
    text += fmt::format("v_mov_b32 v{}, {:#x}\n", 4 + i, registers[i]);
  return text;
}

struct StoreCase {
  std::string format;
  Words registers; ///< v4 to v7
  Words expected;  ///< four words of a buffer of ones
};

void check(const std::vector<StoreCase> &cases, std::initializer_list<const char *> gpus) {
  for (const char *gpu : gpus)
    for (const StoreCase &store : cases) {
      INFO(gpu << ", " << store.format);
      ElementBench bench{gpu};
      bench.memory = {ones, ones, ones, ones};
      CHECK(bench.stored(moves(store.registers) +
                             "tbuffer_store_format_xyzw v[4:7], off, s[8:11], 0 " +
                             formatModifier(gpu, store.format),
                         4) == store.expected);
    }
}
} // namespace

TEST_CASE("Typed stores round, clamp and cut", "[simulator][buffer][format]") {
  // 0.5 is 127.5 of 255, 63.5 of 127, 511.5 of 1023: to even. 0x12345 keeps its low bits.
  check(
      {{"8 UNORM", {half, f1, f1, f1}, {0xffffff80, ones, ones, ones}},
       {"8_8 UNORM", {f1, 0xc0400000, f1, f1}, {0xffff00ff, ones, ones, ones}},
       {"8_8_8_8 UNORM", {f1, half, fMinus1, nan}, {0x000080ff, ones, ones, ones}},
       {"8_8_8_8 SNORM", {fMinus1, half, 0x40000000, nan}, {0x007f4081, ones, ones, ones}},
       // 3.7, 300, -1, 128.5.
       {"8_8_8_8 USCALED", {0x406ccccd, f300, fMinus1, 0x43008000}, {0x8000ff03, ones, ones, ones}},
       // -3.7, 300, -300, 0.9.
       {"8_8_8_8 SSCALED",
        {0xc06ccccd, f300, fMinus300, 0x3f666666},
        {0x00807ffd, ones, ones, ones}},
       {"8_8_8_8 UINT", {0x12345, 1, 2, 255}, {0xff020145, ones, ones, ones}},
       {"8_8_8_8 SINT", {0xfffffffe, 1, 2, 0xffffff80}, {0x800201fe, ones, ones, ones}},
       {"16 UINT", {0x12345, 0, 0, 0}, {0xffff2345, ones, ones, ones}},
       {"16 SINT", {0xfffffffe, 0, 0, 0}, {0xfffffffe, ones, ones, ones}},
       {"16_16 UNORM", {f1, half, 0, 0}, {0x8000ffff, ones, ones, ones}},
       {"16_16 SNORM", {fMinus1, half, 0, 0}, {0x40008001, ones, ones, ones}},
       {"16_16 USCALED", {f300, fMinus300, 0, 0}, {0x0000012c, ones, ones, ones}},
       {"16_16 SSCALED", {f300, fMinus300, 0, 0}, {0xfed4012c, ones, ones, ones}},
       {"16_16_16_16 UINT", {1, 2, 3, 4}, {0x00020001, 0x00040003, ones, ones}},
       {"32 UINT", {5, 6, 7, 8}, {5, ones, ones, ones}},
       {"32_32 SINT", {5, 6, 7, 8}, {5, 6, ones, ones}},
       {"32_32_32 FLOAT", {5, 6, 7, 8}, {5, 6, 7, ones}},
       {"32_32_32_32 UINT", {5, 6, 7, 8}, {5, 6, 7, 8}}},
      {"gfx1100", "gfx1151", "gfx942", "gfx950"});
}

TEST_CASE("Typed stores of narrow floats", "[simulator][buffer][format]") {
  constexpr uint32_t infinity = 0x7f800000, huge = 0x4e6e6b28; // 1e9
  check(
      {// 65520 is the least number that rounds to infinity; 1 + 2^-11 lies between two numbers.
       {"16_16 FLOAT", {0x477ff000, 0x3f801000, 0, 0}, {0x3c007c00, ones, ones, ones}},
       // Floats without a sign: 1, -2 and 1e9, which stays finite.
       {"10_11_11 FLOAT", {f1, 0xc0000000, huge, 0}, {0x3c0 | 0x3dfu << 22, ones, ones, ones}},
       // 1 + 1/128 and 1 + 3/128 lie between two numbers.
       {"10_11_11 FLOAT", {0x3f810000, 0x3f830000, 0, 0}, {0x3c0 | 0x3c2 << 11, ones, ones, ones}},
       {"11_11_10 FLOAT",
        {infinity, half, nan, 0},
        {0x3e0 | 0x380 << 10 | 0x7ffu << 21, ones, ones, ones}},
       // 2^-20 is the least denormal; -infinity.
       {"10_11_11 FLOAT", {0x35800000, 0xff800000, 0, 0}, {1, ones, ones, ones}}},
      {"gfx1100", "gfx950"});
}

TEST_CASE("Typed stores of packed components", "[simulator][buffer][format]") {
  check(
      {{"2_10_10_10 UNORM", {f1, half, 0, f1}, {0x3ff | 0x200 << 10 | 3u << 30, ones, ones, ones}},
       {"2_10_10_10 SNORM",
        {fMinus1, f1, 0, fMinus1},
        {0x201 | 0x1ff << 10 | 3u << 30, ones, ones, ones}},
       {"2_10_10_10 UINT", {0x401, 2, 3, 6}, {1 | 2 << 10 | 3 << 20 | 2u << 30, ones, ones, ones}},
       {"10_10_10_2 SINT", {ones, 1, 2, 3}, {3 | 1 << 2 | 2 << 12 | 3 << 22, ones, ones, ones}}},
      {"gfx1151", "gfx942"});
}

TEST_CASE("The first component stands for those that a store lacks",
          "[simulator][buffer][format]") {
  for (const char *gpu : {"gfx1151", "gfx950"}) {
    ElementBench bench{gpu};
    const std::string rest = ", off, s[8:11], 0 " + formatModifier(gpu, "8_8_8_8 UINT");
    CHECK(bench.stored(moves({1, 2, 3, 4}) + "tbuffer_store_format_xy v[4:5]" + rest, 1) ==
          Words{0x01010201});
    CHECK(bench.stored(moves({1, 2, 3, 4}) + "tbuffer_store_format_x v4" + rest, 1) ==
          Words{0x01010101});
    CHECK(bench.stored(moves({1, 2, 3, 4}) + "tbuffer_store_format_xyz v[4:6]" + rest, 1) ==
          Words{0x01030201});
  }
}

TEST_CASE("D16 stores take two components from a register", "[simulator][buffer][format]") {
  auto store = [](const char *gpu, const char *format, const char *components,
                  const char *registers, const Words &values) {
    INFO(gpu << ", " << format << ", " << components);
    return ElementBench{gpu}.stored(
        moves(values) + formatMnemonic(gpu, "tbuffer_store", "d16", components) + " " + registers +
            ", off, s[8:11], 0 " + formatModifier(gpu, format),
        2);
  };
  for (const char *gpu : {"gfx1100", "gfx942"}) {
    // 1 and 0.5; -1 and 2.
    CHECK(store(gpu, "8_8_8_8 UNORM", "xyzw", "v[4:5]", {0x38003c00, 0x4000bc00}) ==
          Words{0xff0080ff, 0});
    CHECK(store(gpu, "8_8_8_8 SINT", "xyz", "v[4:5]", {0x0002ffff, 0x99990003}) ==
          Words{0xff0302ff, 0});
    CHECK(store(gpu, "32_32 SINT", "xy", "v4", {0x0002ffff}) == Words{0xffffffff, 2});
    CHECK(store(gpu, "32_32 UINT", "xy", "v4", {0x0002ffff}) == Words{0xffff, 2});
    CHECK(store(gpu, "32_32 FLOAT", "xy", "v4", {0xc0003c00}) == Words{0x3f800000, 0xc0000000});
    CHECK(store(gpu, "16_16 FLOAT", "xy", "v4", {0x7c01fc00}) == Words{0x7c01fc00, 0});
  }
}

} // namespace rocke::sim::test
