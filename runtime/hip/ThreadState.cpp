#include "Runtime.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/Error.h"

namespace rocke::hip {

ThreadState &ThreadState::get() {
  thread_local ThreadState state;
  return state;
}

Error fail(Error error, std::string message) {
  ThreadState::get().pendingMessage = std::move(message);
  return error;
}

Error fail(Error error, llvm::Error reason) {
  return fail(error, llvm::toString(std::move(reason)));
}

Error currentDevice(SimDevice *&device) {
  Runtime &runtime = Runtime::instance();
  if (Error status = runtime.initialStatus(); status != Error::Success)
    return status;
  device = runtime.device(ThreadState::get().device);
  if (!device)
    return Error::InvalidDevice;
  if (Error sticky = device->sticky; sticky != Error::Success)
    return fail(sticky,
                "a kernel has faulted on this device; hipDeviceReset makes it usable again");
  return Error::Success;
}

Error resetDevice(SimDevice &device) {
  if (llvm::Error error = Runtime::instance().reset(device))
    return fail(Error::OutOfMemory, std::move(error));
  return Error::Success;
}

Error lookUpDevice(int ordinal, SimDevice *&device) {
  Runtime &runtime = Runtime::instance();
  if (Error status = runtime.initialStatus(); status != Error::Success)
    return status;
  device = runtime.device(ordinal);
  return device ? Error::Success
                : fail(Error::InvalidDevice, fmt::format("there is no device {}; there are {}",
                                                         ordinal, runtime.deviceCount()));
}

Error streamDevice(Stream stream, SimDevice *&device) {
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  const auto special = reinterpret_cast<uintptr_t>(stream);
  if (stream == nullptr || special == streamLegacy || special == streamPerThread)
    return Error::Success;
  const std::shared_ptr<StreamHandle> handle = Runtime::instance().streams.find(stream);
  if (!handle)
    return fail(Error::ContextIsDestroyed, "the stream does not exist (any more)");
  device = handle->device;
  if (Error sticky = device->sticky; sticky != Error::Success)
    return fail(sticky, "a kernel has faulted on the stream's device");
  return Error::Success;
}

} // namespace rocke::hip
