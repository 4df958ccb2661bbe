//===- ReservedEncodings.h - What LLVM decodes and no GPU has ---*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_RESERVEDENCODINGS_H
#define ROCKE_RUNTIME_SIMULATOR_RESERVEDENCODINGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace rocke::sim {

struct GpuTraits;

/// Whether the manuals reserve what stands at the start of `code`, 20 bytes at least, although
/// LLVM's disassembler takes it, or crashes.
bool isReservedEncoding(const GpuTraits &gpu, llvm::ArrayRef<uint8_t> code);
/// The same of an operand, by LLVM's name of the register.
bool isReservedRegister(llvm::StringRef name, bool isDest);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_RESERVEDENCODINGS_H
