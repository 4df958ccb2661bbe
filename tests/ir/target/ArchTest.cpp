#include "Assembler.h"
#include "rocke/ir/GpuModel.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>
#include <set>
#include <string>

using namespace rocke;
using rocke::test::assembles;

TEST_CASE("archs are found by name, in a fixed order") {
  REQUIRE(allArchs().size() == 2);
  CHECK(allArchs()[0].name == "gfx1151");
  CHECK(allArchs()[1].name == "gfx950");
  for (const Arch &arch : allArchs()) {
    CHECK(findArch(arch.name) == &arch);
    llvm::Expected<const Arch *> found = lookupArch(arch.name);
    REQUIRE(bool(found));
    CHECK(*found == &arch);
  }
  CHECK(findArch("gfx1150") == nullptr);
  CHECK(findArch("") == nullptr);
}

TEST_CASE("an unknown arch is refused with the known ones") {
  for (const char *name : {"gfx9000", "", "GFX950", "gfx950 "}) {
    llvm::Expected<const Arch *> found = lookupArch(name);
    REQUIRE_FALSE(bool(found));
    CHECK(llvm::toString(found.takeError()) ==
          "unknown arch '" + std::string(name) + "': expected one of gfx1151, gfx950");
  }
}

TEST_CASE("every fact names its source") {
  const std::set<std::string> fields = {"name",
                                        "product",
                                        "family",
                                        "waveSize",
                                        "simdsPerCu",
                                        "computeUnits",
                                        "maxWavesPerSimd",
                                        "vgprsPerSimdLane",
                                        "vgprGranule",
                                        "maxVgprs",
                                        "maxArchVgprs",
                                        "maxSgprs",
                                        "ldsBytesPerWorkgroup",
                                        "ldsBytesPerCu",
                                        "ldsGranule",
                                        "ldsBanks",
                                        "maxWorkgroupSize",
                                        "clockGHz",
                                        "f16MatrixFlopsPerClockPerCu",
                                        "memory",
                                        "atoms"};
  for (const GpuModel &gpu : gpuModels()) {
    const Arch &arch = *gpu.arch;
    std::set<std::string> named;
    for (const FactSource &source : arch.sources) {
      CHECK(named.insert(source.field.str()).second);
      CHECK(!source.source.empty());
    }
    CHECK(named == fields);
    std::set<std::string> ofModel;
    for (const FactSource &source : gpu.sources) {
      CHECK(ofModel.insert(source.field.str()).second);
      CHECK(!source.source.empty());
    }
    CHECK(ofModel == std::set<std::string>{"computeUnitsPerMultiprocessor", "sgprsPerSimd",
                                           "l2Bytes", "memoryClockMHz", "memoryBusBits",
                                           "integrated"});
  }
}

TEST_CASE("the GPUs that code runs on are more than those that rocke compiles for") {
  REQUIRE(gpuModels().size() == 10);
  for (const Arch &arch : allArchs()) {
    REQUIRE(findGpuModel(arch.name));
    CHECK(findGpuModel(arch.name)->arch == &arch);
  }
  for (const GpuModel &gpu : gpuModels()) {
    CHECK(findGpuModel(gpu.arch->name) == &gpu);
    CHECK(gpu.arch->computeUnits % gpu.computeUnitsPerMultiprocessor == 0);
  }
  CHECK(findGpuModel("gfx11-generic") == nullptr);
  llvm::Expected<const GpuModel *> unknown = lookupGpuModel("gfx1200");
  REQUIRE_FALSE(bool(unknown));
  CHECK(
      llvm::toString(unknown.takeError()) ==
      "unknown GPU 'gfx1200': expected one of gfx942, gfx950, gfx1100, gfx1101, gfx1102, gfx1103, "
      "gfx1150, gfx1151, gfx1152, gfx1153");
}

TEST_CASE("generic processors") {
  CHECK(runsOn("gfx1100", "gfx1100"));
  CHECK_FALSE(runsOn("gfx1100", "gfx1101"));
  CHECK(runsOn("gfx11-generic", "gfx1100"));
  CHECK(runsOn("gfx11-generic", "gfx1153"));
  CHECK_FALSE(runsOn("gfx11-generic", "gfx942"));
  CHECK_FALSE(runsOn("gfx11-generic", "gfx1170"));
  CHECK(runsOn("gfx9-4-generic", "gfx942"));
  CHECK(runsOn("gfx9-4-generic", "gfx950"));
  CHECK_FALSE(runsOn("gfx9-4-generic", "gfx90a"));
  CHECK_FALSE(runsOn("gfx9-generic", "gfx942"));
}

TEST_CASE("peak rates are the published ones") {
  // AMD's data sheets: 1307.4 TFLOP/s (MI300X); 122.8 TFLOP/s (RX 7900 XTX) at its boost clock
  // of 2.5 GHz.
  CHECK(findGpuModel("gfx942")->arch->peakF16MatrixFlops() == Approx(1307.4e12).epsilon(1e-3));
  CHECK(findGpuModel("gfx1100")->arch->peakF16MatrixFlops() == Approx(122.8e12).epsilon(2e-3));
  CHECK(findArch("gfx1151")->peakF16MatrixFlops() == Approx(59.4e12).epsilon(1e-3));
  CHECK(findArch("gfx950")->peakF16MatrixFlops() == Approx(2.5166e15).epsilon(1e-3));
}

