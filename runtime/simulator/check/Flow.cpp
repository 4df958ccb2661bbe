//===- Flow.cpp - How undefined values pass through instructions -----------===//
#include "Flow.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace rocke::sim {

namespace {
bool startsWithAny(llvm::StringRef name, std::initializer_list<const char *> prefixes) {
  for (const char *prefix : prefixes)
    if (name.starts_with(prefix))
      return true;
  return false;
}

// x ^ x and x - x are 0 whatever x is; compilers clear registers so.
bool isSelfZero(llvm::StringRef name, const DecodedInst &inst) {
  if (!startsWithAny(name, {"v_xor_b32", "v_sub_u32", "v_sub_nc_u32", "s_xor_b", "s_sub_"}))
    return false;
  const Operand &a = inst.src[0], &b = inst.src[1];
  return a.kind == b.kind && a.index == b.index &&
         (a.kind == OperandKind::Vector || a.kind == OperandKind::Scalar);
}

Flow scalarFlowOf(llvm::StringRef name) {
  if (startsWithAny(name, {"s_cbranch", "s_setpc", "s_swappc"}))
    return Flow::Branch;
  if (name.starts_with("s_cselect"))
    return Flow::ScalarSelect;
  if (name.starts_with("s_cmov"))
    return Flow::ConditionalMove;
  if (startsWithAny(name, {"s_movrel", "s_getreg", "s_getpc", "s_sendmsg"}))
    return Flow::Never;
  if (startsWithAny(name, {"s_mov_b", "s_not_b", "s_wqm_b"}))
    return Flow::Copy;
  // gfx9 says andn2, gfx11 and_not1; both mean that the second source is inverted. So do the forms
  // that save EXEC, except those that invert the first one, which is the register.
  if (startsWithAny(name, {"s_andn1_", "s_and_not0_"}))
    return Flow::NotAnd;
  if (startsWithAny(name, {"s_orn1_", "s_or_not0_"}))
    return Flow::NotOr;
  if (startsWithAny(name, {"s_andn2_", "s_and_not1_"}))
    return Flow::AndNot;
  if (startsWithAny(name, {"s_orn2_", "s_or_not1_"}))
    return Flow::OrNot;
  if (startsWithAny(name, {"s_and_", "s_nand_"}))
    return Flow::And;
  if (startsWithAny(name, {"s_or_", "s_nor_"}))
    return Flow::Or;
  if (startsWithAny(name, {"s_xor_", "s_xnor_"}))
    return Flow::Xor;
  return Flow::Any;
}
} // namespace

bool accumulates(llvm::StringRef operation) {
  return startsWithAny(operation,
                       {"v_fmac", "v_mac_", "v_pk_fmac", "v_dual_fmac", "v_dual_dot2acc"}) ||
         operation.starts_with("v_dot2c") || operation.starts_with("v_dot4c") ||
         operation.starts_with("v_dot8c") || operation.starts_with("v_dot2acc");
}

bool readsLaneMask(llvm::StringRef operation) {
  return startsWithAny(operation,
                       {"v_cndmask", "v_addc_", "v_subb_", "v_subbrev_", "v_add_co_ci",
                        "v_sub_co_ci", "v_subrev_co_ci", "v_div_fmas", "v_dual_cndmask"});
}

Flow vectorFlowOf(llvm::StringRef operation) {
  llvm::StringRef name = operation;
  if (name.consume_front("v_dual_"))
    return name.starts_with("cndmask")
               ? Flow::Select
               : (startsWithAny(name, {"mov", "and"}) ? Flow::All : Flow::Any);
  if (name.starts_with("v_cndmask"))
    return Flow::Select;
  if (startsWithAny(name, {"v_movrel", "v_nop", "v_pipeflush"}))
    return Flow::Never;
  if (startsWithAny(name, {"v_swap", "v_permlane16_swap", "v_permlane32_swap"}))
    return name.starts_with("v_swap") ? Flow::Swap : Flow::CrossLane;
  if (startsWithAny(name, {"v_permlane"}))
    return Flow::CrossLane;
  if (startsWithAny(name,
                    {"v_and_",      "v_or_",       "v_or3",          "v_and_or",      "v_lshl_or",
                     "v_perm_b32",  "v_pack_",     "v_bfi_",         "v_align",       "v_mov_",
                     "v_cvt_pk",    "v_cvt_sr",    "v_cvt_scalef32", "v_pk_mov",      "v_bitop3",
                     "v_accvgpr",   "v_fma_mixlo", "v_fma_mixhi",    "v_lshlrev_b16", "v_mad_mixlo",
                     "v_mad_mixhi", "v_pk_"}))
    return Flow::All;
  if (startsWithAny(name, {"v_mad_u64_u32", "v_mad_i64_i32", "v_lshlrev_b64", "v_lshl_add_u64"}))
    return Flow::Wide;
  return Flow::Any;
}

Flow flowOf(const DecodedInst &inst, const InstFacts &facts) {
  const llvm::StringRef name = facts.mnemonic;
  if (isSelfZero(name, inst))
    return Flow::Never;
  if (startsWithAny(name, {"ds_bpermute", "ds_permute", "ds_swizzle"}))
    return Flow::CrossLane;
  if (startsWithAny(name, {"ds_", "global_", "flat_", "scratch_", "buffer_", "tbuffer_"}) ||
      inst.instClass == InstClass::SMEM)
    return Flow::Memory;
  if (name.starts_with("s_"))
    return scalarFlowOf(name);
  if (name.contains(" :: "))
    return Flow::Pair;
  if (name == "v_readfirstlane_b32")
    return Flow::FirstLane;
  if (name == "v_readlane_b32")
    return Flow::ReadLane;
  if (name == "v_writelane_b32")
    return Flow::WriteLane;
  if (inst.instClass == InstClass::Matrix)
    return Flow::Matrix;
  if (facts.isDpp && !name.starts_with("v_movrel"))
    return Flow::CrossLane;
  return vectorFlowOf(name);
}

} // namespace rocke::sim
