#include "HipLibrary.h"
#include <cstring>
#include <numeric>

using namespace rocke::hip;

namespace {

std::vector<uint8_t> pattern(size_t bytes) {
  std::vector<uint8_t> values(bytes);
  for (size_t i = 0; i < bytes; ++i)
    values[i] = static_cast<uint8_t>(i * 31 + 7);
  return values;
}

} // namespace

TEST_CASE("memory goes to the device and comes back") {
  const Library &hip = library();
  const std::vector<uint8_t> values = pattern(1000);
  uint8_t *device = deviceArray(values);
  CHECK(reinterpret_cast<uintptr_t>(device) % 256 == 0);
  CHECK(hostArray<uint8_t>(device, 1000) == values);

  // The other names of the same copies, from and to the middle.
  void *second = nullptr;
  REQUIRE(hip.hipMalloc(&second, 1000) == Error::Success);
  std::vector<uint8_t> back(1000);
  CHECK(hip.hipMemcpyDtoD(second, device + 500, 500) == Error::Success);
  CHECK(hip.hipMemcpyHtoD(static_cast<char *>(second) + 500, const_cast<uint8_t *>(values.data()),
                          500) == Error::Success);
  CHECK(hip.hipMemcpyDtoH(back.data(), second, 1000) == Error::Success);
  CHECK(std::equal(back.begin(), back.begin() + 500, values.begin() + 500));
  CHECK(std::equal(back.begin() + 500, back.end(), values.begin()));
  CHECK(hip.hipMemcpyAsync(back.data(), device, 1000, MemcpyKind::Default, nullptr) ==
        Error::Success);
  CHECK(back == values);
  CHECK(hip.hipFree(second) == Error::Success);
  CHECK(hip.hipFree(device) == Error::Success);
}

TEST_CASE("copies between two devices") {
  const Library &hip = library();
  int other = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  const std::vector<uint8_t> values = pattern(5000000); // more than is copied at once
  uint8_t *here = deviceArray(values);
  REQUIRE(hip.hipSetDevice(other) == Error::Success);
  void *there = nullptr;
  REQUIRE(hip.hipMalloc(&there, values.size()) == Error::Success);
  CHECK(hip.hipMemcpy(there, here, values.size(), MemcpyKind::DeviceToDevice) == Error::Success);
  CHECK(hostArray<uint8_t>(there, values.size()) == values);
  CHECK(hip.hipFree(there) == Error::Success);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  CHECK(hip.hipFree(here) == Error::Success);
}

TEST_CASE("nothing can be allocated, copied, set and freed") {
  const Library &hip = library();
  void *pointer = &pointer;
  CHECK(hip.hipMalloc(&pointer, 0) == Error::Success);
  CHECK(pointer == nullptr);
  CHECK(hip.hipFree(nullptr) == Error::Success);
  CHECK(hip.hipHostFree(nullptr) == Error::Success);
  CHECK(hip.hipMemcpy(nullptr, nullptr, 0, MemcpyKind::HostToDevice) == Error::Success);
  CHECK(hip.hipMemset(nullptr, 0, 0) == Error::Success);
}

TEST_CASE("wrong allocations are refused") {
  const Library &hip = library();
  void *pointer = nullptr;
  CHECK(hip.hipMalloc(nullptr, 4) == Error::InvalidValue);
  CHECK(hip.hipMalloc(&pointer, size_t{1} << 60) == Error::OutOfMemory);
  CHECK(hip.hipMalloc(&pointer, SIZE_MAX) == Error::OutOfMemory);
  CHECK(hip.hipHostMalloc(&pointer, SIZE_MAX, 0) == Error::OutOfMemory);
  CHECK(hip.hipHostMalloc(&pointer, 4, 0xc0000000u) == Error::InvalidValue);
  CHECK(hip.hipMallocManaged(&pointer, 4, 0) == Error::InvalidValue);
  int local;
  CHECK(hip.hipFree(&local) == Error::InvalidValue);
  CHECK(hip.hipHostFree(&local) == Error::InvalidValue);

  REQUIRE(hip.hipMalloc(&pointer, 100) == Error::Success);
  CHECK(hip.hipFree(static_cast<char *>(pointer) + 1) == Error::InvalidValue);
  CHECK(hip.hipHostFree(pointer) == Error::InvalidValue);
  CHECK(hip.hipFree(pointer) == Error::Success);
  CHECK(hip.hipFree(pointer) == Error::InvalidValue);
}

