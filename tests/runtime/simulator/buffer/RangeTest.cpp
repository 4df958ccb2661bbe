//===- RangeTest.cpp - What buffers check, and where they lead -------------===//
#include "ElementBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;

// The buffer's word i is 0x100 + i.
ElementBench numbered(const std::string &gpu) {
  ElementBench bench{gpu};
  for (uint32_t i = 0; i < elementWords; ++i)
    bench.memory.push_back(0x100 + i);
  return bench;
}
// A load of a dword with these operands after the registers.
uint32_t load(const ElementBench &bench, const std::string &setup, const std::string &operands) {
  const char *name = bench.isGfx9() ? "buffer_load_dword" : "buffer_load_b32";
  INFO(bench.gpu << ": " << setup << ", " << operands);
  return bench.registers(fmt::format("{}\n{} v4, {}", setup, name, operands))[0];
}

constexpr uint32_t format11 = 22 << 12;             // 32 FLOAT
constexpr uint32_t x32Uint = 4 | 4 << 12 | 4 << 15; // gfx9: DST_SEL_X = X, UINT, 32
constexpr uint32_t oobSelect(uint32_t mode) { return format11 | mode << 28; }
} // namespace

TEST_CASE("gfx11 checks what OOB_SELECT says", "[simulator][buffer][range]") {
  ElementBench bench = numbered("gfx1151");
  bench.strideBits = 8 << 16;
  bench.records = 3;
  const std::string third = "v_mov_b32 v1, 2", fourth = "v_mov_b32 v1, 3";
  const std::string indexed = "v1, s[8:11], 0 idxen", past = indexed + " offset:8";

  bench.word3 = oobSelect(0); // index and offset
  CHECK(load(bench, third, indexed) == 0x104);
  CHECK(load(bench, fourth, indexed) == 0);
  CHECK(load(bench, third, past) == 0);
  CHECK(load(bench, "s_mov_b32 s14, 8\n" + third, "v1, s[8:11], s14 idxen") == 0x106);
  bench.word3 = oobSelect(1); // index
  CHECK(load(bench, fourth, indexed) == 0);
  CHECK(load(bench, third, past) == 0x106);
  bench.word3 = oobSelect(2); // only whether there is something
  CHECK(load(bench, fourth, past) == 0x108);
  bench.records = 0;
  CHECK(load(bench, third, indexed) == 0);

  bench.word3 = oobSelect(3); // bytes, less the scalar offset
  bench.records = 24;
  CHECK(load(bench, third, indexed + " offset:4") == 0x105);
  CHECK(load(bench, third, past) == 0);
  bench.strideBits = 0;
  const std::string offset20 = "v_mov_b32 v1, 12\n s_mov_b32 s14, 4\n",
                    raw = "v1, s[8:11], s14 offen offset:";
  CHECK(load(bench, offset20, raw + "4") == 0x105);
  CHECK(load(bench, offset20, raw + "8") == 0);
  CHECK(load(bench, offset20, raw + "5") == 0); // only partly inside
  // Mode 3 with swizzling is a structured check.
  bench.strideBits = 8 << 16 | 1u << 30;
  bench.records = 3;
  CHECK(load(bench, third, indexed + " offset:4") == 0x100 + 8 + 2);
  CHECK(load(bench, fourth, indexed) == 0);
  CHECK(load(bench, third, past) == 0);
}

TEST_CASE("gfx9 checks bytes or the index", "[simulator][buffer][range]") {
  for (const char *gpu : {"gfx942", "gfx950"}) {
    ElementBench bench = numbered(gpu);
    bench.records = 24;
    const std::string offset16 = "v_mov_b32 v1, 12\n s_mov_b32 s14, 4\n",
                      raw = "v1, s[8:11], s14 offen offset:";
    // The scalar offset counts.
    CHECK(load(bench, offset16, raw + "4") == 0x105);
    CHECK(load(bench, offset16, raw + "8") == 0);
    // The sum of the other two wraps: -8 + 12.
    CHECK(load(bench, "v_mov_b32 v1, -8", "v1, s[8:11], 0 offen offset:12") == 0x101);
    // A stride alone does not make records.
    bench.strideBits = 8 << 16;
    CHECK(load(bench, "v_mov_b32 v1, 20", "v1, s[8:11], 0 offen") == 0x105);
    CHECK(load(bench, "v_mov_b32 v1, 24", "v1, s[8:11], 0 offen") == 0);
    // The offset may leave the record, the index must be below the number of them.
    bench.records = 3;
    CHECK(load(bench, "v_mov_b32 v1, 2", "v1, s[8:11], 0 idxen offset:12") == 0x107);
    CHECK(load(bench, "v_mov_b32 v1, 3", "v1, s[8:11], 0 idxen") == 0);
    // gfx11's OOB_SELECT is none of gfx9's fields.
    bench.word3 = 0x00027000 | 2u << 28;
    CHECK(load(bench, "v_mov_b32 v1, 3", "v1, s[8:11], 0 idxen") == 0);
  }
}

