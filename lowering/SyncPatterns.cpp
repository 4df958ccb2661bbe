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

/// An operation that is one intrinsic with constant operands and no result.
template <typename Op> struct HintLowering : public ConvertOpToLLVMPattern<Op> {
  using Operands = SmallVector<IntegerAttr> (*)(Op op);

  HintLowering(const LLVMTypeConverter &converter, StringRef intrinsic, Operands operands)
      : ConvertOpToLLVMPattern<Op>(converter), intrinsic(intrinsic), operands(operands) {}

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> args;
    for (IntegerAttr operand : operands(op))
      args.push_back(LLVM::ConstantOp::create(rewriter, op.getLoc(), operand));
    callIntrinsic(rewriter, op.getLoc(), intrinsic, args);
    rewriter.eraseOp(op);
    return success();
  }

private:
  StringRef intrinsic;
  Operands operands;
};

} // namespace

void rocke::populateSyncPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  using Attrs = SmallVector<IntegerAttr>;
  patterns.add<BarrierLowering, WaveBarrierLowering>(converter);
  patterns.add<HintLowering<WaitOp>>(converter, "llvm.amdgcn.s.waitcnt", [](WaitOp op) -> Attrs {
    uint32_t bits = waitBits(archOf(op), op.getVmcnt(), op.getLgkmcnt());
    return {Builder(op).getI32IntegerAttr(int32_t(bits))};
  });
  patterns.add<HintLowering<SchedBarrierOp>>(
      converter, "llvm.amdgcn.sched.barrier",
      [](SchedBarrierOp op) -> Attrs { return {op.getMaskAttr()}; });
  patterns.add<HintLowering<SchedGroupBarrierOp>>(
      converter, "llvm.amdgcn.sched.group.barrier", [](SchedGroupBarrierOp op) -> Attrs {
        Builder builder(op);
        return {builder.getI32IntegerAttr(int32_t(op.getGroup())), op.getSizeAttr(),
                op.getSyncIdAttr()};
      });
  patterns.add<HintLowering<IglpOptOp>>(
      converter, "llvm.amdgcn.iglp.opt",
      [](IglpOptOp op) -> Attrs { return {op.getVariantAttr()}; });
  patterns.add<HintLowering<SetPrioOp>>(
      converter, "llvm.amdgcn.s.setprio", [](SetPrioOp op) -> Attrs {
        return {Builder(op).getI16IntegerAttr(int16_t(op.getPriority()))};
      });
}
