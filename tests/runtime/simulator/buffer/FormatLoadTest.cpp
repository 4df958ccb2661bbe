//===- FormatLoadTest.cpp - Elements of every format, loaded ---------------===//
//
// Expected values are worked out by hand: f32 and f16 patterns of c / (2^n - 1) and the like.
//
//===----------------------------------------------------------------------===//
#include "ElementBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;

constexpr uint32_t one = 0x3f800000, minusOne = 0xbf800000;

struct LoadCase {
  std::string format;
  Words memory;
  Words expected; ///< X, Y, Z, W
};

Words loaded(const std::string &gpu, const std::string &format, const Words &memory) {
  ElementBench bench{gpu};
  bench.memory = memory;
  Words registers = bench.registers("tbuffer_load_format_xyzw v[4:7], off, s[8:11], 0 " +
                                    formatModifier(gpu, format));
  CHECK(registers[4] == untouched);
  registers.resize(4);
  return registers;
}

void check(const std::vector<LoadCase> &cases, std::initializer_list<const char *> gpus) {
  for (const char *gpu : gpus)
    for (const LoadCase &load : cases) {
      INFO(gpu << ", " << load.format);
      CHECK(loaded(gpu, load.format, load.memory) == load.expected);
    }
}
} // namespace

TEST_CASE("Typed loads of 8 and 16 bits", "[simulator][buffer][format]") {
  // 0x33 is 51 = 255 / 5; 0xc8 is 200 or -56. 32768 / 65535 = 0.5 + 128 units of 2^-24, 16384 /
  // 32767 = 0.5 + 256 of them.
  check({{"8 UNORM", {0xffffff33}, {0x3e4ccccd, 0, 0, 0}},
         {"8 UNORM", {0xffffffff}, {one, 0, 0, 0}},
         {"8 SNORM", {0x81}, {minusOne, 0, 0, 0}},
         {"8 SNORM", {0x80}, {minusOne, 0, 0, 0}},
         {"8 SNORM", {0x7f}, {one, 0, 0, 0}},
         {"8 USCALED", {0xc8}, {0x43480000, 0, 0, 0}},
         {"8 SSCALED", {0xc8}, {0xc2600000, 0, 0, 0}},
         {"8 UINT", {0xffffffc8}, {200, 0, 0, 0}},
         {"8 SINT", {0x000000c8}, {0xffffffc8, 0, 0, 0}},
         {"16 UNORM", {0xffff8000}, {0x3f000080, 0, 0, 0}},
         {"16 SNORM", {0xffff4000}, {0x3f000100, 0, 0, 0}},
         {"16 SNORM", {0x8000}, {minusOne, 0, 0, 0}},
         {"16 USCALED", {0xfffe}, {0x477ffe00, 0, 0, 0}},
         {"16 SSCALED", {0xfffe}, {0xc0000000, 0, 0, 0}},
         {"16 UINT", {0x1234fffe}, {0xfffe, 0, 0, 0}},
         {"16 SINT", {0x1234fffe}, {0xfffffffe, 0, 0, 0}},
         {"16 FLOAT", {0x1234c100}, {0xc0200000, 0, 0, 0}},
         {"16 FLOAT", {0x0001}, {0x33800000, 0, 0, 0}},
         {"8_8 UNORM", {0xff33}, {0x3e4ccccd, one, 0, 0}},
         {"8_8 SNORM", {0x817f}, {one, minusOne, 0, 0}},
         {"8_8 USCALED", {0x0102}, {0x40000000, one, 0, 0}},
         {"8_8 SSCALED", {0xfe01}, {one, 0xc0000000, 0, 0}},
         {"8_8 UINT", {0x9234}, {0x34, 0x92, 0, 0}},
         {"8_8 SINT", {0x9234}, {0x34, 0xffffff92, 0, 0}},
         {"16_16 UNORM", {0xffff8000}, {0x3f000080, one, 0, 0}},
         {"16_16 SNORM", {0x80014000}, {0x3f000100, minusOne, 0, 0}},
         {"16_16 USCALED", {0x00020001}, {one, 0x40000000, 0, 0}},
         {"16_16 SSCALED", {0x0002ffff}, {minusOne, 0x40000000, 0, 0}},
         {"16_16 UINT", {0x80007fff}, {0x7fff, 0x8000, 0, 0}},
         {"16_16 SINT", {0x80007fff}, {0x7fff, 0xffff8000, 0, 0}},
         {"16_16 FLOAT", {0x7c003c00}, {one, 0x7f800000, 0, 0}},
         {"8_8_8_8 UNORM", {0xff003300}, {0, 0x3e4ccccd, 0, one}},
         {"8_8_8_8 SNORM", {0x80007f81}, {minusOne, one, 0, minusOne}},
         {"8_8_8_8 USCALED", {0x04030201}, {one, 0x40000000, 0x40400000, 0x40800000}},
         {"8_8_8_8 SSCALED", {0xfcfdfeff}, {minusOne, 0xc0000000, 0xc0400000, 0xc0800000}},
         {"8_8_8_8 UINT", {0x84038201}, {1, 0x82, 3, 0x84}},
         {"8_8_8_8 SINT", {0x84038201}, {1, 0xffffff82, 3, 0xffffff84}},
         {"16_16_16_16 UNORM", {0x00008000, 0xffff0000}, {0x3f000080, 0, 0, one}},
         {"16_16_16_16 SNORM", {0x80004000, 0x7fff0000}, {0x3f000100, minusOne, 0, one}},
         {"16_16_16_16 USCALED", {0x20001, 0x40003}, {one, 0x40000000, 0x40400000, 0x40800000}},
         {"16_16_16_16 SSCALED", {0xffff0001, 0}, {one, minusOne, 0, 0}},
         {"16_16_16_16 UINT", {0x80010002, 0x00038004}, {2, 0x8001, 0x8004, 3}},
         {"16_16_16_16 SINT", {0x80010002, 0x00038004}, {2, 0xffff8001, 0xffff8004, 3}},
         {"16_16_16_16 FLOAT", {0xbc003c00, 0x00004000}, {one, minusOne, 0x40000000, 0}}},
        {"gfx1100", "gfx1151", "gfx942", "gfx950"});
}

