//===- Disassembly.h - The instructions of a kernel --------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_DISASSEMBLY_H
#define ROCKE_COMPILER_DISASSEMBLY_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rocke::detail {

/// One machine instruction: what the static mix and the control flow graph need of it.
struct CodeInst {
  uint64_t offset; ///< in bytes from the kernel's entry
  uint64_t size;   ///< bytes
  InstClass instClass;
  uint64_t matrixFlop;
  bool fallsThrough;              ///< the next instruction may follow
  std::optional<uint64_t> target; ///< offset that a direct branch goes to; may lie anywhere
};

/// The code of a kernel.
struct Disassembly {
  std::vector<CodeInst> insts; ///< by offset
  uint64_t codeBytes = 0;
  uint64_t undecodedBytes = 0; ///< what the disassembler does not know, in steps of 4 bytes
};

/// LLVM's disassembler for one GPU and wave size. Not thread-safe; make one per thread.
class Disassembler {
public:
  Disassembler(llvm::StringRef arch, unsigned waveSize);
  ~Disassembler();

  /// The instructions in `code`, which begins at a kernel's entry. With `dropPadding`, the code's
  /// end is not known: it ends before the first s_code_end, and before the s_nop that assemblers
  /// align the next function with.
  Disassembly disassemble(llvm::StringRef code, bool dropPadding) const;

private:
  struct Tools;
  std::unique_ptr<Tools> tools;
};

} // namespace rocke::detail

#endif // ROCKE_COMPILER_DISASSEMBLY_H
