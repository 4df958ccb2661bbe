//===- CompileBench.cpp - From the builder to the code object -------------===//
#include "Bench.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/kernels/Registry.h"
#include <benchmark/benchmark.h>
#include <memory>
#include <string>

using namespace rocke;
using namespace rocke::tools;

namespace {

void compileKernel(benchmark::State &state, const Kernel &kernel, const std::string &arch) {
  std::unique_ptr<KernelVariant> variant = take(kernel.specialize(arch, {}));
  for (auto _ : state) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    auto module = take(variant->build(context));
    CodeObject object = take(compile(*module));
    benchmark::DoNotOptimize(object.bytes().data());
  }
}

} // namespace

void tools::registerCompileBenchmarks() {
  static const KernelRegistry registry = makeKernelRegistry();
  for (const std::unique_ptr<const Kernel> &kernel : registry.kernels())
    for (const std::string &arch : kernel->archs())
      benchmark::RegisterBenchmark(
          ("compile/" + kernel->name().str() + "/" + arch).c_str(),
          [&kernel, &arch](benchmark::State &state) { compileKernel(state, *kernel, arch); })
          ->Unit(benchmark::kMillisecond);
}
