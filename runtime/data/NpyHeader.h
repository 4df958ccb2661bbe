//===- NpyHeader.h - The header of a .npy file ------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_DATA_NPYHEADER_H
#define ROCKE_RUNTIME_DATA_NPYHEADER_H

#include "rocke/runtime/Npy.h"

namespace rocke::runtime {

/// What a header says. The number of bytes fits an int64_t.
struct NpyHeader {
  NpyType type = NpyType::F32;
  std::vector<int64_t> shape;
};

/// Bytes of `type` and `shape` together. Errors on a negative dimension and on overflow.
llvm::Expected<uint64_t> npyDataBytes(NpyType type, llvm::ArrayRef<int64_t> shape);

/// Parses the header's text, a Python dictionary of the keys descr, fortran_order and shape.
/// Errors do not name the file.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

/// The dictionary that parseNpyHeader reads, as NumPy spells it, without padding.
std::string printNpyHeader(NpyType type, llvm::ArrayRef<int64_t> shape);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_DATA_NPYHEADER_H
