//===- LdsBanksTest.cpp - Bank conflicts, worked out by hand ---------------===//
#include "stats/LdsBanks.h"
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

namespace rocke::sim::test {

namespace {

using Place = std::function<uint64_t(int32_t lane)>;

LdsCost cost(const char *gpu, int32_t lanes, Action action, uint64_t bytes, const Place &place) {
  std::vector<MemoryAccess> accesses;
  for (int32_t lane = 0; lane < lanes; ++lane)
    accesses.push_back({Space::Lds, action, lane, bytes, place(lane), true});
  return ldsCost(*findGpu(gpu), static_cast<unsigned>(lanes), accesses);
}

void check(const LdsCost &found, uint64_t cycles, uint64_t conflicts) {
  CHECK(found.cycles == cycles);
  CHECK(found.conflictCycles == conflicts);
}

// Two lanes that access different dwords of the same bank, all others off.
bool meet(const char *gpu, Action action, uint64_t bytes, int32_t a, int32_t b) {
  std::vector<MemoryAccess> accesses{{Space::Lds, action, a, bytes, 0, true},
                                     {Space::Lds, action, b, bytes, 64 * 4, true}};
  return ldsCost(*findGpu(gpu), 64, accesses).conflictCycles != 0;
}

Place stride(uint64_t bytes) {
  return [bytes](int32_t lane) { return static_cast<uint64_t>(lane) * bytes; };
}

} // namespace

TEST_CASE("Bank conflicts of dwords", "[simulator][stats]") {
  // 32 banks, 32 lanes at once.
  check(cost("gfx1151", 32, Action::Load, 4, stride(4)), 1, 0);
  check(cost("gfx1151", 32, Action::Load, 4, stride(8)), 2, 1);
  check(cost("gfx1151", 32, Action::Load, 4, stride(12)), 1, 0);
  check(cost("gfx1151", 32, Action::Load, 4, stride(128)), 32, 31);
  check(cost("gfx1151", 32, Action::Store, 4, stride(132)), 1, 0);
  // One dword for all, and one for each pair.
  check(cost("gfx1151", 32, Action::Load, 4, stride(0)), 1, 0);
  check(cost("gfx1151", 32, Action::Load, 2, stride(2)), 1, 0);
  check(cost("gfx1151", 64, Action::Load, 4, stride(4)), 2, 0);
  check(cost("gfx942", 64, Action::Load, 4, stride(128)), 64, 62);
  // gfx950 reads from 64 banks and writes to 32.
  check(cost("gfx950", 64, Action::Load, 4, stride(8)), 2, 0);
  check(cost("gfx950", 64, Action::Store, 4, stride(8)), 4, 2);
}

TEST_CASE("Bank conflicts of wide accesses", "[simulator][stats]") {
  check(cost("gfx1151", 32, Action::Load, 8, stride(8)), 2, 0);
  check(cost("gfx1151", 32, Action::Load, 16, stride(16)), 4, 0);
  check(cost("gfx1151", 32, Action::Load, 16, stride(128)), 32, 28);
  check(cost("gfx942", 64, Action::Load, 8, stride(8)), 4, 0);
  check(cost("gfx942", 64, Action::Load, 16, stride(16)), 8, 0);
  check(cost("gfx942", 64, Action::Store, 16, stride(16)), 8, 0);
  check(cost("gfx950", 64, Action::Load, 8, stride(8)), 2, 0);
  check(cost("gfx950", 64, Action::Load, 16, stride(16)), 4, 0);
  check(cost("gfx950", 64, Action::Store, 8, stride(8)), 4, 0);
  check(cost("gfx950", 64, Action::Store, 16, stride(16)), 8, 0);
}

TEST_CASE("Lanes that are served together", "[simulator][stats]") {
  CHECK(meet("gfx942", Action::Load, 16, 0, 3));
  CHECK(meet("gfx942", Action::Load, 16, 0, 20));
  CHECK_FALSE(meet("gfx942", Action::Load, 16, 0, 4));
  CHECK_FALSE(meet("gfx942", Action::Load, 16, 0, 12));
  CHECK(meet("gfx942", Action::Store, 16, 0, 7));
  CHECK_FALSE(meet("gfx942", Action::Store, 16, 0, 20));
  CHECK(meet("gfx950", Action::Load, 16, 0, 12));
  CHECK(meet("gfx950", Action::Load, 16, 36, 63));
  CHECK_FALSE(meet("gfx950", Action::Load, 16, 0, 4));
  CHECK_FALSE(meet("gfx950", Action::Load, 16, 0, 32));
}

TEST_CASE("What is no access of LDS has no cost, two of a lane have two", "[simulator][stats]") {
  const GpuTraits &gpu = *findGpu("gfx1151");
  check(ldsCost(gpu, 32, {}), 0, 0);
  check(ldsCost(gpu, 32, {{Space::Global, Action::Load, 0, 4, 0, true}}), 0, 0);
  check(ldsCost(gpu, 32,
                {{Space::Lds, Action::Load, 0, 4, 0, true},
                 {Space::Lds, Action::Load, 0, 4, 128, true},
                 {Space::Lds, Action::Load, 1, 4, 128, true},
                 {Space::Lds, Action::Load, 1, 4, 0, true}}),
        4, 2);
  // Four bytes from the second one on reach over two dwords.
  check(ldsCost(gpu, 32,
                {{Space::Lds, Action::Load, 0, 4, 2, true},
                 {Space::Lds, Action::Load, 1, 4, 132, true}}),
        2, 1);
}

} // namespace rocke::sim::test
