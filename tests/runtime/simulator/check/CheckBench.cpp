//===- CheckBench.cpp - Runs kernels under the checkers --------------------===//
#include "CheckBench.h"
#include "../../TestSupport.h"
#include <fmt/format.h>

namespace rocke::sim::test {

std::vector<CheckReport> reportsOf(llvm::StringRef checks, const KernelSource &source, size_t words,
                                   LaunchConfig config, unsigned threads) {
  KernelSource whole = source;
  whole.body = loadOutput(source.gpu) + source.body;
  KernelBench bench(whole, threads);
  config.checks = rocke::test::take(Checks::parse(checks));
  bench.run(words, config);
  return bench.stats.reports;
}

std::vector<CheckReport> reportsOf(llvm::StringRef checks, llvm::StringRef body, size_t words,
                                   const LaunchConfig &config, uint32_t ldsBytes) {
  KernelSource source;
  source.body = body.str();
  if (ldsBytes)
    source.directives = fmt::format(".amdhsa_group_segment_fixed_size {}", ldsBytes);
  return reportsOf(checks, source, words, config);
}

} // namespace rocke::sim::test
