//===- Gfx9Modes.h - Modes that change what instructions do -----*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_GFX9MODES_H
#define ROCKE_RUNTIME_SIMULATOR_GFX9MODES_H

#include "Wavefront.h"

namespace rocke::sim {

/// Whether VSKIP mode passes over instructions of this class: those of the vector ALU, of vector
/// memory and of LDS ("Mode register" of the CDNA3 manual). They are not executed at all.
bool isVectorInst(InstClass instClass);

/// Executes an instruction in VGPR indexing mode: M0's low byte is added to the numbers of those
/// VGPR operands of vector ALU instructions that its bits 15:12 choose. A VGPR that
/// the kernel was not given faults.
void executeIndexed(Wavefront &wave, const DecodedInst &inst);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_GFX9MODES_H