TEST_CASE("Typed loads of 32 bits convert nothing", "[simulator][buffer][format]") {
  const Words memory = {0x7f800001, 2, 0xffffffff, 4};
  check({{"32 UINT", memory, {0x7f800001, 0, 0, 0}},
         {"32 SINT", memory, {0x7f800001, 0, 0, 0}},
         {"32 FLOAT", memory, {0x7f800001, 0, 0, 0}},
         {"32_32 UINT", memory, {0x7f800001, 2, 0, 0}},
         {"32_32 SINT", memory, {0x7f800001, 2, 0, 0}},
         {"32_32 FLOAT", memory, {0x7f800001, 2, 0, 0}},
         {"32_32_32 UINT", memory, {0x7f800001, 2, 0xffffffff, 0}},
         {"32_32_32 SINT", memory, {0x7f800001, 2, 0xffffffff, 0}},
         {"32_32_32 FLOAT", memory, {0x7f800001, 2, 0xffffffff, 0}},
         {"32_32_32_32 UINT", memory, memory},
         {"32_32_32_32 SINT", memory, memory},
         {"32_32_32_32 FLOAT", memory, memory}},
        {"gfx1100", "gfx950"});
  check({{"32 UNORM", memory, {0x7f800001, 0, 0, 0}}}, {"gfx942"});
}

TEST_CASE("Typed loads of packed components", "[simulator][buffer][format]") {
  // Floats of 11 bits have 6 of mantissa, of 10 bits 5, and a bias of 15: 1 is 15 << 6, or 15 << 5.
  // 511 / 1023 is 0.5 - 16400 units of 2^-25.
  check(
      {{"10_11_11 FLOAT", {0x3c0 | 0x400 << 11 | 0x1c0u << 22}, {one, 0x40000000, 0x3f000000, 0}},
       {"11_11_10 FLOAT", {0x1e0 | 0x400 << 10 | 0x380u << 21}, {one, 0x40000000, 0x3f000000, 0}},
       // The least denormals: 2^-20 and 2^-19; infinity.
       {"10_11_11 FLOAT", {1 | 0x7c0 << 11 | 1u << 22}, {0x35800000, 0x7f800000, 0x36000000, 0}},
       {"10_10_10_2 UNORM", {3 | 0 << 2 | 0x1ff << 12 | 0x3ffu << 22}, {one, 0, 0x3effbff0, one}},
       {"10_10_10_2 SNORM", {1 | 0x200 << 2 | 0x1ff << 12 | 0u << 22}, {one, minusOne, one, 0}},
       {"10_10_10_2 UINT", {2 | 1 << 2 | 0x3ff << 12 | 0x155u << 22}, {2, 1, 0x3ff, 0x155}},
       {"10_10_10_2 SINT",
        {2 | 1 << 2 | 0x3ff << 12 | 0x155u << 22},
        {0xfffffffe, 1, 0xffffffff, 0x155}},
       {"2_10_10_10 UNORM", {0x3ff | 0 << 10 | 0x1ff << 20 | 3u << 30}, {one, 0, 0x3effbff0, one}},
       {"2_10_10_10 SNORM",
        {0x200 | 0x1ff << 10 | 0 << 20 | 3u << 30},
        {minusOne, one, 0, minusOne}},
       {"2_10_10_10 USCALED",
        {1 | 2 << 10 | 3 << 20 | 2u << 30},
        {one, 0x40000000, 0x40400000, 0x40000000}},
       {"2_10_10_10 SSCALED",
        {0x3ff | 2 << 10 | 0x3fe << 20 | 2u << 30},
        {minusOne, 0x40000000, 0xc0000000, 0xc0000000}},
       {"2_10_10_10 UINT", {0x200 | 1 << 10 | 2 << 20 | 3u << 30}, {0x200, 1, 2, 3}},
       {"2_10_10_10 SINT", {0x200 | 1 << 10 | 2 << 20 | 3u << 30}, {0xfffffe00, 1, 2, 0xffffffff}}},
      {"gfx1100", "gfx1151", "gfx942", "gfx950"});
  // gfx9 can ask for more.
  check({{"10_11_11 UINT", {1 | 2 << 11 | 3u << 22}, {1, 2, 3, 0}},
         {"11_11_10 SINT", {0x3ff | 2 << 10 | 3u << 21}, {0xffffffff, 2, 3, 0}}},
        {"gfx942", "gfx950"});
}

