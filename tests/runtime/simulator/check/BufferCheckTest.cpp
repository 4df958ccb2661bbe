//===- BufferCheckTest.cpp - Checks of format and status registers ---------===//
#include "CheckBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
// s[8:11] describes a raw buffer of 64 words of 32_32_32_32 UINT.
std::vector<CheckReport> reports(const char *checks, const std::string &body) {
  return reportsOf(checks, std::string(itemOffsets) + R"(
    s_mov_b64 s[12:13], s[8:9]
    s_movk_i32 s10, 256
    s_mov_b32 s11, 0x3003dfac
    )" + body + "\n s_endpgm",
                   64);
}
std::string only(const std::vector<CheckReport> &found) {
  REQUIRE(found.size() == 1);
  return found[0].where.reason;
}
const char *const format = " format:[BUF_FMT_8_8_UINT]";
} // namespace

TEST_CASE("The status of a load with TFE is a register of it", "[simulator][check][tfe]") {
  const std::string load = "buffer_load_b32 v[4:5], off, s[8:11], 0 tfe\n",
                    use = "s_waitcnt vmcnt(0)\n global_store_b64 v1, v[4:5], s[12:13]";
  // Nothing writes it unless the load fails.
  CHECK(only(reports("init", load + use)) ==
        "a value is used as the data of a store that comes from v5, which nothing wrote");
  CHECK(reports("init", "v_mov_b32 v5, 0\n" + load + use).empty());
  // It may be written until the load is done.
  CHECK(contains(only(reports("wait", load + "v_mov_b32 v6, v5")),
                 "v5 is used before a wait for vmcnt covers the instruction that loads it"));
  CHECK(reports("wait", load + use).empty());
}

TEST_CASE("Typed loads are waited for like others", "[simulator][check][format]") {
  const std::string load = std::string("tbuffer_load_format_xy v[4:5], off, s[8:11], 0") + format;
  CHECK(contains(only(reports("wait", load + "\n v_mov_b32 v6, v5")),
                 "v5 is used before a wait for vmcnt covers the instruction that loads it"));
  CHECK(reports("wait", load + "\n s_waitcnt vmcnt(0)\n v_mov_b32 v6, v5").empty());
  // In order with other loads.
  CHECK(reports("wait", load + "\n " + load).empty());
  CHECK(reports("init", load + "\n s_waitcnt vmcnt(0)\n global_store_b64 v1, v[4:5], s[12:13]")
            .empty());
}

TEST_CASE("Data of format stores that nothing wrote", "[simulator][check][format]") {
  const std::string first = "v_mov_b32 v4, 1\n ";
  CHECK(only(reports("init", std::string("tbuffer_store_format_x v4, v1, s[8:11], 0") + format +
                                 " offen")) ==
        "a value is used as the data of a store that comes from v4, which nothing wrote");
  // What is not part of the element does not matter.
  CHECK(
      reports("init", first + "tbuffer_store_format_xyz v[4:6], v1, s[8:11], 0" + format + " offen")
          .empty());
  CHECK(only(reports("init",
                     first + "tbuffer_store_format_x v4, v9, s[8:11], 0" + format + " offen")) ==
        "a value is used as an address that comes from v9, which nothing wrote");
  CHECK(reports("race", first + "buffer_store_format_x v4, v1, s[8:11], 0 offen").empty());
  CHECK(reports("race", first + "buffer_store_format_x v4, off, s[8:11], 0").empty());
}

TEST_CASE("Format stores race over all bytes of an element", "[simulator][check][format]") {
  KernelSource source;
  source.body = std::string(itemOffsets) + R"(
    s_movk_i32 s10, 256
    s_mov_b32 s11, 0x3003dfac
    v_lshrrev_b32 v0, 5, v0
    v_lshlrev_b32 v0, 3, v0
    buffer_store_format_xyzw v[0:3], v0, s[8:11], 0 offen
    s_endpgm)";
  // Two wavefronts, whose elements of 16 bytes lie 8 bytes apart.
  const std::vector<CheckReport> found = reportsOf("race", source, 64, {{1, 1, 1}, {64, 1, 1}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].check == "race");
}

} // namespace rocke::sim::test
