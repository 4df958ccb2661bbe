#include "HipLibrary.h"
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <thread>

using namespace rocke::hip;

TEST_CASE("a context is its device") {
  const Library &hip = library();
  int other = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  Context first = nullptr, second = nullptr, current = nullptr;
  REQUIRE(hip.hipDevicePrimaryCtxRetain(&first, 0) == Error::Success);
  REQUIRE(hip.hipCtxCreate(&second, 4, other) == Error::Success);
  CHECK(first != second);
  int device = -1;
  CHECK(hip.hipCtxGetDevice(&device) == Error::Success);
  CHECK(device == other);
  unsigned flags = 0;
  CHECK(hip.hipCtxGetFlags(&flags) == Error::Success);
  CHECK(flags == 4);
  CHECK(hip.hipCtxPushCurrent(first) == Error::Success);
  CHECK(hip.hipGetDevice(&device) == Error::Success);
  CHECK(device == 0);
  CHECK(hip.hipCtxGetCurrent(&current) == Error::Success);
  CHECK(current == first);
  CHECK(hip.hipCtxPopCurrent(&current) == Error::Success);
  CHECK(current == first);
  CHECK(hip.hipGetDevice(&device) == Error::Success);
  CHECK(device == other);
  CHECK(hip.hipCtxSynchronize() == Error::Success);
  CHECK(hip.hipCtxSetCurrent(first) == Error::Success);
  CHECK(hip.hipGetDevice(&device) == Error::Success);
  CHECK(device == 0);
  CHECK(hip.hipCtxSetCurrent(nullptr) == Error::Success);
  CHECK(hip.hipCtxPopCurrent(&current) == Error::InvalidContext);
  int version = 0, runtime = 0;
  CHECK(hip.hipCtxGetApiVersion(first, &version) == Error::Success);
  CHECK(hip.hipRuntimeGetVersion(&runtime) == Error::Success);
  CHECK(version == runtime);
  CHECK(hip.hipCtxDestroy(second) == Error::Success);
  CHECK(hip.hipDevicePrimaryCtxRelease(0) == Error::Success);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
}

TEST_CASE("wrong contexts are refused") {
  const Library &hip = library();
  int local = 0;
  const auto wrong = reinterpret_cast<Context>(&local);
  Context context = nullptr;
  CHECK(hip.hipCtxSetCurrent(wrong) == Error::InvalidContext);
  CHECK(hip.hipCtxPushCurrent(wrong) == Error::InvalidContext);
  CHECK(hip.hipCtxPushCurrent(nullptr) == Error::InvalidContext);
  CHECK(hip.hipCtxDestroy(wrong) == Error::InvalidContext);
  CHECK(hip.hipCtxDestroy(nullptr) == Error::InvalidValue);
  CHECK(hip.hipCtxGetCurrent(nullptr) == Error::InvalidValue);
  CHECK(hip.hipCtxCreate(&context, 0, 999) == Error::InvalidDevice);
  CHECK(hip.hipCtxCreate(nullptr, 0, 0) == Error::InvalidValue);
  CHECK(hip.hipDevicePrimaryCtxRetain(&context, 999) == Error::InvalidDevice);
  CHECK(hip.hipDevicePrimaryCtxRetain(nullptr, 0) == Error::InvalidValue);
  CHECK(hip.hipDevicePrimaryCtxRelease(999) == Error::InvalidDevice);
  CHECK(hip.hipDevicePrimaryCtxReset(999) == Error::InvalidDevice);
  CHECK(hip.hipDevicePrimaryCtxSetFlags(0, 1) == Error::ContextAlreadyInUse);
  unsigned flags = 7;
  int active = -1;
  CHECK(hip.hipDevicePrimaryCtxGetState(0, &flags, &active) == Error::Success);
  CHECK(flags == 0);
  CHECK(active == 1);
}

TEST_CASE("resetting the primary context resets the device") {
  const Library &hip = library();
  void *pointer = nullptr;
  REQUIRE(hip.hipMalloc(&pointer, 4) == Error::Success);
  CHECK(hip.hipDevicePrimaryCtxReset(0) == Error::Success);
  CHECK(hip.hipFree(pointer) == Error::InvalidValue);
}

