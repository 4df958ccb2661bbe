//===- EncodingSpace.h - Sample encodings of every opcode -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGSPACE_H
#define ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGSPACE_H

#include "../GpuTraits.h"
#include <array>
#include <cstdint>
#include <vector>

namespace rocke::sim {

/// An encoding's dwords, the rest zero.
using EncodingWords = std::array<uint32_t, 5>;

/// One encoding format: the place of its opcode field, and encodings with opcode 0 that differ in
/// their operands and in the fields that choose between opcodes of the same number.
struct EncodingFormat {
  llvm::StringLiteral name;
  bool compute;
  unsigned opcodeWord; ///< dword that holds the opcode
  unsigned opcodeShift, opcodeBits;
  std::vector<EncodingWords> samples;
};

/// The formats of the GPU as its manual's "Microcode formats" chapter lays them out, those with the
/// longer fixed prefix first: the opcode field of SOP2, say, runs over into SOPK's.
std::vector<EncodingFormat> encodingFormats(const GpuTraits &gpu);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_COVERAGE_ENCODINGSPACE_H
