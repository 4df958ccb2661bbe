//===- Execute.cpp - What surrounds the kernels of vector operations -------===//
//
// Sources are brought into the form that a kernel takes, 32 lanes at a time; its result goes
// through the output modifiers and is written to the lanes that EXEC (and DPP) enable. A wave64 is
// two blocks of 32 lanes, each of which reads and writes its own lanes alone, DPP excepted: DPP
// sources are gathered for the whole wavefront before anything is written.
//
//===----------------------------------------------------------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Execute.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "LightLanes-inl.h"
#include "OperandLanes-inl.h"
#include "VectorInst.h"
#include <cfenv>

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

/// Scratch space of one block's execution.
struct BlockBuffers {
  alignas(64) uint32_t src[3][maxOperandWords * maxLanes];
  alignas(64) uint32_t result[maxOperandWords * maxLanes];
};

/// The host's rounding mode for as long as it lives.
class ScopedRounding {
public:
  explicit ScopedRounding(Round round) {
    if (round == Round::NearestEven)
      return;
    saved = std::fegetround();
    std::fesetround(round == Round::Up ? FE_UPWARD
                                       : (round == Round::Down ? FE_DOWNWARD : FE_TOWARDZERO));
  }
  ScopedRounding(const ScopedRounding &) = delete;
  ScopedRounding &operator=(const ScopedRounding &) = delete;
  ~ScopedRounding() {
    if (saved >= 0)
      std::fesetround(saved);
  }

private:
  int saved = -1;
};

/// That in which an operation with such a result computes. What packs floats, or makes integers of
/// them, rounds them itself.
Round roundingOf(ValueType type, uint32_t mode) {
  if (!isFloat(type))
    return Round::NearestEven;
  const bool isDouble = type == ValueType::F64 || type == ValueType::F16 || type == ValueType::BF16;
  return static_cast<Round>(mode >> (isDouble ? mode::roundDoubleShift : mode::roundSingleShift) &
                            3);
}

/// Nearest-even rounding and all denormals kept, in the fields that the operation depends on.
bool hasPlainMode(uint32_t mode, const VectorControl &control) {
  constexpr uint32_t single = 3u << mode::roundSingleShift | 3u << mode::denormSingleShift;
  constexpr uint32_t singlePlain = 3u << mode::denormSingleShift;
  constexpr uint32_t dbl =
      3u << mode::roundDoubleShift | 3u << mode::denormDoubleShift | mode::fp16Overflow;
  constexpr uint32_t dblPlain = 3u << mode::denormDoubleShift;
  return (!control.usesSingle || (mode & single) == singlePlain) &&
         (!control.usesDouble || (mode & dbl) == dblPlain);
}

LaneArgs argsFor(const Wavefront &wave, const VectorControl &control, unsigned firstLane,
                 uint64_t maskIn) {
  LaneArgs args{};
  args.stride = wave.waveSize;
  args.maskIn = static_cast<uint32_t>(maskIn >> firstLane);
  args.mode = wave.mode;
  args.firstLane = firstLane;
  args.control = control.control;
  args.gfx9 = wave.gpu->isGfx9();
  args.ocp = wave.gpu->hasScaledMfma; // CDNA4 changed the formats
  return args;
}

uint64_t maskSource(const Wavefront &wave, const Operand &operand) {
  return operand.kind == OperandKind::Scalar ? wave.laneMaskAt(operand.index)
                                             : wave.scalar64(operand);
}

/// Carries and compare results: bits of inactive lanes are zero.
void writeMask(Wavefront &wave, const VectorOp &op, const Operand &dst, uint64_t mask) {
  if (dst.kind == OperandKind::Scalar)
    wave.setLaneMaskAt(dst.index, mask);
  if (op.flags & opflag::writesExec)
    wave.setLaneMaskAt(ExecSlot, mask);
}

//===----------------------------------------------------------------------===//
// Plain operations
//===----------------------------------------------------------------------===//

void executeGeneral(Wavefront &wave, const DecodedInst &inst);

