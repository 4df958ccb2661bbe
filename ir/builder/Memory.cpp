//===- Memory.cpp - Global memory and LDS ---------------------------------===//
#include "BuilderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace rocke;
using Impl = BuilderImpl;
using Kind = ValueType::Kind;

namespace {

/// Where a load or store goes, in MLIR's terms.
struct Access {
  mlir::Value base, offset;
  mlir::IntegerAttr align;
};

} // namespace

/// Checks an access of `type` through a base of kind `kind`; nullopt after a mistake.
static std::optional<Access> checkAccess(Impl &impl, llvm::StringRef op, Kind kind, Value base,
                                         Operand offset, ValueType type, unsigned align,
                                         SourceLoc loc) {
  if (!impl.check(fmt::format("the base of {}", op.str()), base, loc))
    return std::nullopt;
  ValueType baseType = base.type();
  if (baseType.kind() != kind) {
    impl.fail(loc, "the base of {} has type {}; expected {}", op.str(), baseType.str(),
              kind == Kind::Global ? "a global pointer" : "an LDS buffer");
    return std::nullopt;
  }
  static constexpr unsigned counts[] = {1, 2, 3, 4, 8, 16};
  if (type.scalar() != ValueType(baseType.element()) ||
      (type.isVector() && !llvm::is_contained(counts, type.count()))) {
    impl.fail(loc, "{} cannot move {} through {}; expected {} or a vector of 1, 2, 3, 4, 8 or 16",
              op.str(), type.str(), baseType.str(), ValueType(baseType.element()).str());
    return std::nullopt;
  }
  if (align != 0 && (!llvm::isPowerOf2_32(align) || align > 16)) {
    impl.fail(loc, "{}: align is {}; expected 1, 2, 4, 8 or 16, or 0 for the size of the access",
              op.str(), align);
    return std::nullopt;
  }
  auto values =
      impl.unify(fmt::format("the offset of {}", op.str()), offset, loc, ValueType(types::i32));
  if (values.empty())
    return std::nullopt;
  return Access{impl.unwrap(base), values[0],
                align ? impl.builder.getI32IntegerAttr(align) : mlir::IntegerAttr()};
}

template <typename Op>
static Value load(Impl &impl, llvm::StringRef op, Kind kind, Value base, Operand offset,
                  ValueType type, int32_t imm, unsigned align, SourceLoc loc) {
  auto access = checkAccess(impl, op, kind, base, offset, type, align, loc);
  if (!access)
    return impl.empty();
  return impl.make<Op>(loc, impl.mlirType(type), access->base, access->offset,
                       impl.builder.getI32IntegerAttr(imm), access->align);
}

template <typename Op>
static void store(Impl &impl, llvm::StringRef op, Kind kind, Value value, Value base,
                  Operand offset, int32_t imm, unsigned align, SourceLoc loc) {
  if (!impl.check(fmt::format("the value of {}", op.str()), value, loc))
    return;
  auto access = checkAccess(impl, op, kind, base, offset, value.type(), align, loc);
  if (access)
    impl.create<Op>(loc, impl.unwrap(value), access->base, access->offset,
                    impl.builder.getI32IntegerAttr(imm), access->align);
}

Value KernelBuilder::globalLoad(Value base, Operand offset, ValueType type, int32_t imm,
                                unsigned align, SourceLoc loc) {
  return load<ir::GlobalLoadOp>(*impl, "globalLoad()", Kind::Global, base, offset, type, imm, align,
                                loc);
}
void KernelBuilder::globalStore(Value value, Value base, Operand offset, int32_t imm,
                                unsigned align, SourceLoc loc) {
  store<ir::GlobalStoreOp>(*impl, "globalStore()", Kind::Global, value, base, offset, imm, align,
                           loc);
}
Value KernelBuilder::ldsLoad(Value lds, Operand offset, ValueType type, int32_t imm, unsigned align,
                             SourceLoc loc) {
  return load<ir::LdsLoadOp>(*impl, "ldsLoad()", Kind::Lds, lds, offset, type, imm, align, loc);
}
void KernelBuilder::ldsStore(Value value, Value lds, Operand offset, int32_t imm, unsigned align,
                             SourceLoc loc) {
  store<ir::LdsStoreOp>(*impl, "ldsStore()", Kind::Lds, value, lds, offset, imm, align, loc);
}

Value KernelBuilder::advance(Value base, Operand bytes) {
  SourceLoc loc = bytes.loc();
  if (!impl->check("the base of advance()", base, loc))
    return impl->empty();
  if (base.type().kind() != Kind::Global) {
    impl->fail(loc, "the base of advance() has type {}; expected a global pointer",
               base.type().str());
    return impl->empty();
  }
  auto values = impl->unify("the bytes of advance()", bytes, loc, ValueType(types::i64));
  if (values.empty())
    return impl->empty();
  return impl->make<ir::AdvanceOp>(loc, impl->unwrap(base), values[0]);
}

Value KernelBuilder::ldsAlloc(ValueType element, unsigned count, unsigned align, SourceLoc loc) {
  if (failed())
    return impl->empty();
  if (element.kind() != Kind::Number || element.isVector() || count == 0) {
    impl->fail(loc, "ldsAlloc() cannot make a buffer of {} times {}", count, element.str());
    return impl->empty();
  }
  // Allocations stand at the head of the kernel in the order of the calls, wherever the caller is.
  mlir::OpBuilder::InsertionGuard guard(impl->builder);
  mlir::Block &entry = impl->kernel.getBody().front();
  auto position = entry.begin();
  while (position != entry.end() && mlir::isa<ir::LdsAllocOp>(*position))
    ++position;
  impl->builder.setInsertionPoint(&entry, position);
  return impl->make<ir::LdsAllocOp>(loc, impl->mlirType(ValueType::lds(element.element(), count)),
                                    align);
}
