//===- BuilderCheckTest.cpp - Faults of builder programs, by their line ----===//
#include "../../TestSupport.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/runtime/Simulator.h"
#include <catch2/catch.hpp>
#include <functional>

namespace rocke::sim::test {

using rocke::test::take;
using namespace rocke::types;

namespace {
using Program = std::function<void(KernelBuilder &, Value out)>;

constexpr uint32_t items = 64;

/// What all checkers report of one workgroup of two wavefronts over a buffer of a word per
/// work-item.
std::vector<CheckReport> check(const Program &program) {
  mlir::MLIRContext context;
  KernelBuilder builder(context, {.name = "k", .arch = "gfx1151", .workgroupSize = {items, 1, 1}});
  program(builder, builder.globalParam("out", i32));
  auto module = take(builder.finish());
  CompileOptions options;
  options.debugInfo = true;
  CodeObject object = take(compile(*module, options));
  std::unique_ptr<Machine> machine = take(Machine::create({"gfx1151"}));
  LoadedModule *loaded = take(machine->load(object.bytes()));
  const uint64_t out = take(machine->allocate(items * 4));
  LaunchConfig config;
  config.block = {items, 1, 1};
  config.checks = take(Checks::parse("all"));
  llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&out), sizeof(out));
  return take(machine->launch(loaded, "k", config, kernarg)).reports;
}

void checkLine(const CheckReport &report, uint32_t line) {
  CHECK(llvm::StringRef(report.where.sourceFile).ends_with("BuilderCheckTest.cpp"));
  CHECK(report.where.sourceLine == line);
  CHECK(report.text.find("BuilderCheckTest.cpp:" + std::to_string(line)) != std::string::npos);
}
} // namespace

TEST_CASE("A store past the end names the builder's line", "[simulator][check]") {
  uint32_t line = 0;
  std::vector<CheckReport> reports = check([&](KernelBuilder &b, Value out) {
    Value item = b.workitemId();
    line = __LINE__ + 1;
    b.globalStore(item, out, item * 8);
  });
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].check == "memory");
  CHECK(reports[0].count == items / 2);
  checkLine(reports[0], line);
}

TEST_CASE("An exchange through LDS with and without its barrier", "[simulator][check]") {
  uint32_t line = 0;
  auto exchange = [&](bool hasBarrier) {
    return check([&, hasBarrier](KernelBuilder &b, Value out) {
      Value lds = b.ldsAlloc(i32, items);
      Value item = b.workitemId();
      b.ldsStore(item, lds, item * 4);
      if (hasBarrier)
        b.barrier();
      line = __LINE__ + 1;
      Value other = b.ldsLoad(lds, (item ^ 32) * 4, i32);
      b.globalStore(other, out, item * 4);
    });
  };
  std::vector<CheckReport> reports = exchange(false);
  REQUIRE(reports.size() >= 1);
  CHECK(reports[0].check == "race");
  checkLine(reports[0], line);
  CHECK(exchange(true).empty());
}

TEST_CASE("LDS that nothing wrote", "[simulator][check]") {
  uint32_t line = 0;
  std::vector<CheckReport> reports = check([&](KernelBuilder &b, Value out) {
    Value lds = b.ldsAlloc(i32, items);
    Value item = b.workitemId();
    // Half of it is written.
    b.ifThen(item < 32, [&] { b.ldsStore(item, lds, item * 4); });
    b.barrier();
    Value value = b.ldsLoad(lds, item * 4, i32);
    line = __LINE__ + 1;
    b.globalStore(value, out, item * 4);
  });
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].check == "init");
  CHECK(reports[0].where.wavefront == 1);
  CHECK(reports[0].count == 32);
  checkLine(reports[0], line);
}

} // namespace rocke::sim::test
