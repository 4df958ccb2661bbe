//===- FormatDescriptorTest.cpp - Formats in descriptors -------------------===//
#include "ElementBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;

enum Select : uint32_t { Zero = 0, One = 1, X = 4, Y = 5, Z = 6, W = 7 };

constexpr uint32_t selects(Select x, Select y, Select z, Select w) {
  return x | y << 3 | z << 6 | w << 9;
}
// A raw buffer of 8_8_8_8 UINT or UNORM.
uint32_t bytesFormat(const std::string &gpu, uint32_t select, bool isUint = true) {
  if (gpu.starts_with("gfx9"))
    return select | (isUint ? 4 : 0) << 12 | 10 << 15;
  return select | (isUint ? 46 : 42) << 12 | 3u << 28;
}
const char *const gpus[] = {"gfx1100", "gfx1151", "gfx942", "gfx950"};
} // namespace

TEST_CASE("DST_SEL chooses what a format load returns", "[simulator][buffer][format]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    ElementBench bench{gpu};
    bench.memory = {0x04030201};
    bench.word3 = bytesFormat(gpu, selects(W, One, Zero, X));
    const char *load = "buffer_load_format_xyzw v[4:7], off, s[8:11], 0";
    CHECK(bench.registers(load) == Words{4, 1, 0, 1, untouched});
    CHECK(bench.registers("buffer_load_format_xy v[4:5], off, s[8:11], 0") ==
          Words{4, 1, untouched, untouched, untouched});
    // Out of range, a selected 1 stays.
    bench.records = 3;
    CHECK(bench.registers(load) == Words{0, 1, 0, 0, untouched});
    bench.records = 4;
    bench.word3 = bytesFormat(gpu, selects(One, Y, Z, W), /*isUint=*/false);
    bench.memory = {0xff000033};
    CHECK(bench.registers(load) == Words{0x3f800000, 0, 0, 0x3f800000, untouched});
    CHECK(bench.registers(formatMnemonic(gpu, "buffer_load", "d16", "xyzw") +
                          " v[4:5], off, s[8:11], 0") ==
          Words{0x00003c00, 0x3c000000, untouched, untouched, untouched});
    CHECK(bench.registers(formatMnemonic(gpu, "buffer_load", "d16_hi", "x") +
                          " v4, off, s[8:11], 0")[0] == (bench.isGfx9() ? 0x3c000000 : 0x3c007777));
    // What the format does not have is 0: 8_8 is 0xff33 here.
    bench.word3 = bench.isGfx9() ? selects(Y, Z, W, X) | 4 << 12 | 3 << 15
                                 : selects(Y, Z, W, X) | 18 << 12 | 3u << 28;
    bench.memory = {0xff33};
    CHECK(bench.registers(load) == Words{0xff, 0, 0, 0x33, untouched});
  }
}

TEST_CASE("Format stores undo what DST_SEL does", "[simulator][buffer][format]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    ElementBench bench{gpu};
    bench.memory = {0xffffffff};
    bench.word3 = bytesFormat(gpu, selects(W, One, Zero, X));
    const std::string moves = "v_mov_b32 v4, 0x11\nv_mov_b32 v5, 0x22\nv_mov_b32 v6, 0x33\n"
                              "v_mov_b32 v7, 0x44\n";
    // The fourth component goes to X, the first to W, nothing to Y and Z.
    CHECK(bench.stored(moves + "buffer_store_format_xyzw v[4:7], off, s[8:11], 0", 1) ==
          Words{0x11000044});
    // The fourth is not there: the first takes its place.
    CHECK(bench.stored(moves + "buffer_store_format_xy v[4:5], off, s[8:11], 0", 1) ==
          Words{0x11000011});
    bench.word3 = bytesFormat(gpu, selects(X, Y, Z, W));
    CHECK(bench.stored("v_mov_b32 v4, 0x00220011\nv_mov_b32 v5, 0x00440033\n" +
                           formatMnemonic(gpu, "buffer_store", "d16", "xyzw") +
                           " v[4:5], off, s[8:11], 0",
                       1) == Words{0x44332211});
    CHECK(bench.stored("v_mov_b32 v4, 0x00220011\n" +
                           formatMnemonic(gpu, "buffer_store", "d16_hi", "x") +
                           " v4, off, s[8:11], 0",
                       1) == Words{0x22222222});
  }
}

