//===- CopyParameters.h - What structures of copies say ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_COPYPARAMETERS_H
#define ROCKE_RUNTIME_HIP_COPYPARAMETERS_H

#include "Runtime.h"

namespace rocke::hip {

/// One end of a copy that a structure describes: where its memory starts, and what kind of memory
/// that is.
struct CopyEnd {
  const void *base = nullptr;
  std::optional<bool> onDevice; ///< none: by the address
};

/// Chooses between the pointers by the memory type, whose numbers depend on HIP's generation.
/// NotSupported for arrays; the message calls the end `what`.
Error copyEnd(int memoryType, const void *host, const void *device, const char *what, CopyEnd &end);

/// The kind of a copy between them.
MemcpyKind copyKind(const CopyEnd &to, const CopyEnd &from);

/// Moves `pointer` by `count` steps of `step` bytes. InvalidValue where that does not fit 64 bits.
Error moveBy(const void *&pointer, size_t count, size_t step, const char *what);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_COPYPARAMETERS_H
