//===- GlobalMemoryTest.cpp - Scalar, global, flat and scratch access ------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {

constexpr size_t inputWords = 16;

// Bytes 0x80, 0x81, ... so that sign extension shows.
std::vector<uint32_t> inputPattern() {
  std::vector<uint32_t> words(inputWords);
  for (uint32_t i = 0; i < inputWords; ++i)
    words[i] = 0x83828180 + i * 0x04040404;
  return words;
}

struct Load {
  const char *gfx9, *gfx11; ///< what follows "global_"
  std::vector<uint32_t> result;
};

const std::vector<Load> &loads() {
  // The destination holds 0x7777 in both halves before.
  static const std::vector<Load> table = {
      {"load_ubyte", "load_u8", {0x85}},
      {"load_sbyte", "load_i8", {0xffffff85}},
      {"load_ushort", "load_u16", {0x8685}},
      {"load_sshort", "load_i16", {0xffff8685}},
      {"load_dword", "load_b32", {0x88878685}},
      {"load_dwordx2", "load_b64", {0x88878685, 0x8c8b8a89}},
      {"load_dwordx3", "load_b96", {0x88878685, 0x8c8b8a89, 0x908f8e8d}},
      {"load_dwordx4", "load_b128", {0x88878685, 0x8c8b8a89, 0x908f8e8d, 0x94939291}},
      {"load_ubyte_d16", "load_d16_u8", {0x77770085}},
      {"load_sbyte_d16", "load_d16_i8", {0x7777ff85}},
      {"load_short_d16", "load_d16_b16", {0x77778685}},
      {"load_ubyte_d16_hi", "load_d16_hi_u8", {0x00857777}},
      {"load_sbyte_d16_hi", "load_d16_hi_i8", {0xff857777}},
      {"load_short_d16_hi", "load_d16_hi_b16", {0x86857777}},
  };
  return table;
}

std::string registers(unsigned first, size_t count) {
  return count == 1 ? fmt::format("v{}", first) : fmt::format("v[{}:{}]", first, first + count - 1);
}

const char *storeWord(const std::string &gpu) {
  return gpu == "gfx950" ? "global_store_dword" : "global_store_b32";
}

// Runs each load from byte 5 of the input by the operands `address`, after `setup`.
void checkLoads(const std::string &gpu, const std::string &segment, const std::string &setup,
                const std::string &address) {
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = gpu == "gfx950" ? 64 : 32;
  source.directives = ".amdhsa_private_segment_fixed_size 64\n.amdhsa_group_segment_fixed_size 64";
  source.body = loadOutput(gpu) + "v_mov_b32 v20, 0\n" + setup;
  std::vector<uint32_t> expected;
  for (const Load &load : loads()) {
    for (unsigned i = 0; i < 4; ++i)
      source.body += fmt::format("v_mov_b32 v{}, 0x77777777\n", 10 + i);
    // gfx9 clears the half that it does not load.
    const llvm::StringRef name = load.gfx9;
    const bool clears = gpu == "gfx950" && name.contains("_d16");
    const uint32_t kept = !clears ? ~0u : (name.ends_with("_hi") ? 0xffff0000 : 0xffff);
    source.body += fmt::format("{}_{} {}, {}\ns_waitcnt vmcnt(0) lgkmcnt(0)\n", segment,
                               gpu == "gfx950" ? load.gfx9 : load.gfx11,
                               registers(10, load.result.size()), address);
    for (size_t i = 0; i < load.result.size(); ++i) {
      source.body += fmt::format("{} v20, v{}, s[8:9] offset:{}\n", storeWord(gpu), 10 + i,
                                 (inputWords + expected.size()) * 4);
      expected.push_back(load.result[i] & kept);
    }
  }
  source.body += "s_endpgm";
  KernelBench bench(source);
  bench.fill(inputPattern());
  std::vector<uint32_t> out = bench.run(inputWords + expected.size());
  out.erase(out.begin(), out.begin() + inputWords);
  INFO(gpu << " " << segment << " " << address);
  CHECK(out == expected);
}

