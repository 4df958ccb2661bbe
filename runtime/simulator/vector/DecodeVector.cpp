//===- DecodeVector.cpp - From vector encodings to operations --------------===//
#include "Encoding.h"
#include "VectorInst.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

const VectorOp *findVectorOp(llvm::StringRef name) {
  static const llvm::StringMap<const VectorOp *> byName = [] {
    llvm::StringMap<const VectorOp *> map;
    for (llvm::ArrayRef<VectorOp> table : {floatOps(), minMaxOps(), integerOps(), doubleOps(),
                                           conversionOps(), compareOps(), byteOps(), gcnOps()})
      for (const VectorOp &op : table)
        map[op.name] = &op;
    return map;
  }();
  return byName.lookup(name);
}

namespace {

constexpr unsigned numVgprs = 256;
constexpr unsigned firstVop3Only = 0x1c0; ///< gfx9: VOP3 opcodes below are VOPC's, VOP2's, VOP1's

ConstantType constantTypeOf(ValueType type, bool packedRegister) {
  switch (type) {
  case ValueType::B16:
  case ValueType::I16:
    // LLVM's packed integer operands take inline floats as f32 bits, the plain ones as f16.
    return packedRegister ? ConstantType::B32 : ConstantType::B16;
  case ValueType::F16:
  case ValueType::X16:
    return ConstantType::F16;
  case ValueType::BF16:
    return ConstantType::BF16;
  case ValueType::B64:
    return ConstantType::B64;
  case ValueType::I64:
    return ConstantType::I64;
  case ValueType::F64:
  case ValueType::X64:
    return ConstantType::F64;
  default:
    return ConstantType::B32;
  }
}

bool dependsOnSingle(const VectorOp &op) {
  return op.dst == ValueType::F32 || llvm::is_contained(op.src, ValueType::F32);
}
bool dependsOnDouble(const VectorOp &op) {
  return llvm::any_of(
      llvm::ArrayRef<ValueType>{op.dst, op.src[0], op.src[1], op.src[2]}, [](ValueType type) {
        return type == ValueType::F16 || type == ValueType::F64 || type == ValueType::BF16;
      });
}

/// Decoding of one instruction whose operation is in the tables.
class OpDecoder {
public:
  OpDecoder(const DecodeInput &in, const VectorOp &op, DecodedInst &out)
      : in(in), op(op), out(out), fields(vectorFieldsOf(in)), numSources(op.numSources()) {}

  bool decode() {
    control.usesSingle = dependsOnSingle(op);
    control.usesDouble = dependsOnDouble(op);
    out.data = &op;
    if (!decodeFormat() || !decodeMasks())
      return false;
    dropModifiers();
    negateBothHalves();
    setControl(out, control);
    out.handler = handler();
    return true;
  }

private:
  bool decodeFormat() {
    switch (fields.format) {
    case VectorFormat::Vop1:
    case VectorFormat::Vop2:
    case VectorFormat::Vopc:
      return decodeShort();
    case VectorFormat::Vop3:
      return decodeVop3();
    case VectorFormat::Vop3p:
      return decodeVop3p();
    case VectorFormat::Vopd:
      return false;
    }
    return false;
  }

  bool isShort() const {
    return fields.format != VectorFormat::Vop3 && fields.format != VectorFormat::Vop3p;
  }
  /// gfx11's 32-bit encodings name halves of the first 128 registers in 8 bits.
  bool namesHalves(ValueType type) const {
    return in.gpu.isGfx11() && isShort() && is16Bit(type) && !(op.flags & opflag::packed);
  }

