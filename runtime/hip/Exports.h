//===- Exports.h - The functions with HIP's linkage -------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_EXPORTS_H
#define ROCKE_RUNTIME_HIP_EXPORTS_H

#include "Runtime.h"

namespace rocke::hip {

// C has no overloads and no namespaces: these are HIP's own names in the library.
extern "C" {
#define HIP_FUNCTION(name, parameters) __attribute__((visibility("default"))) Error name parameters;
#include "rocke/runtime/HipFunctions.def"
__attribute__((visibility("default"))) const char *hipGetErrorName(Error error);
__attribute__((visibility("default"))) const char *hipGetErrorString(Error error);
}

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_EXPORTS_H
