//===- InitChecker.h - Use of what nothing wrote ----------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_INITCHECKER_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_INITCHECKER_H

#include "Checker.h"
#include "Flow.h"
#include <array>
#include <vector>

namespace rocke::sim {

/// What InitChecker finds at one instruction.
enum class InitUse : uint8_t { Address, Condition, StoreData, AtomicData };

/// Slots whose start values are defined or that the engine keeps.
inline bool isAlwaysDefined(uint32_t slot) {
  return slot >= ExecSlot || (slot >= TtmpSlot && slot < M0Slot) ||
         (slot >= FlatScratchSlot && slot < VccSlot);
}

/// Follows what registers, LDS and scratch hold before anything is written to them, and reports
/// where it decides something: an address, a condition, data of a store to global memory or of an
/// atomic. Loads, copies, selections and stores to LDS and scratch pass it on unreported.
class InitChecker : public Checker {
public:
  using Checker::Checker;
  void startGroup(const Workgroup &group, uint64_t index) override;
  void before(const Step &step) override;
  void after(const Step &step) override;

private:
  /// Where an undefined value came from.
  struct Origin {
    bool isVector = true;
    uint32_t reg = 0;
    uint64_t loadPc = 0; ///< the load that read unwritten memory; 0: nothing wrote the register
    Space space = Space::Lds;
  };
  static Origin sccOrigin() { return {false, NumScalarSlots}; }
  struct WaveState {
    std::array<uint64_t, numVectorRows> rows{};   ///< undefined lanes
    std::array<uint32_t, NumScalarSlots> slots{}; ///< undefined bits
    bool scc = true;                              ///< undefined
    std::array<Origin, numVectorRows> rowOrigins{};
    std::array<Origin, NumScalarSlots> slotOrigins{};
    std::vector<bool> scratch; ///< written bytes, lane after lane
  };
  /// What the sources of an instruction say, gathered before it runs.
  struct Result {
    Flow flow = Flow::Never;
    uint64_t lanes = 0;             ///< undefined lanes of the vector result
    std::array<uint32_t, 2> bits{}; ///< undefined bits of the scalar result
    bool scc = false;
    std::array<uint64_t, 2> pairLanes{}; ///< lanes of the halves of a VOPD
    std::array<uint64_t, 2> wordLanes{}; ///< lanes of the low and the high word, of Flow::Wide
    Origin origin;
  };

  uint64_t lanesOf(const WaveState &state, const RegisterRange &range, uint64_t mask,
                   Origin &origin) const;
  uint64_t lanesOf(const Step &step, const WaveState &state, const Operand &operand, uint64_t mask,
                   Origin &origin) const;
  uint32_t bitsOf(const Step &step, const WaveState &state, const Operand &operand, unsigned word,
                  Origin &origin) const;
  uint64_t maskBits(const Step &step, const WaveState &state, const Operand &operand,
                    Origin &origin) const;

  void evaluateVector(const Step &step, WaveState &state);
  void evaluatePair(const Step &step, WaveState &state);
  void evaluateScalar(const Step &step, WaveState &state);
  uint64_t selectLanes(const Step &step, WaveState &state, const Operand &ifClear,
                       const Operand &ifSet, const Operand &mask);
  void checkAddress(const Step &step, WaveState &state);
  void checkBranch(const Step &step, WaveState &state);
  void finishVector(const Step &step, WaveState &state);
  void finishScalar(const Step &step, WaveState &state);
  void finishMemory(const Step &step, WaveState &state);
  void store(const Step &step, WaveState &state, const MemoryAccess &access,
             llvm::ArrayRef<uint32_t> rows, uint64_t within);
  void storeFormat(const Step &step, WaveState &state, const MemoryAccess &access,
                   llvm::ArrayRef<uint32_t> rows);
  bool isWritten(const WaveState &state, const Step &step, const MemoryAccess &access,
                 uint64_t from, uint64_t bytes) const;
  void setWritten(WaveState &state, const Step &step, const MemoryAccess &access, uint64_t from,
                  uint64_t bytes, bool written);
  bool isData(const Step &step, const RegisterRange &range) const;
  void report(const Step &step, InitUse kind, int32_t lane, const char *use, const Origin &origin);
  Flow flowAt(const Step &step);

  std::vector<WaveState> waves;
  std::vector<bool> lds;      ///< written bytes
  std::vector<uint8_t> flows; ///< by instruction id; 0: not known yet
  Result result;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_INITCHECKER_H
