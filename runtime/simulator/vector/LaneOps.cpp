//===- LaneOps.cpp - Moves across lanes and by register index --------------===//
#include "../Wavefront.h"
#include "Encoding.h"
#include "VectorInst.h"
#include "llvm/ADT/StringSwitch.h"
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace rocke::sim {

namespace {

constexpr unsigned numVgprs = 256;

bool isActive(uint64_t exec, unsigned lane) { return (exec >> lane & 1) != 0; }

uint32_t laneValue(const Wavefront &wave, const Operand &operand, unsigned lane) {
  return operand.isVector() ? wave.vgprs[operand.index + lane] : wave.scalar32(operand);
}

void nop(Wavefront &, const DecodedInst &) {}
void illegal(Wavefront &wave, const DecodedInst &) { wave.fault("an illegal instruction"); }

//===----------------------------------------------------------------------===//
// One lane and a scalar. EXEC does not matter.
//===----------------------------------------------------------------------===//

void readLane(Wavefront &wave, const DecodedInst &inst) {
  const unsigned lane = wave.scalar32(inst.src[1]) & (wave.waveSize - 1);
  wave.sgpr[inst.dst[0].index] = laneValue(wave, inst.src[0], lane);
}

void readFirstLane(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  const unsigned lane = exec ? static_cast<unsigned>(std::countr_zero(exec)) : 0;
  wave.sgpr[inst.dst[0].index] = laneValue(wave, inst.src[0], lane);
}

void writeLane(Wavefront &wave, const DecodedInst &inst) {
  const unsigned lane = wave.scalar32(inst.src[1]) & (wave.waveSize - 1);
  wave.vgprs[inst.dst[0].index + lane] = wave.scalar32(inst.src[0]);
}

//===----------------------------------------------------------------------===//
// Permutations of lanes
//===----------------------------------------------------------------------===//

// imm of the permlane instructions: op_sel's two bits.
constexpr int64_t fetchInactiveBit = 1, boundControlBit = 2;

/// Lane `source`'s value as lane permutes see it: an inactive source gives its value (FI), zero
/// (BOUND_CTRL) or leaves the destination as it was.
void permuteInto(uint32_t &to, const uint32_t *from, unsigned source, uint64_t exec,
                 int64_t options) {
  if (isActive(exec, source) || (options & fetchInactiveBit))
    to = from[source];
  else if (options & boundControlBit)
    to = 0;
}

template <bool otherRow> void permlane16(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t selectors =
      wave.scalar32(inst.src[1]) | static_cast<uint64_t>(wave.scalar32(inst.src[2])) << 32;
  const uint64_t exec = wave.exec();
  uint32_t from[64];
  std::memcpy(from, wave.vgprs + inst.src[0].index, wave.waveSize * sizeof(uint32_t));
  uint32_t *to = wave.vgprs + inst.dst[0].index;
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    if (!isActive(exec, lane))
      continue;
    const unsigned row = (lane & ~15u) ^ (otherRow ? 16 : 0);
    const unsigned source = row | (selectors >> (4 * (lane & 15)) & 15);
    permuteInto(to[lane], from, source, exec, inst.imm[0]);
  }
}

/// Exchanges the halves of a wave64; in wave32 it does nothing.
void permlane64(Wavefront &wave, const DecodedInst &inst) {
  if (wave.waveSize != 64)
    return;
  const uint64_t exec = wave.exec();
  uint32_t from[64];
  std::memcpy(from, wave.vgprs + inst.src[0].index, sizeof(from));
  uint32_t *to = wave.vgprs + inst.dst[0].index;
  for (unsigned lane = 0; lane < 64; ++lane)
    if (isActive(exec, lane))
      to[lane] = from[lane ^ 32];
}

/// v_permlane16_swap and v_permlane32_swap: the odd rows of the destination change places with the
/// even rows of the source; a row has `distance` lanes.
template <unsigned distance> void permlaneSwap(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  uint32_t oldDst[64], oldSrc[64];
  uint32_t *dst = wave.vgprs + inst.dst[0].index, *src = wave.vgprs + inst.src[0].index;
  std::memcpy(oldDst, dst, sizeof(oldDst));
  std::memcpy(oldSrc, src, sizeof(oldSrc));
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (!isActive(exec, lane))
      continue;
    const unsigned partner = lane ^ distance;
    if (lane & distance)
      permuteInto(dst[lane], oldSrc, partner, exec, inst.imm[0]);
    else
      permuteInto(src[lane], oldDst, partner, exec, inst.imm[0]);
  }
}

//===----------------------------------------------------------------------===//
// Exchanges and indexed moves within a lane
//===----------------------------------------------------------------------===//

void swap32(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  uint32_t *a = wave.vgprs + inst.dst[0].index, *b = wave.vgprs + inst.src[0].index;
  for (unsigned lane = 0; lane < wave.waveSize; ++lane)
    if (isActive(exec, lane))
      std::swap(a[lane], b[lane]);
}

