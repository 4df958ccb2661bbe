#include "Exports.h"
#include "ImageSize.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>

namespace rocke::hip {

namespace {

Error loadModule(Module *result, std::string bytes, SimDevice *device) {
  llvm::Expected<CodeObject> object = CodeObject::parse(std::move(bytes));
  if (!object)
    return fail(Error::InvalidImage, object.takeError());
  if (object->arch() != device->arch.name)
    return fail(Error::NoBinaryForGpu,
                fmt::format("the code object is for {}, device {} is a {}", object->arch().str(),
                            device->ordinal, device->arch.name.str()));
  const std::shared_ptr<sim::Machine> machine = device->machine();
  llvm::Expected<sim::LoadedModule *> loaded = machine->load(object->bytes());
  if (!loaded)
    return fail(Error::InvalidImage, loaded.takeError());
  *result = Runtime::instance().modules.add(
      std::make_shared<ModuleHandle>(device, machine, std::move(*object), *loaded));
  return Error::Success;
}

Error loadData(Module *module, const void *image) {
  if (!module || !image)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  llvm::Expected<uint64_t> size = imageSize(image);
  if (!size)
    return fail(Error::InvalidImage, size.takeError());
  return loadModule(module, std::string(static_cast<const char *>(image), *size), device);
}

} // namespace

Error hipModuleLoad(Module *module, const char *path) {
  return api([&] {
    if (!module || !path)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    llvm::Expected<std::string> bytes = readFile(path);
    if (!bytes)
      return fail(Error::FileNotFound, bytes.takeError());
    return loadModule(module, std::move(*bytes), device);
  });
}

Error hipModuleLoadData(Module *module, const void *image) {
  return api([&] { return loadData(module, image); });
}

Error hipModuleLoadDataEx(Module *module, const void *image, unsigned, int *, void **) {
  // The options steer a compiler that is not needed for a code object.
  return api([&] { return loadData(module, image); });
}

Error hipModuleUnload(Module module) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    Runtime &runtime = Runtime::instance();
    std::shared_ptr<ModuleHandle> removed = runtime.modules.remove(module);
    if (!removed)
      return fail(Error::InvalidHandle, "the module is not loaded (any more)");
    runtime.removeGlobals(removed.get());
    removed.reset();
    runtime.functions.removeIf(
        [](const FunctionHandle &function) { return function.module.expired(); });
    return Error::Success;
  });
}

Error hipModuleGetFunction(Function *function, Module module, const char *name) {
  return api([&] {
    if (!function || !name || !*name)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    Runtime &runtime = Runtime::instance();
    const std::shared_ptr<ModuleHandle> handle = runtime.modules.find(module);
    if (!handle)
      return fail(Error::InvalidHandle, "the module is not loaded (any more)");
    const KernelFacts *facts = handle->object.kernel(name);
    if (!facts) {
      std::string names;
      for (const KernelFacts &kernel : handle->object.kernels())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.symbol);
      return fail(Error::NotFound, fmt::format("the code object has no kernel '{}'; it has {}",
                                               name, names.empty() ? "none" : names));
    }
    std::lock_guard lock(handle->mutex);
    std::shared_ptr<FunctionHandle> &known = handle->functions[facts->symbol];
    if (!known) {
      known = std::make_shared<FunctionHandle>(handle, facts->symbol, facts);
      runtime.functions.add(known);
    }
    *function = known.get();
    return Error::Success;
  });
}

Error hipModuleGetGlobal(void **pointer, size_t *bytes, Module module, const char *name) {
  return api([&] {
    if ((!pointer && !bytes) || !name || !*name)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    Runtime &runtime = Runtime::instance();
    const std::shared_ptr<ModuleHandle> handle = runtime.modules.find(module);
    if (!handle)
      return fail(Error::InvalidHandle, "the module is not loaded (any more)");
    llvm::Expected<sim::Machine::GlobalVariable> variable =
        handle->machine->global(handle->loaded, name);
    if (!variable)
      return fail(Error::NotFound, variable.takeError());
    // Known from now on, so that copies to and from it find it.
    runtime.addAllocation({Allocation::Kind::Global, variable->address, variable->bytes,
                           handle->device, handle.get()});
    if (pointer)
      *pointer = asPointer(variable->address);
    if (bytes)
      *bytes = variable->bytes;
    return Error::Success;
  });
}

Error hipFuncGetAttribute(int *value, FunctionAttribute attribute, Function function) {
  return api([&] {
    if (!value)
      return Error::InvalidValue;
    const std::shared_ptr<FunctionHandle> handle = Runtime::instance().functions.find(function);
    const std::shared_ptr<ModuleHandle> module = handle ? handle->module.lock() : nullptr;
    if (!module)
      return fail(Error::InvalidHandle, "the function is of no module that is loaded");
    const KernelFacts &facts = *handle->facts;
    const Arch &arch = module->device->arch;
    switch (attribute) {
    case FunctionAttribute::MaxThreadsPerBlock:
      *value = static_cast<int>(facts.maxWorkgroupSize);
      return Error::Success;
    case FunctionAttribute::SharedSizeBytes:
      *value = static_cast<int>(facts.ldsBytes);
      return Error::Success;
    case FunctionAttribute::LocalSizeBytes:
      *value = static_cast<int>(facts.scratchBytes);
      return Error::Success;
    case FunctionAttribute::NumRegs:
      *value = static_cast<int>(facts.vgprs);
      return Error::Success;
    case FunctionAttribute::MaxDynamicSharedSizeBytes:
      *value = static_cast<int>(arch.ldsBytesPerWorkgroup - facts.ldsBytes);
      return Error::Success;
    case FunctionAttribute::PtxVersion:
    case FunctionAttribute::BinaryVersion: {
      // 10 * major + minor, as HIP has it; "gfx1151" is 11.5.
      int version = 0;
      arch.name.drop_front(3).drop_back(1).getAsInteger(10, version);
      *value = version;
      return Error::Success;
    }
    case FunctionAttribute::ConstSizeBytes:
    case FunctionAttribute::CacheModeCa:
    case FunctionAttribute::PreferredSharedMemoryCarveout:
      *value = 0;
      return Error::Success;
    }
    return fail(Error::InvalidValue,
                fmt::format("unknown function attribute {}", static_cast<int>(attribute)));
  });
}

} // namespace rocke::hip
