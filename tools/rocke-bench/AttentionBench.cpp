//===- AttentionBench.cpp - A whole attention on the simulator ------------===//
#include "Bench.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "rocke-run/HostTensor.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/kernels/Registry.h"
#include "rocke/runtime/Device.h"
#include <benchmark/benchmark.h>
#include <memory>

using namespace rocke;
using namespace rocke::tools;

namespace {

constexpr const char *kernelName = "wmma_fmha_fwd";
constexpr const char *arch = "gfx1151";

std::unique_ptr<KernelLaunch> makeLaunch() {
  static const KernelRegistry registry = makeKernelRegistry();
  return take(take(registry.lookup(kernelName))
                  ->instantiate(arch, {{"head_size", "128"}},
                                {{"batch", "4"},
                                 {"heads_q", "8"},
                                 {"heads_kv", "8"},
                                 {"seqlen_q", "512"},
                                 {"seqlen_k", "512"}}));
}

CodeObject compileLaunch(const KernelLaunch &launch) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = take(launch.build(context));
  return take(compile(*module));
}

std::vector<HostTensor> makeTensors(const KernelLaunch &launch) {
  std::vector<HostTensor> tensors;
  for (const Argument &argument : launch.arguments()) {
    const auto *tensor = std::get_if<TensorArgument>(&argument);
    if (!tensor)
      continue;
    HostTensor &made = tensors.emplace_back(*tensor);
    if (tensor->access != Access::Out)
      succeed(made.fillRandom(1, tensors.size()));
  }
  return tensors;
}

/// The tensors on a device, and the arguments that point to them.
struct Prepared {
  Prepared(const KernelLaunch &launch, std::vector<HostTensor> &tensors, CodeObject object)
      : device(take(runtime::Device::open(runtime::DeviceKind::Sim, arch))),
        module(take(device.load(std::move(object)))),
        kernel(take(module.kernel(module.codeObject().kernels().front().symbol))) {
    size_t next = 0;
    for (const Argument &argument : launch.arguments()) {
      if (const auto *scalar = std::get_if<ScalarArgument>(&argument)) {
        std::visit(
            [&](auto value) {
              const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
              args.raw({bytes, sizeof(value)});
            },
            scalar->value);
        continue;
      }
      HostTensor &tensor = tensors[next++];
      buffers.push_back(take(device.allocate(tensor.bytes().size())));
      succeed(buffers.back().write(tensor.bytes()));
      args.buffer(buffers.back());
    }
    LaunchShape shape = launch.launchShape();
    dims = {shape.grid, shape.block, shape.dynamicLdsBytes};
  }

  void run() {
    succeed(kernel.launch(dims, args));
    succeed(device.synchronize());
  }

  runtime::Device device;
  runtime::Module module;
  runtime::Kernel kernel;
  std::vector<runtime::Buffer> buffers;
  runtime::KernelArgs args;
  runtime::LaunchDims dims;
};

void launchOnly(benchmark::State &state) {
  std::unique_ptr<KernelLaunch> launch = makeLaunch();
  std::vector<HostTensor> tensors = makeTensors(*launch);
  Prepared prepared(*launch, tensors, compileLaunch(*launch));
  uint64_t flop = 0;
  uint64_t instructions = 0;
  for (auto _ : state) {
    prepared.run();
    if (std::optional<sim::LaunchStats> stats = prepared.device.lastLaunchStats()) {
      flop += stats->matrixFlop;
      instructions += stats->executed.total();
    }
  }
  state.counters["flop"] =
      benchmark::Counter(static_cast<double>(flop), benchmark::Counter::kIsRate);
  state.counters["insts"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void whole(benchmark::State &state) {
  for (auto _ : state) {
    std::unique_ptr<KernelLaunch> launch = makeLaunch();
    std::vector<HostTensor> tensors = makeTensors(*launch);
    Prepared prepared(*launch, tensors, compileLaunch(*launch));
    prepared.run();
    succeed(prepared.buffers.back().read(tensors.back().bytes()));
  }
}

} // namespace

void tools::registerAttentionBenchmarks() {
  // Other threads do the work: wall time is what counts.
  benchmark::RegisterBenchmark("attention/b4_h8_512x512_d128/launch", launchOnly)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RegisterBenchmark("attention/b4_h8_512x512_d128/whole", whole)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}
