//===- Sop2.cpp - Scalar operations with two sources -----------------------===//
#include "ScalarOps.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

namespace {
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

// SCC after a bit operation tells whether the result is not zero.
template <typename T> T withNonZero(Wavefront &wave, T value) {
  wave.scc = value != 0;
  return value;
}

u32 add(Wavefront &wave, u32 a, u32 b) {
  u32 sum = a + b;
  wave.scc = sum < a;
  return sum;
}
u32 addCarry(Wavefront &wave, u32 a, u32 b) {
  u64 sum = u64{a} + b + wave.scc;
  wave.scc = sum >> 32 != 0;
  return static_cast<u32>(sum);
}
u32 sub(Wavefront &wave, u32 a, u32 b) {
  wave.scc = b > a;
  return a - b;
}
u32 subBorrow(Wavefront &wave, u32 a, u32 b) {
  u64 subtrahend = u64{b} + wave.scc;
  wave.scc = subtrahend > a;
  return static_cast<u32>(a - subtrahend);
}
i32 addSigned(Wavefront &wave, i32 a, i32 b) {
  i32 sum;
  wave.scc = __builtin_add_overflow(a, b, &sum);
  return sum;
}
i32 subSigned(Wavefront &wave, i32 a, i32 b) {
  i32 difference;
  wave.scc = __builtin_sub_overflow(a, b, &difference);
  return difference;
}
u32 absDiff(Wavefront &wave, i32 a, i32 b) {
  u32 difference = static_cast<u32>(a) - static_cast<u32>(b);
  if (static_cast<i32>(difference) < 0)
    difference = 0u - difference;
  return withNonZero(wave, difference);
}

template <typename T> T minimum(Wavefront &wave, T a, T b) {
  wave.scc = a < b;
  return wave.scc ? a : b;
}
// The families differ for equal operands: RDNA3's manual has SCC = S0 >= S1, CDNA's S0 > S1.
template <typename T> T maximum(Wavefront &wave, T a, T b) {
  wave.scc = wave.gpu->isGfx11() ? a >= b : a > b;
  return wave.scc ? a : b;
}

template <typename T> constexpr u32 shiftMask = sizeof(T) * 8 - 1;
template <typename T> T shiftLeft(Wavefront &wave, T a, u32 b) {
  return withNonZero(wave, static_cast<T>(a << (b & shiftMask<T>)));
}
template <typename T> T shiftRight(Wavefront &wave, T a, u32 b) {
  return withNonZero(wave, static_cast<T>(a >> (b & shiftMask<T>)));
}
template <unsigned shift> u32 shiftLeftAdd(Wavefront &wave, u32 a, u32 b) {
  u64 sum = (u64{a} << shift) + b;
  wave.scc = sum >> 32 != 0;
  return static_cast<u32>(sum);
}

template <typename T> T bitFieldExtract(Wavefront &wave, T a, u32 b) {
  u32 offset = b & shiftMask<T>;
  u32 width = b >> 16 & 0x7f;
  constexpr u32 bits = sizeof(T) * 8;
  if (width == 0)
    return withNonZero<T>(wave, 0);
  T field = a >> offset; // brings in the sign if T has one
  if (width < bits - offset) {
    u32 unused = bits - width;
    using U = std::make_unsigned_t<T>;
    field = static_cast<T>(static_cast<T>(static_cast<U>(field) << unused) >> unused);
  }
  return withNonZero(wave, field);
}
template <typename T> T bitFieldMask(Wavefront &, u32 a, u32 b) {
  return ((T{1} << (a & shiftMask<T>)) - 1) << (b & shiftMask<T>);
}

template <typename T> T select(Wavefront &wave, T a, T b) { return wave.scc ? a : b; }

template <unsigned shiftA, unsigned shiftB> u32 pack(Wavefront &, u32 a, u32 b) {
  return (a >> shiftA & 0xffff) | (b >> shiftB & 0xffff) << 16;
}

template <typename T> using Binary = T (*)(Wavefront &, T, T);
template <typename T>
constexpr Binary<T> bitAnd = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, a & b); };
template <typename T>
constexpr Binary<T> bitOr = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, a | b); };
template <typename T>
constexpr Binary<T> bitXor = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, a ^ b); };
template <typename T>
constexpr Binary<T> bitAndNot = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, a & ~b); };
template <typename T>
constexpr Binary<T> bitOrNot = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, a | ~b); };
template <typename T>
constexpr Binary<T> bitNand = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, ~(a & b)); };
template <typename T>
constexpr Binary<T> bitNor = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, ~(a | b)); };
template <typename T>
constexpr Binary<T> bitXnor = [](Wavefront &w, T a, T b) { return withNonZero<T>(w, ~(a ^ b)); };

u32 multiply(Wavefront &, u32 a, u32 b) { return a * b; }
u32 multiplyHighUnsigned(Wavefront &, u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }
u32 multiplyHighSigned(Wavefront &, i32 a, i32 b) { return static_cast<u32>(i64{a} * b >> 32); }

