//===- Encoder.cpp - LLVM's encoder for one GPU ----------------------------===//
#include "Encoder.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/TargetRegistry.h"
#include <algorithm>
#include <cstring>

namespace rocke::sim {

Encoder::Encoder(const McTarget &tables)
    : tables(tables),
      context(std::make_unique<llvm::MCContext>(tables.triple, tables.asmInfo.get(),
                                                tables.registers.get(), tables.subtarget.get())),
      emitter(tables.target->createMCCodeEmitter(*tables.instructions, *context)) {}

Encoder::~Encoder() = default;

Encoding Encoder::encode(const llvm::MCInst &inst) const {
  llvm::SmallVector<char, sizeof(Encoding::words)> bytes;
  llvm::SmallVector<llvm::MCFixup, 2> fixups;
  emitter->encodeInstruction(inst, bytes, fixups, *tables.subtarget);
  Encoding encoding;
  const size_t size = std::min<size_t>(bytes.size(), sizeof(encoding.words));
  std::memcpy(encoding.words.data(), bytes.data(), size);
  encoding.numWords = static_cast<unsigned>(size / 4);
  return encoding;
}

} // namespace rocke::sim
