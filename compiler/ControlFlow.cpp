//===- ControlFlow.cpp - The control flow graph of a kernel ---------------===//
#include "ControlFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace rocke::detail;

ControlFlow::ControlFlow(llvm::ArrayRef<CodeInst> insts) {
  if (insts.empty())
    return;
  findBlocks(insts);
  findOrder();
  findDominators();
}

void ControlFlow::findBlocks(llvm::ArrayRef<CodeInst> insts) {
  auto instAt = [&](uint64_t offset) {
    const auto *inst = llvm::lower_bound(
        insts, offset, [](const CodeInst &i, uint64_t o) { return i.offset < o; });
    return inst != insts.end() && inst->offset == offset ? inst : insts.end();
  };

  std::set<size_t> leaders = {0};
  for (const auto &[index, inst] : llvm::enumerate(insts)) {
    if (inst.target)
      if (const auto *target = instAt(*inst.target); target != insts.end())
        leaders.insert(target - insts.begin());
    if ((inst.target || !inst.fallsThrough) && index + 1 < insts.size())
      leaders.insert(index + 1);
  }

  std::map<size_t, unsigned> blockOfLeader;
  for (size_t leader : leaders) {
    if (!allBlocks.empty())
      allBlocks.back().endInst = leader;
    blockOfLeader[leader] = allBlocks.size();
    allBlocks.push_back(
        {.firstInst = leader, .endInst = insts.size(), .successors = {}, .predecessors = {}});
  }

  auto connect = [&](unsigned from, unsigned to) {
    if (llvm::is_contained(allBlocks[from].successors, to))
      return;
    allBlocks[from].successors.push_back(to);
    allBlocks[to].predecessors.push_back(from);
  };
  for (unsigned block = 0; block < allBlocks.size(); ++block) {
    const CodeInst &last = insts[allBlocks[block].endInst - 1];
    // A branch out of the kernel, or into the middle of an instruction, leads out of the graph.
    if (last.target)
      if (const auto *target = instAt(*last.target); target != insts.end())
        connect(block, blockOfLeader.at(target - insts.begin()));
    if (last.fallsThrough && block + 1 < allBlocks.size())
      connect(block, block + 1);
  }
}

void ControlFlow::findOrder() {
  positionInOrder.assign(allBlocks.size(), notReached);
  std::vector<bool> visited(allBlocks.size());
  // Depth first on an explicit stack: kernels may have any number of blocks.
  struct Visit {
    unsigned block;
    unsigned nextSuccessor;
  };
  std::vector<Visit> stack = {{0, 0}};
  visited[0] = true;
  while (!stack.empty()) {
    Visit &visit = stack.back();
    llvm::ArrayRef<unsigned> successors = allBlocks[visit.block].successors;
    if (visit.nextSuccessor == successors.size()) {
      order.push_back(visit.block);
      stack.pop_back();
      continue;
    }
    unsigned successor = successors[visit.nextSuccessor++];
    if (!visited[successor]) {
      visited[successor] = true;
      stack.push_back({successor, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  for (unsigned position = 0; position < order.size(); ++position)
    positionInOrder[order[position]] = position;
}

// The iterative algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
void ControlFlow::findDominators() {
  immediateDominator.assign(allBlocks.size(), notReached);
  immediateDominator[0] = 0;
  auto intersect = [&](unsigned a, unsigned b) {
    while (a != b) {
      if (positionInOrder[a] < positionInOrder[b])
        std::swap(a, b);
      a = immediateDominator[a];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned block : llvm::drop_begin(order)) {
      unsigned dominator = notReached;
      for (unsigned predecessor : allBlocks[block].predecessors)
        if (immediateDominator[predecessor] != notReached)
          dominator = dominator == notReached ? predecessor : intersect(dominator, predecessor);
      changed |= immediateDominator[block] != dominator;
      immediateDominator[block] = dominator;
    }
  }
}

bool ControlFlow::dominates(unsigned dominator, unsigned block) const {
  while (positionInOrder[block] > positionInOrder[dominator])
    block = immediateDominator[block];
  return block == dominator;
}

std::vector<ControlFlow::Loop> ControlFlow::loops() const {
  std::map<unsigned, Loop> byHeader;
  for (unsigned block : order)
    for (unsigned successor : allBlocks[block].successors)
      if (dominates(successor, block)) {
        Loop &loop = byHeader[successor];
        loop.header = successor;
        loop.latches.push_back(block);
      }

  std::vector<Loop> result;
  for (auto &[header, loop] : byHeader) {
    loop.body.resize(allBlocks.size());
    loop.body.set(header);
    std::vector<unsigned> pending(loop.latches.begin(), loop.latches.end());
    while (!pending.empty()) {
      unsigned block = pending.back();
      pending.pop_back();
      if (loop.body.test(block))
        continue;
      loop.body.set(block);
      for (unsigned predecessor : allBlocks[block].predecessors)
        if (positionInOrder[predecessor] != notReached)
          pending.push_back(predecessor);
    }
    result.push_back(std::move(loop));
  }
  return result;
}
