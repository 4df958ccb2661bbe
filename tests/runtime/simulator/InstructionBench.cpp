//===- InstructionBench.cpp - Instructions on random registers -------------===//
#include "InstructionBench.h"
#include "Decode.h"
#include "coverage/EncodingClass.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

namespace rocke::sim::test {

namespace {
uint32_t randomWord(std::mt19937 &random) {
  constexpr uint32_t special[] = {0,          0x80000000, 1,          0xffffffff, 0x7f800000,
                                  0xff800000, 0x7fc00000, 0x7f800001, 0x00000007, 0x3f800000,
                                  0xbf800000, 0x7fffffff, 0x7bff7bff, 0x00010001, 0x7c00fc00,
                                  0x3c00bc00, 0x7ff00000, 0x3ff00000, 0x00800000, 0x41c80000};
  const uint32_t bits = random();
  switch (random() % 4) {
  case 0:
    return special[bits % std::size(special)];
  case 1:
    return (bits & 0x8fffffff) | 0x30000000; // floats around 1
  case 2:
    return (bits & 0x9fff9fff) | 0x20002000; // and halves
  default:
    return bits;
  }
}
} // namespace

const RegisterState &randomState(uint32_t seed) {
  static std::map<uint32_t, RegisterState> known;
  auto [place, isNew] = known.try_emplace(seed);
  RegisterState &state = place->second;
  if (!isNew)
    return state;
  std::mt19937 random(seed);
  for (uint32_t &word : state.vgprs)
    word = randomWord(random);
  // No bit 5: numbers of lanes are taken modulo the wave size.
  for (uint32_t &word : state.sgprs)
    word = randomWord(random) & ~0x20u;
  std::fill(state.sgprs.begin() + SinkSlot, state.sgprs.end(), 0);
  state.sgprs[VccSlot] = random();
  state.sgprs[VccSlot + 1] = 0;
  state.sgprs[ExecSlot] = random() | 1;
  state.sgprs[ExecSlot + 1] = 0;
  state.sgprs[M0Slot] = 1; // an index of v_movrel
  state.scc = seed & 1;
  return state;
}

std::string difference(const RegisterState &expected, const RegisterState &actual) {
  std::string text;
  auto add = [&](const std::string &place, uint32_t want, uint32_t have) {
    if (text.size() < 300)
      text += place + ": " + llvm::utohexstr(want) + " and " + llvm::utohexstr(have) + "; ";
  };
  for (size_t index = 0; index < expected.vgprs.size(); ++index)
    if (expected.vgprs[index] != actual.vgprs[index])
      add("v" + std::to_string(index / lowLanes) + " lane " + std::to_string(index % lowLanes),
          expected.vgprs[index], actual.vgprs[index]);
  for (size_t slot = 0; slot < expected.sgprs.size(); ++slot)
    if (expected.sgprs[slot] != actual.sgprs[slot])
      add("s" + std::to_string(slot), expected.sgprs[slot], actual.sgprs[slot]);
  if (expected.scc != actual.scc)
    add("scc", expected.scc, actual.scc);
  for (size_t index = 0; index < expected.lds.size() && index < actual.lds.size(); ++index)
    if (expected.lds[index] != actual.lds[index])
      add("LDS byte " + std::to_string(index), expected.lds[index], actual.lds[index]);
  if (expected.fault != actual.fault)
    text += "faults '" + expected.fault + "' and '" + actual.fault + "'";
  return text;
}

InstructionBench::InstructionBench(llvm::StringRef arch, unsigned waveSize)
    : gpu(*findGpu(arch)), bench(arch, waveSize) {
  auto created = IsaWalk::create(gpu, waveSize);
  REQUIRE(static_cast<bool>(created));
  walk = std::move(*created);
  opcodes = walk->opcodes();
}

RegisterState InstructionBench::run(llvm::ArrayRef<Encoding> code, const RegisterState &start) {
  const unsigned waveSize = bench.wave.waveSize;
  for (unsigned row = 0; row < numRows; ++row) {
    std::copy_n(&start.vgprs[size_t{row} * lowLanes], lowLanes, bench.wave.row(row));
    std::fill_n(bench.wave.row(row) + lowLanes, waveSize - lowLanes, 0);
  }
  if (gpu.hasAgprs)
    std::fill_n(bench.wave.row(numRows), size_t{numRows} * waveSize, 0);
  constexpr size_t ldsBytes = 8192;
  group.lds.resize(ldsBytes);
  for (size_t index = 0; index < ldsBytes; ++index)
    group.lds[index] = static_cast<uint8_t>(index * 37 + index / 256);
  bench.wave.group = &group;
  bench.wave.sgpr = start.sgprs;
  bench.wave.scc = start.scc;
  bench.wave.mode =
      3u << mode::denormSingleShift | 3u << mode::denormDoubleShift | mode::dx10Clamp | mode::ieee;
  bench.wave.pc = 0;
  bench.wave.status = WaveStatus::Running;
  bench.wave.faultReason.clear();
  for (const Encoding &encoding : code) {
    DecodedInst inst;
    REQUIRE(decode(encoding, inst));
    inst.handler(bench.wave, inst);
  }
  RegisterState end;
  for (unsigned row = 0; row < numRows; ++row)
    std::copy_n(bench.wave.row(row), lowLanes, &end.vgprs[size_t{row} * lowLanes]);
  end.sgprs = bench.wave.sgpr;
  std::fill(end.sgprs.begin() + SinkSlot, end.sgprs.end(), 0);
  end.scc = bench.wave.scc;
  end.lds = group.lds;
  end.fault = bench.wave.faultReason;
  return end;
}

bool InstructionBench::decode(const Encoding &encoding, DecodedInst &out) const {
  llvm::MCInst inst;
  if (!walk->disassembler().decode(encoding.bytes(), inst))
    return false;
  const std::string operation = operationOf(walk->disassembler().print(inst));
  return decodeInst({gpu, bench.wave.waveSize, operation, walk->disassembler().opcodeName(inst),
                     encoding.words, encoding.numWords, inst},
                    out);
}

std::string InstructionBench::textOf(const Encoding &encoding) const {
  llvm::MCInst inst;
  REQUIRE(walk->disassembler().decode(encoding.bytes(), inst) != 0);
  return walk->disassembler().print(inst);
}

std::string InstructionBench::classOf(const OpcodeInstance &opcode) const {
  return encodingClassOf(gpu, opcode.encoding, mnemonicOf(opcode.text)).name;
}

bool InstructionBench::isPure(const OpcodeInstance &opcode) const {
  const llvm::StringRef mnemonic = mnemonicOf(opcode.text);
  const std::string name = classOf(opcode);
  if (name == "SOP1" || name == "SOPK") // no clocks, counters, messages and traps
    return !mnemonic.contains("getreg") && !mnemonic.contains("sendmsg") &&
           !mnemonic.contains("rfe") && !mnemonic.contains("setreg");
  return name == "SOP2" || name == "SOPC" ||
         (llvm::StringRef(name).starts_with("VOP") && !mnemonic.starts_with("v_permlane64"));
}

InstructionBench &instructionBench(const std::string &arch, unsigned waveSize) {
  static std::map<std::pair<std::string, unsigned>, std::unique_ptr<InstructionBench>> machines;
  std::unique_ptr<InstructionBench> &machine = machines[{arch, waveSize}];
  if (!machine)
    machine = std::make_unique<InstructionBench>(arch, waveSize);
  return *machine;
}

} // namespace rocke::sim::test
