#include "Runtime.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

namespace rocke::hip {

Runtime &Runtime::instance() {
  // Never destroyed: programs call HIP from their own destructors at exit.
  static Runtime *runtime = new Runtime;
  return *runtime;
}

Runtime::Runtime() {
  if (llvm::Error error = readEnvironment())
    initialError = llvm::toString(std::move(error));
}

namespace {

std::string environment(llvm::StringRef name) {
  return llvm::sys::Process::GetEnv(name).value_or("");
}

template <typename T> llvm::Error readNumber(llvm::StringRef name, T &value) {
  const std::string text = environment(name);
  if (!text.empty() && llvm::StringRef(text).getAsInteger(10, value))
    return makeError("{} is '{}'; it must be a whole number", name.str(), text);
  return llvm::Error::success();
}

} // namespace

llvm::Error Runtime::readEnvironment() {
  if (llvm::Error error = readNumber("ROCKE_SIM_THREADS", threads))
    return error;
  if (llvm::Error error = readNumber("ROCKE_SIM_INSTRUCTION_BUDGET", instructionBudget))
    return error;
  std::string names = environment("ROCKE_SIM_ARCH");
  if (names.empty())
    names = "gfx1151";
  llvm::SmallVector<llvm::StringRef> list;
  llvm::StringRef(names).split(list, ',');
  for (llvm::StringRef name : list) {
    llvm::Expected<const GpuModel *> gpu = lookupGpuModel(name.trim());
    if (!gpu)
      return makeError("ROCKE_SIM_ARCH: {}", llvm::toString(gpu.takeError()));
    llvm::Expected<SimDevice *> device = addDevice(**gpu);
    if (!device)
      return device.takeError();
  }
  return llvm::Error::success();
}

Error Runtime::initialStatus() {
  if (initialError.empty())
    return Error::Success;
  // Programs show HIP's text for the error alone, which does not say what is wrong.
  if (diagnostics && !initialErrorShown.exchange(true))
    llvm::errs() << "rocke: " << initialError << '\n';
  return fail(Error::NoDevice, initialError);
}

int Runtime::deviceCount() const {
  std::shared_lock lock(deviceMutex);
  return static_cast<int>(devices.size());
}

SimDevice *Runtime::device(int ordinal) const {
  std::shared_lock lock(deviceMutex);
  if (ordinal < 0 || static_cast<size_t>(ordinal) >= devices.size())
    return nullptr;
  return devices[ordinal].get();
}

llvm::Expected<std::shared_ptr<sim::Machine>> Runtime::createMachine(const Arch &arch) const {
  sim::Machine::Options options;
  options.arch = arch.name.str();
  options.threads = threads;
  options.instructionBudget = instructionBudget;
  llvm::Expected<std::unique_ptr<sim::Machine>> machine = sim::Machine::create(options);
  if (!machine)
    return machine.takeError();
  std::shared_lock lock(allocationMutex);
  for (const auto &[base, allocation] : allocations)
    if (allocation.onHost())
      if (llvm::Error error = (*machine)->mapHost(asPointer(base), allocation.bytes))
        return error;
  return std::shared_ptr<sim::Machine>(std::move(*machine));
}

llvm::Expected<SimDevice *> Runtime::addDevice(const GpuModel &gpu) {
  std::lock_guard topology(topologyMutex);
  llvm::Expected<std::shared_ptr<sim::Machine>> machine = createMachine(*gpu.arch);
  if (!machine)
    return machine.takeError();
  std::unique_lock lock(deviceMutex);
  const int ordinal = static_cast<int>(devices.size());
  devices.push_back(std::make_unique<SimDevice>(ordinal, gpu, std::move(*machine)));
  return devices.back().get();
}

llvm::Expected<SimDevice *> Runtime::deviceForArch(llvm::StringRef name) {
  {
    std::shared_lock lock(deviceMutex);
    for (const std::unique_ptr<SimDevice> &device : devices)
      if (runsOn(name, device->arch.name) && device->sticky == Error::Success)
        return device.get();
  }
  for (const GpuModel &gpu : gpuModels())
    if (runsOn(name, gpu.arch->name))
      return addDevice(gpu);
  return lookupGpuModel(name).takeError();
}

void Runtime::dropOwned(SimDevice &device) {
  modules.removeIf([&](const ModuleHandle &module) { return module.device == &device; });
  functions.removeIf([&](const FunctionHandle &function) { return function.module.expired(); });
  streams.removeIf([&](const StreamHandle &stream) { return stream.device == &device; });
  events.removeIf([&](const EventHandle &event) { return event.device == &device; });
  device.currentPool = nullptr;
  device.defaultPool = nullptr;
  pools.removeIf([&](const MemPoolHandle &pool) { return pool.device == &device; });

  std::vector<Allocation> owned;
  {
    std::shared_lock lock(allocationMutex);
    for (const auto &[base, allocation] : allocations)
      if (allocation.device == &device && !allocation.ofProgram)
        owned.push_back(allocation);
  }
  for (const Allocation &allocation : owned)
    if (allocation.onHost())
      freeHost(allocation);
    else
      removeAllocation(allocation.base);
}

llvm::Error Runtime::reset(SimDevice &device) {
  dropOwned(device);
  std::lock_guard topology(topologyMutex);
  llvm::Expected<std::shared_ptr<sim::Machine>> machine = createMachine(device.arch);
  if (!machine)
    return machine.takeError();
  device.replaceMachine(std::move(*machine));
  device.sticky = Error::Success;
  return llvm::Error::success();
}

uint64_t hostMemoryBytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void Runtime::addAllocation(const Allocation &allocation) {
  std::unique_lock lock(allocationMutex);
  allocations[allocation.base] = allocation;
}

bool Runtime::removeAllocation(uint64_t base) {
  std::unique_lock lock(allocationMutex);
  return allocations.erase(base) != 0;
}

void Runtime::removeGlobals(const ModuleHandle *module) {
  std::unique_lock lock(allocationMutex);
  std::erase_if(allocations, [&](const auto &entry) {
    return entry.second.kind == Allocation::Kind::Global && entry.second.module == module;
  });
}

std::optional<Allocation> Runtime::findAllocation(uint64_t address) const {
  std::shared_lock lock(allocationMutex);
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return std::nullopt;
  --it;
  if (address - it->first >= it->second.bytes)
    return std::nullopt;
  return it->second;
}

std::optional<Allocation> Runtime::allocationAt(const void *pointer) const {
  const auto address = reinterpret_cast<uint64_t>(pointer);
  std::optional<Allocation> allocation = findAllocation(address);
  if (!allocation || allocation->base != address)
    return std::nullopt;
  return allocation;
}

uint64_t Runtime::allocatedBytes(const SimDevice &device) const {
  std::shared_lock lock(allocationMutex);
  uint64_t bytes = 0;
  for (const auto &[base, allocation] : allocations)
    if (allocation.device == &device && allocation.kind == Allocation::Kind::Device)
      bytes += allocation.bytes;
  return bytes;
}

uint64_t Runtime::pooledBytes(const MemPoolHandle *pool) const {
  std::shared_lock lock(allocationMutex);
  uint64_t bytes = 0;
  for (const auto &[base, allocation] : allocations)
    if (allocation.pool == pool)
      bytes += allocation.bytes;
  return bytes;
}

void Runtime::leavePool(const MemPoolHandle *pool) {
  std::unique_lock lock(allocationMutex);
  for (auto &[base, allocation] : allocations)
    if (allocation.pool == pool)
      allocation.pool = nullptr;
}

llvm::Error Runtime::mapEverywhere(const Allocation &allocation) {
  void *memory = asPointer(allocation.base);
  std::lock_guard topology(topologyMutex);
  std::shared_lock lock(deviceMutex);
  for (size_t i = 0; i < devices.size(); ++i)
    if (llvm::Error error = devices[i]->machine()->mapHost(memory, allocation.bytes)) {
      for (size_t mapped = 0; mapped < i; ++mapped)
        llvm::consumeError(devices[mapped]->machine()->unmapHost(memory));
      return error;
    }
  addAllocation(allocation);
  return llvm::Error::success();
}

llvm::Expected<void *> Runtime::allocateHost(uint64_t bytes, Allocation::Kind kind,
                                             SimDevice *device, unsigned flags, bool ofProgram) {
  constexpr uint64_t page = 4096;
  if (bytes > hostMemoryBytes())
    return makeError("{} bytes are more than the host has", bytes);
  void *memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
  if (!memory)
    return makeError("the host has no {} bytes", bytes);
  if (llvm::Error error = mapEverywhere({kind, reinterpret_cast<uint64_t>(memory), bytes, device,
                                         nullptr, flags, nullptr, ofProgram})) {
    std::free(memory);
    return error;
  }
  return memory;
}

bool Runtime::freeHost(const Allocation &allocation) {
  void *memory = asPointer(allocation.base);
  std::lock_guard topology(topologyMutex);
  if (!removeAllocation(allocation.base))
    return false;
  std::shared_lock lock(deviceMutex);
  for (const std::unique_ptr<SimDevice> &device : devices)
    llvm::consumeError(device->machine()->unmapHost(memory));
  if (allocation.kind != Allocation::Kind::Registered)
    std::free(memory);
  return true;
}

} // namespace rocke::hip
