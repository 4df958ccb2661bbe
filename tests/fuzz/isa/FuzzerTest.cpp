//===- FuzzerTest.cpp - The fuzzer finds what is planted ------------------===//
#include "Fuzzer.h"
#include "Generate.h"
#include "Prng.h"
#include "Recipes.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace rocke::fuzz;

namespace {

template <typename T> T take(llvm::Expected<T> value) {
  if (!value)
    FAIL(llvm::toString(value.takeError()));
  return std::move(*value);
}

Fuzzer fuzzerFor(const char *arch, unsigned waveSize) {
  return take(Fuzzer::create({Side{arch, waveSize}}));
}

unsigned countStmts(const Program &program) {
  unsigned count = 0;
  forEachStmt(program, [&](const Stmt &) { ++count; });
  return count;
}

void replaceOp(Block &block, Op from, Op to) {
  for (Stmt &stmt : block) {
    if (stmt.kind == StmtKind::Compute && stmt.op == from)
      stmt.op = to;
    for (Block &inner : stmt.blocks)
      replaceOp(inner, from, to);
  }
}

/// A program of one operation on registers.
Program programOf(const Recipe &recipe, uint64_t imm) {
  Program program;
  program.seed = 7;
  program.grid = 8;
  Stmt stmt;
  stmt.op = recipe.op;
  stmt.type = recipe.result;
  stmt.imm = imm;
  for (Type type : recipe.operandTypes()) {
    stmt.operands.push_back({type, static_cast<int>(program.registers.size()), 0});
    program.registers.push_back({type});
  }
  stmt.dst = static_cast<int>(program.registers.size());
  program.registers.push_back({recipe.result});
  program.body.push_back(stmt);
  return program;
}

/// The first finding among some programs with a fault planted in the host's.
std::optional<Finding> findPlanted(Fuzzer &fuzzer, std::function<void(Program &)> change) {
  fuzzer.changeForHost = std::move(change);
  std::optional<Finding> first;
  for (uint64_t seed = 8; seed < 600 && !first; seed += Fuzzer::batch) {
    llvm::Error error = fuzzer.run(seed, Fuzzer::batch, [&](size_t, Finding finding) {
      first = std::move(finding);
      return false;
    });
    REQUIRE(llvm::toString(std::move(error)) == "");
  }
  return first;
}

} // namespace

TEST_CASE("a seed always gives the same program", "[fuzz]") {
  const Fuzzer fuzzer = fuzzerFor("gfx1151", 32);
  std::set<std::string> texts;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const std::string text = fuzzer.target(0).llvmIR(generate(seed));
    CHECK(text == fuzzer.target(0).llvmIR(generate(seed)));
    texts.insert(text);
  }
  CHECK(texts.size() == 20);
}

TEST_CASE("every operation, statement and space is generated", "[fuzz]") {
  std::set<Op> ops;
  std::set<StmtKind> kinds;
  std::set<Space> spaces;
  std::set<AtomicOp> atomics;
  std::set<Move> moves;
  std::set<Approximation> approximations;
  for (uint64_t seed = 1; seed <= 1500; ++seed)
    forEachStmt(generate(seed), [&](const Stmt &stmt) {
      kinds.insert(stmt.kind);
      if (stmt.kind == StmtKind::Compute)
        ops.insert(stmt.op);
      else if (stmt.kind == StmtKind::Load || stmt.kind == StmtKind::Store)
        spaces.insert(stmt.space);
      else if (stmt.kind == StmtKind::AtomicOwn)
        atomics.insert(stmt.atomic);
      else if (stmt.kind == StmtKind::Exchange)
        moves.insert(stmt.move);
      else if (stmt.kind == StmtKind::Approximate)
        approximations.insert(stmt.function);
    });
  CHECK(ops.size() == static_cast<size_t>(Op::Shuffle) + 1);
  CHECK(kinds.size() == static_cast<size_t>(StmtKind::Exchange) + 1);
  CHECK(spaces.size() == numSpaces);
  CHECK(atomics.size() == numAtomics);
  CHECK(moves.size() == numMoves);
  CHECK(approximations.size() == numApproximations);
}

TEST_CASE("some programs let LLVM combine their statements", "[fuzz]") {
  Fuzzer fuzzer = fuzzerFor("gfx1151", 32);
  const auto share = [&](unsigned percent) {
    fuzzer.combinePercent = percent;
    unsigned plain = 0, combining = 0;
    for (uint64_t seed = 1; seed <= 500; ++seed) {
      const Program program = fuzzer.program(seed);
      plain += program.modes.plain();
      combining += program.combines;
      CHECK((program.modes.plain() || !program.combines));
    }
    return 100.0 * combining / plain;
  };
  CHECK(share(0) == 0);
  CHECK(share(100) == 100);
  const double usual = share(Fuzzer::defaultCombinePercent);
  CHECK((usual > 2 && usual < 8));

  // LLVM sees through registers, or not.
  Program program = programOf(allRecipes().front(), 0);
  CHECK(fuzzer.target(0).llvmIR(program).find("asm") == std::string::npos);
  program.combines = false;
  CHECK(fuzzer.target(0).llvmIR(program).find("asm") != std::string::npos);
}

