#include "Exports.h"
#include "Generation.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"

// What HIP knows of pointers, and host memory that it is told of.

namespace rocke::hip {

namespace {

std::optional<Allocation> allocationOf(const void *pointer) {
  return Runtime::instance().findAllocation(reinterpret_cast<uint64_t>(pointer));
}

/// Managed memory, for what moves it or advises about it.
Error checkManaged(const void *pointer, size_t bytes, int ordinal) {
  if (!pointer || bytes == 0)
    return fail(Error::InvalidValue, "the range is null or empty");
  constexpr int host = -1;
  SimDevice *device = nullptr;
  if (ordinal != host)
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
  Place place;
  if (Error error = locate(pointer, bytes, "range", place); error != Error::Success)
    return error;
  const std::optional<Allocation> allocation = allocationOf(pointer);
  if (!allocation || allocation->kind != Allocation::Kind::Managed)
    return fail(Error::InvalidValue, "the range is no managed memory");
  return Error::Success;
}

int memoryType(const Allocation &allocation) {
  if (generation() < 6)
    return static_cast<int>(allocation.onHost() ? MemoryTypeR5::Host : MemoryTypeR5::Device);
  if (allocation.kind == Allocation::Kind::Managed)
    return static_cast<int>(MemoryTypeR6::Managed);
  return static_cast<int>(allocation.onHost() ? MemoryTypeR6::Host : MemoryTypeR6::Device);
}

Error copyToPeer(void *to, int toDevice, const void *from, int fromDevice, size_t bytes,
                 Stream stream) {
  SimDevice *device = nullptr;
  for (int ordinal : {toDevice, fromDevice})
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
  if (!to || !from)
    return fail(Error::InvalidValue, "an end of the copy is null");
  return copy(to, from, bytes, MemcpyKind::DeviceToDevice, stream);
}

} // namespace

Error hipPointerGetAttributes(PointerAttributes *attributes, const void *pointer) {
  return api([&] {
    if (!attributes || !pointer)
      return Error::InvalidValue;
    *attributes = {};
    const std::optional<Allocation> allocation = allocationOf(pointer);
    if (!allocation) {
      if (generation() < 6)
        return fail(Error::InvalidValue, "the pointer is of no memory that HIP knows");
      attributes->type = static_cast<int>(MemoryTypeR6::Unregistered);
      attributes->device = -2; // no device, and not the host's number either
      return Error::Success;
    }
    void *address = asPointer(reinterpret_cast<uint64_t>(pointer));
    attributes->type = memoryType(*allocation);
    attributes->device = allocation->device->ordinal;
    attributes->devicePointer = address;
    attributes->hostPointer = allocation->onHost() ? address : nullptr;
    attributes->isManaged = allocation->kind == Allocation::Kind::Managed;
    attributes->allocationFlags = allocation->flags;
    return Error::Success;
  });
}

Error hipMemGetInfo(size_t *free, size_t *total) {
  return api([&] {
    if (!free || !total)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    *total = hostMemoryBytes();
    const uint64_t used = Runtime::instance().allocatedBytes(*device);
    *free = used < *total ? *total - used : 0;
    return Error::Success;
  });
}

Error hipMemPtrGetInfo(void *pointer, size_t *bytes) {
  return api([&] {
    if (!pointer || !bytes)
      return Error::InvalidValue;
    const std::optional<Allocation> allocation = allocationOf(pointer);
    if (!allocation)
      return fail(Error::InvalidValue, "the pointer is of no memory that HIP knows");
    *bytes = allocation->bytes;
    return Error::Success;
  });
}

Error hipMemGetAddressRange(void **base, size_t *bytes, void *pointer) {
  return api([&] {
    if (!pointer || (!base && !bytes))
      return Error::InvalidValue;
    const std::optional<Allocation> allocation = allocationOf(pointer);
    if (!allocation)
      return fail(Error::InvalidDevicePointer, "the pointer is of no memory that HIP knows");
    if (base)
      *base = asPointer(allocation->base);
    if (bytes)
      *bytes = allocation->bytes;
    return Error::Success;
  });
}

Error hipHostRegister(void *pointer, size_t bytes, unsigned flags) {
  return api([&] {
    constexpr unsigned portable = 1, mapped = 2, ioMemory = 4, readOnly = 8;
    if (!pointer || bytes == 0)
      return fail(Error::InvalidValue, "the range is null or empty");
    if (flags & ~(portable | mapped | ioMemory | readOnly))
      return fail(Error::InvalidValue, fmt::format("unknown flags {:#x} of host memory", flags));
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    if (llvm::Error error = Runtime::instance().mapEverywhere({Allocation::Kind::Registered,
                                                               reinterpret_cast<uint64_t>(pointer),
                                                               bytes, device, nullptr, flags}))
      return fail(Error::HostMemoryAlreadyRegistered, std::move(error));
    return Error::Success;
  });
}

Error hipHostUnregister(void *pointer) {
  return api([&] {
    if (!pointer)
      return fail(Error::InvalidValue, "the pointer is null");
    const std::optional<Allocation> allocation = Runtime::instance().allocationAt(pointer);
    if (!allocation || allocation->kind != Allocation::Kind::Registered ||
        !Runtime::instance().freeHost(*allocation))
      return fail(Error::HostMemoryNotRegistered, "the pointer was not registered");
    return Error::Success;
  });
}

Error hipHostGetFlags(unsigned *flags, void *pointer) {
  return api([&] {
    if (!flags || !pointer)
      return Error::InvalidValue;
    const std::optional<Allocation> allocation = allocationOf(pointer);
    if (!allocation || !allocation->onHost())
      return fail(Error::InvalidValue, "the pointer is no host memory that HIP knows");
    *flags = allocation->flags;
    return Error::Success;
  });
}

Error hipMemPrefetchAsync(const void *pointer, size_t bytes, int ordinal, Stream stream) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    // Managed memory is in one place, which host and devices see.
    return checkManaged(pointer, bytes, ordinal);
  });
}

Error hipMemAdvise(const void *pointer, size_t bytes, int advice, int ordinal) {
  return api([&] {
    constexpr int last = 6, coarseGrain = 100, unsetCoarseGrain = 101;
    if ((advice < 1 || advice > last) && advice != coarseGrain && advice != unsetCoarseGrain)
      return fail(Error::InvalidValue, fmt::format("unknown advice {}", advice));
    return checkManaged(pointer, bytes, ordinal);
  });
}

Error hipMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t bytes) {
  return api([&] { return copyToPeer(to, toDevice, from, fromDevice, bytes, nullptr); });
}

Error hipMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t bytes,
                         Stream stream) {
  return api([&] { return copyToPeer(to, toDevice, from, fromDevice, bytes, stream); });
}

} // namespace rocke::hip
