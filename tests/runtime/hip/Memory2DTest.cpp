#include "HipLibrary.h"
#include <numeric>

using namespace rocke::hip;

namespace {

constexpr size_t width = 6, height = 3;

/// Rows of 10 bytes that count up from 1.
std::vector<uint8_t> rows() {
  std::vector<uint8_t> values(10 * height);
  std::iota(values.begin(), values.end(), uint8_t{1});
  return values;
}

} // namespace

TEST_CASE("rows have a pitch of whole 256 bytes") {
  const Library &hip = library();
  void *pointer = nullptr;
  size_t pitch = 0, bytes = 0;
  for (auto [wide, expected] : {std::pair{1, 256}, {256, 256}, {257, 512}}) {
    REQUIRE(hip.hipMallocPitch(&pointer, &pitch, wide, 7) == Error::Success);
    CHECK(pitch == static_cast<size_t>(expected));
    REQUIRE(hip.hipMemPtrGetInfo(pointer, &bytes) == Error::Success);
    CHECK(bytes == pitch * 7);
    CHECK(hip.hipFree(pointer) == Error::Success);
    REQUIRE(hip.hipMemAllocPitch(&pointer, &pitch, wide, 7, 16) == Error::Success);
    CHECK(pitch == static_cast<size_t>(expected));
    CHECK(hip.hipFree(pointer) == Error::Success);
  }
  CHECK(hip.hipMallocPitch(&pointer, &pitch, 0, 7) == Error::Success);
  CHECK(pointer == nullptr);
  CHECK(hip.hipMallocPitch(&pointer, &pitch, 7, 0) == Error::Success);
  CHECK(pointer == nullptr);
  CHECK(hip.hipMallocPitch(nullptr, &pitch, 1, 1) == Error::InvalidValue);
  CHECK(hip.hipMallocPitch(&pointer, nullptr, 1, 1) == Error::InvalidValue);
  CHECK(hip.hipMallocPitch(&pointer, &pitch, SIZE_MAX, 1) == Error::OutOfMemory);
  CHECK(hip.hipMallocPitch(&pointer, &pitch, 1, SIZE_MAX) == Error::OutOfMemory);
  CHECK(hip.hipMemAllocPitch(&pointer, &pitch, 1, 1, 5) == Error::InvalidValue);
}

TEST_CASE("2-D copies move rows and leave the rest") {
  const Library &hip = library();
  const std::vector<uint8_t> values = rows();
  for (bool async : {false, true}) {
    void *first = deviceArray(std::vector<uint8_t>(40, 0xee));
    void *second = deviceArray(std::vector<uint8_t>(40, 0xdd));
    std::vector<uint8_t> back(30, 0xcc);
    auto copy = [&](void *to, size_t toPitch, const void *from, size_t fromPitch, MemcpyKind kind) {
      return async
                 ? hip.hipMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, nullptr)
                 : hip.hipMemcpy2D(to, toPitch, from, fromPitch, width, height, kind);
    };
    CHECK(copy(first, 12, values.data(), 10, MemcpyKind::HostToDevice) == Error::Success);
    CHECK(copy(second, 7, first, 12, MemcpyKind::DeviceToDevice) == Error::Success);
    CHECK(copy(back.data(), 10, second, 7, MemcpyKind::DeviceToHost) == Error::Success);
    const std::vector<uint8_t> there = hostArray<uint8_t>(first, 40);
    const std::vector<uint8_t> packed = hostArray<uint8_t>(second, 40);
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < 12; ++x)
        CHECK(there[y * 12 + x] == (x < width ? values[y * 10 + x] : 0xee));
      for (size_t x = 0; x < 7; ++x)
        CHECK(packed[y * 7 + x] == (x < width ? values[y * 10 + x] : 0xdd));
      for (size_t x = 0; x < 10; ++x)
        CHECK(back[y * 10 + x] == (x < width ? values[y * 10 + x] : 0xcc));
    }
    CHECK(hip.hipFree(first) == Error::Success);
    CHECK(hip.hipFree(second) == Error::Success);
  }
}