TEST_CASE("a planted fault is found and shrunk", "[fuzz]") {
  struct Plant {
    Op from, to;
  };
  const Plant plant = GENERATE(Plant{Op::Add, Op::Sub}, Plant{Op::FMul, Op::FAdd});
  Fuzzer fuzzer = fuzzerFor("gfx1151", 32);
  auto found = findPlanted(fuzzer, [&](Program &program) {
    replaceOp(program.body, plant.from, plant.to);
    for (Function &function : program.functions)
      replaceOp(function.body, plant.from, plant.to);
  });
  REQUIRE(found);
  const unsigned before = countStmts(found->program);
  const Finding small = fuzzer.shrink(*found, 0);
  INFO(fuzzer.report(small, 0));
  CHECK(countStmts(small.program) < before);
  CHECK(countStmts(small.program) <= 3);
  bool holdsIt = false;
  forEachStmt(small.program, [&](const Stmt &stmt) {
    holdsIt |= stmt.kind == StmtKind::Compute && stmt.op == plant.from;
  });
  CHECK(holdsIt);
  // The report has what it takes to go after it.
  const std::string report = fuzzer.report(small, 0);
  CHECK(report.find("seed " + std::to_string(small.program.seed) + " on gfx1151 wave32") !=
        std::string::npos);
  CHECK(report.find("expected 0x") != std::string::npos);
  CHECK(report.find("define amdgpu_kernel") != std::string::npos);
  CHECK(report.find("inputs of work-item") != std::string::npos);
  CHECK(report.find("s_endpgm") != std::string::npos);
}

TEST_CASE("a fault in control flow, memory or an exchange is found", "[fuzz]") {
  Fuzzer fuzzer = fuzzerFor("gfx950", 64);
  const StmtKind kind = GENERATE(StmtKind::If, StmtKind::Store, StmtKind::AtomicShared,
                                 StmtKind::Exchange, StmtKind::Call);
  // The host leaves such statements out.
  const std::function<void(Block &)> strip = [&](Block &block) {
    std::erase_if(block, [&](const Stmt &stmt) { return stmt.kind == kind; });
    for (Stmt &stmt : block)
      for (Block &inner : stmt.blocks)
        strip(inner);
  };
  auto found = findPlanted(fuzzer, [&](Program &program) { strip(program.body); });
  REQUIRE(found);
  CHECK_FALSE(found->faulted());
}

TEST_CASE("other modes and another matrix instruction are found", "[fuzz]") {
  const std::function<void(Program &)> changes[] = {
      [](Program &program) { // the next one
        for (Stmt &stmt : program.body)
          stmt.imm += stmt.kind == StmtKind::Exchange && stmt.move == Move::Matrix;
      },
      [](Program &program) {
        if (program.modes.round())
          program.modes = {};
      },
      [](Program &program) {
        if (program.modes.flush())
          program.modes = {};
      },
  };
  const char *arch = GENERATE("gfx1151", "gfx950");
  Fuzzer fuzzer = fuzzerFor(arch, arch == std::string("gfx950") ? 64 : 32);
  for (const auto &change : changes) {
    auto found = findPlanted(fuzzer, change);
    REQUIRE(found);
    CHECK_FALSE(found->faulted());
  }
}

TEST_CASE("no operation can stand in for another one", "[fuzz]") {
  // Each against the next one on the same types. Some are alike on some types: a truncation has no
  // sign. So one pair of types has to tell.
  std::map<std::pair<Type, std::vector<Type>>, std::vector<const Recipe *>> bySignature;
  for (const Recipe &recipe : allRecipes())
    bySignature[{recipe.result, recipe.operandTypes().vec()}].push_back(&recipe);
  Fuzzer fuzzer = fuzzerFor("gfx1151", 32);
  std::set<Op> told;
  std::set<Op> tried;
  for (const auto &[signature, recipes] : bySignature)
    for (size_t i = 0; i < recipes.size() && recipes.size() > 1; ++i) {
      if (told.contains(recipes[i]->op))
        continue;
      tried.insert(recipes[i]->op);
      const Recipe &other = *recipes[(i + 1) % recipes.size()];
      fuzzer.changeForHost = [&](Program &program) { program.body[0].op = other.op; };
      // An immediate that makes no operation a special case of another one.
      const Program program = programOf(*recipes[i], 0x0706050403020a0a);
      if (take(fuzzer.check(program, 0, /*optLevel=*/1)))
        told.insert(recipes[i]->op);
    }
  CHECK(tried.size() > 100);
  for (Op op : tried) {
    INFO(toString(op));
    CHECK(told.contains(op));
  }
}

TEST_CASE("a program that faults is a finding", "[fuzz]") {
  Fuzzer fuzzer = fuzzerFor("gfx1151", 32);
  // A workgroup too large for the GPU.
  Program program = programOf(allRecipes().front(), 0);
  program.block = 2048;
  auto result = fuzzer.check(program, 0, /*optLevel=*/1);
  if (!result) // LLVM may be the one to refuse it
    CHECK(result.errorIsA<CompileError>());
  if (!result)
    llvm::consumeError(result.takeError());
  else
    CHECK((*result && (*result)->faulted()));
}

TEST_CASE("unknown GPUs are refused", "[fuzz]") {
  auto fuzzer = Fuzzer::create({Side{"gfx906", 64}});
  REQUIRE(!fuzzer);
  CHECK(llvm::toString(fuzzer.takeError()).find("gfx906") != std::string::npos);
}
