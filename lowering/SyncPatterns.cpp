//===- SyncPatterns.cpp - Barriers, waits and scheduling hints -------------===//
#include "Intrinsics.h"
#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

namespace {

void fence(OpBuilder &builder, Location loc, LLVM::AtomicOrdering ordering, StringRef scope,
           bool ldsOnly) {
  auto op = LLVM::FenceOp::create(builder, loc, ordering, scope);
  // A fence of LDS alone leaves global loads in flight and the caches as they are.
  if (ldsOnly)
    op->setDiscardableAttr(
        LLVM::LLVMDialect::getMmraAttrName(),
        LLVM::MMRATagAttr::get(builder.getContext(), "amdgpu-synchronize-as", "local"));
}

struct BarrierLowering : public ConvertOpToLLVMPattern<BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(BarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    bool fenced = op.getFence() != Fence::none;
    bool ldsOnly = op.getFence() == Fence::lds;
    if (fenced)
      fence(rewriter, loc, LLVM::AtomicOrdering::release, "workgroup", ldsOnly);
    callIntrinsic(rewriter, loc, "llvm.amdgcn.s.barrier", {});
    if (fenced)
      fence(rewriter, loc, LLVM::AtomicOrdering::acquire, "workgroup", ldsOnly);
    rewriter.eraseOp(op);
    return success();
  }
};

struct WaveBarrierLowering : public ConvertOpToLLVMPattern<WaveBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(WaveBarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    fence(rewriter, loc, LLVM::AtomicOrdering::release, "wavefront", /*ldsOnly=*/true);
    callIntrinsic(rewriter, loc, "llvm.amdgcn.wave.barrier", {});
    fence(rewriter, loc, LLVM::AtomicOrdering::acquire, "wavefront", /*ldsOnly=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};

/// The operand of s_waitcnt that waits for these counters alone. Layouts: "RDNA3.5" and "CDNA4"
/// ISA, S_WAITCNT.
uint32_t waitBits(const Arch &arch, std::optional<uint32_t> vmcnt,
                  std::optional<uint32_t> lgkmcnt) {
  uint32_t vm = vmcnt.value_or(63);
  if (arch.family.starts_with("RDNA"))
    return 0x7 | (lgkmcnt.value_or(63) & 63) << 4 | (vm & 63) << 10;
  return (vm & 15) | 0x7 << 4 | (lgkmcnt.value_or(15) & 15) << 8 | (vm >> 4 & 3) << 14;
}

struct WaitLowering : public ConvertOpToLLVMPattern<WaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(WaitOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    uint32_t bits = waitBits(archOf(op), op.getVmcnt(), op.getLgkmcnt());
    callIntrinsic(rewriter, op.getLoc(), "llvm.amdgcn.s.waitcnt",
                  constantI32(rewriter, op.getLoc(), bits));
    rewriter.eraseOp(op);
    return success();
  }
};

struct SchedBarrierLowering : public ConvertOpToLLVMPattern<SchedBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SchedBarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    callIntrinsic(rewriter, op.getLoc(), "llvm.amdgcn.sched.barrier",
                  constantI32(rewriter, op.getLoc(), op.getMask()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct SchedGroupBarrierLowering : public ConvertOpToLLVMPattern<SchedGroupBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SchedGroupBarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    callIntrinsic(rewriter, loc, "llvm.amdgcn.sched.group.barrier",
                  {constantI32(rewriter, loc, uint32_t(op.getGroup())),
                   constantI32(rewriter, loc, op.getSize()),
                   constantI32(rewriter, loc, op.getSyncId())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct IglpOptLowering : public ConvertOpToLLVMPattern<IglpOptOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(IglpOptOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    callIntrinsic(rewriter, op.getLoc(), "llvm.amdgcn.iglp.opt",
                  constantI32(rewriter, op.getLoc(), op.getVariant()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct SetPrioLowering : public ConvertOpToLLVMPattern<SetPrioOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SetPrioOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value priority = LLVM::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI16IntegerAttr(int16_t(op.getPriority())));
    callIntrinsic(rewriter, op.getLoc(), "llvm.amdgcn.s.setprio", priority);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void rocke::populateSyncPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<BarrierLowering, WaveBarrierLowering, WaitLowering, SchedBarrierLowering,
               SchedGroupBarrierLowering, IglpOptLowering, SetPrioLowering>(converter);
}
