//===- CoverageTest.cpp - How much of the ISA is simulated -----------------===//
#include "rocke/runtime/IsaCoverage.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>
#include <map>

using namespace rocke::sim;

namespace {
std::map<std::string, ClassCoverage> coverageOf(llvm::StringRef arch) {
  std::map<std::string, ClassCoverage> classes;
  auto coverage = isaCoverage(arch);
  REQUIRE(static_cast<bool>(coverage));
  for (ClassCoverage &group : *coverage)
    classes.emplace(group.name, group);
  return classes;
}
} // namespace

TEST_CASE("the coverage of the ISA is whole except for known classes") {
  using Floors = std::map<std::string, size_t>; // opcodes executed of the classes with gaps
  const Floors rdna3 = {{"DS", 115},      {"MTBUF", 0},      {"MUBUF", 338},    {"SOP1", 64},
                        {"VOP1 DPP", 59}, {"VOP1 DPP8", 59}, {"VOP3 DPP", 258}, {"VOP3 DPP8", 258}};
  Floors rdna35 = rdna3;
  rdna35["SOP1"] = 79;
  const std::map<std::string, Floors> gaps = {
      {"gfx1100", rdna3},
      {"gfx1151", rdna35},
      {"gfx942",
       {{"DS", 121},
        {"MTBUF", 0},
        {"MUBUF", 358},
        {"SMEM", 30},
        {"SOP1", 52},
        {"SOP2", 51},
        {"SOPC", 19},
        {"SOPK", 20},
        {"VOP1", 81},
        {"VOP1 DPP", 59},
        {"VOP1 SDWA", 61},
        {"VOP3", 439}}},
      {"gfx950",
       {{"DS", 125},
        {"MFMA", 66},
        {"MTBUF", 0},
        {"MUBUF", 374},
        {"SMEM", 30},
        {"SOP1", 52},
        {"SOP2", 51},
        {"SOPC", 19},
        {"SOPK", 20},
        {"VOP1", 85},
        {"VOP1 DPP", 61},
        {"VOP1 SDWA", 63},
        {"VOP3", 454}}},
  };
  for (const auto &[arch, floors] : gaps) {
    INFO(arch);
    for (const auto &[name, group] : coverageOf(arch)) {
      INFO(name);
      if (!group.compute)
        continue;
      const auto floor = floors.find(name);
      if (floor != floors.end())
        CHECK(group.numExecuted() >= floor->second);
      else
        CHECK(group.numExecuted() == group.opcodes.size());
    }
  }
}

TEST_CASE("the coverage reaches every encoding class") {
  const auto classes = coverageOf("gfx1151");
  for (const char *name : {"SOP1", "SOP2", "SOPC",   "SOPK",    "SOPP",  "SMEM",     "VOP1",
                           "VOP2", "VOP3", "VOP3P",  "VOPC",    "VOPD",  "VOP2 DPP", "VOP2 DPP8",
                           "DS",   "FLAT", "GLOBAL", "SCRATCH", "MUBUF", "WMMA",     "MIMG"})
    CHECK(classes.contains(name));
  CHECK_FALSE(classes.at("MIMG").compute);
  // 13 operations as X, 16 as Y.
  CHECK(classes.at("VOPD").opcodes.size() == 13 * 16);
  const auto gcn = coverageOf("gfx950");
  for (const char *name : {"VOP1 SDWA", "VOP2 SDWA", "VOPC SDWA", "MFMA", "FLAT"})
    CHECK(gcn.contains(name));
}

TEST_CASE("the coverage keeps to the GPU's own opcodes") {
  auto has = [](llvm::StringRef arch, llvm::StringRef group, llvm::StringRef mnemonic) {
    return llvm::any_of(coverageOf(arch).at(group.str()).opcodes,
                        [&](const OpcodeCoverage &op) { return op.mnemonic == mnemonic; });
  };
  CHECK(has("gfx1151", "SOP2", "s_add_f32"));
  CHECK_FALSE(has("gfx1100", "SOP2", "s_add_f32"));
  CHECK(has("gfx950", "VOP3", "v_bitop3_b32"));
  CHECK_FALSE(has("gfx942", "VOP3", "v_bitop3_b32"));
}

TEST_CASE("the coverage of an unknown GPU is an error") {
  auto coverage = isaCoverage("gfx906");
  REQUIRE_FALSE(static_cast<bool>(coverage));
  const std::string message = llvm::toString(coverage.takeError());
  CHECK(message.find("'gfx906'") != std::string::npos);
  CHECK(message.find("gfx1151") != std::string::npos);
}
