//===- MemoryOps.h - Decoders of the memory encodings -----------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_MEMORYOPS_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_MEMORYOPS_H

#include "Decode.h"

namespace rocke::sim {

/// Each decodes the operations of one encoding; false for an operation that it does not know.
bool decodeScalarMemory(const DecodeInput &in, DecodedInst &out); ///< SMEM
bool decodeFlat(const DecodeInput &in, DecodedInst &out);         ///< FLAT, GLOBAL, SCRATCH
bool decodeLds(const DecodeInput &in, DecodedInst &out);          ///< DS
bool decodeBuffer(const DecodeInput &in, DecodedInst &out);       ///< MUBUF
bool decodeTypedBuffer(const DecodeInput &in, DecodedInst &out);  ///< MTBUF

/// Bits [low, low + width) of an encoding.
inline uint32_t encodingBits(uint32_t word, unsigned low, unsigned width) {
  return word >> low & ((1u << width) - 1);
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_MEMORYOPS_H
