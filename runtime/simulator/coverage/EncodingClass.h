//===- EncodingClass.h - Which microcode format this is ---------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGCLASS_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGCLASS_H

#include "../GpuTraits.h"
#include "Encoder.h"
#include <string>

namespace rocke::sim {

struct EncodingClass {
  std::string name; ///< "VOP2 DPP"
  bool compute;     ///< false: out by decision
};

/// The class of an instruction: the format as the manuals' "Microcode formats" chapters name it,
/// with the operand word that follows (DPP, DPP8, SDWA); matrix instructions are classes of their
/// own, and so is what no compute kernel uses.
EncodingClass encodingClassOf(const GpuTraits &gpu, const Encoding &encoding,
                              llvm::StringRef mnemonic);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGCLASS_H
