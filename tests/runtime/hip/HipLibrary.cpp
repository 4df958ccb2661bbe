#include "HipLibrary.h"
#include "../TestSupport.h"
#include "rocke/runtime/HipTable.h"
#include <cstdlib>
#include <dlfcn.h>

namespace rocke::hip {

namespace {

template <typename T> void lookUp(void *handle, const char *name, T *&function) {
  function = reinterpret_cast<T *>(dlsym(handle, name));
  if (!function)
    FAIL("the library lacks " << name);
}

std::string simulatorPath() {
  return test::take(runtime::HipTable::open(runtime::DeviceKind::Sim)).path;
}

Library open() {
  // Low enough that a kernel that never ends is found soon; read at the first call.
  setenv("ROCKE_SIM_INSTRUCTION_BUDGET", "100000", 1);
  unsetenv("ROCKE_SIM_ARCH");
  void *handle = libraryHandle();
  Library result;
#define HIP_FUNCTION(name, parameters) lookUp(handle, #name, result.name);
#include "rocke/runtime/HipFunctions.def"
  lookUp(handle, "hipGetErrorName", result.hipGetErrorName);
  lookUp(handle, "hipGetErrorString", result.hipGetErrorString);
  lookUp(handle, "__hipRegisterFatBinary", result.registerFatBinary);
  lookUp(handle, "__hipUnregisterFatBinary", result.unregisterFatBinary);
  lookUp(handle, "__hipRegisterFunction", result.registerFunction);
  lookUp(handle, "__hipRegisterVar", result.registerVar);
  lookUp(handle, "rocke_sim_device_for_arch", result.simDeviceForArch);
  lookUp(handle, "rocke_sim_last_stats", result.simLastStats);
  lookUp(handle, "rocke_sim_class_name", result.simClassName);
  lookUp(handle, "rocke_sim_last_fault_text", result.simLastFaultText);
  lookUp(handle, "rocke_sim_last_fault_json", result.simLastFaultJson);
  lookUp(handle, "rocke_sim_last_message", result.simLastMessage);
  lookUp(handle, "rocke_sim_set_diagnostics", result.simSetDiagnostics);
  lookUp(handle, "rocke_sim_set_checks", result.simSetChecks);
  lookUp(handle, "rocke_sim_last_report", result.simLastReport);
  result.simSetDiagnostics(0);
  return result;
}

} // namespace

void *libraryHandle() {
  void *handle = dlopen(simulatorPath().c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle);
  return handle;
}

const Library &library() {
  static const Library opened = open();
  return opened;
}

} // namespace rocke::hip