// Operand::select of v_swap_b16: the shift of the half.
void swap16(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  const unsigned aShift = inst.dst[0].select, bShift = inst.src[0].select;
  uint32_t *a = wave.vgprs + inst.dst[0].index, *b = wave.vgprs + inst.src[0].index;
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    if (!isActive(exec, lane))
      continue;
    const uint32_t aHalf = a[lane] >> aShift & 0xffff, bHalf = b[lane] >> bShift & 0xffff;
    a[lane] = (a[lane] & ~(0xffffu << aShift)) | bHalf << aShift;
    b[lane] = (b[lane] & ~(0xffffu << bShift)) | aHalf << bShift;
  }
}

/// Word index of the register `offset` rows after an operand; false after a fault.
bool indexedRow(Wavefront &wave, const Operand &operand, uint32_t offset, uint32_t &index) {
  const uint64_t row = operand.index / wave.waveSize + uint64_t{offset};
  if (!wave.allocated.hasVgpr(row)) {
    wave.fault(fmt::format("M0 = {:#x} indexes v{}, but the kernel was given {} VGPRs", wave.m0(),
                           row, wave.allocated.vgprs));
    return false;
  }
  index = static_cast<uint32_t>(row) * wave.waveSize;
  return true;
}

/// v_movrel*: M0 (or one of its halves) is added to the register numbers.
struct IndexedMove {
  bool indexSource, indexDest, splitM0, exchange;
};
/// False after a fault.
template <IndexedMove kind> bool moveOperands(Wavefront &wave, Operand &src, Operand &dst) {
  const uint32_t m0 = wave.m0();
  const uint32_t srcOffset = kind.splitM0 ? m0 & 0x3ff : m0;
  const uint32_t dstOffset = kind.splitM0 ? m0 >> 16 & 0x3ff : m0;
  return (!kind.indexSource || indexedRow(wave, src, srcOffset, src.index)) &&
         (!kind.indexDest || indexedRow(wave, dst, dstOffset, dst.index));
}
template <IndexedMove kind> void moveRelative(Wavefront &wave, const DecodedInst &inst) {
  Operand src = inst.src[0], dst = inst.dst[0];
  if (!moveOperands<kind>(wave, src, dst))
    return;
  const uint64_t exec = wave.exec();
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    if (!isActive(exec, lane))
      continue;
    uint32_t &to = wave.vgprs[dst.index + lane];
    if constexpr (kind.exchange)
      std::swap(to, wave.vgprs[src.index + lane]);
    else
      to = laneValue(wave, src, lane);
  }
}
/// With DPP they are v_mov_b32 with other registers.
template <IndexedMove kind> void moveRelativeDpp(Wavefront &wave, const DecodedInst &inst) {
  DecodedInst moved = inst;
  if (moveOperands<kind>(wave, moved.src[0], moved.dst[0]))
    vectorHandlers().general(wave, moved);
}

// imm[0] of v_pk_mov_b32: which register of the first and of the second source.
void packedMove(Wavefront &wave, const DecodedInst &inst) {
  const uint64_t exec = wave.exec();
  uint32_t *to = wave.vgprs + inst.dst[0].index;
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    if (!isActive(exec, lane))
      continue;
    uint32_t values[2];
    for (unsigned index = 0; index < 2; ++index) {
      const Operand &operand = inst.src[index];
      const unsigned word = inst.imm[0] >> index & 1;
      values[index] = operand.isVector()
                          ? wave.vgprs[operand.index + word * wave.waveSize + lane]
                          : (operand.kind == OperandKind::Scalar ? wave.sgpr[operand.index + word]
                                                                 : wave.scalar32(operand));
    }
    to[lane] = values[0];
    to[wave.waveSize + lane] = values[1];
  }
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

enum class Shape : uint8_t {
  None,       ///< no operands
  ReadLane,   ///< scalar destination, vector source, lane
  FirstLane,  ///< scalar destination, vector source
  WriteLane,  ///< vector destination, scalar source, lane
  Permlane16, ///< vector destination and source, two scalar selectors
  Move,       ///< vector destination, source
  Exchange,   ///< two vector registers
  Exchange16, ///< two halves of vector registers
  PackedMove, ///< pairs
};
struct LaneOp {
  Handler handler = nullptr;
  Shape shape = Shape::None;
  Handler dpp = nullptr; ///< where there is a form with DPP
};
/// v_movrel*: a plain and a DPP form.
template <IndexedMove kind> constexpr LaneOp relativeMove(Shape shape) {
  return {moveRelative<kind>, shape, moveRelativeDpp<kind>};
}

