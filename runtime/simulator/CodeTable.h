//===- CodeTable.h - Decoded instructions by address ------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_CODETABLE_H
#define ROCKE_RUNTIME_SIMULATOR_CODETABLE_H

#include "DecodedInst.h"
#include "Disassembler.h"
#include "GpuTraits.h"
#include "Memory.h"
#include "Registers.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rocke::sim {

/// The instructions of a code object for one wave size and number of registers, each decoded when
/// it is first reached. Any number of threads may use a table at once.
class CodeTable {
public:
  /// `code`: addresses of the executable bytes in GPU memory. Instructions that name other
  /// registers than those of `registers` are refused when they are executed.
  static llvm::Expected<std::unique_ptr<CodeTable>>
  create(const GpuTraits &gpu, unsigned waveSize, MemoryRange code,
         const RegisterAllocation &registers = {});

  uint64_t begin() const { return code.begin; }
  /// Instructions start at multiples of 4 bytes; so many places there are.
  uint64_t numSlots() const { return slots; }
  /// The instruction at begin() + slot * 4. One that cannot be executed has a handler that says so.
  const DecodedInst &at(uint64_t slot) {
    const DecodedInst *inst = find(slot);
    if (!inst) [[unlikely]]
      inst = decode(slot);
    return *inst;
  }
  /// Instructions decoded so far; their ids are smaller.
  uint32_t numDecoded() const;
  /// The instruction with that id.
  const DecodedInst &byId(uint32_t id) const;
  /// Disassembly of whatever stands at `address`.
  std::string text(uint64_t address);

private:
  CodeTable(const GpuTraits &gpu, unsigned waveSize, MemoryRange code,
            const RegisterAllocation &registers, std::unique_ptr<Disassembler> disassembler);
  // Code objects may be large and mostly unused, so the table comes in pieces.
  static constexpr uint64_t chunkSlots = 1024;
  struct Chunk {
    std::array<std::atomic<const DecodedInst *>, chunkSlots> slots{};
  };
  const DecodedInst *find(uint64_t slot) const {
    const Chunk *chunk = chunks[slot / chunkSlots].load(std::memory_order_acquire);
    return chunk ? chunk->slots[slot % chunkSlots].load(std::memory_order_acquire) : nullptr;
  }
  const DecodedInst *decode(uint64_t slot);
  void decodeInto(uint64_t address, DecodedInst &inst);
  /// Why the kernel's registers do not do for an instruction; empty: they do.
  std::string registerRefusal(const llvm::MCInst &inst) const;
  llvm::ArrayRef<uint8_t> bytesAt(uint64_t address) const;

  const GpuTraits &gpu;
  const unsigned waveSize;
  const MemoryRange code;
  const RegisterAllocation registers;
  const uint64_t slots;
  std::vector<std::atomic<Chunk *>> chunks;
  mutable std::mutex mutex; ///< guards what follows
  std::deque<Chunk> ownedChunks;
  std::unique_ptr<Disassembler> disassembler;
  std::deque<DecodedInst> decoded;  ///< by id
  std::deque<std::string> refusals; ///< what `DecodedInst::data` of a refused one points to
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_CODETABLE_H
