//===- HostSimd.cpp - Which of the host's instructions lane loops use ------===//
#include "HostSimd.h"
#include "Targets.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/StringSwitch.h"
#include <hwy/highway.h>

namespace rocke::sim::test {

llvm::Error useHostSimd(llvm::StringRef name) {
  constexpr int64_t plain = HWY_STATIC_TARGET, unknown = 0;
  const int64_t targets = llvm::StringSwitch<int64_t>(name)
                              .Case("plain", plain)
                              .Case("avx2", HWY_AVX2)
                              .Case("avx512", HWY_AVX3)
                              .Default(unknown);
  if (targets == unknown)
    return makeError("'{}' is no kind of lane loops: expected plain, avx2 or avx512", name.str());
  const int64_t chosen = targets & (hwy::SupportedTargets() | plain) & HWY_TARGETS;
  if (!chosen)
    return makeError("this host has no {}", name.str());
  hwy::SetSupportedTargetsForTest(chosen);
  hwy::GetChosenTarget().Update(chosen);
  return llvm::Error::success();
}

} // namespace rocke::sim::test
