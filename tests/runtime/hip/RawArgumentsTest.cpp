// Kernels whose code object says nothing of their arguments, or less than they have room for.
#include "../TestSupport.h"
#include "../simulator/Assembly.h"
#include "HipLibrary.h"
#include "compiler/Linker.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::hip;

namespace {

/// Stores the second argument, 32 bits, where the first one points to.
std::string store(unsigned kernargBytes, const std::string &metadata) {
  const std::string text = fmt::format(R"(
.text
.globl k
.p2align 8
.type k,@function
k:
s_load_b64 s[2:3], s[0:1], 0x0
s_load_b32 s4, s[0:1], 0x8
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, 0
v_mov_b32 v1, s4
global_store_b32 v0, v1, s[2:3]
s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_kernarg_size {}
  .amdhsa_wavefront_size32 1
.end_amdhsa_kernel
{}
)",
                                       kernargBytes, metadata);
  return test::take(detail::linkCodeObject(sim::test::assembleObject("gfx1151", 32, text)));
}

/// What the kernel stored, or the launch's error.
struct Outcome {
  Error error;
  int stored;
};

Outcome launchRaw(const std::string &object, const void *buffer, size_t bytes, int *target) {
  const Library &hip = library();
  Module module = nullptr;
  Function kernel = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, object.data()) == Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&kernel, module, "k") == Error::Success);
  void *extra[] = {asPointer(launchParamBufferPointer), const_cast<void *>(buffer),
                   asPointer(launchParamBufferSize), &bytes, asPointer(launchParamEnd)};
  const Error error =
      hip.hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra);
  const int stored = hostArray<int>(target, 1)[0];
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  return {error, stored};
}

struct Arguments {
  int *target;
  int value;
  int padding[5] = {-1, -1, -1, -1, -1};
};

constexpr size_t argumentBytes = 12;

} // namespace

TEST_CASE("arguments as one buffer need no metadata") {
  int *target = deviceArray(std::vector<int>{0});
  const Arguments arguments{target, 31};
  const std::string object = store(argumentBytes, "");
  Outcome outcome = launchRaw(object, &arguments, argumentBytes, target);
  CHECK(outcome.error == Error::Success);
  CHECK(outcome.stored == 31);
  // More than the kernel takes, as from a struct with padding at its end.
  const Arguments more{target, 32};
  outcome = launchRaw(object, &more, sizeof more, target);
  CHECK(outcome.error == Error::Success);
  CHECK(outcome.stored == 32);
  // Descriptors of assembly kernels often say 0.
  const Arguments last{target, 33};
  outcome = launchRaw(store(0, ""), &last, argumentBytes, target);
  CHECK(outcome.error == Error::Success);
  CHECK(outcome.stored == 33);
  CHECK(library().hipFree(target) == Error::Success);
}

TEST_CASE("arguments by pointer need metadata") {
  const Library &hip = library();
  const std::string object = store(argumentBytes, "");
  Module module = nullptr;
  Function kernel = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, object.data()) == Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&kernel, module, "k") == Error::Success);
  int value = 1;
  void *params[] = {&value, &value};
  CHECK(hip.hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr) ==
        Error::InvalidValue);
  CHECK_THAT(hip.simLastMessage(),
             Catch::Contains("12 bytes of arguments") && Catch::Contains("extra"));
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  (void)hip.hipGetLastError();
}

TEST_CASE("metadata with no more than must be, of a segment that is padded") {
  int *target = deviceArray(std::vector<int>{0});
  // No names, types or address spaces; the segment is longer than its arguments.
  const std::string metadata = R"(
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 64
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 8
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer}
      - {.offset: 8, .size: 4, .value_kind: by_value}
...
.end_amdgpu_metadata
)";
  const std::string object = store(argumentBytes, metadata);
  const Arguments arguments{target, 34};
  Outcome outcome = launchRaw(object, &arguments, argumentBytes, target);
  CHECK(outcome.error == Error::Success);
  CHECK(outcome.stored == 34);

  const Library &hip = library();
  Module module = nullptr;
  Function kernel = nullptr;
  REQUIRE(hip.hipModuleLoadData(&module, object.data()) == Error::Success);
  REQUIRE(hip.hipModuleGetFunction(&kernel, module, "k") == Error::Success);
  int value = 35;
  void *params[] = {&target, &value};
  CHECK(hip.hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr) ==
        Error::Success);
  CHECK(hostArray<int>(target, 1)[0] == 35);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  CHECK(hip.hipFree(target) == Error::Success);
}
