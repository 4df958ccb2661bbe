//===- CheckBench.h - Runs kernels under the checkers -----------*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_CHECK_CHECKBENCH_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_CHECK_CHECKBENCH_H

#include "../KernelBench.h"
#include <string>
#include <vector>

namespace rocke::sim::test {

/// What a launch of `source` over a buffer of `words` words reports under `checks` ("race", "all").
/// `body` gets loadOutput() in front, so that s[8:9] is the buffer.
std::vector<CheckReport> reportsOf(llvm::StringRef checks, const KernelSource &source, size_t words,
                                   LaunchConfig config = {}, unsigned threads = 2);
/// The same on gfx1151 with a given body and so many bytes of LDS.
std::vector<CheckReport> reportsOf(llvm::StringRef checks, llvm::StringRef body, size_t words,
                                   const LaunchConfig &config = {}, uint32_t ldsBytes = 0);

/// A work-item's index within a one-dimensional workgroup of up to 1024, in v0, times four in v1.
inline constexpr const char *itemOffsets = R"(
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
)";

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_CHECK_CHECKBENCH_H