LaneOp findLaneOp(llvm::StringRef name) {
  using Result = LaneOp;
  return llvm::StringSwitch<Result>(name)
      .Cases({"v_nop", "v_pipeflush", "v_clrexcp"}, {nop, Shape::None})
      .Case("v_illegal", {illegal, Shape::None})
      .Case("v_readlane_b32", {readLane, Shape::ReadLane})
      .Case("v_readfirstlane_b32", {readFirstLane, Shape::FirstLane})
      .Case("v_writelane_b32", {writeLane, Shape::WriteLane})
      .Case("v_permlane16_b32", {permlane16<false>, Shape::Permlane16})
      .Case("v_permlanex16_b32", {permlane16<true>, Shape::Permlane16})
      .Case("v_permlane64_b32", {permlane64, Shape::Exchange})
      .Case("v_permlane16_swap_b32", {permlaneSwap<16>, Shape::Exchange})
      .Case("v_permlane32_swap_b32", {permlaneSwap<32>, Shape::Exchange})
      .Case("v_swap_b32", {swap32, Shape::Exchange})
      .Case("v_swap_b16", {swap16, Shape::Exchange16})
      .Case("v_swaprel_b32", {moveRelative<IndexedMove{true, true, true, true}>, Shape::Exchange})
      .Case("v_movreld_b32", relativeMove<IndexedMove{false, true, false, false}>(Shape::Move))
      .Case("v_movrels_b32", relativeMove<IndexedMove{true, false, false, false}>(Shape::Exchange))
      .Case("v_movrelsd_b32", relativeMove<IndexedMove{true, true, false, false}>(Shape::Exchange))
      .Case("v_movrelsd_2_b32", relativeMove<IndexedMove{true, true, true, false}>(Shape::Exchange))
      .Case("v_pk_mov_b32", {packedMove, Shape::PackedMove})
      .Default({});
}

} // namespace

bool decodeLaneOp(const DecodeInput &in, DecodedInst &out) {
  const LaneOp op = findLaneOp(in.operation);
  if (!op.handler)
    return false;
  const VectorFields fields = vectorFieldsOf(in);
  const auto source = [&](unsigned index) {
    return decodeSource(in, fields.src[index], ConstantType::B32, fields.literal);
  };
  const auto isValid = [](const Operand &operand) { return operand.kind != OperandKind::None; };
  out.handler = op.handler;
  const bool isVop3 = fields.format == VectorFormat::Vop3;
  switch (op.shape) {
  case Shape::None:
    return true;
  case Shape::FirstLane:
    out.dst[0] = scalarInVdst(in, fields);
    out.src[0] = source(0);
    return isValid(out.dst[0]) && isValid(out.src[0]);
  case Shape::ReadLane:
    out.dst[0] = scalarInVdst(in, fields);
    out.src = {source(0), source(1)};
    return isValid(out.dst[0]) && isValid(out.src[0]) && isValid(out.src[1]) &&
           !out.src[1].isVector();
  case Shape::WriteLane:
    out.dst[0] = decodeVectorReg(in, fields.vdst);
    out.src = {source(0), source(1)};
    return isValid(out.src[0]) && !out.src[0].isVector() && isValid(out.src[1]) &&
           !out.src[1].isVector();
  case Shape::Permlane16:
    out.dst[0] = decodeVectorReg(in, fields.vdst);
    out.src = {source(0), source(1), source(2)};
    out.imm[0] = bitField(in.words[0], 11, 2);
    return out.src[0].isVector() && isValid(out.src[1]) && !out.src[1].isVector() &&
           isValid(out.src[2]) && !out.src[2].isVector();
  case Shape::Move:
  case Shape::Exchange:
    if (fields.src[0] == dpp16Encoding || fields.src[0] == dpp8Encoding ||
        fields.src[0] == dpp8FetchInactive) {
      if (!op.dpp || !decodeOperation(in, *findVectorOp("v_mov_b32"), out))
        return false;
      out.handler = op.dpp;
      return true;
    }
    if (in.gpu.isGfx9() && fields.src[0] == sdwaEncoding)
      return false;
    out.dst[0] = decodeVectorReg(in, fields.vdst);
    out.src[0] = source(0);
    out.imm[0] = isVop3 ? bitField(in.words[0], 11, 2) : 0;
    return isValid(out.src[0]) && (op.shape == Shape::Move || out.src[0].isVector());
  case Shape::Exchange16: {
    const auto half = [&](unsigned encoded) {
      Operand operand = decodeVectorReg(in, encoded & 0x7f);
      operand.select = encoded & 0x80 ? 16 : 0;
      return operand;
    };
    if (fields.src[0] < vectorEncoding)
      return false;
    out.dst[0] = half(fields.vdst);
    out.src[0] = half(fields.src[0] - vectorEncoding);
    return true;
  }
  case Shape::PackedMove:
    if (fields.vdst + 2 > numVgprs)
      return false;
    out.dst[0] = decodeVectorReg(in, fields.vdst);
    out.src = {source(0), source(1)};
    out.imm[0] = bitField(in.words[0], 11, 2);
    return isValid(out.src[0]) && isValid(out.src[1]) && fields.src[0] + 2 <= 512 &&
           fields.src[1] + 2 <= 512;
  }
  return false;
}

} // namespace rocke::sim
