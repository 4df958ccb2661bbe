// What limits occupancy on each GPU: registers, LDS, and whether a workgroup may use both compute
// units of a work-group processor. The kernels are assembled, so that they take exactly as much.
#include "../TestSupport.h"
#include "../simulator/Assembly.h"
#include "HipLibrary.h"
#include "compiler/Linker.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::hip;

namespace {

struct Resources {
  const char *gpu;
  unsigned waveSize;
  unsigned vgprs = 32;
  unsigned sgprs = 32; ///< VCC not counted
  unsigned ldsBytes = 0;
  bool wgpMode = true; ///< where there is one
};

std::string assemble(const Resources &need) {
  const bool isGfx9 = llvm::StringRef(need.gpu).starts_with("gfx9");
  const std::string ofFamily =
      isGfx9 ? fmt::format(".amdhsa_accum_offset {}", (need.vgprs + 3) / 4 * 4)
             : fmt::format(".amdhsa_wavefront_size32 {}\n.amdhsa_workgroup_processor_mode {}",
                           need.waveSize == 32 ? 1 : 0, need.wgpMode ? 1 : 0);
  const std::string text = fmt::format(R"(
.text
.globl k
.p2align 8
.type k,@function
k:
s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_next_free_vgpr {}
  .amdhsa_next_free_sgpr {}
  .amdhsa_group_segment_fixed_size {}
  {}
.end_amdhsa_kernel
)",
                                       need.vgprs, need.sgprs, need.ldsBytes, ofFamily);
  return test::take(
      detail::linkCodeObject(sim::test::assembleObject(need.gpu, need.waveSize, text)));
}

/// Blocks of `size` work-items per multiprocessor.
int blocks(const Resources &need, int size, size_t dynamicLds = 0) {
  const Library &hip = library();
  int device = -1;
  REQUIRE(hip.simDeviceForArch(need.gpu, &device) == 0);
  REQUIRE(hip.hipSetDevice(device) == Error::Success);
  Module module = nullptr;
  Function kernel = nullptr;
  const std::string object = assemble(need);
  REQUIRE(hip.hipModuleLoadData(&module, object.data()) == Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&kernel, module, "k") == Error::Success);
  int count = -1;
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&count, kernel, size, dynamicLds) ==
        Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  return count;
}

} // namespace

TEST_CASE("registers limit occupancy by each GPU's file and granule") {
  // A granule of 24 in a file of 1536: 128 registers take 144, ten wavefronts in each of four
  // SIMDs.
  for (const char *gpu : {"gfx1100", "gfx1101", "gfx1151"})
    CHECK(blocks({gpu, 32, 128}, 256) == 40 / 8);
  // A granule of 16 in a file of 1024: eight wavefronts.
  for (const char *gpu : {"gfx1102", "gfx1103", "gfx1150", "gfx1152", "gfx1153"})
    CHECK(blocks({gpu, 32, 128}, 256) == 32 / 8);
  // Four of 128 in a file of 512; one compute unit of four SIMDs.
  for (const char *gpu : {"gfx942", "gfx950"})
    CHECK(blocks({gpu, 64, 128}, 256) == 16 / 4);
  // A wavefront of 64 takes two registers of each.
  CHECK(blocks({"gfx1100", 64, 128}, 256) == 20 / 4);
  CHECK(blocks({"gfx1102", 64, 128}, 256) == 16 / 4);
}

TEST_CASE("scalar registers limit occupancy on gfx9 alone") {
  // 102 and VCC take 112 of a SIMD's 800: seven wavefronts instead of eight.
  CHECK(blocks({"gfx942", 64, 32, 102}, 64) == 7 * 4);
  CHECK(blocks({"gfx942", 64, 32, 80}, 64) == 8 * 4);
  CHECK(blocks({"gfx1100", 32, 32, 102}, 32) == 16 * 4);
}

TEST_CASE("a block of a kernel in CU mode has one compute unit") {
  Resources need{"gfx1100", 32, 128};
  // Ten wavefronts in each of two SIMDs, times two compute units.
  need.wgpMode = false;
  CHECK(blocks(need, 256) == 20 / 8 * 2);
  CHECK(blocks(need, 1024) == 0);
  need.wgpMode = true;
  CHECK(blocks(need, 1024) == 1);
}

TEST_CASE("LDS limits occupancy by each GPU's size and granule") {
  Resources need{"gfx1151", 32};
  need.ldsBytes = 30 << 10;
  // 40 KiB each of 128 in both compute units, or of 64 in each.
  CHECK(blocks(need, 32, 10 << 10) == 3);
  need.wgpMode = false;
  CHECK(blocks(need, 32, 10 << 10) == 2);
  CHECK(blocks(need, 32, 34 << 10) == 2);
  CHECK(blocks(need, 32, (34 << 10) + 1) == 0);
  need = {"gfx942", 64};
  need.ldsBytes = 30 << 10;
  CHECK(blocks(need, 64, 10 << 10) == 1);
  CHECK(blocks(need, 64) == 2);
  CHECK(blocks(need, 64, (34 << 10) + 1) == 0);
  need.gpu = "gfx950"; // 160 KiB in granules of 1280 bytes
  CHECK(blocks(need, 64, 10 << 10) == 4);
  CHECK(blocks(need, 64, 130 << 10) == 1);
  CHECK(blocks(need, 64, (130 << 10) + 1) == 0);
  need.ldsBytes = 1;
  CHECK(blocks(need, 64, 0) == 32);        // 128 granules for 32 wavefronts
  CHECK(blocks(need, 64, 4 * 1280) == 25); // of 128 granules each takes five
}
