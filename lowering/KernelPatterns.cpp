//===- KernelPatterns.cpp - Kernels and the ids in them --------------------===//
#include "Intrinsics.h"
#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

namespace {

/// Function attributes that keep registers for the kernel: what it does not use, the hardware need
/// not set up. A rocke kernel gets all that it needs as arguments.
constexpr StringLiteral unusedInputs[] = {
    "amdgpu-no-completion-action",  "amdgpu-no-default-queue",     "amdgpu-no-dispatch-id",
    "amdgpu-no-dispatch-ptr",       "amdgpu-no-flat-scratch-init", "amdgpu-no-heap-ptr",
    "amdgpu-no-hostcall-ptr",       "amdgpu-no-implicitarg-ptr",   "amdgpu-no-lds-kernel-id",
    "amdgpu-no-multigrid-sync-arg", "amdgpu-no-queue-ptr",
};

struct KernelLowering : public ConvertOpToLLVMPattern<KernelOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(KernelOp kernel, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MLIRContext *context = rewriter.getContext();
    TypeConverter::SignatureConversion signature(kernel.getNumArguments());
    SmallVector<Type> inputs;
    for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
      Type converted = getTypeConverter()->convertType(type);
      if (!converted)
        return rewriter.notifyMatchFailure(kernel, "unconvertible parameter type");
      signature.addInputs(index, converted);
      inputs.push_back(converted);
    }
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), inputs);
    auto func = LLVM::LLVMFuncOp::create(rewriter, kernel.getLoc(), kernel.getName(), type);
    setAttributes(kernel, func, rewriter);
    setParameterAttributes(kernel, func, rewriter);

    rewriter.inlineRegionBefore(kernel.getBody(), func.getBody(), func.end());
    if (failed(rewriter.convertRegionTypes(&func.getBody(), *getTypeConverter(), &signature)))
      return failure();
    rewriter.eraseOp(kernel);
    return success();
  }

private:
  static void setAttributes(KernelOp kernel, LLVM::LLVMFuncOp func, Builder &builder) {
    func->setAttr(archAttrName, kernel.getArchAttr());
    func->setAttr(workgroupAttrName, kernel.getWorkgroupSizeAttr());
    auto *rocdl = func->getContext()->getLoadedDialect<ROCDL::ROCDLDialect>();
    std::string size = std::to_string(kernel.getFlatWorkgroupSize());
    rocdl->getKernelAttrHelper().setAttr(func, builder.getUnitAttr());
    rocdl->getFlatWorkGroupSizeAttrHelper().setAttr(func, builder.getStringAttr(size + "," + size));
    rocdl->getReqdWorkGroupSizeAttrHelper().setAttr(func, kernel.getWorkgroupSizeAttr());
    if (IntegerAttr waves = kernel.getWavesPerEuAttr())
      rocdl->getWavesPerEuAttrHelper().setAttr(func, waves);

    SmallVector<Attribute> passthrough;
    for (StringLiteral name : unusedInputs)
      passthrough.push_back(builder.getStringAttr(name));
    // Work-item ids of the dimensions in which the workgroup is flat, and workgroup ids that
    // nothing reads.
    bool readsWorkgroup[3] = {};
    kernel.walk([&](WorkgroupIdOp id) { readsWorkgroup[unsigned(id.getDim())] = true; });
    const char *dimension[] = {"x", "y", "z"};
    for (unsigned i : {1u, 2u})
      if (kernel.getWorkgroupSize()[i] == 1)
        passthrough.push_back(
            builder.getStringAttr(std::string("amdgpu-no-workitem-id-") + dimension[i]));
    for (unsigned i : {0u, 1u, 2u})
      if (!readsWorkgroup[i])
        passthrough.push_back(
            builder.getStringAttr(std::string("amdgpu-no-workgroup-id-") + dimension[i]));
    // Without the MODE register's IEEE bit, minimum and maximum need no quieting of their inputs
    // first: one instruction each.
    passthrough.push_back(builder.getStrArrayAttr({"amdgpu-ieee", "false"}));
    func.setPassthroughAttr(builder.getArrayAttr(passthrough));
  }

  static void setParameterAttributes(KernelOp kernel, LLVM::LLVMFuncOp func, Builder &builder) {
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      func.setArgAttr(index, "llvm.noundef", builder.getUnitAttr());
      if (kernel.getArgAttr(index, KernelOp::readonlyAttr))
        func.setArgAttr(index, "llvm.readonly", builder.getUnitAttr());
      if (kernel.getArgAttr(index, KernelOp::noaliasAttr))
        func.setArgAttr(index, "llvm.noalias", builder.getUnitAttr());
    }
  }
};

