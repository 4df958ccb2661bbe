//===- LdsBanks.cpp - Bank conflicts of LDS --------------------------------===//
#include "LdsBanks.h"
#include "rocke/ir/Arch.h"
#include <algorithm>
#include <array>

namespace rocke::sim {

namespace {
constexpr unsigned defaultBanks = 32; // GPUs that ir/target does not have

unsigned banksOf(const GpuTraits &gpu) {
  const Arch *arch = findArch(gpu.name);
  return arch ? arch->ldsBanks : defaultBanks;
}

uint64_t lanesFrom(unsigned first, unsigned count) {
  const uint64_t ones = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  return ones << first;
}

// Masks of lanes 0 to 31, followed by the same of lanes 32 to 63.
std::vector<uint64_t> bothHalves(llvm::ArrayRef<uint64_t> low) {
  std::vector<uint64_t> result = low.vec();
  for (uint64_t mask : low)
    result.push_back(mask << 32);
  return result;
}
} // namespace

LdsPhases ldsPhases(const GpuTraits &gpu, unsigned waveSize, Action action, uint64_t bytes) {
  const bool isWide = bytes > 8;
  const bool isRead = action == Action::Load;
  LdsPhases result;
  result.banks = banksOf(gpu);
  // The second half of gfx950's banks is for reads alone.
  if (!isRead)
    result.banks = std::min(result.banks, defaultBanks);
  if (gpu.isGfx9() && isRead && isWide) {
    std::array<uint64_t, 4> groups{
        lanesFrom(0, 4) | lanesFrom(20, 4), lanesFrom(12, 4) | lanesFrom(24, 4),
        lanesFrom(4, 4) | lanesFrom(16, 4), lanesFrom(8, 4) | lanesFrom(28, 4)};
    if (result.banks == 64)
      result.phases = bothHalves({groups[0] | groups[1], groups[2] | groups[3]});
    else
      result.phases = bothHalves(groups);
    return result;
  }
  // As many consecutive lanes as all banks together serve at once, 32 at most.
  const unsigned words = isWide ? 4 : bytes > 4 ? 2 : 1;
  const unsigned lanes = std::min(32u, result.banks / words);
  for (unsigned first = 0; first < waveSize; first += lanes)
    result.phases.push_back(lanesFrom(first, lanes));
  return result;
}

LdsCost ldsCost(const GpuTraits &gpu, unsigned waveSize, llvm::ArrayRef<MemoryAccess> accesses) {
  LdsCost cost;
  std::vector<const MemoryAccess *> left;
  for (const MemoryAccess &access : accesses)
    if (access.space == Space::Lds && access.lane >= 0)
      left.push_back(&access);
  while (!left.empty()) {
    // The first access of each lane that is left.
    std::array<const MemoryAccess *, 64> ofLane{};
    std::vector<const MemoryAccess *> later;
    for (const MemoryAccess *access : left) {
      const MemoryAccess *&place = ofLane[access->lane];
      if (place)
        later.push_back(access);
      else
        place = access;
    }
    const LdsPhases rules = ldsPhases(gpu, waveSize, left.front()->action, left.front()->bytes);
    for (uint64_t phase : rules.phases) {
      std::vector<uint64_t> words;
      for (unsigned lane = 0; lane < waveSize; ++lane)
        if (const MemoryAccess *access = ofLane[lane]; access && phase >> lane & 1)
          for (uint64_t word = access->address / 4;
               word <= (access->address + access->bytes - 1) / 4; ++word)
            words.push_back(word);
      if (words.empty())
        continue;
      std::ranges::sort(words);
      words.erase(std::ranges::unique(words).begin(), words.end());
      std::array<uint64_t, 64> load{};
      uint64_t cycles = 0;
      for (uint64_t word : words)
        cycles = std::max(cycles, ++load[word % rules.banks]);
      cost.cycles += cycles;
      cost.conflictCycles += cycles - 1;
    }
    left = std::move(later);
  }
  return cost;
}

} // namespace rocke::sim
