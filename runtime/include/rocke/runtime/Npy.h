//===- Npy.h - Tensors in NumPy's .npy files --------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_NPY_H
#define ROCKE_RUNTIME_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::runtime {

/// The element types that files come in. NumPy has no bf16: such a tensor is a U16 of its raw bits.
enum class NpyType { F16, F32, F64, I32, U16, I64 };

/// "f16", "f32", "f64", "i32", "u16", "i64".
llvm::StringRef toString(NpyType type);
/// The inverse of toString(); "bf16" means U16.
llvm::Expected<NpyType> parseNpyType(llvm::StringRef text);
unsigned byteSize(NpyType type);

/// A tensor in C order: the last dimension is contiguous.
struct NpyArray {
  NpyType type = NpyType::F32;
  std::vector<int64_t> shape; ///< empty: a scalar, one element
  std::vector<uint8_t> data;  ///< elementCount() elements, little-endian

  uint64_t elementCount() const;
  /// "16x64", "scalar".
  std::string shapeString() const;
};

/// An array of zeros. Errors on a negative dimension and on more bytes than an int64_t counts.
llvm::Expected<NpyArray> makeNpyArray(NpyType type, llvm::ArrayRef<int64_t> shape);

/// Reads a file of format version 1.0 or 2.0, little-endian, C order, of one of NpyType's types.
/// Errors name the file and what is wrong with it. Memory use is bounded by the file's size,
/// whatever its header says.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// As readNpy, from memory; `name` stands for the file in errors.
llvm::Expected<NpyArray> parseNpy(llvm::ArrayRef<uint8_t> bytes, llvm::StringRef name);

/// The bytes of a version 1.0 file, as NumPy writes it: the data starts at a multiple of 64.
std::string serializeNpy(const NpyArray &array);

/// Writes serializeNpy(array) to `path`; on an error the file is as it was before.
llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_NPY_H
