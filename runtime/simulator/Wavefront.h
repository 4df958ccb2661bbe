//===- Wavefront.h - The state of one wavefront -----------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_WAVEFRONT_H
#define ROCKE_RUNTIME_SIMULATOR_WAVEFRONT_H

#include "DecodedInst.h"
#include "GpuTraits.h"
#include "Registers.h"
#include "rocke/runtime/FaultKind.h"
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace rocke::sim {

class Memory;
struct Workgroup;

enum class WaveStatus : uint8_t {
  Running,
  AtBarrier, ///< waits for the rest of its workgroup
  Ended,     ///< s_endpgm
  Faulted,   ///< see faultReason
};

/// Fields of the MODE register.
namespace mode {
inline constexpr uint32_t roundSingleShift = 0; ///< 2 bits: 0 nearest even, 1 up, 2 down, 3 zero
inline constexpr uint32_t roundDoubleShift = 2; ///< the same, for f64 and f16
/// 2 bits: bit 0 keeps denormal inputs, bit 1 keeps denormal outputs (as in
/// FLOAT_DENORM_MODE_* of the kernel descriptor: 0 flushes both, 3 none).
inline constexpr uint32_t denormSingleShift = 4;
inline constexpr uint32_t denormDoubleShift = 6;   ///< f64 and f16
inline constexpr uint32_t dx10Clamp = 1u << 8;     ///< clamp turns NaN into 0
inline constexpr uint32_t ieee = 1u << 9;          ///< signalling NaNs are quieted by min/max
inline constexpr uint32_t fp16Overflow = 1u << 23; ///< f16 overflow gives the largest finite value
inline constexpr uint32_t gprIndexEnable = 1u << 27; ///< gfx9: M0 moves VGPR operands
inline constexpr uint32_t vectorSkip = 1u << 28;     ///< gfx9: vector instructions are passed over
inline constexpr uint32_t branchStackShift = 29;     ///< gfx9, 3 bits: entries on the branch stack
} // namespace mode

/// SGPRs of an entry of gfx9's branch stack, whose first one starts at s0.
inline constexpr uint32_t branchStackSgprs = 4;

/// Registers and progress of one wavefront.
///
/// Vector registers are rows of `waveSize` words: lane l of row r is vgprs[r * waveSize + l]. Rows
/// 0..255 are VGPRs; on GPUs with accumulation registers rows 256..511 are AGPRs. Rows start at
/// 64-byte boundaries at least. The whole file exists whatever the kernel declares; decoding and
/// relative indexing see to it that no instruction reaches past `allocated`.
struct Wavefront {
  uint32_t *vgprs = nullptr;
  uint32_t waveSize = 32; ///< 32 or 64
  uint64_t laneMask = 0;  ///< one bit for each lane that exists
  /// Indexed by ScalarSlot and SGPR number.
  alignas(8) std::array<uint32_t, NumScalarSlots> sgpr{};
  uint32_t scc = 0; ///< 0 or 1
  uint32_t mode = 0;
  uint64_t pc = 0; ///< address of the next instruction
  WaveStatus status = WaveStatus::Running;
  uint32_t indexInGroup = 0;
  const GpuTraits *gpu = nullptr;
  RegisterAllocation allocated{}; ///< to the kernel
  Workgroup *group = nullptr;
  Memory *memory = nullptr;
  uint8_t *scratch = nullptr; ///< lane l's bytes start at l * scratchBytes
  uint32_t scratchBytes = 0;  ///< per lane
  uint64_t executed = 0;      ///< instructions so far
  FaultKind faultKind = FaultKind::Exception;
  bool lanesDescend = false; ///< in which order the lanes of an atomic come; a schedule's choice
  std::string faultReason;
  int32_t faultLane = -1;

  uint32_t *row(unsigned index) { return vgprs + static_cast<size_t>(index) * waveSize; }

  uint64_t sgpr64(unsigned slot) const {
    uint64_t value;
    std::memcpy(&value, &sgpr[slot], 8);
    return value;
  }
  void setSgpr64(unsigned slot, uint64_t value) { std::memcpy(&sgpr[slot], &value, 8); }

  /// EXEC, VCC: only bits of lanes that exist.
  uint64_t exec() const { return sgpr64(ExecSlot) & laneMask; }
  uint64_t vcc() const { return sgpr64(VccSlot) & laneMask; }
  uint32_t m0() const { return sgpr[M0Slot]; }

  /// A lane mask in SGPRs: one SGPR in wave32, whose neighbour stays untouched; a pair in wave64.
  uint64_t laneMaskAt(unsigned slot) const { return waveSize == 32 ? sgpr[slot] : sgpr64(slot); }
  void setLaneMaskAt(unsigned slot, uint64_t mask) {
    if (waveSize == 32)
      sgpr[slot] = static_cast<uint32_t>(mask);
    else
      setSgpr64(slot, mask);
  }

  /// A source that is the same for all lanes (any kind but Vector), zero-extended if 32 bits wide.
  uint32_t scalar32(const Operand &operand) const {
    switch (operand.kind) {
    case OperandKind::Scalar:
      return sgpr[operand.index];
    case OperandKind::Scc:
      return scc;
    case OperandKind::Vccz:
      return vcc() == 0;
    case OperandKind::Execz:
      return exec() == 0;
    default:
      return static_cast<uint32_t>(operand.value);
    }
  }
  uint64_t scalar64(const Operand &operand) const {
    if (operand.kind == OperandKind::Scalar)
      return sgpr64(operand.index);
    if (operand.kind == OperandKind::Constant)
      return operand.value;
    return scalar32(operand);
  }

  /// Stops the wavefront. `lane` is the first lane concerned, -1 for the wavefront as a whole. The
  /// engine adds the instruction, its place and the source line. The first fault stands.
  void fault(std::string reason, int32_t lane = -1, FaultKind kind = FaultKind::Exception) {
    if (status == WaveStatus::Faulted)
      return;
    status = WaveStatus::Faulted;
    faultKind = kind;
    faultReason = std::move(reason);
    faultLane = lane;
  }
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_WAVEFRONT_H
