//===- WaitCounters.h - What a wavefront still waits for --------*- C++ -*-===//
//
// The counters of s_waitcnt as a list of what is under way. A wait says how many operations may be
// left; which ones are done then follows from the order in which they return. The rules are those
// of the ISA manuals' chapters on data dependency resolution: vector memory returns in order, LDS
// returns in order, scalar memory and messages in any order; FLAT counts twice, and on gfx9 in any
// order.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCOUNTERS_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCOUNTERS_H

#include "Checker.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace rocke::sim {

/// Stores' counter of gfx11 holds no registers and is left out; so is expcnt, which in compute
/// kernels of these GPUs nothing raises.
enum class Counter : uint8_t { Vm, Lgkm };

/// One operation under way.
struct Pending {
  uint64_t id = 0;
  uint64_t pc = 0;
  uint64_t lanes = 0;  ///< whose registers will be written
  bool inOrder = true; ///< with the others of its counter that are
  llvm::SmallVector<RegisterRange, 1> writes;
};

/// How an instruction counts.
struct CounterUse {
  bool vm = false, lgkm = false;
  bool inOrder = true;
  std::optional<Counter> result; ///< the counter that its registers go with
};

/// Whether and how an instruction raises the counters, once its accesses are known.
CounterUse counterUseOf(const Step &step);

/// What an instruction lets remain; nothing: it does not wait for that counter.
struct WaitLimits {
  std::optional<unsigned> vm, lgkm;
};
WaitLimits waitLimitsOf(const Step &step);

class WaitCounters {
public:
  void clear();
  /// The new entry's id. Where a counter is at its end, the hardware waits before it issues.
  uint64_t issue(const Step &step, const CounterUse &use);
  void wait(const WaitLimits &limits);

  bool isPending(uint64_t id) const;
  /// The operation that will write this register in one of these lanes, and its counter.
  const Pending *find(const RegisterRange &range, uint64_t lanes, Counter &counter) const;

private:
  using Queue = std::vector<Pending>;
  static void waitFor(Queue &queue, unsigned limit);
  void refresh();

  std::array<Queue, 2> queues; ///< by Counter, oldest first
  // Registers of all queues, for a quick no.
  std::bitset<numVectorRows> vectors;
  std::bitset<NumScalarSlots> scalars;
  uint64_t nextId = 1;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_WAITCOUNTERS_H
