//===- LdsConditionalExchangeTest.cpp - ds_condxchg32_rtn_b64 --------------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

// The results of one exchange, then the pair in LDS at 8, which was {0x11, 0x22}.
std::vector<uint32_t> exchange(const std::string &gpu, uint32_t low, uint32_t high,
                               uint32_t address, unsigned offset) {
  const bool isGfx9 = gpu.starts_with("gfx9");
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = isGfx9 ? 64 : 32;
  source.directives = ".amdhsa_group_segment_fixed_size 64";
  source.body =
      loadOutput(gpu) + fmt::format(R"(
    v_mov_b32 v2, 0x11
    v_mov_b32 v3, 0x22
    v_mov_b32 v1, 0
    {0} v1, v[2:3] offset:8
    v_mov_b32 v4, {2:#x}
    v_mov_b32 v5, {3:#x}
    v_mov_b32 v6, {4}
    ds_condxchg32_rtn_b64 v[8:9], v6, v[4:5] offset:{5}
    {1} v[10:11], v1 offset:8
    s_waitcnt lgkmcnt(0)
    {6} v1, v[8:11], s[8:9]
    s_endpgm)",
                                    isGfx9 ? "ds_write_b64" : "ds_store_b64",
                                    isGfx9 ? "ds_read_b64" : "ds_load_b64", low, high, address,
                                    offset, isGfx9 ? "global_store_dwordx4" : "global_store_b128");
  return KernelBench(source).run(4, {{1, 1, 1}, {1, 1, 1}});
}

} // namespace

TEST_CASE("Conditional exchanges store what has its top bit set", "[simulator][lds]") {
  using Words = std::vector<uint32_t>;
  for (const char *gpu : {"gfx1100", "gfx1151", "gfx942", "gfx950"}) {
    INFO(gpu);
    CHECK(exchange(gpu, 5, 6, 0, 8) == Words{0x11, 0x22, 0x11, 0x22});
    CHECK(exchange(gpu, 0x80000005, 6, 0, 8) == Words{0x11, 0x22, 5, 0x22});
    CHECK(exchange(gpu, 5, 0x80000006, 4, 4) == Words{0x11, 0x22, 0x11, 6});
    // The three low bits of the address do not count.
    CHECK(exchange(gpu, 0x80000005, 0xffffffff, 10, 3) == Words{0x11, 0x22, 5, 0x7fffffff});
  }
}

} // namespace rocke::sim::test
