//===- BufferTest.cpp - Access through buffer descriptors ------------------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

constexpr size_t inputWords = 64;

// One wavefront; lane l of v5 is stored to the word inputWords + l. The input is word i = 1000 + i.
// s[8:11] is a descriptor of the buffer with the given upper words; v1 = 4 * lane.
std::vector<uint32_t> lanesOf(const std::string &gpu, uint32_t strideBits, uint32_t records,
                              uint32_t flags, const std::string &body) {
  const bool isGfx9 = gpu == "gfx950";
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = isGfx9 ? 64 : 32;
  source.directives = ".amdhsa_group_segment_fixed_size 1024";
  source.body = loadOutput(gpu) + fmt::format(R"(
    s_mov_b64 s[12:13], s[8:9]
    s_or_b32 s9, s9, {:#x}
    s_mov_b32 s10, {:#x}
    s_mov_b32 s11, {:#x}
    v_mov_b32 v5, 0x77777777
    v_lshlrev_b32 v1, 2, v0
    {}
    s_waitcnt vmcnt(0) lgkmcnt(0)
    {} v1, v5, s[12:13] offset:{}
    s_endpgm)",
                                              strideBits, records, flags, body,
                                              isGfx9 ? "global_store_dword" : "global_store_b32",
                                              inputWords * 4);
  KernelBench bench(source);
  std::vector<uint32_t> input(inputWords);
  for (uint32_t i = 0; i < inputWords; ++i)
    input[i] = 1000 + i;
  bench.fill(input);
  std::vector<uint32_t> out =
      bench.run(inputWords + source.waveSize, {{1, 1, 1}, {source.waveSize, 1, 1}});
  out.erase(out.begin(), out.begin() + inputWords);
  out.resize(32);
  return out;
}

template <typename Fn>
void check(const std::string &gpu, uint32_t strideBits, uint32_t records, uint32_t flags,
           const std::string &body, Fn expected) {
  INFO(gpu << "\n" << body);
  std::vector<uint32_t> out = lanesOf(gpu, strideBits, records, flags, body);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    INFO("lane " << lane);
    CHECK(out[lane] == static_cast<uint32_t>(expected(lane)));
  }
}

// Raw buffers, as LLVM and HIP make them.
constexpr uint32_t raw9 = 0x00027000, raw11 = 0x31016000;
constexpr uint32_t structured11 = 0x01016000;

} // namespace

TEST_CASE("Raw buffers read 0 and write nothing past their end", "[simulator][buffer]") {
  auto upTo = [](uint32_t count, uint32_t first = 0) {
    return [=](uint32_t lane) { return lane < count ? 1000 + first + lane : 0; };
  };
  check("gfx1151", 0, 40, raw11, "buffer_load_b32 v5, v1, s[8:11], 0 offen", upTo(10));
  check("gfx950", 0, 40, raw9, "buffer_load_dword v5, v1, s[8:11], 0 offen", upTo(10));
  check("gfx1151", 0, 40, raw11, "buffer_load_b32 v5, v1, s[8:11], 0 offen offset:8", upTo(8, 2));
  check("gfx1151", 0, 40, raw11, "s_mov_b32 s14, 12\n buffer_load_b32 v5, v1, s[8:11], s14 offen",
        upTo(7, 3));
  check("gfx950", 0, 40, raw9, "buffer_load_dword v5, off, s[8:11], 0 offset:12",
        [](uint32_t) { return 1003; });
  // Wide loads are checked word by word.
  check("gfx1151", 0, 40, raw11, "buffer_load_b64 v[4:5], v1, s[8:11], 0 offen", upTo(9, 1));
  // Of a word that is only partly inside nothing is read.
  check("gfx1151", 0, 42, raw11, "buffer_load_b32 v5, v1, s[8:11], 0 offen", upTo(10));
  check("gfx1151", 0, 42, raw11, "buffer_load_u16 v5, v1, s[8:11], 0 offen", upTo(11));
  check("gfx1151", 0, 40, raw11, "buffer_load_d16_hi_b16 v5, v1, s[8:11], 0 offen",
        [](uint32_t lane) { return (lane < 10 ? (1000 + lane) << 16 : 0) | 0x7777; });
  check("gfx1151", 0, 40, raw11,
        "buffer_store_b32 v0, v1, s[8:11], 0 offen\n s_mov_b32 s10, 256\n"
        "buffer_load_b32 v5, v1, s[8:11], 0 offen",
        [](uint32_t lane) { return lane < 10 ? lane : 1000 + lane; });
  check("gfx950", 0, 40, raw9,
        "v_mov_b32 v6, 1\n buffer_atomic_add v6, v1, s[8:11], 0 offen sc0\n v_mov_b32 v5, v6",
        upTo(10));
}

