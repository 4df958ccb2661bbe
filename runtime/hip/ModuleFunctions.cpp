#include "Exports.h"
#include "ModuleLoading.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"

namespace rocke::hip {

namespace {

Error loadData(Module *result, const void *image) {
  if (!result || !image)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  std::shared_ptr<ModuleHandle> module;
  if (Error error = loadImage(image, device, module); error != Error::Success)
    return error;
  *result = module.get();
  return Error::Success;
}

Error lookUp(Module module, std::shared_ptr<ModuleHandle> &handle) {
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  handle = Runtime::instance().modules.find(module);
  return handle ? Error::Success
                : fail(Error::InvalidHandle, "the module is not loaded (any more)");
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
    return loadData(module, bytes->c_str());
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
    return unloadModule(module);
  });
}

Error hipModuleGetFunction(Function *function, Module module, const char *name) {
  return api([&] {
    if (!function || !name || !*name)
      return Error::InvalidValue;
    std::shared_ptr<ModuleHandle> handle;
    if (Error error = lookUp(module, handle); error != Error::Success)
      return error;
    std::shared_ptr<FunctionHandle> found;
    if (Error error = findKernel(handle, name, found); error != Error::Success)
      return error;
    *function = found.get();
    return Error::Success;
  });
}

Error hipModuleGetFunctionCount(unsigned *count, Module module) {
  return api([&] {
    if (!count)
      return Error::InvalidValue;
    std::shared_ptr<ModuleHandle> handle;
    if (Error error = lookUp(module, handle); error != Error::Success)
      return error;
    *count = static_cast<unsigned>(handle->object.kernels().size());
    return Error::Success;
  });
}

Error hipModuleGetGlobal(void **pointer, size_t *bytes, Module module, const char *name) {
  return api([&] {
    if ((!pointer && !bytes) || !name || !*name)
      return Error::InvalidValue;
    std::shared_ptr<ModuleHandle> handle;
    if (Error error = lookUp(module, handle); error != Error::Success)
      return error;
    sim::Machine::GlobalVariable variable;
    if (Error error = findVariable(*handle, name, variable); error != Error::Success)
      return error;
    if (pointer)
      *pointer = asPointer(variable.address);
    if (bytes)
      *bytes = variable.bytes;
    return Error::Success;
  });
}

Error hipFuncGetAttribute(int *value, FunctionAttribute attribute, Function function) {
  return api([&] {
    if (!value)
      return Error::InvalidValue;
    std::shared_ptr<FunctionHandle> handle;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = lookUpFunction(function, handle, module); error != Error::Success)
      return error;
    return functionAttribute(*handle, module->device->arch, attribute, *value);
  });
}

} // namespace rocke::hip
