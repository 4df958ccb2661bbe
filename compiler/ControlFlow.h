//===- ControlFlow.h - The control flow graph of a kernel --------*- C++ -*-===//
#ifndef ROCKE_COMPILER_CONTROLFLOW_H
#define ROCKE_COMPILER_CONTROLFLOW_H

#include "Disassembly.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace rocke::detail {

/// Basic blocks, numbered by offset; block 0 is the entry.
class ControlFlow {
public:
  struct Block {
    size_t firstInst, endInst; ///< indices into the instructions
    llvm::SmallVector<unsigned, 2> successors, predecessors;
  };

  explicit ControlFlow(llvm::ArrayRef<CodeInst> insts);

  llvm::ArrayRef<Block> blocks() const { return allBlocks; }
  /// The blocks that the entry leads to, each before its successors but for edges back.
  llvm::ArrayRef<unsigned> reversePostOrder() const { return order; }
  /// Whether every way from the entry to `block` leads through `dominator`. Both reachable.
  bool dominates(unsigned dominator, unsigned block) const;

  /// A natural loop; loops with one header are one loop.
  struct Loop {
    unsigned header;
    llvm::SmallVector<unsigned, 2> latches; ///< blocks that branch back to the header
    llvm::BitVector body;                   ///< header and latches included
  };
  std::vector<Loop> loops() const;

private:
  void findBlocks(llvm::ArrayRef<CodeInst> insts);
  void findOrder();
  void findDominators();

  std::vector<Block> allBlocks;
  std::vector<unsigned> order;
  std::vector<unsigned> positionInOrder; ///< per block; notReached where the entry does not lead
  std::vector<unsigned> immediateDominator;
  static constexpr unsigned notReached = ~0u;
};

} // namespace rocke::detail

#endif // ROCKE_COMPILER_CONTROLFLOW_H
