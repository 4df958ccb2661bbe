//===- HardwareRegisters.cpp - s_getreg and s_setreg -----------------------===//
#include "Aperture.h"
#include "ScalarOps.h"
#include <fmt/format.h>

namespace rocke::sim {

namespace {
enum RegisterId : uint32_t {
  ModeId = 1,
  StatusId = 2,
  TrapStatusId = 3,
  Gfx9HardwareId = 4,
  InstructionBufferId = 7,
  SharedMemoryBasesId = 15,
  Id20 = 20, // gfx9: XCC_ID; gfx11: FLAT_SCR_LO
  FlatScratchHighId = 21,
  HardwareId1Id = 23,
  HardwareId2Id = 24,
  ShaderCyclesId = 29,
};

struct Field {
  uint32_t id, offset, width;

  explicit Field(uint32_t simm16)
      : id(simm16 & 0x3f), offset(simm16 >> 6 & 0x1f), width((simm16 >> 11 & 0x1f) + 1) {}
  uint32_t mask() const { return width == 32 ? ~0u : (1u << width) - 1; }
};

uint32_t status(const Wavefront &wave) {
  constexpr uint32_t execzBit = 9, vcczBit = 10, validBit = 16;
  return wave.scc | (wave.exec() == 0) << execzBit | (wave.vcc() == 0) << vcczBit | 1u << validBit;
}
} // namespace

uint32_t readHardwareRegister(Wavefront &wave, uint32_t simm16) {
  Field field(simm16);
  uint32_t value = 0;
  bool known = true;
  switch (field.id) {
  case ModeId:
    value = wave.mode;
    break;
  case StatusId:
    value = status(wave);
    break;
  case TrapStatusId:        // no exception is ever pending
  case InstructionBufferId: // what was issued is done
    break;
  case Gfx9HardwareId: // every wavefront runs in the first slot of the first unit
    known = !wave.gpu->isGfx11();
    break;
  case SharedMemoryBasesId:
    value = static_cast<uint32_t>(privateApertureBase >> 48) |
            static_cast<uint32_t>(sharedApertureBase >> 48) << 16;
    break;
  case Id20: // one die; and scratch starts at 0 of a lane's own space
    break;
  case FlatScratchHighId:
  case HardwareId1Id: // as Gfx9HardwareId
  case HardwareId2Id:
    known = wave.gpu->isGfx11();
    break;
  case ShaderCyclesId: // 20 bits; counts the wavefront's own instructions
    known = wave.gpu->isGfx11();
    value = static_cast<uint32_t>(wave.executed) & 0xfffff;
    break;
  default:
    known = false;
  }
  if (!known)
    wave.fault(fmt::format("reads hardware register {}, which is not simulated", field.id));
  return value >> field.offset & field.mask();
}

void writeHardwareRegister(Wavefront &wave, uint32_t simm16, uint32_t value) {
  Field field(simm16);
  if (field.id != ModeId) {
    wave.fault(fmt::format("writes hardware register {}; only MODE (1) can be written", field.id));
    return;
  }
  uint32_t mask = field.mask() << field.offset;
  wave.mode = (wave.mode & ~mask) | (value << field.offset & mask);
}

} // namespace rocke::sim
