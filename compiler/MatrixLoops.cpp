//===- MatrixLoops.cpp - The loops that hold matrix instructions ----------===//
#include "MatrixLoops.h"
#include "ControlFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace rocke;
using namespace rocke::detail;

namespace {

/// Instructions of one block or of several.
struct Count {
  InstMix mix;
  uint64_t matrixFlop = 0;

  Count &operator+=(const Count &other) {
    for (unsigned i = 0; i < numInstClasses; ++i)
      mix.counts[i] += other.mix.counts[i];
    matrixFlop += other.matrixFlop;
    return *this;
  }

  /// Whether a way through the loop with this count is preferred to one with `other`: more matrix
  /// FLOP, then fewer instructions issued.
  bool betterThan(const Count &other) const {
    uint64_t issued = mix.issued(), otherIssued = other.mix.issued();
    return std::tie(matrixFlop, otherIssued) > std::tie(other.matrixFlop, issued);
  }
};

class LoopCounter {
public:
  LoopCounter(llvm::ArrayRef<CodeInst> insts, const ControlFlow &flow)
      : insts(insts), flow(flow), counts(flow.blocks().size()) {
    for (const auto &[block, count] : llvm::zip_equal(flow.blocks(), counts))
      for (const CodeInst &inst : insts.slice(block.firstInst, block.endInst - block.firstInst)) {
        ++count.mix[inst.instClass];
        count.matrixFlop += inst.matrixFlop;
      }
  }

  Count all(const ControlFlow::Loop &loop) const {
    Count sum;
    for (unsigned block : loop.body.set_bits())
      sum += counts[block];
    return sum;
  }

  /// One iteration: the best way from the header to a latch. Edges against the reverse post order
  /// close inner loops (which hold no matrix instructions) and are not taken.
  Count path(const ControlFlow::Loop &loop) const {
    std::vector<Count> best(counts.size());
    std::vector<bool> reached(counts.size()), done(counts.size());
    best[loop.header] = counts[loop.header];
    reached[loop.header] = true;
    for (unsigned block : flow.reversePostOrder()) {
      done[block] = true;
      if (!reached[block])
        continue;
      for (unsigned successor : flow.blocks()[block].successors) {
        if (!loop.body.test(successor) || done[successor])
          continue;
        Count count = best[block];
        count += counts[successor];
        if (!reached[successor] || count.betterThan(best[successor]))
          best[successor] = count;
        reached[successor] = true;
      }
    }
    Count result;
    for (unsigned latch : loop.latches)
      if (best[latch].betterThan(result))
        result = best[latch];
    // Only a loop nest that no compiler makes hides all its matrix instructions from such a way.
    return result.matrixFlop ? result : all(loop);
  }

  uint64_t startOffset(unsigned block) const {
    return insts[flow.blocks()[block].firstInst].offset;
  }
  uint64_t endOffset(unsigned block) const {
    const CodeInst &last = insts[flow.blocks()[block].endInst - 1];
    return last.offset + last.size;
  }

private:
  llvm::ArrayRef<CodeInst> insts;
  const ControlFlow &flow;
  std::vector<Count> counts; ///< per block
};

} // namespace

std::vector<MatrixLoop> rocke::detail::findMatrixLoops(llvm::ArrayRef<CodeInst> insts) {
  ControlFlow flow(insts);
  LoopCounter counter(insts, flow);

  std::vector<ControlFlow::Loop> holders = flow.loops();
  llvm::erase_if(holders,
                 [&](const ControlFlow::Loop &loop) { return counter.all(loop).matrixFlop == 0; });

  std::vector<MatrixLoop> result;
  for (const ControlFlow::Loop &loop : holders) {
    bool innermost = llvm::none_of(holders, [&](const ControlFlow::Loop &inner) {
      return inner.header != loop.header && loop.body.test(inner.header);
    });
    if (!innermost)
      continue;
    Count all = counter.all(loop), path = counter.path(loop);
    uint64_t end = 0;
    for (unsigned latch : loop.latches)
      end = std::max(end, counter.endOffset(latch));
    result.push_back({.startOffset = counter.startOffset(loop.header),
                      .endOffset = end,
                      .mix = all.mix,
                      .matrixFlop = all.matrixFlop,
                      .pathMix = path.mix,
                      .pathMatrixFlop = path.matrixFlop});
  }
  llvm::sort(result, [](const MatrixLoop &a, const MatrixLoop &b) {
    return a.startOffset < b.startOffset;
  });
  return result;
}
