#include "Exports.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cstring>

namespace rocke::hip {

namespace {

/// Fills with a value of 1, 2 or 4 bytes.
template <typename T> Error fillWith(void *to, T value, size_t count, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (count == 0)
    return Error::Success;
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes))
    return fail(Error::InvalidValue, "the size in bytes does not fit 64 bits");
  Place target;
  if (Error error = locate(to, bytes, "destination", target); error != Error::Success)
    return error;
  if (Error error = requireDevice(target, true, "destination"); error != Error::Success)
    return error;
  if (target.address % sizeof(T) != 0)
    return fail(Error::InvalidValue,
                fmt::format("the destination is not a multiple of {} bytes", sizeof(T)));
  if (!target.machine) {
    std::fill_n(static_cast<T *>(target.host()), count, value);
    return Error::Success;
  }
  if (sizeof(T) == 1) {
    if (llvm::Error error =
            target.machine->fill(target.address, static_cast<uint8_t>(value), bytes))
      return fail(Error::InvalidValue, std::move(error));
    return Error::Success;
  }
  const std::vector<T> part(std::min<size_t>(count, (1 << 20) / sizeof(T)), value);
  for (size_t done = 0; done < count; done += part.size()) {
    const size_t step = std::min(part.size(), count - done);
    if (llvm::Error error =
            target.machine->write(target.address + done * sizeof(T), part.data(), step * sizeof(T)))
      return fail(Error::InvalidValue, std::move(error));
  }
  return Error::Success;
}

Error allocateOnHost(void **pointer, size_t bytes, Allocation::Kind kind, unsigned flags) {
  if (!pointer)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  *pointer = nullptr;
  if (bytes == 0)
    return Error::Success;
  llvm::Expected<void *> memory = Runtime::instance().allocateHost(bytes, kind, device, flags);
  if (!memory)
    return fail(Error::OutOfMemory, memory.takeError());
  *pointer = *memory;
  return Error::Success;
}

Error allocatePinned(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned coherent = 0x40000000, nonCoherent = 0x80000000;
  if ((flags & coherent) && (flags & nonCoherent))
    return fail(Error::InvalidValue, "memory cannot be coherent and non-coherent");
  return allocateOnHost(pointer, bytes, Allocation::Kind::Pinned, flags);
}

Error freePinned(void *pointer) {
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  if (!pointer)
    return Error::Success;
  const std::optional<Allocation> allocation = Runtime::instance().allocationAt(pointer);
  if (!allocation || allocation->kind != Allocation::Kind::Pinned ||
      !Runtime::instance().freeHost(*allocation))
    return fail(Error::InvalidValue,
                "the pointer is not what hipHostMalloc returned, or was freed");
  return Error::Success;
}

} // namespace

Error hipMalloc(void **pointer, size_t bytes) {
  return api([&] { return allocateOnDevice(pointer, bytes); });
}

Error hipExtMallocWithFlags(void **pointer, size_t bytes, unsigned flags) {
  return api([&] {
    // Fine-grained, uncached and contiguous memory behave alike; a signal has a size of its own.
    constexpr unsigned signalMemory = 2, last = 4;
    if (flags > last)
      return fail(Error::InvalidValue, fmt::format("unknown flags {:#x} of memory", flags));
    if (flags == signalMemory && bytes != 8)
      return fail(Error::InvalidValue, "signal memory has 8 bytes");
    return allocateOnDevice(pointer, bytes);
  });
}

Error hipFree(void *pointer) {
  return api([&] { return freeAny(pointer); });
}

Error hipFreeAsync(void *pointer, Stream stream) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    if (!pointer)
      return fail(Error::InvalidValue, "the pointer is null");
    return freeAny(pointer);
  });
}

Error hipHostMalloc(void **pointer, size_t bytes, unsigned flags) {
  return api([&] { return allocatePinned(pointer, bytes, flags); });
}

Error hipHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  return api([&] { return allocatePinned(pointer, bytes, flags); });
}

Error hipMallocHost(void **pointer, size_t bytes) {
  return api([&] { return allocatePinned(pointer, bytes, 0); });
}

