//===- IntegerOps.cpp - Integer and bit operations -------------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "IntegerOps.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "IntegerLanes-inl.h"
#include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

using enum ValueType;

constexpr Kernel mov32 = mapLanes<[](uint32_t a) { return a; }>;
constexpr Kernel not32 = mapLanes<[](uint32_t a) { return ~a; }>;
constexpr Kernel and32 = mapLanes<[](uint32_t a, uint32_t b) { return a & b; }>;
constexpr Kernel or32 = mapLanes<[](uint32_t a, uint32_t b) { return a | b; }>;
constexpr Kernel xor32 = mapLanes<[](uint32_t a, uint32_t b) { return a ^ b; }>;
constexpr Kernel add = mapLanes<[](uint32_t a, uint32_t b) { return a + b; }>;
constexpr Kernel sub = mapLanes<[](uint32_t a, uint32_t b) { return a - b; }>;
constexpr Kernel subrev = mapLanes<[](uint32_t a, uint32_t b) { return b - a; }>;
constexpr Kernel mulLow = mapLanes<[](uint32_t a, uint32_t b) { return a * b; }>;
constexpr Kernel addSatU32 =
    mapLanes<[](uint32_t a, uint32_t b) { return a + b < a ? ~0u : a + b; }>;
constexpr Kernel subSatU32 = mapLanes<[](uint32_t a, uint32_t b) { return a < b ? 0u : a - b; }>;
constexpr Kernel subrevSatU32 = mapLanes<[](uint32_t a, uint32_t b) { return b < a ? 0u : b - a; }>;
constexpr Kernel addSatI32 =
    mapLanes<[](int32_t a, int32_t b) { return saturateI32(int64_t{a} + b); }>;
constexpr Kernel subSatI32 =
    mapLanes<[](int32_t a, int32_t b) { return saturateI32(int64_t{a} - b); }>;

// Results of 16-bit operations are taken modulo 2^16, so 32-bit kernels serve; only saturation
// needs the width.
constexpr Kernel addSatU16 =
    mapLanes<[](uint32_t a, uint32_t b) { return atMost(a + b, 0xffffu); }>;
constexpr Kernel subrevSatU16 = subrevSatU32;
constexpr Kernel mulSatU16 =
    mapLanes<[](uint32_t a, uint32_t b) { return atMost(a * b, 0xffffu); }>;
constexpr Kernel madSatU16 =
    mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return atMost(a * b + c, 0xffffu); }>;
constexpr Kernel addSatI16 = mapLanes<[](int32_t a, int32_t b) { return saturateI16(a + b); }>;
constexpr Kernel subSatI16 = mapLanes<[](int32_t a, int32_t b) { return saturateI16(a - b); }>;
constexpr Kernel madSatI16 =
    mapLanes<[](int32_t a, int32_t b, int32_t c) { return saturateI16(a * b + c); }>;
constexpr Kernel mad = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }>;

constexpr Kernel minU = mapLanes<[](uint32_t a, uint32_t b) { return atMost(a, b); }>;
constexpr Kernel maxU = mapLanes<[](uint32_t a, uint32_t b) { return atLeast(a, b); }>;
constexpr Kernel minI = mapLanes<[](int32_t a, int32_t b) { return atMost(a, b); }>;
constexpr Kernel maxI = mapLanes<[](int32_t a, int32_t b) { return atLeast(a, b); }>;
template <typename T>
constexpr Kernel min3 = mapLanes<[](T a, T b, T c) { return atMost(atMost(a, b), c); }>;
template <typename T>
constexpr Kernel max3 = mapLanes<[](T a, T b, T c) { return atLeast(atLeast(a, b), c); }>;
template <typename T>
constexpr Kernel med3 =
    mapLanes<[](T a, T b, T c) { return atLeast(atMost(a, b), atMost(atLeast(a, b), c)); }>;
template <typename T>
constexpr Kernel minmax = mapLanes<[](T a, T b, T c) { return atLeast(atMost(a, b), c); }>;
template <typename T>
constexpr Kernel maxmin = mapLanes<[](T a, T b, T c) { return atMost(atLeast(a, b), c); }>;

