//===- ConsistencyTest.cpp - Encodings of one operation agree --------------===//
//
// Every vector and scalar instruction that touches registers alone is executed on random registers,
// once in each of the encodings that mean the same: short and long, DPP and SDWA that select
// everything, a VOPD pair and its halves, both wave sizes, GPUs of one family. All registers must
// be the same bits afterwards.
//
//===----------------------------------------------------------------------===//
#include "Decode.h"
#include "coverage/EncodingClass.h"
#include "coverage/IsaWalk.h"
#include "vector/VectorBench.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <regex>

using namespace rocke::sim;
using rocke::sim::test::VectorBench;

namespace {

constexpr unsigned numRows = 256, lowLanes = 32;

/// All registers that an instruction without memory can write, as 32 lanes see them.
struct State {
  std::vector<uint32_t> vgprs = std::vector<uint32_t>(size_t{numRows} * lowLanes);
  std::array<uint32_t, NumScalarSlots> sgprs{};
  uint32_t scc = 0;
  std::string fault;

  bool operator==(const State &) const = default;
};

/// Bits of which some are numbers that matter: small integers, f16, f32 and f64 of all magnitudes,
/// infinities, NaNs, denormals.
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

State randomState(uint32_t seed) {
  std::mt19937 random(seed);
  State state;
  for (uint32_t &word : state.vgprs)
    word = randomWord(random);
  // No bit 5: numbers of lanes are taken modulo the wave size.
  for (uint32_t &word : state.sgprs)
    word = randomWord(random) & ~0x20u;
  state.sgprs[VccSlot] = random();
  state.sgprs[VccSlot + 1] = 0;
  state.sgprs[ExecSlot] = random() | 1;
  state.sgprs[ExecSlot + 1] = 0;
  state.sgprs[M0Slot] = 1; // an index of v_movrel
  state.scc = seed & 1;
  return state;
}

/// One GPU at one wave size, of which lanes from 32 on are off.
class Machine {
public:
  Machine(llvm::StringRef arch, unsigned waveSize) : gpu(*findGpu(arch)), bench(arch, waveSize) {
    auto created = IsaWalk::create(gpu, waveSize);
    REQUIRE(static_cast<bool>(created));
    walk = std::move(*created);
    opcodes = walk->opcodes();
  }

  State run(llvm::ArrayRef<Encoding> code, const State &start) {
    const unsigned waveSize = bench.wave.waveSize;
    for (unsigned row = 0; row < numRows; ++row)
      std::copy_n(&start.vgprs[size_t{row} * lowLanes], lowLanes, bench.wave.row(row));
    if (gpu.hasAgprs)
      std::fill_n(bench.wave.row(numRows), size_t{numRows} * waveSize, 0);
    bench.wave.sgpr = start.sgprs;
    bench.wave.scc = start.scc;
    bench.wave.mode = mode;
    bench.wave.pc = 0;
    bench.wave.status = WaveStatus::Running;
    bench.wave.faultReason.clear();
    for (const Encoding &encoding : code)
      execute(encoding, waveSize);
    State end;
    for (unsigned row = 0; row < numRows; ++row)
      std::copy_n(bench.wave.row(row), lowLanes, &end.vgprs[size_t{row} * lowLanes]);
    end.sgprs = bench.wave.sgpr;
    std::fill(end.sgprs.begin() + SinkSlot, end.sgprs.end(), 0);
    end.scc = bench.wave.scc;
    end.fault = bench.wave.faultReason;
    return end;
  }

  std::vector<AssembledLine> assembleAll(llvm::ArrayRef<std::string> lines) const {
    return assemble(walk->tables(), walk->encoder(), lines);
  }

  const GpuTraits &gpu;
  VectorBench bench;
  std::unique_ptr<IsaWalk> walk;
  std::vector<OpcodeInstance> opcodes;

private:
  static constexpr uint32_t mode =
      3u << mode::denormSingleShift | 3u << mode::denormDoubleShift | mode::dx10Clamp | mode::ieee;

