//===- LdsTest.cpp - LDS access and lane exchange --------------------------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <functional>

namespace rocke::sim::test {
namespace {

// Runs a body that leaves one word per lane in v5; all lanes of one wavefront.
std::vector<uint32_t> lanesOf(const std::string &body, const std::string &gpu = "gfx1151",
                              unsigned waveSize = 32) {
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = waveSize;
  source.directives = ".amdhsa_group_segment_fixed_size 65536";
  source.body = loadOutput(gpu) + "v_lshlrev_b32 v1, 2, v0\n" + body +
                fmt::format("\ns_waitcnt lgkmcnt(0)\n{} v1, v5, s[8:9]\ns_endpgm",
                            gpu == "gfx950" ? "global_store_dword" : "global_store_b32");
  return KernelBench(source).run(waveSize, {{1, 1, 1}, {waveSize, 1, 1}});
}

void checkLanes(const std::string &body, const std::function<uint32_t(uint32_t)> &expected,
                const std::string &gpu = "gfx1151", unsigned waveSize = 32) {
  std::vector<uint32_t> lanes = lanesOf(body, gpu, waveSize);
  INFO(gpu << " wave" << waveSize << "\n" << body);
  for (uint32_t lane = 0; lane < waveSize; ++lane) {
    INFO("lane " << lane);
    CHECK(lanes[lane] == expected(lane));
  }
}

} // namespace

TEST_CASE("LDS holds what every width stores", "[simulator][lds]") {
  // 4 words written per lane at 16 * lane; parts of them read back.
  const std::string store = R"(
    v_lshlrev_b32 v2, 4, v0
    v_add_nc_u32 v10, 0x8382ff00, v0
    v_add_nc_u32 v11, 0x100, v0
    v_add_nc_u32 v12, 0x200, v0
    v_add_nc_u32 v13, 0x300, v0
    v_mov_b32 v5, 0x77777777
)";
  const std::string all = store + "ds_store_b128 v2, v[10:13]\n";
  auto first = [](uint32_t lane) { return 0x8382ff00 + lane; };
  checkLanes(all + "ds_load_b32 v5, v2 offset:12", [](uint32_t lane) { return 0x300 + lane; });
  checkLanes(all + "ds_load_b64 v[4:5], v2", [](uint32_t lane) { return 0x100 + lane; });
  checkLanes(all + "ds_load_b96 v[3:5], v2", [](uint32_t lane) { return 0x200 + lane; });
  checkLanes(all + "ds_load_b128 v[2:5], v2", [](uint32_t lane) { return 0x300 + lane; });
  checkLanes(all + "ds_load_u8 v5, v2 offset:1", [](uint32_t) { return 0xff; });
  checkLanes(all + "ds_load_i8 v5, v2 offset:1", [](uint32_t) { return 0xffffffff; });
  checkLanes(all + "ds_load_u16 v5, v2 offset:2", [](uint32_t) { return 0x8382; });
  checkLanes(all + "ds_load_i16 v5, v2 offset:2", [](uint32_t) { return 0xffff8382; });
  checkLanes(all + "ds_load_u8_d16 v5, v2 offset:3", [](uint32_t) { return 0x77770083; });
  checkLanes(all + "ds_load_i8_d16_hi v5, v2 offset:3", [](uint32_t) { return 0xff837777; });
  checkLanes(all + "ds_load_u16_d16 v5, v2", [](uint32_t lane) { return 0x7777ff00 + lane; });
  checkLanes(all + "ds_load_u16_d16_hi v5, v2 offset:2", [](uint32_t) { return 0x83827777; });
  checkLanes(all + "ds_store_b8 v2, v11 offset:2\n ds_load_b32 v5, v2",
             [&](uint32_t lane) { return (first(lane) & 0xff00ffff) | lane << 16; });
  checkLanes(all + "ds_store_b16_d16_hi v2, v10\n ds_load_b32 v5, v2",
             [&](uint32_t lane) { return (first(lane) & 0xffff0000) | 0x8382; });
  checkLanes(all + "ds_store_b8_d16_hi v2, v10\n ds_load_b32 v5, v2",
             [&](uint32_t lane) { return (first(lane) & 0xffffff00) | 0x82; });
  checkLanes(all + "ds_load_2addr_b32 v[5:6], v2 offset0:2 offset1:3",
             [](uint32_t lane) { return 0x200 + lane; });
  checkLanes(all + "ds_load_2addr_b64 v[3:6], v2 offset0:1",
             [](uint32_t lane) { return 0x8382ff00 + lane; });
  checkLanes(store + "ds_store_2addr_stride64_b32 v1, v10, v11 offset0:1 offset1:2\n"
                     "ds_load_b32 v5, v1 offset:512",
             [](uint32_t lane) { return 0x100 + lane; });
  checkLanes(store + "ds_store_2addr_stride64_b64 v2, v[10:11], v[12:13] offset0:1 offset1:2\n"
                     "ds_load_2addr_stride64_b64 v[4:7], v2 offset0:2 offset1:1",
             [](uint32_t lane) { return 0x300 + lane; });
  checkLanes("s_mov_b32 m0, 64\n ds_store_addtid_b32 v0 offset:64\n ds_load_b32 v5, v1 offset:128",
             [](uint32_t lane) { return lane; });
  checkLanes("ds_store_b32 v1, v0 offset:128\n s_mov_b32 m0, 64\n ds_load_addtid_b32 v5 offset:64",
             [](uint32_t lane) { return lane; });
  checkLanes(all + "ds_storexchg_2addr_rtn_b32 v[4:5], v2, v12, v13 offset0:0 offset1:1",
             [](uint32_t lane) { return 0x100 + lane; });
}

