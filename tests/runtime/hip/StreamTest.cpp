#include "HipLibrary.h"

using namespace rocke::hip;

TEST_CASE("no stream captures") {
  const Library &hip = library();
  Stream stream = nullptr;
  REQUIRE(hip.hipStreamCreate(&stream) == Error::Success);
  int status = -1;
  CHECK(hip.hipStreamIsCapturing(stream, &status) == Error::Success);
  CHECK(status == 0);
  CHECK(hip.hipStreamIsCapturing(nullptr, &status) == Error::Success);
  CHECK(hip.hipStreamIsCapturing(stream, nullptr) == Error::InvalidValue);
  CHECK(hip.hipStreamDestroy(stream) == Error::Success);
  CHECK(hip.hipStreamIsCapturing(stream, &status) == Error::ContextIsDestroyed);
  (void)hip.hipGetLastError();
}

TEST_CASE("streams are made, used and destroyed") {
  const Library &hip = library();
  Stream streams[3] = {};
  CHECK(hip.hipStreamCreate(&streams[0]) == Error::Success);
  CHECK(hip.hipStreamCreateWithFlags(&streams[1], streamNonBlocking) == Error::Success);
  CHECK(hip.hipStreamCreateWithPriority(&streams[2], 0, -1) == Error::Success);
  for (Stream stream : streams) {
    CHECK(hip.hipStreamQuery(stream) == Error::Success);
    CHECK(hip.hipStreamSynchronize(stream) == Error::Success);
    CHECK(hip.hipStreamDestroy(stream) == Error::Success);
    CHECK(hip.hipStreamQuery(stream) == Error::ContextIsDestroyed);
    CHECK(hip.hipStreamDestroy(stream) == Error::ContextIsDestroyed);
  }
}

TEST_CASE("the device's own streams") {
  const Library &hip = library();
  for (uintptr_t special : {uintptr_t{0}, streamLegacy, streamPerThread}) {
    const auto stream = reinterpret_cast<Stream>(special);
    CHECK(hip.hipStreamQuery(stream) == Error::Success);
    CHECK(hip.hipStreamSynchronize(stream) == Error::Success);
    CHECK(hip.hipStreamDestroy(stream) == Error::InvalidHandle);
  }
}

TEST_CASE("wrong streams are refused") {
  const Library &hip = library();
  Stream stream = nullptr;
  CHECK(hip.hipStreamCreate(nullptr) == Error::InvalidValue);
  CHECK(hip.hipStreamCreateWithFlags(&stream, 2) == Error::InvalidValue);
  CHECK(stream == nullptr);
  int local;
  CHECK(hip.hipStreamSynchronize(reinterpret_cast<Stream>(&local)) == Error::ContextIsDestroyed);
}

TEST_CASE("copies in a stream") {
  const Library &hip = library();
  Stream stream = nullptr;
  REQUIRE(hip.hipStreamCreate(&stream) == Error::Success);
  int values[4] = {1, 2, 3, 4}, back[4] = {};
  void *device = nullptr, *second = nullptr;
  REQUIRE(hip.hipMalloc(&device, sizeof values) == Error::Success);
  REQUIRE(hip.hipMalloc(&second, sizeof values) == Error::Success);
  CHECK(hip.hipMemcpyHtoDAsync(device, values, sizeof values, stream) == Error::Success);
  CHECK(hip.hipMemcpyDtoDAsync(second, device, sizeof values, stream) == Error::Success);
  CHECK(hip.hipMemcpyDtoHAsync(back, second, sizeof values, stream) == Error::Success);
  CHECK(hip.hipStreamSynchronize(stream) == Error::Success);
  CHECK(std::equal(values, values + 4, back));
  REQUIRE(hip.hipStreamDestroy(stream) == Error::Success);
  CHECK(hip.hipMemcpyDtoHAsync(back, second, sizeof values, stream) == Error::ContextIsDestroyed);
  CHECK(hip.hipFree(device) == Error::Success);
  CHECK(hip.hipFree(second) == Error::Success);
}

TEST_CASE("events tell the time between them") {
  const Library &hip = library();
  Event start = nullptr, stop = nullptr;
  REQUIRE(hip.hipEventCreate(&start) == Error::Success);
  REQUIRE(hip.hipEventCreateWithFlags(&stop, eventBlockingSync) == Error::Success);
  float milliseconds = -1;
  CHECK(hip.hipEventElapsedTime(&milliseconds, start, stop) == Error::InvalidHandle);
  // An event that was never recorded is reached.
  CHECK(hip.hipEventQuery(start) == Error::Success);
  CHECK(hip.hipEventSynchronize(start) == Error::Success);

  CHECK(hip.hipEventRecord(start, nullptr) == Error::Success);
  CHECK(hip.hipEventRecord(stop, nullptr) == Error::Success);
  CHECK(hip.hipEventQuery(stop) == Error::Success);
  CHECK(hip.hipStreamWaitEvent(nullptr, stop, 0) == Error::Success);
  CHECK(hip.hipStreamWaitEvent(nullptr, stop, 1) == Error::InvalidValue);
  CHECK(hip.hipEventElapsedTime(&milliseconds, start, stop) == Error::Success);
  CHECK(milliseconds >= 0);
  float backwards = 1;
  CHECK(hip.hipEventElapsedTime(&backwards, stop, start) == Error::Success);
  CHECK(backwards == -milliseconds);
  CHECK(hip.hipEventElapsedTime(nullptr, start, stop) == Error::InvalidValue);

  CHECK(hip.hipEventDestroy(start) == Error::Success);
  CHECK(hip.hipEventDestroy(start) == Error::ContextIsDestroyed);
  CHECK(hip.hipEventRecord(start, nullptr) == Error::ContextIsDestroyed);
  CHECK(hip.hipEventDestroy(stop) == Error::Success);
}

