// A program that knows nothing but HIP's public headers. It launches the kernel of a code object on
// the first device and prints what it found there.
#define __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_HCC__
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(hipError_t error, const char *what) {
  if (error == hipSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, #call)

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  hipDeviceProp_t properties;
  CHECK(hipGetDeviceProperties(&properties, 0));
  std::printf("device %s\n", properties.gcnArchName);
  int version = 0;
  CHECK(hipRuntimeGetVersion(&version));
  std::printf("HIP %d\n", version / 10000000);

  constexpr unsigned n = 1000, rows = 4, width = 100;
  std::vector<float> x(n), y(n), result(n);
  for (unsigned i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 1.0f;
  }
  hipStream_t stream;
  hipEvent_t start, stop;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));
  void *deviceX = nullptr, *deviceY = nullptr;
  CHECK(hipMalloc(&deviceX, n * sizeof(float)));
  CHECK(hipMalloc(&deviceY, n * sizeof(float)));
  CHECK(hipMemcpyAsync(deviceX, x.data(), n * sizeof(float), hipMemcpyHostToDevice, stream));
  CHECK(hipMemcpyAsync(deviceY, y.data(), n * sizeof(float), hipMemcpyHostToDevice, stream));

  hipPointerAttribute_t attributes;
  CHECK(hipPointerGetAttributes(&attributes, deviceX));
  std::printf("memory on the %s\n",
              attributes.memoryType == hipMemoryTypeDevice ? "device" : "host");

  hipModule_t module;
  hipFunction_t saxpy;
  CHECK(hipModuleLoad(&module, argv[1]));
  CHECK(hipModuleGetFunction(&saxpy, module, "saxpy"));
  float a = 2.0f;
  unsigned count = n;
  void *arguments[] = {&deviceY, &deviceX, &a, &count};
  CHECK(hipEventRecord(start, stream));
  CHECK(hipModuleLaunchKernel(saxpy, (n + 63) / 64, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  CHECK(hipEventRecord(stop, stream));
  CHECK(hipEventSynchronize(stop));
  float milliseconds = -1;
  CHECK(hipEventElapsedTime(&milliseconds, start, stop));

  // Back as a picture of rows.
  CHECK(hipMemcpy2DAsync(result.data(), width * sizeof(float), deviceY, width * sizeof(float),
                         width * sizeof(float), rows, hipMemcpyDeviceToHost, stream));
  CHECK(hipStreamSynchronize(stream));
  unsigned wrong = milliseconds < 0;
  for (unsigned i = 0; i < rows * width; ++i)
    wrong += result[i] != 2.0f * x[i] + 1.0f;
  std::printf("%u wrong\n", wrong);

  int blocks = 0;
  CHECK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, saxpy, 64, 0));
  std::printf("%s blocks fit\n", blocks > 0 ? "some" : "no");
  CHECK(hipFree(deviceX));
  CHECK(hipFree(deviceY));
  std::printf("a second free is %s\n", hipGetErrorName(hipFree(deviceY)));
  CHECK(hipModuleUnload(module));
  CHECK(hipEventDestroy(start));
  CHECK(hipEventDestroy(stop));
  CHECK(hipStreamDestroy(stream));
  return wrong != 0;
}
