//===- HipTable.h - HIP's functions, from a library opened at run time -*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIPTABLE_H
#define ROCKE_RUNTIME_HIPTABLE_H

#include "rocke/runtime/HipAbi.h"
#include "rocke/runtime/SimulatorControls.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::runtime {

/// What runs the kernels: `sim` is the simulator, `hip` a GPU.
enum class DeviceKind { Sim, Hip };

/// "sim", "hip".
llvm::StringRef toString(DeviceKind kind);
llvm::Expected<DeviceKind> parseDeviceKind(llvm::StringRef text);

/// The functions of one HIP library. The library stays open for the life of the process.
struct HipTable {
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are a declarator's.
#define HIP_FUNCTION(name, parameters)
#define HIP_CALLED(name, parameters) hip::Error(*name) parameters = nullptr;
  // The signatures are written in HipAbi.h's names.
  using DeviceAttribute = hip::DeviceAttribute;
  using Event = hip::Event;
  using Function = hip::Function;
  using MemcpyKind = hip::MemcpyKind;
  using Module = hip::Module;
  using Stream = hip::Stream;
#include "rocke/runtime/HipFunctions.def"
  // NOLINTEND(bugprone-macro-parentheses)

  const char *(*hipGetErrorName)(hip::Error error) = nullptr;
  const char *(*hipGetErrorString)(hip::Error error) = nullptr;

  /// Of the two layouts of device properties, those that the library has.
  hip::Error (*hipGetDeviceProperties)(hip::DevicePropR0000 *, int device) = nullptr;
  hip::Error (*hipGetDevicePropertiesR0600)(hip::DevicePropR0600 *, int device) = nullptr;

  /// The simulator's own functions; null in a GPU's library.
  decltype(&rocke_sim_device_for_arch) simDeviceForArch = nullptr;
  decltype(&rocke_sim_last_stats) simLastStats = nullptr;
  decltype(&rocke_sim_last_fault_text) simLastFaultText = nullptr;
  decltype(&rocke_sim_last_message) simLastMessage = nullptr;
  decltype(&rocke_sim_last_report) simLastReport = nullptr;
  decltype(&rocke_sim_last_inst_profile) simLastInstProfile = nullptr;
  decltype(&rocke_sim_set_checks) simSetChecks = nullptr;
  decltype(&rocke_sim_set_profiling) simSetProfiling = nullptr;
  decltype(&rocke_sim_set_schedule) simSetSchedule = nullptr;
  decltype(&rocke_sim_set_diagnostics) simSetDiagnostics = nullptr;

  DeviceKind kind = DeviceKind::Sim;
  std::string path; ///< the library's

  /// Opens ROCm's libamdhip64.so, found as the system finds libraries, or librocke_hip.so: the file
  /// that ROCKE_HIP_LIBRARY names, else the one that was built or installed with this program. An
  /// error about `hip` names the way out, --device=sim.
  static llvm::Expected<HipTable> open(DeviceKind kind);

  /// Success, or an error of the call `what`: HIP's name and text for it, and what the simulator
  /// adds to them.
  llvm::Error check(hip::Error error, llvm::StringRef what) const;
};

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_HIPTABLE_H
