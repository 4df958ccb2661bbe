//===- Targets.h - Instruction sets that lane loops compile for -*- C++ -*-===//
//
// Include this before any Highway header: lane loops are compiled for the plain baseline, AVX2 and
// AVX-512 (on x86); what lies between would only add code.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_TARGETS_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_TARGETS_H

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_TARGETS_H
