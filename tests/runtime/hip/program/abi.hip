// A HIP program that asks of a GPU what compilers rely on: implicit arguments, three-dimensional
// grids and blocks, dynamic LDS, scratch, calls, variables, atomics, lane operations. It checks all
// results itself, prints what is wrong, and brings the few declarations that it needs.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __host__ __attribute__((host))
#define __managed__ __attribute__((managed))

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;

typedef struct ihipStream_t *hipStream_t;
typedef int hipError_t;
struct dim3 {
  u32 x, y, z;
  __host__ __device__ dim3(u32 x, u32 y = 1, u32 z = 1) : x(x), y(y), z(z) {}
};
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, u64 lds = 0,
                                                 hipStream_t stream = nullptr);
extern "C" hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      u64 lds, hipStream_t stream);
extern "C" hipError_t hipMallocManaged(void **pointer, u64 bytes, u32 flags);
extern "C" hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, u64 bytes, u64 offset,
                                        int kind);
extern "C" hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, u64 bytes, u64 offset,
                                          int kind);
extern "C" hipError_t hipDeviceSynchronize();
extern "C" hipError_t hipGetLastError();
extern "C" const char *hipGetErrorName(hipError_t error);
extern "C" int printf(const char *, ...);
extern "C" void *memset(void *, int, u64);
extern "C" void exit(int);

