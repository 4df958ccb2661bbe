#include "DeviceContext.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Device.h"
#include <utility>

namespace rocke::runtime {

Module::Module(std::shared_ptr<DeviceContext> context, hip::Module handle, CodeObject object)
    : context(std::move(context)), handle(handle),
      object(std::make_unique<CodeObject>(std::move(object))) {}

Module::Module(Module &&other) noexcept
    : context(std::move(other.context)), handle(std::exchange(other.handle, nullptr)),
      object(std::move(other.object)) {}

Module &Module::operator=(Module &&other) noexcept {
  if (this != &other) {
    unload();
    context = std::move(other.context);
    handle = std::exchange(other.handle, nullptr);
    object = std::move(other.object);
  }
  return *this;
}

Module::~Module() { unload(); }

void Module::unload() {
  if (!handle)
    return;
  llvm::consumeError(
      context->run("hipModuleUnload", [&] { return context->hip.hipModuleUnload(handle); }));
}

llvm::Expected<Kernel> Module::kernel(llvm::StringRef symbol) const {
  const KernelFacts *facts = object->kernel(symbol);
  if (!facts) {
    std::string names;
    for (const KernelFacts &kernel : object->kernels())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.symbol);
    return makeError("the code object has no kernel '{}'; it has {}", symbol.str(),
                     names.empty() ? "none" : names);
  }
  hip::Function function = nullptr;
  if (llvm::Error error = context->run("hipModuleGetFunction", [&] {
        return context->hip.hipModuleGetFunction(&function, handle, facts->symbol.c_str());
      }))
    return error;
  return Kernel(context, function, facts);
}

llvm::Error Kernel::launch(const LaunchDims &dims, const KernelArgs &args,
                           const Stream *stream) const {
  llvm::Expected<std::vector<uint8_t>> segment = args.pack(*kernelFacts);
  if (!segment)
    return segment.takeError();
  size_t bytes = segment->size();
  void *extra[] = {hip::asPointer(hip::launchParamBufferPointer), segment->data(),
                   hip::asPointer(hip::launchParamBufferSize), &bytes,
                   hip::asPointer(hip::launchParamEnd)};
  return context->run(fmt::format("launching kernel '{}'", kernelFacts->symbol), [&] {
    return context->hip.hipModuleLaunchKernel(
        handle, dims.grid[0], dims.grid[1], dims.grid[2], dims.block[0], dims.block[1],
        dims.block[2], dims.ldsBytes, stream ? stream->handle : nullptr, nullptr, extra);
  });
}

} // namespace rocke::runtime