const char *const vectorAddress = "v_mov_b32 v2, s8\n v_mov_b32 v3, s9\n";

// Copies the input to scratch.
std::string copyToScratch(const std::string &gpu) {
  std::string text;
  for (unsigned offset = 0; offset < 64; offset += 16)
    text += gpu == "gfx950"
                ? fmt::format("global_load_dwordx4 v[4:7], v20, s[8:9] offset:{0}\n s_waitcnt "
                              "vmcnt(0)\n scratch_store_dwordx4 off, v[4:7], off offset:{0}\n",
                              offset)
                : fmt::format("global_load_b128 v[4:7], v20, s[8:9] offset:{0}\n s_waitcnt "
                              "vmcnt(0)\n scratch_store_b128 off, v[4:7], off offset:{0}\n",
                              offset);
  return text;
}
std::string copyToLds(const std::string &gpu) {
  std::string text;
  for (unsigned offset = 0; offset < 64; offset += 16)
    text += gpu == "gfx950"
                ? fmt::format("global_load_dwordx4 v[4:7], v20, s[8:9] offset:{0}\n s_waitcnt "
                              "vmcnt(0)\n ds_write_b128 v20, v[4:7] offset:{0}\n",
                              offset)
                : fmt::format("global_load_b128 v[4:7], v20, s[8:9] offset:{0}\n s_waitcnt "
                              "vmcnt(0)\n ds_store_b128 v20, v[4:7] offset:{0}\n",
                              offset);
  return text;
}

} // namespace

TEST_CASE("Loads of every width, by every form of address", "[simulator][global]") {
  for (const std::string gpu : {"gfx1151", "gfx950"}) {
    checkLoads(gpu, "global", "v_mov_b32 v1, 1\n", "v1, s[8:9] offset:4");
    checkLoads(gpu, "global", "v_mov_b32 v1, 9\n", "v1, s[8:9] offset:-4");
    checkLoads(gpu, "global", vectorAddress, "v[2:3], off offset:5");
    checkLoads(gpu, "flat", vectorAddress, "v[2:3] offset:5");
    checkLoads(gpu, "flat",
               copyToLds(gpu) + "s_mov_b64 s[10:11], src_shared_base\n v_mov_b32 v2, 3\n "
                                "v_mov_b32 v3, s11\n",
               "v[2:3] offset:2");
    checkLoads(gpu, "flat",
               copyToScratch(gpu) + "s_mov_b64 s[10:11], src_private_base\n v_mov_b32 v2, 5\n "
                                    "v_mov_b32 v3, s11\n",
               "v[2:3]");
    const std::string scratch = copyToScratch(gpu) + "v_mov_b32 v1, 3\n s_mov_b32 s12, 1\n";
    checkLoads(gpu, "scratch", scratch, "off, off offset:5");
    checkLoads(gpu, "scratch", scratch, "v1, off offset:2");
    checkLoads(gpu, "scratch", scratch, "off, s12 offset:4");
    checkLoads(gpu, "scratch", scratch, "v1, s12 offset:1");
    checkLoads(gpu, "scratch", scratch + "v_mov_b32 v1, 12\n", "v1, off offset:-7");
  }
}

