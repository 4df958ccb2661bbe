//===- ControlFlow.cpp - Loops and branches -------------------------------===//
#include "BuilderImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

using namespace rocke;
namespace scf = mlir::scf;
using Impl = BuilderImpl;

static llvm::SmallVector<mlir::Value> unwrapAll(Impl &impl, llvm::ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [&](Value value) { return impl.unwrap(value); });
}

static Values wrapAll(Impl &impl, mlir::ValueRange values) {
  Values result;
  for (mlir::Value value : values)
    result.push_back(impl.wrap(value));
  return result;
}

static Values emptyValues(Impl &impl, size_t count) { return Values(count, impl.empty()); }

/// Checks that `values` are as many as `types` and of these types.
static bool checkReturned(Impl &impl, llvm::StringRef what, llvm::ArrayRef<Value> values,
                          llvm::ArrayRef<ValueType> types, SourceLoc loc) {
  if (!impl.error && values.size() != types.size())
    impl.fail(loc, "{} returns {} values; expected {}", what.str(), values.size(), types.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!impl.check(fmt::format("value {} that {} returns", i, what.str()), values[i], loc))
      return false;
    if (values[i].type() != types[i])
      impl.fail(loc, "value {} that {} returns has type {}; expected {}", i, what.str(),
                values[i].type().str(), types[i].str());
  }
  return !impl.error;
}

static llvm::SmallVector<ValueType> typesOf(llvm::ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [](Value value) { return value.type(); });
}

Values KernelBuilder::forLoop(Operand lower, Operand upper, Operand step,
                              llvm::ArrayRef<Value> inits, LoopBody body, SourceLoc loc) {
  auto bounds = impl->unify("forLoop()", {lower, upper, step}, loc, std::nullopt);
  if (!bounds.empty() && !valueTypeOf(bounds[0].getType()).isInt())
    impl->fail(loc, "the bounds of forLoop() have type {}; expected an integer",
               valueTypeOf(bounds[0].getType()).str());
  else if (!bounds.empty() && valueTypeOf(bounds[0].getType()).isVector())
    impl->fail(loc, "the bounds of forLoop() are vectors");
  for (Value init : inits)
    impl->check("an initial value of forLoop()", init, loc);
  if (failed()) {
    // The body still runs, on empty Values, so that whatever it fills in has its usual shape.
    body(impl->empty(), emptyValues(*impl, inits.size()));
    return emptyValues(*impl, inits.size());
  }
  auto loop = impl->create<scf::ForOp>(
      loc, bounds[0], bounds[1], bounds[2], unwrapAll(*impl, inits),
      [&](mlir::OpBuilder &, mlir::Location, mlir::Value iv, mlir::ValueRange carried) {
        Values returned = body(impl->wrap(iv), wrapAll(*impl, carried));
        if (checkReturned(*impl, "the body of forLoop()", returned, typesOf(inits), loc))
          impl->create<scf::YieldOp>(loc, unwrapAll(*impl, returned));
      });
  return failed() ? emptyValues(*impl, inits.size()) : wrapAll(*impl, loop.getResults());
}

void KernelBuilder::ifThen(Value condition, llvm::function_ref<void()> body, SourceLoc loc) {
  if (!impl->checkScalar("the condition of ifThen()", condition, types::i1, loc)) {
    body();
    return;
  }
  impl->create<scf::IfOp>(loc, impl->unwrap(condition), [&](mlir::OpBuilder &, mlir::Location) {
    body();
    impl->create<scf::YieldOp>(loc);
  });
}

Values KernelBuilder::ifThenElse(Value condition, llvm::function_ref<Values()> thenBody,
                                 llvm::function_ref<Values()> elseBody, SourceLoc loc) {
  if (!impl->checkScalar("the condition of ifThenElse()", condition, types::i1, loc)) {
    size_t count = thenBody().size();
    elseBody();
    return emptyValues(*impl, count);
  }
  // scf.if takes its types from what the first side yields.
  llvm::SmallVector<ValueType> types;
  auto branch = impl->create<scf::IfOp>(
      loc, impl->unwrap(condition),
      [&](mlir::OpBuilder &, mlir::Location) {
        Values returned = thenBody();
        types = typesOf(returned);
        bool good = checkReturned(*impl, "the first side of ifThenElse()", returned, types, loc);
        impl->create<scf::YieldOp>(loc, good ? unwrapAll(*impl, returned)
                                             : llvm::SmallVector<mlir::Value>());
      },
      [&](mlir::OpBuilder &, mlir::Location) {
        Values returned = elseBody();
        if (checkReturned(*impl, "the second side of ifThenElse()", returned, types, loc))
          impl->create<scf::YieldOp>(loc, unwrapAll(*impl, returned));
      });
  return failed() ? emptyValues(*impl, types.size()) : wrapAll(*impl, branch.getResults());
}
