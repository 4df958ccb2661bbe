//===- Transfer.h - Copies between host and simulated memory ----*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_TRANSFER_H
#define ROCKE_RUNTIME_HIP_TRANSFER_H

#include "Runtime.h"

namespace rocke::hip {

/// A range that a copy or a fill works on. HIP takes host and device pointers alike and tells them
/// apart by what it has allocated; what it has not is the host's.
struct Place {
  uint64_t address = 0;
  bool known = false;                    ///< HIP has allocated it
  std::shared_ptr<sim::Machine> machine; ///< whose memory it is; null for the host's

  void *host() const { return asPointer(address); }
};

/// Finds the `bytes` bytes at `pointer`. InvalidValue for a null pointer and for a range that
/// reaches past the end of its allocation; the message calls it `what`.
Error locate(const void *pointer, size_t bytes, const char *what, Place &place);

/// InvalidValue if memory that only the host has stands where device memory is `required`.
Error requireDevice(const Place &place, bool required, const char *what);

/// Both ends of a copy of this kind.
Error locateBoth(void *to, size_t toBytes, const void *from, size_t fromBytes, MemcpyKind kind,
                 Place &target, Place &source);

/// Copies `bytes` from `fromOffset` in `from` to `toOffset` in `to`.
llvm::Error copyBytes(const Place &to, uint64_t toOffset, const Place &from, uint64_t fromOffset,
                      uint64_t bytes);

/// hipMemcpy in a stream.
Error copy(void *to, const void *from, size_t bytes, MemcpyKind kind, Stream stream);

/// Memory of the thread's device. A null pointer for no bytes.
Error allocateOnDevice(void **pointer, size_t bytes);

/// The same of any device, for a pool if there is one.
Error allocateOn(SimDevice &device, void **pointer, size_t bytes, MemPool pool);

/// Memory of the thread's device for `rows` rows of `width` bytes, each aligned.
Error allocatePitched(void **pointer, size_t *pitch, size_t width, size_t rows);

/// What hipFree does.
Error freeAny(void *pointer);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_TRANSFER_H