void executePlain(Wavefront &wave, const DecodedInst &inst) {
  const VectorOp &op = *static_cast<const VectorOp *>(inst.data);
  const VectorControl control = controlOf(inst);
  if (!hasPlainMode(wave.mode, control)) [[unlikely]]
    return executeGeneral(wave, inst);
  const uint64_t exec = wave.exec();
  const uint64_t maskIn = op.flags & opflag::readsMask ? maskSource(wave, inst.src[3]) : 0;
  uint64_t maskOut = 0;
  BlockBuffers buffers;
  for (unsigned firstLane = 0; firstLane < wave.waveSize; firstLane += kernelLanes) {
    const uint32_t enabled = static_cast<uint32_t>(exec >> firstLane);
    if (!enabled)
      continue;
    LaneArgs args = argsFor(wave, control, firstLane, maskIn);
    for (unsigned index = 0; index < 3 && op.src[index] != ValueType::None; ++index)
      args.src[index] = wholeOperand(wave, inst.src[index], wordsOf(op.src[index]), firstLane,
                                     buffers.src[index]);
    args.dst = buffers.result;
    op.kernel(args);
    for (unsigned word = 0; word < wordsOf(op.dst); ++word)
      storeRow(wave.vgprs + inst.dst[0].index + word * size_t{wave.waveSize} + firstLane,
               buffers.result + word * size_t{wave.waveSize}, enabled);
    maskOut |= static_cast<uint64_t>(args.maskOut & enabled) << firstLane;
  }
  if (inst.dst[1].kind == OperandKind::Scalar)
    writeMask(wave, op, inst.dst[1], maskOut);
}

//===----------------------------------------------------------------------===//
// Words and halves, neg and abs
//===----------------------------------------------------------------------===//

void executeLight(Wavefront &wave, const DecodedInst &inst) {
  const VectorOp &op = *static_cast<const VectorOp *>(inst.data);
  const VectorControl control = controlOf(inst);
  if (!hasPlainMode(wave.mode, control)) [[unlikely]]
    return executeGeneral(wave, inst);
  const uint64_t exec = wave.exec();
  const uint64_t maskIn = op.flags & opflag::readsMask ? maskSource(wave, inst.src[3]) : 0;
  uint64_t maskOut = 0;
  const unsigned passes = op.flags & opflag::packed ? 2 : 1; // v_pk_*_f32
  alignas(64) uint32_t sources[3][kernelLanes];
  alignas(64) uint32_t results[2][kernelLanes];
  for (unsigned firstLane = 0; firstLane < wave.waveSize; firstLane += kernelLanes) {
    const uint32_t enabled = static_cast<uint32_t>(exec >> firstLane);
    if (!enabled)
      continue;
    LaneArgs args = argsFor(wave, control, firstLane, maskIn);
    // Both results of a packed operation are there before one is written.
    for (unsigned pass = 0; pass < passes; ++pass) {
      for (unsigned index = 0; index < 3 && op.src[index] != ValueType::None; ++index)
        args.src[index] = readLight(
            lightSource(wave, op, inst, control, index, firstLane, pass == 1), sources[index]);
      args.dst = results[pass];
      op.kernel(args);
    }
    maskOut |= static_cast<uint64_t>(args.maskOut & enabled) << firstLane;
    if (op.dst == ValueType::Mask)
      continue;
    uint32_t *row = wave.vgprs + inst.dst[0].index + firstLane;
    narrowLanes(op.dst, results[0]);
    if (control.dstBits != 32) {
      storePart(row, results[0], control, enabled);
      continue;
    }
    for (unsigned pass = 0; pass < passes; ++pass)
      storeRow(row + pass * size_t{wave.waveSize}, results[pass], enabled);
  }
  if (inst.dst[1].kind == OperandKind::Scalar)
    writeMask(wave, op, inst.dst[1], maskOut);
}

