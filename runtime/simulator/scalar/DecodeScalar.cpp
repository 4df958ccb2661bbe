//===- DecodeScalar.cpp - The scalar encodings -----------------------------===//
//
// SOP2, SOPK, SOP1, SOPC and SOPP have the same layout in both families.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"

namespace rocke::sim {

namespace {
constexpr uint32_t sop1Prefix = 0b101111101, sopcPrefix = 0b101111110, soppPrefix = 0b101111111;
constexpr uint32_t sopkPrefix = 0b1011, sop2Prefix = 0b10;

uint32_t bits(uint32_t word, unsigned low, unsigned width) {
  return word >> low & ((1u << width) - 1);
}

bool isSource(const Operand &operand) { return operand.kind != OperandKind::None; }

// The scalar operation, whichever table has it.
const ScalarOp *find(const DecodeInput &in, const ScalarOp *(*table)(llvm::StringRef)) {
  if (const ScalarOp *op = table(in.operation))
    return op;
  return in.gpu.hasScalarFloat ? findScalarFloat(in.operation) : nullptr;
}
} // namespace

bool decodeScalar(const DecodeInput &in, DecodedInst &out) {
  uint32_t word = in.words[0];
  uint32_t literal = in.words[1];
  uint32_t prefix9 = word >> 23;
  const ScalarOp *op = nullptr;
  if (prefix9 == soppPrefix) {
    op = findSopp(in.operation);
    out.imm[0] = static_cast<int16_t>(word);
  } else if (prefix9 == sopcPrefix) {
    op = find(in, findSopc);
    if (op) {
      out.src[0] = decodeSource(in, bits(word, 0, 8), op->src0, literal);
      out.src[1] = decodeSource(in, bits(word, 8, 8), op->src1, literal);
      if (!isSource(out.src[0]) || !isSource(out.src[1]))
        return false;
    }
  } else if (prefix9 == sop1Prefix) {
    op = find(in, findSop1);
    if (op) {
      out.dst[0] = decodeScalarDest(in, bits(word, 16, 7));
      out.src[0] = decodeSource(in, bits(word, 0, 8), op->src0, literal);
      out.imm[0] = bits(word, 0, 8);
      if (!isSource(out.dst[0]) || !(isSource(out.src[0]) || op->isMessage))
        return false;
    }
  } else if (word >> 28 == sopkPrefix) {
    op = findSopk(in.operation);
    out.dst[0] = decodeScalarDest(in, bits(word, 16, 7));
    out.imm = {static_cast<int16_t>(word), literal};
    if (!isSource(out.dst[0]))
      return false;
  } else if (word >> 30 == sop2Prefix) {
    op = find(in, findSop2);
    if (op) {
      out.dst[0] = decodeScalarDest(in, bits(word, 16, 7));
      out.src[0] = decodeSource(in, bits(word, 0, 8), op->src0, literal);
      out.src[1] = decodeSource(in, bits(word, 8, 8), op->src1, literal);
      out.imm[0] = literal; // s_fmaak, s_fmamk
      if (!isSource(out.dst[0]) || !isSource(out.src[0]) || !isSource(out.src[1]))
        return false;
    }
  }
  if (!op)
    return false;
  out.handler = op->handler;
  return true;
}

} // namespace rocke::sim
