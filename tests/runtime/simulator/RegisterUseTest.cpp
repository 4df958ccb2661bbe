//===- RegisterUseTest.cpp - What LLVM says an instruction touches ---------===//
//
// LLVM's description of an instruction names the registers that it reads and writes. Every
// vector, matrix, scalar and LDS instruction is executed on random registers: it must leave all
// others alone, and its results must not depend on any others. The checkers follow values by the
// same description.
//
//===----------------------------------------------------------------------===//
#include "Decode.h"
#include "InstructionBench.h"
#include "check/InstFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

namespace {

/// One bit per register.
struct RegisterSet {
  std::vector<bool> rows = std::vector<bool>(numVectorRows);
  std::vector<bool> slots = std::vector<bool>(NumScalarSlots);
  bool scc = false;

  void add(llvm::ArrayRef<RegisterRange> ranges) {
    for (const RegisterRange &range : ranges)
      for (uint32_t index = 0; index < range.count; ++index)
        (range.isVector ? rows : slots)[range.first + index] = true;
  }
};

/// Puts other values into all registers that are not in the set.
RegisterState changedOutside(const RegisterSet &set, const RegisterState &state,
                             const RegisterState &other) {
  RegisterState changed = state;
  for (unsigned row = 0; row < numRows; ++row)
    if (!set.rows[row])
      std::copy_n(&other.vgprs[size_t{row} * lowLanes], lowLanes,
                  &changed.vgprs[size_t{row} * lowLanes]);
  for (unsigned slot = 0; slot < NumScalarSlots; ++slot)
    if (!set.slots[slot])
      changed.sgprs[slot] = other.sgprs[slot];
  if (!set.scc)
    changed.scc = !state.scc;
  return changed;
}

/// Relative addressing and branches depend on more than operands, what s_subvector_loop writes is a
/// source for LLVM, and some are meant to fault.
bool isSpecial(llvm::StringRef mnemonic) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"movrel", "swaprel", "gpr_idx", "cbranch",
                                                      "subvector", "_rfe_", "v_illegal"},
                      [&](llvm::StringRef part) { return mnemonic.contains(part); });
}
/// Registers that the checkers do not follow.
bool hasSystemRegisters(llvm::StringRef text) {
  return text.contains("flat_scratch") || text.contains("xnack_mask");
}

/// For addresses in LDS: all registers have small multiples of 16.
void makeAddresses(RegisterState &state) {
  for (uint32_t &word : state.vgprs)
    word &= 0xff0;
  state.sgprs[M0Slot] = 0x00400040; // base addresses of ds_append and its like
}

/// A and B of WMMA: the same in both halves of the wavefront.
void repeatHalves(RegisterState &state) {
  for (unsigned row = 0; row < numRows; ++row) {
    uint32_t *lanes = &state.vgprs[size_t{row} * lowLanes];
    std::copy_n(lanes, lowLanes / 2, lanes + lowLanes / 2);
  }
}

using Prepare = void (*)(RegisterState &);
void asItIs(RegisterState &) {}

void checkUse(InstructionBench &bench, const Encoding &encoding, const InstFacts &facts,
              const std::string &text, Prepare prepare) {
  RegisterSet written, touched;
  written.add(facts.writes);
  written.scc = facts.writesScc;
  touched = written;
  touched.add(facts.reads);
  touched.scc |= facts.readsScc;
  touched.slots[ExecSlot] = touched.slots[ExecSlot + 1] = true; // every vector instruction's
  for (uint32_t seed : {1, 2}) {
    RegisterState start = randomState(seed);
    prepare(start);
    const RegisterState end = bench.run(encoding, start);
    if (!end.fault.empty()) {
      FAIL_CHECK(text << ": " << end.fault);
      return;
    }
    // What is not written is as before.
    const RegisterState untouched = changedOutside(written, end, start);
    RegisterState expected = untouched;
    expected.scc = written.scc ? end.scc : start.scc;
    if (!(end == expected)) {
      FAIL_CHECK(text << " writes more: " << difference(expected, end));
      return;
    }
    // What is not read makes no difference.
    RegisterState different = randomState(seed + 100);
    different.sgprs[M0Slot] = 7;
    different.sgprs[VccSlot + 1] = 0x5aa5;
    prepare(different);
    const RegisterState other = changedOutside(touched, start, different);
    const RegisterState again = bench.run(encoding, other);
    expected = changedOutside(written, end, other);
    expected.scc = written.scc ? end.scc : other.scc;
    if (!(again == expected)) {
      FAIL_CHECK(text << " reads more: " << difference(expected, again));
      return;
    }
  }
}