TEST_CASE("2-D copies by parameters") {
  const Library &hip = library();
  const std::vector<uint8_t> values = rows();
  void *device = deviceArray(std::vector<uint8_t>(64, 0));
  Memcpy2D copy = {};
  copy.srcXInBytes = 2;
  copy.srcY = 1;
  copy.srcMemoryType = static_cast<int>(MemoryTypeR6::Host);
  copy.srcHost = values.data();
  copy.srcPitch = 10;
  copy.dstXInBytes = 1;
  copy.dstY = 2;
  copy.dstMemoryType = static_cast<int>(MemoryTypeR6::Device);
  copy.dstDevice = device;
  copy.dstPitch = 8;
  copy.widthInBytes = 4;
  copy.height = 2;
  CHECK(hip.hipMemcpyParam2D(&copy) == Error::Success);
  std::vector<uint8_t> expected(64, 0);
  for (size_t y = 0; y < 2; ++y)
    for (size_t x = 0; x < 4; ++x)
      expected[(y + 2) * 8 + x + 1] = values[(y + 1) * 10 + x + 2];
  CHECK(hostArray<uint8_t>(device, 64) == expected);
  // Back, by the address alone, without a pitch.
  std::vector<uint8_t> back(8, 0);
  Memcpy2D down = {};
  down.srcMemoryType = static_cast<int>(MemoryTypeR6::Unified);
  down.srcDevice = static_cast<char *>(device) + 17;
  down.srcPitch = 8;
  down.dstMemoryType = static_cast<int>(MemoryTypeR6::Host);
  down.dstHost = back.data();
  down.widthInBytes = 4;
  down.height = 2;
  CHECK(hip.hipMemcpyParam2DAsync(&down, nullptr) == Error::Success);
  CHECK(back == std::vector<uint8_t>{13, 14, 15, 16, 23, 24, 25, 26});

  CHECK(hip.hipMemcpyParam2D(nullptr) == Error::InvalidValue);
  copy.dstMemoryType = static_cast<int>(MemoryTypeR6::Array);
  CHECK(hip.hipMemcpyParam2D(&copy) == Error::NotSupported);
  copy.dstMemoryType = 77;
  CHECK(hip.hipMemcpyParam2D(&copy) == Error::InvalidValue);
  copy.dstMemoryType = static_cast<int>(MemoryTypeR6::Device);
  copy.dstPitch = 4; // 1 + 4 bytes do not fit
  CHECK(hip.hipMemcpyParam2D(&copy) == Error::InvalidValue);
  copy.dstPitch = 8;
  copy.dstDevice = nullptr;
  CHECK(hip.hipMemcpyParam2D(&copy) == Error::InvalidValue);
  CHECK(hip.hipFree(device) == Error::Success);
}

TEST_CASE("2-D fills set rows and leave the rest") {
  const Library &hip = library();
  void *device = deviceArray(std::vector<uint8_t>(24, 1));
  CHECK(hip.hipMemset2D(device, 8, 0x1ff, 5, 2) == Error::Success);
  CHECK(hip.hipMemset2DAsync(static_cast<char *>(device) + 16, 8, 7, 8, 1, nullptr) ==
        Error::Success);
  CHECK(hostArray<uint8_t>(device, 24) == std::vector<uint8_t>{255, 255, 255, 255, 255, 1, 1, 1,
                                                               255, 255, 255, 255, 255, 1, 1, 1,
                                                               7,   7,   7,   7,   7,   7, 7, 7});
  CHECK(hip.hipMemset2D(device, 8, 0, 0, 9) == Error::Success);
  CHECK(hip.hipMemset2D(device, 4, 0, 5, 2) == Error::InvalidValue);
  CHECK(hip.hipMemset2D(device, 8, 0, 8, 4) == Error::InvalidValue); // past the end
  CHECK(hip.hipMemset2D(device, SIZE_MAX, 0, 8, 3) == Error::InvalidValue);
  CHECK(hip.hipMemset2D(nullptr, 8, 0, 8, 1) == Error::InvalidValue);
  CHECK(hip.hipFree(device) == Error::Success);
}

TEST_CASE("wrong 2-D copies are refused") {
  const Library &hip = library();
  std::vector<uint8_t> host(64, 3);
  void *device = deviceArray(std::vector<uint8_t>(24, 1));
  auto copy = [&](size_t toPitch, size_t fromPitch, size_t wide, size_t high,
                  MemcpyKind kind = MemcpyKind::HostToDevice) {
    return hip.hipMemcpy2D(device, toPitch, host.data(), fromPitch, wide, high, kind);
  };
  CHECK(copy(8, 8, 9, 1) == Error::InvalidPitchValue);
  CHECK(copy(9, 8, 9, 1) == Error::InvalidPitchValue);
  CHECK(copy(8, 8, 0, 100) == Error::Success);
  CHECK(copy(8, 8, 8, 3) == Error::Success);
  CHECK(copy(8, 8, 8, 4) == Error::InvalidValue);
  CHECK(copy(SIZE_MAX, 8, 8, 3) == Error::InvalidValue);
  CHECK(copy(8, 8, 8, 1, MemcpyKind::DeviceToDevice) == Error::InvalidValue);
  CHECK(copy(8, 8, 8, 1, static_cast<MemcpyKind>(9)) == Error::InvalidMemcpyDirection);
  CHECK(hip.hipFree(device) == Error::Success);
}
