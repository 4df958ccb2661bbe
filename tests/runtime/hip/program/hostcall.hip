// A HIP program whose kernel writes to the buffer by which a device asks the host for services, as
// printf on the device does, and says what HIP says to that.
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
extern "C" hipError_t hipDeviceSynchronize();
extern "C" const char *hipGetErrorName(hipError_t error);
extern "C" int printf(const char *, ...);

__global__ void ask(int value) {
  constexpr unsigned hostcallOffset = 80; // of the implicit arguments of ABI version 5
  const auto *arguments =
      (const __attribute__((address_space(4))) char *)__builtin_amdgcn_implicitarg_ptr();
  int *buffer = *(int *const __attribute__((address_space(4))) *)(arguments + hostcallOffset);
  buffer[1] = value;
}

int main() {
  ask<<<dim3(1), dim3(1)>>>(3);
  printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
  return 0;
}