/// Operations on pairs of 16 bits, both halves of a register at once.
void executePacked(Wavefront &wave, const DecodedInst &inst) {
  const VectorOp &op = *static_cast<const VectorOp *>(inst.data);
  const VectorControl control = controlOf(inst);
  if (!hasPlainMode(wave.mode, control)) [[unlikely]]
    return executeGeneral(wave, inst);
  const uint64_t exec = wave.exec();
  alignas(64) uint32_t sources[3][2][kernelLanes];
  alignas(64) uint32_t results[2][kernelLanes];
  for (unsigned firstLane = 0; firstLane < wave.waveSize; firstLane += kernelLanes) {
    const uint32_t enabled = static_cast<uint32_t>(exec >> firstLane);
    if (!enabled)
      continue;
    LaneArgs args = argsFor(wave, control, firstLane, 0);
    for (unsigned index = 0; index < 3 && op.src[index] != ValueType::None; ++index)
      readPacked(packedSource(wave, op.src[index], inst.src[index], control, index, firstLane),
                 sources[index][0], sources[index][1]);
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned index = 0; index < 3; ++index)
        args.src[index] = sources[index][half];
      args.dst = results[half];
      op.kernel(args);
    }
    narrowAndJoin(op.dst, results[0], results[1]);
    storeRow(wave.vgprs + inst.dst[0].index + firstLane, results[0], enabled);
  }
}

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

/// One run of an operation's kernel: the whole of it, or one half of a packed one.
struct Pass {
  const VectorOp &op;
  const DecodedInst &inst;
  const VectorControl &control;
  Kernel kernel;
  SourceModifiers modifiers[3];
  unsigned firstLane;
};

/// Sources, kernel and output modifiers; the result is in the form that is written to registers.
void runPass(const Wavefront &wave, const Pass &pass, const uint32_t *gathered, LaneArgs &args,
             BlockBuffers &buffers) {
  const VectorOp &op = pass.op;
  for (unsigned index = 0; index < 3 && op.src[index] != ValueType::None; ++index) {
    const uint32_t *raw = index == 0 && gathered ? gathered + pass.firstLane : nullptr;
    args.src[index] =
        modifiedOperand(wave, pass.inst.src[index], op.src[index], pass.modifiers[index],
                        pass.firstLane, raw, buffers.src[index]);
  }
  args.dst = buffers.result;
  {
    const ScopedRounding rounding(roundingOf(op.dst, wave.mode));
    pass.kernel(args);
  }
  finishResult(op.dst, wave.mode, pass.inst.omod, pass.inst.clamp, wave.waveSize, buffers.result);
}

/// How the sources of the low or high half of a packed operation, or of an unpacked one, are read.
void chooseModifiers(Pass &pass, bool high) {
  const VectorControl &control = pass.control;
  for (unsigned index = 0; index < 3; ++index) {
    const Operand &operand = pass.inst.src[index];
    SourceModifiers &modifiers = pass.modifiers[index];
    modifiers.neg = operand.neg;
    modifiers.abs = operand.abs;
    modifiers.select = SourceSelect::decode(operand.select);
    const auto bit = [index](uint8_t field) { return (field >> index & 1) != 0; };
    if (pass.op.flags & opflag::mix) {
      modifiers.widen = bit(control.selHigh);
      modifiers.neg = bit(control.negLow);
      modifiers.abs = bit(control.negHigh);
      if (modifiers.widen)
        modifiers.select = {static_cast<uint8_t>(bit(control.selLow) ? 16 : 0), 16, false};
    } else if (pass.op.flags & opflag::packed) {
      const bool upper = bit(high ? control.selHigh : control.selLow);
      modifiers.neg = bit(high ? control.negHigh : control.negLow);
      if (is16Bit(pass.op.src[index]))
        modifiers.select = {static_cast<uint8_t>(upper ? 16 : 0), 16, false};
      else
        modifiers.word = upper;
    } else if (pass.op.flags & opflag::packedArgs) {
      modifiers.repack = true;
      if (isFloat(pass.op.src[index])) // the addend
        modifiers.neg = bit(control.negLow);
      modifiers.halves[0] = bit(control.selLow);
      modifiers.halves[1] = bit(control.selHigh);
      modifiers.negHalves[0] = bit(control.negLow);
      modifiers.negHalves[1] = bit(control.negHigh);
    }
  }
}

