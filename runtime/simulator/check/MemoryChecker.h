//===- MemoryChecker.h - Wild and misaligned accesses -----------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_MEMORYCHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_MEMORYCHECKER_H

#include "Checker.h"
#include <array>

namespace rocke::sim {

/// Reports accesses outside of what is allocated, which then read a pattern and write nothing, and
/// accesses of two or more bytes at odd addresses.
class MemoryChecker : public Checker {
public:
  using Checker::Checker;
  void before(const Step &step) override;
  void after(const Step &step) override;

  /// Reports an access that is not allowed; gives bytes to use in its place.
  uint8_t *wildAccess(const Wavefront &wave, uint64_t pc, const MemoryAccess &access,
                      const std::string &reason);

private:
  /// As long as the longest access, s_load_b512's.
  alignas(64) std::array<uint32_t, 16> instead{};
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_MEMORYCHECKER_H
