//===- FormatStatsTest.cpp - Counts of typed buffers and LDS exchanges -----===//
#include "../KernelBench.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

TEST_CASE("Bytes and lines of typed loads and stores", "[simulator][stats]") {
  KernelSource source;
  // 32 lanes: elements of 8 bytes from the start of a line, and of 4 bytes behind them. The load's
  // last eight lanes are out of range.
  source.body = loadOutput(source.gpu) + R"(
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 3, v0
    v_lshlrev_b32 v2, 2, v0
    s_movk_i32 s10, 192
    s_mov_b32 s11, 0x3003dfac
    tbuffer_load_format_xyzw v[4:7], v1, s[8:11], 0 format:[BUF_FMT_16_16_16_16_FLOAT] offen
    s_waitcnt vmcnt(0)
    s_movk_i32 s10, 1024
    tbuffer_store_format_xyzw v[4:7], v2, s[8:11], 0 format:[BUF_FMT_8_8_8_8_UNORM] offen offset:256
    ds_condxchg32_rtn_b64 v[8:9], v1, v[4:5]
    s_endpgm
)";
  source.directives = ".amdhsa_group_segment_fixed_size 256";
  KernelBench bench(source);
  LaunchConfig config{{1, 1, 1}, {32, 1, 1}};
  config.profile = true;
  bench.run(256, config);
  auto find = [&](llvm::StringRef start) {
    auto it = llvm::find_if(bench.stats.profile, [&](const InstProfile &inst) {
      return llvm::StringRef(inst.text).trim().starts_with(start);
    });
    REQUIRE(it != bench.stats.profile.end());
    return *it;
  };
  const InstProfile load = find("tbuffer_load"), store = find("tbuffer_store"),
                    exchange = find("ds_condxchg32");
  CHECK(load.instClass == InstClass::GlobalLoad);
  CHECK(load.globalBytes == 24 * 8);
  CHECK(load.globalLines == 2); // allocations start at pages
  CHECK(store.instClass == InstClass::GlobalStore);
  CHECK(store.globalBytes == 32 * 4);
  CHECK(exchange.instClass == InstClass::Atomic);
  CHECK(exchange.ldsBytes == 32 * 8);
}

} // namespace rocke::sim::test
