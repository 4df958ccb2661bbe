#include "../TestKernels.h"
#include "HipLibrary.h"
#include <cstring>

using namespace rocke;
using namespace rocke::hip;

TEST_CASE("pointers are known for what they are") {
  const Library &hip = library();
  PointerAttributes attributes;
  auto type = [&](const void *pointer) {
    attributes = {};
    REQUIRE(hip.hipPointerGetAttributes(&attributes, pointer) == Error::Success);
    return static_cast<MemoryTypeR6>(attributes.type);
  };
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  REQUIRE(hip.hipMalloc(&device, 64) == Error::Success);
  REQUIRE(hip.hipHostAlloc(&pinned, 64, 3) == Error::Success);
  REQUIRE(hip.hipMallocManaged(&managed, 64, 1) == Error::Success);

  char *inside = static_cast<char *>(device) + 5;
  CHECK(type(inside) == MemoryTypeR6::Device);
  CHECK(attributes.device == 0);
  CHECK(attributes.devicePointer == inside);
  CHECK(attributes.hostPointer == nullptr);
  CHECK(attributes.isManaged == 0);
  CHECK(type(pinned) == MemoryTypeR6::Host);
  CHECK(attributes.hostPointer == pinned);
  CHECK(attributes.devicePointer == pinned);
  CHECK(attributes.allocationFlags == 3);
  CHECK(type(managed) == MemoryTypeR6::Managed);
  CHECK(attributes.isManaged == 1);
  int local = 0;
  CHECK(type(&local) == MemoryTypeR6::Unregistered);
  CHECK(attributes.devicePointer == nullptr);
  CHECK(hip.hipPointerGetAttributes(nullptr, device) == Error::InvalidValue);
  CHECK(hip.hipPointerGetAttributes(&attributes, nullptr) == Error::InvalidValue);

  void *base = nullptr;
  size_t bytes = 0;
  CHECK(hip.hipMemGetAddressRange(&base, &bytes, inside) == Error::Success);
  CHECK(base == device);
  CHECK(bytes == 64);
  CHECK(hip.hipMemGetAddressRange(&base, nullptr, pinned) == Error::Success);
  CHECK(base == pinned);
  CHECK(hip.hipMemGetAddressRange(&base, &bytes, inside + 59) == Error::InvalidDevicePointer);
  CHECK(hip.hipMemGetAddressRange(&base, &bytes, &local) == Error::InvalidDevicePointer);
  CHECK(hip.hipMemGetAddressRange(&base, &bytes, nullptr) == Error::InvalidValue);
  CHECK(hip.hipMemPtrGetInfo(inside, &bytes) == Error::Success);
  CHECK(bytes == 64);
  CHECK(hip.hipMemPtrGetInfo(&local, &bytes) == Error::InvalidValue);
  unsigned flags = 0;
  CHECK(hip.hipHostGetFlags(&flags, pinned) == Error::Success);
  CHECK(flags == 3);
  CHECK(hip.hipHostGetFlags(&flags, device) == Error::InvalidValue);

  CHECK(hip.hipFree(device) == Error::Success);
  CHECK(hip.hipFreeHost(pinned) == Error::Success);
  CHECK(hip.hipFree(managed) == Error::Success);
  CHECK(type(inside) == MemoryTypeR6::Unregistered);
}

TEST_CASE("the free memory shrinks and grows by what is allocated") {
  const Library &hip = library();
  size_t before = 0, during = 0, after = 0, total = 0, whole = 0;
  REQUIRE(hip.hipMemGetInfo(&before, &total) == Error::Success);
  REQUIRE(hip.hipDeviceTotalMem(&whole, 0) == Error::Success);
  CHECK(total == whole);
  void *pointer = nullptr;
  REQUIRE(hip.hipMalloc(&pointer, 12345) == Error::Success);
  REQUIRE(hip.hipMemGetInfo(&during, &total) == Error::Success);
  CHECK(before - during == 12345);
  REQUIRE(hip.hipFree(pointer) == Error::Success);
  REQUIRE(hip.hipMemGetInfo(&after, &total) == Error::Success);
  CHECK(after == before);
  CHECK(hip.hipMemGetInfo(nullptr, &total) == Error::InvalidValue);
}

