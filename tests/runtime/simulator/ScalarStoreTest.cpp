//===- ScalarStoreTest.cpp - gfx9's scalar stores and atomics --------------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {

namespace {
using Words = std::vector<uint32_t>;

/// What a gfx9 kernel leaves in a buffer that starts as `initial`; s[8:9] is its address.
Words runScalar(llvm::StringRef body, const Words &initial, llvm::StringRef gpu = "gfx942",
                const LaunchConfig &config = {{1, 1, 1}, {64, 1, 1}}) {
  KernelSource source;
  source.gpu = gpu.str();
  source.waveSize = 64;
  source.body = loadOutput(gpu) + body.str() + "\n s_dcache_wb\n s_endpgm";
  KernelBench bench(source);
  bench.fill(initial);
  return bench.run(initial.size(), config);
}
Fault faultOf(llvm::StringRef body, size_t words) {
  KernelSource source;
  source.gpu = "gfx942";
  source.waveSize = 64;
  source.body = loadOutput("gfx942") + body.str() + "\n s_endpgm";
  return KernelBench(source).faultOf(words, {{1, 1, 1}, {64, 1, 1}});
}

/// A raw buffer descriptor of `bytes` bytes for the output in s[12:15].
std::string descriptor(unsigned bytes) {
  return fmt::format("s_mov_b32 s12, s8\n s_and_b32 s13, s9, 0xffff\n s_mov_b32 s14, {}\n"
                     "s_mov_b32 s15, 0x27000\n",
                     bytes);
}
constexpr const char *data = "s_mov_b32 s20, 11\n s_mov_b32 s21, 22\n s_mov_b32 s22, 33\n"
                             "s_mov_b32 s23, 44\n s_mov_b32 s3, 8\n";
} // namespace

TEST_CASE("Scalar stores of one, two and four dwords", "[simulator][smem]") {
  for (const char *gpu : {"gfx942", "gfx950"}) {
    CHECK(runScalar(std::string(data) + "s_store_dword s20, s[8:9], 0x4\n"
                                        "s_store_dwordx2 s[20:21], s[8:9], s3\n"
                                        "s_store_dwordx4 s[20:23], s[8:9], s3 offset:0x8",
                    Words(9, 0), gpu) == Words{0, 11, 11, 22, 11, 22, 33, 44, 0});
  }
  // The two low bits of an address do not count; offsets may be negative.
  CHECK(runScalar("s_add_u32 s8, s8, 8\n s_addc_u32 s9, s9, 0\n s_mov_b32 s20, 5\n"
                  "s_store_dword s20, s[8:9], -0x7",
                  Words(3, 0)) == Words{5, 0, 0});
  // Of each part: 1 and 3 make no 4.
  CHECK(runScalar("s_add_u32 s8, s8, 1\n s_mov_b32 s3, 3\n s_mov_b32 s20, 5\n"
                  "s_store_dword s20, s[8:9], s3 offset:0x4",
                  Words(3, 0)) == Words{0, 5, 0});
  // What is stored may be VCC.
  CHECK(runScalar("s_mov_b64 vcc, -2\n s_store_dwordx2 vcc, s[8:9], 0x0", Words(2, 0)) ==
        Words{0xfffffffe, 0xffffffff});
}

TEST_CASE("What is stored can be loaded back", "[simulator][smem]") {
  CHECK(runScalar(std::string(data) +
                      "s_store_dwordx2 s[20:21], s[8:9], 0x0\n s_waitcnt lgkmcnt(0)\n"
                      "s_load_dword s24, s[8:9], 0x4\n s_waitcnt lgkmcnt(0)\n"
                      "s_add_u32 s24, s24, 1\n s_store_dword s24, s[8:9], 0x8",
                  Words(3, 0)) == Words{11, 22, 23});
}

