//===- VectorBench.h - Runs assembly on one simulated wavefront -*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_VECTORBENCH_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_VECTORBENCH_H

#include "CodeTable.h"
#include "Wavefront.h"
#include "llvm/ADT/ArrayRef.h"
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace rocke::sim::test {

/// A wavefront whose registers a test sets and reads. EXEC starts with all lanes; MODE as LLVM sets
/// it for compute kernels: nearest even, denormals kept, DX10 clamp, IEEE.
class VectorBench {
public:
  explicit VectorBench(llvm::StringRef gpu = "gfx1151", unsigned waveSize = 32);

  /// Assembles and executes straight-line code, statements on lines of their own or separated by
  /// semicolons. Fails the test if an instruction is refused.
  void run(llvm::StringRef assembly);
  /// The reason why the simulator refuses or faults on it; empty if it does not.
  std::string reasonOf(llvm::StringRef assembly);

  uint32_t &v(unsigned reg, unsigned lane = 0);
  uint32_t &acc(unsigned reg, unsigned lane = 0) { return v(256 + reg, lane); }
  uint32_t &s(unsigned reg) { return wave.sgpr[reg]; }
  /// Sets lanes 0, 1, ... of a register; the rest keep what they have.
  void set(unsigned reg, std::initializer_list<uint32_t> lanes);
  void setF(unsigned reg, std::initializer_list<float> lanes);
  void setAll(unsigned reg, uint32_t value);
  void setAllF(unsigned reg, float value) { setAll(reg, std::bit_cast<uint32_t>(value)); }
  void setPair(unsigned reg, unsigned lane, uint64_t value);
  void setPair(unsigned reg, unsigned lane, double value) {
    setPair(reg, lane, std::bit_cast<uint64_t>(value));
  }
  float f(unsigned reg, unsigned lane = 0) { return std::bit_cast<float>(v(reg, lane)); }
  uint64_t pair(unsigned reg, unsigned lane = 0);
  double d(unsigned reg, unsigned lane = 0) { return std::bit_cast<double>(pair(reg, lane)); }
  /// The first `count` lanes.
  std::vector<uint32_t> lanes(unsigned reg, unsigned count);
  uint64_t vcc() const { return wave.vcc(); }

  Wavefront wave;

private:
  struct alignas(64) Line {
    uint32_t words[16];
  };
  std::vector<Line> registers;
};

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_VECTORBENCH_H
