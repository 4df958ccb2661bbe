//===- Memory.cpp - The simulated GPU's global memory ----------------------===//
#include "Memory.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace rocke::sim {

namespace {
constexpr uint64_t pageBytes = 4096;
// The gap behind each allocation: a stray index of up to this many bytes meets no neighbour.
constexpr uint64_t gapBytes = uint64_t{64} << 10;
// Reserved, not committed. A hint far from where the host's heap, stacks and libraries lie, so that
// device addresses look alike from run to run.
constexpr uint64_t arenaHint = 0x200000000000;
constexpr uint64_t largestArena = uint64_t{1} << 40;
constexpr uint64_t smallestArena = uint64_t{1} << 30;
constexpr uint64_t commitStep = uint64_t{64} << 20;
} // namespace

llvm::Expected<std::unique_ptr<Memory>> Memory::create() {
  std::unique_ptr<Memory> memory(new Memory());
  // Less address space than asked for is given under `ulimit -v`; take what there is.
  for (uint64_t size = largestArena; size >= smallestArena; size /= 2) {
    void *base = mmap(hostBytes(arenaHint), size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
      continue;
    memory->arenaBegin = reinterpret_cast<uint64_t>(base);
    memory->arenaEnd = memory->arenaBegin + size;
    memory->frontier = memory->committed = memory->reuseFrom = memory->arenaBegin;
    uint64_t physical = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
    memory->capacityBytes = std::min(physical, size - gapBytes - pageBytes);
    return memory;
  }
  return makeError("cannot reserve {} bytes of address space for the simulated GPU's memory: {}",
                   smallestArena, std::strerror(errno));
}

Memory::~Memory() {
  if (arenaEnd)
    munmap(hostBytes(arenaBegin), arenaEnd - arenaBegin);
}

llvm::Error Memory::commit(uint64_t end) {
  if (end <= committed)
    return llvm::Error::success();
  uint64_t target = std::min(arenaEnd, llvm::alignTo(end, commitStep));
  if (mprotect(hostBytes(committed), target - committed, PROT_READ | PROT_WRITE))
    return makeError("the host gives no more memory to the simulated GPU: {}",
                     std::strerror(errno));
  committed = target;
  return llvm::Error::success();
}

uint64_t Memory::takeFresh(uint64_t span) {
  if (span > arenaEnd - frontier)
    return 0;
  uint64_t address = frontier;
  frontier += span;
  return address;
}

// Freed space is used again only when fresh space has run out, so that a late access to a freed
// allocation is named for as long as possible. Next fit: the search goes on where it last ended.
uint64_t Memory::takeFreed(uint64_t span) {
  for (bool wrapped = false;; wrapped = true) {
    auto it = regions.lower_bound(wrapped ? arenaBegin : reuseFrom);
    while (it != regions.end()) {
      if (it->second.live) {
        ++it;
        continue;
      }
      auto first = it;
      uint64_t room = 0;
      for (; it != regions.end() && !it->second.live && room < span; ++it)
        room += it->second.span;
      if (room < span)
        continue;
      uint64_t address = first->first;
      Region rest{room - span, 0, false, {}};
      regions.erase(first, it);
      if (rest.span)
        regions.emplace(address + span, std::move(rest));
      reuseFrom = address + span;
      return address;
    }
    if (wrapped)
      return 0;
  }
}

llvm::Expected<uint64_t> Memory::allocate(uint64_t bytes, std::string what) {
  std::unique_lock lock(mutex);
  if (bytes > capacityBytes || liveBytes > capacityBytes - bytes)
    return makeError("cannot allocate {} bytes: the simulated GPU has {} bytes, {} of them in use",
                     bytes, capacityBytes, liveBytes);
  // Whole pages, so that free can give them back to the host.
  uint64_t span = llvm::alignTo(std::max<uint64_t>(bytes, 1), pageBytes) + gapBytes;
  uint64_t address = takeFresh(span);
  if (!address)
    address = takeFreed(span);
  if (!address)
    return makeError("cannot allocate {} bytes: the simulated GPU's address space is used up",
                     bytes);
  if (llvm::Error error = commit(address + span)) {
    regions.emplace(address, Region{span, 0, false, {}});
    return std::move(error);
  }
  regions.emplace(address, Region{span, bytes, true, std::move(what)});
  liveBytes += bytes;
  currentVersion.fetch_add(1, std::memory_order_release);
  return address;
}

llvm::Error Memory::free(uint64_t address) {
  std::unique_lock lock(mutex);
  auto it = regions.find(address);
  if (it == regions.end())
    return makeError("cannot free {:#x}: no allocation starts there", address);
  Region &region = it->second;
  if (region.isHost)
    return makeError("cannot free {:#x}: it is the host's memory", address);
  if (!region.live)
    return makeError("cannot free {:#x}: it was freed before", address);
  region.live = false;
  liveBytes -= region.bytes;
  // Gives the pages back; they read as zero when the range is used again.
  madvise(hostBytes(address), region.span - gapBytes, MADV_DONTNEED);
  currentVersion.fetch_add(1, std::memory_order_release);
  return llvm::Error::success();
}

llvm::Error Memory::mapHost(uint64_t address, uint64_t bytes) {
  std::unique_lock lock(mutex);
  if (bytes == 0 || address + bytes < address)
    return makeError("cannot map {} bytes of host memory at {:#x}: not a range of memory", bytes,
                     address);
  auto overlap = [&] {
    return makeError("cannot map {} bytes of host memory at {:#x}: they overlap an allocation",
                     bytes, address);
  };
  if (address < arenaEnd && address + bytes > arenaBegin)
    return overlap();
  auto next = regions.upper_bound(address);
  if (next != regions.end() && next->first < address + bytes)
    return overlap();
  if (next != regions.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second.span > address)
      return overlap();
  }
  regions.emplace(address, Region{bytes, bytes, true, "host memory", /*isHost=*/true});
  currentVersion.fetch_add(1, std::memory_order_release);
  return llvm::Error::success();
}

