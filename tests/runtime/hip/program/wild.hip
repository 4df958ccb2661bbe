// A HIP program that writes past the end of its memory and says what HIP says to that.
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
extern "C" hipError_t hipMalloc(void **pointer, unsigned long bytes);
extern "C" hipError_t hipDeviceSynchronize();
extern "C" hipError_t hipGetLastError();
extern "C" const char *hipGetErrorName(hipError_t error);
extern "C" int printf(const char *, ...);

__global__ void fill(int *values) { values[__builtin_amdgcn_workitem_id_x()] = 1; }

int main() {
  void *memory = nullptr;
  if (hipMalloc(&memory, 60 * sizeof(int)) != 0)
    return 1;
  fill<<<dim3(1), dim3(64)>>>(static_cast<int *>(memory)); // four work-items too many
  printf("launch: %s\n", hipGetErrorName(hipGetLastError()));
  printf("wait: %s\n", hipGetErrorName(hipDeviceSynchronize()));
  printf("then: %s\n", hipGetErrorName(hipMalloc(&memory, 4)));
  return 0;
}
