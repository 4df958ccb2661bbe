//===- HipLibrary.h - librocke_hip.so as a HIP program has it ---*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_HIP_HIPLIBRARY_H
#define ROCKE_TESTS_RUNTIME_HIP_HIPLIBRARY_H

#include "rocke/runtime/HipAbi.h"
#include "rocke/runtime/SimulatorControls.h"
#include <catch2/catch.hpp>
#include <ostream>
#include <vector>

namespace rocke::hip {
inline std::ostream &operator<<(std::ostream &os, Error error) {
  return os << static_cast<int>(error);
}

/// Every function that the library should have.
struct Library {
#define HIP_FUNCTION(name, parameters) Error(*name) parameters;
#include "rocke/runtime/HipFunctions.def"
  const char *(*hipGetErrorName)(Error);
  const char *(*hipGetErrorString)(Error);
  void **(*registerFatBinary)(const void *wrapper);
  void (*unregisterFatBinary)(void **binary);
  int (*registerFunction)(void **binary, const void *host, char *deviceFunction, const char *name,
                          unsigned threadLimit, void *, void *, void *, void *, int *);
  void (*registerVar)(void **binary, void *host, char *hostName, char *name, int external,
                      size_t bytes, int constant, int global);
  decltype(&rocke_sim_device_for_arch) simDeviceForArch;
  decltype(&rocke_sim_last_stats) simLastStats;
  decltype(&rocke_sim_class_name) simClassName;
  decltype(&rocke_sim_last_fault_text) simLastFaultText;
  decltype(&rocke_sim_last_fault_json) simLastFaultJson;
  decltype(&rocke_sim_last_message) simLastMessage;
  decltype(&rocke_sim_set_diagnostics) simSetDiagnostics;
  decltype(&rocke_sim_set_checks) simSetChecks;
  decltype(&rocke_sim_last_report) simLastReport;
};

/// The handle of dlopen behind library().
void *libraryHandle();

/// The library, opened at the first call; faults are not written to stderr.
const Library &library();

/// A device as new when a test is done with what it broke.
struct ResetAtEnd {
  ~ResetAtEnd() { CHECK(library().hipDeviceReset() == Error::Success); }
};

/// `count` elements of device memory.
template <typename T> T *deviceArray(const std::vector<T> &values) {
  void *pointer = nullptr;
  REQUIRE(library().hipMalloc(&pointer, values.size() * sizeof(T)) == Error::Success);
  REQUIRE(library().hipMemcpy(pointer, values.data(), values.size() * sizeof(T),
                              MemcpyKind::HostToDevice) == Error::Success);
  return static_cast<T *>(pointer);
}

template <typename T> std::vector<T> hostArray(const void *pointer, size_t count) {
  std::vector<T> values(count);
  INFO(library().simLastFaultText());
  REQUIRE(library().hipMemcpy(values.data(), pointer, count * sizeof(T),
                              MemcpyKind::DeviceToHost) == Error::Success);
  return values;
}

} // namespace rocke::hip

#endif // ROCKE_TESTS_RUNTIME_HIP_HIPLIBRARY_H
