//===- Memory.h - The simulated GPU's global memory -------------*- C++ -*-===//
//
// One reserved range of the host's address space, in which a device address is the host address of
// the same byte. What may be touched is decided by a table of allocations, not by page protection:
// sizes are exact to the byte, and freed ranges are remembered so that a late access can be named.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_H

#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

namespace rocke::sim {

/// The host's view of a device address, which is the same number.
inline uint8_t *hostBytes(uint64_t address) {
  return reinterpret_cast<uint8_t *>(address); // NOLINT(performance-no-int-to-ptr)
}

/// A range of bytes that may be accessed: [begin, end).
struct MemoryRange {
  uint64_t begin = 0;
  uint64_t end = 0;

  bool contains(uint64_t address, uint64_t bytes) const {
    // Written so that no sum can wrap.
    return address >= begin && address <= end && bytes <= end - address;
  }
};

class Memory {
public:
  /// Reserves address space; errors when the host gives none.
  static llvm::Expected<std::unique_ptr<Memory>> create();
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// `what` names the allocation in reports: "allocation", "code object".
  llvm::Expected<uint64_t> allocate(uint64_t bytes, std::string what = "allocation");
  /// Only the address that allocate returned.
  llvm::Error free(uint64_t address);

  /// Lets `bytes` of host memory be accessed at their host address. Errors on an overlap.
  llvm::Error mapHost(uint64_t address, uint64_t bytes);
  llvm::Error unmapHost(uint64_t address);

  /// The live allocation around an access, or nothing.
  bool find(uint64_t address, uint64_t bytes, MemoryRange &range) const;
  /// Why an access is wrong: "0x... is 4 bytes past the end of the allocation of 64 bytes at
  /// 0x...".
  std::string explain(uint64_t address, uint64_t bytes) const;
  /// What an address lies in: "the allocation of 64 bytes at 0x..."; "no allocation".
  std::string describe(uint64_t address) const;
  /// An error unless the whole range lies in one live allocation. `action`: "read", "write".
  llvm::Error check(uint64_t address, uint64_t bytes, const char *action) const;
  /// Changes with every allocate and free: cached ranges of an older version are stale.
  uint64_t version() const { return currentVersion.load(std::memory_order_acquire); }

  /// Bytes that can be allocated at once in a fresh machine: the host's physical memory.
  uint64_t capacity() const { return capacityBytes; }

private:
  Memory() = default;

  struct Region {
    uint64_t span;  ///< bytes of address space, the gap behind included
    uint64_t bytes; ///< as asked for
    bool live;
    std::string what;
    bool isHost = false; ///< lies outside of the arena, and is forgotten when it is unmapped
  };
  uint64_t takeFresh(uint64_t span);
  uint64_t takeFreed(uint64_t span);
  llvm::Error commit(uint64_t end);

  mutable std::shared_mutex mutex;
  std::map<uint64_t, Region> regions; ///< by first address, live and freed
  uint64_t arenaBegin = 0;
  uint64_t arenaEnd = 0;
  uint64_t frontier = 0;  ///< addresses from here on were never given out
  uint64_t committed = 0; ///< pages below are readable and writable
  uint64_t reuseFrom = 0; ///< where the search for freed space goes on
  uint64_t liveBytes = 0;
  uint64_t capacityBytes = 0;
  std::atomic<uint64_t> currentVersion{0};
};

/// The ranges that a host thread used last; a look-up that hits takes no lock.
class RangeCache {
public:
  explicit RangeCache(const Memory &memory) : memory(memory) {}

  /// Whether the bytes may be accessed.
  bool allows(uint64_t address, uint64_t bytes) {
    if (version == memory.version()) [[likely]] {
      if (ranges[0].contains(address, bytes)) [[likely]]
        return true;
      for (unsigned i = 1; i < numRanges; ++i)
        if (ranges[i].contains(address, bytes)) {
          std::swap(ranges[i], ranges[0]);
          return true;
        }
    }
    return lookUp(address, bytes);
  }

private:
  bool lookUp(uint64_t address, uint64_t bytes);

  static constexpr unsigned numRanges = 8;
  const Memory &memory;
  uint64_t version = ~uint64_t{0};
  MemoryRange ranges[numRanges];
  unsigned nextVictim = 1;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_H
