//===- MemoryPatterns.cpp - Global memory and LDS --------------------------===//
#include "Intrinsics.h"
#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "rocke/ir/RockeDialect.h"

using namespace mlir;
using namespace rocke;
using namespace rocke::ir;

namespace {

// AMDGPU's address spaces.
constexpr unsigned globalSpace = 1;
constexpr unsigned ldsSpace = 3;

/// Alignment that an access may rely on: what the operation says, or the access's own size up
/// to 16.
unsigned alignment(Type type, std::optional<uint32_t> stated) {
  if (stated)
    return *stated;
  unsigned bits = 0;
  if (auto vector = dyn_cast<VectorType>(type))
    bits = vector.getNumElements() * vector.getElementTypeBitWidth();
  else
    bits = type.getIntOrFloatBitWidth();
  // A vector of three is aligned like its elements' next smaller power of two.
  return std::min<unsigned>(16, llvm::bit_floor(bits / 8));
}

/// base + offset + imm. The offset is zero-extended and added to the base first, the constant last:
/// the form that instruction selection folds into scalar base, vector offset and immediate.
Value address(OpBuilder &builder, Location loc, Value base, Value offset, int32_t imm) {
  auto pointer = cast<LLVM::LLVMPointerType>(base.getType());
  Type byte = builder.getI8Type();
  if (pointer.getAddressSpace() == globalSpace)
    offset = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), offset);
  Value result = LLVM::GEPOp::create(builder, loc, pointer, byte, base, LLVM::GEPArg(offset),
                                     LLVM::GEPNoWrapFlags::inbounds);
  if (imm != 0)
    result = LLVM::GEPOp::create(builder, loc, pointer, byte, result, LLVM::GEPArg(imm),
                                 LLVM::GEPNoWrapFlags::inbounds);
  return result;
}

template <typename LoadOp> struct LoadLowering : public ConvertOpToLLVMPattern<LoadOp> {
  using ConvertOpToLLVMPattern<LoadOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(LoadOp op, typename LoadOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value pointer = address(rewriter, op.getLoc(), adaptor.getBase(), adaptor.getOffset(),
                            int32_t(op.getImm()));
    Type type = op.getResult().getType();
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, type, pointer, alignment(type, op.getAlign()));
    return success();
  }
};

template <typename StoreOp> struct StoreLowering : public ConvertOpToLLVMPattern<StoreOp> {
  using ConvertOpToLLVMPattern<StoreOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(StoreOp op, typename StoreOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value pointer = address(rewriter, op.getLoc(), adaptor.getBase(), adaptor.getOffset(),
                            int32_t(op.getImm()));
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), pointer,
                                               alignment(op.getValue().getType(), op.getAlign()));
    return success();
  }
};

struct AdvanceLowering : public ConvertOpToLLVMPattern<AdvanceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(AdvanceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type pointer = adaptor.getBase().getType();
    Value moved =
        LLVM::GEPOp::create(rewriter, op.getLoc(), pointer, rewriter.getI8Type(), adaptor.getBase(),
                            LLVM::GEPArg(adaptor.getBytes()), LLVM::GEPNoWrapFlags::inbounds);
    // Empty assembly in a scalar register pair: LLVM's address reassociation would otherwise turn
    // (base + bytes) + offset into (base + offset) + bytes, a 64-bit sum in vector registers.
    rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
        op, pointer, moved, /*asm_string=*/"", /*constraints=*/"=s,0", /*has_side_effects=*/false,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
    return success();
  }
};

struct LdsAllocLowering : public ConvertOpToLLVMPattern<LdsAllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(LdsAllocOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    LdsType type = op.getType();
    auto array = LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements());
    auto parent = op->getParentOfType<FunctionOpInterface>();
    auto module = op->getParentOfType<ModuleOp>();
    LLVM::GlobalOp global;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(parent);
      global = LLVM::GlobalOp::create(rewriter, op.getLoc(), array, /*isConstant=*/false,
                                      LLVM::Linkage::Internal, freshName(module, parent.getName()),
                                      /*value=*/Attribute(), op.getAlign(), ldsSpace);
      // LDS starts out with whatever it held.
      Block *block = rewriter.createBlock(&global.getInitializerRegion());
      rewriter.setInsertionPointToStart(block);
      Value poison = LLVM::PoisonOp::create(rewriter, op.getLoc(), array);
      LLVM::ReturnOp::create(rewriter, op.getLoc(), poison);
    }
    rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(op, global);
    return success();
  }

private:
  static std::string freshName(ModuleOp module, StringRef kernel) {
    for (unsigned i = 0;; ++i) {
      std::string name = (kernel + ".lds" + Twine(i)).str();
      if (!module.lookupSymbol(name))
        return name;
    }
  }
};

} // namespace

void rocke::addRockeTypeConversions(LLVMTypeConverter &converter) {
  converter.addConversion(
      [](GlobalType type) { return LLVM::LLVMPointerType::get(type.getContext(), globalSpace); });
  converter.addConversion(
      [](LdsType type) { return LLVM::LLVMPointerType::get(type.getContext(), ldsSpace); });
}

void rocke::populateMemoryPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LoadLowering<GlobalLoadOp>, LoadLowering<LdsLoadOp>, StoreLowering<GlobalStoreOp>,
               StoreLowering<LdsStoreOp>, AdvanceLowering, LdsAllocLowering>(converter);
}
