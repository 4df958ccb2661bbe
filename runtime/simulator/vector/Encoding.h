//===- Encoding.h - Fields of the vector encodings --------------*- C++ -*-===//
//
// The bit fields of VOP1, VOP2, VOPC, VOP3, VOP3P, VOPD, DPP and SDWA, as the "Microcode formats"
// chapters of the RDNA3 and CDNA3 manuals lay them out.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_ENCODING_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_ENCODING_H

#include "../Decode.h"
#include <cstdint>

namespace rocke::sim {

enum class VectorFormat : uint8_t { Vop1, Vop2, Vopc, Vop3, Vop3p, Vopd };

inline constexpr unsigned dpp16Encoding = 250, dpp8Encoding = 233, dpp8FetchInactive = 234,
                          sdwaEncoding = 249, literalEncoding = 255, vectorEncoding = 256;

constexpr uint32_t bitField(uint64_t word, unsigned at, unsigned width) {
  return static_cast<uint32_t>(word >> at & ((uint64_t{1} << width) - 1));
}

inline VectorFormat formatOf(const DecodeInput &in) {
  const uint32_t word = in.words[0];
  if (in.gpu.isGfx11()) {
    if (word >> 26 == 0x35)
      return VectorFormat::Vop3;
    if (word >> 24 == 0xcc)
      return VectorFormat::Vop3p;
    if (word >> 26 == 0x32)
      return VectorFormat::Vopd;
  } else {
    if (word >> 23 == 0x1a7)
      return VectorFormat::Vop3p;
    if (word >> 26 == 0x34)
      return VectorFormat::Vop3;
  }
  if (word >> 25 == 0x3f)
    return VectorFormat::Vop1;
  return word >> 25 == 0x3e ? VectorFormat::Vopc : VectorFormat::Vop2;
}

/// The fields that the formats share, each where the format has it.
struct VectorFields {
  VectorFormat format;
  unsigned src[3];  ///< 9-bit source encodings; VOP1 has one, VOP2 and VOPC two
  unsigned vdst;    ///< 8 bits; VOP3's compares have their scalar destination here
  unsigned opcode;  ///< gfx9's VOP3 opcode
  uint32_t literal; ///< the dword after the encoding
};

inline VectorFields vectorFieldsOf(const DecodeInput &in) {
  VectorFields fields{};
  fields.format = formatOf(in);
  const uint64_t bits = in.bits64();
  switch (fields.format) {
  case VectorFormat::Vop1:
  case VectorFormat::Vop2:
  case VectorFormat::Vopc:
    fields.src[0] = bitField(bits, 0, 9);
    fields.src[1] = vectorEncoding + bitField(bits, 9, 8);
    fields.vdst = bitField(bits, 17, 8);
    fields.literal = in.words[1];
    break;
  case VectorFormat::Vop3:
  case VectorFormat::Vop3p:
  case VectorFormat::Vopd:
    fields.src[0] = bitField(bits, 32, 9);
    fields.src[1] = bitField(bits, 41, 9);
    fields.src[2] = bitField(bits, 50, 9);
    fields.vdst = bitField(bits, 0, 8);
    fields.opcode = bitField(bits, 16, 10);
    fields.literal = in.words[2];
    break;
  }
  return fields;
}

/// A scalar destination that stands in the VGPR destination's field (v_readlane and its like). None
/// if the field has something else.
inline Operand scalarInVdst(const DecodeInput &in, const VectorFields &fields) {
  constexpr unsigned numScalars = 128;
  return fields.vdst < numScalars ? decodeScalarDest(in, fields.vdst) : Operand{};
}

struct VectorOp;
/// Decodes an instruction as if its operation were `op`.
bool decodeOperation(const DecodeInput &in, const VectorOp &op, DecodedInst &out);

/// Instructions whose operation is more than a kernel; each returns false for what it does not
/// know.
bool decodeLaneOp(const DecodeInput &in, DecodedInst &out);
bool decodeWmma(const DecodeInput &in, DecodedInst &out);
bool decodeMfma(const DecodeInput &in, DecodedInst &out);
bool decodeScaleOp(const DecodeInput &in, DecodedInst &out);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_ENCODING_H
