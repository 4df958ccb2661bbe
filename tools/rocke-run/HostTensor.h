//===- HostTensor.h - A tensor argument's memory ----------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_HOSTTENSOR_H
#define ROCKE_TOOLS_ROCKE_RUN_HOSTTENSOR_H

#include "rocke/kernels/Registry.h"
#include "rocke/runtime/HalfFloat.h"
#include "rocke/runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace rocke::tools {

/// The element type of files that hold this type; nothing if .npy has none. A bf16 is its bits,
/// u16.
std::optional<runtime::NpyType> npyTypeOf(ElementType type);
/// Nothing for integers and f64.
std::optional<runtime::FloatType> floatTypeOf(ElementType type);

/// What a tensor argument points to, as its strides lay it out. Memory between the elements, and
/// what has not been set, is all ones: NaN in every floating-point type.
class HostTensor {
public:
  explicit HostTensor(const TensorArgument &argument);

  const TensorArgument &argument() const { return description; }
  llvm::MutableArrayRef<uint8_t> bytes() { return memory; }
  llvm::ArrayRef<uint8_t> bytes() const { return memory; }
  uint64_t elementCount() const;

  /// Sets every element to a standard normal number. Errors if it is not a floating-point tensor.
  llvm::Error fillRandom(uint64_t seed, uint64_t stream);
  /// Sets the elements from a file. Errors unless it has the element type and the shape.
  llvm::Error read(llvm::StringRef path);
  /// The bytes of a .npy file with the elements. Errors if such files have no type for them.
  llvm::Expected<std::string> npyFile() const;

  /// The elements in C order.
  std::vector<uint8_t> dense() const;

private:
  void setDense(llvm::ArrayRef<uint8_t> elements);

  TensorArgument description;
  std::vector<uint8_t> memory;
};

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_HOSTTENSOR_H
