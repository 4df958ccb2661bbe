//===- DecodeMatrix.cpp - Matrix instructions ------------------------------===//
#include "Encoding.h"
#include "MatrixInst.h"
#include "VectorInst.h"

namespace rocke::sim {

namespace {

constexpr unsigned numVgprs = 256;

struct WmmaOp {
  llvm::StringLiteral name;
  WmmaKind kind;
  ConstantType constant; ///< of C
  unsigned abRegisters;
};
constexpr WmmaOp wmmaOps[] = {
    {"v_wmma_f32_16x16x16_f16", WmmaKind::F32F16, ConstantType::B32, 8},
    {"v_wmma_f32_16x16x16_bf16", WmmaKind::F32BF16, ConstantType::B32, 8},
    {"v_wmma_f16_16x16x16_f16", WmmaKind::F16F16, ConstantType::F16, 8},
    {"v_wmma_bf16_16x16x16_bf16", WmmaKind::BF16BF16, ConstantType::BF16, 8},
    {"v_wmma_i32_16x16x16_iu8", WmmaKind::I32I8, ConstantType::B32, 4},
    {"v_wmma_i32_16x16x16_iu4", WmmaKind::I32I4, ConstantType::B32, 2},
};

bool fits(const DecodeInput &in, const Operand &operand, unsigned registers) {
  return operand.isVector() && operand.index / in.waveSize + registers <= numVgprs;
}

/// v_accvgpr_read, _write and _mov: moves between the two register files.
bool decodeAccumulatorMove(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef kind = in.operation;
  if (!kind.consume_front("v_accvgpr_"))
    return false;
  const VectorFields fields = vectorFieldsOf(in);
  const bool fromAgpr = kind != "write_b32", toAgpr = kind != "read_b32";
  out.dst[0] = decodeVectorReg(in, fields.vdst, toAgpr);
  out.src[0] = fromAgpr ? decodeVectorReg(in, fields.src[0] & 0xff, true)
                        : decodeSource(in, fields.src[0], ConstantType::B32, fields.literal);
  if (out.src[0].kind == OperandKind::None || (fromAgpr && fields.src[0] < vectorEncoding))
    return false;
  out.data = findVectorOp(in.operation);
  setControl(out, VectorControl{});
  out.handler = vectorHandlers().plain;
  return true;
}

/// The formats that cbsz (A) and blgp (B) choose in the f8f6f4 instructions.
bool f8f6f4Type(unsigned code, MfmaType &type) {
  constexpr MfmaType types[] = {MfmaType::FP8, MfmaType::BF8, MfmaType::FP6, MfmaType::BF6,
                                MfmaType::FP4};
  if (code >= std::size(types))
    return false;
  type = types[code];
  return true;
}

void nop(Wavefront &, const DecodedInst &) {}

/// The scales of the f8f6f4 instruction that follows. The two are decoded as one; what stands alone
/// has nothing after it that takes scales (ABID says so in an f8f6f4), and does nothing.
bool decodeLoneScale(const DecodeInput &in, DecodedInst &out) {
  const VectorFields fields = vectorFieldsOf(in);
  for (unsigned index = 0; index < 2; ++index) {
    out.src[index] = decodeSource(in, fields.src[index], ConstantType::B32, 0);
    if (out.src[index].kind == OperandKind::None)
      return false;
  }
  out.handler = nop;
  return true;
}

/// A register tuple of an MFMA, in either file, or a constant.
Operand matrixOperand(const DecodeInput &in, unsigned encoding, bool agpr, ConstantType constant) {
  if (encoding >= vectorEncoding)
    return decodeVectorReg(in, encoding - vectorEncoding, agpr);
  return decodeSource(in, encoding, constant, 0);
}
bool fitsFile(const Operand &operand, unsigned registers) {
  return operand.isVector() && operand.index / 64 % numVgprs + registers <= numVgprs;
}

bool decodeMatrixOp(const DecodeInput &in, const MfmaOp &op, DecodedInst &out) {
  if ((op.gfx950 && !in.gpu.hasScaledMfma) || (op.gfx942 && in.gpu.hasScaledMfma))
    return false;
  MfmaControl control{};
  control.scaled = in.operation.starts_with("v_mfma_scale_");
  // A scaled MFMA is two encodings: the scales, then the operation.
  const unsigned first = control.scaled ? 2 : 0;
  const uint64_t bits = in.words[first] | static_cast<uint64_t>(in.words[first + 1]) << 32;
  const unsigned cbsz = bitField(bits, 8, 3), abid = bitField(bits, 11, 4),
                 blgp = bitField(bits, 61, 3);
  control.aType = op.a;
  control.bType = op.b;
  control.ocp = in.gpu.hasScaledMfma;
  control.dealt = in.operation.ends_with("_f8f6f4");
  if (control.dealt) {
    if (!f8f6f4Type(cbsz, control.aType) || !f8f6f4Type(blgp, control.bType))
      return false;
  } else if (op.c == MfmaType::F64) {
    control.negate = static_cast<uint8_t>(blgp);
  } else {
    // One that exceeds the blocks serves them all; SMFMAC's has another meaning.
    const unsigned largest =
        op.sparse ? cbsz : static_cast<unsigned>(std::bit_width(op.blocks)) - 1;
    control.broadcastSize = static_cast<uint8_t>(std::min(cbsz, largest));
    control.broadcastId = static_cast<uint8_t>(abid);
    control.lanePattern = static_cast<uint8_t>(blgp);
  }
  if (control.scaled) {
    const uint64_t scales = in.bits64();
    const auto scale = [&](unsigned encoding) {
      return decodeSource(in, encoding, ConstantType::B32, 0);
    };
    out.src[4] = scale(bitField(scales, 32, 9));
    out.src[5] = scale(bitField(scales, 41, 9));
    if (out.src[4].kind == OperandKind::None || out.src[5].kind == OperandKind::None)
      return false;
    control.scaleByteA =
        static_cast<uint8_t>(bitField(scales, 11, 1) | bitField(scales, 59, 1) << 1);
    control.scaleByteB =
        static_cast<uint8_t>(bitField(scales, 12, 1) | bitField(scales, 60, 1) << 1);
  }

  const unsigned elements = op.m * op.k * op.blocks / 64;
  const unsigned aRegisters = (elements * bitsOf(control.aType) / (op.sparse ? 2 : 1) + 31) / 32;
  const unsigned bRegisters = (elements * bitsOf(control.bType) + 31) / 32;
  const unsigned cRegisters = op.m * op.m * op.blocks / 64 * bitsOf(op.c) / 32;
  const bool accumulatorCD = bitField(bits, 15, 1);
  const ConstantType constant = op.c == MfmaType::F64 ? ConstantType::F64 : ConstantType::B32;
  out.dst[0] = decodeVectorReg(in, bitField(bits, 0, 8), accumulatorCD);
  out.src[0] = matrixOperand(in, bitField(bits, 32, 9), bitField(bits, 59, 1), constant);
  out.src[1] = matrixOperand(in, bitField(bits, 41, 9), bitField(bits, 60, 1), constant);
  if (!fitsFile(out.dst[0], cRegisters) || !fitsFile(out.src[0], aRegisters) ||
      !fitsFile(out.src[1], bRegisters))
    return false;
  const unsigned src2 = bitField(bits, 50, 9);
  if (op.sparse) {
    out.src[2] = matrixOperand(in, src2, false, constant);
    out.src[3] = out.dst[0];
    if (!out.src[2].isVector())
      return false;
    out.handler = mfmaHandlers().sparse;
  } else {
    out.src[2] = matrixOperand(in, src2, accumulatorCD, constant);
    if (out.src[2].isVector() ? !fitsFile(out.src[2], cRegisters) : !out.src[2].isConstant())
      return false;
    out.handler = op.c == MfmaType::F64 ? mfmaHandlers().dense64 : mfmaHandlers().dense;
  }
  out.data = &op;
  out.imm = std::bit_cast<decltype(out.imm)>(control);
  return true;
}

} // namespace

bool decodeMfma(const DecodeInput &in, DecodedInst &out) {
  if (!in.gpu.hasAgprs)
    return false;
  if (in.operation == "v_mfma_ld_scale_b32" && in.gpu.hasScaledMfma)
    return decodeLoneScale(in, out);
  if (const MfmaOp *op = findMfmaOp(in.operation))
    return decodeMatrixOp(in, *op, out);
  return decodeAccumulatorMove(in, out);
}

bool decodeWmma(const DecodeInput &in, DecodedInst &out) {
  for (const WmmaOp &op : wmmaOps) {
    if (in.operation != op.name || !in.gpu.isGfx11())
      continue;
    const VectorFields fields = vectorFieldsOf(in);
    const unsigned cRegisters = 256 / in.waveSize;
    out.dst[0] = decodeVectorReg(in, fields.vdst);
    out.src[0] = decodeSource(in, fields.src[0], ConstantType::B32, 0);
    out.src[1] = decodeSource(in, fields.src[1], ConstantType::B32, 0);
    out.src[2] = decodeSource(in, fields.src[2], op.constant, 0);
    if (!fits(in, out.dst[0], cRegisters) || !fits(in, out.src[0], op.abRegisters) ||
        !fits(in, out.src[1], op.abRegisters) ||
        (out.src[2].isVector() ? !fits(in, out.src[2], cRegisters) : !out.src[2].isConstant()))
      return false;
    const uint64_t bits = in.bits64();
    WmmaControl control{};
    control.negLow = static_cast<uint8_t>(bitField(bits, 61, 3));
    control.negHigh = static_cast<uint8_t>(bitField(bits, 8, 3));
    control.highHalf = bitField(bits, 13, 1);
    out.imm = std::bit_cast<decltype(out.imm)>(control);
    out.clamp = bitField(bits, 15, 1);
    out.handler = wmmaHandler(op.kind);
    return true;
  }
  return false;
}

} // namespace rocke::sim
