#include "rocke/runtime/HipTable.h"
#include "SharedLibrary.h"
#include "rocke/ir/Error.h"

namespace rocke::runtime {

llvm::StringRef toString(DeviceKind kind) { return kind == DeviceKind::Sim ? "sim" : "hip"; }

llvm::Expected<DeviceKind> parseDeviceKind(llvm::StringRef text) {
  for (DeviceKind kind : {DeviceKind::Sim, DeviceKind::Hip})
    if (text == toString(kind))
      return kind;
  return makeError("unknown device '{}': it is sim (the simulator) or hip (a GPU)", text.str());
}

namespace {

template <typename T> void lookUp(const SharedLibrary &library, const char *name, T *&function) {
  function = reinterpret_cast<T *>(library.symbol(name));
}

} // namespace

llvm::Expected<HipTable> HipTable::open(DeviceKind kind) {
  llvm::Expected<SharedLibrary> library =
      kind == DeviceKind::Sim ? openSimulatorLibrary() : openRocmLibrary();
  if (!library)
    return library.takeError();

  HipTable table;
  table.kind = kind;
  table.path = library->path();
  const char *missing = nullptr;
  auto require = [&](const char *name, auto *&function) {
    lookUp(*library, name, function);
    if (!function && !missing)
      missing = name;
  };
#define HIP_FUNCTION(name, parameters)
#define HIP_CALLED(name, parameters) require(#name, table.name);
#include "rocke/runtime/HipFunctions.def"
  require("hipGetErrorName", table.hipGetErrorName);
  require("hipGetErrorString", table.hipGetErrorString);
  lookUp(*library, "hipGetDeviceProperties", table.hipGetDeviceProperties);
  lookUp(*library, "hipGetDevicePropertiesR0600", table.hipGetDevicePropertiesR0600);
  if (!table.hipGetDeviceProperties && !table.hipGetDevicePropertiesR0600 && !missing)
    missing = "hipGetDeviceProperties";
  if (kind == DeviceKind::Sim) {
    require("rocke_sim_device_for_arch", table.simDeviceForArch);
    require("rocke_sim_last_stats", table.simLastStats);
    require("rocke_sim_last_fault_text", table.simLastFaultText);
    require("rocke_sim_last_message", table.simLastMessage);
    require("rocke_sim_last_report", table.simLastReport);
    require("rocke_sim_last_inst_profile", table.simLastInstProfile);
    require("rocke_sim_set_checks", table.simSetChecks);
    require("rocke_sim_set_profiling", table.simSetProfiling);
    require("rocke_sim_set_schedule", table.simSetSchedule);
    require("rocke_sim_set_diagnostics", table.simSetDiagnostics);
  }
  if (missing)
    return makeError("'{}' is no {}: it lacks {}", table.path,
                     kind == DeviceKind::Sim ? "rocke simulator" : "HIP runtime", missing);
  return table;
}

llvm::Error HipTable::check(hip::Error error, llvm::StringRef what) const {
  if (error == hip::Error::Success)
    return llvm::Error::success();
  std::string text = fmt::format("{} failed: {} ({})", what.str(), hipGetErrorName(error),
                                 hipGetErrorString(error));
  if (simLastMessage && *simLastMessage())
    text += fmt::format(": {}", simLastMessage());
  return makeError("{}", text);
}

} // namespace rocke::runtime