TEST_CASE("Lanes that are off touch no LDS", "[simulator][lds]") {
  checkLanes(R"(
    v_mov_b32 v5, 1
    ds_store_b32 v1, v5
    v_mov_b32 v2, -1
    s_mov_b32 exec_lo, 0xffff
    v_mov_b32 v2, v1
    v_mov_b32 v5, 2
    ds_store_b32 v2, v5
    s_mov_b32 exec_lo, -1
    ds_load_b32 v5, v1)",
             [](uint32_t lane) { return lane < 16 ? 2 : 1; });
}

TEST_CASE("Counters in LDS are appended to and consumed", "[simulator][lds]") {
  const std::string start = R"(
    v_mov_b32 v2, 0
    v_mov_b32 v3, 100
    ds_store_b32 v2, v3 offset:8
    s_mov_b32 m0, 4
    s_mov_b32 exec_lo, 0xff
)";
  const std::string end = "s_mov_b32 exec_lo, -1\n ds_load_b32 v5, v2 offset:8";
  checkLanes(start + "ds_append v5 offset:4\n" + end, [](uint32_t) { return 108; });
  checkLanes(start + "ds_consume v5 offset:4\n" + end, [](uint32_t) { return 92; });
}

TEST_CASE("Swizzles", "[simulator][lds]") {
  checkLanes("ds_swizzle_b32 v5, v0 offset:swizzle(BITMASK_PERM, \"01p00\")",
             [](uint32_t lane) { return 8 | (lane & 4); });
  checkLanes("ds_swizzle_b32 v5, v0 offset:swizzle(SWAP, 16)",
             [](uint32_t lane) { return lane ^ 16; });
  checkLanes("ds_swizzle_b32 v5, v0 offset:swizzle(QUAD_PERM, 3, 2, 0, 1)", [](uint32_t lane) {
    constexpr uint32_t order[] = {3, 2, 0, 1};
    return (lane & ~3u) | order[lane & 3];
  });
  checkLanes("ds_swizzle_b32 v5, v0 offset:swizzle(BROADCAST, 8, 2)",
             [](uint32_t lane) { return (lane & ~7u) | 2; });
  checkLanes("ds_swizzle_b32 v5, v0 offset:0xc060", // rotation by 3
             [](uint32_t lane) { return (lane + 3) % 32; });
  checkLanes("ds_swizzle_b32 v5, v0 offset:0xc463", // by -3 within the lanes of equal low bits
             [](uint32_t lane) { return (lane & 3) | ((lane - 3) & 0x1c); });
  checkLanes("ds_swizzle_b32 v5, v0 offset:0xe000", [](uint32_t lane) { // bits reversed
    uint32_t reversed = 0;
    for (unsigned bit = 0; bit < 5; ++bit)
      reversed |= (lane >> bit & 1) << (4 - bit);
    return reversed;
  });
  checkLanes(
      "ds_swizzle_b32 v5, v0 offset:swizzle(SWAP, 16)", [](uint32_t lane) { return lane ^ 16; },
      "gfx950", 64);
  // A lane that is off delivers 0.
  checkLanes("v_mov_b32 v5, 99\n s_mov_b32 exec_lo, 0xffff\n ds_swizzle_b32 v5, v0 "
             "offset:swizzle(SWAP, 16)\n s_mov_b32 exec_lo, -1",
             [](uint32_t lane) { return lane < 16 ? 0 : 99; });
}