TEST_CASE("An element is in range as a whole or not at all", "[simulator][buffer][format]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    ElementBench bench{gpu};
    bench.memory = {1, 2, 3, 4};
    bench.records = 12;
    const std::string format =
        " v[4:7], off, s[8:11], 0 " + formatModifier(gpu, "32_32_32_32 UINT");
    CHECK(bench.registers("tbuffer_load_format_xyzw" + format) == Words{0, 0, 0, 0, untouched});
    CHECK(bench.stored("tbuffer_store_format_xyzw" + format, 4) == Words{1, 2, 3, 4});
    const char *load = bench.isGfx9() ? "buffer_load_dwordx4" : "buffer_load_b128";
    CHECK(bench.registers(std::string(load) + " v[4:7], off, s[8:11], 0") ==
          Words{1, 2, 3, 0, untouched});
  }
}

TEST_CASE("Formats that do not exist", "[simulator][buffer][format]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    ElementBench bench{gpu};
    bench.memory = {1};
    const std::string invalid =
        bench.isGfx9() ? "format:[BUF_DATA_FORMAT_INVALID]" : "format:[BUF_FMT_INVALID]";
    CHECK(bench.registers("tbuffer_load_format_xy v[4:5], off, s[8:11], 0 " + invalid) ==
          Words{0, 0, untouched, untouched, untouched});
    CHECK(bench.stored("tbuffer_store_format_x v4, off, s[8:11], 0 " + invalid, 1) == Words{1});
    const std::string reserved =
        bench.isGfx9() ? "format:[BUF_DATA_FORMAT_8, BUF_NUM_FORMAT_FLOAT]" : "format:64";
    CHECK(bench.reasonOf("tbuffer_load_format_x v4, off, s[8:11], 0 " + reserved) ==
          (bench.isGfx9() ? "the buffer format 8 FLOAT does not exist"
                          : "the buffer format RESERVED UNORM does not exist"));
    // A descriptor without a format is unbound for all instructions.
    bench.word3 = bench.isGfx9() ? X : X | 3u << 28;
    const char *load = bench.isGfx9() ? "buffer_load_dword" : "buffer_load_b32";
    CHECK(bench.registers(std::string(load) + " v4, off, s[8:11], 0")[0] == 0);
    CHECK(bench.registers("tbuffer_load_format_x v4, off, s[8:11], 0 " +
                          formatModifier(gpu, "32 UINT"))[0] == 0);
  }
}

TEST_CASE("Typed buffers are indexed like others", "[simulator][buffer][format]") {
  for (const char *gpu : gpus) {
    INFO(gpu);
    ElementBench bench{gpu};
    for (uint32_t i = 0; i < elementWords; ++i)
      bench.memory.push_back(0x100 + i);
    bench.strideBits = 8 << 16;
    bench.records = 4;
    bench.word3 = bench.isGfx9() ? 0 : 0x01016000; // structured
    const std::string rest = " s[8:11], 0 " + formatModifier(gpu, "32 UINT") + " idxen offset:4";
    CHECK(bench.registers("v_mov_b32 v1, 3\ntbuffer_load_format_x v4, v1," + rest)[0] == 0x107);
    CHECK(bench.registers("v_mov_b32 v1, 4\ntbuffer_load_format_x v4, v1," + rest)[0] == 0);
    CHECK(bench.registers("v_mov_b32 v2, 1\nv_mov_b32 v3, 4\ns_mov_b32 s14, 8\n"
                          "tbuffer_load_format_x v4, v[2:3], s[8:11], s14 " +
                          formatModifier(gpu, "32 UINT") + " idxen offen")[0] == 0x105);
  }
}

TEST_CASE("Format loads go to LDS", "[simulator][buffer][format]") {
  ElementBench bench{"gfx950"};
  bench.memory = {0x330000ff};
  bench.word3 = bytesFormat(bench.gpu, selects(X, Y, Z, W), /*isUint=*/false);
  CHECK(bench.registers("s_mov_b32 m0, 512\nbuffer_load_format_x off, s[8:11], 0 lds\n"
                        "s_waitcnt vmcnt(0)\nv_mov_b32 v1, 512\nds_read_b32 v4, v1")[0] ==
        0x3f800000);
}

} // namespace rocke::sim::test
