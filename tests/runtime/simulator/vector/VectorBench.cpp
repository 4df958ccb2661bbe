//===- VectorBench.cpp - Runs assembly on one simulated wavefront ----------===//
#include "VectorBench.h"
#include "Assembler.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>
#include <cstring>

namespace rocke::sim::test {

VectorBench::VectorBench(llvm::StringRef gpu, unsigned waveSize) : registers(512 * waveSize / 16) {
  wave.gpu = findGpu(gpu);
  REQUIRE(wave.gpu);
  wave.vgprs = registers.front().words;
  wave.waveSize = waveSize;
  wave.laneMask = waveSize == 64 ? ~uint64_t{0} : 0xffffffff;
  wave.setLaneMaskAt(ExecSlot, wave.laneMask);
  wave.mode =
      3u << mode::denormSingleShift | 3u << mode::denormDoubleShift | mode::dx10Clamp | mode::ieee;
}

std::string VectorBench::reasonOf(llvm::StringRef assembly) {
  // A semicolon starts a comment in AMDGPU assembly; here it separates statements.
  std::string lines = assembly.str();
  llvm::replace(lines, ';', '\n');
  const std::vector<uint32_t> code = assemble(wave.gpu->name, wave.waveSize, lines);
  const uint64_t begin = reinterpret_cast<uint64_t>(code.data());
  auto table = CodeTable::create(*wave.gpu, wave.waveSize, {begin, begin + code.size() * 4});
  REQUIRE(static_cast<bool>(table));
  wave.status = WaveStatus::Running;
  wave.faultReason.clear();
  wave.faultLane = -1;
  for (uint64_t slot = 0; slot < code.size() && wave.status == WaveStatus::Running;) {
    const DecodedInst &inst = (*table)->at(slot);
    slot += inst.words;
    inst.handler(wave, inst);
  }
  return wave.faultReason;
}

void VectorBench::run(llvm::StringRef assembly) {
  INFO(assembly.str());
  REQUIRE(reasonOf(assembly) == "");
}

uint32_t &VectorBench::v(unsigned reg, unsigned lane) { return wave.row(reg)[lane]; }

void VectorBench::set(unsigned reg, std::initializer_list<uint32_t> lanes) {
  unsigned lane = 0;
  for (uint32_t value : lanes)
    v(reg, lane++) = value;
}
void VectorBench::setF(unsigned reg, std::initializer_list<float> lanes) {
  unsigned lane = 0;
  for (float value : lanes)
    v(reg, lane++) = std::bit_cast<uint32_t>(value);
}
void VectorBench::setAll(unsigned reg, uint32_t value) {
  for (unsigned lane = 0; lane < wave.waveSize; ++lane)
    v(reg, lane) = value;
}
void VectorBench::setPair(unsigned reg, unsigned lane, uint64_t value) {
  v(reg, lane) = static_cast<uint32_t>(value);
  v(reg + 1, lane) = static_cast<uint32_t>(value >> 32);
}
uint64_t VectorBench::pair(unsigned reg, unsigned lane) {
  return v(reg, lane) | static_cast<uint64_t>(v(reg + 1, lane)) << 32;
}
std::vector<uint32_t> VectorBench::lanes(unsigned reg, unsigned count) {
  const uint32_t *row = wave.row(reg);
  return {row, row + count};
}

} // namespace rocke::sim::test
