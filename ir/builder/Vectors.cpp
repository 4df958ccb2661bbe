//===- Vectors.cpp - Making and taking apart vectors ----------------------===//
#include "BuilderImpl.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace rocke;
namespace vector = mlir::vector;
using Impl = BuilderImpl;

/// check() of a value that must be a vector with the elements [begin, begin + count).
static bool checkVector(Impl &impl, llvm::StringRef op, Value value, uint64_t begin, uint64_t count,
                        SourceLoc loc) {
  if (!impl.check(fmt::format("the vector of {}", op.str()), value, loc))
    return false;
  ValueType type = value.type();
  if (type.isVector() && count > 0 && begin + count <= type.count())
    return true;
  if (type.isVector())
    impl.fail(loc, "{}: {} has no elements {} to {}", op.str(), type.str(), begin,
              int64_t(begin + count) - 1);
  else
    impl.fail(loc, "the vector of {} has type {}", op.str(), type.str());
  return false;
}

Value KernelBuilder::splat(Value scalar, unsigned count, SourceLoc loc) {
  if (!impl->check("the operand of splat()", scalar, loc))
    return impl->empty();
  ValueType type = scalar.type();
  if (!type.isNumberOrBool() || type.isVector() || count == 0) {
    impl->fail(loc, "splat() cannot make a vector of {} times {}", count, type.str());
    return impl->empty();
  }
  return impl->make<vector::BroadcastOp>(loc, impl->mlirType(type.x(count)), impl->unwrap(scalar));
}

Value KernelBuilder::fromElements(llvm::ArrayRef<Value> elements, SourceLoc loc) {
  if (elements.empty())
    impl->fail(loc, "fromElements() of no elements");
  llvm::SmallVector<mlir::Value> values;
  for (Value element : elements) {
    if (!impl->check("an element of fromElements()", element, loc))
      return impl->empty();
    ValueType type = element.type(), first = elements[0].type();
    if (!type.isNumberOrBool() || type.isVector() || type != first) {
      impl->fail(loc, "fromElements() takes scalars of one type, not {} and {}", first.str(),
                 type.str());
      return impl->empty();
    }
    values.push_back(impl->unwrap(element));
  }
  if (failed())
    return impl->empty();
  mlir::Type type = impl->mlirType(elements[0].type().x(elements.size()));
  return impl->make<vector::FromElementsOp>(loc, type, values);
}

Value KernelBuilder::extract(Value vector, unsigned index, SourceLoc loc) {
  if (!checkVector(*impl, "extract()", vector, index, 1, loc))
    return impl->empty();
  return impl->make<vector::ExtractOp>(loc, impl->unwrap(vector), int64_t(index));
}

Value KernelBuilder::insert(Value vector, Value element, unsigned index, SourceLoc loc) {
  if (!checkVector(*impl, "insert()", vector, index, 1, loc) ||
      !impl->checkScalar("the element of insert()", element, vector.type().scalar(), loc))
    return impl->empty();
  return impl->make<vector::InsertOp>(loc, impl->unwrap(element), impl->unwrap(vector),
                                      int64_t(index));
}

Value KernelBuilder::slice(Value vector, unsigned begin, unsigned count, SourceLoc loc) {
  if (!checkVector(*impl, "slice()", vector, begin, count, loc))
    return impl->empty();
  if (count == vector.type().count())
    return vector;
  return impl->make<vector::ExtractStridedSliceOp>(loc, impl->unwrap(vector), int64_t(begin),
                                                   int64_t(count), int64_t(1));
}

Value KernelBuilder::concat(llvm::ArrayRef<Value> vectors, SourceLoc loc) {
  if (vectors.empty())
    impl->fail(loc, "concat() of no vectors");
  for (Value value : vectors) {
    if (!impl->check("an operand of concat()", value, loc))
      return impl->empty();
    ValueType type = value.type(), first = vectors[0].type();
    if (!type.isVector() || type.scalar() != first.scalar()) {
      impl->fail(loc, "concat() takes vectors of one element type, not {} and {}", first.str(),
                 type.str());
      return impl->empty();
    }
  }
  if (failed())
    return impl->empty();
  // Pairs, pairs of pairs, ...: shuffles of equal vectors are free of code.
  llvm::SmallVector<mlir::Value> parts;
  for (Value value : vectors)
    parts.push_back(impl->unwrap(value));
  auto length = [](mlir::Value value) {
    return mlir::cast<mlir::VectorType>(value.getType()).getNumElements();
  };
  while (parts.size() > 1) {
    llvm::SmallVector<mlir::Value> joined;
    for (size_t i = 0; i + 1 < parts.size(); i += 2) {
      auto order = llvm::to_vector(llvm::seq<int64_t>(length(parts[i]) + length(parts[i + 1])));
      joined.push_back(impl->create<vector::ShuffleOp>(loc, parts[i], parts[i + 1], order));
    }
    if (parts.size() % 2)
      joined.push_back(parts.back());
    parts = std::move(joined);
  }
  return impl->wrap(parts.front());
}
