//===- LdsLayoutTest.cpp - Transposing, misaligned and 16-bit LDS loads ----===//
#include "KernelBench.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace rocke::sim::test {
namespace {
using Words = std::vector<uint32_t>;

constexpr unsigned lanes = 64;

uint32_t bitsAt(const Words &words, size_t bit, unsigned count) {
  uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i)
    value |= (words[(bit + i) / 32] >> (bit + i) % 32 & 1) << i;
  return value;
}

// Each lane stores `words` words of the input to its place in LDS, then loads; the results follow
// the input.
Words transposed(const std::string &load, unsigned words, unsigned placeBytes, const Words &input) {
  const std::string type = words == 3 ? "dwordx3" : "dwordx2",
                    store = words == 3 ? "ds_write_b96" : "ds_write_b64",
                    registers = words == 3 ? "v[4:6]" : "v[4:5]";
  KernelSource source;
  source.gpu = "gfx950";
  source.waveSize = lanes;
  source.directives = ".amdhsa_group_segment_fixed_size 1024";
  source.body =
      loadOutput(source.gpu) + fmt::format(R"(
    v_mul_u32_u24 v1, {}, v0
    v_mul_u32_u24 v2, {}, v0
    global_load_{} {}, v1, s[8:9]
    s_waitcnt vmcnt(0)
    {} v2, {}
    {} {}, v2
    s_waitcnt lgkmcnt(0)
    global_store_{} v1, {}, s[8:9] offset:{}
    s_endpgm)",
                                           words * 4, placeBytes, type, registers, store, registers,
                                           load, registers, type, registers, lanes * words * 4);
  KernelBench bench(source);
  bench.fill(input);
  Words out = bench.run(2 * lanes * words, {{1, 1, 1}, {lanes, 1, 1}});
  out.erase(out.begin(), out.begin() + lanes * words);
  return out;
}

// Lane l's element i must be element `column` of lane `row`.
template <typename Place>
void checkTransposed(const std::string &load, unsigned bits, unsigned words, unsigned placeBytes,
                     Place place) {
  INFO(load);
  Words input(size_t{lanes} * words);
  uint32_t value = 0x12345678;
  for (uint32_t &word : input)
    word = value = value * 1664525 + 1013904223;
  const Words out = transposed(load, words, placeBytes, input);
  const unsigned laneBits = words * 32;
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned i = 0; i < laneBits / bits; ++i) {
      const auto [row, column] = place(lane, i);
      INFO("lane " << lane << ", element " << i);
      CHECK(bitsAt(out, size_t{lane} * laneBits + i * bits, bits) ==
            bitsAt(input, size_t{row} * laneBits + column * bits, bits));
    }
}

uint32_t loaded(const std::string &gpu, const std::string &body) {
  const bool isGfx9 = gpu.starts_with("gfx9");
  KernelSource source;
  source.gpu = gpu;
  source.waveSize = isGfx9 ? 64 : 32;
  source.directives = ".amdhsa_group_segment_fixed_size 16";
  source.body = loadOutput(gpu) + fmt::format(R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 0x04030201
    v_mov_b32 v3, 0x08070605
    v_mov_b32 v4, 0x77777777
    v_mov_b32 v5, 0x77777777
    {} v1, v[2:3]
    {}
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v1, 0
    {} v1, v5, s[8:9]
    s_endpgm)",
                                              isGfx9 ? "ds_write_b64" : "ds_store_b64", body,
                                              isGfx9 ? "global_store_dword" : "global_store_b32");
  return KernelBench(source).run(1, {{1, 1, 1}, {1, 1, 1}})[0];
}
} // namespace

TEST_CASE("Transposing loads give lane l column l of 16 columns", "[simulator][lds]") {
  struct Place {
    unsigned row, column;
  };
  // As many lanes as it takes hold a row of 16 elements.
  checkTransposed("ds_read_b64_tr_b16", 16, 2, 8, [](unsigned lane, unsigned i) {
    return Place{lane / 16 * 16 + 4 * i + lane % 16 / 4, lane % 4};
  });
  checkTransposed("ds_read_b64_tr_b8", 8, 2, 8, [](unsigned lane, unsigned i) {
    return Place{lane / 16 * 16 + 2 * i + lane % 16 / 8, lane % 8};
  });
  checkTransposed("ds_read_b64_tr_b4", 4, 2, 8,
                  [](unsigned lane, unsigned i) { return Place{lane / 16 * 16 + i, lane % 16}; });
  // Addresses are multiples of 16 bytes.
  checkTransposed("ds_read_b96_tr_b6", 6, 3, 16,
                  [](unsigned lane, unsigned i) { return Place{lane / 16 * 16 + i, lane % 16}; });
}

TEST_CASE("LDS loads need no alignment", "[simulator][lds]") {
  CHECK(loaded("gfx1151", "v_mov_b32 v1, 1\n ds_load_b32 v5, v1") == 0x05040302);
  CHECK(loaded("gfx1151", "v_mov_b32 v1, 3\n ds_load_2addr_b32 v[5:6], v1 offset1:1") ==
        0x07060504);
  CHECK(loaded("gfx942", "v_mov_b32 v1, 3\n ds_read2_b32 v[4:5], v1 offset0:1") == 0x07060504);
  CHECK(loaded("gfx942", "v_mov_b32 v1, 2\n ds_read_u16 v5, v1 offset:1") == 0x0504);
}

TEST_CASE("LDS loads into half of a register", "[simulator][lds]") {
  CHECK(loaded("gfx1151", "ds_load_u16_d16 v5, v1") == 0x77770201);
  CHECK(loaded("gfx1151", "ds_load_u8_d16_hi v5, v1 offset:3") == 0x00047777);
  for (const char *gpu : {"gfx942", "gfx950"}) {
    CHECK(loaded(gpu, "ds_read_u16_d16 v5, v1") == 0x0201);
    CHECK(loaded(gpu, "ds_read_u16_d16_hi v5, v1") == 0x02010000);
    CHECK(loaded(gpu, "ds_read_u8_d16 v5, v1 offset:3") == 4);
    CHECK(loaded(gpu, "ds_read_i8_d16_hi v5, v1 offset:3") == 0x00040000);
  }
}

} // namespace rocke::sim::test
