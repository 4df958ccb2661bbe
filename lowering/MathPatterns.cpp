//===- MathPatterns.cpp - Matrix instructions and native arithmetic --------===//
#include "Intrinsics.h"
#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

namespace {

/// How an atom is spelled as an LLVM intrinsic.
struct AtomIntrinsic {
  StringLiteral atom;
  StringLiteral intrinsic;
  bool bf16AsI16; ///< bf16 operands are passed as i16
};

constexpr AtomIntrinsic atomIntrinsics[] = {
    {"wmma_f32_16x16x16_f16", "llvm.amdgcn.wmma.f32.16x16x16.f16", false},
    {"wmma_f32_16x16x16_bf16", "llvm.amdgcn.wmma.f32.16x16x16.bf16", true},
    {"mfma_f32_32x32x16_f16", "llvm.amdgcn.mfma.f32.32x32x16.f16", false},
    {"mfma_f32_32x32x16_bf16", "llvm.amdgcn.mfma.f32.32x32x16.bf16", false},
    {"mfma_f32_16x16x32_f16", "llvm.amdgcn.mfma.f32.16x16x32.f16", false},
    {"mfma_f32_16x16x32_bf16", "llvm.amdgcn.mfma.f32.16x16x32.bf16", false},
    {"mfma_f32_32x32x8_f16", "llvm.amdgcn.mfma.f32.32x32x8f16", false},
    {"mfma_f32_32x32x8_bf16", "llvm.amdgcn.mfma.f32.32x32x8bf16.1k", true},
    {"mfma_f32_16x16x16_f16", "llvm.amdgcn.mfma.f32.16x16x16f16", false},
    {"mfma_f32_16x16x16_bf16", "llvm.amdgcn.mfma.f32.16x16x16bf16.1k", true},
    {"mfma_f32_32x32x2_f32", "llvm.amdgcn.mfma.f32.32x32x2f32", false},
    {"mfma_f32_16x16x4_f32", "llvm.amdgcn.mfma.f32.16x16x4f32", false},
};

struct MmaLowering : public ConvertOpToLLVMPattern<MmaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(MmaOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    StringRef name = op.getAtom().getAtom()->name;
    const auto *entry = llvm::find_if(
        atomIntrinsics, [&](const AtomIntrinsic &known) { return known.atom == name; });
    if (entry == std::end(atomIntrinsics))
      return op.emitOpError() << "no LLVM intrinsic is known for " << name;
    Location loc = op.getLoc();
    SmallVector<Value> args = {operand(rewriter, loc, adaptor.getA(), entry->bf16AsI16),
                               operand(rewriter, loc, adaptor.getB(), entry->bf16AsI16),
                               adaptor.getC()};
    // MFMA's broadcast controls cbsz, abid and blgp: none.
    if (name.starts_with("mfma"))
      args.append(3, constantI32(rewriter, loc, 0));
    rewriter.replaceOp(
        op, callIntrinsic(rewriter, loc, op.getResult().getType(), entry->intrinsic, args));
    return success();
  }

private:
  /// One lane's fragment as the intrinsic wants it: a single element is a scalar.
  static Value operand(OpBuilder &builder, Location loc, Value fragment, bool bf16AsI16) {
    auto type = cast<VectorType>(fragment.getType());
    if (bf16AsI16 && type.getElementType().isBF16())
      return LLVM::BitcastOp::create(builder, loc, type.clone(builder.getI16Type()), fragment);
    if (type.getNumElements() == 1)
      return LLVM::ExtractElementOp::create(builder, loc, fragment, constantI32(builder, loc, 0));
    return fragment;
  }
};

/// A native f32 instruction, element by element.
template <typename Op> struct UnaryLowering : public ConvertOpToLLVMPattern<Op> {
  UnaryLowering(const LLVMTypeConverter &converter, StringRef intrinsic)
      : ConvertOpToLLVMPattern<Op>(converter), intrinsic(intrinsic) {}

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type f32 = rewriter.getF32Type();
    Value operand = adaptor.getOperand();
    auto vector = dyn_cast<VectorType>(operand.getType());
    if (!vector) {
      rewriter.replaceOp(op, callIntrinsic(rewriter, loc, f32, intrinsic, operand));
      return success();
    }
    if (vector.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "only vectors of rank 1");
    Value result = LLVM::PoisonOp::create(rewriter, loc, vector);
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      Value index = constantI32(rewriter, loc, i);
      Value element = LLVM::ExtractElementOp::create(rewriter, loc, operand, index);
      element = callIntrinsic(rewriter, loc, f32, intrinsic, element);
      result = LLVM::InsertElementOp::create(rewriter, loc, result, element, index);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  StringRef intrinsic;
};

struct CvtPkrtzLowering : public ConvertOpToLLVMPattern<CvtPkrtzOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(CvtPkrtzOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       callIntrinsic(rewriter, op.getLoc(), op.getResult().getType(),
                                     "llvm.amdgcn.cvt.pkrtz", {adaptor.getLo(), adaptor.getHi()}));
    return success();
  }
};

struct PermLowering : public ConvertOpToLLVMPattern<PermOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(PermOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value selector = constantI32(rewriter, op.getLoc(), op.getSelector());
    rewriter.replaceOp(op, callIntrinsic(rewriter, op.getLoc(), rewriter.getI32Type(),
                                         "llvm.amdgcn.perm",
                                         {adaptor.getHi(), adaptor.getLo(), selector}));
    return success();
  }
};

struct Dot2Lowering : public ConvertOpToLLVMPattern<Dot2Op> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(Dot2Op op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    bool isBf16 = cast<VectorType>(op.getA().getType()).getElementType().isBF16();
    Value noClamp = constantI1(rewriter, loc, false);
    rewriter.replaceOp(op,
                       callIntrinsic(rewriter, loc, rewriter.getF32Type(),
                                     isBf16 ? "llvm.amdgcn.fdot2.f32.bf16" : "llvm.amdgcn.fdot2",
                                     {adaptor.getA(), adaptor.getB(), adaptor.getC(), noClamp}));
    return success();
  }
};

struct PinLowering : public ConvertOpToLLVMPattern<PinOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(PinOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    // Empty assembly whose result lies where its operand does.
    rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
        op, op.getType(), adaptor.getValue(), /*asm_string=*/"", /*constraints=*/"=v,0",
        /*has_side_effects=*/false, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None,
        /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
    return success();
  }
};

} // namespace

void rocke::populateMathPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<MmaLowering, CvtPkrtzLowering, PermLowering, Dot2Lowering, PinLowering>(converter);
  patterns.add<UnaryLowering<Exp2Op>>(converter, "llvm.amdgcn.exp2");
  patterns.add<UnaryLowering<RcpOp>>(converter, "llvm.amdgcn.rcp");
}
