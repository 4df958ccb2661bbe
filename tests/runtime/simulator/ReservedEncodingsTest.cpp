//===- ReservedEncodingsTest.cpp - Encodings that LLVM stumbles over -------===//
#include "Disassembler.h"
#include "GpuTraits.h"
#include "vector/VectorBench.h"
#include <catch2/catch.hpp>

using namespace rocke::sim;
using rocke::sim::test::VectorBench;

namespace {
// The length in bytes of what stands at the start of the code; 0: nothing that exists.
unsigned lengthOf(llvm::StringRef arch, std::initializer_list<uint32_t> code,
                  std::string *text = nullptr) {
  auto disassembler = Disassembler::create(*findGpu(arch), arch.starts_with("gfx9") ? 64 : 32);
  REQUIRE(static_cast<bool>(disassembler));
  llvm::MCInst inst;
  const unsigned length = (*disassembler)
                              ->decode({reinterpret_cast<const uint8_t *>(code.begin()),
                                        code.size() * sizeof(uint32_t)},
                                       inst);
  if (text && length)
    *text = (*disassembler)->print(inst);
  return length;
}
} // namespace

TEST_CASE("a literal that the code ends before is no instruction") {
  constexpr uint32_t movLiteral = 0xbe8000ff; // s_mov_b32 s0, <the next dword>
  CHECK(lengthOf("gfx950", {movLiteral}) == 0);
  CHECK(lengthOf("gfx1151", {movLiteral}) == 0);
  CHECK(lengthOf("gfx1151", {movLiteral, 7}) == 8);
}

TEST_CASE("constants of 255 in v_fmaak_f16 and its like") {
  std::string text;
  CHECK(lengthOf("gfx950", {0x4a000501, 255}, &text) == 8);
  CHECK(text == "v_madak_f16 v0, v1, v2, 0xff");
  CHECK(lengthOf("gfx1151", {0x70000501, 255}, &text) == 8);
  CHECK(text == "v_fmaak_f16 v0.l, v1.l, v2.l, 0xff");
  // A second dword of 255 that is no constant.
  CHECK(lengthOf("gfx950", {0xe0502000, 255}, &text) == 8);
  CHECK(text == "buffer_load_dword v0, v255, s[0:3], s0 idxen");

  VectorBench bench;
  bench.setAll(1, 0x3c00); // 1 * 0 + 255 denormal steps
  bench.setAll(2, 0);
  bench.run("v_fmaak_f16 v0.l, v1.l, v2.l, 0xff");
  CHECK((bench.v(0) & 0xffff) == 0xff);
}

TEST_CASE("f8f6f4 instructions of scalars or of a reserved format do not exist") {
  // v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[32:39], v[64:71], a[0:3]
  constexpr uint32_t low = 0xd3ad8000, high = 0x04028120;
  CHECK(lengthOf("gfx950", {low, high}) == 8);
  CHECK(lengthOf("gfx950", {low, high & ~(1u << 8)}) == 0);  // A in SGPRs
  CHECK(lengthOf("gfx950", {low, high & ~(1u << 17)}) == 0); // B
  for (uint32_t format = 0; format < 8; ++format) {
    INFO("format " << format);
    // fp8 and bf8 have 8 registers, fp6 and bf6 have 6, fp4 has 4: they all fit.
    CHECK((lengthOf("gfx950", {low | format << 8, high}) != 0) == (format <= 4));
    CHECK((lengthOf("gfx950", {low, high | format << 29}) != 0) == (format <= 4));
    // Behind the prefix of scales, for which ABID is 1.
    CHECK((lengthOf("gfx950", {0xd3ac0000, 0x00020f06, low | 0x800 | format << 8, high}) == 16) ==
          (format <= 4));
  }
}

TEST_CASE("SDWA selections that are reserved do not exist") {
  // v_mov_b32_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD
  constexpr uint32_t mov = 0x7e0002f9, dwords = 0x00060601;
  CHECK(lengthOf("gfx950", {mov, dwords}) == 8);
  CHECK(lengthOf("gfx950", {mov, dwords | 0x00010000}) == 0); // src0_sel 7
  CHECK(lengthOf("gfx950", {mov, dwords | 0x00000100}) == 0); // dst_sel 7
  CHECK(lengthOf("gfx950", {mov, dwords | 0x00001800}) == 0); // dst_unused 3
}

TEST_CASE("there is no LDS_DIRECT, and no register past the last") {
  CHECK(lengthOf("gfx1151", {0x7e0002fe}) == 0); // v_mov_b32 v0, src_lds_direct
  CHECK(lengthOf("gfx950", {0x7e0002fe}) == 0);
  // v_dual_mov_b32 v0, src_lds_direct :: v_dual_mov_b32 v1, v2
  CHECK(lengthOf("gfx1151", {0xca1000fe, 0x00000102}) == 0);
  CHECK(lengthOf("gfx1151", {0xca100101, 0x00000102}) == 8);
  CHECK(lengthOf("gfx1151", {0x7e0002ff, 0}) == 8);
  CHECK(lengthOf("gfx1151", {0xd52400ff, 0x00020301}) == 0); // v_add_f64 v[255:256], ...
}
