//===- DecodedInst.h - An instruction, ready to execute ---------*- C++ -*-===//
//
// Each instruction address is decoded once. Decoding resolves everything that does not change from
// one execution to the next: the handler, the places of the operands in the register files, the
// values of constants.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_DECODEDINST_H
#define ROCKE_RUNTIME_SIMULATOR_DECODEDINST_H

#include "rocke/compiler/CodeObject.h"
#include <array>
#include <cstdint>

namespace rocke::sim {

struct DecodedInst;
struct Wavefront;

/// Executes one instruction of one wavefront. The engine has already moved `wave.pc` past the
/// instruction; a branch overwrites it. A handler that cannot go on calls `wave.fault`.
using Handler = void (*)(Wavefront &wave, const DecodedInst &inst);

enum class OperandKind : uint8_t {
  None,
  Vector,   ///< a row of the vector register file (VGPR, or AGPR where the GPU has them)
  Scalar,   ///< a slot of the scalar register file: SGPR, VCC, TTMP, M0, EXEC
  Constant, ///< inline constant, literal, NULL as a source
  Scc,      ///< the SCC bit as 0 or 1
  Vccz,     ///< 1 if VCC (of the wave's size) is zero
  Execz,    ///< 1 if EXEC (of the wave's size) is zero
};

/// Where an operand's value lies.
struct Operand {
  OperandKind kind = OperandKind::None;
  bool neg = false;   ///< floating-point negation, after `abs`
  bool abs = false;   ///< floating-point absolute value
  uint8_t select = 0; ///< op_sel, SDWA or other sub-register choice; its owner defines it
  /// Vector: first word of the row, that is row * waveSize; a 64-bit operand continues in the next
  /// row. Scalar: slot (see ScalarSlot).
  uint32_t index = 0;
  /// Constant: the value, already extended to the operand's width.
  uint64_t value = 0;

  bool isVector() const { return kind == OperandKind::Vector; }
  bool isConstant() const { return kind == OperandKind::Constant; }
};

/// Slots of the scalar register file. Both families use this numbering; decoding maps the
/// encodings onto it (gfx11 swaps M0 and NULL).
enum ScalarSlot : uint32_t {
  FlatScratchSlot = 102, ///< pair, gfx9 only
  XnackMaskSlot = 104,   ///< pair, gfx9 only
  VccSlot = 106,         ///< pair
  TtmpSlot = 108,        ///< 16 of them
  M0Slot = 124,
  ExecSlot = 126, ///< pair
  SinkSlot = 128, ///< destination NULL: written, never read; wide enough for any result
  NumScalarSlots = SinkSlot + 32,
};

/// One instruction of one kernel, for one wave size.
struct DecodedInst {
  Handler handler = nullptr;
  uint8_t words = 1; ///< length in dwords
  /// LDS, scratch or global memory: such instructions are executed in the order of the schedule,
  /// all others whenever it suits.
  bool accessesMemory = false;
  bool clamp = false;
  uint8_t omod = 0; ///< as encoded: 0 none, 1 *2, 2 *4, 3 /2
  InstClass instClass = InstClass::Other;
  uint32_t id = 0; ///< by which executions are counted; consecutive within a code table
  uint32_t matrixFlop = 0;
  /// Destinations. The second one is a carry-out or compare mask, VOPD's Y result, or an atomic's.
  std::array<Operand, 2> dst;
  /// Sources in the order of the assembly syntax. VOPD: X's in 0..2, Y's in 3..5.
  std::array<Operand, 6> src;
  /// For the handler's owner: immediates, offsets, DPP controls, sub-operation codes.
  std::array<int64_t, 2> imm{};
  /// For the handler's owner: points to a constant table, or to a second function.
  const void *data = nullptr;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_DECODEDINST_H
