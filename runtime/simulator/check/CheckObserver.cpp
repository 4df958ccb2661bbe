//===- CheckObserver.cpp - The checkers of one host thread -----------------===//
#include "CheckObserver.h"
#include "BarrierChecker.h"
#include "InitChecker.h"
#include "MemoryChecker.h"
#include "RaceChecker.h"
#include "WaitChecker.h"

namespace rocke::sim {

CheckObserver::CheckObserver(const Launch &launch, InstFactsTable &table, GroupRaces *races)
    : table(table), known((table.codeRange().end - table.codeRange().begin) / 4) {
  const Checks &checks = launch.config.checks;
  if (checks.memory) {
    auto checker = std::make_unique<MemoryChecker>(launch, log);
    memory = checker.get();
    checkers.push_back(std::move(checker));
  }
  if (checks.wait)
    checkers.push_back(std::make_unique<WaitChecker>(launch, log));
  if (checks.init)
    checkers.push_back(std::make_unique<InitChecker>(launch, log));
  if (races)
    checkers.push_back(std::make_unique<RaceChecker>(launch, log, *races));
  if (checks.barrier)
    checkers.push_back(std::make_unique<BarrierChecker>(launch, log));
}
CheckObserver::~CheckObserver() = default;

const InstFacts &CheckObserver::factsAt(uint64_t address) {
  const InstFacts *&facts = known[(address - table.codeRange().begin) / 4];
  if (!facts)
    facts = &table.at(address);
  return *facts;
}

void CheckObserver::startGroup(const Workgroup &group, uint64_t index) {
  log.startGroup(group, index);
  for (const auto &checker : checkers)
    checker->startGroup(group, index);
}

void CheckObserver::beforeInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) {
  current = address;
  exec = wave.exec();
  accesses.clear();
  const Step step{wave, inst, factsAt(address), address, exec, {}};
  for (const auto &checker : checkers)
    checker->before(step);
}

void CheckObserver::afterInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) {
  const Step step{wave, inst, factsAt(address), address, exec, accesses};
  for (const auto &checker : checkers)
    checker->after(step);
}

uint8_t *CheckObserver::wildAccess(const Wavefront &wave, const MemoryAccess &access,
                                   const std::string &reason) {
  return memory ? memory->wildAccess(wave, current, access, reason) : nullptr;
}

void CheckObserver::barrier(const Workgroup &group) {
  for (const auto &checker : checkers)
    checker->barrier(group);
}

void CheckObserver::endGroup(const Workgroup &group) {
  for (const auto &checker : checkers)
    checker->endGroup(group);
}

} // namespace rocke::sim
