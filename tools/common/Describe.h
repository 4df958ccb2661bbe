//===- Describe.h - --list and --describe -----------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_DESCRIBE_H
#define ROCKE_TOOLS_COMMON_DESCRIBE_H

#include "rocke/kernels/Registry.h"

namespace rocke::tools {

// On standard output.

/// Every kernel with its summary and the GPUs that it is for.
void printKernelList(const KernelRegistry &registry, bool json);

/// Every spec field and problem field of a kernel: type, default, allowed values and meaning.
void printKernelDescription(const Kernel &kernel, bool json);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_DESCRIBE_H
