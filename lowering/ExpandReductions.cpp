//===- ExpandReductions.cpp - xor_reduce as a butterfly --------------------===//
#include "Passes.h"

#include "mlir/IR/Builders.h"

namespace rocke {
#define GEN_PASS_DEF_EXPANDREDUCTIONS
#include "Passes.h.inc"
} // namespace rocke

using namespace mlir;
using namespace rocke;

static Value combine(OpBuilder &builder, Location loc, ir::Combine kind, Value a, Value b) {
  bool isFloat = isa<FloatType>(a.getType());
  switch (kind) {
  case ir::Combine::add:
    return isFloat ? arith::AddFOp::create(builder, loc, a, b).getResult()
                   : arith::AddIOp::create(builder, loc, a, b).getResult();
  case ir::Combine::max:
    return isFloat ? arith::MaxNumFOp::create(builder, loc, a, b).getResult()
                   : arith::MaxSIOp::create(builder, loc, a, b).getResult();
  case ir::Combine::min:
    return isFloat ? arith::MinNumFOp::create(builder, loc, a, b).getResult()
                   : arith::MinSIOp::create(builder, loc, a, b).getResult();
  }
  llvm_unreachable("not a combine");
}

namespace {

struct ExpandReductions : public rocke::impl::ExpandReductionsBase<ExpandReductions> {
  void runOnOperation() override {
    getOperation()->walk([](ir::XorReduceOp reduce) {
      OpBuilder builder(reduce);
      Value value = reduce.getValue();
      for (uint32_t bit = 1, mask = reduce.getMask(); bit <= mask; bit <<= 1)
        if (mask & bit) {
          Value other = ir::LaneXorOp::create(builder, reduce.getLoc(), value,
                                              builder.getI32IntegerAttr(int32_t(bit)));
          value = combine(builder, reduce.getLoc(), reduce.getCombine(), value, other);
        }
      reduce.replaceAllUsesWith(value);
      reduce.erase();
    });
  }
};

} // namespace