TEST_CASE("gfx9's scratch buffers are not checked", "[simulator][buffer][range]") {
  ElementBench bench = numbered("gfx942");
  bench.records = 0;
  bench.strideBits = 4 << 16;
  bench.word3 = 1 << 23; // ADD_TID_ENABLE; the data format holds the stride's upper bits
  CHECK(load(bench, "", "off, s[8:11], 0 offset:8") == 0x102);
  // Two lanes, whose results lie 32 bytes apart.
  KernelSource source = bench.source("v_and_b32 v0, 0x3ff, v0\nbuffer_load_dword v4, off, s[8:11], "
                                     "0 offset:8");
  source.body.replace(source.body.rfind("v_mov_b32 v1, 0"), 15, "v_lshlrev_b32 v1, 5, v0");
  KernelBench two(source);
  two.fill(bench.memory);
  const Words out = two.run(elementWords + 13, {{1, 1, 1}, {2, 1, 1}});
  CHECK(out[elementWords] == 0x102);
  CHECK(out[elementWords + 8] == 0x103);
}

TEST_CASE("ADD_TID_ENABLE's stride has four bits more without a format",
          "[simulator][buffer][range]") {
  // The stride is 4; or 4 + 2^14 * 4, the data format being 4, 32 bits.
  ElementBench bench = numbered("gfx942");
  bench.strideBits = 4 << 16;
  bench.word3 = x32Uint | 1 << 23;
  const std::string third = "v_mov_b32 v1, 3";
  const std::string format = formatModifier(bench.gpu, "32 UINT");
  CHECK(bench.registers(third + "\ntbuffer_load_format_x v4, v1, s[8:11], 0 " + format +
                        " idxen")[0] == 0x103);
  CHECK(bench.registers(third + "\nbuffer_load_format_x v4, v1, s[8:11], 0 idxen")[0] == 0x103);
  // Such a buffer is not range-checked: what the longer stride leads to is not there.
  CHECK(llvm::StringRef(bench.reasonOf(third + "\nbuffer_load_dword v4, v1, s[8:11], 0 idxen"))
            .contains("past the end"));
}

TEST_CASE("Swizzled buffers by index stride and element size", "[simulator][buffer][range]") {
  // Record i, byte b lies at (i / n * stride + b / e * e) * n + i % n * e + b % e: n records are
  // interleaved in elements of e bytes.
  ElementBench bench = numbered("gfx950");
  bench.strideBits = 8 << 16 | 1u << 31;
  bench.records = 8;
  const std::string second = "v_mov_b32 v1, 1";
  bench.word3 = 0x00027000 | 1 << 19; // e = 4, n = 8
  CHECK(load(bench, second, "v1, s[8:11], 0 idxen") == 0x101);
  CHECK(load(bench, second, "v1, s[8:11], 0 idxen offset:4") == 0x109);
  bench.word3 = 0x00027000 | 2 << 19; // e = 8, n = 8
  CHECK(load(bench, second, "v1, s[8:11], 0 idxen offset:4") == 0x103);
  bench.records = 16;
  bench.word3 = 0x00027000 | 1 << 19 | 1 << 21; // e = 4, n = 16
  CHECK(load(bench, "v_mov_b32 v1, 9", "v1, s[8:11], 0 idxen") == 0x109);
  bench.word3 = 0x00027000 | 2 << 19;
  // The scalar offset is added behind the swizzle.
  CHECK(load(bench, "s_mov_b32 s14, 4\n" + second, "v1, s[8:11], s14 idxen") == 0x103);
  // Words of an element that is larger than e lie apart.
  bench.word3 = 0x00027000 | 1 << 19;
  const Words pair = bench.registers(second + "\ntbuffer_load_format_xy v[4:5], v1, s[8:11], 0 " +
                                     formatModifier(bench.gpu, "32_32 UINT") + " idxen");
  CHECK(pair[0] == 0x101);
  CHECK(pair[1] == 0x109);
}

TEST_CASE("Loads to LDS put three dwords into the place of four", "[simulator][buffer][range]") {
  ElementBench bench = numbered("gfx950");
  KernelSource source =
      bench.source("v_and_b32 v0, 0x3ff, v0\nv_mul_u32_u24 v1, 12, v0\ns_mov_b32 m0, 0\n"
                   "buffer_load_dwordx3 v1, s[8:11], 0 offen lds\ns_waitcnt vmcnt(0)\n"
                   "v_mov_b32 v2, 16\nds_read_b32 v4, v2");
  KernelBench two(source);
  two.fill(bench.memory);
  // Lane 1's first word is at 16.
  CHECK(two.run(elementWords + 5, {{1, 1, 1}, {2, 1, 1}})[elementWords] == 0x103);
}

} // namespace rocke::sim::test
