#include "../TestKernels.h"
#include "HipLibrary.h"
#include "rocke/ir/GpuModel.h"

using namespace rocke;
using namespace rocke::hip;

TEST_CASE("occupancy follows wavefronts, LDS and the block that a kernel was compiled for") {
  const Library &hip = library();
  // Neither kernel takes more registers than the most wavefronts leave.
  for (const char *name : {"gfx1151", "gfx950"}) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(name, &device) == 0);
    REQUIRE(hip.hipSetDevice(device) == Error::Success);
    Module module = nullptr;
    Function add = nullptr;
    REQUIRE(hip.hipModuleLoadData(&module, test::testKernels(name).bytes().data()) ==
            Error::Success);
    REQUIRE(hip.hipModuleGetFunction(&add, module, "add") == Error::Success);
    const GpuModel &gpu = *findGpuModel(name);
    const Arch &arch = *gpu.arch;
    // Of a multiprocessor: two compute units on gfx1151, where the kernels may use both.
    const int units = static_cast<int>(gpu.computeUnitsPerMultiprocessor);
    const int waves = static_cast<int>(arch.simdsPerCu * arch.maxWavesPerSimd) * units;
    const int waveSize = static_cast<int>(arch.waveSize);
    auto blocks = [&](int size, size_t lds) {
      int count = -1;
      CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&count, add, size, lds) ==
            Error::Success);
      return count;
    };
    CHECK(blocks(1, 0) == waves);
    CHECK(blocks(waveSize, 0) == waves);
    CHECK(blocks(waveSize + 1, 0) == waves / 2);
    CHECK(blocks(4 * waveSize, 0) == waves / 4);
    CHECK(blocks(257, 0) == 0); // compiled for 256
    const int byLds = static_cast<int>(arch.ldsBytesPerCu / arch.ldsBytesPerWorkgroup) * units;
    CHECK(blocks(waveSize, arch.ldsBytesPerWorkgroup) == byLds);
    CHECK(blocks(waveSize, arch.ldsBytesPerWorkgroup + 1) == 0);

    int grid = -1, block = -1;
    CHECK(hip.hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0) == Error::Success);
    CHECK(block == 256);
    CHECK(grid == waves / (256 / waveSize) * static_cast<int>(arch.computeUnits) / units);
    CHECK(hip.hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, add, 0, 100, 1) ==
          Error::Success);
    CHECK(block == 64); // of 96, three wavefronts each, fewer work-items would be resident
    CHECK(hip.hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 8) == Error::Success);
    CHECK(block == 8);
    CHECK(hip.hipModuleUnload(module) == Error::Success);
  }
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
}

TEST_CASE("occupancy of what makes no sense") {
  const Library &hip = library();
  Module module = nullptr;
  Function add = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, test::testKernels("gfx1151").bytes().data()) ==
          Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&add, module, "add") == Error::Success);
  unsigned count = 0;
  CHECK(hip.hipModuleGetFunctionCount(&count, module) == Error::Success);
  CHECK(count == test::testKernels("gfx1151").kernels().size());
  CHECK(hip.hipModuleGetFunctionCount(nullptr, module) == Error::InvalidValue);
  int blocks = 0, grid = 0;
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, add, 64, 0) ==
        Error::InvalidValue);
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 0, 0) ==
        Error::InvalidValue);
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add, 64, 0, 2) ==
        Error::InvalidValue);
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr, 64, 0) ==
        Error::InvalidHandle);
  CHECK(hip.hipModuleOccupancyMaxPotentialBlockSize(&grid, nullptr, add, 0, 0) ==
        Error::InvalidValue);
  CHECK(hip.hipModuleOccupancyMaxPotentialBlockSize(&grid, &blocks, add, 0, -1) ==
        Error::InvalidValue);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}
