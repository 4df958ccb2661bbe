// Every operation carries the line of the builder program that made it.
#include "BuildText.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::types;
using Catch::Matchers::Contains;

namespace {

std::string locatedText(test::Program program) {
  return test::buildText(program, test::TextForm::Located);
}

/// The line of `ir` that holds `op`.
std::string lineWith(const std::string &ir, const std::string &op) {
  size_t at = ir.find(op);
  REQUIRE(at != std::string::npos);
  size_t begin = ir.rfind('\n', at) + 1;
  return ir.substr(begin, ir.find('\n', at) - begin);
}

/// As MLIR's short form prints a location.
std::string at(unsigned line) {
  return std::string(SourceLoc::current().file_name()) + ":" + std::to_string(line) + ":";
}

} // namespace

TEST_CASE("calls and operators") {
  unsigned line = 0;
  std::string ir = locatedText([&](KernelBuilder &b) {
    line = __LINE__;
    Value lane = b.laneId();
    Value sum = lane + 3;
    sum *= lane;
    Value flag = sum < 7;
    (void)-sum;
    b.select(flag, lane, sum);
    Value pointer = b.globalParam("p", i32);
    b.globalStore(lane, pointer, lane * 4);
  });
  CHECK_THAT(lineWith(ir, "rocke.lane_id"), Contains(at(line + 1)));
  CHECK_THAT(lineWith(ir, "arith.constant 3"), Contains(at(line + 2)));
  CHECK_THAT(lineWith(ir, "arith.addi"), Contains(at(line + 2)));
  CHECK_THAT(lineWith(ir, "arith.muli"), Contains(at(line + 3)));
  CHECK_THAT(lineWith(ir, "arith.cmpi"), Contains(at(line + 4)));
  CHECK_THAT(lineWith(ir, "arith.subi"), Contains(at(line + 5)));
  CHECK_THAT(lineWith(ir, "arith.select"), Contains(at(line + 6)));
  CHECK_THAT(lineWith(ir, "rocke.global_store"), Contains(at(line + 8)));
}

TEST_CASE("control flow and its body") {
  unsigned line = 0;
  std::string ir = locatedText([&](KernelBuilder &b) {
    line = __LINE__;
    b.forLoop(0, b.laneId(), 1, {}, [&](Value, llvm::ArrayRef<Value>) {
      b.setPriority(1);
      return Values();
    });
  });
  CHECK_THAT(lineWith(ir, "rocke.setprio"), Contains(at(line + 2)));
  // The location of the loop follows its closing brace.
  CHECK_THAT(lineWith(ir, "    } "), Contains(at(line + 1)));
}

TEST_CASE("a scope shows its caller's line, and the outermost counts") {
  unsigned line = 0;
  std::string ir = locatedText([&](KernelBuilder &b) {
    auto inner = [&](SourceLoc loc) {
      LocationScope scope(b, loc);
      b.setPriority(1);
    };
    auto outer = [&](SourceLoc loc) {
      LocationScope scope(b, loc);
      inner(SourceLoc::current());
    };
    line = __LINE__ + 1;
    outer(SourceLoc::current());
    b.setPriority(2);
  });
  CHECK_THAT(lineWith(ir, "rocke.setprio 1"), Contains(at(line)));
  CHECK_THAT(lineWith(ir, "rocke.setprio 2"), Contains(at(line + 1)));
}

TEST_CASE("file names are relative to the source tree") {
  std::string file = SourceLoc::current().file_name();
  CHECK_THAT(file, Catch::Matchers::EndsWith("tests/ir/builder/LocationsTest.cpp"));
}