  void execute(const Encoding &encoding, unsigned waveSize) {
    llvm::MCInst inst;
    REQUIRE(walk->disassembler().decode(encoding.bytes(), inst) != 0);
    const std::string operation = operationOf(walk->disassembler().print(inst));
    const llvm::StringRef name = walk->disassembler().opcodeName(inst);
    DecodeInput in{gpu, waveSize, operation, name, encoding.words, encoding.numWords, inst};
    DecodedInst out;
    INFO(walk->disassembler().print(inst));
    REQUIRE(decodeInst(in, out));
    out.handler(bench.wave, out);
  }
};

Machine &machineOf(const std::string &arch, unsigned waveSize) {
  static std::map<std::pair<std::string, unsigned>, std::unique_ptr<Machine>> machines;
  std::unique_ptr<Machine> &machine = machines[{arch, waveSize}];
  if (!machine)
    machine = std::make_unique<Machine>(arch, waveSize);
  return *machine;
}

/// Whether an instruction's results are in registers alone, the same at any time and for any wave
/// size (by which matrices are dealt to lanes, and v_permlane64 has something to do).
bool isPure(const Machine &machine, const OpcodeInstance &opcode) {
  const llvm::StringRef mnemonic = mnemonicOf(opcode.text);
  const std::string name = encodingClassOf(machine.gpu, opcode.encoding, mnemonic).name;
  if (name == "SOP1" || name == "SOPK") // no clocks, counters, messages and traps
    return !mnemonic.contains("getreg") && !mnemonic.contains("sendmsg") &&
           !mnemonic.contains("rfe") && !mnemonic.contains("setreg");
  return name == "SOP2" || name == "SOPC" ||
         (llvm::StringRef(name).starts_with("VOP") && !mnemonic.starts_with("v_permlane64"));
}

/// Where two states differ.
std::string difference(const State &expected, const State &actual) {
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
  if (expected.fault != actual.fault)
    text += "faults '" + expected.fault + "' and '" + actual.fault + "'";
  return text;
}

constexpr uint32_t seeds[] = {1, 2, 3};

/// Executes two pieces of code from the same states, which `prepare` has completed.
void requireSame(
    const std::string &what, Machine &first, llvm::ArrayRef<Encoding> firstCode, Machine &second,
    llvm::ArrayRef<Encoding> secondCode, llvm::function_ref<void(State &)> prepare = [](State &) {},
    llvm::function_ref<void(const State &, State &)> finish = [](const State &, State &) {}) {
  for (uint32_t seed : seeds) {
    State start = randomState(seed);
    prepare(start);
    State expected = first.run(firstCode, start);
    const State actual = second.run(secondCode, start);
    finish(actual, expected);
    if (expected == actual)
      continue;
    FAIL_CHECK(what << ": " << difference(expected, actual));
    return;
  }
}

std::string withoutSuffix(llvm::StringRef text) {
  const llvm::StringRef mnemonic = mnemonicOf(text);
  return operationOf(text) + text.drop_front(mnemonic.size()).str();
}

/// The text, and the same with one modifier: neg, abs and both of each source, clamp and omod.
std::vector<std::string> withModifiers(const std::string &text) {
  std::vector<std::string> result = {text};
  const size_t firstSource = text.find(", ");
  if (firstSource == std::string::npos)
    return result;
  static const std::regex source(R"(v\d+(\.[lh])?|v\[\d+:\d+\])");
  const std::string sources = text.substr(firstSource);
  for (std::sregex_iterator it(sources.begin(), sources.end(), source), end; it != end; ++it) {
    const std::string before = text.substr(0, firstSource) + it->prefix().str();
    const std::string name = it->str(), after = it->suffix().str();
    const std::string head = text.substr(0, firstSource + static_cast<size_t>(it->position()));
    for (const std::string &modified : {"-" + name, "|" + name + "|", "-|" + name + "|"})
      result.push_back(head + modified + after);
  }
  for (const char *modifier : {" clamp", " mul:2", " mul:4", " div:2"})
    result.push_back(text + modifier);
  return result;
}

/// Executes each line of one list and what the other has at its place, if both exist.
size_t compareLines(Machine &machine, llvm::ArrayRef<std::string> lines,
                    llvm::ArrayRef<std::string> others) {
  const auto first = machine.assembleAll(lines), second = machine.assembleAll(others);
  size_t compared = 0;
  for (size_t index = 0; index < lines.size(); ++index) {
    if (!first[index].isAccepted() || !second[index].isAccepted() ||
        first[index].encoding == second[index].encoding)
      continue;
    ++compared;
    requireSame(lines[index] + " | " + others[index], machine, first[index].encoding, machine,
                second[index].encoding);
  }
  return compared;
}

/// Compares each VOP1, VOP2 and VOPC instruction, with source modifiers, with the same of another
/// suffix and with more behind it. Returns how many there are.
size_t compareShortWith(Machine &machine, const std::string &suffix, const std::string &rest) {
  std::vector<std::string> lines, others;
  for (const OpcodeInstance &opcode : machine.opcodes) {
    const std::string name =
        encodingClassOf(machine.gpu, opcode.encoding, mnemonicOf(opcode.text)).name;
    if (name != "VOP1" && name != "VOP2" && name != "VOPC")
      continue;
    for (const std::string &text : withModifiers(opcode.text)) {
      const std::string plain = withoutSuffix(text);
      const std::string operation = mnemonicOf(plain).str();
      const std::string operands = plain.substr(operation.size());
      // Short encodings have no modifiers: those are compared in the long one.
      lines.push_back(text == opcode.text ? text : operation + "_e64" + operands);
      others.push_back(operation + suffix + operands + rest);
    }
  }
  return compareLines(machine, lines, others);
}

} // namespace

