//===- WaitChecker.h - Use of what has not arrived yet ----------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCHECKER_H

#include "Checker.h"
#include "WaitCounters.h"
#include <vector>

namespace rocke::sim {

/// Reports the use of a register that a memory operation has yet to write, LDS that is used before
/// it is sure to be written, and (gfx9) a store's data that are overwritten too early.
class WaitChecker : public Checker {
public:
  using Checker::Checker;
  void startGroup(const Workgroup &group, uint64_t index) override;
  void before(const Step &step) override;
  void after(const Step &step) override;
  void barrier(const Workgroup &group) override;

private:
  /// LDS bytes that a store, or a load to LDS, writes.
  struct LdsWrite {
    uint32_t wave;
    uint64_t id; ///< of the counters' entry
    uint64_t pc;
    bool isTransfer;                                  ///< a load to LDS, which vmcnt counts
    bool barrierPassed = false;                       ///< since it was issued
    bool done = false;                                ///< covered by a wait
    uint64_t begin, end;                              ///< around all parts
    std::vector<std::pair<uint64_t, uint64_t>> parts; ///< [begin, end), sorted
    bool overlaps(uint64_t from, uint64_t to) const;
  };
  /// gfx9: a store of more than 8 bytes reads its data for some time after it has been issued.
  struct WideStore {
    uint64_t pc = 0;
    RegisterRange data;
    uint64_t lanes = 0;
    unsigned states = ~0u; ///< wait states since
  };

  void checkRegisters(const Step &step);
  void checkWideStore(const Step &step);
  void checkLds(const Step &step);
  void noteWideStore(const Step &step);
  void noteLdsWrite(const Step &step, uint64_t id);
  void updateDone(uint32_t wave);

  std::vector<WaitCounters> counters; ///< by wavefront
  std::vector<WideStore> wideStores;
  std::vector<LdsWrite> ldsWrites; ///< of the workgroup
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCHECKER_H