TEST_CASE("The scratch forms count SGPR offsets in 64 bytes", "[simulator][smem]") {
  Words expected(36, 0);
  expected[1] = 11;  // 4
  expected[16] = 11; // 1 * 64
  expected[17] = 22;
  expected[32] = 11; // 2 * 64
  expected[33] = 22;
  expected[34] = 33;
  expected[35] = 44;
  CHECK(runScalar(std::string(data) + "s_mov_b32 s4, 1\n s_mov_b32 s5, 2\n"
                                      "s_scratch_store_dword s20, s[8:9], 0x4\n"
                                      "s_scratch_store_dwordx2 s[20:21], s[8:9], s4\n"
                                      "s_scratch_store_dwordx4 s[20:23], s[8:9], s5",
                  Words(36, 0)) == expected);
  Words initial(20, 0);
  initial[16] = 7;
  initial[17] = 8;
  initial[18] = 9;
  initial[19] = 10;
  Words loaded = initial;
  loaded[0] = 7 + 8 + 8 + 10; // x1 at 64, the second of x2 at 64, the second and fourth of x4
  CHECK(runScalar("s_mov_b32 s4, 1\n s_scratch_load_dword s20, s[8:9], s4\n"
                  "s_scratch_load_dwordx2 s[22:23], s[8:9], 0x40\n"
                  "s_scratch_load_dwordx4 s[24:27], s[8:9], s4\n s_waitcnt lgkmcnt(0)\n"
                  "s_add_u32 s20, s20, s23\n s_add_u32 s20, s20, s25\n s_add_u32 s20, s20, s27\n"
                  "s_store_dword s20, s[8:9], 0x0",
                  initial) == loaded);
}

TEST_CASE("Scalar buffer stores stop at the buffer's end", "[simulator][smem]") {
  CHECK(runScalar(descriptor(20) + data +
                      "s_buffer_store_dword s20, s[12:15], 0x0\n"
                      "s_buffer_store_dwordx4 s[20:23], s[12:15], s3\n"
                      "s_buffer_store_dwordx2 s[20:21], s[12:15], 0x18",
                  Words(8, 1)) == Words{11, 1, 11, 22, 33, 1, 1, 1});
}

TEST_CASE("Scalar atomics with and without the old value", "[simulator][smem]") {
  struct Case {
    const char *operation;
    uint32_t data;
    uint32_t result; ///< from 10
  };
  for (const Case &test : std::initializer_list<Case>{{"add", 5, 15},
                                                      {"sub", 12, 0xfffffffe},
                                                      {"swap", 77, 77},
                                                      {"smin", 0xffffffff, 0xffffffff},
                                                      {"umin", 0xffffffff, 10},
                                                      {"smax", 0xffffffff, 10},
                                                      {"umax", 0xffffffff, 0xffffffff},
                                                      {"and", 6, 2},
                                                      {"or", 5, 15},
                                                      {"xor", 6, 12},
                                                      {"inc", 10, 0},
                                                      {"inc", 11, 11},
                                                      {"dec", 9, 9},
                                                      {"dec", 10, 9}}) {
    INFO(test.operation << " " << test.data);
    // The old value is stored behind; without GLC the data stays what it was.
    CHECK(runScalar(fmt::format("s_mov_b32 s20, {0}\n s_atomic_{1} s20, s[8:9], 0x0 glc\n"
                                "s_mov_b32 s21, {0}\n s_atomic_{1} s21, s[8:9], 0x4\n"
                                "s_waitcnt lgkmcnt(0)\n s_store_dwordx2 s[20:21], s[8:9], 0x8",
                                test.data, test.operation),
                    {10, 10, 0, 0}) == Words{test.result, test.result, 10, test.data});
    // The high half takes part in 64 bits: from 10 + 2^32.
    const bool isSigned = llvm::StringRef(test.operation).starts_with("s");
    if (isSigned || test.data > 11)
      continue;
    const Words wide = runScalar(fmt::format("s_mov_b32 s20, {0}\n s_mov_b32 s21, 1\n"
                                             "s_atomic_{1}_x2 s[20:21], s[8:9], 0x0 glc\n"
                                             "s_waitcnt lgkmcnt(0)\n"
                                             "s_store_dwordx2 s[20:21], s[8:9], 0x8",
                                             test.data, test.operation),
                                 {10, 1, 0, 0});
    CHECK(wide[2] == 10);
    CHECK(wide[3] == 1);
    CHECK(wide[0] == test.result);
  }
}

