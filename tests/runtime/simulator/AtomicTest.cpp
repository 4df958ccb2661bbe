//===- AtomicTest.cpp - Read-modify-write everywhere -----------------------===//
#include "KernelBench.h"
#include <bit>
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

struct Atomic {
  const char *gfx9, *gfx11; ///< after "atomic_"; null: the family lacks it
  const char *lds;          ///< after "ds_", gfx11's spelling; null: there is none
  bool is64;
  uint64_t old, data, result;
  uint64_t compare = 0;
  bool hasCompare = false;
};

uint64_t f32(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t f64(double value) { return std::bit_cast<uint64_t>(value); }
constexpr uint64_t big = uint64_t{1} << 40;

const std::vector<Atomic> &atomics() {
  static const std::vector<Atomic> table = {
      {"swap", "swap_b32", "storexchg_rtn_b32", false, 1, 2, 2},
      {"cmpswap", "cmpswap_b32", "cmpstore_rtn_b32", false, 1, 2, 2, 1, true},
      {"cmpswap", "cmpswap_b32", "cmpstore_rtn_b32", false, 1, 2, 1, 3, true},
      {"add", "add_u32", "add_rtn_u32", false, 0xffffffff, 2, 1},
      {"sub", "sub_u32", "sub_rtn_u32", false, 1, 2, 0xffffffff},
      {nullptr, nullptr, "rsub_rtn_u32", false, 1, 3, 2},
      {nullptr, "csub_u32", nullptr, false, 1, 2, 0},
      {"smin", "min_i32", "min_rtn_i32", false, 1, 0xffffffff, 0xffffffff},
      {"umin", "min_u32", "min_rtn_u32", false, 1, 0xffffffff, 1},
      {"smax", "max_i32", "max_rtn_i32", false, 1, 0xffffffff, 1},
      {"umax", "max_u32", "max_rtn_u32", false, 1, 0xffffffff, 0xffffffff},
      {"and", "and_b32", "and_rtn_b32", false, 6, 3, 2},
      {"or", "or_b32", "or_rtn_b32", false, 6, 3, 7},
      {"xor", "xor_b32", "xor_rtn_b32", false, 6, 3, 5},
      {"inc", "inc_u32", "inc_rtn_u32", false, 6, 6, 0},
      {"inc", "inc_u32", "inc_rtn_u32", false, 5, 6, 6},
      {"dec", "dec_u32", "dec_rtn_u32", false, 0, 6, 6},
      {"dec", "dec_u32", "dec_rtn_u32", false, 8, 6, 6},
      {"dec", "dec_u32", "dec_rtn_u32", false, 6, 6, 5},
      {nullptr, nullptr, "mskor_rtn_b32", false, 0xff, 0x0f, 0x1f0, 0x100, true},
      {nullptr, nullptr, "wrap_rtn_b32", false, 5, 3, 2, 100, true},
      {nullptr, nullptr, "wrap_rtn_b32", false, 2, 3, 102, 100, true},
      {"add_f32", "add_f32", "add_rtn_f32", false, f32(1.5f), f32(2), f32(3.5f)},
      {nullptr, "min_f32", "min_rtn_f32", false, f32(0), f32(-0.0f), f32(-0.0f)},
      {nullptr, "max_f32", "max_rtn_f32", false, f32(1), 0x7fc00000, f32(1)},
      {nullptr, "min_f32", "min_rtn_f32", false, f32(1), 0x7fc00000, f32(1)},
      {nullptr, "max_f32", "max_rtn_f32", false, f32(1), 0x7f800001, 0x7fc00001},
      {nullptr, "min_f32", "min_rtn_f32", false, 0xff800001, 0x7fc00002, 0xffc00001},
      {"add_f32", "add_f32", "add_rtn_f32", false, 0x7fc00001, 0xffc00002, 0x7fc00001},
      {"add_f32", "add_f32", "add_rtn_f32", false, f32(1), 0x7f800003, 0x7fc00003},
      {"add_f32", "add_f32", "add_rtn_f32", false, 1, 2, 3},
      {"swap_x2", "swap_b64", "storexchg_rtn_b64", true, big, big + 1, big + 1},
      {"cmpswap_x2", "cmpswap_b64", "cmpstore_rtn_b64", true, big, 2, 2, big, true},
      {"cmpswap_x2", "cmpswap_b64", "cmpstore_rtn_b64", true, big, 2, big, 0, true},
      {"add_x2", "add_u64", "add_rtn_u64", true, 0xffffffff, 1, uint64_t{1} << 32},
      {"sub_x2", "sub_u64", "sub_rtn_u64", true, 0, 1, ~uint64_t{0}},
      {"smin_x2", "min_i64", "min_rtn_i64", true, 1, ~uint64_t{0}, ~uint64_t{0}},
      {"umin_x2", "min_u64", "min_rtn_u64", true, big, ~uint64_t{0}, big},
      {"smax_x2", "max_i64", "max_rtn_i64", true, big, ~uint64_t{0}, big},
      {"umax_x2", "max_u64", "max_rtn_u64", true, 1, big, big},
      {"and_x2", "and_b64", "and_rtn_b64", true, big | 1, big, big},
      {"or_x2", "or_b64", "or_rtn_b64", true, 1, big, big | 1},
      {"xor_x2", "xor_b64", "xor_rtn_b64", true, big | 1, big, 1},
      {"inc_x2", "inc_u64", "inc_rtn_u64", true, big, big + 5, big + 1},
      {"dec_x2", "dec_u64", "dec_rtn_u64", true, 0, big, big},
      {"add_f64", nullptr, nullptr, true, f64(1.5), f64(2), f64(3.5)},
      {"min_f64", nullptr, nullptr, true, f64(1.5), f64(-2), f64(-2)},
      {"max_f64", nullptr, nullptr, true, f64(1.5), f64(-2), f64(1.5)},
      {"pk_add_f16", nullptr, nullptr, false, 0x3c004000, 0x40003c00, 0x42004200},
      {"pk_add_bf16", nullptr, nullptr, false, 0x3f804000, 0x40003f80, 0x40404040},
  };
  return table;
}

std::string pairOf(unsigned reg, bool is64) {
  return is64 ? fmt::format("v[{}:{}]", reg, reg + 1) : fmt::format("v{}", reg);
}
std::string setPair(unsigned reg, uint64_t value) {
  return fmt::format("v_mov_b32 v{}, {:#x}\nv_mov_b32 v{}, {:#x}\n", reg,
                     static_cast<uint32_t>(value), reg + 1, static_cast<uint32_t>(value >> 32));
}

// Each atomic on a place of its own: the new value and the returned old one, 16 bytes per case.
void checkMemory(const std::string &gpu, const std::string &segment) {
  const bool isGfx9 = gpu == "gfx950";
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = isGfx9 ? 64 : 32;
  source.body = loadOutput(gpu) + "v_mov_b32 v9, 0\n";
  if (segment == "buffer")
    source.body += isGfx9 ? "s_mov_b32 s10, 4096\ns_mov_b32 s11, 0x27000\n"
                          : "s_mov_b32 s10, 4096\ns_mov_b32 s11, 0x31016000\n";
  std::vector<uint32_t> initial, expected;
  unsigned offset = 0;
  for (const Atomic &atomic : atomics()) {
    const char *name = isGfx9 ? atomic.gfx9 : atomic.gfx11;
    const bool flatLacks =
        segment == "buffer" && name && llvm::StringRef(name) == "pk_add_bf16" && gpu != "gfx950";
    if (!name || flatLacks)
      continue;
    std::string data =
        atomic.hasCompare ? fmt::format("v[4:{}]", atomic.is64 ? 7 : 5) : pairOf(4, atomic.is64);
    source.body += setPair(4, atomic.data);
    source.body += setPair(atomic.is64 ? 6 : 5, atomic.compare);
    const char *returns = isGfx9 ? "sc0" : "glc";
    if (segment == "global")
      source.body += fmt::format("global_atomic_{} {}, v9, {}, s[8:9] offset:{} {}\n", name,
                                 pairOf(2, atomic.is64), data, offset, returns);
    else if (segment == "flat")
      source.body += fmt::format("v_mov_b32 v10, s8\nv_mov_b32 v11, s9\n"
                                 "flat_atomic_{} {}, v[10:11], {} offset:{} {}\n",
                                 name, pairOf(2, atomic.is64), data, offset, returns);
    else
      source.body += fmt::format("buffer_atomic_{} {}, off, s[8:11], 0 offset:{} {}\n", name, data,
                                 offset, returns) +
                     "v_mov_b32 v2, v4\nv_mov_b32 v3, v5\n";
    source.body +=
        fmt::format("s_waitcnt vmcnt(0) lgkmcnt(0)\n{} v9, {}, s[8:9] offset:{}\n",
                    isGfx9 ? (atomic.is64 ? "global_store_dwordx2" : "global_store_dword")
                           : (atomic.is64 ? "global_store_b64" : "global_store_b32"),
                    pairOf(2, atomic.is64), offset + 8);
    auto push = [](std::vector<uint32_t> &words, uint64_t value) {
      words.push_back(static_cast<uint32_t>(value));
      words.push_back(static_cast<uint32_t>(value >> 32));
    };
    push(initial, atomic.old);
    push(initial, 0);
    push(expected, atomic.result);
    push(expected, atomic.old);
    offset += 16;
  }
  source.body += "s_endpgm";
  KernelBench bench(source);
  bench.fill(initial);
  std::vector<uint32_t> out = bench.run(initial.size());
  INFO(gpu << " " << segment);
  CHECK(out == expected);
}

} // namespace