TEST_CASE("wrong copies are refused and copy nothing") {
  const Library &hip = library();
  const std::vector<uint8_t> values = pattern(100);
  uint8_t *device = deviceArray(values);
  std::vector<uint8_t> host(200, 0xee);
  CHECK(hip.hipMemcpy(host.data(), device, 101, MemcpyKind::DeviceToHost) == Error::InvalidValue);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("101 bytes reach past the end of the source"));
  CHECK(hip.hipMemcpy(host.data(), device + 50, 51, MemcpyKind::DeviceToHost) ==
        Error::InvalidValue);
  CHECK(hip.hipMemcpy(device + 50, host.data(), 51, MemcpyKind::HostToDevice) ==
        Error::InvalidValue);
  CHECK(hip.hipMemcpy(nullptr, device, 10, MemcpyKind::DeviceToHost) == Error::InvalidValue);
  CHECK(hip.hipMemcpy(device, nullptr, 10, MemcpyKind::HostToDevice) == Error::InvalidValue);
  CHECK(hip.hipMemcpy(host.data(), device, 10, static_cast<MemcpyKind>(9)) ==
        Error::InvalidMemcpyDirection);
  // Host memory where device memory was promised.
  CHECK(hip.hipMemcpy(host.data(), host.data() + 100, 10, MemcpyKind::HostToDevice) ==
        Error::InvalidValue);
  CHECK(hip.hipMemcpy(host.data(), host.data() + 100, 10, MemcpyKind::DeviceToHost) ==
        Error::InvalidValue);
  CHECK(host == std::vector<uint8_t>(200, 0xee));
  CHECK(hostArray<uint8_t>(device, 100) == values);
  CHECK(hip.hipFree(device) == Error::Success);
  CHECK(hip.hipMemcpy(host.data(), device, 10, MemcpyKind::DeviceToHost) == Error::InvalidValue);
  (void)hip.hipGetLastError();
}

TEST_CASE("fills of one, two and four bytes") {
  const Library &hip = library();
  void *pointer = nullptr;
  REQUIRE(hip.hipMalloc(&pointer, 64) == Error::Success);
  auto *bytes = static_cast<char *>(pointer);
  CHECK(hip.hipMemset(pointer, 0x1ff, 64) == Error::Success); // the low byte counts
  CHECK(hostArray<uint8_t>(pointer, 64) == std::vector<uint8_t>(64, 0xff));
  CHECK(hip.hipMemsetD8(bytes + 1, 0x11, 3) == Error::Success);
  CHECK(hip.hipMemsetD16(bytes + 4, 0x2233, 2) == Error::Success);
  CHECK(hip.hipMemsetD32(bytes + 8, 0x44556677, 2) == Error::Success);
  const std::vector<uint8_t> expected = {0xff, 0x11, 0x11, 0x11, 0x33, 0x22, 0x33, 0x22, 0x77,
                                         0x66, 0x55, 0x44, 0x77, 0x66, 0x55, 0x44, 0xff};
  CHECK(hostArray<uint8_t>(pointer, expected.size()) == expected);
  CHECK(hip.hipMemsetAsync(pointer, 0, 64, nullptr) == Error::Success);
  CHECK(hip.hipMemsetD8Async(pointer, 1, 1, nullptr) == Error::Success);
  CHECK(hip.hipMemsetD16Async(bytes + 2, 2, 1, nullptr) == Error::Success);
  CHECK(hip.hipMemsetD32Async(bytes + 4, 3, 1, nullptr) == Error::Success);
  CHECK(hostArray<uint32_t>(pointer, 2) == std::vector<uint32_t>{0x20001, 3});

  CHECK(hip.hipMemset(pointer, 0, 65) == Error::InvalidValue);
  CHECK(hip.hipMemsetD32(pointer, 0, 17) == Error::InvalidValue);
  CHECK(hip.hipMemsetD32(pointer, 0, SIZE_MAX / 2) == Error::InvalidValue);
  CHECK(hip.hipMemsetD32(bytes + 2, 0, 1) == Error::InvalidValue);
  CHECK(hip.hipMemset(nullptr, 0, 1) == Error::InvalidValue);
  int local;
  CHECK(hip.hipMemset(&local, 0, sizeof local) == Error::InvalidValue);
  CHECK(hip.hipFree(pointer) == Error::Success);
}

TEST_CASE("fills of more than is filled at once") {
  const Library &hip = library();
  constexpr size_t count = 700001;
  void *pointer = nullptr;
  REQUIRE(hip.hipMalloc(&pointer, count * 4) == Error::Success);
  CHECK(hip.hipMemsetD32(pointer, 42, count) == Error::Success);
  CHECK(hostArray<int>(pointer, count) == std::vector<int>(count, 42));
  CHECK(hip.hipFree(pointer) == Error::Success);
}

TEST_CASE("pinned and managed memory is one pointer for host and device") {
  const Library &hip = library();
  for (bool managed : {false, true}) {
    void *pointer = nullptr;
    REQUIRE((managed ? hip.hipMallocManaged(&pointer, 256, 1)
                     : hip.hipHostMalloc(&pointer, 256, 0)) == Error::Success);
    auto *values = static_cast<int *>(pointer);
    std::iota(values, values + 64, 5);
    void *device = nullptr;
    CHECK(hip.hipHostGetDevicePointer(&device, pointer, 0) == Error::Success);
    CHECK(device == pointer);
    // Both as host memory and as device memory.
    CHECK(hostArray<int>(pointer, 64)[63] == 68);
    CHECK(hip.hipMemsetD32(pointer, 9, 64) == Error::Success);
    CHECK(values[63] == 9);
    CHECK(hip.hipMemset(static_cast<char *>(pointer) + 255, 0, 2) == Error::InvalidValue);
    CHECK((managed ? hip.hipFree(pointer) : hip.hipHostFree(pointer)) == Error::Success);
    CHECK(hip.hipHostGetDevicePointer(&device, pointer, 0) == Error::InvalidValue);
  }
  // hipFree takes pinned memory as well.
  void *pointer = nullptr;
  REQUIRE(hip.hipHostMalloc(&pointer, 16, 0) == Error::Success);
  CHECK(hip.hipFree(pointer) == Error::Success);
  CHECK(hip.hipHostFree(pointer) == Error::InvalidValue);
}
