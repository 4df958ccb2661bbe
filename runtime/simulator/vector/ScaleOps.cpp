//===- ScaleOps.cpp - gfx950's conversions with a scale --------------------===//
//
// v_cvt_scalef32_*: between f32, f16 or bf16 and the small floats of OCP, times (to a wide format)
// or divided by (to a small one) the power of two that the exponent of an f32 operand is. The
// exponent is an E8M0 scale: 0 is 2^-127, 255 is NaN. Operations and operands by the VOP3
// instructions of AMD's CDNA4 manual; their op_sel by LLVM's intrinsics. What the manual leaves
// open:
//
//  - A result is rounded once, to nearest even, or by the random operand; denormals are kept on
//  both
//    sides whatever MODE says. Every element of a vector is rounded by the same random number.
//  - fp8 and bf8 overflow to NaN and infinity, or to the largest number if MODE has FP16_OVFL; fp6,
//    bf6 and fp4 always to the largest number. NaN becomes that number, too, as HIP has it.
//  - neg and abs apply to each element of a packed source.
//
//===----------------------------------------------------------------------===//
#include "../Wavefront.h"
#include "Encoding.h"
#include "SmallFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

namespace rocke::sim {

namespace {

enum class ScaleType : uint8_t { F32, F16, BF16, FP8, BF8, FP6, BF6, FP4, Unknown };

unsigned widthOf(ScaleType type) {
  constexpr uint8_t bits[] = {32, 16, 16, 8, 8, 6, 6, 4};
  return bits[static_cast<unsigned>(type)];
}
bool isSmall(ScaleType type) { return type >= ScaleType::FP8; }
const SmallFormat &formatOf(ScaleType type) {
  constexpr static SmallFormat formats[] = {fp8Ocp, bf8Ocp, fp6, bf6, fp4};
  return formats[static_cast<unsigned>(type) - static_cast<unsigned>(ScaleType::FP8)];
}
ScaleType typeOf(llvm::StringRef name) {
  return llvm::StringSwitch<ScaleType>(name)
      .Case("f32", ScaleType::F32)
      .Case("f16", ScaleType::F16)
      .Case("bf16", ScaleType::BF16)
      .Case("fp8", ScaleType::FP8)
      .Case("bf8", ScaleType::BF8)
      .Case("fp6", ScaleType::FP6)
      .Case("bf6", ScaleType::BF6)
      .Case("fp4", ScaleType::FP4)
      .Default(ScaleType::Unknown);
}

/// DecodedInst::imm. The data are in src[0] and, if there are two operands, src[1]; then come the
/// random number of a stochastic rounding and the scale.
struct ScaleControl {
  ScaleType from, to;
  uint8_t elements;     ///< of the result
  uint8_t dataOperands; ///< two of them give the even and the odd elements
  bool stochastic;
  uint8_t sourceShift, destShift; ///< first bit of the data in a register of which they are a part
  uint8_t unused[9];
};
static_assert(sizeof(ScaleControl) == sizeof(DecodedInst::imm));

constexpr unsigned maxWords = 32;

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

constexpr uint32_t nanExponent = 255;
constexpr int exponentBias = 127;

uint32_t widen(ScaleType type, uint32_t bits) {
  if (type == ScaleType::F16)
    return halfToFloat(bits);
  return type == ScaleType::BF16 ? bf16ToFloat(bits) : bits;
}

/// f32 bits over 2^(exponent - bias), as a small float. To divide by 2^n and to lower the format's
/// bias by n are the same.
uint32_t toSmall(SmallFormat format, uint32_t bits, uint32_t exponent, bool saturate,
                 const uint32_t *random) {
  constexpr int normalizing = 24;
  if (exponent == nanExponent)
    bits = (bits & signF32) | infinityF32 | quietBitF32;
  format.bias -= static_cast<int>(exponent) - exponentBias;
  if ((bits & infinityF32) == 0 && (bits & ~signF32)) { // a denormal
    bits = bitsOf(asF32(bits) * 0x1p24f);
    format.bias -= normalizing;
  }
  return floatToSmall(format, bits, saturate, random);
}

/// The value of a small float times 2^(exponent - bias).
uint32_t fromSmall(ScaleType from, ScaleType to, uint32_t code, uint32_t exponent, uint32_t mode) {
  uint32_t bits = smallToFloat(formatOf(from), code);
  if (exponent == nanExponent)
    bits = (bits & signF32) | infinityF32 | quietBitF32;
  const bool isFinite = (bits & infinityF32) != infinityF32;
  // Exact in f64; below f32's range the narrower formats have zero as well.
  if (isFinite)
    bits = bitsOf(static_cast<float>(
        std::ldexp(static_cast<double>(asF32(bits)), static_cast<int>(exponent) - exponentBias)));
  if (to == ScaleType::F32)
    return bits;
  if (to == ScaleType::BF16)
    return floatToBf16(bits);
  constexpr uint32_t infinityF16 = 0x7c00;
  const uint32_t half = floatToHalf(bits);
  const bool overflows = isFinite && (half & 0x7fff) == infinityF16;
  return overflows && (mode & mode::fp16Overflow) ? half - 1 : half;
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

uint32_t readWord(const Wavefront &wave, const Operand &operand, unsigned word, unsigned lane) {
  if (operand.isVector())
    return wave.vgprs[operand.index + word * size_t{wave.waveSize} + lane];
  if (operand.kind == OperandKind::Scalar)
    return wave.sgpr[operand.index + word];
  return wave.scalar32(operand); // in each word
}

uint32_t bitsAt(const uint32_t *words, unsigned at, unsigned width) {
  uint64_t pair = words[at / 32];
  if (at % 32 + width > 32)
    pair |= static_cast<uint64_t>(words[at / 32 + 1]) << 32;
  return bitField(pair, at % 32, width);
}
void setBitsAt(uint32_t *words, unsigned at, unsigned width, uint32_t value) {
  const uint64_t mask = ((uint64_t{1} << width) - 1) << at % 32;
  const uint64_t field = static_cast<uint64_t>(value) << at % 32;
  words[at / 32] = (words[at / 32] & ~static_cast<uint32_t>(mask)) | static_cast<uint32_t>(field);
  if (at % 32 + width > 32)
    words[at / 32 + 1] = (words[at / 32 + 1] & ~static_cast<uint32_t>(mask >> 32)) |
                         static_cast<uint32_t>(field >> 32);
}

unsigned wordsOf(ScaleType type, unsigned elements) { return (elements * widthOf(type) + 31) / 32; }

void convert(Wavefront &wave, const DecodedInst &inst) {
  const auto control = std::bit_cast<ScaleControl>(inst.imm);
  const unsigned fromBits = widthOf(control.from), toBits = widthOf(control.to);
  const unsigned sourceWords = wordsOf(control.from, control.elements / control.dataOperands);
  const unsigned destWords = wordsOf(control.to, control.elements);
  const Operand &scale = inst.src[control.dataOperands + (control.stochastic ? 1u : 0u)];
  const bool saturate = wave.mode & mode::fp16Overflow;
  const uint64_t exec = wave.exec();
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    if (!(exec >> lane & 1))
      continue;
    uint32_t data[2][maxWords + 1] = {}, result[maxWords];
    for (unsigned operand = 0; operand < control.dataOperands; ++operand)
      for (unsigned word = 0; word < sourceWords; ++word)
        data[operand][word] = readWord(wave, inst.src[operand], word, lane);
    uint32_t *dst = wave.vgprs + inst.dst[0].index + lane;
    for (unsigned word = 0; word < destWords; ++word)
      result[word] = dst[word * size_t{wave.waveSize}];
    const uint32_t exponent = readWord(wave, scale, 0, lane) >> 23 & 0xff;
    const uint32_t random =
        control.stochastic ? readWord(wave, inst.src[control.dataOperands], 0, lane) : 0;
    for (unsigned element = 0; element < control.elements; ++element) {
      const unsigned operand = element % control.dataOperands;
      const unsigned at = control.sourceShift + element / control.dataOperands * fromBits;
      uint32_t value = bitsAt(data[operand], at, fromBits);
      if (isSmall(control.to)) {
        value = widen(control.from, value);
        if (inst.src[operand].abs)
          value &= ~signF32;
        if (inst.src[operand].neg)
          value ^= signF32;
        value = toSmall(formatOf(control.to), value, exponent, saturate,
                        control.stochastic ? &random : nullptr);
      } else {
        value = fromSmall(control.from, control.to, value, exponent, wave.mode);
      }
      setBitsAt(result, control.destShift + element * toBits, toBits, value);
    }
    for (unsigned word = 0; word < destWords; ++word)
      dst[word * size_t{wave.waveSize}] = result[word];
  }
}

/// The part of a register that op_sel chooses for a source or, from bit 2 on, for a destination:
/// one of four bytes by two bits; of two halves by the lower bit (source) or the upper one.
uint8_t sourcePart(unsigned opSel, unsigned width) {
  if (width >= 32)
    return 0;
  return static_cast<uint8_t>(width == 16 ? 16 * (opSel & 1) : 8 * (opSel & 3));
}
uint8_t destPart(unsigned opSel, unsigned width) {
  if (width >= 32)
    return 0;
  return static_cast<uint8_t>(width == 16 ? 16 * (opSel >> 3) : 8 * (opSel >> 2));
}

ConstantType constantOf(ScaleType type) {
  if (type == ScaleType::F16)
    return ConstantType::F16;
  return type == ScaleType::BF16 ? ConstantType::BF16 : ConstantType::B32;
}

} // namespace

bool decodeScaleOp(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef name = in.operation;
  if (!name.consume_front("v_cvt_scalef32_") || !in.gpu.hasScaledMfma)
    return false;
  ScaleControl control{};
  control.stochastic = name.consume_front("sr_");
  const bool isDouble = name.consume_front("2xpk16_");
  const bool isLong = isDouble || name.consume_front("pk32_");
  const bool isPair = name.consume_front("pk_");
  const auto [to, from] = name.split('_');
  control.to = typeOf(to);
  control.from = typeOf(from);
  if (control.to == ScaleType::Unknown || control.from == ScaleType::Unknown ||
      isSmall(control.to) == isSmall(control.from))
    return false;
  control.elements = isLong ? 32 : (isPair ? 2 : 1);
  // Two numbers of f32 come in two operands; those that a random number rounds, in a pair.
  const bool isTwoOperands =
      isDouble || (isPair && control.from == ScaleType::F32 && !control.stochastic);
  control.dataOperands = isTwoOperands ? 2 : 1;
  const uint64_t bits = in.bits64();
  const unsigned opSel = bitField(bits, 11, 4);
  const unsigned perOperand = control.elements / control.dataOperands;
  control.sourceShift = sourcePart(opSel, perOperand * widthOf(control.from));
  control.destShift = destPart(opSel, control.elements * widthOf(control.to));

  const VectorFields fields = vectorFieldsOf(in);
  const auto fits = [&](const Operand &operand, unsigned words) {
    constexpr unsigned numVgprs = 256;
    return operand.index / in.waveSize + words <= numVgprs;
  };
  const unsigned numOperands = control.dataOperands + (control.stochastic ? 1u : 0u) + 1;
  for (unsigned index = 0; index < numOperands; ++index) {
    const bool isData = index < control.dataOperands;
    Operand &operand = out.src[index];
    operand = decodeSource(in, fields.src[index],
                           isData ? constantOf(control.from) : ConstantType::B32, fields.literal);
    if (operand.kind == OperandKind::None ||
        (operand.isVector() && !fits(operand, isData ? wordsOf(control.from, perOperand) : 1)))
      return false;
    if (isData) {
      operand.abs = bitField(bits, 8 + index, 1);
      operand.neg = bitField(bits, 61 + index, 1);
    }
  }
  out.dst[0] = decodeVectorReg(in, fields.vdst);
  if (!fits(out.dst[0], wordsOf(control.to, control.elements)))
    return false;
  out.imm = std::bit_cast<decltype(out.imm)>(control);
  out.handler = convert;
  return true;
}

} // namespace rocke::sim
