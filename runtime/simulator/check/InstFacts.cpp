//===- InstFacts.cpp - Which registers an instruction touches --------------===//
#include "InstFacts.h"
#include "../Decode.h"
#include "llvm/MC/MCInstrDesc.h"
#include <algorithm>
#include <optional>

namespace rocke::sim {

namespace {
constexpr uint64_t longestInstruction = 20;
} // namespace

llvm::Expected<std::unique_ptr<InstFactsTable>>
InstFactsTable::create(const GpuTraits &gpu, unsigned waveSize, MemoryRange code) {
  auto disassembler = Disassembler::create(gpu, waveSize);
  if (!disassembler)
    return disassembler.takeError();
  return std::unique_ptr<InstFactsTable>(
      new InstFactsTable(gpu, waveSize, code, std::move(*disassembler)));
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
  if (name == "SCC" || name == "SRC_SCC") {
    (isWrite ? facts.writesScc : facts.readsScc) = true;
    return;
  }
  std::optional<RegisterRange> range =
      parseRegisters(name == "SRC_VCCZ" ? "VCC" : (name == "SRC_EXECZ" ? "EXEC" : name));
  if (!range)
    return;
  // In wave32, a lane mask is the low half; the other one is an SGPR like any other.
  const llvm::StringRef mnemonic = facts.mnemonic;
  const bool isWhole = mnemonic.starts_with("s_") && mnemonic.ends_with("_b64");
  const bool isMask = isImplicit || name.starts_with("SRC_");
  if (isMask && !isWhole && waveSize == 32 && !range->isVector && range->count == 2)
    range->count = 1;
  range->isTied = isTied;
  range->isImplicit = isImplicit;
  ranges.push_back(*range);
}

/// Memory instructions of 8 and 16 bits whose operands the assembler writes as whole registers. On
/// gfx11 a load keeps the other half; with gfx9's ECC it does not (docs/simulator.md, "Buffers").
static void narrowToHalves(InstFacts &facts, bool isGfx11) {
  const llvm::StringRef name = facts.mnemonic;
  const uint8_t half = name.contains("d16_hi") ? 2 : 1;
  const bool isShort = name.ends_with("b8") || name.ends_with("b16") || name.ends_with("u8") ||
                       name.ends_with("i8") || name.ends_with("d16") || name.ends_with("d16_hi");
  if (isGfx11 && isShort && name.contains("_load_") && name.contains("_d16") &&
      !facts.writes.empty())
    facts.writes[0].halves = half;
  // The data of the others precede the address.
  const bool addressFirst =
      name.starts_with("ds_") || name.starts_with("global_") || name.starts_with("flat_");
  if (isShort && name.contains("_store_") && facts.reads.size() > addressFirst)
    facts.reads[addressFirst].halves = half;
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
  narrowToHalves(facts, gpu.isGfx11());
  return facts;
}

} // namespace rocke::sim
