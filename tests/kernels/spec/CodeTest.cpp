// What the compiled kernels promise: no spills, lean loops, 32-bit offsets.
#include "KernelText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "rocke/compiler/Compiler.h"
#include <catch2/catch.hpp>
#include <sstream>

using namespace rocke;

namespace {

struct Compiled {
  KernelFacts facts;
  std::string assembly;
};

Compiled compileKernel(const std::string &kernel, const std::string &spec) {
  auto launch = test::makeLaunch(kernel, "gfx1151", spec, "");
  mlir::MLIRContext context;
  auto module = launch->build(context);
  REQUIRE(bool(module));
  auto object = compile(**module);
  if (!object)
    FAIL(llvm::toString(object.takeError()));
  auto assembly = emit(**module, EmitKind::Asm);
  if (!assembly)
    FAIL(llvm::toString(assembly.takeError()));
  REQUIRE(object->kernels().size() == 1);
  return {object->kernels().front(), *assembly};
}

/// The mnemonics within each loop, by LLVM's labels: from a label to the last branch back to it.
std::vector<std::vector<std::string>> loopsOf(const std::string &assembly) {
  std::vector<std::string> lines;
  std::istringstream stream(assembly);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  std::vector<std::vector<std::string>> loops;
  for (size_t begin = 0; begin < lines.size(); ++begin) {
    if (lines[begin].rfind(".LBB", 0) != 0)
      continue;
    std::string label = lines[begin].substr(0, lines[begin].find(':'));
    for (size_t end = lines.size(); end-- > begin;) {
      if (lines[end].find("branch") == std::string::npos ||
          lines[end].find(label) + label.size() != lines[end].size())
        continue;
      std::vector<std::string> mnemonics;
      for (size_t i = begin; i <= end; ++i) {
        std::istringstream words(lines[i]);
        std::string mnemonic;
        if (words >> mnemonic && mnemonic.find_first_of(".;:") == std::string::npos)
          mnemonics.push_back(mnemonic);
      }
      loops.push_back(mnemonics);
      break;
    }
  }
  return loops;
}

/// True for vector instructions that compute 64-bit addresses, whole or in halves.
bool isWideVectorArithmetic(const std::string &mnemonic) {
  for (const char *prefix : {"v_add_co", "v_addc_co", "v_lshlrev_b64", "v_lshl_add_u64",
                             "v_mad_u64", "v_mad_i64", "v_add_u64", "v_ashrrev_i64"})
    if (mnemonic.rfind(prefix, 0) == 0)
      return true;
  return false;
}

} // namespace

TEST_CASE("loops of wmma_fmha_fwd") {
  for (const std::string &spec : test::fmhaSpecs()) {
    INFO(spec);
    Compiled compiled = compileKernel("wmma_fmha_fwd", spec);
    CHECK(compiled.facts.vgprSpills == 0);
    CHECK(compiled.facts.sgprSpills == 0);
    CHECK(compiled.facts.scratchBytes == 0);
    CHECK(compiled.facts.vgprs <= 256);

    bool wide = spec.find("head_size=128") == 0;
    REQUIRE(compiled.facts.matrixLoops.size() == 2); // the fast tiles, and those with a mask
    const MatrixLoop &loop = compiled.facts.matrixLoops[0];
    CHECK(loop.mix[InstClass::Matrix] == (wide ? 16 : 8));
    CHECK(loop.mix[InstClass::ScratchLoad] == 0);
    CHECK(loop.issueDensity() < (wide ? 13.0 : 17.5));
    CHECK(compiled.facts.matrixLoops[1].mix[InstClass::Matrix] == (wide ? 24 : 12));

    auto loops = loopsOf(compiled.assembly);
    CHECK(loops.size() == 2);
    for (const auto &mnemonics : loops)
      for (const std::string &mnemonic : mnemonics) {
        INFO(mnemonic);
        CHECK_FALSE(isWideVectorArithmetic(mnemonic));
      }
  }
}

TEST_CASE("the loop of wmma_gemm") {
  for (const std::string &spec : test::gemmSpecs()) {
    INFO(spec);
    Compiled compiled = compileKernel("wmma_gemm", spec);
    CHECK(compiled.facts.vgprSpills == 0);
    REQUIRE(compiled.facts.matrixLoops.size() == 1);
    const MatrixLoop &loop = compiled.facts.matrixLoops[0];
    CHECK(loop.mix[InstClass::Matrix] == 1);
    CHECK(loop.mix[InstClass::GlobalLoad] == 4);
    CHECK(loop.mix[InstClass::VALU] == 0);
    CHECK(loop.issueDensity() <= 14.0);
  }
}
