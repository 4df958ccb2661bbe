#include "Exports.h"
#include "ModuleLoading.h"
#include "Program.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/raw_ostream.h"

// What the compiler's <<<>>> and the calls that it puts at a program's start lead to, and the
// functions that take a kernel or a variable by what stands for it on the host.

namespace rocke::hip {

namespace {

/// What clang hands to __hipRegisterFatBinary (clang/lib/CodeGen/CGCUDANV.cpp).
struct FatBinaryWrapper {
  uint32_t magic;
  uint32_t version;
  const void *binary;
  void *unused;
};
constexpr uint32_t wrapperMagic = 0x48495046; // "HIPF"

struct CallConfiguration {
  Dim3 grid, block;
  size_t ldsBytes;
  Stream stream;
};

/// Between the two halves of a <<<>>>, of which the second may be in an argument of the first.
std::vector<CallConfiguration> &callConfigurations() {
  thread_local std::vector<CallConfiguration> configurations;
  return configurations;
}

/// The kernel on the thread's device.
Error currentKernel(const void *host, std::shared_ptr<FunctionHandle> &function,
                    std::shared_ptr<ModuleHandle> &module) {
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  return Program::instance().kernel(host, *device, function, module);
}

Error launchHost(const void *host, Dim3 grid, Dim3 block, void **arguments, size_t ldsBytes,
                 Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  std::shared_ptr<FunctionHandle> function;
  std::shared_ptr<ModuleHandle> module;
  if (Error error = Program::instance().kernel(host, *device, function, module);
      error != Error::Success)
    return error;
  if (ldsBytes > UINT32_MAX)
    return fail(Error::InvalidValue, fmt::format("{} bytes of LDS are too many", ldsBytes));
  sim::LaunchConfig config;
  config.grid = {grid.x, grid.y, grid.z};
  config.block = {block.x, block.y, block.z};
  config.dynamicLdsBytes = static_cast<uint32_t>(ldsBytes);
  return launch(*function, config, arguments, nullptr, stream);
}

/// The bytes from `offset` on of the variable that `symbol` stands for.
Error locateSymbol(const void *symbol, size_t offset, size_t bytes, Stream stream, void *&place) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  sim::Machine::GlobalVariable variable;
  if (Error error = Program::instance().variable(symbol, *device, variable);
      error != Error::Success)
    return error;
  if (offset > variable.bytes || bytes > variable.bytes - offset)
    return fail(Error::InvalidValue, fmt::format("{} bytes from {} on reach past the variable's {}",
                                                 bytes, offset, variable.bytes));
  place = asPointer(variable.address + offset);
  return Error::Success;
}

Error copyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                   MemcpyKind kind, Stream stream) {
  void *place = nullptr;
  if (kind == MemcpyKind::DeviceToHost || kind == MemcpyKind::HostToHost)
    return fail(Error::InvalidMemcpyDirection, "a variable is on the device");
  if (Error error = locateSymbol(symbol, offset, bytes, stream, place); error != Error::Success)
    return error;
  return copy(place, from, bytes, kind, stream);
}

Error copyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, MemcpyKind kind,
                     Stream stream) {
  void *place = nullptr;
  if (kind == MemcpyKind::HostToDevice || kind == MemcpyKind::HostToHost)
    return fail(Error::InvalidMemcpyDirection, "a variable is on the device");
  if (Error error = locateSymbol(symbol, offset, bytes, stream, place); error != Error::Success)
    return error;
  return copy(to, place, bytes, kind, stream);
}

/// Hints for a kernel, as a number up to `last`.
Error checkKernelHint(const void *host, int value, int last) {
  std::shared_ptr<FunctionHandle> function;
  std::shared_ptr<ModuleHandle> module;
  if (Error error = currentKernel(host, function, module); error != Error::Success)
    return error;
  return value < 0 || value > last
             ? fail(Error::InvalidValue, fmt::format("unknown configuration {}", value))
             : Error::Success;
}

} // namespace