constexpr Kernel shl32 = mapLanes<[](uint32_t n, uint32_t x) { return x << (n & 31); }>;
constexpr Kernel shr32 = mapLanes<[](uint32_t n, uint32_t x) { return x >> (n & 31); }>;
constexpr Kernel sar32 = mapLanes<[](uint32_t n, int32_t x) { return x >> (n & 31); }>;
constexpr Kernel shl16 = mapLanes<[](uint32_t n, uint32_t x) { return x << (n & 15); }>;
constexpr Kernel shr16 = mapLanes<[](uint32_t n, uint32_t x) { return x >> (n & 15); }>;
constexpr Kernel sar16 = mapLanes<[](uint32_t n, int32_t x) { return x >> (n & 15); }>;
constexpr Kernel shl64 = mapLanes<[](uint32_t n, uint64_t x) { return x << (n & 63); }>;
constexpr Kernel shr64 = mapLanes<[](uint32_t n, uint64_t x) { return x >> (n & 63); }>;
constexpr Kernel sar64 = mapLanes<[](uint32_t n, int64_t x) { return x >> (n & 63); }>;

constexpr Kernel addCarry =
    mapWithMask<[](uint32_t a, uint32_t b) { return WithMask<uint32_t>{a + b, a + b < a}; }>;
constexpr Kernel subBorrow =
    mapWithMask<[](uint32_t a, uint32_t b) { return WithMask<uint32_t>{a - b, b > a}; }>;
constexpr Kernel subrevBorrow =
    mapWithMask<[](uint32_t a, uint32_t b) { return WithMask<uint32_t>{b - a, a > b}; }>;
constexpr Kernel addWithCarry =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return addIn(a, b, c.maskIn); }>;
constexpr Kernel subWithBorrow =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return subIn(a, b, c.maskIn); }>;
constexpr Kernel subrevWithBorrow =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return subIn(b, a, c.maskIn); }>;
constexpr Kernel addWithCarrySat =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return addInSat(a, b, c.maskIn); }>;
constexpr Kernel subWithBorrowSat =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return subInSat(a, b, c.maskIn); }>;
constexpr Kernel subrevWithBorrowSat =
    mapWithMask<[](LaneContext c, uint32_t a, uint32_t b) { return subInSat(b, a, c.maskIn); }>;
constexpr Kernel addCarrySat = mapWithMask<[](uint32_t a, uint32_t b) {
  return WithMask<uint32_t>{a + b < a ? ~0u : a + b, a + b < a};
}>;
constexpr Kernel subBorrowSat = mapWithMask<[](uint32_t a, uint32_t b) {
  return WithMask<uint32_t>{b > a ? 0u : a - b, b > a};
}>;
constexpr Kernel subrevBorrowSat = mapWithMask<[](uint32_t a, uint32_t b) {
  return WithMask<uint32_t>{a > b ? 0u : b - a, a > b};
}>;

constexpr Kernel mulI24 = mapLanes<[](uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(signed24(a)) * static_cast<uint32_t>(signed24(b));
}>;
constexpr Kernel mulI24Sat = mapLanes<[](uint32_t a, uint32_t b) {
  return saturateI32(int64_t{signed24(a)} * signed24(b));
}>;
constexpr Kernel mulHighI24 = mapLanes<[](uint32_t a, uint32_t b) {
  return static_cast<int32_t>(int64_t{signed24(a)} * signed24(b) >> 32);
}>;
constexpr Kernel mulU24 =
    mapLanes<[](uint32_t a, uint32_t b) { return (a & 0xffffff) * (b & 0xffffff); }>;