TEST_CASE("Typed loads write as many registers as they name", "[simulator][buffer][format]") {
  for (const char *gpu : {"gfx1151", "gfx950"}) {
    ElementBench bench{gpu};
    bench.memory = {0x84038201};
    const std::string rest = " off, s[8:11], 0 " + formatModifier(gpu, "8_8_8_8 UINT");
    CHECK(bench.registers("tbuffer_load_format_x v4," + rest) ==
          Words{1, untouched, untouched, untouched, untouched});
    CHECK(bench.registers("tbuffer_load_format_xy v[4:5]," + rest) ==
          Words{1, 0x82, untouched, untouched, untouched});
    CHECK(bench.registers("tbuffer_load_format_xyz v[4:6]," + rest) ==
          Words{1, 0x82, 3, untouched, untouched});
  }
}

TEST_CASE("D16 loads put two components into a register", "[simulator][buffer][format]") {
  auto load = [](const char *gpu, const char *format, uint32_t word, const char *components,
                 const char *registers) {
    INFO(gpu << ", " << format << ", " << components);
    ElementBench bench{gpu};
    bench.memory = {word, word};
    return bench.registers(formatMnemonic(gpu, "tbuffer_load", "d16", components) + " " +
                           registers + ", off, s[8:11], 0 " + formatModifier(gpu, format));
  };
  for (const char *gpu : {"gfx1100", "gfx942"}) {
    // 0.2 in f16 is 0x3266. The last half of an odd number of components stays on gfx11.
    const uint32_t rest = ElementBench{gpu}.isGfx9() ? 0 : 0x77770000;
    CHECK(load(gpu, "8_8_8_8 UNORM", 0x00ff33ff, "xyzw", "v[4:5]") ==
          Words{0x32663c00, 0x00003c00, untouched, untouched, untouched});
    CHECK(load(gpu, "8_8_8_8 UNORM", 0x00ff33ff, "xyz", "v[4:5]") ==
          Words{0x32663c00, 0x3c00 | rest, untouched, untouched, untouched});
    CHECK(load(gpu, "8_8_8_8 SNORM", 0x0000817f, "xy", "v4")[0] == 0xbc003c00);
    CHECK(load(gpu, "8_8_8_8 SINT", 0x000081ff, "x", "v4")[0] == (0xffff | rest));
    CHECK(load(gpu, "32_32 UINT", 0x12348765, "xy", "v4")[0] == 0x87658765);
    CHECK(load(gpu, "16_16 FLOAT", 0x7c013c01, "xy", "v4")[0] == 0x7c013c01);
    // f32 to f16 truncates: 1 + (2^13 - 1) / 2^23 is all but 1 + 2^-10.
    CHECK(load(gpu, "32_32 FLOAT", 0x3f801fff, "xy", "v4")[0] == 0x3c003c00);
    CHECK(load(gpu, "10_11_11 FLOAT", 0x3c0 | 0x400 << 11, "xy", "v4")[0] == 0x40003c00);
    // 32769 / 65535 is a little more than 0.5 + 2^-17, nowhere near f16's next number.
    CHECK(load(gpu, "16_16 UNORM", 0x80018001, "xy", "v4")[0] == 0x38003800);
    CHECK(load(gpu, "16_16 USCALED", 0xffff0003, "xy", "v4")[0] == 0x7c004200);
  }
}

} // namespace rocke::sim::test