TEST_CASE("memory that is allocated and freed in a stream, and under HIP's other names") {
  const Library &hip = library();
  Stream stream = nullptr;
  REQUIRE(hip.hipStreamCreate(&stream) == Error::Success);
  void *pointer = nullptr;
  int value = 42, back = 0;
  REQUIRE(hip.hipMallocAsync(&pointer, sizeof value, stream) == Error::Success);
  CHECK(hip.hipMemcpyWithStream(pointer, &value, sizeof value, MemcpyKind::HostToDevice, stream) ==
        Error::Success);
  CHECK(hip.hipMemcpyWithStream(&back, pointer, sizeof value, MemcpyKind::DeviceToHost, stream) ==
        Error::Success);
  CHECK(back == 42);
  CHECK(hip.hipFreeAsync(pointer, stream) == Error::Success);
  CHECK(hip.hipFreeAsync(pointer, stream) == Error::InvalidValue);
  CHECK(hip.hipFreeAsync(nullptr, stream) == Error::InvalidValue);
  CHECK(hip.hipMallocAsync(nullptr, 4, stream) == Error::InvalidValue);
  REQUIRE(hip.hipStreamDestroy(stream) == Error::Success);
  CHECK(hip.hipMallocAsync(&pointer, 4, stream) == Error::ContextIsDestroyed);

  for (auto allocate : {hip.hipMallocHost, hip.hipMemAllocHost}) {
    REQUIRE(allocate(&pointer, 16) == Error::Success);
    std::memset(pointer, 1, 16); // it is the host's
    CHECK(hip.hipFreeHost(pointer) == Error::Success);
  }
  CHECK(hip.hipExtMallocWithFlags(&pointer, 16, 1) == Error::Success);
  CHECK(hip.hipFree(pointer) == Error::Success);
  CHECK(hip.hipExtMallocWithFlags(&pointer, 16, 2) == Error::InvalidValue);
  CHECK(hip.hipExtMallocWithFlags(&pointer, 16, 99) == Error::InvalidValue);
}

TEST_CASE("a kernel writes to host memory that is registered") {
  const Library &hip = library();
  std::vector<int> values(16, 0);
  const size_t bytes = values.size() * sizeof(int);
  REQUIRE(hip.hipHostRegister(values.data(), bytes, 2) == Error::Success);
  CHECK(hip.hipHostRegister(values.data(), bytes, 0) == Error::HostMemoryAlreadyRegistered);
  CHECK(hip.hipHostRegister(values.data() + 3, 4, 0) == Error::HostMemoryAlreadyRegistered);
  void *device = nullptr;
  REQUIRE(hip.hipHostGetDevicePointer(&device, values.data() + 2, 0) == Error::Success);
  unsigned flags = 0;
  CHECK(hip.hipHostGetFlags(&flags, values.data()) == Error::Success);
  CHECK(flags == 2);

  Module module = nullptr;
  Function poke = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, test::testKernels("gfx1151").bytes().data()) ==
          Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&poke, module, "poke") == Error::Success);
  int value = 99;
  void *params[] = {&device, &value};
  REQUIRE(hip.hipModuleLaunchKernel(poke, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr) ==
          Error::Success);
  REQUIRE(hip.hipDeviceSynchronize() == Error::Success);
  CHECK(values[2] == 99);
  CHECK(values[3] == 0);

  CHECK(hip.hipFree(values.data()) == Error::InvalidValue);
  CHECK(hip.hipHostFree(values.data()) == Error::InvalidValue);
  CHECK(hip.hipHostUnregister(values.data() + 1) == Error::HostMemoryNotRegistered);
  CHECK(hip.hipHostUnregister(values.data()) == Error::Success);
  CHECK(hip.hipHostUnregister(values.data()) == Error::HostMemoryNotRegistered);
  CHECK(hip.hipHostUnregister(nullptr) == Error::InvalidValue);
  CHECK(hip.hipHostGetDevicePointer(&device, values.data(), 0) == Error::InvalidValue);
  CHECK(hip.hipHostRegister(nullptr, 4, 0) == Error::InvalidValue);
  CHECK(hip.hipHostRegister(values.data(), 0, 0) == Error::InvalidValue);
  CHECK(hip.hipHostRegister(values.data(), bytes, 0x100) == Error::InvalidValue);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}

