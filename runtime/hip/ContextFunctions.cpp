#include "Exports.h"
#include "Generation.h"
#include "rocke/ir/Error.h"

// As in AMD's runtime, a context is its device: all that makes one return the same handle, and
// destroying it harms nothing.

namespace rocke::hip {

namespace {

Context contextOf(SimDevice &device) { return reinterpret_cast<Context>(&device); }

/// The device behind a context.
Error lookUp(Context context, SimDevice *&device) {
  Runtime &runtime = Runtime::instance();
  if (Error status = runtime.initialStatus(); status != Error::Success)
    return status;
  for (int ordinal = 0; ordinal < runtime.deviceCount(); ++ordinal)
    if (SimDevice *each = runtime.device(ordinal); context == contextOf(*each)) {
      device = each;
      return Error::Success;
    }
  return fail(Error::InvalidContext, "the context does not exist");
}

void popTop(std::vector<int> &contexts) {
  if (!contexts.empty())
    contexts.pop_back();
}

} // namespace

Error hipCtxCreate(Context *context, unsigned flags, int ordinal) {
  return api([&] {
    if (!context)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    device->flags = flags;
    ThreadState::get().contexts.push_back(ordinal);
    ThreadState::get().device = ordinal;
    *context = contextOf(*device);
    return Error::Success;
  });
}

Error hipCtxDestroy(Context context) {
  return api([&] {
    if (!context)
      return fail(Error::InvalidValue, "the context is null");
    SimDevice *device = nullptr;
    if (Error error = lookUp(context, device); error != Error::Success)
      return error;
    std::vector<int> &contexts = ThreadState::get().contexts;
    if (!contexts.empty() && contexts.back() == device->ordinal)
      contexts.pop_back();
    return Error::Success;
  });
}

Error hipCtxGetCurrent(Context *context) {
  return api([&] {
    if (!context)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ThreadState::get().device, device); error != Error::Success)
      return error;
    *context = contextOf(*device);
    return Error::Success;
  });
}

Error hipCtxSetCurrent(Context context) {
  return api([&] {
    ThreadState &thread = ThreadState::get();
    if (!context) {
      popTop(thread.contexts);
      return Error::Success;
    }
    SimDevice *device = nullptr;
    if (Error error = lookUp(context, device); error != Error::Success)
      return error;
    popTop(thread.contexts);
    thread.contexts.push_back(device->ordinal);
    thread.device = device->ordinal;
    return Error::Success;
  });
}

Error hipCtxPushCurrent(Context context) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUp(context, device); error != Error::Success)
      return error;
    ThreadState::get().contexts.push_back(device->ordinal);
    ThreadState::get().device = device->ordinal;
    return Error::Success;
  });
}

Error hipCtxPopCurrent(Context *context) {
  return api([&] {
    ThreadState &thread = ThreadState::get();
    if (thread.contexts.empty())
      return fail(Error::InvalidContext, "the thread has pushed no context");
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(thread.contexts.back(), device); error != Error::Success)
      return error;
    if (context)
      *context = contextOf(*device);
    thread.contexts.pop_back();
    if (!thread.contexts.empty())
      thread.device = thread.contexts.back();
    return Error::Success;
  });
}

Error hipCtxGetDevice(int *ordinal) { return hipGetDevice(ordinal); }

Error hipCtxGetFlags(unsigned *flags) { return hipGetDeviceFlags(flags); }

Error hipCtxGetApiVersion(Context context, int *version) {
  return api([&] {
    if (!version)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (context)
      if (Error error = lookUp(context, device); error != Error::Success)
        return error;
    *version = hipVersion();
    return Error::Success;
  });
}

Error hipCtxSynchronize() { return hipDeviceSynchronize(); }

Error hipDevicePrimaryCtxRetain(Context *context, int ordinal) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    if (!context)
      return Error::InvalidValue;
    *context = contextOf(*device);
    return Error::Success;
  });
}

Error hipDevicePrimaryCtxRelease(int ordinal) {
  return api([&] {
    SimDevice *device = nullptr;
    return lookUpDevice(ordinal, device);
  });
}

Error hipDevicePrimaryCtxReset(int ordinal) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    return resetDevice(*device);
  });
}

Error hipDevicePrimaryCtxGetState(int ordinal, unsigned *flags, int *active) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    if (flags)
      *flags = device->flags;
    // A device without a primary context does not exist.
    if (active)
      *active = 1;
    return Error::Success;
  });
}

Error hipDevicePrimaryCtxSetFlags(int ordinal, unsigned) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    return fail(Error::ContextAlreadyInUse, "the primary context always exists");
  });
}

} // namespace rocke::hip
