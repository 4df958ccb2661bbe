//===- GpuTraitsTest.cpp - The simulator's GPUs against ir/target ----------===//
#include "GpuTraits.h"
#include "rocke/ir/GpuModel.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

TEST_CASE("Every GPU that ir/target describes is simulated as it does", "[simulator][target]") {
  for (const GpuModel &model : gpuModels()) {
    const Arch &arch = *model.arch;
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
