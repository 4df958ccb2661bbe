//===- Sopc.cpp - Scalar comparisons ---------------------------------------===//
#include "ScalarOps.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace rocke::sim {

namespace {
template <typename T, typename Compare> void compare(Wavefront &wave, const DecodedInst &inst) {
  wave.scc = Compare()(readScalar<T>(wave, inst.src[0]), readScalar<T>(wave, inst.src[1]));
}
template <typename T, typename Compare> constexpr ScalarOp compareOp() {
  return {compare<T, Compare>, constantTypeOf<T>(), constantTypeOf<T>()};
}
template <typename T, unsigned bit> void testBit(Wavefront &wave, const DecodedInst &inst) {
  T value = readScalar<T>(wave, inst.src[0]);
  unsigned position = wave.scalar32(inst.src[1]) & (sizeof(T) * 8 - 1);
  wave.scc = (value >> position & 1) == bit;
}

// gfx9's VGPR indexing mode: M0's low byte is the index, bits 15:12 choose the operands that it
// moves (source 0, 1, 2, destination).
void setGprIndexOn(Wavefront &wave, const DecodedInst &inst) {
  uint32_t index = wave.scalar32(inst.src[0]) & 0xff;
  uint32_t operands = inst.src[1].index & 0xf;
  wave.sgpr[M0Slot] = (wave.sgpr[M0Slot] & ~0xf0ffu) | index | operands << 12;
  wave.mode |= mode::gprIndexEnable;
}

// gfx9: VSKIP = S0[S1[4:0]].
void setVectorSkip(Wavefront &wave, const DecodedInst &inst) {
  const uint32_t bit = wave.scalar32(inst.src[0]) >> (wave.scalar32(inst.src[1]) & 31) & 1;
  wave.mode = (wave.mode & ~mode::vectorSkip) | (bit ? mode::vectorSkip : 0);
}

const llvm::StringMap<ScalarOp> &table() {
  static const llvm::StringMap<ScalarOp> ops = {
      {"s_cmp_eq_i32", compareOp<int32_t, std::equal_to<>>()},
      {"s_cmp_lg_i32", compareOp<int32_t, std::not_equal_to<>>()},
      {"s_cmp_gt_i32", compareOp<int32_t, std::greater<>>()},
      {"s_cmp_ge_i32", compareOp<int32_t, std::greater_equal<>>()},
      {"s_cmp_lt_i32", compareOp<int32_t, std::less<>>()},
      {"s_cmp_le_i32", compareOp<int32_t, std::less_equal<>>()},
      {"s_cmp_eq_u32", compareOp<uint32_t, std::equal_to<>>()},
      {"s_cmp_lg_u32", compareOp<uint32_t, std::not_equal_to<>>()},
      {"s_cmp_gt_u32", compareOp<uint32_t, std::greater<>>()},
      {"s_cmp_ge_u32", compareOp<uint32_t, std::greater_equal<>>()},
      {"s_cmp_lt_u32", compareOp<uint32_t, std::less<>>()},
      {"s_cmp_le_u32", compareOp<uint32_t, std::less_equal<>>()},
      {"s_cmp_eq_u64", compareOp<uint64_t, std::equal_to<>>()},
      {"s_cmp_lg_u64", compareOp<uint64_t, std::not_equal_to<>>()},
      {"s_bitcmp0_b32", {testBit<uint32_t, 0>}},
      {"s_bitcmp1_b32", {testBit<uint32_t, 1>}},
      {"s_bitcmp0_b64", {testBit<uint64_t, 0>, ConstantType::B64}},
      {"s_bitcmp1_b64", {testBit<uint64_t, 1>, ConstantType::B64}},
      {"s_set_gpr_idx_on", {setGprIndexOn}},
      {"s_setvskip", {setVectorSkip}},
  };
  return ops;
}
} // namespace

const ScalarOp *findSopc(llvm::StringRef name) {
  auto it = table().find(name);
  return it == table().end() ? nullptr : &it->second;
}

} // namespace rocke::sim