TEST_CASE("short and long encodings agree") {
  Machine &gfx11 = machineOf("gfx1150", 32), &gfx9 = machineOf("gfx950", 64);
  CHECK(compareShortWith(gfx11, "_e64", "") > 250);
  CHECK(compareShortWith(gfx9, "_e64", "") > 250);
}

TEST_CASE("DPP of the identity agrees with no DPP") {
  const std::string identity = " quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf";
  Machine &gfx11 = machineOf("gfx1150", 32), &gfx9 = machineOf("gfx950", 64);
  CHECK(compareShortWith(gfx11, "", identity) > 500);
  CHECK(compareShortWith(gfx11, "_e64_dpp", identity) > 500);
  CHECK(compareShortWith(gfx11, "", " dpp8:[0,1,2,3,4,5,6,7]") > 200);
  CHECK(compareShortWith(gfx9, "_dpp", identity) > 100);
  std::vector<std::string> lines, dpp;
  for (const OpcodeInstance &opcode : gfx11.opcodes)
    if (mnemonicOf(opcode.text).starts_with("v_") &&
        encodingClassOf(gfx11.gpu, opcode.encoding, mnemonicOf(opcode.text)).name == "VOP3")
      for (const std::string &text : withModifiers(opcode.text)) {
        const std::string operation = operationOf(text);
        lines.push_back(text);
        dpp.push_back(operation + "_e64_dpp" + text.substr(mnemonicOf(text).size()) + identity);
      }
  CHECK(compareLines(gfx11, lines, dpp) > 500);
}

TEST_CASE("SDWA of whole registers agrees with no SDWA") {
  Machine &gfx9 = machineOf("gfx950", 64);
  const std::string dest = " dst_sel:DWORD dst_unused:UNUSED_PAD";
  const std::string first = " src0_sel:DWORD", second = " src1_sel:DWORD";
  CHECK(compareShortWith(gfx9, "_sdwa", dest + first) > 100);
  CHECK(compareShortWith(gfx9, "_sdwa", dest + first + second) > 100);
  CHECK(compareShortWith(gfx9, "_sdwa", first + second) > 300);
}

TEST_CASE("a VOPD pair agrees with its halves") {
  Machine &machine = machineOf("gfx1150", 32);
  size_t compared = 0;
  for (const OpcodeInstance &opcode : machine.opcodes) {
    auto [x, y] = llvm::StringRef(opcode.text).split(" :: ");
    if (!x.consume_front("v_dual_") || !y.consume_front("v_dual_"))
      continue;
    std::vector<std::string> halves;
    for (llvm::StringRef half : {x, y})
      halves.push_back("v_" + half.str() + (half.starts_with("cndmask") ? ", vcc_lo" : ""));
    const auto assembled = machine.assembleAll(halves);
    if (!assembled[0].isAccepted() || !assembled[1].isAccepted())
      continue;
    ++compared;
    requireSame(opcode.text, machine, {assembled[0].encoding, assembled[1].encoding}, machine,
                opcode.encoding);
  }
  CHECK(compared > 180);
}