llvm::Error Memory::unmapHost(uint64_t address) {
  std::unique_lock lock(mutex);
  auto it = regions.find(address);
  if (it == regions.end() || !it->second.isHost)
    return makeError("cannot unmap {:#x}: no host memory was mapped there", address);
  regions.erase(it);
  currentVersion.fetch_add(1, std::memory_order_release);
  return llvm::Error::success();
}

bool Memory::find(uint64_t address, uint64_t bytes, MemoryRange &range) const {
  std::shared_lock lock(mutex);
  auto it = regions.upper_bound(address);
  if (it == regions.begin())
    return false;
  --it;
  if (!it->second.live)
    return false;
  range = {it->first, it->first + it->second.bytes};
  return range.contains(address, bytes);
}

std::string Memory::explain(uint64_t address, uint64_t bytes) const {
  constexpr uint64_t nullPage = uint64_t{64} << 10;
  if (address < nullPage)
    return fmt::format("{:#x} is a null pointer{}", address, address ? " plus an offset" : "");
  std::shared_lock lock(mutex);
  auto describe = [](const auto &entry) {
    return fmt::format("the {} of {} bytes at {:#x}", entry.second.what, entry.second.bytes,
                       entry.first);
  };
  auto next = regions.upper_bound(address);
  const bool nextIsNear =
      next != regions.end() && next->second.live && next->first - address <= gapBytes;
  if (next != regions.begin()) {
    auto before = std::prev(next);
    const Region &region = before->second;
    const uint64_t end = before->first + region.bytes;
    // Space that was merged for reuse has no name left.
    const bool isKnown = address < before->first + region.span && !region.what.empty();
    // Between two allocations the nearer one is the more likely culprit.
    const bool nextIsNearer = nextIsNear && address >= end && next->first - address < address - end;
    if (isKnown && !nextIsNearer) {
      if (!region.live)
        return fmt::format("{:#x} lies in {}, which was freed", address, describe(*before));
      if (address >= end)
        return fmt::format("{:#x} is {} bytes past the end of {}", address, address - end,
                           describe(*before));
      return fmt::format("{:#x} to {:#x} runs over the end of {}", address, address + bytes,
                         describe(*before));
    }
  }
  if (nextIsNear)
    return fmt::format("{:#x} is {} bytes before {}", address, next->first - address,
                       describe(*next));
  return fmt::format("{:#x} lies in no allocation", address);
}

std::string Memory::describe(uint64_t address) const {
  std::shared_lock lock(mutex);
  auto it = regions.upper_bound(address);
  if (it == regions.begin())
    return "no allocation";
  --it;
  const Region &region = it->second;
  if (!region.live || address - it->first >= region.bytes)
    return "no allocation";
  return fmt::format("the {} of {} bytes at {:#x}", region.what, region.bytes, it->first);
}

llvm::Error Memory::check(uint64_t address, uint64_t bytes, const char *action) const {
  MemoryRange range;
  if (bytes == 0 || find(address, bytes, range))
    return llvm::Error::success();
  return makeError("cannot {} {} bytes at {:#x}: {}", action, bytes, address,
                   explain(address, bytes));
}

bool RangeCache::lookUp(uint64_t address, uint64_t bytes) {
  uint64_t now = memory.version();
  if (version != now) {
    version = now;
    for (MemoryRange &range : ranges)
      range = {};
  }
  MemoryRange found;
  if (!memory.find(address, bytes, found))
    return false;
  ranges[nextVictim] = ranges[0];
  ranges[0] = found;
  nextVictim = nextVictim + 1 < numRanges ? nextVictim + 1 : 1;
  return true;
}

} // namespace rocke::sim
