//===- Execution.h - Kernels on the simulator, for tests --------*- C++ -*-===//
#ifndef ROCKE_TESTS_KERNELS_EXECUTION_EXECUTION_H
#define ROCKE_TESTS_KERNELS_EXECUTION_EXECUTION_H

#include "rocke/kernels/Registry.h"
#include "rocke/runtime/Compare.h"
#include <map>
#include <memory>
#include <string>

namespace rocke::test {

/// A tensor in memory, exactly as long as its shape and strides reach. What lies between rows is
/// NaN, so that a kernel that reads it gives itself away.
struct Tensor {
  TensorArgument argument;
  std::vector<uint8_t> bytes;

  runtime::FloatType type() const;
  /// Places of the shape, in C order.
  size_t size() const;
  /// Where a place lies, in elements.
  size_t offset(size_t place) const;
  double get(size_t place) const;
  void set(size_t place, double value);
  /// The elements of 16 bits, gaps included.
  std::vector<uint16_t> halves() const;
  /// The elements in C order, without gaps.
  std::vector<uint8_t> dense() const;
};

/// A kernel with its spec and problem, its tensors filled with standard normal numbers, outputs
/// with NaN.
class Execution {
public:
  Execution(const std::string &kernel, const std::string &arch, const std::string &spec,
            const std::string &problem);

  const KernelLaunch &launch() const { return *kernelLaunch; }
  Tensor &tensor(const std::string &name) { return tensors.at(name); }

  /// Compiles and executes. Fails the test on a fault of the simulator, such as an access outside
  /// of a tensor, and if the gaps of a tensor changed.
  void run();
  /// run(), then the gate.
  runtime::GateResult verify();

private:
  std::vector<double> expected();

  std::unique_ptr<KernelLaunch> kernelLaunch;
  std::vector<Argument> arguments;
  std::map<std::string, Tensor> tensors;
};

/// run() and verify(), with a message that says what was run if the gate is shut.
void checkExecution(const std::string &kernel, const std::string &arch, const std::string &spec,
                    const std::string &problem);

} // namespace rocke::test

#endif // ROCKE_TESTS_KERNELS_EXECUTION_EXECUTION_H
