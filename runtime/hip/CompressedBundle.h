//===- CompressedBundle.h - Offload bundles that were compressed *- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_COMPRESSEDBUNDLE_H
#define ROCKE_RUNTIME_HIP_COMPRESSEDBUNDLE_H

#include "llvm/Support/Error.h"
#include <string>

namespace rocke::hip {

/// Whether `image` starts like a bundle that clang-offload-bundler compressed.
bool isCompressedBundle(const void *image);

/// The bundle itself, with zlib and zstd undone. How long `image` is it says itself, from version 2
/// on; an error for version 1, for versions and methods that are unknown, and for damaged data.
llvm::Expected<std::string> decompressBundle(const void *image);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_COMPRESSEDBUNDLE_H
