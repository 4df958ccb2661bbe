//===- Registry.cpp - Kernels by name, and what describes their launch ----===//
#include "rocke/kernels/Registry.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace rocke;

KernelVariant::~KernelVariant() = default;
Kernel::~Kernel() = default;

llvm::StringRef rocke::toString(Access access) {
  switch (access) {
  case Access::In:
    return "in";
  case Access::Out:
    return "out";
  case Access::InOut:
    return "inout";
  }
  llvm_unreachable("an access without a name");
}

std::vector<int64_t> rocke::contiguousStrides(llvm::ArrayRef<int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

llvm::StringRef rocke::typeName(const ScalarArgument &argument) {
  static constexpr llvm::StringLiteral names[] = {"i32", "i64", "f32", "f64"};
  static_assert(std::size(names) == std::variant_size_v<decltype(argument.value)>);
  return names[argument.value.index()];
}

llvm::Expected<const Arch *> rocke::lookupKernelArch(const Kernel &kernel, llvm::StringRef name) {
  if (!llvm::is_contained(kernel.archs(), name))
    return makeError("kernel '{}' cannot be built for arch '{}': expected one of {}",
                     kernel.name().str(), name.str(), llvm::join(kernel.archs(), ", "));
  return lookupArch(name);
}

void KernelRegistry::add(std::unique_ptr<const Kernel> kernel) {
  assert(llvm::none_of(all, [&](const auto &known) { return known->name() == kernel->name(); }) &&
         "two kernels of one name");
  all.push_back(std::move(kernel));
}

llvm::Expected<const Kernel *> KernelRegistry::lookup(llvm::StringRef name) const {
  for (const auto &kernel : all)
    if (kernel->name() == name)
      return kernel.get();
  return makeError("unknown kernel '{}': expected one of {}", name.str(),
                   llvm::join(llvm::map_range(all, [](const auto &k) { return k->name(); }), ", "));
}
