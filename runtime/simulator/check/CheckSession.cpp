//===- CheckSession.cpp - The checkers of one launch -----------------------===//
#include "CheckSession.h"
#include "CheckObserver.h"
#include "GroupRaces.h"
#include <limits>

namespace rocke::sim {

CheckSession::CheckSession(const Launch &launch) : launch(launch) {
  if (launch.config.checks.race)
    races = std::make_unique<GroupRaces>();
}
CheckSession::~CheckSession() = default;

llvm::Expected<std::unique_ptr<CheckSession>> CheckSession::create(const Launch &launch) {
  std::unique_ptr<CheckSession> session(new CheckSession(launch));
  const uint64_t begin = launch.code.begin();
  auto facts = InstFactsTable::create(launch.gpu, launch.kernel.descriptor.waveSize,
                                      {begin, begin + launch.code.numSlots() * 4});
  if (!facts)
    return facts.takeError();
  session->facts = std::move(*facts);
  return session;
}

Observer *CheckSession::makeObserver() {
  std::lock_guard lock(mutex);
  observers.push_back(std::make_unique<CheckObserver>(launch, *facts, races.get()));
  return observers.back().get();
}

std::vector<CheckReport> CheckSession::finish(std::optional<uint64_t> faultingGroup) {
  std::vector<const ReportLog *> logs;
  logs.reserve(observers.size() + 1);
  for (const auto &observer : observers)
    logs.push_back(&observer->reports());
  // Behind what was found while a workgroup ran.
  ReportLog betweenGroups(std::numeric_limits<uint32_t>::max());
  // After a fault, which workgroups have run depends on the threads.
  if (races && !faultingGroup) {
    races->report(launch, betweenGroups);
    logs.push_back(&betweenGroups);
  }
  return ReportLog::merge(launch, logs,
                          faultingGroup.value_or(std::numeric_limits<uint64_t>::max()));
}

} // namespace rocke::sim