Error hipMemAllocHost(void **pointer, size_t bytes) {
  return api([&] { return allocatePinned(pointer, bytes, 0); });
}

Error hipMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  return api([&] {
    constexpr unsigned attachGlobal = 1, attachHost = 2;
    if (flags != attachGlobal && flags != attachHost)
      return fail(Error::InvalidValue,
                  "the flags must be hipMemAttachGlobal (1) or hipMemAttachHost (2)");
    return allocateOnHost(pointer, bytes, Allocation::Kind::Managed, flags);
  });
}

Error hipHostFree(void *pointer) {
  return api([&] { return freePinned(pointer); });
}

Error hipFreeHost(void *pointer) {
  return api([&] { return freePinned(pointer); });
}

Error hipHostGetDevicePointer(void **devicePointer, void *hostPointer, unsigned flags) {
  return api([&] {
    if (!devicePointer || !hostPointer || flags != 0)
      return Error::InvalidValue;
    const std::optional<Allocation> allocation =
        Runtime::instance().findAllocation(reinterpret_cast<uint64_t>(hostPointer));
    if (!allocation || !allocation->onHost())
      return fail(Error::InvalidValue, "the pointer is not memory that the device sees");
    *devicePointer = hostPointer;
    return Error::Success;
  });
}

Error hipMemcpy(void *to, const void *from, size_t bytes, MemcpyKind kind) {
  return api([&] { return copy(to, from, bytes, kind, nullptr); });
}

Error hipMemcpyAsync(void *to, const void *from, size_t bytes, MemcpyKind kind, Stream stream) {
  return api([&] { return copy(to, from, bytes, kind, stream); });
}

Error hipMemcpyWithStream(void *to, const void *from, size_t bytes, MemcpyKind kind,
                          Stream stream) {
  return api([&] { return copy(to, from, bytes, kind, stream); });
}

Error hipMemcpyHtoD(void *to, void *from, size_t bytes) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::HostToDevice, nullptr); });
}

Error hipMemcpyHtoDAsync(void *to, void *from, size_t bytes, Stream stream) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::HostToDevice, stream); });
}

Error hipMemcpyDtoH(void *to, void *from, size_t bytes) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::DeviceToHost, nullptr); });
}

Error hipMemcpyDtoHAsync(void *to, void *from, size_t bytes, Stream stream) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::DeviceToHost, stream); });
}

Error hipMemcpyDtoD(void *to, void *from, size_t bytes) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::DeviceToDevice, nullptr); });
}

Error hipMemcpyDtoDAsync(void *to, void *from, size_t bytes, Stream stream) {
  return api([&] { return copy(to, from, bytes, MemcpyKind::DeviceToDevice, stream); });
}

Error hipMemset(void *to, int value, size_t bytes) {
  return api([&] { return fillWith(to, static_cast<uint8_t>(value), bytes, nullptr); });
}

Error hipMemsetAsync(void *to, int value, size_t bytes, Stream stream) {
  return api([&] { return fillWith(to, static_cast<uint8_t>(value), bytes, stream); });
}

Error hipMemsetD8(void *to, unsigned char value, size_t count) {
  return api([&] { return fillWith<uint8_t>(to, value, count, nullptr); });
}

Error hipMemsetD8Async(void *to, unsigned char value, size_t count, Stream stream) {
  return api([&] { return fillWith<uint8_t>(to, value, count, stream); });
}

Error hipMemsetD16(void *to, unsigned short value, size_t count) {
  return api([&] { return fillWith<uint16_t>(to, value, count, nullptr); });
}

Error hipMemsetD16Async(void *to, unsigned short value, size_t count, Stream stream) {
  return api([&] { return fillWith<uint16_t>(to, value, count, stream); });
}

Error hipMemsetD32(void *to, int value, size_t count) {
  return api([&] { return fillWith<int32_t>(to, value, count, nullptr); });
}

Error hipMemsetD32Async(void *to, int value, size_t count, Stream stream) {
  return api([&] { return fillWith<int32_t>(to, value, count, stream); });
}

} // namespace rocke::hip
