//===- ConsistencyTest.cpp - Encodings of one operation agree --------------===//
//
// Every vector and scalar instruction that touches registers alone is executed on random registers,
// once in each of the encodings that mean the same: short and long, DPP and SDWA that select
// everything, a VOPD pair and its halves, both wave sizes, GPUs of one family. All registers must
// be the same bits afterwards.
//
//===----------------------------------------------------------------------===//
#include "Decode.h"
#include "InstructionBench.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <catch2/catch.hpp>
#include <map>
#include <regex>

namespace rocke::sim::test {

namespace {

constexpr uint32_t seeds[] = {1, 2, 3};

/// Executes two pieces of code from the same states, which `prepare` has completed.
void requireSame(
    const std::string &what, InstructionBench &first, llvm::ArrayRef<Encoding> firstCode,
    InstructionBench &second, llvm::ArrayRef<Encoding> secondCode,
    llvm::function_ref<void(RegisterState &)> prepare = [](RegisterState &) {},
    llvm::function_ref<void(const RegisterState &, RegisterState &)> finish =
        [](const RegisterState &, RegisterState &) {}) {
  for (uint32_t seed : seeds) {
    RegisterState start = randomState(seed);
    prepare(start);
    RegisterState expected = first.run(firstCode, start);
    const RegisterState actual = second.run(secondCode, start);
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
size_t compareLines(InstructionBench &machine, llvm::ArrayRef<std::string> lines,
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
size_t compareShortWith(InstructionBench &machine, const std::string &suffix,
                        const std::string &rest) {
  std::vector<std::string> lines, others;
  for (const OpcodeInstance &opcode : machine.opcodes) {
    const std::string name = machine.classOf(opcode);
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
  InstructionBench &gfx11 = instructionBench("gfx1150", 32), &gfx9 = instructionBench("gfx950", 64);
  CHECK(compareShortWith(gfx11, "_e64", "") > 250);
  CHECK(compareShortWith(gfx9, "_e64", "") > 250);
}

TEST_CASE("DPP of the identity agrees with no DPP") {
  const std::string identity = " quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf";
  InstructionBench &gfx11 = instructionBench("gfx1150", 32), &gfx9 = instructionBench("gfx950", 64);
  CHECK(compareShortWith(gfx11, "", identity) > 500);
  CHECK(compareShortWith(gfx11, "_e64_dpp", identity) > 500);
  CHECK(compareShortWith(gfx11, "", " dpp8:[0,1,2,3,4,5,6,7]") > 200);
  CHECK(compareShortWith(gfx9, "_dpp", identity) > 100);
  std::vector<std::string> lines, dpp;
  for (const OpcodeInstance &opcode : gfx11.opcodes)
    if (mnemonicOf(opcode.text).starts_with("v_") && gfx11.classOf(opcode) == "VOP3")
      for (const std::string &text : withModifiers(opcode.text)) {
        const std::string operation = operationOf(text);
        lines.push_back(text);
        dpp.push_back(operation + "_e64_dpp" + text.substr(mnemonicOf(text).size()) + identity);
      }
  CHECK(compareLines(gfx11, lines, dpp) > 500);
}

TEST_CASE("SDWA of whole registers agrees with no SDWA") {
  InstructionBench &gfx9 = instructionBench("gfx950", 64);
  const std::string dest = " dst_sel:DWORD dst_unused:UNUSED_PAD";
  const std::string first = " src0_sel:DWORD", second = " src1_sel:DWORD";
  CHECK(compareShortWith(gfx9, "_sdwa", dest + first) > 100);
  CHECK(compareShortWith(gfx9, "_sdwa", dest + first + second) > 100);
  CHECK(compareShortWith(gfx9, "_sdwa", first + second) > 300);
}

TEST_CASE("a VOPD pair agrees with its halves") {
  InstructionBench &machine = instructionBench("gfx1150", 32);
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
  InstructionBench &wave32 = instructionBench("gfx1150", 32),
                   &wave64 = instructionBench("gfx1150", 64);
  std::map<unsigned, const OpcodeInstance *> inWave64;
  for (const OpcodeInstance &opcode : wave64.opcodes)
    inWave64[opcode.inst.getOpcode()] = &opcode;
  size_t compared = 0;
  for (const OpcodeInstance &opcode : wave32.opcodes) {
    const auto other = inWave64.find(opcode.inst.getOpcode());
    if (!wave32.isPure(opcode) || other == inWave64.end() ||
        other->second->encoding != opcode.encoding)
      continue;
    ++compared;
    // Masks have an upper half in wave64.
    requireSame(
        opcode.text, wave32, opcode.encoding, wave64, opcode.encoding, [](RegisterState &) {},
        [](const RegisterState &other, RegisterState &own) {
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
    InstructionBench &machine = instructionBench(arch, findGpu(arch)->supportsWave32 ? 32 : 64);
    std::vector<std::string> lines, others;
    std::vector<unsigned> registers;
    for (const OpcodeInstance &opcode : machine.opcodes) {
      const std::string name = machine.classOf(opcode);
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
                  second[index].encoding, [&](RegisterState &state) {
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
    InstructionBench &first = instructionBench(older, waveSize),
                     &second = instructionBench(newer, waveSize);
    std::map<unsigned, Encoding> inSecond;
    for (const OpcodeInstance &opcode : second.opcodes)
      inSecond[opcode.inst.getOpcode()] = opcode.encoding;
    size_t compared = 0;
    for (const OpcodeInstance &opcode : first.opcodes) {
      const llvm::StringRef mnemonic = mnemonicOf(opcode.text);
      const auto other = inSecond.find(opcode.inst.getOpcode());
      // CDNA4 changed the formats of 8-bit floats.
      if (!first.isPure(opcode) || other == inSecond.end() || mnemonic.contains("fp8") ||
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

} // namespace rocke::sim::test
