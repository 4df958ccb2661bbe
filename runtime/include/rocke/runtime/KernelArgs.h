//===- KernelArgs.h - The arguments of a launch -----------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_KERNELARGS_H
#define ROCKE_RUNTIME_KERNELARGS_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rocke::runtime {

class Buffer;

/// Typed arguments in the order of the kernel's parameters.
class KernelArgs {
public:
  KernelArgs &buffer(const Buffer &buffer);
  /// A device address, or null.
  KernelArgs &address(uint64_t address);
  KernelArgs &i32(int32_t value);
  KernelArgs &i64(int64_t value);
  KernelArgs &f32(float value);
  KernelArgs &f64(double value);
  /// A parameter of any type by its bytes: a struct, a vector.
  KernelArgs &raw(llvm::ArrayRef<uint8_t> bytes);

  size_t size() const { return args.size(); }

  /// The kernel-argument segment of `kernel`: each argument where the code object has it. Errors
  /// when the number of arguments, the size of one, or a scalar for a buffer does not fit, naming
  /// the parameter. A kernel without a list of parameters, as hand-written assembly may be, gets
  /// the arguments one after the other, each at a multiple of its size.
  llvm::Expected<std::vector<uint8_t>> pack(const KernelFacts &kernel) const;

private:
  struct Arg {
    const char *type; ///< as users write it: "buffer", "i32", ...
    bool mayBeAddress;
    std::vector<uint8_t> bytes;
  };
  template <typename T> KernelArgs &add(const char *type, bool mayBeAddress, T value);
  llvm::Expected<std::vector<uint8_t>> packInOrder(const KernelFacts &kernel) const;

  std::vector<Arg> args;
};

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_KERNELARGS_H
