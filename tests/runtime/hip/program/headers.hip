// A HIP program as they are written: against HIP's own headers, for the device too. What those take
// from ROCm's device library is here, as it is a package of its own.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#ifdef __HIP_DEVICE_COMPILE__
extern "C" {
__device__ size_t __ockl_get_local_id(unsigned axis) {
  return axis == 0   ? __builtin_amdgcn_workitem_id_x()
         : axis == 1 ? __builtin_amdgcn_workitem_id_y()
                     : __builtin_amdgcn_workitem_id_z();
}
__device__ size_t __ockl_get_group_id(unsigned axis) {
  return axis == 0   ? __builtin_amdgcn_workgroup_id_x()
         : axis == 1 ? __builtin_amdgcn_workgroup_id_y()
                     : __builtin_amdgcn_workgroup_id_z();
}
__device__ size_t __ockl_get_local_size(unsigned axis) {
  return axis == 0   ? __builtin_amdgcn_workgroup_size_x()
         : axis == 1 ? __builtin_amdgcn_workgroup_size_y()
                     : __builtin_amdgcn_workgroup_size_z();
}
__device__ void __atomic_work_item_fence(unsigned, unsigned, unsigned) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
}
#endif

#define CHECK(call)                                                                                \
  do {                                                                                             \
    if (hipError_t error = call; error != hipSuccess) {                                            \
      std::printf("%s: %s\n", #call, hipGetErrorString(error));                                    \
      return 1;                                                                                    \
    }                                                                                              \
  } while (false)

__device__ int counter;
__constant__ float factor = 2.0f;

// Mirrors each block of 64, adds neighbours, counts.
__global__ void mirror(float *out, const float *in, int n) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  float value = tile[blockDim.x - 1 - threadIdx.x];
  value += __shfl_xor(value, 1);
  if (i < n) {
    out[i] = value * factor;
    atomicAdd(&counter, 1);
  }
}

int main() {
  constexpr int n = 250, block = 64, blocks = 4;
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = static_cast<float>(i);
  float *in = nullptr, *out = nullptr;
  CHECK(hipMalloc(&in, n * sizeof(float)));
  CHECK(hipMalloc(&out, n * sizeof(float)));
  CHECK(hipMemcpy(in, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
  hipFuncAttributes attributes;
  CHECK(hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(mirror)));
  int fit = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fit, mirror, block, block * sizeof(float)));
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  mirror<<<dim3(blocks), dim3(block), block * sizeof(float), stream>>>(out, in, n);
  CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(stream));
  CHECK(hipMemcpy(result.data(), out, n * sizeof(float), hipMemcpyDeviceToHost));
  int counted = 0;
  CHECK(hipMemcpyFromSymbol(&counted, HIP_SYMBOL(counter), sizeof counted));

  auto at = [&](int base, int place) {
    const int i = base + block - 1 - place;
    return i < n ? host[i] : 0;
  };
  int wrong = counted != n || fit < 1 || attributes.maxThreadsPerBlock < block;
  for (int i = 0; i < n; ++i) {
    const int place = i % block, base = i - place;
    wrong += result[i] != 2 * (at(base, place) + at(base, place ^ 1));
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
