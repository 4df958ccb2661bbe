//===- KernelDefinition.h - How a kernel enters the registry ----*- C++ -*-===//
//
// A kernel family writes its spec and problem as plain structs, its work as plain functions, and
// one KernelDefinition that puts them together; makeKernel() turns that into a Kernel. For example
//
//   std::unique_ptr<const Kernel> makeVectorAddKernel() {
//     KernelDefinition<VectorAddSpec, VectorAddProblem> definition;
//     definition.name = "vector_add";
//     definition.spec.integer("block_size", &VectorAddSpec::blockSize,
//                             IntLimits::oneOf({64, 128, 256}), "work-items per workgroup");
//     definition.build = build;
//     ...
//     return makeKernel(std::move(definition));
//   }
//
// and a line in registry/Kernels.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_KERNELDEFINITION_H
#define ROCKE_KERNELS_KERNELDEFINITION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "rocke/ir/Error.h"
#include "rocke/kernels/Registry.h"

namespace rocke {

template <typename Spec, typename Problem> struct KernelDefinition {
  std::string name;
  std::string summary;
  std::vector<std::string> archs; ///< names of ir/target
  FieldTable<Spec> spec;
  FieldTable<Problem> problem;

  /// What the limits of single fields do not say: combinations, and what the arch allows.
  std::function<llvm::Error(const Arch &, const Spec &)> validate;
  std::function<std::string(const Spec &)> kernelName;
  /// Called with a valid spec only.
  std::function<llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>(mlir::MLIRContext &, const Arch &,
                                                                  const Spec &)>
      build;
  /// Checks a problem against the spec (tensors that 32-bit offsets do not reach, say) and gives a
  /// value to each optional member that has none.
  std::function<llvm::Error(const Spec &, Problem &)> completeProblem;
  // Called with a completed problem only.
  std::function<LaunchShape(const Spec &, const Problem &)> launchShape;
  std::function<std::vector<Argument>(const Spec &, const Problem &)> arguments;
  std::function<Reference(const Spec &, const Problem &)> reference;
};

namespace detail {

/// The one implementation of KernelVariant and KernelLaunch. Holds on to the definition, so that it
/// may outlive the registry.
template <typename Spec, typename Problem> class DefinedLaunch final : public KernelLaunch {
public:
  using Definition = KernelDefinition<Spec, Problem>;

  DefinedLaunch(std::shared_ptr<const Definition> definition, const Arch &arch, Spec spec,
                Problem problem)
      : definition(std::move(definition)), target(arch), specValue(std::move(spec)),
        problemValue(std::move(problem)) {}

  const Arch &arch() const override { return target; }
  std::vector<NamedValue> spec() const override { return definition->spec.values(specValue); }
  std::string kernelName() const override { return definition->kernelName(specValue); }
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  build(mlir::MLIRContext &context) const override {
    return definition->build(context, target, specValue);
  }
  std::vector<NamedValue> problem() const override {
    return definition->problem.values(problemValue);
  }
  LaunchShape launchShape() const override {
    return definition->launchShape(specValue, problemValue);
  }
  std::vector<Argument> arguments() const override {
    return definition->arguments(specValue, problemValue);
  }
  Reference reference() const override { return definition->reference(specValue, problemValue); }

private:
  std::shared_ptr<const Definition> definition;
  const Arch &target;
  Spec specValue;
  Problem problemValue;
};

template <typename Spec, typename Problem> class DefinedKernel final : public Kernel {
public:
  using Definition = KernelDefinition<Spec, Problem>;

  explicit DefinedKernel(Definition definition)
      : definition(std::make_shared<const Definition>(std::move(definition))) {}

  llvm::StringRef name() const override { return definition->name; }
  llvm::StringRef summary() const override { return definition->summary; }
  llvm::ArrayRef<std::string> archs() const override { return definition->archs; }
  llvm::ArrayRef<FieldInfo> specFields() const override { return definition->spec.fields(); }
  llvm::ArrayRef<FieldInfo> problemFields() const override { return definition->problem.fields(); }

  llvm::Expected<std::unique_ptr<KernelVariant>>
  specialize(llvm::StringRef arch, llvm::ArrayRef<Assignment> spec) const override {
    return make(arch, spec, std::nullopt);
  }
  llvm::Expected<std::unique_ptr<KernelLaunch>>
  instantiate(llvm::StringRef arch, llvm::ArrayRef<Assignment> spec,
              llvm::ArrayRef<Assignment> problem) const override {
    return make(arch, spec, problem);
  }

private:
  llvm::Expected<std::unique_ptr<DefinedLaunch<Spec, Problem>>>
  make(llvm::StringRef archName, llvm::ArrayRef<Assignment> specSet,
       std::optional<llvm::ArrayRef<Assignment>> problemSet) const {
    llvm::Expected<const Arch *> arch = lookupKernelArch(*this, archName);
    if (!arch)
      return arch.takeError();
    llvm::Expected<ResolvedFields> resolved =
        resolveFields(name(), specFields(), specSet, problemFields(), problemSet);
    if (!resolved)
      return resolved.takeError();
    Spec spec;
    for (size_t i = 0; i < resolved->spec.size(); ++i)
      definition->spec.set(spec, i, resolved->spec[i]);
    Problem problem;
    for (size_t i = 0; i < resolved->problem.size(); ++i)
      definition->problem.set(problem, i, resolved->problem[i]);
    if (llvm::Error error = definition->validate(**arch, spec))
      return std::move(error);
    if (problemSet)
      if (llvm::Error error = definition->completeProblem(spec, problem))
        return std::move(error);
    return std::make_unique<DefinedLaunch<Spec, Problem>>(definition, **arch, std::move(spec),
                                                          std::move(problem));
  }

  std::shared_ptr<const Definition> definition;
};

} // namespace detail

/// Every member of the definition must be set.
template <typename Spec, typename Problem>
std::unique_ptr<const Kernel> makeKernel(KernelDefinition<Spec, Problem> definition) {
  assert(definition.validate && definition.kernelName && definition.build &&
         definition.completeProblem && definition.launchShape && definition.arguments &&
         definition.reference && "an incomplete kernel definition");
  return std::make_unique<detail::DefinedKernel<Spec, Problem>>(std::move(definition));
}

} // namespace rocke

#endif // ROCKE_KERNELS_KERNELDEFINITION_H