TEST_CASE("Stores of every width", "[simulator][global]") {
  struct Store {
    const char *gfx9, *gfx11;
    unsigned registers;
    std::vector<uint32_t> result; ///< of three words that were 0, the store goes to byte 1
  };
  const std::vector<Store> stores = {
      {"store_byte", "store_b8", 1, {0x00004400, 0, 0, 0, 0}},
      {"store_short", "store_b16", 1, {0x00334400, 0, 0, 0, 0}},
      {"store_byte_d16_hi", "store_d16_hi_b8", 1, {0x00002200, 0, 0, 0, 0}},
      {"store_short_d16_hi", "store_d16_hi_b16", 1, {0x00112200, 0, 0, 0, 0}},
      {"store_dword", "store_b32", 1, {0x22334400, 0x11, 0, 0, 0}},
      {"store_dwordx2", "store_b64", 2, {0x22334400, 0x66778811, 0x55, 0, 0}},
      {"store_dwordx3", "store_b96", 3, {0x22334400, 0x66778811, 0xaabbcc55, 0x99, 0}},
      {"store_dwordx4", "store_b128", 4, {0x22334400, 0x66778811, 0xaabbcc55, 0xeeff0099, 0xdd}},
  };
  for (const std::string gpu : {"gfx1151", "gfx950"}) {
    KernelSource source;
    source.gpu = gpu;
    source.waveSize = gpu == "gfx950" ? 64 : 32;
    source.body = loadOutput(gpu) + R"(
      v_mov_b32 v1, 1
      v_mov_b32 v10, 0x11223344
      v_mov_b32 v11, 0x55667788
      v_mov_b32 v12, 0x99aabbcc
      v_mov_b32 v13, 0xddeeff00
)";
    std::vector<uint32_t> expected;
    for (const Store &store : stores) {
      source.body += fmt::format("global_{} v1, {}, s[8:9] offset:{}\n",
                                 gpu == "gfx950" ? store.gfx9 : store.gfx11,
                                 registers(10, store.registers), expected.size() * 4);
      expected.insert(expected.end(), store.result.begin(), store.result.end());
    }
    source.body += "s_endpgm";
    INFO(gpu);
    CHECK(KernelBench(source).run(expected.size()) == expected);
  }
}

TEST_CASE("Scratch belongs to one work-item", "[simulator][global]") {
  KernelSource source;
  source.directives = ".amdhsa_private_segment_fixed_size 8";
  source.body = loadOutput(source.gpu) + R"(
    scratch_store_b32 off, v0, off offset:4
    s_barrier
    scratch_load_b32 v2, off, off offset:4
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  std::vector<uint32_t> out = KernelBench(source).run(96, {{1, 1, 1}, {96, 1, 1}});
  for (uint32_t i = 0; i < 96; ++i)
    CHECK(out[i] == i);
}

TEST_CASE("Scalar loads of every width and offset", "[simulator][global]") {
  for (const std::string gpu : {"gfx1151", "gfx950"}) {
    const bool isGfx9 = gpu == "gfx950";
    KernelSource source;
    source.gpu = gpu;
    source.waveSize = isGfx9 ? 64 : 32;
    source.body = loadOutput(gpu) + "v_mov_b32 v20, 0\n s_mov_b32 s12, 20\n";
    std::vector<uint32_t> expected;
    unsigned at = 16 * 4;
    auto load = [&](const std::string &inst, unsigned words, unsigned firstWord) {
      source.body += inst + "\ns_waitcnt lgkmcnt(0)\n";
      for (unsigned i = 0; i < words; ++i, at += 4) {
        source.body += fmt::format("v_mov_b32 v1, s{}\n{} v20, v1, s[8:9] offset:{}\n", 20 + i,
                                   storeWord(gpu), at);
        expected.push_back(inputPattern()[firstWord + i]);
      }
    };
    const char *names[] = {"", "x2", "x4", "x8", "x16"};
    for (unsigned log = 0; log < 5; ++log) {
      unsigned words = 1u << log;
      std::string name = isGfx9 ? fmt::format("s_load_dword{}", names[log])
                                : fmt::format("s_load_b{}", words * 32);
      std::string dst = words == 1 ? "s20" : fmt::format("s[20:{}]", 19 + words);
      // The two low bits of the address do not count.
      load(fmt::format("{} {}, s[8:9], {:#x}", name, dst, log == 4 ? 0 : 7), words,
           log == 4 ? 0 : 1);
    }
    load(fmt::format("{} s20, s[8:9], s12", isGfx9 ? "s_load_dword" : "s_load_b32"), 1, 5);
    load(fmt::format("{} s20, s[8:9], s12 offset:0x8", isGfx9 ? "s_load_dword" : "s_load_b32"), 1,
         7);
    load(fmt::format("{} s20, s[8:9], s12 offset:-0x8", isGfx9 ? "s_load_dword" : "s_load_b32"), 1,
         3);
    source.body += "s_endpgm";
    KernelBench bench(source);
    bench.fill(inputPattern());
    std::vector<uint32_t> out = bench.run(inputWords + expected.size());
    out.erase(out.begin(), out.begin() + inputWords);
    INFO(gpu);
    CHECK(out == expected);
  }
}

