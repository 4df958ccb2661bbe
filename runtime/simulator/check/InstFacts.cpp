//===- InstFacts.cpp - Which registers an instruction touches --------------===//
#include "InstFacts.h"
#include "../DecodedInst.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrDesc.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace rocke::sim {

namespace {
constexpr uint64_t longestInstruction = 20;

struct Register {
  bool isVector;
  uint32_t number;
  uint32_t count = 1;
};

// One part of LLVM's name of a register: "VGPR12", "VCC".
std::optional<Register> parseRegister(llvm::StringRef part) {
  uint32_t number = 0;
  llvm::StringRef rest = part;
  if (rest.consume_front("VGPR") && !rest.getAsInteger(10, number))
    return Register{true, number};
  rest = part;
  if (rest.consume_front("AGPR") && !rest.getAsInteger(10, number))
    return Register{true, 256 + number};
  rest = part;
  if (rest.consume_front("SGPR") && !rest.getAsInteger(10, number))
    return Register{false, number};
  rest = part;
  if (rest.consume_front("TTMP") && !rest.getAsInteger(10, number))
    return Register{false, TtmpSlot + number};
  return std::nullopt;
}

std::optional<Register> parseSpecial(llvm::StringRef name) {
  if (name.starts_with("M0"))
    return Register{false, M0Slot};
  return llvm::StringSwitch<std::optional<Register>>(name)
      .Case("VCC", Register{false, VccSlot, 2})
      .Case("VCC_LO", Register{false, VccSlot})
      .Case("VCC_HI", Register{false, VccSlot + 1})
      .Case("EXEC", Register{false, ExecSlot, 2})
      .Case("EXEC_LO", Register{false, ExecSlot})
      .Case("EXEC_HI", Register{false, ExecSlot + 1})
      .Default(std::nullopt);
}

std::string operationOf(llvm::StringRef text) {
  auto stripped = [](llvm::StringRef half) {
    llvm::StringRef word = half.take_until([](char c) { return c == ' '; });
    for (bool found = true; found;) {
      found = false;
      for (llvm::StringRef suffix : {"_e32", "_e64", "_dpp", "_dpp8", "_sdwa"})
        found |= word.consume_back(suffix);
    }
    return word.str();
  };
  auto [x, y] = text.split(" :: ");
  return y.empty() ? stripped(x) : stripped(x) + " :: " + stripped(y);
}
} // namespace

std::string registerName(bool isVector, uint32_t reg) {
  if (isVector)
    return reg < 256 ? fmt::format("v{}", reg) : fmt::format("a{}", reg - 256);
  switch (reg) {
  case VccSlot:
    return "vcc_lo";
  case VccSlot + 1:
    return "vcc_hi";
  case M0Slot:
    return "m0";
  case ExecSlot:
    return "exec_lo";
  case ExecSlot + 1:
    return "exec_hi";
  default:
    return reg >= TtmpSlot && reg < M0Slot ? fmt::format("ttmp{}", reg - TtmpSlot)
                                           : fmt::format("s{}", reg);
  }
}

llvm::Expected<std::unique_ptr<InstFactsTable>>
InstFactsTable::create(const GpuTraits &gpu, unsigned waveSize, MemoryRange code) {
  auto disassembler = Disassembler::create(gpu, waveSize);
  if (!disassembler)
    return disassembler.takeError();
  return std::unique_ptr<InstFactsTable>(
      new InstFactsTable(waveSize, code, std::move(*disassembler)));
}

const InstFacts &InstFactsTable::at(uint64_t address) {
  std::lock_guard lock(mutex);
  const InstFacts *&slot = slots[(address - code.begin) / 4];
  if (!slot)
    slot = &owned.emplace_back(describe(address));
  return *slot;
}

void InstFactsTable::addRegister(InstFacts &facts, llvm::StringRef name, bool isWrite, bool isTied,
                                 bool isImplicit) const {
  auto &ranges = isWrite ? facts.writes : facts.reads;
  if (name == "SCC") {
    (isWrite ? facts.writesScc : facts.readsScc) = true;
    return;
  }
  RegisterRange range;
  range.isTied = isTied;
  range.isImplicit = isImplicit;
  auto add = [&](Register reg) {
    // In wave32, a lane mask is the low half; the other one is an SGPR like any other.
    if (isImplicit && waveSize == 32 && reg.count == 2)
      reg.count = 1;
    range.isVector = reg.isVector;
    if (range.count == 0)
      range.first = reg.number;
    range.count += reg.count;
  };
  if (std::optional<Register> special = parseSpecial(name)) {
    add(*special);
  } else {
    llvm::SmallVector<llvm::StringRef, 16> parts;
    name.split(parts, '_');
    for (llvm::StringRef part : parts)
      if (std::optional<Register> reg = parseRegister(part))
        add(*reg);
  }
  if (range.count)
    ranges.push_back(range);
}

InstFacts InstFactsTable::describe(uint64_t address) {
  InstFacts facts;
  llvm::MCInst inst;
  const llvm::ArrayRef<uint8_t> bytes(
      hostBytes(address), static_cast<size_t>(std::min(longestInstruction, code.end - address)));
  if (disassembler->decode(bytes, inst) == 0)
    return facts; // the simulator refuses it
  facts.mnemonic = operationOf(disassembler->print(inst));
  const llvm::StringRef opcode = disassembler->opcodeName(inst);
  facts.isDpp = opcode.contains("_dpp");
  facts.hasStatus = opcode.contains("_TFE_");
  const llvm::MCInstrDesc &description = disassembler->description(inst);
  for (unsigned i = 0; i < inst.getNumOperands(); ++i) {
    const llvm::MCOperand &operand = inst.getOperand(i);
    if (!operand.isReg() || !operand.getReg())
      continue;
    const bool isTied = i < description.getNumOperands() &&
                        description.getOperandConstraint(i, llvm::MCOI::TIED_TO) >= 0;
    addRegister(facts, disassembler->registerName(operand.getReg()), i < description.getNumDefs(),
                isTied, /*isImplicit=*/false);
  }
  for (llvm::MCPhysReg reg : description.implicit_uses())
    addRegister(facts, disassembler->registerName(reg), false, false, /*isImplicit=*/true);
  for (llvm::MCPhysReg reg : description.implicit_defs())
    addRegister(facts, disassembler->registerName(reg), true, false, /*isImplicit=*/true);
  return facts;
}

} // namespace rocke::sim
