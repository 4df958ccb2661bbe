//===- TextureFailTest.cpp - Buffer loads with a status --------------------===//
#include "ElementBench.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;
} // namespace

TEST_CASE("A load with TFE leaves the status of what is resident", "[simulator][buffer][tfe]") {
  for (const char *gpu : {"gfx1100", "gfx1151"}) {
    ElementBench bench{gpu};
    bench.memory = {1, 2, 3, 4};
    CHECK(bench.registers("buffer_load_b32 v[4:5], off, s[8:11], 0 tfe") ==
          Words{1, untouched, untouched, untouched, untouched});
    CHECK(bench.registers("buffer_load_b128 v[4:8], off, s[8:11], 0 tfe") ==
          Words{1, 2, 3, 4, untouched});
    CHECK(bench.registers("buffer_load_d16_hi_u8 v[4:5], off, s[8:11], 0 offset:4 tfe") ==
          Words{0x00027777, untouched, untouched, untouched, untouched});
    bench.word3 = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 61 << 12 | 3u << 28; // 32_32_32_32 UINT
    CHECK(bench.registers("buffer_load_format_xyz v[4:7], off, s[8:11], 0 tfe") ==
          Words{1, 2, 3, untouched, untouched});
    // Out of range is not the same as not resident.
    bench.records = 0;
    CHECK(bench.registers("buffer_load_format_x v[4:5], off, s[8:11], 0 tfe") ==
          Words{0, untouched, untouched, untouched, untouched});
  }
}

} // namespace rocke::sim::test