TEST_CASE("wrong events are refused") {
  const Library &hip = library();
  Event event = nullptr;
  CHECK(hip.hipEventCreate(nullptr) == Error::InvalidValue);
  CHECK(hip.hipEventCreateWithFlags(&event, 0x100) == Error::InvalidValue);
  CHECK(hip.hipEventCreateWithFlags(&event, 0x60000000) == Error::InvalidValue); // two releases
  CHECK(hip.hipEventCreateWithFlags(&event, 4) == Error::InvalidValue);          // needs no timing
  CHECK(hip.hipEventCreateWithFlags(&event, 6) == Error::NotSupported); // between processes
  CHECK(hip.hipEventRecord(nullptr, nullptr) == Error::InvalidHandle);
  CHECK(hip.hipEventDestroy(nullptr) == Error::InvalidHandle);

  REQUIRE(hip.hipEventCreateWithFlags(&event, eventDisableTiming) == Error::Success);
  CHECK(hip.hipEventRecord(event, nullptr) == Error::Success);
  float milliseconds;
  CHECK(hip.hipEventElapsedTime(&milliseconds, event, event) == Error::InvalidHandle);
  CHECK(hip.hipEventDestroy(event) == Error::Success);

  // An event of one device in a stream of another.
  int other = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  REQUIRE(hip.hipEventCreate(&event) == Error::Success);
  REQUIRE(hip.hipSetDevice(other) == Error::Success);
  CHECK(hip.hipEventRecord(event, nullptr) == Error::InvalidHandle);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  CHECK(hip.hipEventRecord(event, nullptr) == Error::Success);
  CHECK(hip.hipEventDestroy(event) == Error::Success);
}

TEST_CASE("what a stream was made with") {
  const Library &hip = library();
  int least = 9, greatest = 9, priority = 9, device = -1;
  REQUIRE(hip.hipDeviceGetStreamPriorityRange(&least, &greatest) == Error::Success);
  CHECK(greatest < least);
  for (auto [asked, given] : {std::pair{-5, greatest}, {0, 0}, {5, least}}) {
    Stream stream = nullptr;
    unsigned flags = 9;
    REQUIRE(hip.hipStreamCreateWithPriority(&stream, streamNonBlocking, asked) == Error::Success);
    CHECK(hip.hipStreamGetPriority(stream, &priority) == Error::Success);
    CHECK(priority == given);
    CHECK(hip.hipStreamGetFlags(stream, &flags) == Error::Success);
    CHECK(flags == streamNonBlocking);
    CHECK(hip.hipStreamGetDevice(stream, &device) == Error::Success);
    CHECK(device == 0);
    CHECK(hip.hipStreamDestroy(stream) == Error::Success);
    CHECK(hip.hipStreamGetFlags(stream, &flags) == Error::ContextIsDestroyed);
  }
  CHECK(hip.hipStreamGetPriority(nullptr, &priority) == Error::Success);
  CHECK(priority == 0);
  CHECK(hip.hipStreamGetPriority(nullptr, nullptr) == Error::InvalidValue);
}

TEST_CASE("functions of the host in a stream") {
  const Library &hip = library();
  Stream stream = nullptr;
  REQUIRE(hip.hipStreamCreate(&stream) == Error::Success);
  struct Seen {
    Stream stream = nullptr;
    Error status = Error::Unknown;
    int calls = 0;
  } seen;
  const StreamCallback callback = [](Stream from, Error status, void *data) {
    auto &result = *static_cast<Seen *>(data);
    result.stream = from;
    result.status = status;
    ++result.calls;
  };
  CHECK(hip.hipStreamAddCallback(stream, callback, &seen, 0) == Error::Success);
  CHECK(hip.hipStreamSynchronize(stream) == Error::Success);
  CHECK(seen.stream == stream);
  CHECK(seen.status == Error::Success);
  CHECK(seen.calls == 1);
  CHECK(hip.hipStreamAddCallback(stream, nullptr, &seen, 0) == Error::InvalidValue);
  CHECK(hip.hipStreamAddCallback(stream, callback, &seen, 1) == Error::InvalidValue);
  int count = 0;
  const HostFunction increment = [](void *data) { ++*static_cast<int *>(data); };
  CHECK(hip.hipLaunchHostFunc(stream, increment, &count) == Error::Success);
  CHECK(count == 1);
  CHECK(hip.hipLaunchHostFunc(stream, nullptr, &count) == Error::InvalidValue);
  REQUIRE(hip.hipStreamDestroy(stream) == Error::Success);
  CHECK(hip.hipLaunchHostFunc(stream, increment, &count) == Error::ContextIsDestroyed);
  CHECK(hip.hipStreamAddCallback(stream, callback, &seen, 0) == Error::ContextIsDestroyed);
  CHECK(seen.calls == 1);
  CHECK(count == 1);
}

TEST_CASE("records with flags") {
  const Library &hip = library();
  Event event = nullptr;
  REQUIRE(hip.hipEventCreate(&event) == Error::Success);
  CHECK(hip.hipEventRecordWithFlags(event, nullptr, 0) == Error::Success);
  CHECK(hip.hipEventRecordWithFlags(event, nullptr, 2) == Error::InvalidValue);
  CHECK(hip.hipEventDestroy(event) == Error::Success);
}