TEST_CASE("Permutes push and pull", "[simulator][lds]") {
  // Lane i's address names lane i + 5; the offset adds two more.
  const std::string address = "v_add_u32 v2, 5, v0\n v_lshlrev_b32 v2, 2, v2\n";
  const std::string address11 = "v_add_nc_u32 v2, 5, v0\n v_lshlrev_b32 v2, 2, v2\n";
  checkLanes(address11 + "ds_bpermute_b32 v5, v2, v0 offset:8",
             [](uint32_t lane) { return (lane + 7) % 32; });
  checkLanes(address11 + "ds_permute_b32 v5, v2, v0 offset:8",
             [](uint32_t lane) { return (lane - 7) % 32; });
  checkLanes(
      address + "ds_bpermute_b32 v5, v2, v0", [](uint32_t lane) { return (lane + 5) % 64; },
      "gfx950", 64);
  checkLanes(
      address + "ds_permute_b32 v5, v2, v0", [](uint32_t lane) { return (lane - 5) % 64; },
      "gfx950", 64);
  // RDNA's wave64 exchanges within each half.
  checkLanes(
      address11 + "ds_bpermute_b32 v5, v2, v0",
      [](uint32_t lane) { return (lane & 32) | ((lane + 5) % 32); }, "gfx1151", 64);
  // What is pulled from a lane that is off is 0, and so is what nobody pushed.
  checkLanes("v_mov_b32 v5, 99\n s_mov_b32 exec_lo, 0xff\n" + address11 +
                 "ds_bpermute_b32 v5, v2, v0\n s_mov_b32 exec_lo, -1",
             [](uint32_t lane) { return lane >= 8      ? 99
                                        : lane + 5 < 8 ? lane + 5
                                                       : 0; });
  checkLanes("v_mov_b32 v2, 12\n ds_permute_b32 v5, v2, v0",
             [](uint32_t lane) { return lane == 3 ? 31 : 0; });
}

TEST_CASE("Transposing reads", "[simulator][lds]") {
  // Fills LDS so that the 16-bit word at byte b is b / 2, then every lane reads 8 bytes at 8 *
  // lane.
  const std::string fill = R"(
    v_lshlrev_b32 v2, 3, v0
    v_lshlrev_b32 v3, 2, v0
    v_add_u32 v4, 1, v3
    v_lshl_or_b32 v10, v4, 16, v3
    v_add_u32 v11, 0x20002, v10
    ds_write_b64 v2, v[10:11]
)";
  // Column l of the 4 x 16 tile of each 16 lanes: rows of 16 elements.
  auto element = [](uint32_t lane, uint32_t row) { return lane / 16 * 64 + row * 16 + lane % 16; };
  checkLanes(
      fill + "ds_read_b64_tr_b16 v[4:5], v2\n s_waitcnt lgkmcnt(0)\n v_mov_b32 v5, v4",
      [&](uint32_t lane) { return element(lane, 0) | element(lane, 1) << 16; }, "gfx950", 64);
  checkLanes(
      fill + "ds_read_b64_tr_b16 v[4:5], v2",
      [&](uint32_t lane) { return element(lane, 2) | element(lane, 3) << 16; }, "gfx950", 64);
  // 8 x 16 bytes: byte b of the tile holds b / 2 in its low half, at even b.
  checkLanes(
      fill + "ds_read_b64_tr_b8 v[4:5], v2\n s_waitcnt lgkmcnt(0)\n v_mov_b32 v5, v4",
      [](uint32_t lane) {
        uint32_t word = 0;
        for (uint32_t row = 0; row < 4; ++row) {
          uint32_t byte = lane / 16 * 128 + row * 16 + lane % 16;
          word |= (byte / 2 >> byte % 2 * 8 & 0xff) << row * 8;
        }
        return word;
      },
      "gfx950", 64);
}

} // namespace rocke::sim::test