struct ReturnLowering : public ConvertOpToLLVMPattern<ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(ReturnOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

StringRef idIntrinsic(bool workgroup, Dimension dim) {
  static constexpr StringLiteral names[2][3] = {
      {"llvm.amdgcn.workitem.id.x", "llvm.amdgcn.workitem.id.y", "llvm.amdgcn.workitem.id.z"},
      {"llvm.amdgcn.workgroup.id.x", "llvm.amdgcn.workgroup.id.y", "llvm.amdgcn.workgroup.id.z"}};
  return names[workgroup][unsigned(dim)];
}

Value workitemId(OpBuilder &builder, Location loc, Dimension dim) {
  return callIntrinsic(builder, loc, builder.getI32Type(), idIntrinsic(false, dim), {});
}

struct WorkitemIdLowering : public ConvertOpToLLVMPattern<WorkitemIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(WorkitemIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    // A dimension of extent 1 has id 0, whether or not the hardware supplies it.
    if (workgroupSizeOf(op)[unsigned(op.getDim())] == 1)
      rewriter.replaceOp(op, constantI32(rewriter, op.getLoc(), 0));
    else
      rewriter.replaceOp(op, workitemId(rewriter, op.getLoc(), op.getDim()));
    return success();
  }
};

struct WorkgroupIdLowering : public ConvertOpToLLVMPattern<WorkgroupIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(WorkgroupIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, callIntrinsic(rewriter, op.getLoc(), rewriter.getI32Type(),
                                         idIntrinsic(true, op.getDim()), {}));
    return success();
  }
};

/// x + sizeX * (y + sizeY * z), without the dimensions of extent 1.
Value flatWorkitemId(OpBuilder &builder, Location loc, ArrayRef<int32_t> size) {
  Value flat;
  for (unsigned i : {2u, 1u, 0u}) {
    if (flat && size[i] != 1)
      flat = LLVM::MulOp::create(builder, loc, flat, constantI32(builder, loc, size[i]));
    if (size[i] == 1)
      continue;
    Value id = workitemId(builder, loc, Dimension(i));
    flat = flat ? LLVM::AddOp::create(builder, loc, flat, id).getResult() : id;
  }
  return flat ? flat : constantI32(builder, loc, 0);
}

struct LaneIdLowering : public ConvertOpToLLVMPattern<LaneIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(LaneIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value id = flatWorkitemId(rewriter, op.getLoc(), workgroupSizeOf(op));
    Value mask = constantI32(rewriter, op.getLoc(), archOf(op).waveSize - 1);
    rewriter.replaceOpWithNewOp<LLVM::AndOp>(op, id, mask);
    return success();
  }
};

struct WaveIdLowering : public ConvertOpToLLVMPattern<WaveIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(WaveIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value id = flatWorkitemId(rewriter, loc, workgroupSizeOf(op));
    Value shift = constantI32(rewriter, loc, llvm::Log2_32(archOf(op).waveSize));
    Value wave = LLVM::LShrOp::create(rewriter, loc, id, shift);
    rewriter.replaceOp(
        op, callIntrinsic(rewriter, loc, rewriter.getI32Type(), "llvm.amdgcn.readfirstlane", wave));
    return success();
  }
};

} // namespace

void rocke::populateKernelPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<KernelLowering, ReturnLowering, WorkitemIdLowering, WorkgroupIdLowering,
               LaneIdLowering, WaveIdLowering>(converter);
}
