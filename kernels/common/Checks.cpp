//===- Checks.cpp - What the checks of the kernels have in common ---------===//
#include "common/Checks.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/ranges.h>

using namespace rocke;

Names<ElementType> rocke::elementTypeNames(std::initializer_list<ElementType> types) {
  Names<ElementType> names;
  for (ElementType type : types)
    names.emplace_back(toString(type).str(), type);
  return names;
}

static llvm::Error badField(llvm::StringRef field, llvm::StringRef value,
                            llvm::StringRef expected) {
  return makeError("spec field '{}' cannot be '{}': expected {}", field.str(), value.str(),
                   expected.str());
}

llvm::Error rocke::checkOneOf(llvm::StringRef field, int64_t value,
                              llvm::ArrayRef<int64_t> allowed) {
  if (llvm::is_contained(allowed, value))
    return llvm::Error::success();
  return badField(
      field, fmt::format("{}", value),
      llvm::join(llvm::map_range(allowed, [](int64_t v) { return fmt::format("{}", v); }), ", "));
}

llvm::Error rocke::checkOneOf(llvm::StringRef field, ElementType value,
                              const Names<ElementType> &allowed) {
  for (const auto &[name, type] : allowed)
    if (type == value)
      return llvm::Error::success();
  return badField(
      field, toString(value),
      llvm::join(llvm::map_range(allowed, [](const auto &a) { return a.first; }), ", "));
}

llvm::Error rocke::checkRange(llvm::StringRef field, int64_t value, int64_t min, int64_t max) {
  if (value >= min && value <= max)
    return llvm::Error::success();
  return badField(field, fmt::format("{}", value), fmt::format("{} to {}", min, max));
}

llvm::Error rocke::checkExtent(const TensorArgument &tensor) {
  constexpr int64_t limit = int64_t(1) << 47;
  int64_t last = 0;
  for (auto [size, stride] : llvm::zip_equal(tensor.shape, tensor.strides)) {
    int64_t step;
    if (llvm::MulOverflow(std::max<int64_t>(size - 1, 0), stride, step) ||
        llvm::AddOverflow(last, step, last) || last > limit / byteSize(tensor.type))
      return makeError("tensor '{}' of shape {} and strides {} reaches further than 2^47 bytes",
                       tensor.name, fmt::join(tensor.shape, "x"), fmt::join(tensor.strides, ","));
  }
  return llvm::Error::success();
}

llvm::Error rocke::checkNoOverlap(const TensorArgument &tensor) {
  // From the smallest stride to the largest, each must step over all that lies within it.
  llvm::SmallVector<std::pair<int64_t, int64_t>> dims; // stride, size
  for (auto [size, stride] : llvm::zip_equal(tensor.shape, tensor.strides))
    if (size > 1)
      dims.emplace_back(stride, size);
  llvm::sort(dims);
  int64_t reach = 0; // distance from the first element to the last within the dimensions so far
  for (auto [stride, size] : dims) {
    if (stride <= reach)
      return makeError("tensor '{}' of shape {} and strides {} overlaps itself; a larger stride "
                       "must step over all that a smaller one spans",
                       tensor.name, fmt::join(tensor.shape, "x"), fmt::join(tensor.strides, ","));
    reach += stride * (size - 1);
  }
  return llvm::Error::success();
}
