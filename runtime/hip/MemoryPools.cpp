#include "Exports.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"
#include <algorithm>

// A pool keeps no memory of its own: what it has reserved is what is allocated from it.

namespace rocke::hip {

namespace {

constexpr int deviceLocation = 1, readWrite = 3;

MemPool defaultPool(SimDevice &device) {
  if (MemPool pool = device.defaultPool)
    return pool;
  auto handle = std::make_shared<MemPoolHandle>();
  handle->device = &device;
  handle->isDefault = true;
  MemPool mine = Runtime::instance().pools.add(std::move(handle)), none = nullptr;
  if (device.defaultPool.compare_exchange_strong(none, mine))
    return mine;
  // Another thread was first.
  Runtime::instance().pools.remove(mine);
  return none;
}

MemPool currentPool(SimDevice &device) {
  const MemPool pool = device.currentPool;
  return pool ? pool : defaultPool(device);
}

Error lookUp(MemPool pool, std::shared_ptr<MemPoolHandle> &handle) {
  handle = Runtime::instance().pools.find(pool);
  return handle ? Error::Success
                : fail(Error::InvalidValue, "the memory pool does not exist (any more)");
}

/// Memory of a pool whose device is the stream's.
Error allocateFrom(MemPool pool, void **pointer, size_t bytes, Stream stream) {
  if (!pointer)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  std::shared_ptr<MemPoolHandle> handle;
  if (Error error = lookUp(pool ? pool : currentPool(*device), handle); error != Error::Success)
    return error;
  if (Error sticky = handle->device->sticky; sticky != Error::Success)
    return fail(sticky, "a kernel has faulted on the pool's device");
  if (Error error = allocateOn(*handle->device, pointer, bytes, handle.get());
      error != Error::Success)
    return error;
  const uint64_t used = Runtime::instance().pooledBytes(handle.get());
  std::lock_guard lock(handle->mutex);
  handle->highest = std::max(handle->highest, used);
  return Error::Success;
}

Error getAttribute(MemPoolHandle &pool, MemPoolAttribute attribute, void *value) {
  const uint64_t used = Runtime::instance().pooledBytes(&pool);
  std::lock_guard lock(pool.mutex);
  switch (attribute) {
  case MemPoolAttribute::ReuseFollowEventDependencies:
  case MemPoolAttribute::ReuseAllowOpportunistic:
  case MemPoolAttribute::ReuseAllowInternalDependencies:
    *static_cast<int *>(value) = pool.reuse[static_cast<int>(attribute) - 1];
    return Error::Success;
  case MemPoolAttribute::ReleaseThreshold:
    *static_cast<uint64_t *>(value) = pool.releaseThreshold;
    return Error::Success;
  case MemPoolAttribute::ReservedMemCurrent:
  case MemPoolAttribute::UsedMemCurrent:
    *static_cast<uint64_t *>(value) = used;
    return Error::Success;
  case MemPoolAttribute::ReservedMemHigh:
  case MemPoolAttribute::UsedMemHigh:
    *static_cast<uint64_t *>(value) = pool.highest;
    return Error::Success;
  }
  return fail(Error::InvalidValue,
              fmt::format("unknown attribute {} of a pool", static_cast<int>(attribute)));
}

Error setAttribute(MemPoolHandle &pool, MemPoolAttribute attribute, const void *value) {
  const uint64_t used = Runtime::instance().pooledBytes(&pool);
  std::lock_guard lock(pool.mutex);
  switch (attribute) {
  case MemPoolAttribute::ReuseFollowEventDependencies:
  case MemPoolAttribute::ReuseAllowOpportunistic:
  case MemPoolAttribute::ReuseAllowInternalDependencies:
    pool.reuse[static_cast<int>(attribute) - 1] = *static_cast<const int *>(value);
    return Error::Success;
  case MemPoolAttribute::ReleaseThreshold:
    pool.releaseThreshold = *static_cast<const uint64_t *>(value);
    return Error::Success;
  case MemPoolAttribute::ReservedMemHigh:
  case MemPoolAttribute::UsedMemHigh:
    if (*static_cast<const uint64_t *>(value) != 0)
      return fail(Error::InvalidValue, "the highest use of a pool can only be set to 0");
    pool.highest = used;
    return Error::Success;
  case MemPoolAttribute::ReservedMemCurrent:
  case MemPoolAttribute::UsedMemCurrent:
    break;
  }
  return fail(Error::InvalidValue,
              fmt::format("attribute {} of a pool cannot be set", static_cast<int>(attribute)));
}

/// The device of a location.
Error locationDevice(const MemLocation &location, SimDevice *&device) {
  if (location.type != deviceLocation)
    return fail(Error::InvalidValue,
                fmt::format("location type {} is no device (1)", location.type));
  return lookUpDevice(location.id, device);
}

/// Gives what `choose` says of a device.
template <typename Choice> Error givePool(MemPool *pool, int ordinal, Choice choose) {
  return api([&] {
    if (!pool)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    *pool = choose(*device);
    return Error::Success;
  });
}

} // namespace

Error hipDeviceGetDefaultMemPool(MemPool *pool, int ordinal) {
  return givePool(pool, ordinal, [](SimDevice &device) { return defaultPool(device); });
}

Error hipDeviceGetMemPool(MemPool *pool, int ordinal) {
  return givePool(pool, ordinal, [](SimDevice &device) { return currentPool(device); });
}

Error hipDeviceSetMemPool(int ordinal, MemPool pool) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    if (handle->device != device)
      return fail(Error::InvalidValue, "the pool is another device's");
    device->currentPool = pool;
    return Error::Success;
  });
}

