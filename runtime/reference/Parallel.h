//===- Parallel.h - Independent jobs over host threads ----------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_REFERENCE_PARALLEL_H
#define ROCKE_RUNTIME_REFERENCE_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace rocke::runtime {

/// Calls job(0) ... job(count - 1), each once, over the host's cores. Jobs do not depend on each
/// other and do not throw.
void parallelFor(int64_t count, llvm::function_ref<void(int64_t)> job);

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_REFERENCE_PARALLEL_H
