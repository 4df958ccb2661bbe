//===- SimdOfEnvironment.cpp - ROCKE_TEST_SIMD chooses the lane loops ------===//
//
// Before main, so that the tests of a program run once for each kind.
//
//===----------------------------------------------------------------------===//
#include "HostSimd.h"
#include <cstdlib>

namespace {
const bool chosen = [] {
  if (const char *name = std::getenv("ROCKE_TEST_SIMD"))
    llvm::cantFail(rocke::sim::test::useHostSimd(name));
  return true;
}();
} // namespace