TEST_CASE("Loads may write the registers that held their address", "[simulator][global]") {
  CHECK(runKernel(R"(
    v_mov_b32 v2, s8
    v_mov_b32 v3, s9
    v_mov_b32 v4, 5
    global_store_b32 v[2:3], v4, off offset:8
    global_load_b96 v[2:4], v[2:3], off
    s_waitcnt vmcnt(0)
    v_mov_b32 v1, 0
    global_store_b32 v1, v4, s[8:9]
    s_endpgm)",
                  3) == std::vector<uint32_t>{5, 0, 5});
}

TEST_CASE("Loads go straight to LDS in lane order", "[simulator][global]") {
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = 64;
  source.directives = ".amdhsa_group_segment_fixed_size 2048";
  source.body = loadOutput(source.gpu) + R"(
    v_lshlrev_b32 v1, 2, v0
    v_xor_b32 v2, 4, v1
    s_mov_b32 m0, 256
    global_load_lds_dword v2, s[8:9]
    s_mov_b32 m0, 1024
    v_lshlrev_b32 v3, 4, v0
    v_cmp_gt_u32 vcc, 16, v0
    s_and_saveexec_b64 s[10:11], vcc
    global_load_lds_dwordx4 v3, s[8:9]
    s_mov_b64 exec, s[10:11]
    s_waitcnt vmcnt(0)
    ds_read_b32 v4, v1 offset:256
    ds_read_b32 v5, v1 offset:1024
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v4, s[8:9] offset:256
    global_store_dword v1, v5, s[8:9] offset:512
    s_endpgm)";
  KernelBench bench(source);
  std::vector<uint32_t> input(64);
  for (uint32_t i = 0; i < 64; ++i)
    input[i] = 1000 + i;
  bench.fill(input);
  std::vector<uint32_t> out = bench.run(192, {{1, 1, 1}, {64, 1, 1}});
  for (uint32_t i = 0; i < 64; ++i) {
    CHECK(out[64 + i] == 1000 + (i ^ 1));
    CHECK(out[128 + i] == 1000 + i);
  }
}

TEST_CASE("Global memory by lane number", "[simulator][global]") {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    global_store_addtid_b32 v0, s[8:9] offset:4
    global_load_addtid_b32 v2, s[8:9] offset:8
    v_lshlrev_b32 v1, 2, v0
    s_mov_b32 exec_lo, 0xff
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v2, s[8:9] offset:256
    s_endpgm)";
  std::vector<uint32_t> out = KernelBench(source).run(72, {{1, 1, 1}, {32, 1, 1}});
  for (uint32_t lane = 0; lane < 8; ++lane) {
    CHECK(out[1 + lane] == lane);
    CHECK(out[64 + lane] == lane + 1);
  }
}

TEST_CASE("Accumulation registers are loaded and stored", "[simulator][global]") {
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = 64;
  source.directives = ".amdhsa_group_segment_fixed_size 16";
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    v_mov_b32 v5, 1
    global_load_dwordx2 a[4:5], v1, s[8:9]
    s_waitcnt vmcnt(0)
    ds_write_b64 v1, a[4:5]
    ds_read_b32 a7, v1 offset:4
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, a7, s[8:9] offset:8
    global_store_dword v1, v5, s[8:9] offset:12
    s_endpgm)";
  KernelBench bench(source);
  bench.fill({11, 22});
  CHECK(bench.run(4) == std::vector<uint32_t>{11, 22, 22, 1});
}

} // namespace rocke::sim::test
