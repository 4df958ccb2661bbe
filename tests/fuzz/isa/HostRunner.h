//===- HostRunner.h - Programs on the host ----------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_HOSTRUNNER_H
#define ROCKE_TESTS_FUZZ_ISA_HOSTRUNNER_H

#include "LaunchData.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace rocke::fuzz {

/// Compiles the programs for the host, without optimizing them, and runs each on its inputs.
/// `waveSize` is that of the wavefronts whose lanes exchange values.
llvm::Expected<std::vector<LaunchData>> runOnHost(llvm::ArrayRef<const Program *> programs,
                                                  llvm::ArrayRef<LaunchData> inputs,
                                                  const Side &host);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_HOSTRUNNER_H
