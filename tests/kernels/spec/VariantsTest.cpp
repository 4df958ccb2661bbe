// Every variant of every kernel builds IR that verifies, under a name of its own.
#include "KernelText.h"
#include <catch2/catch.hpp>
#include <set>

using namespace rocke;
using Catch::Matchers::Contains;

static void checkVariants(const std::string &kernel, const std::string &arch,
                          const std::vector<std::string> &specs) {
  std::set<std::string> names;
  for (const std::string &spec : specs) {
    INFO(kernel << " " << arch << " " << spec);
    auto launch = test::makeLaunch(kernel, arch, spec, "");
    std::string text = test::moduleText(*launch);
    CHECK_THAT(text, Contains("rocke.kernel @" + launch->kernelName() + "("));
    CHECK_THAT(text, Contains("arch = \"" + arch + "\""));
    CHECK(names.insert(launch->kernelName()).second);
    // One kernel parameter per argument, by the same names in the same order.
    size_t at = 0;
    for (const Argument &argument : launch->arguments()) {
      std::string name = std::visit([](const auto &a) { return a.name; }, argument);
      at = text.find("rocke.name = \"" + name + "\"", at);
      INFO(name);
      REQUIRE(at != std::string::npos);
    }
    CHECK(text.find("rocke.name", at + 1) == std::string::npos);
  }
}

TEST_CASE("variants of vector_add") {
  checkVariants("vector_add", "gfx1151", test::vectorAddSpecs());
  checkVariants("vector_add", "gfx950", test::vectorAddSpecs());
}

TEST_CASE("variants of wmma_gemm") { checkVariants("wmma_gemm", "gfx1151", test::gemmSpecs()); }

TEST_CASE("variants of wmma_fmha_fwd") {
  checkVariants("wmma_fmha_fwd", "gfx1151", test::fmhaSpecs());
  std::vector<std::string> heads;
  for (const char *counts :
       {"num_query_heads=8,num_kv_heads=8", "num_query_heads=8,num_kv_heads=2",
        "num_query_heads=6,num_kv_heads=2", "num_query_heads=1,num_kv_heads=1"})
    heads.push_back(counts);
  checkVariants("wmma_fmha_fwd", "gfx1151", heads);
}

TEST_CASE("the lines of builder programs are in the IR") {
  auto launch = test::makeLaunch("wmma_fmha_fwd", "gfx1151", "", "");
  std::string text = test::moduleText(*launch, /*locations=*/true);
  CHECK_THAT(text, Contains("kernels/wmma_fmha_fwd/Body.cpp:"));
  CHECK_THAT(text, !Contains("ir/tile/"));
}