  bool setSource(unsigned index, unsigned encoding) {
    const ValueType type = op.src[index];
    const bool packedRegister = (op.flags & (opflag::packed | opflag::packedArgs)) != 0;
    Operand &operand = out.src[index];
    const Operand old = operand;
    if (encoding >= vectorEncoding && namesHalves(type)) {
      operand = decodeVectorReg(in, (encoding - vectorEncoding) & 0x7f);
      if (encoding & 0x80)
        operand.select = highHalf;
    } else {
      operand = decodeSource(in, encoding, constantTypeOf(type, packedRegister), fields.literal);
    }
    operand.neg = old.neg;
    operand.abs = old.abs;
    if (old.select)
      operand.select = old.select;
    if (operand.kind == OperandKind::None)
      return false;
    if (!operand.isVector())
      return wordsOf(type) <= 2;
    return fitsRegisters(operand, type);
  }
  bool fitsRegisters(const Operand &operand, ValueType type) const {
    const unsigned pair = op.flags & opflag::packed && !is16Bit(type) ? 2 : 1;
    return operand.index / in.waveSize + pair * wordsOf(type) <= numVgprs;
  }
  void setConstant(unsigned index) {
    out.src[index] = {};
    out.src[index].kind = OperandKind::Constant;
    out.src[index].value = fields.literal;
  }

  bool setVectorDest() {
    if (op.dst == ValueType::Mask)
      return true;
    Operand &dst = out.dst[0];
    bool high = false;
    if (namesHalves(op.dst)) {
      dst = decodeVectorReg(in, fields.vdst & 0x7f);
      high = (fields.vdst & 0x80) != 0;
    } else {
      dst = decodeVectorReg(in, fields.vdst);
    }
    if (is16Bit(op.dst) && !(op.flags & opflag::packed))
      setHalfDest(high);
    return fitsRegisters(dst, op.dst);
  }
  void setHalfDest(bool high) {
    control.dstBits = 16;
    control.dstShift = high ? 16 : 0;
    // gfx9 zeroes the other half, except in operations that exist as VOP3 alone (which are not the
    // legacy ones) and in v_fma_mix; RDNA always keeps it.
    const bool vop3Only = fields.format == VectorFormat::Vop3p ||
                          (fields.format == VectorFormat::Vop3 && fields.opcode >= firstVop3Only &&
                           !in.operation.contains("_legacy_"));
    const bool keeps = in.gpu.isGfx11() || high || vop3Only;
    control.unused = keeps ? Unused::Preserve : Unused::Zero;
  }

  /// The destination's old value as the last source.
  void accumulateIntoDest() {
    Operand &operand = out.src[numSources - 1];
    operand = out.dst[0];
    if (control.dstShift == 16)
      operand.select = highHalf;
  }

  //===--------------------------------------------------------------------===//
  // VOP1, VOP2, VOPC, with DPP and SDWA
  //===--------------------------------------------------------------------===//

  bool decodeShort() {
    unsigned src0 = fields.src[0];
    bool sdwaScalarSrc1 = false;
    if (src0 == dpp16Encoding) {
      decodeDpp16(in.words[1]);
      src0 = vectorEncoding + bitField(in.words[1], 0, 8);
      for (unsigned index = 0; index < 2; ++index) {
        out.src[index].neg = bitField(in.words[1], 20 + 2 * index, 1);
        out.src[index].abs = bitField(in.words[1], 21 + 2 * index, 1);
      }
      if (!findDppPattern(control.dppControl, in.gpu.isGfx9()))
        return false;
    } else if (in.gpu.isGfx11() && (src0 == dpp8Encoding || src0 == dpp8FetchInactive)) {
      decodeDpp8(in.words[1], src0);
      src0 = vectorEncoding + bitField(in.words[1], 0, 8);
    } else if (in.gpu.isGfx9() && src0 == sdwaEncoding) {
      sdwa = true;
      src0 = bitField(in.words[1], 0, 8) + (bitField(in.words[1], 23, 1) ? 0 : vectorEncoding);
      sdwaScalarSrc1 = bitField(in.words[1], 31, 1);
      if (!decodeSdwaSources())
        return false;
    }
    if (!setSource(0, src0) || !setVectorDest())
      return false;
    const unsigned src1 = sdwaScalarSrc1 ? fields.src[1] - vectorEncoding : fields.src[1];
    if (op.flags & opflag::mulK) {
      setConstant(1);
      if (!setSource(2, src1))
        return false;
    } else if (op.flags & opflag::addK) {
      if (!setSource(1, src1))
        return false;
      setConstant(2);
    } else {
      const unsigned explicitSources = numSources - (op.flags & opflag::accumulate ? 1 : 0);
      if (explicitSources > 2 || (explicitSources > 1 && !setSource(1, src1)))
        return false;
    }
    if (sdwa)
      decodeSdwaDest();
    if (op.flags & opflag::accumulate)
      accumulateIntoDest();
    return true;
  }