TEST_CASE("wavesPerSimd follows the register file and its granule") {
  const Arch &gfx1151 = *findArch("gfx1151");
  CHECK(gfx1151.wavesPerSimd(0) == 16);
  CHECK(gfx1151.wavesPerSimd(1) == 16);
  CHECK(gfx1151.wavesPerSimd(96) == 16);
  CHECK(gfx1151.wavesPerSimd(97) == 12);
  CHECK(gfx1151.wavesPerSimd(120) == 12);
  CHECK(gfx1151.wavesPerSimd(121) == 10);
  CHECK(gfx1151.wavesPerSimd(192) == 8);
  CHECK(gfx1151.wavesPerSimd(193) == 7);
  CHECK(gfx1151.wavesPerSimd(216) == 7);
  CHECK(gfx1151.wavesPerSimd(217) == 6);
  CHECK(gfx1151.wavesPerSimd(240) == 6);
  CHECK(gfx1151.wavesPerSimd(241) == 5);
  CHECK(gfx1151.wavesPerSimd(256) == 5);
  CHECK(gfx1151.wavesPerSimd(257) == 0);

  const Arch &gfx950 = *findArch("gfx950");
  CHECK(gfx950.wavesPerSimd(0) == 8);
  CHECK(gfx950.wavesPerSimd(64) == 8);
  CHECK(gfx950.wavesPerSimd(65) == 7);
  CHECK(gfx950.wavesPerSimd(128) == 4);
  CHECK(gfx950.wavesPerSimd(129) == 3);
  CHECK(gfx950.wavesPerSimd(168) == 3);
  CHECK(gfx950.wavesPerSimd(169) == 2);
  CHECK(gfx950.wavesPerSimd(256) == 2);
  CHECK(gfx950.wavesPerSimd(257) == 1);
  CHECK(gfx950.wavesPerSimd(512) == 1);
  CHECK(gfx950.wavesPerSimd(513) == 0);
}

TEST_CASE("wavesPerSimd of the GPUs that rocke only runs code for") {
  // LLVM's occupancy of a kernel with 128 VGPRs.
  auto waves = [](const char *name) { return findGpuModel(name)->arch->wavesPerSimd(128); };
  for (const char *name : {"gfx1100", "gfx1101"})
    CHECK(waves(name) == 10);
  for (const char *name : {"gfx1102", "gfx1103", "gfx1150", "gfx1152", "gfx1153"})
    CHECK(waves(name) == 8);
  CHECK(waves("gfx942") == 4);
}

TEST_CASE("memory capabilities are what LLVM's assembler takes") {
  for (const GpuModel &gpu : gpuModels()) {
    const Arch &arch = *gpu.arch;
    INFO(arch.name.str());
    CHECK(assembles(arch.name, "s_endpgm"));
    CHECK_FALSE(assembles(arch.name, "s_no_such_instruction"));
    CHECK(arch.memory.transposeRead == assembles(arch.name, "ds_read_b64_tr_b16 v[0:1], v2"));
    CHECK(arch.memory.asyncLds ==
          assembles(arch.name, "buffer_load_dwordx4 v0, s[4:7], s0 offen lds"));
    CHECK(arch.memory.packedCvtBf16 == assembles(arch.name, "v_cvt_pk_bf16_f32 v0, v1, v2"));
    CHECK(arch.memory.permlane32Swap == assembles(arch.name, "v_permlane32_swap_b32 v0, v1"));
    CHECK(arch.memory.permlanex16 == assembles(arch.name, "v_permlanex16_b32 v0, v1, s0, s1"));
    CHECK(arch.memory.vopd ==
          assembles(arch.name, "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2"));
  }
}

TEST_CASE("the registers that an arch has are those that LLVM's assembler takes") {
  for (const GpuModel &gpu : gpuModels()) {
    const Arch &arch = *gpu.arch;
    INFO(arch.name.str());
    auto scalar = [](unsigned n) { return "s_mov_b32 s" + std::to_string(n) + ", 0"; };
    CHECK(assembles(arch.name, scalar(arch.maxSgprs - 1)));
    CHECK_FALSE(assembles(arch.name, scalar(arch.maxSgprs)));
    auto vector = [](unsigned n) { return "v_mov_b32 v" + std::to_string(n) + ", 0"; };
    CHECK(assembles(arch.name, vector(arch.maxArchVgprs - 1)));
    CHECK_FALSE(assembles(arch.name, vector(arch.maxArchVgprs)));
    // What lies beyond the architected registers are accumulation registers.
    bool hasAccumulators = arch.maxVgprs > arch.maxArchVgprs;
    CHECK(hasAccumulators == assembles(arch.name, "v_accvgpr_read_b32 v0, a255"));
  }
}

static std::string operandRegisters(char first, unsigned firstRegister, const MatrixAtom &atom,
                                    MatrixOperand operand) {
  unsigned registers = atom.slots(operand) * byteSize(atom.elementType(operand)) / 4;
  if (registers == 1)
    return first + std::to_string(firstRegister);
  return first + ("[" + std::to_string(firstRegister)) + ":" +
         std::to_string(firstRegister + registers - 1) + "]";
}

TEST_CASE("an arch has exactly the atoms that LLVM's assembler takes with their fragments") {
  for (const GpuModel &gpu : gpuModels()) {
    const Arch &arch = *gpu.arch;
    for (const MatrixAtom &atom : allMatrixAtoms()) {
      INFO(arch.name.str() << " " << atom.name.str());
      std::string c = operandRegisters('v', 64, atom, MatrixOperand::C);
      std::string text = "v_" + atom.name.str() + " " + c + ", " +
                         operandRegisters('v', 0, atom, MatrixOperand::A) + ", " +
                         operandRegisters('v', 32, atom, MatrixOperand::B) + ", " + c;
      CHECK(arch.hasAtom(atom.name) == assembles(arch.name, text));
      CHECK(arch.hasAtom(atom.name) == llvm::is_contained(arch.atoms, &atom));
    }
    for (const MatrixAtom *atom : arch.atoms)
      CHECK(atom->waveSize == arch.waveSize);
    CHECK_FALSE(arch.hasAtom(""));
  }
}