void **__hipRegisterFatBinary(const void *wrapper) {
  const auto *fat = static_cast<const FatBinaryWrapper *>(wrapper);
  if (!fat || fat->magic != wrapperMagic || fat->version != 1) {
    if (Runtime::instance().diagnostics)
      llvm::errs() << "rocke: the program registers kernels in a form that is unknown\n";
    return nullptr;
  }
  return reinterpret_cast<void **>(Program::instance().addBinary(fat->binary));
}

void __hipUnregisterFatBinary(void **binary) {
  Program::instance().removeBinary(reinterpret_cast<FatBinary *>(binary));
}

int __hipRegisterFunction(void **binary, const void *host, char *, const char *name, unsigned,
                          void *, void *, void *, void *, int *) {
  Program::instance().addKernel(reinterpret_cast<FatBinary *>(binary), host, name);
  return 0;
}

void __hipRegisterVar(void **binary, void *host, char *, char *name, int, size_t, int, int) {
  Program::instance().addVariable(reinterpret_cast<FatBinary *>(binary), host, name);
}

void __hipRegisterManagedVar(void **binary, void **pointer, void *initial, const char *name,
                             size_t bytes, unsigned) {
  // The memory is aligned to a page, whatever the variable asks for.
  Program::instance().addManaged(reinterpret_cast<FatBinary *>(binary), pointer, initial, name,
                                 bytes);
}

Error __hipPushCallConfiguration(Dim3 grid, Dim3 block, size_t ldsBytes, Stream stream) {
  return api([&] {
    callConfigurations().push_back({grid, block, ldsBytes, stream});
    return Error::Success;
  });
}

Error __hipPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *ldsBytes, Stream *stream) {
  return api([&] {
    std::vector<CallConfiguration> &configurations = callConfigurations();
    if (configurations.empty())
      return fail(Error::MissingConfiguration, "the call of the kernel was not configured");
    if (!grid || !block || !ldsBytes || !stream)
      return Error::InvalidValue;
    const CallConfiguration top = configurations.back();
    configurations.pop_back();
    *grid = top.grid;
    *block = top.block;
    *ldsBytes = top.ldsBytes;
    *stream = top.stream;
    return Error::Success;
  });
}

Error hipLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                      size_t ldsBytes, Stream stream) {
  return api([&] { return launchHost(function, grid, block, arguments, ldsBytes, stream); });
}

Error hipExtLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                         size_t ldsBytes, Stream stream, Event start, Event stop, int) {
  // The flags allow kernels to run out of order, which need not be.
  if (start)
    if (Error error = hipEventRecord(start, stream); error != Error::Success)
      return error;
  if (Error error = hipLaunchKernel(function, grid, block, arguments, ldsBytes, stream);
      error != Error::Success)
    return error;
  return stop ? hipEventRecord(stop, stream) : Error::Success;
}

Error hipGetFuncBySymbol(Function *result, const void *host) {
  return api([&] {
    if (!result)
      return Error::InvalidValue;
    std::shared_ptr<FunctionHandle> function;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = currentKernel(host, function, module); error != Error::Success)
      return error;
    *result = function.get();
    return Error::Success;
  });
}

Error hipFuncGetAttributes(FunctionAttributes *attributes, const void *host) {
  return api([&] {
    if (!attributes)
      return Error::InvalidValue;
    std::shared_ptr<FunctionHandle> function;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = currentKernel(host, function, module); error != Error::Success)
      return error;
    auto get = [&](FunctionAttribute attribute) {
      int value = 0;
      (void)functionAttribute(*function, module->device->arch, attribute, value);
      return value;
    };
    *attributes = {};
    attributes->binaryVersion = get(FunctionAttribute::BinaryVersion);
    attributes->constSizeBytes = get(FunctionAttribute::ConstSizeBytes);
    attributes->localSizeBytes = get(FunctionAttribute::LocalSizeBytes);
    attributes->maxDynamicSharedSizeBytes = get(FunctionAttribute::MaxDynamicSharedSizeBytes);
    attributes->maxThreadsPerBlock = get(FunctionAttribute::MaxThreadsPerBlock);
    attributes->numRegs = get(FunctionAttribute::NumRegs);
    attributes->ptxVersion = get(FunctionAttribute::PtxVersion);
    attributes->sharedSizeBytes = get(FunctionAttribute::SharedSizeBytes);
    return Error::Success;
  });
}

