// A builder program's mistakes come out of finish() with the line and what would be right.
#include "BuildText.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::types;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using test::buildError;

namespace {

/// The error of a program, without the file and line that it begins with.
std::string errorOf(test::Program program) {
  std::string error = buildError(program);
  size_t file = error.find("ErrorsTest.cpp:");
  REQUIRE(file != std::string::npos);
  return error.substr(error.find(": ", file) + 2);
}

} // namespace

TEST_CASE("operands of an operator") {
  CHECK(errorOf([](KernelBuilder &b) {
          (void)(b.scalarParam("f", f32) + b.scalarParam("i", i32));
        }) == "operands of + have types f32 and i32; convert or splat one of them");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.splat(b.laneId(), 4) * b.laneId()); }) ==
        "operands of * have types vector<4xi32> and i32; convert or splat one of them");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.scalarParam("f", f32) % 3); }) ==
        "operands of % have type f32; expected integers");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.scalarParam("f", f32) & 3); }) ==
        "operands of & have type f32; expected integers or booleans");
  CHECK(errorOf([](KernelBuilder &b) { (void)!b.laneId(); }) ==
        "operands of ! have type i32; expected booleans");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.globalParam("p", f32) + 4); }) ==
        "an operand of + has type global<f32>; expected a number");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.laneId() + Value()); }) ==
        "an operand of + is an empty Value");
  CHECK(errorOf([](KernelBuilder &b) { b.max(1, 2); }) ==
        "max() has constant operands only; one must be a Value");
}

TEST_CASE("constants that do not fit") {
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.laneId() + 0.5); }) ==
        "+: the constant 0.5 is not a value of type i32");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.laneId() + 0x100000000); }) ==
        "+: the constant 4294967296 is not a value of type i32");
  CHECK(errorOf([](KernelBuilder &b) { (void)(b.laneId() + ~uint64_t(0)); }) ==
        "+: the constant an integer above 2^63 - 1 is not a value of type i32");
  CHECK(errorOf([](KernelBuilder &b) { b.constant(ValueType::global(ElementType::F32), 0); }) ==
        "constant(): there is no constant of type global<f32>");
  CHECK(errorOf([](KernelBuilder &b) { b.constant(f32, b.laneId()); }) ==
        "constant() takes a C++ number, not a Value");
  CHECK(errorOf([](KernelBuilder &b) { b.iota(0); }) == "iota() of no elements");
}

TEST_CASE("functions on the wrong types") {
  CHECK(errorOf([](KernelBuilder &b) { b.exp2(b.laneId()); }) ==
        "the operand of exp2() has type i32; expected f32 or a vector of f32");
  CHECK(errorOf([](KernelBuilder &b) { b.fma(b.laneId(), 1, 2); }) ==
        "operands of fma() have type i32; expected floating-point numbers");
  CHECK(errorOf([](KernelBuilder &b) { b.select(b.laneId(), b.laneId(), 0); }) ==
        "the condition of select() has type i32; expected i1, or for vectors as many i1");
  CHECK(errorOf([](KernelBuilder &b) {
          b.select(b.splat(b.laneId() == 0, 4), b.splat(b.laneId(), 8), 0);
        }) == "the condition of select() has type vector<4xi1>; expected i1, or for vectors as "
              "many i1");
  CHECK(errorOf([](KernelBuilder &b) { b.perm(b.scalarParam("f", f32), b.laneId(), 0); }) ==
        "the first operand of perm() has type f32; expected i32");
  CHECK(errorOf([](KernelBuilder &b) {
          Value f = b.scalarParam("f", f32);
          b.dot2(f, f, f);
        }) == "dot2() takes two vectors of 2 f16 or of 2 bf16, not f32 and f32");
  CHECK(errorOf([](KernelBuilder &b) { b.convert(b.globalParam("p", f32), i32); }) ==
        "convert() cannot turn global<f32> into i32");
  CHECK(errorOf([](KernelBuilder &b) { b.bitcast(b.laneId(), f16); }) ==
        "bitcast() cannot turn i32 (32 bits) into f16 (16 bits)");
  CHECK(errorOf([](KernelBuilder &b) { b.laneXor(b.scalarParam("l", i64), 1); }) ==
        "the operand of laneXor() has type i64; expected 32 bits");
  CHECK(errorOf([](KernelBuilder &b) { b.xorReduce(Reduction::Add, b.splat(b.laneId(), 2), 1); }) ==
        "the operand of xorReduce() has type vector<2xi32>; expected f32 or i32");
  CHECK(errorOf([](KernelBuilder &b) { b.pin(b.scalarParam("l", i64)); }) ==
        "the operand of pin() has type i64; expected f32, i32 or 2, 3, 4, 8 or 16 of it");
}