TEST_CASE("Scalar compare and swap", "[simulator][smem]") {
  // DATA[0] is the new value, DATA[1] what is compared with.
  const std::string swap = "s_mov_b32 s20, 99\n s_mov_b32 s21, 10\n"
                           "s_atomic_cmpswap s[20:21], s[8:9], 0x0 glc\n s_waitcnt lgkmcnt(0)\n"
                           "s_store_dword s20, s[8:9], 0x4";
  CHECK(runScalar(swap, {10, 0}) == Words{99, 10});
  CHECK(runScalar(swap, {11, 0}) == Words{11, 11});
  const std::string wide = "s_mov_b32 s20, 99\n s_mov_b32 s21, 98\n s_mov_b32 s22, 10\n"
                           "s_mov_b32 s23, 3\n s_atomic_cmpswap_x2 s[20:23], s[8:9], 0x0 glc\n"
                           "s_waitcnt lgkmcnt(0)\n s_store_dwordx4 s[20:23], s[8:9], 0x8";
  CHECK(runScalar(wide, {10, 3, 0, 0, 0, 0}) == Words{99, 98, 10, 3, 10, 3});
  CHECK(runScalar(wide, {10, 4, 0, 0, 0, 0}) == Words{10, 4, 10, 4, 10, 3});
}

TEST_CASE("Scalar buffer atomics", "[simulator][smem]") {
  CHECK(runScalar(descriptor(8) + "s_mov_b32 s20, 5\n s_mov_b32 s3, 4\n s_mov_b32 s21, 6\n"
                                  "s_buffer_atomic_add s20, s[12:15], s3 glc\n"
                                  "s_buffer_atomic_add s21, s[12:15], 0x8 glc\n"
                                  "s_waitcnt lgkmcnt(0)\n s_store_dwordx2 s[20:21], s[8:9], 0xc",
                  {1, 2, 3, 0, 0}) == Words{1, 7, 3, 2, 0});
  CHECK(runScalar(descriptor(16) + "s_mov_b32 s20, 5\n s_mov_b32 s21, 6\n"
                                   "s_buffer_atomic_swap_x2 s[20:21], s[12:15], 0x8 glc\n"
                                   "s_waitcnt lgkmcnt(0)\n s_store_dwordx2 s[20:21], s[8:9], 0x10",
                  {1, 2, 3, 4, 0, 0}) == Words{1, 2, 5, 6, 3, 4});
}

TEST_CASE("Every wavefront's scalar atomic counts", "[simulator][smem]") {
  CHECK(runScalar("s_mov_b32 s20, 1\n s_atomic_add s20, s[8:9], 0x0", {0}, "gfx950",
                  {{16, 1, 1}, {256, 1, 1}}) == Words{64});
}

TEST_CASE("A wavefront that spins on a scalar atomic lets the others run", "[simulator][smem]") {
  // Wavefront 0 waits until wavefront 1 has raised the word. s10: the wavefront's number.
  CHECK(runScalar("v_and_b32 v0, 0x3ff, v0\n v_readfirstlane_b32 s10, v0\n s_lshr_b32 s10, s10, 6\n"
                  "s_cmp_eq_u32 s10, 1\n s_cbranch_scc1 .Lraise\n"
                  ".Lspin:\n s_mov_b32 s20, 0\n s_atomic_or s20, s[8:9], 0x0 glc\n"
                  "s_waitcnt lgkmcnt(0)\n s_cmp_eq_u32 s20, 0\n s_cbranch_scc1 .Lspin\n"
                  "s_store_dword s20, s[8:9], 0x4\n s_endpgm\n"
                  ".Lraise:\n s_mov_b32 s20, 6\n s_store_dword s20, s[8:9], 0x0",
                  {0, 0}, "gfx942", {{1, 1, 1}, {128, 1, 1}}) == Words{6, 6});
}

TEST_CASE("Discarding and writing back cache lines leaves memory as it is", "[simulator][smem]") {
  CHECK(runScalar("s_mov_b32 s20, 3\n s_store_dword s20, s[8:9], 0x0\n"
                  "s_dcache_discard s[8:9], 0x0\n s_dcache_discard_x2 s[8:9], 0x0\n"
                  "s_dcache_wb_vol\n s_dcache_inv\n s_dcache_inv_vol",
                  {0}) == Words{3});
}

TEST_CASE("Wild and misaligned scalar stores stop the kernel", "[simulator][smem]") {
  CHECK(faultOf("s_mov_b64 s[8:9], 0\n s_store_dword s20, s[8:9], 0x0", 1)
            .reason.find("global store of 4 bytes") == 0);
  CHECK(faultOf("s_mov_b64 s[8:9], 0\n s_atomic_add s20, s[8:9], 0x10 glc", 1)
            .reason.find("global atomic of 4 bytes") == 0);
  CHECK(faultOf("s_atomic_add_x2 s[20:21], s[8:9], 0x4", 4).reason ==
        "atomic of 8 bytes at an address that is no multiple of 8");
}

} // namespace rocke::sim::test
