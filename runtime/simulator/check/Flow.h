//===- Flow.h - How undefined values pass through instructions --*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CHECK_FLOW_H
#define ROCKE_RUNTIME_SIMULATOR_CHECK_FLOW_H

#include "../DecodedInst.h"
#include "InstFacts.h"

namespace rocke::sim {

/// When the result of an instruction is undefined.
enum class Flow : uint8_t {
  Any,       ///< arithmetic: if a source is
  All,       ///< what picks or joins bits: if all source registers are
  Wide,      ///< 64-bit integers: as arithmetic, but no high word reaches the low one
  Never,     ///< constants, or not followed
  Select,    ///< v_cndmask: if the chosen source is
  Matrix,    ///< if a source register is in all lanes
  CrossLane, ///< if the source register is in all lanes
  FirstLane, ///< v_readfirstlane
  ReadLane,  ///< v_readlane
  WriteLane, ///< v_writelane: one lane of the destination
  Swap,      ///< v_swap
  Pair,      ///< VOPD, each half for itself
  Memory,    ///< by what is loaded
  Branch,    ///< a condition, or a target
  And,
  AndNot,
  NotAnd,
  Or,
  OrNot,
  NotOr,
  Xor,             ///< s_*: bit by bit (Not: of the second, the first)
  Copy,            ///< s_mov, s_not: bit by bit
  ScalarSelect,    ///< s_cselect
  ConditionalMove, ///< s_cmov
};

Flow flowOf(const DecodedInst &inst, const InstFacts &facts);
/// Of one half of a VOPD, or a vector operation.
Flow vectorFlowOf(llvm::StringRef operation);
/// Whether the operation adds to its destination.
bool accumulates(llvm::StringRef operation);
/// Whether scalar sources of this vector operation are lane masks, one bit per lane.
bool readsLaneMask(llvm::StringRef operation);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CHECK_FLOW_H