TEST_CASE("Structured buffers are indexed", "[simulator][buffer]") {
  constexpr uint32_t stride8 = 8 << 16;
  check("gfx1151", stride8, 10, structured11, "buffer_load_b32 v5, v0, s[8:11], 0 idxen",
        [](uint32_t lane) { return lane < 10 ? 1000 + 2 * lane : 0; });
  check("gfx1151", stride8, 10, structured11, "buffer_load_b32 v5, v0, s[8:11], 0 idxen offset:4",
        [](uint32_t lane) { return lane < 10 ? 1001 + 2 * lane : 0; });
  check("gfx1151", stride8, 10, structured11, "buffer_load_b32 v5, v0, s[8:11], 0 idxen offset:8",
        [](uint32_t) { return 0; });
  check("gfx950", stride8, 10, raw9, "buffer_load_dword v5, v0, s[8:11], 0 idxen",
        [](uint32_t lane) { return lane < 10 ? 1000 + 2 * lane : 0; });
  // Index and offset, each in a register.
  check("gfx950", stride8, 10, raw9,
        "v_mov_b32 v2, v0\n v_and_b32 v3, 4, v1\n buffer_load_dword v5, v[2:3], s[8:11], 0 idxen "
        "offen",
        [](uint32_t lane) { return lane < 10 ? 1000 + 2 * lane + lane % 2 : 0; });
  // ADD_TID_ENABLE makes the lane the index.
  check("gfx950", 4 << 16, 256, 1 << 23, "buffer_load_dword v5, off, s[8:11], 0",
        [](uint32_t lane) { return 1000 + lane; });
}

TEST_CASE("Swizzled buffers interleave records", "[simulator][buffer]") {
  // Stride 8, elements of 4 bytes, 8 records interleaved: element e of record i is word
  // (i / 8 * 2 + e) * 8 + i % 8.
  check("gfx950", 8 << 16 | 1u << 31, 32, raw9 | 1 << 19,
        "buffer_load_dword v5, v0, s[8:11], 0 idxen offset:4",
        [](uint32_t lane) { return 1000 + (lane / 8 * 2 + 1) * 8 + lane % 8; });
  check("gfx1151", 8 << 16 | 1u << 30, 32, structured11,
        "buffer_load_b32 v5, v0, s[8:11], 0 idxen offset:4",
        [](uint32_t lane) { return 1000 + (lane / 8 * 2 + 1) * 8 + lane % 8; });
}

TEST_CASE("Buffer loads go straight to LDS", "[simulator][buffer]") {
  check("gfx950", 0, 40, raw9,
        "s_mov_b32 m0, 512\n buffer_load_dword v1, s[8:11], 0 offen lds\n s_waitcnt vmcnt(0)\n"
        "ds_read_b32 v5, v1 offset:512",
        [](uint32_t lane) { return lane < 10 ? 1000 + lane : 0; });
}

TEST_CASE("Scalar buffer loads read 0 past the end", "[simulator][buffer]") {
  check("gfx1151", 0, 12, raw11,
        "s_buffer_load_b128 s[20:23], s[8:11], 0x4\n s_waitcnt lgkmcnt(0)\n"
        "s_add_u32 s20, s20, s21\n s_add_u32 s20, s20, s22\n v_mov_b32 v5, s20",
        [](uint32_t) { return 2003; });
}

TEST_CASE("A descriptor that reaches past its allocation is found out", "[simulator][buffer]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    s_movk_i32 s10, 0x1000
    s_mov_b32 s11, 0x31016000
    v_lshlrev_b32 v1, 2, v0
    buffer_load_b32 v5, v1, s[8:11], 0 offen
    s_endpgm)";
  Fault fault = KernelBench(source).faultOf(16, {{1, 1, 1}, {32, 1, 1}});
  CHECK(fault.lane == 16);
  CHECK(fault.reason.find("is 0 bytes past the end of the allocation of 64 bytes") !=
        std::string::npos);
}

} // namespace rocke::sim::test
