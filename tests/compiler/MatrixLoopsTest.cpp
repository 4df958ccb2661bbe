#include "MatrixLoops.h"
#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace rocke;
using namespace rocke::detail;

namespace {

/// Code written by hand: instructions of 4 bytes, so that instruction i is at offset 4 * i.
struct Code {
  std::vector<CodeInst> insts;

  Code &add(InstClass instClass, unsigned count = 1, uint64_t flop = 0) {
    for (unsigned i = 0; i < count; ++i)
      insts.push_back({.offset = 4 * insts.size(),
                       .size = 4,
                       .instClass = instClass,
                       .matrixFlop = flop,
                       .fallsThrough = true,
                       .target = std::nullopt});
    return *this;
  }
  Code &valu(unsigned count = 1) { return add(InstClass::VALU, count); }
  Code &wmma(unsigned count = 1) { return add(InstClass::Matrix, count, 8192); }
  Code &branchIf(uint64_t index) {
    add(InstClass::Branch);
    insts.back().target = 4 * index;
    return *this;
  }
  Code &branch(uint64_t index) {
    branchIf(index);
    insts.back().fallsThrough = false;
    return *this;
  }
  Code &end() {
    add(InstClass::Other);
    insts.back().fallsThrough = false;
    return *this;
  }
  std::vector<MatrixLoop> loops() const { return findMatrixLoops(insts); }
};

} // namespace

TEST_CASE("no code and no loops give no matrix loops") {
  CHECK(Code().loops().empty());
  CHECK(Code().wmma(3).end().loops().empty());
}

TEST_CASE("a loop of one block is counted from its header to its branch") {
  auto loops = Code().valu(2).wmma(4).valu(3).branchIf(2).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].startOffset == 8);
  CHECK(loops[0].endOffset == 40);
  CHECK(loops[0].matrixFlop == 4 * 8192);
  CHECK(loops[0].mix[InstClass::Matrix] == 4);
  CHECK(loops[0].mix[InstClass::VALU] == 3);
  CHECK(loops[0].mix[InstClass::Branch] == 1);
  CHECK(loops[0].mix.total() == 8);
  CHECK(loops[0].pathMix.counts == loops[0].mix.counts);
  CHECK(loops[0].pathMatrixFlop == loops[0].matrixFlop);
}

TEST_CASE("a loop without matrix instructions is not reported") {
  CHECK(Code().valu(3).branchIf(0).wmma().end().loops().empty());
}

TEST_CASE("only the innermost loop with matrix instructions is reported") {
  // 0: outer { 1: wmma; 2..3: inner { wmma }; 4: valu }
  auto loops = Code().valu().wmma().wmma().branchIf(2).valu().branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].startOffset == 8);
  CHECK(loops[0].matrixFlop == 8192);
}

TEST_CASE("a loop that holds a loop without matrix instructions is reported, that counted once") {
  // 0: wmma; 1..2: inner; 3: back
  auto loops = Code().wmma().valu().branchIf(1).branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].startOffset == 0);
  CHECK(loops[0].mix.total() == 4);
  CHECK(loops[0].pathMix.total() == 4);
  CHECK(loops[0].pathMatrixFlop == 8192);
}

TEST_CASE("loops one after the other are each reported, by offset") {
  auto loops = Code().wmma().branchIf(0).wmma(2).branchIf(2).end().loops();
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].startOffset == 0);
  CHECK(loops[0].matrixFlop == 8192);
  CHECK(loops[1].startOffset == 8);
  CHECK(loops[1].matrixFlop == 2 * 8192);
}

TEST_CASE("a rare path laid out behind the loop belongs to it, but not to an iteration") {
  // 0: wmma; 1: branch to 5; 2: valu; 3: back; 4: end; 5..7: rare, back into the loop at 2
  auto loops = Code().wmma().branchIf(5).valu().branchIf(0).end().valu(2).branch(2).loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].startOffset == 0);
  CHECK(loops[0].endOffset == 16);
  CHECK(loops[0].mix.total() == 7);
  CHECK(loops[0].mix[InstClass::VALU] == 3);
  CHECK(loops[0].pathMix.total() == 4);
  CHECK(loops[0].pathMix[InstClass::VALU] == 1);
}

TEST_CASE("a rare path inside the loop is no part of the cheapest iteration") {
  // 0: wmma; 1: branch over 2..4; 5: back
  auto loops = Code().wmma().branchIf(5).valu(3).branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].mix.total() == 6);
  CHECK(loops[0].pathMix.total() == 3);
}

TEST_CASE("the path with the matrix instructions is preferred to one without") {
  // 0: branch over 1..2 (wmma); 3: back
  auto loops = Code().branchIf(3).wmma(2).branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].pathMatrixFlop == 2 * 8192);
  CHECK(loops[0].pathMix.total() == 4);
}

TEST_CASE("one of two bodies is one iteration") {
  // 0: branch to 4; 1: wmma; 2: valu; 3: goto 6; 4: wmma; 5: valu x1; 6: back
  auto loops = Code().branchIf(4).wmma().valu().branch(6).wmma().valu().branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].matrixFlop == 2 * 8192);
  CHECK(loops[0].pathMatrixFlop == 8192);
  CHECK(loops[0].pathMix.total() == 4); // 0, 4, 5, 6: the other takes a branch more
}

TEST_CASE("several back edges to one header are one loop") {
  // 0: wmma; 1: back to 0; 2: valu; 3: back to 0
  auto loops = Code().wmma().branchIf(0).valu().branchIf(0).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].mix.total() == 4);
  CHECK(loops[0].endOffset == 16);
  CHECK(loops[0].pathMix.total() == 2);
}

TEST_CASE("a loop entered in its middle is found where its header is") {
  // 0: goto 2; 1: wmma; 2: valu; 3: if goto 1; header is 2, for every way in leads there
  auto loops = Code().branch(2).wmma().valu().branchIf(1).end().loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].startOffset == 8);
  CHECK(loops[0].mix.total() == 3);
  CHECK(loops[0].pathMix.total() == 3);
}

TEST_CASE("code that nothing reaches, and branches that leave the code, are no loops") {
  CHECK(Code().end().wmma().branch(1).loops().empty());
  CHECK(Code().wmma().branchIf(1000).branchIf(uint64_t(-4) / 4).end().loops().empty());
  // Into the middle of an instruction.
  Code code;
  code.wmma().branchIf(0).end();
  code.insts[1].target = 2;
  CHECK(code.loops().empty());
}

TEST_CASE("a loop with two entrances is not a natural loop") {
  // 0: if goto 2; 1: wmma; 2: valu; 3: if goto 1
  CHECK(Code().branchIf(2).wmma().valu().branchIf(1).end().loops().empty());
}

TEST_CASE("long chains of blocks are handled") {
  Code code;
  constexpr unsigned blocks = 20000;
  code.wmma();
  for (unsigned i = 0; i < blocks; ++i)
    code.branchIf(code.insts.size() + 2).valu();
  code.branchIf(0).end();
  auto loops = code.loops();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].mix.total() == 2 * blocks + 2);
  CHECK(loops[0].pathMix.total() == blocks + 2);
}
