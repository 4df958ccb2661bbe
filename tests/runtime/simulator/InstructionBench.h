//===- InstructionBench.h - Instructions on random registers ----*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_INSTRUCTIONBENCH_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_INSTRUCTIONBENCH_H

#include "Workgroup.h"
#include "coverage/IsaWalk.h"
#include "vector/VectorBench.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::sim::test {

inline constexpr unsigned numRows = 256, lowLanes = 32;

/// All registers as 32 lanes see them, and LDS: what an instruction can write that does not access
/// memory.
struct RegisterState {
  std::vector<uint32_t> vgprs = std::vector<uint32_t>(size_t{numRows} * lowLanes);
  std::array<uint32_t, NumScalarSlots> sgprs{};
  uint32_t scc = 0;
  std::vector<uint8_t> lds; ///< at the end; at the start it always has the same bytes
  std::string fault;

  bool operator==(const RegisterState &) const = default;
};

/// Numbers that matter among any bits: small integers, f16, f32 and f64, infinities, NaNs,
/// denormals. Some lanes are off; M0 is 1.
const RegisterState &randomState(uint32_t seed);
/// Where two states differ.
std::string difference(const RegisterState &expected, const RegisterState &actual);

/// One GPU at one wave size, of which lanes from 32 on are off and start as 0, like all AGPRs.
class InstructionBench {
public:
  InstructionBench(llvm::StringRef arch, unsigned waveSize);

  /// What runs kernels decodes; false if it refuses the instruction.
  bool decode(const Encoding &encoding, DecodedInst &inst) const;
  /// The state after so many instructions, one after the other.
  RegisterState run(llvm::ArrayRef<Encoding> code, const RegisterState &start);
  std::vector<AssembledLine> assembleAll(llvm::ArrayRef<std::string> lines) const {
    return assemble(walk->tables(), walk->encoder(), lines);
  }
  std::string textOf(const Encoding &encoding) const;
  std::string classOf(const OpcodeInstance &opcode) const;
  /// Whether an instruction's results are in registers alone, the same at any time and for any wave
  /// size (by which matrices are dealt to lanes, and v_permlane64 has something to do).
  bool isPure(const OpcodeInstance &opcode) const;

  const GpuTraits &gpu;
  std::unique_ptr<IsaWalk> walk;
  std::vector<OpcodeInstance> opcodes;

private:
  VectorBench bench;
  Workgroup group;
};

/// One for the whole program.
InstructionBench &instructionBench(const std::string &arch, unsigned waveSize);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_INSTRUCTIONBENCH_H
