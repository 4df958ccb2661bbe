//===- CheckObserver.h - The checkers of one host thread --------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKOBSERVER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKOBSERVER_H

#include "Checker.h"
#include <memory>
#include <vector>

namespace rocke::sim {

class GroupRaces;
class MemoryChecker;

/// Gathers an instruction's accesses and hands them to each checker.
class CheckObserver : public Observer {
public:
  CheckObserver(const Launch &launch, InstFactsTable &table, GroupRaces *races);
  ~CheckObserver() override;

  void startGroup(const Workgroup &group, uint64_t index) override;
  void beforeInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) override;
  void afterInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) override;
  void access(const MemoryAccess &access) override { accesses.push_back(access); }
  uint8_t *wildAccess(const Wavefront &wave, const MemoryAccess &access,
                      const std::string &reason) override;
  void barrier(const Workgroup &group) override;
  void endGroup(const Workgroup &group) override;

  const ReportLog &reports() const { return log; }

private:
  const InstFacts &factsAt(uint64_t address);

  InstFactsTable &table;
  ReportLog log;
  std::vector<std::unique_ptr<Checker>> checkers;
  MemoryChecker *memory = nullptr;      ///< one of them, or none
  std::vector<const InstFacts *> known; ///< by place in the code; saves the table's lock
  std::vector<MemoryAccess> accesses;   ///< of the instruction that runs
  uint64_t current = 0;                 ///< its address
  uint64_t exec = 0;                    ///< before it
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_CHECKOBSERVER_H
