//===- ElementBench.h - One work-item and one buffer ------------*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_BUFFER_ELEMENTBENCH_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_BUFFER_ELEMENTBENCH_H

#include "../KernelBench.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::sim::test {

/// What v4 to v8 start with.
inline constexpr uint32_t untouched = 0x77777777;
inline constexpr unsigned elementWords = 16; ///< of the buffer before the registers

/// Instructions of one work-item on a buffer of 16 words.
struct ElementBench {
  std::string gpu;
  uint32_t records = elementWords * 4; ///< the descriptor's third word
  uint32_t word3 = 0;                  ///< its fourth word; 0: raw, 32 bits
  uint32_t strideBits = 0;             ///< to be set in its second word
  std::vector<uint32_t> memory = {};   ///< the first words; the others are 0

  bool isGfx9() const { return gpu.starts_with("gfx9"); }
  KernelSource source(const std::string &body) const;
  /// The body works on the descriptor s[8:11]; v1 is 0. Gives the buffer, then v4 to v8.
  std::vector<uint32_t> run(const std::string &body) const;
  /// v4 to v8 after it.
  std::vector<uint32_t> registers(const std::string &body) const;
  /// The first words of the buffer after it.
  std::vector<uint32_t> stored(const std::string &body, size_t words) const;
  std::string reasonOf(const std::string &body) const;
};

/// A format, "8_8_8_8 UNORM", as the family's assembly has it.
std::string formatModifier(const std::string &gpu, const std::string &format);
/// "tbuffer_load_format_d16_xy" or "tbuffer_load_d16_format_xy".
std::string formatMnemonic(const std::string &gpu, const std::string &operation,
                           const std::string &d16, const std::string &components);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_BUFFER_ELEMENTBENCH_H
