//===- RandomProgram.h - Random LLVM IR for two targets ---------*- C++ -*-===//
//
// A random straight-line program over integers, floats and halves, as a function for the host and
// as a kernel for the GPU. Only operations whose result IEEE or LLVM define to the bit are used, so
// the two must agree.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_RANDOMPROGRAM_H
#define ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_RANDOMPROGRAM_H

#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace rocke::sim::test {

inline constexpr unsigned programInputs = 6;  ///< 64-bit words per work-item
inline constexpr unsigned programOutputs = 8; ///< the same

/// Which types a program works on.
enum class ProgramKind { Integer, Float, Half, Double, Mixed };

/// A program: the same for the same kind and seed. Its first `steps` operations are those of a
/// longer one, so that a failure can be narrowed down.
struct ProgramSpec {
  ProgramKind kind;
  uint64_t seed;
  unsigned steps = 40;
  /// The outputs are the newest value of each type instead of a mixture of many values.
  bool newestOnly = false;
};

/// `void program(ptr in, ptr out, i32 item)`: reads and writes the words of one work-item.
std::unique_ptr<llvm::Module> makeHostProgram(llvm::LLVMContext &context, const ProgramSpec &spec);
/// `amdgpu_kernel void program(ptr addrspace(1) in, ptr addrspace(1) out)`, a work-item each.
std::unique_ptr<llvm::Module> makeGpuProgram(llvm::LLVMContext &context, const ProgramSpec &spec);

/// An input word: ordinary numbers of all types, and every sort of special one.
uint64_t randomInput(uint64_t &state);

} // namespace rocke::sim::test

#endif // ROCKE_TESTS_RUNTIME_SIMULATOR_VECTOR_RANDOMPROGRAM_H
