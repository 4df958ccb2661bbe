#include "HipLibrary.h"
#include <cstring>
#include <numeric>

using namespace rocke;
using namespace rocke::hip;

namespace {

/// Bytes that tell their places: 0, 1, 2, ... in the host's order.
std::vector<uint8_t> numbered(size_t count) {
  std::vector<uint8_t> bytes(count);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

PitchedPointer packed(std::vector<uint8_t> &bytes, size_t width, size_t height) {
  return {bytes.data(), width, width, height};
}

} // namespace

TEST_CASE("a box goes to memory with a pitch and a part of it back") {
  const Library &hip = library();
  PitchedPointer device{};
  REQUIRE(hip.hipMalloc3D(&device, {5, 4, 3}) == Error::Success);
  CHECK(device.pitch >= 5);
  CHECK(device.pitch % 256 == 0);
  CHECK(device.xsize == 5);
  CHECK(device.ysize == 4);
  CHECK(hip.hipMemset3D(device, 0xee, {5, 4, 3}) == Error::Success);

  std::vector<uint8_t> host = numbered(5 * 4 * 3);
  Memcpy3D copy{};
  copy.srcPtr = packed(host, 5, 4);
  copy.dstPtr = device;
  copy.extent = {5, 4, 3};
  copy.kind = MemcpyKind::HostToDevice;
  CHECK(hip.hipMemcpy3D(&copy) == Error::Success);

  // From x 1, y 2, z 1 on: two bytes of two rows of two slices, to x 3, y 0, z 0 of another box.
  std::vector<uint8_t> part(6 * 2 * 2, 0);
  copy = {};
  copy.srcPtr = device;
  copy.srcPos = {1, 2, 1};
  copy.dstPtr = packed(part, 6, 2);
  copy.dstPos = {3, 0, 0};
  copy.extent = {2, 2, 2};
  copy.kind = MemcpyKind::DeviceToHost;
  CHECK(hip.hipMemcpy3DAsync(&copy, nullptr) == Error::Success);
  // The first byte is (1 * 4 + 2) * 5 + 1 = 31; rows are 5 apart, slices 20.
  CHECK(part == std::vector<uint8_t>{0, 0, 0, 31, 32, 0, 0, 0, 0, 36, 37, 0, //
                                     0, 0, 0, 51, 52, 0, 0, 0, 0, 56, 57, 0});
  CHECK(hip.hipFree(device.ptr) == Error::Success);
}

TEST_CASE("a box is filled and nothing beside it") {
  const Library &hip = library();
  void *memory = nullptr;
  REQUIRE(hip.hipMalloc(&memory, 4 * 3 * 2) == Error::Success);
  REQUIRE(hip.hipMemset(memory, 0, 4 * 3 * 2) == Error::Success);
  CHECK(hip.hipMemset3DAsync({memory, 4, 4, 3}, 0x101, {2, 2, 2}, nullptr) == Error::Success);
  CHECK(hostArray<uint8_t>(memory, 24) ==
        std::vector<uint8_t>{1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, //
                             1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0});
  CHECK(hip.hipFree(memory) == Error::Success);
}

TEST_CASE("boxes by the driver's structure") {
  const Library &hip = library(); // answers as HIP 6
  std::vector<uint8_t> host = numbered(3 * 2 * 2);
  void *device = nullptr;
  REQUIRE(hip.hipMalloc(&device, 64) == Error::Success);
  REQUIRE(hip.hipMemset(device, 0, 64) == Error::Success);
  DriverMemcpy3D<uint64_t> copy{};
  copy.srcMemoryType = static_cast<int>(MemoryTypeR6::Host);
  copy.srcHost = host.data();
  copy.dstMemoryType = static_cast<int>(MemoryTypeR6::Device);
  copy.dstDevice = device;
  copy.dstPitch = 4;
  copy.dstHeight = 3;
  copy.dstY = 1;
  copy.widthInBytes = 3;
  copy.height = 2;
  copy.depth = 2;
  CHECK(hip.hipDrvMemcpy3D(&copy) == Error::Success);
  CHECK(hostArray<uint8_t>(device, 24) ==
        std::vector<uint8_t>{0, 0, 0, 0, 0, 1, 2, 0, 3, 4,  5,  0, //
                             0, 0, 0, 0, 6, 7, 8, 0, 9, 10, 11, 0});
  copy.dstMemoryType = static_cast<int>(MemoryTypeR6::Array);
  CHECK(hip.hipDrvMemcpy3DAsync(&copy, nullptr) == Error::NotSupported);
  copy.dstMemoryType = 77;
  CHECK(hip.hipDrvMemcpy3D(&copy) == Error::InvalidValue);
  CHECK(hip.hipDrvMemcpy3D(nullptr) == Error::InvalidValue);
  CHECK(hip.hipFree(device) == Error::Success);
  (void)hip.hipGetLastError();
}

TEST_CASE("boxes that make no sense") {
  const Library &hip = library();
  PitchedPointer device{};
  REQUIRE(hip.hipMalloc3D(&device, {8, 4, 2}) == Error::Success);
  std::vector<uint8_t> host(8 * 4 * 2);
  Memcpy3D copy{};
  copy.srcPtr = packed(host, 8, 4);
  copy.dstPtr = device;
  copy.extent = {8, 4, 2};
  copy.kind = MemcpyKind::HostToDevice;
  REQUIRE(hip.hipMemcpy3D(&copy) == Error::Success);
  auto refused = [&](auto change) {
    Memcpy3D bad = copy;
    change(bad);
    return hip.hipMemcpy3D(&bad);
  };
  CHECK(hip.hipMemcpy3D(nullptr) == Error::InvalidValue);
  CHECK(refused([](Memcpy3D &c) { c.srcPos.x = 1; }) == Error::InvalidPitchValue);
  CHECK(refused([](Memcpy3D &c) { c.srcPtr.pitch = 4; }) == Error::InvalidPitchValue);
  CHECK(refused([](Memcpy3D &c) { c.srcPos.y = 1; }) == Error::InvalidValue);
  CHECK(refused([](Memcpy3D &c) { c.dstPos.z = 1; }) == Error::InvalidValue); // past the allocation
  CHECK(refused([](Memcpy3D &c) { c.dstPos.z = ~size_t{0}; }) == Error::InvalidValue);
  CHECK(refused([](Memcpy3D &c) { c.dstPtr.ptr = nullptr; }) == Error::InvalidValue);
  CHECK(refused([&](Memcpy3D &c) { c.srcArray = &c; }) == Error::NotSupported);
  CHECK(refused([](Memcpy3D &c) { c.kind = static_cast<MemcpyKind>(9); }) ==
        Error::InvalidMemcpyDirection);
  CHECK(refused([](Memcpy3D &c) { c.extent.depth = 0; }) == Error::Success);
  CHECK(hip.hipMemset3D(device, 0, {8, 4, 3}) == Error::InvalidValue);
  CHECK(hip.hipMemset3D({host.data(), 8, 8, 4}, 0, {8, 4, 2}) == Error::InvalidValue);
  CHECK(hip.hipMalloc3D(nullptr, {1, 1, 1}) == Error::InvalidValue);
  PitchedPointer large{};
  CHECK(hip.hipMalloc3D(&large, {1, ~size_t{0}, 2}) == Error::OutOfMemory);
  CHECK(hip.hipFree(device.ptr) == Error::Success);
  (void)hip.hipGetLastError();
}
