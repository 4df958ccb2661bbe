// Many threads use HIP at once, each with memory, streams, events and modules of its own and some
// that all share. Catch2's assertions are no business of other threads, so that each counts what
// went wrong and the test looks at the sum.
#include "../TestKernels.h"
#include "HipLibrary.h"
#include <atomic>
#include <string>
#include <thread>

using namespace rocke;
using namespace rocke::hip;

namespace {

constexpr int numThreads = 6, rounds = 15, elements = 200;

class Worker {
public:
  Worker(int index, Function shared, void *sharedMemory, std::atomic<int> &wrong)
      : index(index), shared(shared), sharedMemory(sharedMemory), wrong(wrong) {}

  void run() {
    for (int round = 0; round < rounds; ++round) {
      copyAndLaunch(round);
      useModule();
      useHostMemory();
      query();
    }
  }

private:
  void expect(bool good) {
    if (!good)
      ++wrong;
  }
  void succeed(Error error) { expect(error == Error::Success); }

  void copyAndLaunch(int round) {
    Stream stream = nullptr;
    Event start = nullptr, stop = nullptr;
    succeed(hip.hipStreamCreate(&stream));
    succeed(hip.hipEventCreate(&start));
    succeed(hip.hipEventCreate(&stop));
    void *buffers[3] = {};
    std::vector<float> host(elements, static_cast<float>(index + round));
    for (void *&buffer : buffers) {
      succeed(hip.hipMallocAsync(&buffer, elements * sizeof(float), stream));
      succeed(hip.hipMemcpyAsync(buffer, host.data(), elements * sizeof(float),
                                 MemcpyKind::HostToDevice, stream));
    }
    succeed(hip.hipEventRecord(start, stream));
    int n = elements;
    void *params[] = {&buffers[0], &buffers[1], &buffers[2], &n};
    succeed(hip.hipModuleLaunchKernel(shared, 4, 1, 1, 64, 1, 1, 0, stream, params, nullptr));
    succeed(hip.hipEventRecord(stop, stream));
    succeed(hip.hipStreamWaitEvent(stream, stop, 0));
    int called = 0;
    succeed(
        hip.hipLaunchHostFunc(stream, [](void *data) { *static_cast<int *>(data) = 1; }, &called));
    succeed(hip.hipStreamSynchronize(stream));
    expect(called == 1);
    float milliseconds = -1;
    succeed(hip.hipEventElapsedTime(&milliseconds, start, stop));
    expect(milliseconds >= 0);
    succeed(
        hip.hipMemcpy(host.data(), buffers[2], elements * sizeof(float), MemcpyKind::DeviceToHost));
    for (float value : host)
      expect(value == 2.0f * static_cast<float>(index + round));
    // Each thread has a word of the memory that all share.
    succeed(
        hip.hipMemcpyDtoD(static_cast<float *>(sharedMemory) + index, buffers[2], sizeof(float)));
    for (void *buffer : buffers)
      succeed(hip.hipFreeAsync(buffer, stream));
    succeed(hip.hipEventDestroy(start));
    succeed(hip.hipEventDestroy(stop));
    succeed(hip.hipStreamDestroy(stream));
  }

  void useModule() {
    Module module = nullptr;
    Function function = nullptr;
    void *table = nullptr;
    size_t bytes = 0;
    succeed(hip.hipModuleLoadData(&module, test::testKernels("gfx1151").bytes().data()));
    succeed(hip.hipModuleGetFunction(&function, module, "nothing"));
    succeed(hip.hipModuleGetGlobal(&table, &bytes, module, "table"));
    expect(bytes == 16);
    succeed(hip.hipModuleLaunchKernel(function, 3, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
    int blocks = 0;
    succeed(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0));
    expect(blocks > 0);
    succeed(hip.hipModuleUnload(module));
  }

  void useHostMemory() {
    void *pinned = nullptr, *managed = nullptr;
    succeed(hip.hipHostMalloc(&pinned, 100, 0));
    succeed(hip.hipMallocManaged(&managed, 100, 1));
    succeed(hip.hipMemset(managed, index, 100));
    PointerAttributes attributes{};
    succeed(hip.hipPointerGetAttributes(&attributes, managed));
    expect(attributes.isManaged && static_cast<uint8_t *>(managed)[99] == index);
    succeed(hip.hipHostFree(pinned));
    succeed(hip.hipFree(managed));
  }

  void query() {
    int count = 0;
    succeed(hip.hipGetDeviceCount(&count));
    size_t free = 0, total = 0;
    succeed(hip.hipMemGetInfo(&free, &total));
    // Errors are the thread's own.
    expect(hip.hipSetDevice(-1 - index) == Error::InvalidDevice);
    expect(std::string(hip.simLastMessage()).find(std::to_string(-1 - index)) != std::string::npos);
    expect(hip.hipGetLastError() == Error::InvalidDevice);
    expect(hip.hipGetLastError() == Error::Success);
    succeed(hip.hipDeviceSynchronize());
  }

  const Library &hip = library();
  const int index;
  const Function shared;
  void *const sharedMemory;
  std::atomic<int> &wrong;
};

} // namespace

TEST_CASE("threads use all of HIP at the same time") {
  const Library &hip = library();
  Module module = nullptr;
  Function add = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, test::testKernels("gfx1151").bytes().data()) ==
          Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&add, module, "add") == Error::Success);
  void *sharedMemory = deviceArray(std::vector<float>(numThreads, 0));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < numThreads; ++i)
    threads.emplace_back([&, i] { Worker(i, add, sharedMemory, wrong).run(); });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == 0);
  const std::vector<float> last = hostArray<float>(sharedMemory, numThreads);
  for (int i = 0; i < numThreads; ++i)
    CHECK(last[i] == 2.0f * static_cast<float>(i + rounds - 1));
  CHECK(hip.hipFree(sharedMemory) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}