  void decodeDpp16(uint32_t word) {
    control.dpp = DppKind::Dpp16;
    control.dppControl = bitField(word, 8, 9);
    control.fetchInactive = in.gpu.isGfx11() && bitField(word, 18, 1);
    control.boundZero = bitField(word, 19, 1);
    control.bankMask = bitField(word, 24, 4) & 0xf;
    control.rowMask = bitField(word, 28, 4) & 0xf;
  }
  void decodeDpp8(uint32_t word, unsigned encoding) {
    control.dpp = DppKind::Dpp8;
    control.dppControl = bitField(word, 8, 24);
    control.fetchInactive = encoding == dpp8FetchInactive;
  }

  /// SDWA's selectors: bytes 0 to 3, words 0 and 1, the whole.
  static bool sdwaSelect(unsigned code, uint8_t &shift, uint8_t &bits) {
    if (code > 6)
      return false;
    if (code < 4) {
      shift = static_cast<uint8_t>(8 * code);
      bits = 8;
    } else {
      shift = code == 5 ? 16 : 0;
      bits = code == 6 ? 32 : 16;
    }
    return true;
  }
  bool decodeSdwaSources() {
    const uint32_t word = in.words[1];
    for (unsigned index = 0; index < 2; ++index) {
      SourceSelect select;
      if (!sdwaSelect(bitField(word, 16 + 8 * index, 3), select.shift, select.bits))
        return false;
      select.extend = bitField(word, 19 + 8 * index, 1) && select.bits != 32;
      out.src[index].select = select.encoded();
      out.src[index].neg = bitField(word, 20 + 8 * index, 1);
      out.src[index].abs = bitField(word, 21 + 8 * index, 1);
    }
    return true;
  }
  void decodeSdwaDest() {
    const uint32_t word = in.words[1];
    if (op.dst == ValueType::Mask)
      return;
    out.clamp = bitField(word, 13, 1);
    out.omod = bitField(word, 14, 2) & 3;
    uint8_t shift, bits;
    if (!sdwaSelect(bitField(word, 8, 3), shift, bits))
      return;
    if (bits == 32 && !is16Bit(op.dst))
      return;
    // A 16-bit result written as a dword is zero-extended.
    control.dstShift = shift;
    control.dstBits = bits == 32 ? 16 : bits;
    control.unused = bits == 32 ? Unused::Zero : static_cast<Unused>(bitField(word, 11, 2));
  }

  //===--------------------------------------------------------------------===//
  // VOP3
  //===--------------------------------------------------------------------===//

  bool hasScalarDest() const { return op.flags & opflag::writesMask; }

