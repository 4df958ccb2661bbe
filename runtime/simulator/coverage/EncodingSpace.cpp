//===- EncodingSpace.cpp - Sample encodings of every opcode ----------------===//
#include "EncodingSpace.h"

namespace rocke::sim {

namespace {
// Registers of the samples: aligned as the widest tuple demands, and far enough apart not to
// overlap.
constexpr uint32_t sdst = 32, sbase = 16, ssrc0 = 8, ssrc1 = 12, ssrc2 = 16;
constexpr uint32_t vdst = 32, vsrc0 = 64, vsrc1 = 96, vsrc2 = 128;
constexpr uint32_t vector = 256; // in a 9-bit source
constexpr uint32_t allLanes = 0xffu << 24;
constexpr uint32_t quadPermIdentity = 0xe4u << 8, dpp8Identity = 0xfac688u << 8;

using Samples = std::vector<EncodingWords>;

Samples vop3Samples(uint32_t prefix, uint32_t source0Override = 0, uint32_t dppWord = 0) {
  Samples samples;
  for (unsigned scalars = 0; scalars < 8; ++scalars)
    for (bool third : {true, false}) {
      const uint32_t first = source0Override ? source0Override
                             : scalars & 1   ? ssrc0
                                             : vector + vsrc0;
      const uint32_t second = scalars & 2 ? ssrc1 : vector + vsrc1;
      const uint32_t last = !third ? 0 : scalars & 4 ? ssrc2 : vector + vsrc2;
      samples.push_back({prefix | vdst, first | second << 9 | last << 18, dppWord});
    }
  return samples;
}

// op_sel_hi of all three sources, as assemblers set it.
Samples withSelHigh(Samples samples) {
  const Samples plain = samples;
  for (EncodingWords words : plain) {
    words[0] |= 1u << 14;
    words[1] |= 3u << 27;
    samples.push_back(words);
  }
  return samples;
}

// Every combination of single bits, each {dword, bit}.
Samples withBits(Samples samples, std::initializer_list<std::array<unsigned, 2>> bits) {
  for (auto [word, bit] : bits) {
    const Samples before = samples;
    for (EncodingWords words : before) {
      words[word] |= 1u << bit;
      samples.push_back(words);
    }
  }
  return samples;
}

void addScalar(const GpuTraits &gpu, std::vector<EncodingFormat> &formats) {
  constexpr uint32_t literal = 0x3f800000, wholeModeRegister = 31u << 11 | 1;
  formats.push_back({"SOPP", true, 0, 16, 7, {{0xbf800000}}});
  formats.push_back({"SOPC", true, 0, 16, 7, {{0xbf000000 | ssrc0 | ssrc1 << 8}}});
  formats.push_back({"SOP1", true, 0, 8, 8, {{0xbe800000 | sdst << 16 | ssrc0}}});
  formats.push_back(
      {"SOPK", true, 0, 23, 5, {{0xb0000000 | sdst << 16 | wholeModeRegister, literal}}});
  formats.push_back(
      {"SOP2", true, 0, 23, 7, {{0x80000000 | sdst << 16 | ssrc0 | ssrc1 << 8, literal}}});
  const uint32_t operands = sbase / 2 | sdst << 6;
  if (gpu.isGfx9())
    formats.push_back({"SMEM",
                       true,
                       0,
                       18,
                       8,
                       {{0xc0000000 | operands | 1u << 17, 0}, {0xc0000000 | operands, ssrc0}}});
  else
    formats.push_back(
        {"SMEM",
         true,
         0,
         18,
         8,
         {{0xf4000000 | operands, 124u << 25}, {0xf4000000 | operands, ssrc0 << 25}}});
}

void addShortVector(const GpuTraits &gpu, std::vector<EncodingFormat> &formats) {
  struct Short {
    llvm::StringLiteral name, dpp16, dpp8, sdwa;
    uint32_t base;
    unsigned shift, bits;
  };
  const Short shorts[] = {
      {"VOP1", "VOP1 DPP", "VOP1 DPP8", "VOP1 SDWA", 0x7e000000 | vdst << 17, 9, 8},
      {"VOPC", "VOPC DPP", "VOPC DPP8", "VOPC SDWA", 0x7c000000 | vsrc1 << 9, 17, 8},
      {"VOP2", "VOP2 DPP", "VOP2 DPP8", "VOP2 SDWA", vdst << 17 | vsrc1 << 9, 25, 6}};
  for (const Short &form : shorts) {
    auto add = [&](llvm::StringLiteral name, uint32_t source, uint32_t second) {
      formats.push_back({name, true, 0, form.shift, form.bits, {{form.base | source, second}}});
    };
    add(form.name, vector + vsrc0, 0x3f800000);
    add(form.dpp16, 0xfa, vsrc0 | quadPermIdentity | allLanes);
    if (gpu.isGfx11()) {
      add(form.dpp8, 0xe9, vsrc0 | dpp8Identity);
    } else {
      // Fields of operands that the operation does not have must be zero.
      constexpr uint32_t wholeFirst = 6u << 16, wholeSecond = 6u << 24, wholeDest = 6u << 8;
      add(form.sdwa, 0xf9, vsrc0 | wholeFirst | wholeSecond);
      for (uint32_t fields : {wholeFirst | wholeSecond | wholeDest, wholeFirst | wholeDest})
        formats.back().samples.push_back({form.base | 0xf9, vsrc0 | fields});
    }
  }
}

void addLongVector(const GpuTraits &gpu, std::vector<EncodingFormat> &formats) {
  if (gpu.isGfx9()) {
    formats.push_back({"VOP3P", true, 0, 16, 7, withSelHigh(vop3Samples(0xd3800000))});
    // v_mfma_ld_scale_b32 and the matrix instruction that it belongs to are one encoding.
    if (gpu.hasScaledMfma)
      formats.push_back({"VOP3PX",
                         true,
                         2,
                         16,
                         7,
                         {{0xd3ac0000, vector + vsrc0 | (vector + vsrc1) << 9, 0xd3800000 | vdst,
                           vector + vsrc0 | (vector + vsrc1) << 9 | (vector + vsrc2) << 18}}});
    formats.push_back({"VOP3", true, 0, 16, 10, vop3Samples(0xd0000000)});
    return;
  }
  const uint32_t dpp16 = vsrc0 | quadPermIdentity | allLanes, dpp8 = vsrc0 | dpp8Identity;
  const uint32_t vop3 = 0xd4000000, vop3p = 0xcc000000;
  formats.push_back({"VOP3P", true, 0, 16, 7, withSelHigh(vop3Samples(vop3p))});
  formats.push_back({"VOP3P DPP", true, 0, 16, 7, withSelHigh(vop3Samples(vop3p, 0xfa, dpp16))});
  formats.push_back({"VOP3P DPP8", true, 0, 16, 7, withSelHigh(vop3Samples(vop3p, 0xe9, dpp8))});
  formats.push_back({"VINTERP", false, 0, 16, 7, vop3Samples(0xcd000000)});
  formats.push_back({"LDSDIR", false, 0, 20, 2, {{0xce000000 | vdst}}});
  formats.push_back({"VOP3", true, 0, 16, 10, vop3Samples(vop3)});
  formats.push_back({"VOP3 DPP", true, 0, 16, 10, vop3Samples(vop3, 0xfa, dpp16)});
  formats.push_back({"VOP3 DPP8", true, 0, 16, 10, vop3Samples(vop3, 0xe9, dpp8)});
  // Both opcodes of VOPD as one field. Y's registers are in other banks, its destination is odd.
  formats.push_back(
      {"VOPD",
       true,
       0,
       17,
       9,
       {{0xc8000000 | (vector + vsrc0) | vsrc1 << 9,
         (vector + vsrc0 + 1) | (vsrc1 + 1) << 9 | vdst / 2 << 17 | vdst << 24, 0x3f800000}}});
}

void addMemory(const GpuTraits &gpu, std::vector<EncodingFormat> &formats) {
  const bool gfx9 = gpu.isGfx9();
  constexpr uint32_t address = 8, data0 = 64, data1 = 96, dest = 128, zero = 128;
  const unsigned dsShift = gfx9 ? 17 : 18;
  // Operands that an operation does not have must be zero.
  Samples ds, gds;
  for (unsigned operands = 0; operands < 16; ++operands) {
    const EncodingWords words = {
        0xd8000000, (operands & 1 ? address : 0) | (operands & 2 ? data0 << 8 : 0) |
                        (operands & 4 ? data1 << 16 : 0) | (operands & 8 ? dest << 24 : 0)};
    ds.push_back(words);
    gds.push_back({words[0] | 1u << (dsShift - 1), words[1]});
  }
  formats.push_back({"DS", true, 0, dsShift, 8, ds});
  formats.push_back({"GDS", false, 0, dsShift, 8, gds});

  const uint32_t off = gfx9 ? 0x7f : 0x7c;
  const unsigned segmentShift = gfx9 ? 14 : 16, returns = gfx9 ? 16 : 14;
  const std::array<unsigned, 2> addressesVector = gfx9 ? std::array{0u, 13u} : std::array{1u, 23u};
  constexpr llvm::StringLiteral segments[] = {"FLAT", "SCRATCH", "GLOBAL"};
  for (unsigned segment = 0; segment < 3; ++segment) {
    Samples samples;
    for (uint32_t saddr : {off, segment ? sbase : 0})
      samples.push_back(
          {0xdc000000 | segment << segmentShift, address | data0 << 8 | saddr << 16 | dest << 24});
    if (segment == 1)
      samples = withBits(samples, {addressesVector});
    formats.push_back({segments[segment], true, 0, 18, 7, withBits(samples, {{0, returns}})});
  }

  const EncodingWords buffer = {0xe0000000, address | data0 << 8 | sbase / 4 << 16 | zero << 24};
  EncodingWords typed = buffer;
  typed[0] = 0xe8000000 | 1u << 19; // a format; 0 is invalid
  if (gfx9) {
    formats.push_back(
        {"MUBUF", true, 0, 18, 7, withBits({buffer}, {{0, 12}, {0, 13}, {0, 14}, {0, 16}})});
    formats.push_back({"MTBUF", true, 0, 15, 4, withBits({typed}, {{0, 12}, {0, 13}})});
    return;
  }
  formats.push_back(
      {"MUBUF", true, 0, 18, 8, withBits({buffer}, {{0, 14}, {1, 22}, {1, 23}, {1, 21}})});
  formats.push_back({"MTBUF", true, 0, 15, 4, withBits({typed}, {{1, 22}, {1, 23}, {1, 21}})});
  const EncodingWords image = {0xf0000000 | 15u << 8, address | data0 << 8 | sbase / 4 << 16};
  formats.push_back({"MIMG", false, 0, 18, 8, withBits({image}, {{0, 0}, {0, 2}, {0, 3}, {0, 4}})});
  formats.push_back({"EXP", false, 0, 4, 6, {{0xf8000000 | 15}}});
}
} // namespace

std::vector<EncodingFormat> encodingFormats(const GpuTraits &gpu) {
  std::vector<EncodingFormat> formats;
  addScalar(gpu, formats);
  addShortVector(gpu, formats);
  addLongVector(gpu, formats);
  addMemory(gpu, formats);
  return formats;
}

} // namespace rocke::sim
