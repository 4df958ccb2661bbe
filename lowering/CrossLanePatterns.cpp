//===- CrossLanePatterns.cpp - Moves between lanes -------------------------===//
#include "Intrinsics.h"
#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

namespace {

/// v_mov_b32 with the DPP control `control`, all rows and banks enabled. Without an old value and
/// with bound_ctrl it folds into the instruction that reads it.
Value dppMove(OpBuilder &builder, Location loc, Value value, uint32_t control) {
  Value old = LLVM::PoisonOp::create(builder, loc, value.getType());
  Value all = constantI32(builder, loc, 0xF);
  return callIntrinsic(
      builder, loc, value.getType(), "llvm.amdgcn.update.dpp",
      {old, value, constantI32(builder, loc, control), all, all, constantI1(builder, loc, true)});
}

/// DPP_ROW_XMASK: lane XOR mask within rows of 16 ("RDNA3.5" ISA, DPP16).
constexpr uint32_t dppRowXmask = 0x160;
/// DPP_QUAD_PERM is 0x00..0xFF: two bits per lane of four.
constexpr uint32_t quadPermXor(uint32_t mask) {
  return (0 ^ mask) | (1 ^ mask) << 2 | (2 ^ mask) << 4 | (3 ^ mask) << 6;
}
/// DPP_ROW_MIRROR and DPP_ROW_HALF_MIRROR reverse 16 and 8 lanes: XOR 15 and XOR 7.
constexpr uint32_t dppRowMirror = 0x140;
constexpr uint32_t dppRowHalfMirror = 0x141;

/// GPUs with v_permlanex16_b32: one instruction for any mask of 1 to 31.
Value laneXorPermlanex16(OpBuilder &builder, Location loc, Value value, uint32_t mask) {
  if (mask < 16)
    return dppMove(builder, loc, value, dppRowXmask | mask);
  // Nibble i of the selector is the lane in the other row that lane i reads.
  uint64_t selector = 0;
  for (uint64_t lane = 0; lane < 16; ++lane)
    selector |= (lane ^ (mask & 15)) << (4 * lane);
  Value old = LLVM::PoisonOp::create(builder, loc, value.getType());
  return callIntrinsic(builder, loc, value.getType(), "llvm.amdgcn.permlanex16",
                       {old, value, constantI32(builder, loc, uint32_t(selector)),
                        constantI32(builder, loc, uint32_t(selector >> 32)),
                        constantI1(builder, loc, true), constantI1(builder, loc, false)});
}

/// The value of lane ^ 32 by v_permlane32_swap_b32 of a value with itself: its two results are the
/// lower half twice and the upper half twice.
Value swapHalves(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type();
  auto pair = LLVM::LLVMStructType::getLiteral(builder.getContext(), {i32, i32});
  Value no = constantI1(builder, loc, false);
  Value both =
      callIntrinsic(builder, loc, pair, "llvm.amdgcn.permlane32.swap", {value, value, no, no});
  Value lower = LLVM::ExtractValueOp::create(builder, loc, both, 0);
  Value upper = LLVM::ExtractValueOp::create(builder, loc, both, 1);
  Value ones = constantI32(builder, loc, ~0u);
  Value lane = callIntrinsic(builder, loc, i32, "llvm.amdgcn.mbcnt.lo",
                             {ones, constantI32(builder, loc, 0)});
  lane = callIntrinsic(builder, loc, i32, "llvm.amdgcn.mbcnt.hi", {ones, lane});
  Value inLower = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, lane,
                                       constantI32(builder, loc, 32));
  return LLVM::SelectOp::create(builder, loc, inLower, upper, lower);
}

/// GPUs of 64 lanes without row_xmask.
Value laneXorWave64(OpBuilder &builder, Location loc, Value value, uint32_t mask) {
  uint32_t low = mask & 31;
  if (low != 0 && low < 4)
    value = dppMove(builder, loc, value, quadPermXor(low));
  else if (low == 7)
    value = dppMove(builder, loc, value, dppRowHalfMirror);
  else if (low == 15)
    value = dppMove(builder, loc, value, dppRowMirror);
  else if (low != 0)
    // ds_swizzle_b32 in bit-mask mode: and 31, or 0, xor mask.
    value = callIntrinsic(builder, loc, builder.getI32Type(), "llvm.amdgcn.ds.swizzle",
                          {value, constantI32(builder, loc, low << 10 | 31)});
  return mask & 32 ? swapHalves(builder, loc, value) : value;
}

struct LaneXorLowering : public ConvertOpToLLVMPattern<LaneXorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(LaneXorOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value value = adaptor.getValue();
    Type type = value.getType();
    if (type != i32)
      value = LLVM::BitcastOp::create(rewriter, loc, i32, value);
    const Arch &arch = archOf(op);
    if (arch.memory.permlanex16)
      value = laneXorPermlanex16(rewriter, loc, value, op.getMask());
    else if (arch.memory.permlane32Swap)
      value = laneXorWave64(rewriter, loc, value, op.getMask());
    else
      return op.emitOpError() << "has no lowering for " << arch.name;
    if (type != i32)
      value = LLVM::BitcastOp::create(rewriter, loc, type, value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct ReadFirstLaneLowering : public ConvertOpToLLVMPattern<ReadFirstLaneOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(ReadFirstLaneOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, callIntrinsic(rewriter, op.getLoc(), op.getResult().getType(),
                                         "llvm.amdgcn.readfirstlane", adaptor.getValue()));
    return success();
  }
};

struct BallotLowering : public ConvertOpToLLVMPattern<BallotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(BallotOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, callIntrinsic(rewriter, op.getLoc(), op.getResult().getType(),
                                         "llvm.amdgcn.ballot", adaptor.getPredicate()));
    return success();
  }
};

} // namespace

void rocke::populateCrossLanePatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<LaneXorLowering, ReadFirstLaneLowering, BallotLowering>(converter);
}
