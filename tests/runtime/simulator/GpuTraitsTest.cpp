//===- GpuTraitsTest.cpp - The simulator's GPUs against ir/target ----------===//
#include "GpuTraits.h"
#include "rocke/ir/Arch.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

TEST_CASE("Every GPU that rocke compiles for is simulated as ir/target describes it",
          "[simulator][target]") {
  for (const Arch &arch : allArchs()) {
    INFO(arch.name.str());
    const GpuTraits *gpu = findGpu(arch.name);
    REQUIRE(gpu);
    CHECK(gpu->ldsBytes == arch.ldsBytesPerWorkgroup);
    CHECK(gpu->hasAgprs == (arch.maxVgprs > arch.maxArchVgprs));
    CHECK(gpu->supportsWave32 == (arch.waveSize == 32));
    CHECK(findGpu(gpu->machine) == gpu);
  }
  CHECK_FALSE(findGpu("gfx1030"));
}

} // namespace rocke::sim::test