TEST_CASE("mistakes with vectors") {
  CHECK(errorOf([](KernelBuilder &b) { b.extract(b.iota(4), 4); }) ==
        "extract(): vector<4xi32> has no elements 4 to 4");
  CHECK(errorOf([](KernelBuilder &b) { b.slice(b.iota(4), 2, 3); }) ==
        "slice(): vector<4xi32> has no elements 2 to 4");
  CHECK(errorOf([](KernelBuilder &b) { b.extract(b.laneId(), 0); }) ==
        "the vector of extract() has type i32");
  CHECK(errorOf([](KernelBuilder &b) { b.insert(b.iota(4), b.scalarParam("f", f32), 0); }) ==
        "the element of insert() has type f32; expected i32");
  CHECK(errorOf([](KernelBuilder &b) { b.fromElements({b.laneId(), b.scalarParam("f", f32)}); }) ==
        "fromElements() takes scalars of one type, not i32 and f32");
  CHECK(errorOf([](KernelBuilder &b) { b.fromElements({}); }) == "fromElements() of no elements");
  CHECK(errorOf([](KernelBuilder &b) { b.concat({b.iota(4), b.laneId()}); }) ==
        "concat() takes vectors of one element type, not vector<4xi32> and i32");
  CHECK(errorOf([](KernelBuilder &b) { b.splat(b.iota(4), 2); }) ==
        "splat() cannot make a vector of 2 times vector<4xi32>");
}

TEST_CASE("mistakes with memory") {
  CHECK(errorOf([](KernelBuilder &b) { b.globalLoad(b.laneId(), 0, f32); }) ==
        "the base of globalLoad() has type i32; expected a global pointer");
  CHECK(errorOf([](KernelBuilder &b) { b.ldsLoad(b.globalParam("p", f32), 0, f32); }) ==
        "the base of ldsLoad() has type global<f32>; expected an LDS buffer");
  CHECK(errorOf([](KernelBuilder &b) { b.globalLoad(b.globalParam("p", f32), 0, f16); }) ==
        "globalLoad() cannot move f16 through global<f32>; expected f32 or a vector of 1, 2, 3, 4, "
        "8 or 16");
  CHECK(errorOf([](KernelBuilder &b) { b.globalLoad(b.globalParam("p", f32), 0, f32.x(5)); }) ==
        "globalLoad() cannot move vector<5xf32> through global<f32>; expected f32 or a vector of "
        "1, 2, 3, 4, 8 or 16");
  CHECK(errorOf([](KernelBuilder &b) {
          b.globalLoad(b.globalParam("p", f32), b.scalarParam("l", i64), f32);
        }) == "operands of the offset of globalLoad() have types i32 and i64; convert or splat one "
              "of them");
  CHECK(errorOf([](KernelBuilder &b) { b.globalLoad(b.globalParam("p", f32), 0, f32, 0, 3); }) ==
        "globalLoad(): align is 3; expected 1, 2, 4, 8 or 16, or 0 for the size of the access");
  CHECK(errorOf([](KernelBuilder &b) { b.globalStore(Value(), b.globalParam("p", f32), 0); }) ==
        "the value of globalStore() is an empty Value");
  CHECK(errorOf([](KernelBuilder &b) { b.advance(b.laneId(), 4); }) ==
        "the base of advance() has type i32; expected a global pointer");
  CHECK(errorOf([](KernelBuilder &b) { b.ldsAlloc(f32, 0); }) ==
        "ldsAlloc() cannot make a buffer of 0 times f32");
}

TEST_CASE("mistakes with parameters") {
  CHECK(errorOf([](KernelBuilder &b) { b.scalarParam("x", f16); }) ==
        "scalar parameter 'x' has type f16; expected i32, i64, f32 or f64");
  CHECK(errorOf([](KernelBuilder &b) { b.globalParam("x", i1); }) ==
        "global parameter 'x' cannot hold elements of type i1");
}