__device__ inline u32 itemX() { return __builtin_amdgcn_workitem_id_x(); }
__device__ inline u32 itemY() { return __builtin_amdgcn_workitem_id_y(); }
__device__ inline u32 itemZ() { return __builtin_amdgcn_workitem_id_z(); }
__device__ inline u32 groupX() { return __builtin_amdgcn_workgroup_id_x(); }
__device__ inline u32 groupY() { return __builtin_amdgcn_workgroup_id_y(); }
__device__ inline u32 groupZ() { return __builtin_amdgcn_workgroup_id_z(); }
__device__ inline u32 sizeX() { return __builtin_amdgcn_workgroup_size_x(); }
__device__ inline u32 sizeY() { return __builtin_amdgcn_workgroup_size_y(); }
__device__ inline u32 sizeZ() { return __builtin_amdgcn_workgroup_size_z(); }
__device__ inline void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// Every work-item of a grid counts itself where its ids say, and says which it is.
__global__ void ids(u32 *out, u32 *visits) {
  const u32 gx = __builtin_amdgcn_grid_size_x(), gy = __builtin_amdgcn_grid_size_y();
  const u32 x = groupX() * sizeX() + itemX(), y = groupY() * sizeY() + itemY(),
            z = groupZ() * sizeZ() + itemZ();
  const u32 at = (z * gy + y) * gx + x;
  out[at] = x | y << 10 | z << 20;
  __hip_atomic_fetch_add(&visits[at], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

extern __shared__ u32 dynamicLds[];

// The size of dynamic LDS is told to kernels that have some.
__global__ void implicit(u8 *out) {
  const auto *arguments =
      (const __attribute__((address_space(4))) u8 *)__builtin_amdgcn_implicitarg_ptr();
  dynamicLds[itemX()] = 1;
  if (groupX() + groupY() + groupZ() + itemX() + itemY() != 0)
    return;
  for (u32 i = 0; i < IMPLICIT_BYTES; ++i)
    out[i] = arguments[i];
}

__global__ void reverse(u32 *out) {
  __shared__ u32 fixed[4];
  const u32 item = itemX(), size = sizeX();
  if (item < 4)
    fixed[item] = item + 1;
  dynamicLds[size - 1 - item] = item;
  barrier();
  out[groupX() * size + item] = dynamicLds[item] * 16 + fixed[item % 4];
}

// An array in scratch: its index is known at run time alone.
__global__ void scratch(u32 *out, u32 seed) {
  u32 table[37];
  for (u32 i = 0; i < 37; ++i)
    table[i] = i * seed + itemX();
  u32 at = itemX() % 37, sum = 0;
  for (u32 i = 0; i < 50; ++i) {
    sum += table[at] * (i + 1);
    table[at] = sum;
    at = sum % 37;
  }
  out[itemX()] = sum;
}

static __host__ u32 scratchOnHost(u32 item, u32 seed) {
  u32 table[37];
  for (u32 i = 0; i < 37; ++i)
    table[i] = i * seed + item;
  u32 at = item % 37, sum = 0;
  for (u32 i = 0; i < 50; ++i) {
    sum += table[at] * (i + 1);
    table[at] = sum;
    at = sum % 37;
  }
  return sum;
}

typedef u32 (*Operation)(u32, u32);
__device__ __attribute__((noinline)) u32 plus(u32 a, u32 b) { return a + b; }
__device__ __attribute__((noinline)) u32 times(u32 a, u32 b) { return a * b; }
__device__ __attribute__((noinline)) u32 fibonacci(u32 n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ Operation operations[2] = {plus, times};

__global__ void calls(u32 *out, u32 divergent) {
  const u32 item = itemX();
  // Lanes call different functions.
  const u32 a = operations[divergent ? item % 2 : 1](item, 3);
  out[item] = a + 1000 * fibonacci(item % 7);
}

__device__ int variable = 5;
__device__ u64 counter = 0;
__constant__ int weights[4] = {1, 10, 100, 1000};

__global__ void variables(int *out) {
  out[itemX()] = variable * weights[itemX() % 4];
  if (itemX() == 0)
    counter = 77;
}

__managed__ __device__ int shared = 3;
__managed__ __device__ u64 row[5] = {1, 2, 3, 4, 5};

__global__ void share() {
  row[itemX()] += 10;
  if (itemX() == 0)
    shared *= 2;
}

struct Record {
  u8 tag;
  u64 wide;
  u16 half;
  double real;
  u8 tail[3];
};

__global__ void aggregate(Record record, u8 single, u16 two, u64 *out) {
  out[0] = record.tag;
  out[1] = record.wide;
  out[2] = record.half;
  out[3] = (u64)record.real;
  out[4] = record.tail[2];
  out[5] = single;
  out[6] = two;
}

__global__ void atomics(u64 *words, double *real, u32 *narrow) {
  const u32 item = groupX() * sizeX() + itemX();
  __hip_atomic_fetch_add(&words[0], (u64)item << 32 | 1, __ATOMIC_RELAXED,
                         __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(&words[1], (u64)item * 0x100000001, __ATOMIC_RELAXED,
                         __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_min(&words[2], (u64)item + 5, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
  __hip_atomic_fetch_xor(&words[3], (u64)1 << (item % 64), __ATOMIC_RELAXED,
                         __HIP_MEMORY_SCOPE_AGENT);
  u64 expected = 0;
  if (__hip_atomic_compare_exchange_strong(&words[4], &expected, (u64)1000 + item, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
    words[5] = item;
  __hip_atomic_fetch_add(real, 0.5, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(narrow, item, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
}

__global__ void lanes(u32 *out) {
  const u32 item = itemX(), wave = __builtin_amdgcn_wavefrontsize();
  const u32 lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  const u64 odd = __builtin_amdgcn_ballot_w64(lane & 1);
  out[item * 6] = lane;
  out[item * 6 + 1] = (u32)odd;
  out[item * 6 + 2] = __builtin_amdgcn_ds_bpermute((int)((lane ^ 5) * 4), (int)(item * 3));
  out[item * 6 + 3] = __builtin_amdgcn_readlane(item, 7);
  out[item * 6 + 4] = __builtin_amdgcn_update_dpp(99, item, 0x111, 0xf, 0xf, false); // row_shr:1
  out[item * 6 + 5] = wave;
}

static int wrong = 0;
static void expect(bool good, const char *what, u64 index = 0, u64 got = 0, u64 wanted = 0) {
  if (!good && ++wrong <= 10)
    printf("%s[%lu]: %lu instead of %lu\n", what, index, got, wanted);
}
static void same(u64 got, u64 wanted, const char *what, u64 index = 0) {
  expect(got == wanted, what, index, got, wanted);
}
static void check(hipError_t error, const char *what) {
  if (error != 0) {
    printf("%s: %s\n", what, hipGetErrorName(error));
    exit(1);
  }
}
static void finish(const char *what) {
  check(hipGetLastError(), what);
  check(hipDeviceSynchronize(), what);
}
template <typename T> static T *managed(u64 count) {
  void *memory = nullptr;
  check(hipMallocManaged(&memory, count * sizeof(T), 1), "hipMallocManaged");
  memset(memory, 0, count * sizeof(T));
  return static_cast<T *>(memory);
}
static u64 number(const u8 *bytes, u32 count) {
  u64 value = 0;
  for (u32 i = 0; i < count; ++i)
    value |= (u64)bytes[i] << 8 * i;
  return value;
}

static void testIds() {
  const dim3 grid(3, 2, 4), block(5, 7, 3); // 105 work-items, no multiple of a wavefront
  const u32 gx = 15, gy = 14, gz = 12;
  u32 *out = managed<u32>(gx * gy * gz), *visits = managed<u32>(gx * gy * gz);
  ids<<<grid, block>>>(out, visits);
  finish("ids");
  for (u32 i = 0; i < gx * gy * gz; ++i) {
    same(out[i], i % gx | (i / gx % gy) << 10 | (i / gx / gy) << 20, "ids", i);
    same(visits[i], 1, "visits", i);
  }
}

static void testImplicit() {
  u8 *a = managed<u8>(IMPLICIT_BYTES);
  implicit<<<dim3(3, 4, 5), dim3(6, 2, 1), 48>>>(a);
  finish("implicit");
#if IMPLICIT_BYTES == 256
  const u32 values[][3] = {
      {0, 4, 3},    {4, 4, 4},   {8, 4, 5},   // block counts
      {12, 2, 6},   {14, 2, 2},  {16, 2, 1},  // group sizes
      {18, 2, 0},   {20, 2, 0},  {22, 2, 0},  // remainders
      {40, 8, 0},   {48, 8, 0},  {56, 8, 0},  // global offsets
      {64, 2, 3},                             // dimensions
      {72, 8, 0},   {80, 8, 0},  {88, 8, 0},  // printf, hostcall and multigrid: no such service
      {96, 8, 0},   {104, 8, 0}, {112, 8, 0}, // heap, queue, completion: none either
      {120, 4, 48},                           // dynamic LDS
  };
#else
  const u32 values[][3] = {
      {0, 8, 0},  {8, 8, 0},  {16, 8, 0},            // global offsets
      {24, 8, 0}, {32, 8, 0}, {40, 8, 0}, {48, 8, 0} // hostcall, queue, completion, multigrid
  };
#endif
  for (const u32(&value)[3] : values)
    same(number(a + value[0], value[1]), value[2], "implicit", value[0]);
}

static void testLds() {
  const u32 size = 200, groups = 3; // LDS for as many as the launch says
  u32 *out = managed<u32>(size * groups);
  reverse<<<dim3(groups), dim3(size), size * sizeof(u32)>>>(out);
  finish("reverse");
  for (u32 i = 0; i < size * groups; ++i)
    same(out[i], (size - 1 - i % size) * 16 + i % size % 4 + 1, "reverse", i);
}

static void testScratchAndCalls() {
  const u32 size = 100;
  u32 *out = managed<u32>(size);
  scratch<<<dim3(1), dim3(size)>>>(out, 11);
  finish("scratch");
  for (u32 i = 0; i < size; ++i)
    same(out[i], scratchOnHost(i, 11), "scratch", i);
  const u32 numbers[] = {0, 1, 1, 2, 3, 5, 8};
  for (u32 divergent = 0; divergent < 2; ++divergent) {
    calls<<<dim3(1), dim3(size)>>>(out, divergent);
    finish("calls");
    for (u32 i = 0; i < size; ++i)
      same(out[i], (divergent && i % 2 == 0 ? i + 3 : i * 3) + 1000 * numbers[i % 7], "calls", i);
  }
}

static void testVariables() {
  int *out = managed<int>(8);
  const int seven = 7, two = 2;
  check(hipMemcpyToSymbol(&variable, &seven, sizeof seven, 0, 1), "variable");
  check(hipMemcpyToSymbol(weights, &two, sizeof two, 4, 1), "weights");
  variables<<<dim3(1), dim3(8)>>>(out);
  u64 value = 0;
  check(hipMemcpyFromSymbol(&value, &counter, sizeof value, 0, 2), "counter");
  same(value, 77, "counter");
  const int expected[] = {7, 14, 700, 7000};
  for (u32 i = 0; i < 8; ++i)
    same(out[i], expected[i % 4], "variables", i);
}

static void testManaged() {
  same(shared, 3, "managed");
  shared = 4;
  share<<<dim3(1), dim3(5)>>>();
  finish("managed");
  same(shared, 8, "managed");
  const int seven = 7;
  check(hipMemcpyToSymbol(&shared, &seven, sizeof seven, 0, 4), "managed");
  same(shared, 7, "managed");
  for (u32 i = 0; i < 5; ++i)
    same(row[i], 11 + i, "managed", i);
}

static void testAggregate() {
  u64 *out = managed<u64>(7);
  Record record = {1, 0x123456789abcdef0, 3, 4.0, {5, 6, 7}};
  aggregate<<<dim3(1), dim3(1)>>>(record, 8, 9, out);
  finish("aggregate");
  const u64 expected[] = {1, 0x123456789abcdef0, 3, 4, 7, 8, 9};
  for (u32 i = 0; i < 7; ++i)
    same(out[i], expected[i], "aggregate", i);
}

static void testAtomics() {
  const u64 items = 70 * 3;
  u64 *words = managed<u64>(6);
  double *real = managed<double>(1);
  u32 *narrow = managed<u32>(1);
  words[2] = ~0ul;
  atomics<<<dim3(3), dim3(70)>>>(words, real, narrow);
  finish("atomics");
  same(words[0], items * (items - 1) / 2 << 32 | items, "atomics", 0);
  same(words[1], (items - 1) * 0x100000001, "atomics", 1);
  same(words[2], 5, "atomics", 2);
  same(words[3], ~((1ul << 18) - 1), "atomics", 3); // of 210 items bits 18 to 63 have three each
  same(words[4], 1000 + words[5], "atomics", 4);
  same((u64)(*real * 2), items, "atomics", 5);
  same(*narrow, items * (items - 1) / 2, "atomics", 6);
}

static void testLanes() {
  const u32 size = 128;
  u32 *out = managed<u32>(size * 6);
  lanes<<<dim3(1), dim3(size)>>>(out);
  finish("lanes");
  const u32 wave = out[5];
  expect(wave == 32 || wave == 64, "wavefront size", 0, wave, 64);
  for (u32 i = 0; i < size; ++i) {
    const u32 lane = i % wave, first = i - lane;
    const u32 *at = out + i * 6;
    same(at[0], lane, "lane", i);
    same(at[1], 0xaaaaaaaa, "ballot", i);
    same(at[2], (first + (lane ^ 5)) * 3, "bpermute", i);
    same(at[3], first + 7, "readlane", i);
    same(at[4], lane % 16 ? i - 1 : 99, "dpp", i);
    same(at[5], wave, "wavefront size", i);
  }
}

int main() {
  testIds();
  testImplicit();
  testLds();
  testScratchAndCalls();
  testVariables();
  testManaged();
  testAggregate();
  testAtomics();
  testLanes();
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
