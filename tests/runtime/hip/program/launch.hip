// A HIP program whose kernel is its own, launched with <<<>>>. It brings the few declarations that
// it needs: the headers of hipcc want a device library.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

typedef struct ihipStream_t *hipStream_t;
typedef int hipError_t;
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, unsigned long lds = 0,
                                                 hipStream_t stream = nullptr);
extern "C" hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      unsigned long lds, hipStream_t stream);
extern "C" hipError_t hipMallocManaged(void **pointer, unsigned long bytes, unsigned flags);
extern "C" hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, unsigned long bytes,
                                        unsigned long offset, int kind);
extern "C" hipError_t hipDeviceSynchronize();
extern "C" int printf(const char *, ...);

__device__ int factor = 1;

__global__ void scale(int *values, int n) {
  int i = static_cast<int>(__builtin_amdgcn_workgroup_id_x() * 64 +
                           __builtin_amdgcn_workitem_id_x());
  if (i < n)
    values[i] *= factor;
}

int main() {
  constexpr int n = 200, three = 3;
  void *memory = nullptr;
  if (hipMallocManaged(&memory, n * sizeof(int), 1) != 0 ||
      hipMemcpyToSymbol(&factor, &three, sizeof three, 0, 1) != 0)
    return 1;
  int *values = static_cast<int *>(memory);
  for (int i = 0; i < n; ++i)
    values[i] = i;
  scale<<<dim3(4), dim3(64)>>>(values, n);
  if (hipDeviceSynchronize() != 0)
    return 1;
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += values[i] != 3 * i;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
