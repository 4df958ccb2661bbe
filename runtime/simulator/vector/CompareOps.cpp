//===- CompareOps.cpp - v_cmp, v_cmpx and v_cmp_class ----------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "CompareOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

// The names LG and NLG are "less or greater" and its negation; O and U are ordered and unordered.
template <typename T> constexpr Kernel never = compareLanes<[](T, T) { return false; }>;
template <typename T> constexpr Kernel always = compareLanes<[](T, T) { return true; }>;
template <typename T> constexpr Kernel lt = compareLanes<[](T a, T b) { return a < b; }>;
template <typename T> constexpr Kernel eq = compareLanes<[](T a, T b) { return a == b; }>;
template <typename T> constexpr Kernel le = compareLanes<[](T a, T b) { return a <= b; }>;
template <typename T> constexpr Kernel gt = compareLanes<[](T a, T b) { return a > b; }>;
template <typename T> constexpr Kernel ne = compareLanes<[](T a, T b) { return a != b; }>;
template <typename T> constexpr Kernel ge = compareLanes<[](T a, T b) { return a >= b; }>;
template <typename T> constexpr Kernel lg = compareLanes<[](T a, T b) { return a < b || a > b; }>;
template <typename T>
constexpr Kernel nlg = compareLanes<[](T a, T b) { return !(a < b || a > b); }>;
template <typename T> constexpr Kernel nge = compareLanes<[](T a, T b) { return !(a >= b); }>;
template <typename T> constexpr Kernel ngt = compareLanes<[](T a, T b) { return !(a > b); }>;
template <typename T> constexpr Kernel nle = compareLanes<[](T a, T b) { return !(a <= b); }>;
template <typename T> constexpr Kernel nlt = compareLanes<[](T a, T b) { return !(a < b); }>;
template <typename T>
constexpr Kernel ordered = compareLanes<[](T a, T b) { return a == a && b == b; }>;
template <typename T>
constexpr Kernel unordered = compareLanes<[](T a, T b) { return a != a || b != b; }>;

/// v_cmp_class: which of ten classes the value is in, as the bit that it has in the mask operand.
template <typename Bits, int mantissaBits, int exponentBits>
HWY_INLINE bool inClass(Bits x, uint32_t classes) {
  const Bits one = 1;
  const Bits exponentMask = ((one << exponentBits) - 1) << mantissaBits;
  const Bits magnitude = x & ((one << (mantissaBits + exponentBits)) - 1);
  const bool negative = (x >> (mantissaBits + exponentBits) & 1) != 0;
  const bool quiet = (x >> (mantissaBits - 1) & 1) != 0;
  uint32_t bit = negative ? 3 : 8;                                    // normal
  bit = magnitude < (one << mantissaBits) ? (negative ? 4 : 7) : bit; // denormal
  bit = magnitude == 0 ? (negative ? 5 : 6) : bit;
  bit = magnitude == exponentMask ? (negative ? 2 : 9) : bit;
  bit = magnitude > exponentMask ? (quiet ? 1 : 0) : bit;
  return (classes >> bit & 1) != 0;
}
constexpr Kernel classF16 =
    compareLanes<[](uint32_t x, uint32_t classes) { return inClass<uint32_t, 10, 5>(x, classes); }>;
constexpr Kernel classF32 =
    compareLanes<[](uint32_t x, uint32_t classes) { return inClass<uint32_t, 23, 8>(x, classes); }>;
constexpr Kernel classF64 = compareLanes<[](uint64_t x, uint32_t classes) {
  return inClass<uint64_t, 52, 11>(x, classes);
}>;

#define ROCKE_COMPARE(name, kernel, type)                                                          \
  {"v_cmp_" name, kernel, Mask, {type, type}}, {                                                   \
    "v_cmpx_" name, kernel, Mask, {type, type}, opflag::writesExec                                 \
  }

// T is what RDNA calls it, TRU what GCN does.
#define ROCKE_FLOAT_COMPARES(suffix, T, type)                                                      \
  ROCKE_COMPARE("f_" suffix, never<T>, type), ROCKE_COMPARE("lt_" suffix, lt<T>, type),            \
      ROCKE_COMPARE("eq_" suffix, eq<T>, type), ROCKE_COMPARE("le_" suffix, le<T>, type),          \
      ROCKE_COMPARE("gt_" suffix, gt<T>, type), ROCKE_COMPARE("lg_" suffix, lg<T>, type),          \
      ROCKE_COMPARE("ge_" suffix, ge<T>, type), ROCKE_COMPARE("o_" suffix, ordered<T>, type),      \
      ROCKE_COMPARE("u_" suffix, unordered<T>, type), ROCKE_COMPARE("nge_" suffix, nge<T>, type),  \
      ROCKE_COMPARE("nlg_" suffix, nlg<T>, type), ROCKE_COMPARE("ngt_" suffix, ngt<T>, type),      \
      ROCKE_COMPARE("nle_" suffix, nle<T>, type), ROCKE_COMPARE("neq_" suffix, ne<T>, type),       \
      ROCKE_COMPARE("nlt_" suffix, nlt<T>, type), ROCKE_COMPARE("t_" suffix, always<T>, type),     \
      ROCKE_COMPARE("tru_" suffix, always<T>, type)

#define ROCKE_INTEGER_COMPARES(suffix, T, type)                                                    \
  ROCKE_COMPARE("f_" suffix, never<T>, type), ROCKE_COMPARE("lt_" suffix, lt<T>, type),            \
      ROCKE_COMPARE("eq_" suffix, eq<T>, type), ROCKE_COMPARE("le_" suffix, le<T>, type),          \
      ROCKE_COMPARE("gt_" suffix, gt<T>, type), ROCKE_COMPARE("ne_" suffix, ne<T>, type),          \
      ROCKE_COMPARE("ge_" suffix, ge<T>, type), ROCKE_COMPARE("t_" suffix, always<T>, type)

constexpr VectorOp ops[] = {
    ROCKE_FLOAT_COMPARES("f32", float, F32),
    ROCKE_FLOAT_COMPARES("f16", float, F16),
    ROCKE_FLOAT_COMPARES("f64", double, F64),
    ROCKE_INTEGER_COMPARES("i32", int32_t, B32),
    ROCKE_INTEGER_COMPARES("u32", uint32_t, B32),
    ROCKE_INTEGER_COMPARES("i16", int32_t, I16),
    ROCKE_INTEGER_COMPARES("u16", uint32_t, B16),
    ROCKE_INTEGER_COMPARES("i64", int64_t, I64),
    ROCKE_INTEGER_COMPARES("u64", uint64_t, B64),
    {"v_cmp_class_f16", classF16, Mask, {X16, B16}},
    {"v_cmp_class_f32", classF32, Mask, {X32, B32}},
    {"v_cmp_class_f64", classF64, Mask, {X64, B32}},
    {"v_cmpx_class_f16", classF16, Mask, {X16, B16}, opflag::writesExec},
    {"v_cmpx_class_f32", classF32, Mask, {X32, B32}, opflag::writesExec},
    {"v_cmpx_class_f64", classF64, Mask, {X64, B32}, opflag::writesExec},
};

#undef ROCKE_COMPARE
#undef ROCKE_FLOAT_COMPARES
#undef ROCKE_INTEGER_COMPARES

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> compareOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
