//===- IsaWalk.cpp - A GPU's opcodes and their operand forms ---------------===//
#include "IsaWalk.h"
#include "../Decode.h"
#include "EncodingClass.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <map>
#include <set>

namespace rocke::sim {

llvm::Expected<std::unique_ptr<IsaWalk>> IsaWalk::create(const GpuTraits &gpu, unsigned waveSize) {
  auto target = McTarget::create(gpu, waveSize);
  if (!target)
    return target.takeError();
  auto disassembler = Disassembler::create(gpu, waveSize);
  if (!disassembler)
    return disassembler.takeError();
  return std::unique_ptr<IsaWalk>(
      new IsaWalk(gpu, waveSize, std::move(*target), std::move(*disassembler)));
}

bool IsaWalk::isNamedForFamily(unsigned opcode) const {
  llvm::StringRef name = target->instructions->getName(opcode);
  if (gpu.isGfx11())
    return name.ends_with("_gfx11") || name == "V_ILLEGAL";
  for (llvm::StringRef registers : {"_acd", "_vcd", "_agpr"})
    name.consume_back(registers);
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"_vi", "_gfx9", "_gfx90a", "_gfx940"},
                      [&](llvm::StringRef family) { return name.ends_with(family); });
}

void IsaWalk::addOpcodes(llvm::ArrayRef<llvm::MCInst> instances,
                         std::map<unsigned, OpcodeInstance> &found) const {
  std::vector<OpcodeInstance> candidates;
  std::vector<std::string> lines;
  for (const llvm::MCInst &inst : instances) {
    OpcodeInstance candidate;
    candidate.encoding = emitter.encode(inst);
    if (!reader->decode(candidate.encoding.bytes(), candidate.inst) ||
        candidate.inst.getOpcode() != inst.getOpcode())
      continue;
    candidate.text = reader->print(candidate.inst);
    lines.push_back(candidate.text);
    candidates.push_back(std::move(candidate));
  }
  for (auto [candidate, line] : llvm::zip_equal(candidates, assemble(*target, emitter, lines)))
    if (line.encoding == candidate.encoding)
      found.try_emplace(candidate.inst.getOpcode(), std::move(candidate));
}

std::vector<OpcodeInstance> IsaWalk::opcodes() const {
  std::map<unsigned, OpcodeInstance> found;
  std::vector<llvm::MCInst> first, rest;
  for (unsigned opcode = 0; opcode < target->instructions->getNumOpcodes(); ++opcode)
    if (operands.hasEncoding(opcode) && isNamedForFamily(opcode))
      first.push_back(operands.instances(opcode).front());
  addOpcodes(first, found);
  for (const llvm::MCInst &inst : first)
    if (!found.contains(inst.getOpcode()))
      llvm::append_range(rest, operands.instances(inst.getOpcode()));
  addOpcodes(rest, found);
  std::vector<OpcodeInstance> result;
  result.reserve(found.size());
  for (auto &[opcode, instance] : found)
    result.push_back(std::move(instance));
  return result;
}

OpcodeCoverage IsaWalk::describe(const OpcodeInstance &opcode) const {
  return {reader->opcodeName(opcode.inst).str(), mnemonicOf(opcode.text).str(), 1, {}};
}

void IsaWalk::cover(const OpcodeInstance &opcode, OpcodeCoverage &coverage) const {
  const std::string operation = operationOf(opcode.text);
  std::set<std::array<uint32_t, 5>> seen;
  std::vector<std::string> refused;
  std::vector<Encoding> refusedEncodings;
  auto cover = [&](const Encoding &encoding, const llvm::MCInst &inst) {
    const bool isOut = !encodingClassOf(gpu, encoding, coverage.mnemonic).compute; // gds, say
    if (isOut || !seen.insert(encoding.words).second)
      return;
    DecodeInput in{gpu, waveSize, operation, coverage.opcode, encoding.words, encoding.numWords,
                   inst};
    DecodedInst out;
    if (decodeInst(in, out))
      return;
    refused.push_back(reader->print(inst));
    refusedEncodings.push_back(encoding);
  };
  cover(opcode.encoding, opcode.inst);
  operands.forEachForm(opcode.inst, [&](const llvm::MCInst &form, unsigned operand) {
    const Encoding encoding = emitter.encode(form);
    llvm::MCInst inst;
    if (!reader->decode(encoding.bytes(), inst) || inst.getOpcode() != form.getOpcode())
      return false;
    // Values that do not fit are cut off.
    const llvm::MCOperand &wanted = form.getOperand(operand), &got = inst.getOperand(operand);
    const bool isSame = wanted.isReg() ? got.isReg() && got.getReg() == wanted.getReg()
                                       : got.isImm() && got.getImm() == wanted.getImm();
    if (!isSame && emitter.encode(inst) != encoding)
      return false;
    cover(encoding, inst);
    return isSame;
  });
  coverage.numForms = seen.size();
  if (refused.empty())
    return;
  const std::vector<AssembledLine> assembled = assemble(*target, emitter, refused);
  const bool all = refused.size() == seen.size();
  for (auto [text, encoding, line] : llvm::zip_equal(refused, refusedEncodings, assembled))
    if (line.encoding == encoding)
      coverage.refused.push_back(
          {text, all ? "the operation is not simulated" : "this operand form is not simulated"});
    else
      --coverage.numForms;
}

} // namespace rocke::sim
