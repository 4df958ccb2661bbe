//===- HostTensor.cpp - A tensor argument's memory ------------------------===//
#include "HostTensor.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace rocke;
using namespace rocke::tools;

namespace {

std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  return llvm::join(llvm::map_range(shape, [](int64_t extent) { return std::to_string(extent); }),
                    "x");
}

/// Calls `visit` with the element offset of every element in C order.
void forEachElement(const TensorArgument &tensor, llvm::function_ref<void(uint64_t)> visit) {
  for (int64_t extent : tensor.shape)
    if (extent == 0)
      return;
  std::vector<int64_t> index(tensor.shape.size());
  int64_t offset = 0;
  while (true) {
    visit(offset);
    size_t dim = index.size();
    while (dim > 0) {
      --dim;
      offset += tensor.strides[dim];
      if (++index[dim] < tensor.shape[dim])
        break;
      offset -= tensor.strides[dim] * tensor.shape[dim];
      index[dim] = 0;
      if (dim == 0)
        return;
    }
    if (index.empty())
      return;
  }
}

uint64_t byteExtent(const TensorArgument &tensor) {
  uint64_t elements = 1;
  for (auto [extent, stride] : llvm::zip_equal(tensor.shape, tensor.strides)) {
    if (extent == 0)
      return 0;
    elements += static_cast<uint64_t>(extent - 1) * stride;
  }
  return elements * byteSize(tensor.type);
}

} // namespace

std::optional<runtime::NpyType> tools::npyTypeOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return runtime::NpyType::F16;
  case ElementType::BF16:
    return runtime::NpyType::U16;
  case ElementType::F32:
    return runtime::NpyType::F32;
  case ElementType::F64:
    return runtime::NpyType::F64;
  case ElementType::I32:
    return runtime::NpyType::I32;
  case ElementType::I64:
    return runtime::NpyType::I64;
  case ElementType::I8:
  case ElementType::I16:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<runtime::FloatType> tools::floatTypeOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return runtime::FloatType::F16;
  case ElementType::BF16:
    return runtime::FloatType::BF16;
  case ElementType::F32:
    return runtime::FloatType::F32;
  default:
    return std::nullopt;
  }
}

HostTensor::HostTensor(const TensorArgument &argument)
    : description(argument), memory(byteExtent(argument), 0xff) {}

uint64_t HostTensor::elementCount() const {
  uint64_t count = 1;
  for (int64_t extent : description.shape)
    count *= extent;
  return count;
}

void HostTensor::setDense(llvm::ArrayRef<uint8_t> elements) {
  size_t size = byteSize(description.type);
  const uint8_t *from = elements.data();
  forEachElement(description, [&](uint64_t offset) {
    std::memcpy(memory.data() + offset * size, from, size);
    from += size;
  });
}

std::vector<uint8_t> HostTensor::dense() const {
  size_t size = byteSize(description.type);
  std::vector<uint8_t> elements(elementCount() * size);
  uint8_t *to = elements.data();
  forEachElement(description, [&](uint64_t offset) {
    std::memcpy(to, memory.data() + offset * size, size);
    to += size;
  });
  return elements;
}

llvm::Error HostTensor::fillRandom(uint64_t seed, uint64_t stream) {
  std::optional<runtime::FloatType> type = floatTypeOf(description.type);
  if (!type)
    return makeError("tensor '{}' is {}, for which there are no random values: give it with "
                     "--input {}=<file>.npy",
                     description.name, toString(description.type).str(), description.name);
  setDense(runtime::randomNormal(*type, elementCount(), seed, stream));
  return llvm::Error::success();
}

llvm::Error HostTensor::read(llvm::StringRef path) {
  llvm::Expected<runtime::NpyArray> array = runtime::readNpy(path);
  if (!array)
    return array.takeError();
  std::optional<runtime::NpyType> type = npyTypeOf(description.type);
  if (!type)
    return makeError("tensor '{}' is {}, which .npy files cannot hold", description.name,
                     toString(description.type).str());
  if (array->type != *type)
    return makeError("'{}' holds {}, but tensor '{}' is {}{}", path.str(),
                     runtime::toString(array->type).str(), description.name,
                     toString(description.type).str(),
                     description.type == ElementType::BF16 ? " (a file of its bits, u16)" : "");
  if (llvm::ArrayRef(array->shape) != llvm::ArrayRef(description.shape))
    return makeError("'{}' has the shape {}, but tensor '{}' has {}", path.str(),
                     array->shapeString(), description.name, shapeText(description.shape));
  setDense(array->data);
  return llvm::Error::success();
}

llvm::Expected<std::string> HostTensor::npyFile() const {
  std::optional<runtime::NpyType> type = npyTypeOf(description.type);
  if (!type)
    return makeError("tensor '{}' is {}, which .npy files cannot hold", description.name,
                     toString(description.type).str());
  return runtime::serializeNpy({*type, description.shape, dense()});
}
