//===- Machine.cpp - The simulated GPU -------------------------------------===//
#include "Launch.h"
#include "LoadedModule.h"
#include "Memory.h"
#include "check/CheckSession.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Simulator.h"
#include "stats/ProfileSession.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

namespace rocke::sim {

namespace {
// A runaway loop is found in some ten seconds. A wavefront of attention over 128 Ki keys stays two
// orders of magnitude below.
constexpr uint64_t defaultInstructionBudget = uint64_t{1} << 30;

llvm::Expected<LaunchStats> runChecked(Launch &launch, unsigned threads) {
  auto session = CheckSession::create(launch);
  if (!session)
    return session.takeError();
  launch.makeObserver = [&] { return (*session)->makeObserver(); };
  llvm::Expected<LaunchStats> stats = runWorkgroups(launch, threads);
  if (stats) {
    stats->reports = (*session)->finish(std::nullopt);
    return stats;
  }
  return llvm::handleErrors(stats.takeError(), [&](FaultError &error) -> llvm::Error {
    const std::array<uint32_t, 3> &id = error.fault.workgroup, &grid = launch.config.grid;
    // A seeded schedule stops all workgroups at the same time. In order, threads are elsewhere.
    const uint64_t index = launch.config.schedule.seed
                               ? std::numeric_limits<uint64_t>::max()
                               : id[0] + grid[0] * (id[1] + uint64_t{grid[1]} * id[2]);
    return llvm::make_error<FaultError>(std::move(error.fault), (*session)->finish(index));
  });
}

llvm::Expected<LaunchStats> runProfiled(Launch &launch, unsigned threads) {
  ProfileSession session(launch);
  launch.makeObserver = [&] { return session.makeObserver(); };
  llvm::Expected<LaunchStats> stats = runWorkgroups(launch, threads);
  if (stats)
    stats->profile = session.finish();
  return stats;
}
} // namespace

struct Machine::Impl {
  const GpuTraits *gpu = nullptr;
  unsigned threads = 1;
  uint64_t instructionBudget = 0;
  std::unique_ptr<Memory> memory;
  std::mutex mutex; ///< guards `modules`
  llvm::DenseMap<LoadedModule *, std::unique_ptr<LoadedModule>> modules;
};

Machine::Machine() : impl(std::make_unique<Impl>()) {}
Machine::~Machine() = default;

llvm::Expected<std::unique_ptr<Machine>> Machine::create(const Options &options) {
  const GpuTraits *gpu = findGpu(options.arch);
  if (!gpu)
    return makeError("cannot simulate arch '{}'; supported are {}", options.arch, supportedGpus());
  auto memory = Memory::create();
  if (!memory)
    return memory.takeError();
  std::unique_ptr<Machine> machine(new Machine());
  Impl &impl = *machine->impl;
  impl.gpu = gpu;
  impl.threads =
      options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  impl.instructionBudget =
      options.instructionBudget ? options.instructionBudget : defaultInstructionBudget;
  impl.memory = std::move(*memory);
  return machine;
}

llvm::Expected<uint64_t> Machine::allocate(uint64_t bytes) { return impl->memory->allocate(bytes); }

llvm::Error Machine::free(uint64_t address) { return impl->memory->free(address); }

llvm::Error Machine::write(uint64_t address, const void *from, uint64_t bytes) {
  if (llvm::Error error = impl->memory->check(address, bytes, "write"))
    return error;
  std::memcpy(hostBytes(address), from, bytes);
  return llvm::Error::success();
}

llvm::Error Machine::read(void *to, uint64_t address, uint64_t bytes) {
  if (llvm::Error error = impl->memory->check(address, bytes, "read"))
    return error;
  std::memcpy(to, hostBytes(address), bytes);
  return llvm::Error::success();
}

llvm::Error Machine::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  if (llvm::Error error = impl->memory->check(address, bytes, "fill"))
    return error;
  std::memset(hostBytes(address), value, bytes);
  return llvm::Error::success();
}

llvm::Error Machine::mapHost(void *memory, uint64_t bytes) {
  return impl->memory->mapHost(reinterpret_cast<uint64_t>(memory), bytes);
}

llvm::Error Machine::unmapHost(void *memory) {
  return impl->memory->unmapHost(reinterpret_cast<uint64_t>(memory));
}

llvm::Expected<LoadedModule *> Machine::load(llvm::StringRef bytes) {
  auto module = LoadedModule::load(*impl->memory, *impl->gpu, bytes);
  if (!module)
    return module.takeError();
  LoadedModule *result = module->get();
  std::lock_guard lock(impl->mutex);
  impl->modules[result] = std::move(*module);
  return result;
}

void Machine::unload(LoadedModule *module) {
  std::lock_guard lock(impl->mutex);
  impl->modules.erase(module);
}

llvm::Error Machine::checkKernel(const LoadedModule *module, llvm::StringRef symbol) const {
  return module->kernel(symbol).takeError();
}

llvm::Expected<Machine::GlobalVariable> Machine::global(LoadedModule *module,
                                                        llvm::StringRef name) const {
  const ImageSymbol *found = module->global(name);
  if (!found)
    return makeError("the code object has no variable {}", name.str());
  return GlobalVariable{found->address, found->bytes};
}

llvm::Expected<LaunchStats> Machine::launch(LoadedModule *module, llvm::StringRef symbol,
                                            const LaunchConfig &config,
                                            llvm::ArrayRef<uint8_t> kernarg) {
  if (config.profile && config.checks.any())
    return makeError("a launch is either checked or profiled, not both");
  Memory &memory = *impl->memory;
  auto kernel = module->kernel(symbol);
  if (!kernel)
    return kernel.takeError();
  if (llvm::Error error = checkConfig(*impl->gpu, **kernel, config))
    return makeError("kernel {}: {}", symbol.str(), llvm::toString(std::move(error)));
  auto code = module->code((*kernel)->descriptor);
  if (!code)
    return code.takeError();
  Launch launch{*impl->gpu, memory, *module, **kernel, **code, config};
  launch.instructionBudget = impl->instructionBudget;

  // Arguments and dispatch packet live in allocations of their own, so that an access past their
  // end is found.
  std::vector<uint8_t> segment = makeKernargSegment(**kernel, config, kernarg);
  auto kernargAddress = memory.allocate(segment.size(), "kernel arguments");
  if (!kernargAddress)
    return kernargAddress.takeError();
  auto freeKernarg = llvm::scope_exit([&] { llvm::cantFail(memory.free(*kernargAddress)); });
  llvm::copy(segment, hostBytes(*kernargAddress));
  launch.kernargAddress = *kernargAddress;
  std::vector<uint8_t> packet = makeDispatchPacket(launch);
  auto packetAddress = memory.allocate(packet.size(), "dispatch packet");
  if (!packetAddress)
    return packetAddress.takeError();
  auto freePacket = llvm::scope_exit([&] { llvm::cantFail(memory.free(*packetAddress)); });
  std::memcpy(hostBytes(*packetAddress), packet.data(), packet.size());
  launch.packetAddress = *packetAddress;
  if (config.checks.any())
    return runChecked(launch, impl->threads);
  if (config.profile)
    return runProfiled(launch, impl->threads);
  return runWorkgroups(launch, impl->threads);
}

} // namespace rocke::sim
