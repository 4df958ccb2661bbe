//===- ImageSize.h - How long is a code object in memory? -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_IMAGESIZE_H
#define ROCKE_RUNTIME_HIP_IMAGESIZE_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace rocke::hip {

/// hipModuleLoadData takes a code object without its length: the ELF header and the tables that it
/// leads to say how far it reaches. As with HIP, `image` must point to a whole code object; an
/// error means that it does not start like one.
llvm::Expected<uint64_t> imageSize(const void *image);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_IMAGESIZE_H
