//===- DifferentialTest.cpp - Compiled code against the host ---------------===//
//
// Random programs, compiled by LLVM for the host and for the GPU, must agree bit by bit.
//
//===----------------------------------------------------------------------===//
#include "RandomProgram.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

// The compiler's run-time library, which the host's code calls to round a double to a half.
extern "C" uint16_t __truncdfhf2(double);

namespace rocke::sim::test {
namespace {

constexpr unsigned numItems = 64;

template <typename T> T take(llvm::Expected<T> value) {
  if (!value)
    FAIL(llvm::toString(value.takeError()));
  return std::move(*value);
}
void succeed(llvm::Error error) {
  if (error)
    FAIL(llvm::toString(std::move(error)));
}

std::vector<uint64_t> runOnHost(const ProgramSpec &spec, const std::vector<uint64_t> &inputs) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  REQUIRE(initialized);
  auto jit = take(llvm::orc::LLJITBuilder().create());
  auto symbol = jit->mangleAndIntern("__truncdfhf2");
  succeed(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(
      {{symbol,
        {llvm::orc::ExecutorAddr::fromPtr(&__truncdfhf2), llvm::JITSymbolFlags::Exported}}})));
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = makeHostProgram(*context, spec);
  module->setDataLayout(jit->getDataLayout());
  succeed(jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  auto *program =
      take(jit->lookup("program")).toPtr<void (*)(const uint64_t *, uint64_t *, uint32_t)>();
  std::vector<uint64_t> outputs(numItems * programOutputs);
  for (uint32_t item = 0; item < numItems; ++item)
    program(inputs.data(), outputs.data(), item);
  return outputs;
}

/// A GPU, and the wave size where it has two.
struct Target {
  const char *arch;
  bool wave64 = false;
};

std::unique_ptr<llvm::Module> gpuModule(llvm::LLVMContext &context, const Target &target,
                                        const ProgramSpec &spec) {
  std::unique_ptr<llvm::Module> module = makeGpuProgram(context, spec);
  if (target.wave64)
    for (llvm::Function &function : *module)
      if (!function.isDeclaration())
        function.addFnAttr("target-features", "+wavefrontsize64");
  return module;
}

std::vector<uint64_t> runOnGpu(const Target &target, const ProgramSpec &spec,
                               const std::vector<uint64_t> &inputs) {
  llvm::LLVMContext context;
  CompileOptions options;
  options.optLevel = spec.seed % 3 ? 3 : 1;
  const CodeObject code = take(compileLLVM(gpuModule(context, target, spec), target.arch, options));
  auto machine = take(Machine::create({target.arch, 1, 0}));
  LoadedModule *module = take(machine->load(code.bytes()));
  std::vector<uint64_t> outputs(numItems * programOutputs);
  const uint64_t arguments[] = {take(machine->allocate(inputs.size() * 8)),
                                take(machine->allocate(outputs.size() * 8))};
  succeed(machine->write(arguments[0], inputs.data(), inputs.size() * 8));
  LaunchConfig config;
  config.block = {numItems, 1, 1};
  take(machine->launch(module, "program", config,
                       {reinterpret_cast<const uint8_t *>(arguments), sizeof(arguments)}));
  succeed(machine->read(outputs.data(), arguments[1], outputs.size() * 8));
  return outputs;
}

std::string gpuText(const ProgramSpec &spec) {
  llvm::LLVMContext context;
  std::string text;
  llvm::raw_string_ostream stream(text);
  makeGpuProgram(context, spec)->print(stream, nullptr);
  return text;
}

void compare(const Target &target, ProgramSpec spec) {
  std::vector<uint64_t> inputs(numItems * programInputs);
  uint64_t state = spec.seed * 77 + 1;
  for (uint64_t &word : inputs)
    word = randomInput(state);
  const auto agree = [&] { return runOnGpu(target, spec, inputs) == runOnHost(spec, inputs); };
  if (agree()) {
    SUCCEED();
    return;
  }
  // The shortest beginning of the program that disagrees.
  const unsigned steps = spec.steps;
  spec.newestOnly = true;
  for (spec.steps = 0; spec.steps < steps && agree();)
    ++spec.steps;
  const std::vector<uint64_t> expected = runOnHost(spec, inputs);
  const std::vector<uint64_t> actual = runOnGpu(target, spec, inputs);
  for (unsigned index = 0; index < expected.size(); ++index) {
    INFO(target.arch << (target.wave64 ? ", wave64, seed " : ", seed ") << spec.seed << ", item "
                     << index / programOutputs << ", word " << index % programOutputs << ", "
                     << spec.steps << " steps\n"
                     << gpuText(spec));
    REQUIRE(actual[index] == expected[index]);
  }
}

/// Fixed seeds; ROCKE_FUZZ_FIRST and ROCKE_FUZZ_COUNT choose others.
void compareMany(const Target &target, ProgramKind kind, unsigned count) {
  const char *first = std::getenv("ROCKE_FUZZ_FIRST"), *number = std::getenv("ROCKE_FUZZ_COUNT");
  const uint64_t begin = first ? std::strtoull(first, nullptr, 10) : 1;
  const uint64_t end = begin + (number ? std::strtoull(number, nullptr, 10) : count);
  for (uint64_t seed = begin; seed < end; ++seed)
    compare(target, {kind, seed});
}

void compareAllKinds(const Target &target, unsigned count) {
  compareMany(target, ProgramKind::Integer, count);
  compareMany(target, ProgramKind::Float, count);
  compareMany(target, ProgramKind::Half, count);
  compareMany(target, ProgramKind::Double, count);
  compareMany(target, ProgramKind::Mixed, count);
}

} // namespace

TEST_CASE("random programs agree with the host on gfx1151", "[differential]") {
  compareAllKinds({"gfx1151"}, 10);
}
TEST_CASE("random programs agree with the host on gfx1151 in wave64", "[differential]") {
  compareAllKinds({"gfx1151", /*wave64=*/true}, 4);
}
TEST_CASE("random programs agree with the host on gfx950", "[differential]") {
  compareAllKinds({"gfx950"}, 8);
}

} // namespace rocke::sim::test
