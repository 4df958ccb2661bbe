#include "ModuleLoading.h"
#include "CompressedBundle.h"
#include "ImageSize.h"
#include "OffloadBundle.h"
#include "rocke/ir/Error.h"

namespace rocke::hip {

Error loadImage(const void *image, SimDevice *device, std::shared_ptr<ModuleHandle> &module) {
  std::string decompressed;
  if (isCompressedBundle(image)) {
    llvm::Expected<std::string> bundle = decompressBundle(image);
    if (!bundle)
      return fail(Error::InvalidImage, bundle.takeError());
    decompressed = std::move(*bundle);
    image = decompressed.c_str();
  }
  std::string bytes;
  if (isOffloadBundle(image)) {
    llvm::Expected<llvm::StringRef> entry = unbundle(image, isaName(device->arch));
    if (!entry)
      return fail(Error::NoBinaryForGpu, entry.takeError());
    bytes = entry->str();
  } else {
    llvm::Expected<uint64_t> size = imageSize(image);
    if (!size)
      return fail(Error::InvalidImage, size.takeError());
    bytes.assign(static_cast<const char *>(image), *size);
  }
  llvm::Expected<CodeObject> object = CodeObject::parse(std::move(bytes));
  if (!object)
    return fail(Error::InvalidImage, object.takeError());
  if (!runsOn(object->arch(), device->arch.name))
    return fail(Error::NoBinaryForGpu,
                fmt::format("the code object is for {}, device {} is a {}", object->arch().str(),
                            device->ordinal, device->arch.name.str()));
  const std::shared_ptr<sim::Machine> machine = device->machine();
  llvm::Expected<sim::LoadedModule *> loaded = machine->load(object->bytes());
  if (!loaded)
    return fail(Error::InvalidImage, loaded.takeError());
  module = std::make_shared<ModuleHandle>(device, machine, std::move(*object), *loaded);
  Runtime::instance().modules.add(module);
  return Error::Success;
}

Error findKernel(const std::shared_ptr<ModuleHandle> &module, llvm::StringRef name,
                 std::shared_ptr<FunctionHandle> &function) {
  const KernelFacts *facts = module->object.kernel(name);
  if (!facts) {
    std::string names;
    for (const KernelFacts &kernel : module->object.kernels())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.symbol);
    return fail(Error::NotFound, fmt::format("the code object has no kernel '{}'; it has {}",
                                             name.str(), names.empty() ? "none" : names));
  }
  std::lock_guard lock(module->mutex);
  std::shared_ptr<FunctionHandle> &known = module->functions[facts->symbol];
  if (!known) {
    known = std::make_shared<FunctionHandle>(module, facts->symbol, facts);
    Runtime::instance().functions.add(known);
  }
  function = known;
  return Error::Success;
}

Error findVariable(ModuleHandle &module, llvm::StringRef name,
                   sim::Machine::GlobalVariable &variable) {
  llvm::Expected<sim::Machine::GlobalVariable> found = module.machine->global(module.loaded, name);
  if (!found)
    return fail(Error::NotFound, found.takeError());
  variable = *found;
  Runtime::instance().addAllocation(
      {Allocation::Kind::Global, variable.address, variable.bytes, module.device, &module});
  return Error::Success;
}

Error lookUpFunction(Function function, std::shared_ptr<FunctionHandle> &handle,
                     std::shared_ptr<ModuleHandle> &module) {
  handle = Runtime::instance().functions.find(function);
  module = handle ? handle->module.lock() : nullptr;
  return module ? Error::Success
                : fail(Error::InvalidHandle, "the function is of no module that is loaded");
}

Error unloadModule(Module module) {
  Runtime &runtime = Runtime::instance();
  std::shared_ptr<ModuleHandle> removed = runtime.modules.remove(module);
  if (!removed)
    return fail(Error::InvalidHandle, "the module is not loaded (any more)");
  runtime.removeGlobals(removed.get());
  removed.reset();
  runtime.functions.removeIf(
      [](const FunctionHandle &function) { return function.module.expired(); });
  return Error::Success;
}

} // namespace rocke::hip
