//===- MatrixTest.cpp - Every matrix instruction against plain sums -------===//
#include "Matrix.h"
#include "Fuzzer.h"
#include "Prng.h"
#include <catch2/catch.hpp>

using namespace rocke::fuzz;

namespace {
/// Two registers of the wavefronts go through a matrix instruction into a third one.
Program programOf(uint64_t imm) {
  Program program;
  program.seed = imm;
  program.block = 128;
  program.registers = {{Type::I32}, {Type::I32}, {Type::I32}};
  Stmt stmt;
  stmt.kind = StmtKind::Exchange;
  stmt.move = Move::Matrix;
  stmt.imm = imm;
  stmt.dst = 2;
  stmt.operands = {{Type::I32, 0}, {Type::I32, 1}, {Type::I32, 1}};
  program.body.push_back(stmt);
  return program;
}
} // namespace

TEST_CASE("matrix instructions are sums of products", "[fuzz]") {
  const Side side =
      GENERATE(Side{"gfx1151", 32}, Side{"gfx1151", 64}, Side{"gfx942", 64}, Side{"gfx950", 64});
  auto fuzzer = Fuzzer::create({side});
  REQUIRE(static_cast<bool>(fuzzer));
  Prng prng(side.waveSize);
  const llvm::ArrayRef<MatrixOp> ops = matrixOps(side.family());
  constexpr unsigned variants = 1;
  for (size_t i = 0; i < ops.size() * variants; ++i) {
    const uint64_t random = prng.bits() >> 1;
    const uint64_t imm = random - random % ops.size() + i / variants;
    INFO(side.arch << ' ' << ops[i / variants].intrinsic << ", imm " << imm);
    auto finding = fuzzer->check(programOf(imm), 0, /*optLevel=*/1);
    if (!finding)
      FAIL(llvm::toString(finding.takeError()));
    if (*finding)
      FAIL_CHECK(fuzzer->report(**finding, 0));
  }
}
