//===- Kernels.cpp - The list of every kernel -----------------------------===//
#include "rocke/kernels/Registry.h"

using namespace rocke;

KernelRegistry rocke::makeKernelRegistry() {
  KernelRegistry registry;
  return registry;
}