const llvm::StringMap<ScalarOp> &table() {
  static const llvm::StringMap<ScalarOp> ops = {
      {"s_add_u32", binaryOp<u32, u32, u32, add>()},
      {"s_sub_u32", binaryOp<u32, u32, u32, sub>()},
      {"s_add_i32", binaryOp<i32, i32, i32, addSigned>()},
      {"s_sub_i32", binaryOp<i32, i32, i32, subSigned>()},
      {"s_addc_u32", binaryOp<u32, u32, u32, addCarry>()},
      {"s_subb_u32", binaryOp<u32, u32, u32, subBorrow>()},
      {"s_absdiff_i32", binaryOp<u32, i32, i32, absDiff>()},
      {"s_min_i32", binaryOp<i32, i32, i32, minimum<i32>>()},
      {"s_min_u32", binaryOp<u32, u32, u32, minimum<u32>>()},
      {"s_max_i32", binaryOp<i32, i32, i32, maximum<i32>>()},
      {"s_max_u32", binaryOp<u32, u32, u32, maximum<u32>>()},
      {"s_cselect_b32", binaryOp<u32, u32, u32, select<u32>>()},
      {"s_cselect_b64", binaryOp<u64, u64, u64, select<u64>>()},
      {"s_and_b32", binaryOp<u32, u32, u32, bitAnd<u32>>()},
      {"s_and_b64", binaryOp<u64, u64, u64, bitAnd<u64>>()},
      {"s_or_b32", binaryOp<u32, u32, u32, bitOr<u32>>()},
      {"s_or_b64", binaryOp<u64, u64, u64, bitOr<u64>>()},
      {"s_xor_b32", binaryOp<u32, u32, u32, bitXor<u32>>()},
      {"s_xor_b64", binaryOp<u64, u64, u64, bitXor<u64>>()},
      {"s_andn2_b32", binaryOp<u32, u32, u32, bitAndNot<u32>>()},
      {"s_andn2_b64", binaryOp<u64, u64, u64, bitAndNot<u64>>()},
      {"s_and_not1_b32", binaryOp<u32, u32, u32, bitAndNot<u32>>()},
      {"s_and_not1_b64", binaryOp<u64, u64, u64, bitAndNot<u64>>()},
      {"s_orn2_b32", binaryOp<u32, u32, u32, bitOrNot<u32>>()},
      {"s_orn2_b64", binaryOp<u64, u64, u64, bitOrNot<u64>>()},
      {"s_or_not1_b32", binaryOp<u32, u32, u32, bitOrNot<u32>>()},
      {"s_or_not1_b64", binaryOp<u64, u64, u64, bitOrNot<u64>>()},
      {"s_nand_b32", binaryOp<u32, u32, u32, bitNand<u32>>()},
      {"s_nand_b64", binaryOp<u64, u64, u64, bitNand<u64>>()},
      {"s_nor_b32", binaryOp<u32, u32, u32, bitNor<u32>>()},
      {"s_nor_b64", binaryOp<u64, u64, u64, bitNor<u64>>()},
      {"s_xnor_b32", binaryOp<u32, u32, u32, bitXnor<u32>>()},
      {"s_xnor_b64", binaryOp<u64, u64, u64, bitXnor<u64>>()},
      {"s_lshl_b32", binaryOp<u32, u32, u32, shiftLeft<u32>>()},
      {"s_lshl_b64", binaryOp<u64, u64, u32, shiftLeft<u64>>()},
      {"s_lshr_b32", binaryOp<u32, u32, u32, shiftRight<u32>>()},
      {"s_lshr_b64", binaryOp<u64, u64, u32, shiftRight<u64>>()},
      {"s_ashr_i32", binaryOp<i32, i32, u32, shiftRight<i32>>()},
      {"s_ashr_i64", binaryOp<i64, i64, u32, shiftRight<i64>>()},
      {"s_lshl1_add_u32", binaryOp<u32, u32, u32, shiftLeftAdd<1>>()},
      {"s_lshl2_add_u32", binaryOp<u32, u32, u32, shiftLeftAdd<2>>()},
      {"s_lshl3_add_u32", binaryOp<u32, u32, u32, shiftLeftAdd<3>>()},
      {"s_lshl4_add_u32", binaryOp<u32, u32, u32, shiftLeftAdd<4>>()},
      {"s_bfm_b32", binaryOp<u32, u32, u32, bitFieldMask<u32>>()},
      {"s_bfm_b64", binaryOp<u64, u32, u32, bitFieldMask<u64>>()},
      {"s_bfe_u32", binaryOp<u32, u32, u32, bitFieldExtract<u32>>()},
      {"s_bfe_i32", binaryOp<i32, i32, u32, bitFieldExtract<i32>>()},
      {"s_bfe_u64", binaryOp<u64, u64, u32, bitFieldExtract<u64>>()},
      {"s_bfe_i64", binaryOp<i64, i64, u32, bitFieldExtract<i64>>()},
      {"s_mul_i32", binaryOp<u32, u32, u32, multiply>()},
      {"s_mul_hi_u32", binaryOp<u32, u32, u32, multiplyHighUnsigned>()},
      {"s_mul_hi_i32", binaryOp<u32, i32, i32, multiplyHighSigned>()},
      {"s_cbranch_g_fork", {forkToRegister, ConstantType::B64, ConstantType::B64}},
      {"s_rfe_restore_b64", {returnFromException, ConstantType::B64}},
      {"s_pack_ll_b32_b16", binaryOp<u32, u32, u32, pack<0, 0>>()},
      {"s_pack_lh_b32_b16", binaryOp<u32, u32, u32, pack<0, 16>>()},
      {"s_pack_hl_b32_b16", binaryOp<u32, u32, u32, pack<16, 0>>()},
      {"s_pack_hh_b32_b16", binaryOp<u32, u32, u32, pack<16, 16>>()},
  };
  return ops;
}
} // namespace

const ScalarOp *findSop2(llvm::StringRef name) {
  auto it = table().find(name);
  return it == table().end() ? nullptr : &it->second;
}

} // namespace rocke::sim
