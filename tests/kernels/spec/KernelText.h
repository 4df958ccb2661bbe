//===- KernelText.h - Registered kernels by name and fields -----*- C++ -*-===//
#ifndef ROCKE_TESTS_KERNELS_KERNELTEXT_H
#define ROCKE_TESTS_KERNELS_KERNELTEXT_H

#include "rocke/kernels/Registry.h"
#include <memory>
#include <string>

namespace rocke::test {

/// The kernel with its fields from lists of `field=value`. Fails the test if there is an error.
std::unique_ptr<KernelLaunch> makeLaunch(const std::string &kernel, const std::string &arch,
                                         const std::string &spec, const std::string &problem);
/// The error that the fields lead to. Fails the test if there is none.
std::string launchError(const std::string &kernel, const std::string &arch, const std::string &spec,
                        const std::string &problem);

/// The module of a variant, built and verified, as text. Fails the test if there is an error.
std::string moduleText(const KernelVariant &variant, bool locations = false);

/// Every `field=value,...` of these kernels' spec fields that shape the code.
std::vector<std::string> fmhaSpecs();
std::vector<std::string> gemmSpecs();
std::vector<std::string> vectorAddSpecs();

} // namespace rocke::test

#endif // ROCKE_TESTS_KERNELS_KERNELTEXT_H