  bool decodeVop3() {
    const uint64_t bits = in.bits64();
    const unsigned opSel = hasScalarDest() ? 0 : bitField(bits, 11, 4);
    out.clamp = bitField(bits, 15, 1);
    const bool hasModifiers = !(op.flags & opflag::truthTable);
    if (hasModifiers)
      out.omod = bitField(bits, 59, 2) & 3;
    else
      control.control = static_cast<uint8_t>(bitField(bits, 61, 3) | bitField(bits, 8, 3) << 3 |
                                             bitField(bits, 59, 2) << 6);
    for (unsigned index = 0; index < numSources; ++index) {
      out.src[index].neg = hasModifiers && bitField(bits, 61 + index, 1);
      out.src[index].abs = hasModifiers && !hasScalarDest() && bitField(bits, 8 + index, 1);
      if (is16Bit(op.src[index]) && (opSel >> index & 1))
        out.src[index].select = highHalf;
    }
    unsigned src0 = fields.src[0];
    if (in.gpu.isGfx11() && src0 == dpp16Encoding) {
      decodeDpp16(in.words[2]);
      src0 = vectorEncoding + bitField(in.words[2], 0, 8);
      if (!findDppPattern(control.dppControl, /*gfx9=*/false))
        return false;
    } else if (in.gpu.isGfx11() && (src0 == dpp8Encoding || src0 == dpp8FetchInactive)) {
      decodeDpp8(in.words[2], src0);
      src0 = vectorEncoding + bitField(in.words[2], 0, 8);
    }
    const unsigned accumulated = op.flags & opflag::accumulate ? 1 : 0;
    for (unsigned index = 0; index + accumulated < numSources; ++index)
      if (!setSource(index, index ? fields.src[index] : src0))
        return false;
    if (!setVectorDest())
      return false;
    if (op.dst != ValueType::Mask && is16Bit(op.dst) && (opSel & 8))
      setHalfDest(/*high=*/true);
    if (op.flags & opflag::byteDest) {
      control.dstBits = 8;
      control.dstShift = static_cast<uint8_t>(8 * (opSel >> 2));
      control.unused = Unused::Preserve;
    }
    if (op.flags & opflag::accumulate)
      accumulateIntoDest();
    return true;
  }

  //===--------------------------------------------------------------------===//
  // VOP3P
  //===--------------------------------------------------------------------===//