constexpr Kernel mulU24Sat = mapLanes<[](uint32_t a, uint32_t b) {
  return saturateU32(uint64_t{a & 0xffffff} * (b & 0xffffff));
}>;
constexpr Kernel mulHighU24 = mapLanes<[](uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(uint64_t{a & 0xffffff} * (b & 0xffffff) >> 32);
}>;
constexpr Kernel madI24 = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(signed24(a)) * static_cast<uint32_t>(signed24(b)) + c;
}>;
constexpr Kernel madI24Sat = mapLanes<[](uint32_t a, uint32_t b, int32_t c) {
  return saturateI32(int64_t{signed24(a)} * signed24(b) + c);
}>;
constexpr Kernel madU24 = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return (a & 0xffffff) * (b & 0xffffff) + c;
}>;
constexpr Kernel madU24Sat = mapLanes<[](uint32_t a, uint32_t b, uint32_t c) {
  return saturateU32(uint64_t{a & 0xffffff} * (b & 0xffffff) + c);
}>;
constexpr Kernel madU32U16Sat =
    mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return saturateU32(uint64_t{a} * b + c); }>;
constexpr Kernel madI32I16Sat =
    mapLanes<[](int32_t a, int32_t b, int32_t c) { return saturateI32(int64_t{a} * b + c); }>;
constexpr Kernel mulHighU =
    mapLanes<[](uint32_t a, uint32_t b) { return static_cast<uint32_t>(uint64_t{a} * b >> 32); }>;
constexpr Kernel mulHighI =
    mapLanes<[](int32_t a, int32_t b) { return static_cast<int32_t>(int64_t{a} * b >> 32); }>;
constexpr Kernel madU64 =
    mapWithMask<[](uint32_t a, uint32_t b, uint64_t c) { return madWide(a, b, c); }>;
constexpr Kernel madI64 =
    mapWithMask<[](int32_t a, int32_t b, int64_t c) { return madWide(a, b, c); }>;
constexpr Kernel madU64Sat =
    mapWithMask<[](uint32_t a, uint32_t b, uint64_t c) { return madWideSat(a, b, c); }>;
constexpr Kernel madI64Sat =
    mapWithMask<[](int32_t a, int32_t b, int64_t c) { return madWideSat(a, b, c); }>;

constexpr Kernel leadingZeros = mapLanes<[](uint32_t a) { return countLeadingZeros(a); }>;
constexpr Kernel trailingZeros = mapLanes<[](uint32_t a) { return countTrailingZeros(a); }>;
constexpr Kernel leadingSigns = mapLanes<[](uint32_t a) { return countLeadingSigns(a); }>;

using namespace opflag;
constexpr uint16_t carries = readsMask | writesMask;