TEST_CASE("advice and prefetches are for managed memory") {
  const Library &hip = library();
  void *managed = nullptr, *device = nullptr;
  REQUIRE(hip.hipMallocManaged(&managed, 64, 1) == Error::Success);
  REQUIRE(hip.hipMalloc(&device, 64) == Error::Success);
  CHECK(hip.hipMemPrefetchAsync(managed, 64, 0, nullptr) == Error::Success);
  CHECK(hip.hipMemPrefetchAsync(managed, 64, -1, nullptr) == Error::Success);
  CHECK(hip.hipMemPrefetchAsync(managed, 65, 0, nullptr) == Error::InvalidValue);
  CHECK(hip.hipMemPrefetchAsync(managed, 64, 999, nullptr) == Error::InvalidDevice);
  CHECK(hip.hipMemPrefetchAsync(device, 64, 0, nullptr) == Error::InvalidValue);
  CHECK(hip.hipMemAdvise(managed, 64, 1, 0) == Error::Success);
  CHECK(hip.hipMemAdvise(managed, 64, 100, 0) == Error::Success);
  CHECK(hip.hipMemAdvise(managed, 64, 50, 0) == Error::InvalidValue);
  CHECK(hip.hipMemAdvise(nullptr, 64, 1, 0) == Error::InvalidValue);
  CHECK(hip.hipFree(managed) == Error::Success);
  CHECK(hip.hipFree(device) == Error::Success);
}

TEST_CASE("devices reach each other's memory by copies alone") {
  const Library &hip = library();
  int other = -1, can = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  CHECK(hip.hipDeviceCanAccessPeer(&can, 0, other) == Error::Success);
  CHECK(can == 0);
  CHECK(hip.hipDeviceCanAccessPeer(&can, 0, 999) == Error::InvalidDevice);
  CHECK(hip.hipDeviceEnablePeerAccess(other, 0) == Error::PeerAccessUnsupported);
  CHECK(hip.hipDeviceEnablePeerAccess(0, 0) == Error::InvalidDevice);
  CHECK(hip.hipDeviceEnablePeerAccess(other, 1) == Error::InvalidValue);
  CHECK(hip.hipDeviceDisablePeerAccess(other) == Error::PeerAccessNotEnabled);

  int *here = deviceArray(std::vector<int>{1, 2, 3});
  void *there = nullptr;
  REQUIRE(hip.hipSetDevice(other) == Error::Success);
  REQUIRE(hip.hipMalloc(&there, 12) == Error::Success);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  CHECK(hip.hipMemcpyPeer(there, other, here, 0, 12) == Error::Success);
  CHECK(hostArray<int>(there, 3) == std::vector<int>{1, 2, 3});
  CHECK(hip.hipMemcpyPeerAsync(there, other, here + 1, 0, 4, nullptr) == Error::Success);
  CHECK(hostArray<int>(there, 1)[0] == 2);
  CHECK(hip.hipMemcpyPeer(there, 999, here, 0, 12) == Error::InvalidDevice);
  CHECK(hip.hipMemcpyPeer(there, other, nullptr, 0, 12) == Error::InvalidValue);
  CHECK(hip.hipFree(here) == Error::Success);
  CHECK(hip.hipFree(there) == Error::Success);
}