TEST_CASE("mistakes with fragments") {
  CHECK(errorOf([](KernelBuilder &b) {
          Value a = b.constant(f16.x(8), 0);
          b.mma(*findMatrixAtom("wmma_f32_16x16x16_f16"), a, a, a);
        }) == "operand a of mma() has type vector<8xf16>; wmma_f32_16x16x16_f16 takes "
              "vector<16xf16>");
}

TEST_CASE("mistakes with loops and branches") {
  CHECK(errorOf([](KernelBuilder &b) {
          b.forLoop(0, b.laneId(), 1, {b.laneId()},
                    [](Value, llvm::ArrayRef<Value>) { return Values(); });
        }) == "the body of forLoop() returns 0 values; expected 1");
  CHECK(errorOf([](KernelBuilder &b) {
          b.forLoop(0, b.laneId(), 1, {b.laneId()}, [&](Value iv, llvm::ArrayRef<Value>) -> Values {
            return {b.convert(iv, f32)};
          });
        }) == "value 0 that the body of forLoop() returns has type f32; expected i32");
  CHECK(errorOf([](KernelBuilder &b) {
          Value x = b.scalarParam("f", f32);
          b.forLoop(x, x, 1, {}, [](Value, llvm::ArrayRef<Value>) { return Values(); });
        }) == "the bounds of forLoop() have type f32; expected an integer");
  CHECK(errorOf([](KernelBuilder &b) { b.ifThen(b.laneId(), [] {}); }) ==
        "the condition of ifThen() has type i32; expected i1");
  CHECK(errorOf([](KernelBuilder &b) {
          b.ifThenElse(
              b.laneId() == 0, [&]() -> Values { return {b.laneId()}; },
              [&]() -> Values { return {b.laneId(), b.laneId()}; });
        }) == "the second side of ifThenElse() returns 2 values; expected 1");
}

TEST_CASE("the first mistake counts, and what follows is harmless") {
  unsigned line = 0;
  std::string error = buildError([&](KernelBuilder &b) {
    Value pointer = b.globalParam("p", f32);
    line = __LINE__ + 1;
    Value bad = b.laneId() + 0.5;
    CHECK_FALSE(bad.isValid());
    CHECK(b.failed());
    Values result = b.forLoop(0, bad, 1, {bad, pointer},
                              [&](Value iv, llvm::ArrayRef<Value> carried) -> Values {
                                return {carried[0] * iv, b.advance(carried[1], 4)};
                              });
    REQUIRE(result.size() == 2);
    Values sides = b.ifThenElse(
        result[0] == 0, [&]() -> Values { return {b.exp2(result[0])}; },
        [&]() -> Values { return {result[0]}; });
    REQUIRE(sides.size() == 1);
    b.globalStore(b.extract(sides[0], 7), pointer, bad);
  });
  CHECK_THAT(error, EndsWith("ErrorsTest.cpp:" + std::to_string(line) +
                             ": +: the constant 0.5 is not a value of type i32"));
}

TEST_CASE("a Value belongs to its kernel") {
  std::string error = buildError([](KernelBuilder &b) {
    Value foreign;
    (void)buildError([&](KernelBuilder &other) {
      foreign = other.laneId();
      other.fail("on purpose");
    });
    b.rcp(foreign);
  });
  CHECK_THAT(error, EndsWith("the operand of rcp() belongs to another kernel"));
}

TEST_CASE("what only the verifier knows comes with the builder program's line") {
  unsigned line = 0;
  std::string error = buildError([&](KernelBuilder &b) {
    line = __LINE__ + 1;
    b.setPriority(4);
  });
  CHECK_THAT(error, EndsWith("ErrorsTest.cpp:" + std::to_string(line) +
                             ": 'rocke.setprio' op priority 4 is not within 0 and 3"));
}

TEST_CASE("an atom that the GPU lacks, a GPU that is not known") {
  CHECK_THAT(buildError(
                 [](KernelBuilder &b) {
                   Value a = b.constant(f16.x(16), 0);
                   b.mma(*findMatrixAtom("wmma_f32_16x16x16_f16"), a, a, b.constant(f32.x(8), 0));
                 },
                 "gfx950"),
             Contains("gfx950 has no matrix atom wmma_f32_16x16x16_f16; it has mfma_"));
  CHECK_THAT(buildError([](KernelBuilder &b) { b.ballot(b.laneId() == 0); }, "gfx1"),
             Contains("'gfx1'"));
}
