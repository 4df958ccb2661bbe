//===- LaunchData.h - The memory of a launch --------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_LAUNCHDATA_H
#define ROCKE_TESTS_FUZZ_ISA_LAUNCHDATA_H

#include "EmitModule.h"
#include "Program.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rocke::fuzz {

/// The buffers of a launch, before it or after it.
struct LaunchData {
  std::array<std::vector<uint8_t>, numArgs> buffers;

  std::vector<uint8_t> &operator[](Arg arg) { return buffers[static_cast<unsigned>(arg)]; }
  const std::vector<uint8_t> &operator[](Arg arg) const {
    return buffers[static_cast<unsigned>(arg)];
  }
};

/// What the program of a seed starts from. Outputs are filled with `unwritten`.
LaunchData makeInputs(const Program &program);
inline constexpr uint8_t unwritten = 0xcc;

/// Where the GPU and the host differ first.
struct Difference {
  std::string where;    ///< "register 3 (f32) of work-item 17"
  std::string expected; ///< the host's
  std::string got;      ///< the GPU's
  std::optional<unsigned> item;
  std::optional<unsigned> reg; ///< set when it is an output register
};
std::optional<Difference> compare(const Program &program, const Side &gpu, const LaunchData &host,
                                  const LaunchData &device);

/// "0x3f800000 (1)"
std::string describeValue(Type type, uint64_t bits);
/// The input registers of a work-item, a line each.
std::string describeInputs(const Program &program, const LaunchData &inputs, unsigned item);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_LAUNCHDATA_H