void executeGeneral(Wavefront &wave, const DecodedInst &inst) {
  const VectorOp &op = *static_cast<const VectorOp *>(inst.data);
  const VectorControl control = controlOf(inst);
  const bool saturate = inst.clamp && op.saturating;
  const uint64_t exec = wave.exec();
  const uint64_t maskIn = op.flags & opflag::readsMask ? maskSource(wave, inst.src[3]) : 0;
  uint64_t maskOut = 0;
  uint64_t enabledLanes = exec;

  alignas(64) uint32_t gatherBuffer[maxOperandWords * maxLanes];
  const uint32_t *gathered = nullptr;
  if (control.dpp != DppKind::None) {
    enabledLanes &= gatherDpp(wave, inst.src[0], control, wordsOf(op.src[0]), exec, gatherBuffer);
    gathered = gatherBuffer;
  }

  BlockBuffers buffers;
  for (unsigned firstLane = 0; firstLane < wave.waveSize; firstLane += kernelLanes) {
    const uint32_t enabled = static_cast<uint32_t>(enabledLanes >> firstLane);
    if (!enabled)
      continue;
    LaneArgs args = argsFor(wave, control, firstLane, maskIn);
    Pass pass{op, inst, control, saturate ? op.saturating : op.kernel, {}, firstLane};
    uint32_t *row = wave.vgprs + inst.dst[0].index + firstLane;
    if (!(op.flags & opflag::packed)) {
      chooseModifiers(pass, false);
      runPass(wave, pass, gathered, args, buffers);
      if (control.dstBits != 32)
        storePart(row, buffers.result, control, enabled);
      else
        for (unsigned word = 0; word < wordsOf(op.dst); ++word)
          storeRow(row + word * size_t{wave.waveSize},
                   buffers.result + word * size_t{wave.waveSize}, enabled);
    } else {
      // The low result waits until the high one has read its sources.
      alignas(64) uint32_t low[kernelLanes];
      chooseModifiers(pass, false);
      runPass(wave, pass, gathered, args, buffers);
      std::memcpy(low, buffers.result, sizeof(low));
      chooseModifiers(pass, true);
      runPass(wave, pass, gathered, args, buffers);
      if (is16Bit(op.dst)) {
        joinHalves(low, buffers.result);
        storeRow(row, low, enabled);
      } else {
        storeRow(row, low, enabled);
        storeRow(row + wave.waveSize, buffers.result, enabled);
      }
    }
    maskOut |= static_cast<uint64_t>(args.maskOut & enabled) << firstLane;
  }
  if (inst.dst[1].kind == OperandKind::Scalar)
    writeMask(wave, op, inst.dst[1], maskOut);
}

//===----------------------------------------------------------------------===//
// VOPD: both halves read before either writes
//===----------------------------------------------------------------------===//

void executePair(Wavefront &wave, const DecodedInst &inst) {
  const auto *const ops = static_cast<const VectorOp *const *>(inst.data);
  const uint32_t enabled = static_cast<uint32_t>(wave.exec());
  if (!enabled)
    return;
  const VectorControl control = controlOf(inst);
  const bool plain = hasPlainMode(wave.mode, control);
  BlockBuffers buffers[2];
  for (unsigned half = 0; half < 2; ++half) {
    const VectorOp &op = *ops[half];
    LaneArgs args = argsFor(wave, control, 0, wave.vcc());
    args.dst = buffers[half].result;
    for (unsigned index = 0; index < 3 && op.src[index] != ValueType::None; ++index) {
      const Operand &operand = inst.src[3 * half + index];
      args.src[index] = plain ? wholeOperand(wave, operand, 1, 0, buffers[half].src[index])
                              : modifiedOperand(wave, operand, op.src[index], SourceModifiers{}, 0,
                                                nullptr, buffers[half].src[index]);
    }
    const ScopedRounding rounding(plain ? Round::NearestEven : roundingOf(op.dst, wave.mode));
    op.kernel(args);
    if (!plain)
      finishResult(op.dst, wave.mode, 0, false, wave.waveSize, buffers[half].result);
  }
  for (unsigned half = 0; half < 2; ++half)
    storeRow(wave.vgprs + inst.dst[half].index, buffers[half].result, enabled);
}

const VectorHandlers handlers = {executePlain, executeLight, executePacked, executeGeneral,
                                 executePair};

const VectorHandlers *handlerTable() { return &handlers; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(handlerTable);
const VectorHandlers &vectorHandlers() { return *HWY_DYNAMIC_DISPATCH(handlerTable)(); }
} // namespace rocke::sim
#endif
