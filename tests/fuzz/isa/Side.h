//===- Side.h - What a program is compiled for ------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_SIDE_H
#define ROCKE_TESTS_FUZZ_ISA_SIDE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace rocke::fuzz {

/// GPUs that have the same instructions, as far as programs use them.
enum class Family : uint8_t { Gfx11, Gfx942, Gfx950 };

/// A GPU, or the host in its place.
struct Side {
  std::string arch;
  unsigned waveSize = 0; ///< that lanes exchange values in
  bool host = false;

  bool isHost() const { return host; }
  /// Of the GPU that the host stands in for, too.
  Family family() const {
    if (arch == "gfx942")
      return Family::Gfx942;
    return arch == "gfx950" ? Family::Gfx950 : Family::Gfx11;
  }
  /// The GPU itself.
  bool isGfx11() const { return !host && family() == Family::Gfx11; }
  bool isGfx9() const { return !host && family() != Family::Gfx11; }

  Side onHost() const { return {arch, waveSize, true}; }
};

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_SIDE_H
