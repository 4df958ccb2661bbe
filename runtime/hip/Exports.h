//===- Exports.h - The functions with HIP's linkage -------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_EXPORTS_H
#define ROCKE_RUNTIME_HIP_EXPORTS_H

#include "Runtime.h"

namespace rocke::hip {

// C has no overloads and no namespaces: these are HIP's own names in the library.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): some begin with __.
extern "C" {
#define HIP_FUNCTION(name, parameters) __attribute__((visibility("default"))) Error name parameters;
#include "rocke/runtime/HipFunctions.def"
__attribute__((visibility("default"))) const char *hipGetErrorName(Error error);
__attribute__((visibility("default"))) const char *hipGetErrorString(Error error);
// Called by code that clang puts into programs, with handles of its own for a bundle of kernels.
__attribute__((visibility("default"))) void **__hipRegisterFatBinary(const void *wrapper);
__attribute__((visibility("default"))) void __hipUnregisterFatBinary(void **binary);
__attribute__((visibility("default"))) int
__hipRegisterFunction(void **binary, const void *host, char *deviceFunction, const char *name,
                      unsigned threadLimit, void *threadId, void *blockId, void *block, void *grid,
                      int *waveSize);
__attribute__((visibility("default"))) void __hipRegisterVar(void **binary, void *host,
                                                             char *hostName, char *name,
                                                             int external, size_t bytes,
                                                             int constant, int global);
__attribute__((visibility("default"))) void __hipRegisterManagedVar(void **binary, void **pointer,
                                                                    void *initial, const char *name,
                                                                    size_t bytes,
                                                                    unsigned alignment);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_EXPORTS_H
