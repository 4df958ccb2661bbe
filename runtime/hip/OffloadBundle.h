//===- OffloadBundle.h - Code objects for several GPUs in one ---*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_OFFLOADBUNDLE_H
#define ROCKE_RUNTIME_HIP_OFFLOADBUNDLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rocke::hip {

/// Whether `image` starts like a bundle of clang-offload-bundler's.
bool isOffloadBundle(const void *image);

/// The code object in a bundle for the GPU `arch` ("gfx950"), of which a program's entry may demand
/// features that the GPU has (`isaName`: "gfx950:sramecc+:xnack-"). An error lists the entries when
/// none fits.
llvm::Expected<llvm::StringRef> unbundle(const void *bundle, llvm::StringRef isaName);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_OFFLOADBUNDLE_H
