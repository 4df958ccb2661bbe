//===- KernelBench.h - Runs kernels written in assembly ---------*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_KERNELBENCH_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_KERNELBENCH_H

#include "rocke/runtime/Simulator.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rocke::sim::test {

/// A kernel named "k". The kernel-argument segment's address is in s[0:1] (if no other user SGPRs
/// are asked for), then come the workgroup ids x, y, z in s2, s3, s4, and v0 holds the packed
/// work-item ids.
struct KernelSource {
  std::string gpu = "gfx1151";
  std::string body;       ///< instructions
  std::string directives; ///< more .amdhsa_ lines
  std::string metadata;   ///< YAML between .amdgpu_metadata lines; empty: none
  std::string rest;       ///< more assembly: functions, data
  unsigned waveSize = 32;
  // What the assembler is told that the kernel uses. It adds VCC and the like to the SGPRs.
  unsigned vgprs = 256;
  unsigned agprs = 256; ///< where there are any
  unsigned sgprs = 100;
  unsigned abiVersion = 5;
};

/// The linked code object.
std::string codeObject(const KernelSource &source);

/// Statements that load the address of the first kernel argument into s[8:9], for a family.
std::string loadOutput(llvm::StringRef gpu);

/// Runs a kernel with the address of a zeroed buffer as its only argument.
class KernelBench {
public:
  explicit KernelBench(const KernelSource &source, unsigned threads = 2,
                       uint64_t instructionBudget = 1000000);

  /// What the kernel left in the buffer. A fault fails the test.
  std::vector<uint32_t> run(size_t words, const LaunchConfig &config = {});
  /// The fault that must stop it.
  Fault faultOf(size_t words, const LaunchConfig &config = {});
  /// Bytes for the buffer before the kernel starts, instead of zeros.
  void fill(std::vector<uint32_t> words) { initial = std::move(words); }

  std::unique_ptr<Machine> machine;
  LoadedModule *module = nullptr;
  LaunchStats stats;   ///< of the last run
  uint64_t buffer = 0; ///< address of the last run's buffer

private:
  llvm::Expected<LaunchStats> launch(size_t words, const LaunchConfig &config);
  std::vector<uint32_t> initial;
};

/// Runs a body on gfx1151 and gives the buffer.
std::vector<uint32_t> runKernel(llvm::StringRef body, size_t words,
                                const LaunchConfig &config = {});

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_KERNELBENCH_H
