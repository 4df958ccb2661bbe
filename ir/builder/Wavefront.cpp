//===- Wavefront.cpp - Matrix, cross-lane and scheduling operations -------===//
#include "BuilderImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace rocke;

Value KernelBuilder::mma(const MatrixAtom &atom, Value a, Value b, Value c, SourceLoc loc) {
  auto checkFragment = [&](llvm::StringRef what, MatrixOperand operand, Value value) {
    if (!impl->check(fmt::format("operand {} of mma()", what.str()), value, loc))
      return false;
    ValueType expected = ValueType(atom.elementType(operand)).x(atom.slots(operand));
    if (value.type() == expected)
      return true;
    impl->fail(loc, "operand {} of mma() has type {}; {} takes {}", what.str(), value.type().str(),
               atom.name.str(), expected.str());
    return false;
  };
  if (!checkFragment("a", MatrixOperand::A, a) || !checkFragment("b", MatrixOperand::B, b) ||
      !checkFragment("c", MatrixOperand::C, c))
    return impl->empty();
  return impl->make<ir::MmaOp>(loc, ir::MatrixAtomAttr::get(&impl->context, &atom), impl->unwrap(a),
                               impl->unwrap(b), impl->unwrap(c));
}

Value KernelBuilder::laneXor(Value value, unsigned mask, SourceLoc loc) {
  if (!impl->check("the operand of laneXor()", value, loc))
    return impl->empty();
  if (value.type().kind() != ValueType::Kind::Number || value.type().bits() != 32) {
    impl->fail(loc, "the operand of laneXor() has type {}; expected 32 bits", value.type().str());
    return impl->empty();
  }
  return impl->make<ir::LaneXorOp>(loc, impl->unwrap(value), mask);
}

static ir::Combine combine(Reduction reduction) {
  switch (reduction) {
  case Reduction::Add:
    return ir::Combine::add;
  case Reduction::Max:
    return ir::Combine::max;
  case Reduction::Min:
    return ir::Combine::min;
  }
  llvm_unreachable("not a reduction");
}

Value KernelBuilder::xorReduce(Reduction reduction, Value value, unsigned mask, SourceLoc loc) {
  if (!impl->checkScalar("the operand of xorReduce()", value, {types::f32, types::i32}, loc))
    return impl->empty();
  return impl->make<ir::XorReduceOp>(loc, combine(reduction), impl->unwrap(value), mask);
}

Value KernelBuilder::readFirstLane(Value value, SourceLoc loc) {
  if (!impl->checkScalar("the operand of readFirstLane()", value, {types::i32, types::f32}, loc))
    return impl->empty();
  return impl->make<ir::ReadFirstLaneOp>(loc, impl->unwrap(value));
}

Value KernelBuilder::ballot(Value predicate, SourceLoc loc) {
  if (!impl->checkScalar("the operand of ballot()", predicate, types::i1, loc))
    return impl->empty();
  return impl->make<ir::BallotOp>(loc, mlir::IntegerType::get(&impl->context, impl->arch->waveSize),
                                  impl->unwrap(predicate));
}

void KernelBuilder::barrier(BarrierFence fence, SourceLoc loc) {
  if (failed())
    return;
  switch (fence) {
  case BarrierFence::None:
    impl->create<ir::BarrierOp>(loc, ir::Fence::none);
    return;
  case BarrierFence::Lds:
    impl->create<ir::BarrierOp>(loc, ir::Fence::lds);
    return;
  case BarrierFence::All:
    impl->create<ir::BarrierOp>(loc, ir::Fence::all);
    return;
  }
  llvm_unreachable("not a fence");
}

void KernelBuilder::waveBarrier(SourceLoc loc) {
  if (!failed())
    impl->create<ir::WaveBarrierOp>(loc);
}

void KernelBuilder::wait(std::optional<unsigned> vmcnt, std::optional<unsigned> lgkmcnt,
                         SourceLoc loc) {
  if (failed())
    return;
  auto attr = [&](std::optional<unsigned> count) {
    return count ? impl->builder.getI32IntegerAttr(*count) : mlir::IntegerAttr();
  };
  impl->create<ir::WaitOp>(loc, attr(vmcnt), attr(lgkmcnt));
}

void KernelBuilder::schedBarrier(uint32_t mask, SourceLoc loc) {
  if (!failed())
    impl->create<ir::SchedBarrierOp>(loc, mask);
}

void KernelBuilder::schedGroupBarrier(SchedClass group, unsigned size, unsigned syncId,
                                      SourceLoc loc) {
  if (!failed())
    impl->create<ir::SchedGroupBarrierOp>(
        loc, static_cast<ir::SchedGroup>(static_cast<uint32_t>(group)), size, syncId);
}

void KernelBuilder::iglpOpt(unsigned variant, SourceLoc loc) {
  if (!failed())
    impl->create<ir::IglpOptOp>(loc, variant);
}

Value KernelBuilder::pin(Value value, SourceLoc loc) {
  if (!impl->check("the operand of pin()", value, loc))
    return impl->empty();
  ValueType type = value.type();
  static constexpr unsigned counts[] = {0, 2, 3, 4, 8, 16};
  if ((type.scalar() != types::f32 && type.scalar() != types::i32) ||
      !llvm::is_contained(counts, type.count())) {
    impl->fail(loc, "the operand of pin() has type {}; expected f32, i32 or 2, 3, 4, 8 or 16 of it",
               type.str());
    return impl->empty();
  }
  return impl->make<ir::PinOp>(loc, impl->unwrap(value));
}

void KernelBuilder::setPriority(unsigned priority, SourceLoc loc) {
  if (!failed())
    impl->create<ir::SetPrioOp>(loc, priority);
}