/// Every instruction, and every one of `stride` operand forms. Returns their number.
size_t checkAll(const std::string &arch, unsigned waveSize, unsigned stride) {
  InstructionBench &bench = instructionBench(arch, waveSize);
  std::vector<Encoding> code;
  std::vector<Prepare> prepare;
  unsigned count = 0;
  for (const OpcodeInstance &opcode : bench.opcodes) {
    const std::string name = bench.classOf(opcode);
    // The upper lanes of a wave64 are 0 here, while WMMA wants four equal parts.
    const bool isLds = name == "DS", isWmma = name == "WMMA" && waveSize == 32;
    const bool isKnown = isLds || isWmma || name == "MFMA" || bench.isPure(opcode);
    if (!isKnown || isSpecial(mnemonicOf(opcode.text)))
      continue;
    const Prepare needs = isLds ? makeAddresses : isWmma ? repeatHalves : asItIs;
    code.push_back(opcode.encoding);
    prepare.push_back(needs);
    if (isLds)
      continue; // offsets lead out of LDS
    bench.walk->forms().forEachForm(opcode.inst, [&](const llvm::MCInst &form, unsigned) {
      if (++count % stride)
        return true;
      const Encoding encoding = bench.walk->encoder().encode(form);
      DecodedInst inst;
      const bool exists = bench.decode(encoding, inst);
      if (exists && !hasSystemRegisters(bench.textOf(encoding))) {
        code.push_back(encoding);
        prepare.push_back(needs);
      }
      return exists;
    });
  }
  const auto begin = reinterpret_cast<uint64_t>(code.data());
  auto facts =
      InstFactsTable::create(bench.gpu, waveSize, {begin, begin + code.size() * sizeof(Encoding)});
  REQUIRE(static_cast<bool>(facts));
  for (size_t index = 0; index < code.size(); ++index)
    checkUse(bench, code[index], (*facts)->at(reinterpret_cast<uint64_t>(code[index].words.data())),
             bench.textOf(code[index]), prepare[index]);
  return code.size();
}

} // namespace

TEST_CASE("instructions of gfx11 touch the registers that LLVM names") {
  CHECK(checkAll("gfx1150", 32, 37) > 3000);
  CHECK(checkAll("gfx1150", 64, 199) > 2000);
}

TEST_CASE("instructions of gfx950 touch the registers that LLVM names") {
  CHECK(checkAll("gfx950", 64, 23) > 2000);
}

TEST_CASE("SCC is no destination of a lane mask or of a lane's value") {
  constexpr uint32_t scc = 253;
  const InstructionBench &bench = instructionBench("gfx1150", 32);
  // v_cmp_eq_u32_e64 s3, v1, v2; v_readlane_b32 s3, v1, s2
  for (const Encoding &good :
       {Encoding{{0xd44a0003, 0x00020501}, 2}, Encoding{{0xd7600003, 0x00000501}, 2}}) {
    DecodedInst inst;
    CHECK(bench.decode(good, inst));
    Encoding bad = good;
    bad.words[0] = (bad.words[0] & ~0xffu) | scc;
    CHECK_FALSE(bench.decode(bad, inst));
  }
}

} // namespace rocke::sim::test