TEST_CASE("wave32 agrees with the lower half of wave64") {
  Machine &wave32 = machineOf("gfx1150", 32), &wave64 = machineOf("gfx1150", 64);
  std::map<unsigned, const OpcodeInstance *> inWave64;
  for (const OpcodeInstance &opcode : wave64.opcodes)
    inWave64[opcode.inst.getOpcode()] = &opcode;
  size_t compared = 0;
  for (const OpcodeInstance &opcode : wave32.opcodes) {
    const auto other = inWave64.find(opcode.inst.getOpcode());
    if (!isPure(wave32, opcode) || other == inWave64.end() ||
        other->second->encoding != opcode.encoding)
      continue;
    ++compared;
    // Masks have an upper half in wave64.
    requireSame(
        opcode.text, wave32, opcode.encoding, wave64, opcode.encoding, [](State &) {},
        [](const State &other, State &own) {
          for (unsigned slot = 1; slot < TtmpSlot; slot += 2)
            if (other.sgprs[slot] == 0)
              own.sgprs[slot] = 0;
        });
  }
  CHECK(compared > 1500);
}

// One source in the scalar file, the same in all lanes.
TEST_CASE("scalar sources agree with vector registers of the same value") {
  constexpr unsigned scalar = 6;
  static const std::regex source(R"(, v(\d+)(\.l)?(?=,|$)|, v\[(\d+):\d+\](?=,|$))");
  for (const char *arch : {"gfx1150", "gfx950"}) {
    Machine &machine = machineOf(arch, findGpu(arch)->supportsWave32 ? 32 : 64);
    std::vector<std::string> lines, others;
    std::vector<unsigned> registers;
    for (const OpcodeInstance &opcode : machine.opcodes) {
      const std::string name =
          encodingClassOf(machine.gpu, opcode.encoding, mnemonicOf(opcode.text)).name;
      // A relative move reads another register.
      if ((name != "VOP3" && name != "VOP3P") || llvm::StringRef(opcode.text).contains("movrel"))
        continue;
      const std::string &text = opcode.text;
      for (std::sregex_iterator it(text.begin(), text.end(), source), end; it != end; ++it) {
        const bool isPair = (*it)[3].matched;
        lines.push_back(text);
        registers.push_back(static_cast<unsigned>(std::stoul((*it)[isPair ? 3 : 1].str())));
        others.push_back(text.substr(0, static_cast<size_t>(it->position())) +
                         (isPair ? ", s[6:7]" : ", s6") + it->suffix().str());
      }
    }
    const auto first = machine.assembleAll(lines), second = machine.assembleAll(others);
    size_t compared = 0;
    for (size_t index = 0; index < lines.size(); ++index) {
      if (!first[index].isAccepted() || !second[index].isAccepted())
        continue;
      ++compared;
      requireSame(lines[index] + " | " + others[index], machine, first[index].encoding, machine,
                  second[index].encoding, [&](State &state) {
                    for (unsigned word = 0; word < 2; ++word)
                      std::fill_n(&state.vgprs[size_t{registers[index] + word} * lowLanes],
                                  lowLanes, state.sgprs[scalar + word]);
                  });
    }
    CHECK(compared > 500);
  }
}

TEST_CASE("GPUs of one family agree") {
  for (auto [older, newer] : {std::pair{"gfx1100", "gfx1150"}, std::pair{"gfx942", "gfx950"}}) {
    const unsigned waveSize = findGpu(older)->supportsWave32 ? 32 : 64;
    Machine &first = machineOf(older, waveSize), &second = machineOf(newer, waveSize);
    std::map<unsigned, Encoding> inSecond;
    for (const OpcodeInstance &opcode : second.opcodes)
      inSecond[opcode.inst.getOpcode()] = opcode.encoding;
    size_t compared = 0;
    for (const OpcodeInstance &opcode : first.opcodes) {
      const llvm::StringRef mnemonic = mnemonicOf(opcode.text);
      const auto other = inSecond.find(opcode.inst.getOpcode());
      // CDNA4 changed the formats of 8-bit floats.
      if (!isPure(first, opcode) || other == inSecond.end() || mnemonic.contains("fp8") ||
          mnemonic.contains("bf8"))
        continue;
      INFO(opcode.text);
      CHECK(other->second == opcode.encoding);
      ++compared;
      requireSame(opcode.text, first, opcode.encoding, second, opcode.encoding);
    }
    CHECK(compared > 1000);
  }
}
