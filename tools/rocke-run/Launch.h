//===- Launch.h - One launch on a device ------------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_LAUNCH_H
#define ROCKE_TOOLS_ROCKE_RUN_LAUNCH_H

#include "common/CommandLine.h"
#include "rocke/compiler/CodeObject.h"
#include "rocke/kernels/Registry.h"
#include "rocke/runtime/Device.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <variant>

namespace rocke::tools {

/// A buffer of the launch. Its bytes go to the device before and, if `copyBack`, come back after.
struct LaunchBuffer {
  llvm::MutableArrayRef<uint8_t> bytes;
  bool copyBack = false;
};

/// A value by its bytes; of a null pointer, eight zeros.
struct LaunchValue {
  std::vector<uint8_t> bytes;
};

using LaunchArg = std::variant<LaunchBuffer, LaunchValue>;

struct LaunchResult {
  runtime::DeviceKind device = runtime::DeviceKind::Sim;
  std::optional<sim::LaunchStats> executed; ///< nothing on a GPU, which does not count
  /// What --check found; nothing without --check.
  std::optional<std::vector<sim::CheckReport>> reports;
  bool hasCounters = false; ///< --stats: `executed` has a profile, of which the sums are wanted
  bool hasProfile = false;  ///< --profile: and all of it
};

/// Opens the device that --device names. Without it: a GPU of this architecture if HIP has one, or
/// else the simulator.
llvm::Expected<runtime::Device> openDevice(const CommandLine &line, llvm::StringRef arch);

/// Loads the code object, launches one of its kernels and waits for its end. What --check finds is
/// part of the result, and so is what --stats and --profile count; the page of --profile=FILE is
/// written here. The error of a kernel that faults has what --check found behind the fault.
llvm::Expected<LaunchResult> launch(const CommandLine &line, const runtime::Device &device,
                                    const CodeObject &object, llvm::StringRef symbol,
                                    const LaunchShape &shape, llvm::ArrayRef<LaunchArg> arguments);

/// An error if --check found something.
llvm::Error checkResult(const LaunchResult &result);

/// Says on standard error what is going on.
void progress(const std::string &message);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_LAUNCH_H
