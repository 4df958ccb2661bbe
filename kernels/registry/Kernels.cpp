//===- Kernels.cpp - The list of every kernel -----------------------------===//
#include "rocke/kernels/Registry.h"
#include "rocke/kernels/VectorAdd.h"
#include "rocke/kernels/WmmaFmhaFwd.h"
#include "rocke/kernels/WmmaGemm.h"

using namespace rocke;

KernelRegistry rocke::makeKernelRegistry() {
  KernelRegistry registry;
  registry.add(makeVectorAddKernel());
  registry.add(makeWmmaGemmKernel());
  registry.add(makeWmmaFmhaFwdKernel());
  return registry;
}
