//===- Shrink.cpp - The smallest program that still differs ---------------===//
//
// Tries changes that make a program smaller, and keeps each with which the finding stays:
// statements left out in halves, quarters, ... and one by one; control flow replaced by one of its
// blocks; registers that are no outputs; lower levels of optimization. Inputs must stay as they
// were, so registers and work-items keep their numbers.
//
//===----------------------------------------------------------------------===//
#include "Fuzzer.h"
#include <algorithm>

namespace rocke::fuzz {

namespace {

/// Statements by their number in the order of forEachStmt.
class Editor {
public:
  /// The program without the statements numbered [begin, end).
  static Program without(const Program &program, unsigned begin, unsigned end) {
    return edit(program,
                [&](unsigned number, Stmt &, Block &) { return number < begin || number >= end; });
  }
  /// The program with statement `which` replaced by its block `block`.
  static Program flattened(const Program &program, unsigned which, unsigned block) {
    return edit(program, [&](unsigned number, Stmt &stmt, Block &into) {
      if (number != which || block >= stmt.blocks.size())
        return true;
      for (Stmt &inner : stmt.blocks[block])
        into.push_back(std::move(inner));
      return false;
    });
  }

private:
  /// Keeps the statements for which `keep` says so; it may put others in their place.
  using Keep = llvm::function_ref<bool(unsigned number, Stmt &, Block &into)>;

  static Program edit(const Program &program, Keep keep) {
    Program result = program;
    unsigned number = 0;
    result.body = rebuild(program.body, number, keep);
    for (size_t i = 0; i < program.functions.size(); ++i)
      result.functions[i].body = rebuild(program.functions[i].body, number, keep);
    return result;
  }
  static Block rebuild(const Block &block, unsigned &number, Keep keep) {
    Block result;
    for (const Stmt &stmt : block) {
      Stmt copy = stmt;
      const unsigned own = number++;
      for (Block &inner : copy.blocks)
        inner = rebuild(inner, number, keep);
      if (keep(own, copy, result))
        result.push_back(std::move(copy));
    }
    return result;
  }
};

unsigned countStmts(const Program &program) {
  unsigned count = 0;
  forEachStmt(program, [&](const Stmt &) { ++count; });
  return count;
}

class Shrinker {
public:
  Shrinker(Fuzzer &fuzzer, size_t target, Finding finding)
      : fuzzer(fuzzer), target(target), best(std::move(finding)) {}

  Finding run() {
    simplifySetting();
    for (bool smaller = true; smaller;) {
      smaller = removeStmts();
      smaller |= flatten();
      smaller |= dropOutputs();
    }
    return std::move(best);
  }

private:
  /// Keeps `program` if it fails in the same way.
  bool keepIfFails(const Program &program, unsigned optLevel) {
    auto result = fuzzer.check(program, target, optLevel);
    if (!result) {
      llvm::consumeError(result.takeError());
      return false;
    }
    if (!*result || (*result)->faulted() != best.faulted())
      return false;
    best = std::move(**result);
    return true;
  }

  void simplifySetting() {
    for (unsigned level : {0u, 1u}) {
      Program program = best.program;
      Fuzzer::adapt(program, level);
      if (level < best.optLevel && keepIfFails(program, level))
        break;
    }
    for (unsigned Program::*limit : {&Program::vgprs, &Program::wavesPerEu}) {
      Program unlimited = best.program;
      unlimited.*limit = 0;
      if (best.program.*limit)
        keepIfFails(unlimited, best.optLevel);
    }
    Program apart = best.program;
    apart.combines = false;
    if (best.program.combines)
      keepIfFails(apart, best.optLevel);
    Program program = best.program;
    program.promote = true;
    Fuzzer::adapt(program, best.optLevel);
    if (program.promote && !best.program.promote)
      keepIfFails(program, best.optLevel);
  }

  bool removeStmts() {
    bool any = false;
    for (unsigned size = std::max(1u, countStmts(best.program) / 2); size > 0; size /= 2)
      for (unsigned begin = 0; begin < countStmts(best.program);) {
        if (keepIfFails(Editor::without(best.program, begin, begin + size), best.optLevel))
          any = true;
        else
          begin += size;
      }
    return any;
  }

  bool flatten() {
    bool any = false;
    for (unsigned which = 0; which < countStmts(best.program); ++which) {
      unsigned blocks = 0, number = 0;
      forEachStmt(best.program, [&](const Stmt &stmt) {
        if (number++ == which)
          blocks = static_cast<unsigned>(stmt.blocks.size());
      });
      for (unsigned block = 0; block < blocks; ++block)
        if (keepIfFails(Editor::flattened(best.program, which, block), best.optLevel)) {
          any = true;
          break;
        }
    }
    return any;
  }

  bool dropOutputs() {
    bool any = false;
    if (best.difference.reg) { // the one that differs may be all that is needed
      Program program = best.program;
      for (size_t i = 0; i < program.registers.size(); ++i)
        program.registers[i].stored = i == *best.difference.reg;
      const bool several = std::ranges::count_if(best.program.registers, &Register::stored) > 1;
      if (several && keepIfFails(program, best.optLevel))
        return true;
    }
    for (size_t i = 0; i < best.program.registers.size(); ++i) {
      if (!best.program.registers[i].stored)
        continue;
      Program program = best.program;
      program.registers[i].stored = false;
      any |= keepIfFails(program, best.optLevel);
    }
    return any;
  }

  Fuzzer &fuzzer;
  const size_t target;
  Finding best;
};

} // namespace

Finding Fuzzer::shrink(Finding finding, size_t target) {
  return Shrinker(*this, target, std::move(finding)).run();
}

} // namespace rocke::fuzz
