//===- MfmaTable.cpp - The matrix instructions of gfx942 and gfx950 --------===//
#include "MatrixInst.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

namespace {
using enum MfmaType;

constexpr bool new950 = true, only942 = true, isSparse = true;

constexpr MfmaOp ops[] = {
    {"mfma_f32_32x32x1_2b_f32", 32, 1, 2, F32, F32, F32},
    {"mfma_f32_16x16x1_4b_f32", 16, 1, 4, F32, F32, F32},
    {"mfma_f32_4x4x1_16b_f32", 4, 1, 16, F32, F32, F32},
    {"mfma_f32_32x32x2_f32", 32, 2, 1, F32, F32, F32},
    {"mfma_f32_16x16x4_f32", 16, 4, 1, F32, F32, F32},
    {"mfma_f32_32x32x4_xf32", 32, 4, 1, XF32, XF32, F32, false, only942},
    {"mfma_f32_16x16x8_xf32", 16, 8, 1, XF32, XF32, F32, false, only942},
    {"mfma_f32_32x32x4_2b_f16", 32, 4, 2, F16, F16, F32},
    {"mfma_f32_16x16x4_4b_f16", 16, 4, 4, F16, F16, F32},
    {"mfma_f32_4x4x4_16b_f16", 4, 4, 16, F16, F16, F32},
    {"mfma_f32_32x32x8_f16", 32, 8, 1, F16, F16, F32},
    {"mfma_f32_16x16x16_f16", 16, 16, 1, F16, F16, F32},
    {"mfma_f32_32x32x16_f16", 32, 16, 1, F16, F16, F32, new950},
    {"mfma_f32_16x16x32_f16", 16, 32, 1, F16, F16, F32, new950},
    {"mfma_f32_32x32x4_2b_bf16", 32, 4, 2, BF16, BF16, F32},
    {"mfma_f32_16x16x4_4b_bf16", 16, 4, 4, BF16, BF16, F32},
    {"mfma_f32_4x4x4_16b_bf16", 4, 4, 16, BF16, BF16, F32},
    {"mfma_f32_32x32x8_bf16", 32, 8, 1, BF16, BF16, F32},
    {"mfma_f32_16x16x16_bf16", 16, 16, 1, BF16, BF16, F32},
    {"mfma_f32_32x32x16_bf16", 32, 16, 1, BF16, BF16, F32, new950},
    {"mfma_f32_16x16x32_bf16", 16, 32, 1, BF16, BF16, F32, new950},
    {"mfma_f32_32x32x16_fp8_fp8", 32, 16, 1, FP8, FP8, F32},
    {"mfma_f32_32x32x16_fp8_bf8", 32, 16, 1, FP8, BF8, F32},
    {"mfma_f32_32x32x16_bf8_fp8", 32, 16, 1, BF8, FP8, F32},
    {"mfma_f32_32x32x16_bf8_bf8", 32, 16, 1, BF8, BF8, F32},
    {"mfma_f32_16x16x32_fp8_fp8", 16, 32, 1, FP8, FP8, F32},
    {"mfma_f32_16x16x32_fp8_bf8", 16, 32, 1, FP8, BF8, F32},
    {"mfma_f32_16x16x32_bf8_fp8", 16, 32, 1, BF8, FP8, F32},
    {"mfma_f32_16x16x32_bf8_bf8", 16, 32, 1, BF8, BF8, F32},
    {"mfma_f32_32x32x64_f8f6f4", 32, 64, 1, FP8, FP8, F32, new950},
    {"mfma_f32_16x16x128_f8f6f4", 16, 128, 1, FP8, FP8, F32, new950},
    {"mfma_scale_f32_32x32x64_f8f6f4", 32, 64, 1, FP8, FP8, F32, new950},
    {"mfma_scale_f32_16x16x128_f8f6f4", 16, 128, 1, FP8, FP8, F32, new950},
    {"mfma_i32_32x32x4_2b_i8", 32, 4, 2, I8, I8, I32},
    {"mfma_i32_16x16x4_4b_i8", 16, 4, 4, I8, I8, I32},
    {"mfma_i32_4x4x4_16b_i8", 4, 4, 16, I8, I8, I32},
    {"mfma_i32_32x32x16_i8", 32, 16, 1, I8, I8, I32},
    {"mfma_i32_16x16x32_i8", 16, 32, 1, I8, I8, I32},
    {"mfma_i32_32x32x32_i8", 32, 32, 1, I8, I8, I32, new950},
    {"mfma_i32_16x16x64_i8", 16, 64, 1, I8, I8, I32, new950},
    {"mfma_f64_16x16x4_f64", 16, 4, 1, F64, F64, F64},
    {"mfma_f64_4x4x4_4b_f64", 4, 4, 4, F64, F64, F64},
    {"smfmac_f32_16x16x32_f16", 16, 32, 1, F16, F16, F32, false, false, isSparse},
    {"smfmac_f32_32x32x16_f16", 32, 16, 1, F16, F16, F32, false, false, isSparse},
    {"smfmac_f32_16x16x32_bf16", 16, 32, 1, BF16, BF16, F32, false, false, isSparse},
    {"smfmac_f32_32x32x16_bf16", 32, 16, 1, BF16, BF16, F32, false, false, isSparse},
    {"smfmac_i32_16x16x64_i8", 16, 64, 1, I8, I8, I32, false, false, isSparse},
    {"smfmac_i32_32x32x32_i8", 32, 32, 1, I8, I8, I32, false, false, isSparse},
    {"smfmac_f32_16x16x64_fp8_fp8", 16, 64, 1, FP8, FP8, F32, false, false, isSparse},
    {"smfmac_f32_16x16x64_fp8_bf8", 16, 64, 1, FP8, BF8, F32, false, false, isSparse},
    {"smfmac_f32_16x16x64_bf8_fp8", 16, 64, 1, BF8, FP8, F32, false, false, isSparse},
    {"smfmac_f32_16x16x64_bf8_bf8", 16, 64, 1, BF8, BF8, F32, false, false, isSparse},
    {"smfmac_f32_32x32x32_fp8_fp8", 32, 32, 1, FP8, FP8, F32, false, false, isSparse},
    {"smfmac_f32_32x32x32_fp8_bf8", 32, 32, 1, FP8, BF8, F32, false, false, isSparse},
    {"smfmac_f32_32x32x32_bf8_fp8", 32, 32, 1, BF8, FP8, F32, false, false, isSparse},
    {"smfmac_f32_32x32x32_bf8_bf8", 32, 32, 1, BF8, BF8, F32, false, false, isSparse},
    {"smfmac_f32_16x16x64_f16", 16, 64, 1, F16, F16, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x32_f16", 32, 32, 1, F16, F16, F32, new950, false, isSparse},
    {"smfmac_f32_16x16x64_bf16", 16, 64, 1, BF16, BF16, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x32_bf16", 32, 32, 1, BF16, BF16, F32, new950, false, isSparse},
    {"smfmac_i32_16x16x128_i8", 16, 128, 1, I8, I8, I32, new950, false, isSparse},
    {"smfmac_i32_32x32x64_i8", 32, 64, 1, I8, I8, I32, new950, false, isSparse},
    {"smfmac_f32_16x16x128_fp8_fp8", 16, 128, 1, FP8, FP8, F32, new950, false, isSparse},
    {"smfmac_f32_16x16x128_fp8_bf8", 16, 128, 1, FP8, BF8, F32, new950, false, isSparse},
    {"smfmac_f32_16x16x128_bf8_fp8", 16, 128, 1, BF8, FP8, F32, new950, false, isSparse},
    {"smfmac_f32_16x16x128_bf8_bf8", 16, 128, 1, BF8, BF8, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x64_fp8_fp8", 32, 64, 1, FP8, FP8, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x64_fp8_bf8", 32, 64, 1, FP8, BF8, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x64_bf8_fp8", 32, 64, 1, BF8, FP8, F32, new950, false, isSparse},
    {"smfmac_f32_32x32x64_bf8_bf8", 32, 64, 1, BF8, BF8, F32, new950, false, isSparse},
};
} // namespace

const MfmaOp *findMfmaOp(llvm::StringRef name) {
  static const llvm::StringMap<const MfmaOp *> byName = [] {
    llvm::StringMap<const MfmaOp *> map;
    for (const MfmaOp &op : ops)
      map[op.name] = &op;
    return map;
  }();
  return name.consume_front("v_") ? byName.lookup(name) : nullptr;
}

} // namespace rocke::sim
