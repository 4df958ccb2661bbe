//===- CodeTable.cpp - Decoded instructions by address ---------------------===//
#include "CodeTable.h"
#include "Decode.h"
#include "Wavefront.h"
#include "rocke/compiler/CodeObject.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
constexpr uint64_t longestInstruction = 20;

void refuse(Wavefront &wave, const DecodedInst &inst) {
  wave.fault(*static_cast<const std::string *>(inst.data));
}
} // namespace

CodeTable::CodeTable(const GpuTraits &gpu, unsigned waveSize, MemoryRange code,
                     const RegisterAllocation &registers,
                     std::unique_ptr<Disassembler> disassembler)
    : gpu(gpu), waveSize(waveSize), code(code), registers(registers),
      slots((code.end - code.begin) / 4), chunks((slots + chunkSlots - 1) / chunkSlots),
      disassembler(std::move(disassembler)) {}

llvm::Expected<std::unique_ptr<CodeTable>> CodeTable::create(const GpuTraits &gpu,
                                                             unsigned waveSize, MemoryRange code,
                                                             const RegisterAllocation &registers) {
  auto disassembler = Disassembler::create(gpu, waveSize);
  if (!disassembler)
    return disassembler.takeError();
  return std::unique_ptr<CodeTable>(
      new CodeTable(gpu, waveSize, code, registers, std::move(*disassembler)));
}

llvm::ArrayRef<uint8_t> CodeTable::bytesAt(uint64_t address) const {
  return {hostBytes(address),
          static_cast<size_t>(std::min(longestInstruction, code.end - address))};
}

std::string CodeTable::registerRefusal(const llvm::MCInst &inst) const {
  for (const llvm::MCOperand &operand : inst) {
    if (!operand.isReg() || !operand.getReg())
      continue;
    if (auto range = parseRegisters(disassembler->registerName(operand.getReg())))
      if (std::string refusal = registers.refusalOf(*range); !refusal.empty())
        return refusal;
  }
  return {};
}

void CodeTable::decodeInto(uint64_t address, DecodedInst &inst) {
  auto refuseWith = [&](std::string why) {
    refusals.push_back(std::move(why));
    inst.handler = refuse;
    inst.data = &refusals.back();
  };
  llvm::MCInst mcInst;
  unsigned size = disassembler->decode(bytesAt(address), mcInst);
  if (size == 0) {
    refuseWith(fmt::format("no {} instruction has this encoding", gpu.name.str()));
    return;
  }
  std::string text = disassembler->print(mcInst);
  std::string operation = operationOf(text);
  DecodeInput input{gpu, waveSize, operation, disassembler->opcodeName(mcInst),
                    {},  size / 4, mcInst};
  std::memcpy(input.words.data(), bytesAt(address).data(), size);
  inst.words = static_cast<uint8_t>(size / 4);
  llvm::StringRef mnemonic = mnemonicOf(text);
  inst.instClass = classifyMnemonic(mnemonic);
  inst.matrixFlop = static_cast<uint32_t>(matrixFlops(mnemonic));
  if (!decodeInst(input, inst))
    refuseWith(fmt::format("{} is not simulated", mnemonic.str()));
  else if (std::string refusal = registerRefusal(mcInst); !refusal.empty())
    refuseWith(std::move(refusal));
}

const DecodedInst *CodeTable::decode(uint64_t slot) {
  std::lock_guard lock(mutex);
  if (const DecodedInst *other = find(slot))
    return other; // another thread was faster
  std::atomic<Chunk *> &place = chunks[slot / chunkSlots];
  if (!place.load(std::memory_order_relaxed))
    place.store(&ownedChunks.emplace_back(), std::memory_order_release);
  DecodedInst &inst = decoded.emplace_back();
  inst.id = static_cast<uint32_t>(decoded.size() - 1);
  decodeInto(code.begin + slot * 4, inst);
  place.load(std::memory_order_relaxed)
      ->slots[slot % chunkSlots]
      .store(&inst, std::memory_order_release);
  return &inst;
}

uint32_t CodeTable::numDecoded() const {
  std::lock_guard lock(mutex);
  return static_cast<uint32_t>(decoded.size());
}

const DecodedInst &CodeTable::byId(uint32_t id) const {
  std::lock_guard lock(mutex);
  return decoded[id];
}

std::string CodeTable::text(uint64_t address) {
  if (!code.contains(address, 4))
    return {};
  std::lock_guard lock(mutex);
  llvm::MCInst inst;
  if (disassembler->decode(bytesAt(address), inst))
    return disassembler->print(inst);
  uint32_t word;
  std::memcpy(&word, bytesAt(address).data(), 4);
  return fmt::format(".long {:#010x}", word);
}

} // namespace rocke::sim