  bool decodeVop3p() {
    const uint64_t bits = in.bits64();
    control.selLow = static_cast<uint8_t>(bitField(bits, 11, 3));
    control.selHigh = static_cast<uint8_t>(bitField(bits, 59, 2) | bitField(bits, 14, 1) << 2);
    control.negLow = static_cast<uint8_t>(bitField(bits, 61, 3));
    control.negHigh = static_cast<uint8_t>(bitField(bits, 8, 3));
    out.clamp = bitField(bits, 15, 1);
    if (op.flags & opflag::packedArgs) {
      const bool isHalves = in.operation.starts_with("v_dot2");
      const bool isInteger = op.dst == ValueType::B32;
      if (isInteger) { // neg_lo says which operands of v_dot*_i32_iu* are signed
        control.control = control.negLow & 3;
        control.negLow = control.negHigh = 0;
      }
      if (!isHalves) {
        control.selLow = 0;
        control.selHigh = 7;
      }
    }
    unsigned src0 = fields.src[0];
    if (in.gpu.isGfx11() && src0 == dpp16Encoding) {
      decodeDpp16(in.words[2]);
      src0 = vectorEncoding + bitField(in.words[2], 0, 8);
      if (!findDppPattern(control.dppControl, /*gfx9=*/false))
        return false;
    } else if (in.gpu.isGfx11() && (src0 == dpp8Encoding || src0 == dpp8FetchInactive)) {
      decodeDpp8(in.words[2], src0);
      src0 = vectorEncoding + bitField(in.words[2], 0, 8);
    }
    for (unsigned index = 0; index < numSources; ++index)
      if (!setMixSource(index, index ? fields.src[index] : src0))
        return false;
    if (!setVectorDest())
      return false;
    if ((op.flags & opflag::mix) && is16Bit(op.dst))
      setHalfDest(in.operation == "v_fma_mixhi_f16");
    return true;
  }
  /// v_fma_mix takes f16 constants where it takes f16 registers.
  bool setMixSource(unsigned index, unsigned encoding) {
    if (!setSource(index, encoding))
      return false;
    if ((op.flags & opflag::mix) && (control.selHigh >> index & 1) && encoding < vectorEncoding) {
      out.src[index] = decodeSource(in, encoding, ConstantType::F16, fields.literal);
    }
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Masks and modifiers
  //===--------------------------------------------------------------------===//

  Operand vcc() const {
    Operand operand;
    operand.kind = OperandKind::Scalar;
    operand.index = VccSlot;
    return operand;
  }

  bool decodeMasks() {
    const bool isVop3 = fields.format == VectorFormat::Vop3;
    if (op.flags & opflag::readsMask) {
      // v_div_fmas reads VCC always: its three sources leave no field.
      const bool inField = isVop3 && numSources < 3;
      out.src[3] = inField ? decodeSource(in, fields.src[numSources],
                                          in.waveSize == 64 ? ConstantType::B64 : ConstantType::B32,
                                          fields.literal)
                           : vcc();
      if (out.src[3].kind == OperandKind::None || out.src[3].isVector())
        return false;
    }
    if (op.dst == ValueType::Mask) {
      out.dst[1] = vcc();
      if (isVop3)
        out.dst[1] = scalarInVdst(in, fields);
      else if (sdwa && bitField(in.words[1], 15, 1))
        out.dst[1] = decodeScalarDest(in, bitField(in.words[1], 8, 7));
      if (out.dst[1].kind == OperandKind::None)
        return false;
      // RDNA's v_cmpx writes EXEC alone, GCN's its mask destination too.
      if ((op.flags & opflag::writesExec) && in.gpu.isGfx11())
        out.dst[1].index = SinkSlot;
      out.clamp = false;
    } else if (hasScalarDest()) {
      out.dst[1] = isVop3 ? decodeScalarDest(in, bitField(in.words[0], 8, 7)) : vcc();
    }
    return true;
  }

  /// LLVM's assembler takes modifiers that make no difference: neg and abs of an integer (a mask of
  /// classes), a clamp of what cannot exceed its range, omod of anything but a float.
  void dropModifiers() {
    for (unsigned index = 0; index < numSources; ++index) {
      const bool isHalves = op.flags & opflag::halves && op.src[index] == ValueType::B32;
      if (!isFloat(op.src[index]) && !isHalves)
        out.src[index].neg = out.src[index].abs = false;
    }
    const bool isOneFloat = op.dst == ValueType::F16 || op.dst == ValueType::F32 ||
                            op.dst == ValueType::F64 || op.dst == ValueType::BF16;
    out.clamp = out.clamp && (isOneFloat || op.saturating);
    if (!isOneFloat)
      out.omod = 0;
  }

  /// v_pk_fmac_f16 has neg and abs of both halves where VOP3P has neg_lo and neg_hi.
  void negateBothHalves() {
    if (!(op.flags & opflag::packed) || fields.format == VectorFormat::Vop3p)
      return;
    for (unsigned index = 0; index < numSources; ++index)
      if (out.src[index].neg) {
        control.negLow |= static_cast<uint8_t>(1u << index);
        control.negHigh |= static_cast<uint8_t>(1u << index);
      }
  }

  bool isPlain() const {
    if (control.dpp != DppKind::None || sdwa || out.clamp || out.omod || is16Bit(op.dst) ||
        (op.flags & (opflag::packed | opflag::mix | opflag::byteDest)))
      return false;
    if ((op.flags & opflag::packedArgs) &&
        (control.selLow || control.selHigh != 7 || control.negLow || control.negHigh))
      return false;
    for (unsigned index = 0; index < numSources; ++index)
      if (is16Bit(op.src[index]) || out.src[index].neg || out.src[index].abs ||
          out.src[index].select)
        return false;
    return true;
  }

  bool isLight() const {
    const auto isLightType = [](ValueType type) { return is16Bit(type) || wordsOf(type) == 1; };
    if (control.dpp != DppKind::None || sdwa || out.clamp || out.omod ||
        (op.flags & (opflag::packedArgs | opflag::byteDest | opflag::halves)) ||
        (op.dst != ValueType::Mask && !isLightType(op.dst)))
      return false;
    for (unsigned index = 0; index < numSources; ++index)
      if (!isLightType(op.src[index]) || (op.flags & opflag::packed && out.src[index].abs))
        return false;
    return true;
  }
  Handler handler() const {
    const VectorHandlers &handlers = vectorHandlers();
    if (isPlain())
      return handlers.plain;
    if (!isLight())
      return handlers.general;
    return op.flags & opflag::packed && is16Bit(op.dst) ? handlers.packed : handlers.light;
  }

  static constexpr uint8_t highHalf = 2 | 16; // SourceSelect{16, 16}.encoded()

  const DecodeInput &in;
  const VectorOp &op;
  DecodedInst &out;
  const VectorFields fields;
  const unsigned numSources;
  VectorControl control;
  bool sdwa = false;
};

//===----------------------------------------------------------------------===//
// VOPD
//===----------------------------------------------------------------------===//

using OpPair = std::array<const VectorOp *, 2>;

/// A place that holds the two operations, for DecodedInst::data.
const OpPair *findPair(llvm::StringRef x, llvm::StringRef y) {
  static constexpr llvm::StringLiteral names[] = {
      "fmac_f32",        "fmaak_f32",        "fmamk_f32", "mul_f32",     "add_f32",
      "sub_f32",         "subrev_f32",       "mov_b32",   "cndmask_b32", "max_f32",
      "min_f32",         "mul_dx9_zero_f32", "and_b32",   "lshlrev_b32", "add_nc_u32",
      "dot2acc_f32_f16", "dot2acc_f32_bf16"};
  constexpr size_t count = std::size(names);
  static const std::array<OpPair, count * count> pairs = [] {
    std::array<OpPair, count * count> all{};
    for (size_t first = 0; first < count; ++first)
      for (size_t second = 0; second < count; ++second)
        all[first * count + second] = {findVectorOp(("v_" + names[first]).str()),
                                       findVectorOp(("v_" + names[second]).str())};
    return all;
  }();
  const auto *first = llvm::find(names, x), *second = llvm::find(names, y);
  if (first == std::end(names) || second == std::end(names))
    return nullptr;
  return &pairs[static_cast<size_t>(first - names) * count + static_cast<size_t>(second - names)];
}

bool decodePair(const DecodeInput &in, DecodedInst &out) {
  auto [x, y] = in.operation.split(" :: ");
  if (!x.consume_front("v_dual_") || !y.consume_front("v_dual_") || in.waveSize != 32)
    return false;
  const OpPair *pair = findPair(x, y);
  if (!pair)
    return false;
  const uint64_t bits = in.bits64();
  const unsigned vdstX = bitField(bits, 56, 8);
  // Y's destination has the other parity; its low bit is not stored.
  const unsigned vdst[] = {vdstX, bitField(bits, 49, 7) << 1 | (~vdstX & 1)};
  const unsigned src0[] = {bitField(bits, 0, 9), bitField(bits, 32, 9)};
  const unsigned vsrc1[] = {bitField(bits, 9, 8), bitField(bits, 41, 8)};
  const uint32_t literal = in.words[2];
  VectorControl control;
  for (unsigned half = 0; half < 2; ++half) {
    const VectorOp &op = *(*pair)[half];
    Operand *src = &out.src[size_t{3} * half];
    out.dst[half] = decodeVectorReg(in, vdst[half]);
    src[0] = decodeSource(in, src0[half], ConstantType::B32, literal);
    if (src[0].kind == OperandKind::None)
      return false;
    const Operand second = decodeVectorReg(in, vsrc1[half]);
    Operand constant;
    constant.kind = OperandKind::Constant;
    constant.value = literal;
    src[1] = op.flags & opflag::mulK ? constant : second;
    if (op.flags & opflag::mulK)
      src[2] = second;
    else if (op.flags & opflag::addK)
      src[2] = constant;
    else if (op.flags & opflag::accumulate)
      src[2] = out.dst[half];
    control.usesSingle |= dependsOnSingle(op);
    control.usesDouble |= dependsOnDouble(op);
  }
  out.data = static_cast<const void *>(pair->data());
  setControl(out, control);
  out.handler = vectorHandlers().pair;
  return true;
}

} // namespace

bool decodeOperation(const DecodeInput &in, const VectorOp &op, DecodedInst &out) {
  return OpDecoder(in, op, out).decode();
}

bool decodeVector(const DecodeInput &in, DecodedInst &out) {
  if (in.operation.contains(" :: "))
    return decodePair(in, out);
  if (decodeLaneOp(in, out) || decodeWmma(in, out) || decodeMfma(in, out) || decodeScaleOp(in, out))
    return true;
  const VectorOp *op = findVectorOp(in.operation);
  return op && decodeOperation(in, *op, out);
}

} // namespace rocke::sim
