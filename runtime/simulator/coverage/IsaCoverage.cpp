//===- IsaCoverage.cpp - What of a GPU's ISA is simulated ------------------===//
#include "rocke/runtime/IsaCoverage.h"
#include "EncodingClass.h"
#include "IsaWalk.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>
#include <thread>

namespace rocke::sim {

namespace {
struct ClassOpcodes {
  bool compute = true;
  std::map<std::string, OpcodeCoverage> opcodes; // by LLVM's name
};
using Classes = std::map<std::string, ClassOpcodes>;

Classes coverClasses(const GpuTraits &gpu, const IsaWalk &walk) {
  Classes classes;
  for (const OpcodeInstance &opcode : walk.opcodes()) {
    OpcodeCoverage coverage = walk.describe(opcode);
    const EncodingClass place = encodingClassOf(gpu, opcode.encoding, coverage.mnemonic);
    if (place.compute)
      walk.cover(opcode, coverage);
    ClassOpcodes &group = classes[place.name];
    group.compute = place.compute;
    std::string name = coverage.opcode;
    group.opcodes.emplace(std::move(name), std::move(coverage));
  }
  return classes;
}

void merge(Classes &into, Classes &&from) {
  for (auto &[name, group] : from) {
    ClassOpcodes &target = into[name];
    target.compute = group.compute;
    for (auto &[opcode, coverage] : group.opcodes) {
      auto [place, isNew] = target.opcodes.try_emplace(opcode, std::move(coverage));
      if (isNew || !group.compute)
        continue;
      place->second.numForms += coverage.numForms;
      llvm::append_range(place->second.refused, coverage.refused);
    }
  }
}
} // namespace

size_t ClassCoverage::numExecuted() const {
  return static_cast<size_t>(llvm::count_if(opcodes, std::mem_fn(&OpcodeCoverage::isExecuted)));
}
size_t ClassCoverage::numForms() const {
  return std::accumulate(
      opcodes.begin(), opcodes.end(), size_t{0},
      [](size_t sum, const OpcodeCoverage &opcode) { return sum + opcode.numForms; });
}
size_t ClassCoverage::numExecutedForms() const {
  return std::accumulate(
      opcodes.begin(), opcodes.end(), numForms(),
      [](size_t rest, const OpcodeCoverage &opcode) { return rest - opcode.refused.size(); });
}

llvm::Expected<std::vector<ClassCoverage>> isaCoverage(llvm::StringRef arch) {
  const GpuTraits *gpu = findGpu(arch);
  if (!gpu)
    return makeError("arch: '{}' is not simulated; these are: {}", arch.str(), supportedGpus());
  std::vector<std::unique_ptr<IsaWalk>> walks;
  for (unsigned waveSize : {64u, 32u}) {
    if (waveSize == 32 && !gpu->supportsWave32)
      continue;
    auto walk = IsaWalk::create(*gpu, waveSize);
    if (!walk)
      return walk.takeError();
    walks.push_back(std::move(*walk));
  }
  std::vector<Classes> found(walks.size());
  std::vector<std::thread> threads;
  threads.reserve(walks.size());
  for (size_t index = 0; index < walks.size(); ++index)
    threads.emplace_back([&, index] { found[index] = coverClasses(*gpu, *walks[index]); });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t index = 1; index < found.size(); ++index)
    merge(found[0], std::move(found[index]));
  std::vector<ClassCoverage> result;
  result.reserve(found[0].size());
  for (auto &[name, group] : found[0]) {
    ClassCoverage &coverage = result.emplace_back(ClassCoverage{name, group.compute, {}});
    for (auto &[opcode, entry] : group.opcodes)
      coverage.opcodes.push_back(std::move(entry));
  }
  return result;
}

} // namespace rocke::sim