constexpr VectorOp ops[] = {
    {"v_mov_b32", mov32, B32, {B32}},
    {"v_mov_b64", mapLanes<[](uint64_t a) { return a; }>, B64, {B64}},
    {"v_mov_b16", mov32, B16, {B16}},
    {"v_accvgpr_read_b32", mov32, B32, {B32}},
    {"v_accvgpr_write_b32", mov32, B32, {B32}},
    {"v_accvgpr_mov_b32", mov32, B32, {B32}},
    {"v_not_b32", not32, B32, {B32}},
    {"v_not_b16", not32, B16, {B16}},
    {"v_and_b32", and32, B32, {B32, B32}},
    {"v_or_b32", or32, B32, {B32, B32}},
    {"v_xor_b32", xor32, B32, {B32, B32}},
    {"v_xnor_b32", mapLanes<[](uint32_t a, uint32_t b) { return ~(a ^ b); }>, B32, {B32, B32}},
    {"v_and_b16", and32, B16, {B16, B16}},
    {"v_or_b16", or32, B16, {B16, B16}},
    {"v_xor_b16", xor32, B16, {B16, B16}},

    // RDNA's names, then GCN's.
    {"v_add_nc_u32", add, B32, {B32, B32}, 0, addSatU32},
    {"v_sub_nc_u32", sub, B32, {B32, B32}, 0, subSatU32},
    {"v_subrev_nc_u32", subrev, B32, {B32, B32}, 0, subrevSatU32},
    {"v_add_nc_i32", add, B32, {B32, B32}, 0, addSatI32},
    {"v_sub_nc_i32", sub, B32, {B32, B32}, 0, subSatI32},
    {"v_add_u32", add, B32, {B32, B32}, 0, addSatU32},
    {"v_sub_u32", sub, B32, {B32, B32}, 0, subSatU32},
    {"v_subrev_u32", subrev, B32, {B32, B32}, 0, subrevSatU32},
    {"v_add_i32", add, B32, {B32, B32}, 0, addSatI32},
    {"v_sub_i32", sub, B32, {B32, B32}, 0, subSatI32},
    {"v_add_co_u32", addCarry, B32, {B32, B32}, writesMask, addCarrySat},
    {"v_sub_co_u32", subBorrow, B32, {B32, B32}, writesMask, subBorrowSat},
    {"v_subrev_co_u32", subrevBorrow, B32, {B32, B32}, writesMask, subrevBorrowSat},
    {"v_add_co_ci_u32", addWithCarry, B32, {B32, B32}, carries, addWithCarrySat},
    {"v_sub_co_ci_u32", subWithBorrow, B32, {B32, B32}, carries, subWithBorrowSat},
    {"v_subrev_co_ci_u32", subrevWithBorrow, B32, {B32, B32}, carries, subrevWithBorrowSat},
    {"v_addc_co_u32", addWithCarry, B32, {B32, B32}, carries, addWithCarrySat},
    {"v_subb_co_u32", subWithBorrow, B32, {B32, B32}, carries, subWithBorrowSat},
    {"v_subbrev_co_u32", subrevWithBorrow, B32, {B32, B32}, carries, subrevWithBorrowSat},

    {"v_add3_u32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return a + b + c; }>,
     B32,
     {B32, B32, B32}},
    {"v_lshl_add_u32",
     mapLanes<[](uint32_t a, uint32_t n, uint32_t c) { return (a << (n & 31)) + c; }>,
     B32,
     {B32, B32, B32}},
    {"v_add_lshl_u32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t n) { return (a + b) << (n & 31); }>,
     B32,
     {B32, B32, B32}},
    {"v_lshl_add_u64",
     mapLanes<[](uint64_t a, uint32_t n, uint64_t c) { return (a << (n & 7)) + c; }>,
     B64,
     {B64, B32, B64}},
    {"v_xad_u32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return (a ^ b) + c; }>,
     B32,
     {B32, B32, B32}},
    {"v_and_or_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | c; }>,
     B32,
     {B32, B32, B32}},
    {"v_or3_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return a | b | c; }>,
     B32,
     {B32, B32, B32}},
    {"v_xor3_b32",
     mapLanes<[](uint32_t a, uint32_t b, uint32_t c) { return a ^ b ^ c; }>,
     B32,
     {B32, B32, B32}},
    {"v_lshl_or_b32",
     mapLanes<[](uint32_t a, uint32_t n, uint32_t c) { return a << (n & 31) | c; }>,
     B32,
     {B32, B32, B32}},
    {"v_bfe_u32",
     mapLanes<[](uint32_t x, uint32_t at, uint32_t width) {
       return (x >> (at & 31)) & ((1u << (width & 31)) - 1);
     }>,
     B32,
     {B32, B32, B32}},
    {"v_bfe_i32",
     mapLanes<[](uint32_t x, uint32_t at, uint32_t width) {
       return bitFieldSigned(x, at & 31, width & 31);
     }>,
     B32,
     {B32, B32, B32}},
    {"v_bfi_b32",
     mapLanes<[](uint32_t mask, uint32_t a, uint32_t b) { return (mask & a) | (~mask & b); }>,
     B32,
     {B32, B32, B32}},
    {"v_bfm_b32",
     mapLanes<[](uint32_t width, uint32_t at) { return ((1u << (width & 31)) - 1) << (at & 31); }>,
     B32,
     {B32, B32}},
    {"v_bfrev_b32", mapLanes<[](uint32_t a) { return reversedBits(a); }>, B32, {B32}},
    {"v_bcnt_u32_b32",
     mapLanes<[](uint32_t a, uint32_t b) { return static_cast<uint32_t>(std::popcount(a)) + b; }>,
     B32,
     {B32, B32}},
    {"v_mbcnt_lo_u32_b32",
     mapLanes<[](LaneContext c, uint32_t a, uint32_t b) {
       return static_cast<uint32_t>(std::popcount(a & lanesBelow(c.firstLane + c.lane, 0))) + b;
     }>,
     B32,
     {B32, B32}},
    {"v_mbcnt_hi_u32_b32",
     mapLanes<[](LaneContext c, uint32_t a, uint32_t b) {
       return static_cast<uint32_t>(std::popcount(a & lanesBelow(c.firstLane + c.lane, 32))) + b;
     }>,
     B32,
     {B32, B32}},
    {"v_clz_i32_u32", leadingZeros, B32, {B32}},
    {"v_ffbh_u32", leadingZeros, B32, {B32}},
    {"v_ctz_i32_b32", trailingZeros, B32, {B32}},
    {"v_ffbl_b32", trailingZeros, B32, {B32}},
    {"v_cls_i32", leadingSigns, B32, {B32}},
    {"v_ffbh_i32", leadingSigns, B32, {B32}},
    {"v_min_u32", minU, B32, {B32, B32}},
    {"v_max_u32", maxU, B32, {B32, B32}},
    {"v_min_i32", minI, B32, {B32, B32}},
    {"v_max_i32", maxI, B32, {B32, B32}},
    {"v_min3_u32", min3<uint32_t>, B32, {B32, B32, B32}},
    {"v_max3_u32", max3<uint32_t>, B32, {B32, B32, B32}},
    {"v_med3_u32", med3<uint32_t>, B32, {B32, B32, B32}},
    {"v_min3_i32", min3<int32_t>, B32, {B32, B32, B32}},
    {"v_max3_i32", max3<int32_t>, B32, {B32, B32, B32}},
    {"v_med3_i32", med3<int32_t>, B32, {B32, B32, B32}},
    {"v_minmax_u32", minmax<uint32_t>, B32, {B32, B32, B32}},
    {"v_maxmin_u32", maxmin<uint32_t>, B32, {B32, B32, B32}},
    {"v_minmax_i32", minmax<int32_t>, B32, {B32, B32, B32}},
    {"v_maxmin_i32", maxmin<int32_t>, B32, {B32, B32, B32}},
    {"v_lshlrev_b32", shl32, B32, {B32, B32}},
    {"v_lshrrev_b32", shr32, B32, {B32, B32}},
    {"v_ashrrev_i32", sar32, B32, {B32, B32}},
    {"v_lshlrev_b64", shl64, B64, {B32, B64}},
    {"v_lshrrev_b64", shr64, B64, {B32, B64}},
    {"v_ashrrev_i64", sar64, B64, {B32, I64}},

    {"v_mul_i32_i24", mulI24, B32, {B32, B32}, 0, mulI24Sat},
    {"v_mul_hi_i32_i24", mulHighI24, B32, {B32, B32}},
    {"v_mul_u32_u24", mulU24, B32, {B32, B32}, 0, mulU24Sat},
    {"v_mul_hi_u32_u24", mulHighU24, B32, {B32, B32}},
    {"v_mad_i32_i24", madI24, B32, {B32, B32, B32}, 0, madI24Sat},
    {"v_mad_u32_u24", madU24, B32, {B32, B32, B32}, 0, madU24Sat},
    {"v_mad_u32_u16", mad, B32, {B16, B16, B32}, 0, madU32U16Sat},
    {"v_mad_i32_i16", mad, B32, {I16, I16, B32}, 0, madI32I16Sat},
    {"v_mul_lo_u32", mulLow, B32, {B32, B32}},
    {"v_mul_lo_i32", mulLow, B32, {B32, B32}},
    {"v_mul_hi_u32", mulHighU, B32, {B32, B32}},
    {"v_mul_hi_i32", mulHighI, B32, {B32, B32}},
    {"v_mad_u64_u32", madU64, B64, {B32, B32, B64}, writesMask, madU64Sat},
    {"v_mad_i64_i32", madI64, B64, {B32, B32, I64}, writesMask, madI64Sat},

    {"v_add_nc_u16", add, B16, {B16, B16}, 0, addSatU16},
    {"v_sub_nc_u16", sub, B16, {B16, B16}, 0, subSatU32},
    {"v_add_u16", add, B16, {B16, B16}, 0, addSatU16},
    {"v_sub_u16", sub, B16, {B16, B16}, 0, subSatU32},
    {"v_subrev_u16", subrev, B16, {B16, B16}, 0, subrevSatU16},
    {"v_add_nc_i16", add, I16, {I16, I16}, 0, addSatI16},
    {"v_sub_nc_i16", sub, I16, {I16, I16}, 0, subSatI16},
    {"v_add_i16", add, I16, {I16, I16}, 0, addSatI16},
    {"v_sub_i16", sub, I16, {I16, I16}, 0, subSatI16},
    {"v_mul_lo_u16", mulLow, B16, {B16, B16}, 0, mulSatU16},
    {"v_mad_u16", mad, B16, {B16, B16, B16}, 0, madSatU16},
    {"v_mad_legacy_u16", mad, B16, {B16, B16, B16}, 0, madSatU16},
    {"v_mad_i16", mad, I16, {I16, I16, I16}, 0, madSatI16},
    {"v_mad_legacy_i16", mad, I16, {I16, I16, I16}, 0, madSatI16},
    {"v_min_u16", minU, B16, {B16, B16}},
    {"v_max_u16", maxU, B16, {B16, B16}},
    {"v_min_i16", minI, I16, {I16, I16}},
    {"v_max_i16", maxI, I16, {I16, I16}},
    {"v_min3_u16", min3<uint32_t>, B16, {B16, B16, B16}},
    {"v_max3_u16", max3<uint32_t>, B16, {B16, B16, B16}},
    {"v_med3_u16", med3<uint32_t>, B16, {B16, B16, B16}},
    {"v_min3_i16", min3<int32_t>, I16, {I16, I16, I16}},
    {"v_max3_i16", max3<int32_t>, I16, {I16, I16, I16}},
    {"v_med3_i16", med3<int32_t>, I16, {I16, I16, I16}},
    {"v_lshlrev_b16", shl16, B16, {B16, B16}},
    {"v_lshrrev_b16", shr16, B16, {B16, B16}},
    {"v_ashrrev_i16", sar16, I16, {B16, I16}},
    {"v_pk_add_u16", add, B16, {B16, B16}, packed, addSatU16},
    {"v_pk_sub_u16", sub, B16, {B16, B16}, packed, subSatU32},
    {"v_pk_add_i16", add, I16, {I16, I16}, packed, addSatI16},
    {"v_pk_sub_i16", sub, I16, {I16, I16}, packed, subSatI16},
    {"v_pk_mul_lo_u16", mulLow, B16, {B16, B16}, packed, mulSatU16},
    {"v_pk_mad_u16", mad, B16, {B16, B16, B16}, packed, madSatU16},
    {"v_pk_mad_i16", mad, I16, {I16, I16, I16}, packed, madSatI16},
    {"v_pk_min_u16", minU, B16, {B16, B16}, packed},
    {"v_pk_max_u16", maxU, B16, {B16, B16}, packed},
    {"v_pk_min_i16", minI, I16, {I16, I16}, packed},
    {"v_pk_max_i16", maxI, I16, {I16, I16}, packed},
    {"v_pk_lshlrev_b16", shl16, B16, {B16, B16}, packed},
    {"v_pk_lshrrev_b16", shr16, B16, {B16, B16}, packed},
    {"v_pk_ashrrev_i16", sar16, I16, {B16, I16}, packed},
};

llvm::ArrayRef<VectorOp> table() { return ops; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(table);
llvm::ArrayRef<VectorOp> integerOps() { return HWY_DYNAMIC_DISPATCH(table)(); }
} // namespace rocke::sim
#endif
