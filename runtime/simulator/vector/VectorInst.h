//===- VectorInst.h - How the vector ALU uses a DecodedInst -----*- C++ -*-===//
//
// DecodedInst::data is the VectorOp; `imm` holds a VectorControl. Operands: src[0..2] are the
// operation's sources, src[3] the mask source (carry-in, condition); dst[0] is the vector
// destination, dst[1] the mask destination. A VOPD pair has X in src[0..2] and dst[0], Y in
// src[3..5] and dst[1]; each reads VCC where it reads a mask.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_VECTORINST_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_VECTORINST_H

#include "../DecodedInst.h"
#include "Kernel.h"
#include <bit>

namespace rocke::sim {

/// Operand::select of a vector source: which bits of its words reach the operation.
struct SourceSelect {
  uint8_t shift = 0;   ///< in bits
  uint8_t bits = 32;   ///< 8, 16 or 32
  bool extend = false; ///< sign-extend to 32 bits (SDWA)

  uint8_t encoded() const {
    return static_cast<uint8_t>(shift / 8 | (bits == 32 ? 0 : bits) | extend << 2);
  }
  static SourceSelect decode(uint8_t code) {
    const uint8_t bits = code & 0x18;
    return {static_cast<uint8_t>((code & 3) * 8), bits ? bits : uint8_t{32}, (code & 4) != 0};
  }
};

enum class DppKind : uint8_t { None, Dpp16, Dpp8 };

/// What a write to a part of a register does with the rest.
enum class Unused : uint8_t { Zero = 0, SignExtend = 1, Preserve = 2 };

struct VectorControl {
  DppKind dpp = DppKind::None;
  uint8_t rowMask : 4 = 0xf, bankMask : 4 = 0xf;
  bool boundZero : 1 = false; ///< invalid DPP sources read as zero instead of disabling the lane
  bool fetchInactive : 1 = false; ///< DPP sources may be inactive lanes
  bool usesSingle : 1 = false;    ///< depends on MODE's f32 fields
  bool usesDouble : 1 = false;    ///< depends on MODE's f64 and f16 fields
  Unused unused : 2 = Unused::Zero;
  uint8_t dstShift = 0; ///< where in the register the result goes, in bits
  uint8_t dstBits = 32; ///< how many bits of it
  /// VOP3P, one bit per source: the halves that the low and the high result take, and their
  /// negation. For v_fma_mix: half, is f16, neg, abs.
  uint8_t selLow = 0, selHigh = 7, negLow = 0, negHigh = 0;
  uint8_t control = 0;     ///< LaneArgs::control
  uint32_t dppControl = 0; ///< DPP16: dpp_ctrl; DPP8: eight 3-bit selectors
};
static_assert(sizeof(VectorControl) == sizeof(DecodedInst::imm));

inline VectorControl controlOf(const DecodedInst &inst) {
  return std::bit_cast<VectorControl>(inst.imm);
}
inline void setControl(DecodedInst &inst, const VectorControl &control) {
  inst.imm = std::bit_cast<decltype(inst.imm)>(control);
}

/// Where DPP takes each lane of the first source from.
struct DppPattern {
  uint8_t source[64]; ///< the lane itself where there is no source
  uint64_t inRange;   ///< lanes that have a source
};
/// The pattern of a DPP16's dpp_ctrl, or nullptr if the family does not have it.
const DppPattern *findDppPattern(uint32_t control, bool gfx9);

/// The handlers, compiled for the best instruction set that the host has.
struct VectorHandlers {
  Handler plain;   ///< whole registers, no modifiers
  Handler light;   ///< words and halves, neg and abs
  Handler packed;  ///< pairs of halves, op_sel and neg
  Handler general; ///< everything
  Handler pair;    ///< VOPD
};
const VectorHandlers &vectorHandlers();

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_VECTORINST_H