Error hipMemPoolCreate(MemPool *pool, const MemPoolProps *properties) {
  return api([&] {
    if (!pool || !properties)
      return Error::InvalidValue;
    constexpr int pinned = 1;
    if (properties->allocationType != pinned)
      return fail(Error::InvalidValue, fmt::format("unknown type {} of allocations; it must be 1",
                                                   properties->allocationType));
    if (properties->handleTypes != 0)
      return fail(Error::NotSupported, "the simulator shares no memory between processes");
    SimDevice *device = nullptr;
    if (Error error = locationDevice(properties->location, device); error != Error::Success)
      return error;
    auto handle = std::make_shared<MemPoolHandle>();
    handle->device = device;
    handle->isDefault = false;
    *pool = Runtime::instance().pools.add(std::move(handle));
    return Error::Success;
  });
}

Error hipMemPoolDestroy(MemPool pool) {
  return api([&] {
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    if (handle->isDefault)
      return fail(Error::InvalidValue, "a device's default pool cannot be destroyed");
    MemPool current = pool;
    handle->device->currentPool.compare_exchange_strong(current, nullptr);
    Runtime::instance().pools.remove(pool);
    // What was allocated from it stays until it is freed.
    Runtime::instance().leavePool(pool);
    return Error::Success;
  });
}

Error hipMemPoolTrimTo(MemPool pool, size_t) {
  return api([&] {
    std::shared_ptr<MemPoolHandle> handle;
    return lookUp(pool, handle);
  });
}

Error hipMemPoolGetAttribute(MemPool pool, MemPoolAttribute attribute, void *value) {
  return api([&] {
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    return value ? getAttribute(*handle, attribute, value) : Error::InvalidValue;
  });
}

Error hipMemPoolSetAttribute(MemPool pool, MemPoolAttribute attribute, void *value) {
  return api([&] {
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    return value ? setAttribute(*handle, attribute, value) : Error::InvalidValue;
  });
}

Error hipMemPoolGetAccess(int *flags, MemPool pool, MemLocation *location) {
  return api([&] {
    if (!flags || !location)
      return Error::InvalidValue;
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    SimDevice *device = nullptr;
    if (Error error = locationDevice(*location, device); error != Error::Success)
      return error;
    *flags = device == handle->device ? readWrite : 0;
    return Error::Success;
  });
}

Error hipMemPoolSetAccess(MemPool pool, const MemAccess *accesses, size_t count) {
  return api([&] {
    if (!accesses || count == 0)
      return Error::InvalidValue;
    std::shared_ptr<MemPoolHandle> handle;
    if (Error error = lookUp(pool, handle); error != Error::Success)
      return error;
    for (size_t i = 0; i < count; ++i) {
      SimDevice *device = nullptr;
      if (Error error = locationDevice(accesses[i].location, device); error != Error::Success)
        return error;
      const bool isOwn = device == handle->device;
      if (isOwn && accesses[i].flags != readWrite)
        return fail(Error::InvalidValue, "a pool's own device always reads and writes it");
      if (!isOwn && accesses[i].flags != 0)
        return fail(Error::InvalidDevice, "simulated devices do not share memory");
    }
    return Error::Success;
  });
}

Error hipMallocAsync(void **pointer, size_t bytes, Stream stream) {
  return api([&] { return allocateFrom(nullptr, pointer, bytes, stream); });
}

Error hipMallocFromPoolAsync(void **pointer, size_t bytes, MemPool pool, Stream stream) {
  return api([&] {
    if (!pool)
      return fail(Error::InvalidValue, "the pool is null");
    return allocateFrom(pool, pointer, bytes, stream);
  });
}

} // namespace rocke::hip
