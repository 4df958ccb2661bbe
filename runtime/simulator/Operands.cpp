//===- Operands.cpp - The operand encodings of both families ---------------===//
#include "Aperture.h"
#include "Decode.h"

namespace rocke::sim {

namespace {

// Source encodings, from the "Scalar operand encodings" tables of the RDNA3 and CDNA3 manuals.
constexpr unsigned vectorBase = 256;
constexpr unsigned intZero = 128; // 128..192 are 0..64
constexpr unsigned intMinusOne = 193;
constexpr unsigned intLast = 208; // 193..208 are -1..-16
constexpr unsigned floatFirst = 240;
constexpr unsigned floatLast = 248;
constexpr unsigned literalEncoding = 255;

// 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2*pi) in each format; the last is rounded as the manuals
// list it.
constexpr uint64_t inlineF64[] = {
    0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
    0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
    0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882,
};
constexpr uint32_t inlineF32[] = {
    0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
    0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983,
};
constexpr uint32_t inlineF16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                  0xc000, 0x4400, 0xc400, 0x3118};
constexpr uint32_t inlineBF16[] = {0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000,
                                   0xc000, 0x4080, 0xc080, 0x3e22};

Operand constant(uint64_t value) {
  Operand operand;
  operand.kind = OperandKind::Constant;
  operand.value = value;
  return operand;
}

Operand scalarSlot(unsigned slot) {
  Operand operand;
  operand.kind = OperandKind::Scalar;
  operand.index = slot;
  return operand;
}

bool is64(ConstantType type) {
  return type == ConstantType::B64 || type == ConstantType::I64 || type == ConstantType::F64;
}

Operand integer(int64_t value, ConstantType type) {
  return constant(is64(type) ? static_cast<uint64_t>(value) : static_cast<uint32_t>(value));
}

Operand inlineFloat(unsigned index, ConstantType type) {
  switch (type) {
  case ConstantType::B16:
  case ConstantType::F16:
    return constant(inlineF16[index]);
  case ConstantType::BF16:
    return constant(inlineBF16[index]);
  case ConstantType::B32:
    return constant(inlineF32[index]);
  case ConstantType::B64:
  case ConstantType::I64:
  case ConstantType::F64:
    return constant(inlineF64[index]);
  }
  return {};
}

Operand literalConstant(uint32_t literal, ConstantType type) {
  switch (type) {
  case ConstantType::I64:
    return constant(static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(literal))));
  case ConstantType::F64:
    return constant(static_cast<uint64_t>(literal) << 32);
  default:
    return constant(literal);
  }
}

Operand aperture(uint64_t value, ConstantType type) {
  return constant(is64(type) ? value : static_cast<uint32_t>(value));
}

// Encodings 0..127, the registers. None for the holes.
Operand scalarRegister(const DecodeInput &in, unsigned encoding) {
  constexpr unsigned gfx11Null = 124, gfx11M0 = 125, gfx9M0 = 124, reservedGfx9 = 125;
  if (in.gpu.isGfx11()) {
    if (encoding == gfx11M0)
      return scalarSlot(M0Slot);
    if (encoding == gfx11Null)
      return scalarSlot(SinkSlot);
    return scalarSlot(encoding);
  }
  if (encoding == gfx9M0)
    return scalarSlot(M0Slot);
  if (encoding == reservedGfx9)
    return {};
  return scalarSlot(encoding);
}

} // namespace

Operand decodeVectorReg(const DecodeInput &in, unsigned number, bool agpr) {
  Operand operand;
  operand.kind = OperandKind::Vector;
  operand.index = (number + (agpr ? 256 : 0)) * in.waveSize;
  return operand;
}

Operand decodeScalarDest(const DecodeInput &in, unsigned encoding) {
  return scalarRegister(in, encoding & 0x7f);
}

Operand decodeSource(const DecodeInput &in, unsigned encoding, ConstantType type,
                     uint32_t literal) {
  if (encoding >= vectorBase)
    return decodeVectorReg(in, encoding - vectorBase);
  if (encoding < intZero) {
    Operand operand = scalarRegister(in, encoding);
    // NULL reads as zero whatever was "written" to it.
    if (operand.kind == OperandKind::Scalar && operand.index == SinkSlot)
      return constant(0);
    return operand;
  }
  if (encoding < intMinusOne)
    return integer(encoding - intZero, type);
  if (encoding <= intLast)
    return integer(-static_cast<int64_t>(encoding - intMinusOne + 1), type);
  if (encoding >= floatFirst && encoding <= floatLast)
    return inlineFloat(encoding - floatFirst, type);
  if (encoding == literalEncoding)
    return literalConstant(literal, type);
  Operand operand;
  switch (encoding) {
  case 235:
    return aperture(sharedApertureBase, type);
  case 236:
    return aperture(sharedApertureBase + apertureLimit, type);
  case 237:
    return aperture(privateApertureBase, type);
  case 238:
    return aperture(privateApertureBase + apertureLimit, type);
  case 239: // POPS_EXITING_WAVE_ID, which orders pixel shaders
    return integer(0, type);
  case 251:
    operand.kind = OperandKind::Vccz;
    return operand;
  case 252:
    operand.kind = OperandKind::Execz;
    return operand;
  case 253:
    operand.kind = OperandKind::Scc;
    return operand;
  default:
    return {};
  }
}

} // namespace rocke::sim