TEST_CASE("devices are told apart by UUID and PCI bus id") {
  const Library &hip = library();
  int other = -1, found = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  Uuid first, second;
  REQUIRE(hip.hipDeviceGetUuid(&first, 0) == Error::Success);
  REQUIRE(hip.hipDeviceGetUuid(&second, other) == Error::Success);
  CHECK(std::memcmp(&first, &second, sizeof first) != 0);
  DevicePropR0600 properties;
  REQUIRE(hip.hipGetDevicePropertiesR0600(&properties, other) == Error::Success);
  CHECK(std::memcmp(&properties.uuid, &second, sizeof second) == 0);
  int bus = -1;
  REQUIRE(hip.hipDeviceGetAttribute(&bus, DeviceAttribute::PciBusId, other) == Error::Success);
  CHECK(bus == properties.pciBusID);

  char id[16];
  for (int device : {0, other}) {
    REQUIRE(hip.hipDeviceGetPCIBusId(id, sizeof id, device) == Error::Success);
    CHECK(hip.hipDeviceGetByPCIBusId(&found, id) == Error::Success);
    CHECK(found == device);
  }
  REQUIRE(hip.hipDeviceGetPCIBusId(id, 13, 0) == Error::Success);
  CHECK(std::string(id) == "0000:00:00.0");
  CHECK(hip.hipDeviceGetPCIBusId(id, 12, 0) == Error::InvalidValue);
  CHECK(hip.hipDeviceGetPCIBusId(id, sizeof id, 999) == Error::InvalidDevice);
  CHECK(hip.hipDeviceGetByPCIBusId(&found, "0000:ff:00.0") == Error::InvalidValue);
  CHECK(hip.hipDeviceGetByPCIBusId(&found, "0000:00:01.0") == Error::InvalidValue);
  CHECK(hip.hipDeviceGetByPCIBusId(&found, "first") == Error::InvalidValue);
  CHECK(hip.hipDeviceGetUuid(nullptr, 0) == Error::InvalidValue);
  int major = 0, minor = 0;
  CHECK(hip.hipDeviceComputeCapability(&major, &minor, 0) == Error::Success);
  CHECK(std::pair(major, minor) == std::pair(11, 5));
  CHECK(hip.hipDeviceComputeCapability(&major, nullptr, 0) == Error::InvalidValue);
  size_t bytes;
  CHECK(hip.hipDeviceTotalMem(&bytes, 999) == Error::InvalidDevice);
}

TEST_CASE("settings of a device") {
  const Library &hip = library();
  unsigned flags = 99;
  CHECK(hip.hipSetDeviceFlags(1 | 8) == Error::Success);
  CHECK(hip.hipGetDeviceFlags(&flags) == Error::Success);
  CHECK(flags == 9);
  CHECK(hip.hipSetDeviceFlags(3) == Error::InvalidValue); // two ways to wait
  CHECK(hip.hipSetDeviceFlags(0x100) == Error::InvalidValue);
  CHECK(hip.hipSetDeviceFlags(0) == Error::Success);
  int config = -1;
  CHECK(hip.hipDeviceSetCacheConfig(3) == Error::Success);
  CHECK(hip.hipDeviceSetCacheConfig(4) == Error::InvalidValue);
  CHECK(hip.hipDeviceGetCacheConfig(&config) == Error::Success);
  CHECK(config == 0);
  CHECK(hip.hipDeviceSetSharedMemConfig(2) == Error::Success);
  CHECK(hip.hipDeviceSetSharedMemConfig(-1) == Error::InvalidValue);
  CHECK(hip.hipDeviceGetSharedMemConfig(&config) == Error::Success);
  CHECK(config == 1);
}

TEST_CASE("errors by HIP's driver names") {
  const Library &hip = library();
  const char *text = nullptr;
  CHECK(hip.hipDrvGetErrorName(Error::NotFound, &text) == Error::Success);
  CHECK(std::string(text) == "hipErrorNotFound");
  CHECK(hip.hipDrvGetErrorString(Error::NotFound, &text) == Error::Success);
  CHECK(std::string(text) == "named symbol not found");
  CHECK(hip.hipDrvGetErrorName(Error::NotFound, nullptr) == Error::InvalidValue);
  CHECK(hip.hipExtGetLastError() == Error::InvalidValue);
  CHECK(hip.hipExtGetLastError() == Error::Success);
}

TEST_CASE("functions carry the symbol versions of AMD's runtime") {
  void *handle = libraryHandle();
  auto has = [&](const char *name, const char *version) {
    return dlvsym(handle, name, version) != nullptr;
  };
  CHECK(has("hipMalloc", "hip_4.2"));
  CHECK(has("__hipRegisterFatBinary", "hip_4.2"));
  CHECK(has("hipMallocAsync", "hip_5.1"));
  CHECK(has("hipLaunchHostFunc", "hip_5.3"));
  CHECK(has("hipGetDevicePropertiesR0600", "hip_6.0"));
  CHECK_FALSE(has("hipMallocAsync", "hip_4.2"));
}