Error hipFuncSetAttribute(const void *host, FunctionAttribute attribute, int value) {
  return api([&] {
    std::shared_ptr<FunctionHandle> function;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = currentKernel(host, function, module); error != Error::Success)
      return error;
    // A launch may ask for all of the LDS without being allowed to before, so that there is nothing
    // to keep.
    switch (attribute) {
    case FunctionAttribute::MaxDynamicSharedSizeBytes: {
      int most = 0;
      (void)functionAttribute(*function, module->device->arch, attribute, most);
      if (value < 0 || value > most)
        return fail(Error::InvalidValue,
                    fmt::format("{} bytes of LDS are not within 0 to {}", value, most));
      return Error::Success;
    }
    case FunctionAttribute::PreferredSharedMemoryCarveout:
      if (value < -1 || value > 100)
        return fail(Error::InvalidValue, fmt::format("{} is no percentage", value));
      return Error::Success;
    default:
      return fail(Error::InvalidValue,
                  fmt::format("function attribute {} cannot be set", static_cast<int>(attribute)));
    }
  });
}

Error hipFuncSetCacheConfig(const void *host, int config) {
  constexpr int last = 3;
  return api([&] { return checkKernelHint(host, config, last); });
}

Error hipFuncSetSharedMemConfig(const void *host, int config) {
  constexpr int last = 2;
  return api([&] { return checkKernelHint(host, config, last); });
}

Error hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host, int blockSize,
                                                   size_t ldsBytes) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, blockSize, ldsBytes,
                                                               0);
}

Error hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                            int blockSize, size_t ldsBytes,
                                                            unsigned flags) {
  return api([&] {
    std::shared_ptr<FunctionHandle> function;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = currentKernel(host, function, module); error != Error::Success)
      return error;
    return maxActiveBlocks(blocks, *function, module->device->gpu, blockSize, ldsBytes, flags);
  });
}

Error hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, const void *host,
                                        size_t ldsBytes, int limit) {
  return api([&] {
    std::shared_ptr<FunctionHandle> function;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = currentKernel(host, function, module); error != Error::Success)
      return error;
    return maxPotentialBlockSize(gridSize, blockSize, *function, module->device->gpu, ldsBytes,
                                 limit, 0);
  });
}

Error hipGetSymbolAddress(void **pointer, const void *symbol) {
  return api([&] {
    if (!pointer)
      return Error::InvalidValue;
    return locateSymbol(symbol, 0, 0, nullptr, *pointer);
  });
}

Error hipGetSymbolSize(size_t *bytes, const void *symbol) {
  return api([&] {
    if (!bytes)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    sim::Machine::GlobalVariable variable;
    if (Error error = Program::instance().variable(symbol, *device, variable);
        error != Error::Success)
      return error;
    *bytes = variable.bytes;
    return Error::Success;
  });
}

Error hipMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                        MemcpyKind kind) {
  return api([&] { return copyToSymbol(symbol, from, bytes, offset, kind, nullptr); });
}

Error hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                             MemcpyKind kind, Stream stream) {
  return api([&] { return copyToSymbol(symbol, from, bytes, offset, kind, stream); });
}

Error hipMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                          MemcpyKind kind) {
  return api([&] { return copyFromSymbol(to, symbol, bytes, offset, kind, nullptr); });
}

Error hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                               MemcpyKind kind, Stream stream) {
  return api([&] { return copyFromSymbol(to, symbol, bytes, offset, kind, stream); });
}

} // namespace rocke::hip
