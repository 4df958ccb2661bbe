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
  if (!kind.consume_front("v_accvgpr_") || !in.gpu.hasAgprs)
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

} // namespace

bool decodeMfma(const DecodeInput &in, DecodedInst &out) { return decodeAccumulatorMove(in, out); }

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