TEST_CASE("Global atomics", "[simulator][atomic]") {
  checkMemory("gfx1151", "global");
  checkMemory("gfx950", "global");
}

TEST_CASE("Buffer atomics", "[simulator][atomic]") {
  checkMemory("gfx1151", "buffer");
  checkMemory("gfx950", "buffer");
}

TEST_CASE("LDS atomics", "[simulator][atomic]") {
  KernelSource source;
  source.directives = ".amdhsa_group_segment_fixed_size 16";
  source.body = loadOutput(source.gpu) + "v_mov_b32 v9, 0\n";
  std::vector<uint32_t> expected;
  for (const Atomic &atomic : atomics()) {
    if (!atomic.lds)
      continue;
    const char *width = atomic.is64 ? "b64" : "b32";
    source.body += setPair(4, atomic.data) + setPair(6, atomic.compare) + setPair(2, atomic.old);
    source.body += fmt::format("ds_store_{} v9, {} offset:8\n", width, pairOf(2, atomic.is64));
    source.body += setPair(2, 0);
    source.body +=
        fmt::format("ds_{} {}, v9, {}{} offset:8\n", atomic.lds, pairOf(2, atomic.is64),
                    pairOf(4, atomic.is64), atomic.hasCompare ? ", " + pairOf(6, atomic.is64) : "");
    source.body += setPair(10, 0);
    source.body += fmt::format("ds_load_{} {}, v9 offset:8\ns_waitcnt lgkmcnt(0)\n", width,
                               pairOf(10, atomic.is64));
    source.body += fmt::format("global_store_b64 v9, v[10:11], s[8:9] offset:{}\n"
                               "global_store_b64 v9, v[2:3], s[8:9] offset:{}\n",
                               expected.size() * 4, expected.size() * 4 + 8);
    for (uint64_t value : {atomic.result, atomic.old}) {
      expected.push_back(static_cast<uint32_t>(value));
      expected.push_back(static_cast<uint32_t>(value >> 32));
    }
  }
  source.body += "s_endpgm";
  CHECK(KernelBench(source).run(expected.size()) == expected);
}

TEST_CASE("gfx9's LDS compare-and-store has its operands the other way round",
          "[simulator][atomic]") {
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = 64;
  source.directives = ".amdhsa_group_segment_fixed_size 4";
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 5
    v_mov_b32 v3, 7
    ds_write_b32 v1, v2
    ds_cmpst_rtn_b32 v4, v1, v2, v3
    ds_read_b32 v5, v1
    s_waitcnt lgkmcnt(0)
    global_store_dwordx2 v1, v[4:5], s[8:9]
    s_endpgm)";
  CHECK(KernelBench(source).run(2) == std::vector<uint32_t>{5, 7});
}

TEST_CASE("Atomics of all workgroups add up", "[simulator][atomic]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    global_atomic_add_u32 v1, v2, s[8:9]
    s_endpgm)";
  CHECK(KernelBench(source, 4).run(1, {{200, 1, 1}, {100, 1, 1}}) == std::vector<uint32_t>{20000});
}

} // namespace rocke::sim::test
