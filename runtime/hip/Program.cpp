#include "Program.h"
#include "ModuleLoading.h"
#include "rocke/ir/Error.h"
#include <cstring>

namespace rocke::hip {

Program &Program::instance() {
  // Never destroyed: programs unregister from their own destructors at exit.
  static Program *program = new Program;
  return *program;
}

FatBinary *Program::addBinary(const void *image) {
  auto binary = std::make_shared<FatBinary>();
  binary->image = image;
  return binaries.add(std::move(binary));
}

void Program::removeBinary(FatBinary *handle) {
  const std::shared_ptr<FatBinary> binary = binaries.remove(handle);
  if (!binary)
    return;
  {
    std::lock_guard lock(mutex);
    auto ofBinary = [&](const auto &entry) { return entry.second.binary == binary; };
    std::erase_if(kernels, ofBinary);
    std::erase_if(variables, ofBinary);
    for (const auto &[memory, variable] : managed)
      if (variable.binary == binary)
        if (const auto allocation = Runtime::instance().allocationAt(memory))
          Runtime::instance().freeHost(*allocation);
    std::erase_if(managed, ofBinary);
  }
  std::lock_guard lock(binary->mutex);
  for (const auto &[ordinal, loaded] : binary->modules)
    if (const std::shared_ptr<ModuleHandle> module = loaded.lock())
      (void)unloadModule(module.get());
}

void Program::addKernel(FatBinary *handle, const void *host, const char *name) {
  if (std::shared_ptr<FatBinary> binary = binaries.find(handle)) {
    std::lock_guard lock(mutex);
    kernels[host] = {std::move(binary), name};
  }
}

void Program::addVariable(FatBinary *handle, const void *host, const char *name) {
  if (std::shared_ptr<FatBinary> binary = binaries.find(handle)) {
    std::lock_guard lock(mutex);
    variables[host] = {std::move(binary), name};
  }
}

void Program::addManaged(FatBinary *handle, void **pointer, void *initial, const char *name,
                         size_t bytes) {
  // Without a device the host still reads and writes it.
  *pointer = initial;
  std::shared_ptr<FatBinary> binary = binaries.find(handle);
  SimDevice *device = Runtime::instance().device(0);
  if (!binary || !device)
    return;
  constexpr unsigned attachGlobal = 1;
  llvm::Expected<void *> memory = Runtime::instance().allocateHost(
      bytes, Allocation::Kind::Managed, device, attachGlobal, /*ofProgram=*/true);
  if (!memory) {
    llvm::consumeError(memory.takeError());
    return;
  }
  std::memcpy(*memory, initial, bytes);
  *pointer = *memory;
  std::lock_guard lock(mutex);
  managed[*memory] = {std::move(binary), name, reinterpret_cast<uint64_t>(*memory), bytes};
}

Error Program::setManaged(const FatBinary &binary, ModuleHandle &module) {
  std::lock_guard lock(mutex);
  for (const auto &[memory, variable] : managed) {
    if (variable.binary.get() != &binary)
      continue;
    llvm::Expected<sim::Machine::GlobalVariable> pointer =
        module.machine->global(module.loaded, variable.name);
    if (!pointer) {
      // No kernel for this GPU uses it.
      llvm::consumeError(pointer.takeError());
      continue;
    }
    if (llvm::Error error =
            module.machine->write(pointer->address, &variable.address, sizeof variable.address))
      return fail(Error::InvalidImage, std::move(error));
  }
  return Error::Success;
}

Error Program::load(FatBinary &binary, SimDevice &device, std::shared_ptr<ModuleHandle> &module) {
  std::lock_guard lock(binary.mutex);
  std::weak_ptr<ModuleHandle> &known = binary.modules[device.ordinal];
  module = known.lock();
  if (module)
    return Error::Success;
  if (Error error = loadImage(binary.image, &device, module); error != Error::Success)
    return error;
  if (Error error = setManaged(binary, *module); error != Error::Success)
    return error;
  known = module;
  return Error::Success;
}

std::optional<Program::Symbol> Program::find(const std::map<const void *, Symbol> &symbols,
                                             const void *host) {
  std::lock_guard lock(mutex);
  auto it = symbols.find(host);
  if (it == symbols.end())
    return std::nullopt;
  return it->second;
}

Error Program::kernel(const void *host, SimDevice &device,
                      std::shared_ptr<FunctionHandle> &function,
                      std::shared_ptr<ModuleHandle> &module) {
  const std::optional<Symbol> symbol = find(kernels, host);
  if (!symbol)
    return fail(Error::InvalidDeviceFunction, "the function stands for no kernel of the program");
  if (Error error = load(*symbol->binary, device, module); error != Error::Success)
    return error == Error::NoBinaryForGpu ? Error::InvalidDeviceFunction : error;
  const Error error = findKernel(module, symbol->name, function);
  return error == Error::NotFound ? Error::InvalidDeviceFunction : error;
}

Error Program::variable(const void *host, SimDevice &device,
                        sim::Machine::GlobalVariable &variable) {
  {
    std::lock_guard lock(mutex);
    if (auto it = managed.find(host); it != managed.end()) {
      variable = {it->second.address, it->second.bytes};
      return Error::Success;
    }
  }
  const std::optional<Symbol> symbol = find(variables, host);
  if (!symbol)
    return fail(Error::InvalidSymbol, "the symbol stands for no variable of the program");
  std::shared_ptr<ModuleHandle> module;
  if (Error error = load(*symbol->binary, device, module); error != Error::Success)
    return error;
  const Error error = findVariable(*module, symbol->name, variable);
  return error == Error::NotFound ? Error::InvalidSymbol : error;
}

} // namespace rocke::hip
