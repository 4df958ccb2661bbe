//===- Registry.h - What every kernel is to the tools -----------*- C++ -*-===//
//
// A kernel is a function from a spec (what is fixed at compile time) to IR, and from a spec and a
// problem (what is fixed at launch) to a launch shape and an argument list. This is the interface
// that every tool uses; KernelDefinition.h is how a kernel provides it.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_REGISTRY_H
#define ROCKE_KERNELS_REGISTRY_H

#include "rocke/ir/Arch.h"
#include "rocke/kernels/Fields.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy> class OwningOpRef;
} // namespace mlir

namespace rocke {

/// How a kernel is launched.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< workgroups
  std::array<uint32_t, 3> block{1, 1, 1}; ///< work-items per workgroup
  uint32_t dynamicLdsBytes = 0;           ///< LDS beyond what the kernel declares
};

enum class Access { In, Out, InOut };
/// "in", "out", "inout".
llvm::StringRef toString(Access access);

/// A kernel argument that is a pointer to a tensor in global memory.
struct TensorArgument {
  std::string name;
  Access access = Access::In;
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides; ///< in elements, one per dimension
  std::string doc;              ///< its meaning, with the order of the dimensions
};

/// The strides, in elements, of a tensor in C order.
std::vector<int64_t> contiguousStrides(llvm::ArrayRef<int64_t> shape);

/// A kernel argument that is passed by value. The alternative is its type: i32, i64, f32, f64.
struct ScalarArgument {
  std::string name;
  std::variant<int32_t, int64_t, float, double> value;
  std::string doc; ///< its meaning, with the unit
};
/// "i32", "i64", "f32", "f64".
llvm::StringRef typeName(const ScalarArgument &argument);

/// A kernel's arguments are listed in the order of its parameters.
using Argument = std::variant<TensorArgument, ScalarArgument>;

// What a kernel computes, in terms of its tensor arguments by name, so that whoever runs it can
// compare with a reference of his own.

/// c = a + b, elementwise.
struct VectorAddReference {
  std::string a, b, c;
};

/// C = A * B^T: C[m, n] = sum over k of A[m, k] * B[n, k].
struct GemmReference {
  std::string a, b, c;
};

/// Which keys query i sees: every key; the keys j <= i; the keys j <= i + seqlen_k - seqlen_q.
enum class AttentionMask { None, CausalTopLeft, CausalBottomRight };

/// O = softmax(scale * Q * K^T + mask) * V for tensors [batch, seqlen, heads, head_size]. Query
/// head h reads key and value head h / (heads of Q / heads of K).
struct AttentionReference {
  std::string q, k, v, o;
  double scale = 1.0;
  AttentionMask mask = AttentionMask::None;
};

using Reference = std::variant<VectorAddReference, GemmReference, AttentionReference>;

/// A kernel for one arch and one valid spec.
class KernelVariant {
public:
  virtual ~KernelVariant();

  virtual const Arch &arch() const = 0;
  /// Every spec field with its value, in the order of declaration.
  virtual std::vector<NamedValue> spec() const = 0;
  /// The symbol of the kernel in the IR and in the code object; it says the spec.
  virtual std::string kernelName() const = 0;
  /// The module with the kernel. `context` needs no dialect loaded.
  virtual llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  build(mlir::MLIRContext &context) const = 0;
};

/// A kernel for one arch, one valid spec and one valid problem.
class KernelLaunch : public KernelVariant {
public:
  /// Every problem field with its value, in the order of declaration; nothing is "auto" any more.
  virtual std::vector<NamedValue> problem() const = 0;
  virtual LaunchShape launchShape() const = 0;
  /// In the order of the kernel's parameters.
  virtual std::vector<Argument> arguments() const = 0;
  virtual Reference reference() const = 0;
};

/// A kernel family. Immutable, so that threads may share it.
class Kernel {
public:
  virtual ~Kernel();

  virtual llvm::StringRef name() const = 0;
  /// One line.
  virtual llvm::StringRef summary() const = 0;
  virtual llvm::ArrayRef<std::string> archs() const = 0;
  virtual llvm::ArrayRef<FieldInfo> specFields() const = 0;
  virtual llvm::ArrayRef<FieldInfo> problemFields() const = 0;

  /// Fixes the spec. Errors name the field, the bad value and the allowed ones; they are errors too
  /// if the kernel does not support the arch or the combination.
  virtual llvm::Expected<std::unique_ptr<KernelVariant>>
  specialize(llvm::StringRef arch, llvm::ArrayRef<Assignment> spec) const = 0;

  /// Fixes spec and problem together: see resolveFields().
  virtual llvm::Expected<std::unique_ptr<KernelLaunch>>
  instantiate(llvm::StringRef arch, llvm::ArrayRef<Assignment> spec,
              llvm::ArrayRef<Assignment> problem) const = 0;
};

/// The arch with this name. Errors if there is none or `kernel` does not support it, and names
/// those that it supports.
llvm::Expected<const Arch *> lookupKernelArch(const Kernel &kernel, llvm::StringRef arch);

/// Kernels by name, in the order in which they were added.
class KernelRegistry {
public:
  /// The name must be new.
  void add(std::unique_ptr<const Kernel> kernel);
  llvm::ArrayRef<std::unique_ptr<const Kernel>> kernels() const { return all; }
  /// Errors name the unknown kernel and the known ones.
  llvm::Expected<const Kernel *> lookup(llvm::StringRef name) const;

private:
  std::vector<std::unique_ptr<const Kernel>> all;
};

/// A registry of every kernel that rocke has.
KernelRegistry makeKernelRegistry();

} // namespace rocke

#endif // ROCKE_KERNELS_REGISTRY_H
