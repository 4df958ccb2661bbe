//===- Verify.h - A kernel's result against its reference -------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_VERIFY_H
#define ROCKE_TOOLS_ROCKE_RUN_VERIFY_H

#include "HostTensor.h"
#include "rocke/runtime/Compare.h"

namespace rocke::tools {

/// Computes the reference from the inputs among `tensors` in double precision and compares the
/// output among them with it.
llvm::Expected<runtime::GateResult> verify(const Reference &reference,
                                           llvm::ArrayRef<HostTensor> tensors);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_VERIFY_H
