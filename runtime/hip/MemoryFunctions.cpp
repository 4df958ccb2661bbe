#include "Exports.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cstring>

namespace rocke::hip {

namespace {

/// A range that a copy or a fill works on. HIP takes host and device pointers alike and tells them
/// apart by what it has allocated; what it has not is the host's.
struct Place {
  uint64_t address = 0;
  bool known = false;                    ///< HIP has allocated it
  std::shared_ptr<sim::Machine> machine; ///< whose memory it is; null for the host's

  void *host() const { return asPointer(address); }
};

Error locate(const void *pointer, size_t bytes, const char *what, Place &place) {
  if (!pointer)
    return fail(Error::InvalidValue, fmt::format("the {} is null", what));
  place.address = reinterpret_cast<uint64_t>(pointer);
  const std::optional<Allocation> allocation = Runtime::instance().findAllocation(place.address);
  if (!allocation)
    return Error::Success;
  const uint64_t left = allocation->bytes - (place.address - allocation->base);
  if (bytes > left)
    return fail(Error::InvalidValue,
                fmt::format("{} bytes reach past the end of the {}: its allocation of {} bytes has "
                            "{} left there",
                            bytes, what, allocation->bytes, left));
  place.known = true;
  if (!allocation->onHost())
    place.machine = allocation->device->machine();
  return Error::Success;
}

/// What the caller says of a pointer, which must not be memory that only the host has.
Error requireDevice(const Place &place, bool required, const char *what) {
  if (required && !place.known)
    return fail(Error::InvalidValue, fmt::format("the {} is no device memory", what));
  return Error::Success;
}

llvm::Error copyBytes(const Place &to, const Place &from, uint64_t bytes) {
  if (!to.machine && !from.machine) {
    std::memmove(to.host(), from.host(), bytes);
    return llvm::Error::success();
  }
  if (!from.machine)
    return to.machine->write(to.address, from.host(), bytes);
  if (!to.machine)
    return from.machine->read(to.host(), from.address, bytes);
  // Two devices may have a part in it: by way of the host.
  std::vector<uint8_t> part(std::min<uint64_t>(bytes, 4 << 20));
  for (uint64_t done = 0; done < bytes; done += part.size()) {
    const uint64_t count = std::min<uint64_t>(part.size(), bytes - done);
    if (llvm::Error error = from.machine->read(part.data(), from.address + done, count))
      return error;
    if (llvm::Error error = to.machine->write(to.address + done, part.data(), count))
      return error;
  }
  return llvm::Error::success();
}

Error copy(void *to, const void *from, size_t bytes, MemcpyKind kind, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (bytes == 0)
    return Error::Success;
  if (kind < MemcpyKind::HostToHost || kind > MemcpyKind::Default)
    return fail(Error::InvalidMemcpyDirection,
                fmt::format("unknown kind of copy {}", static_cast<int>(kind)));
  Place target, source;
  if (Error error = locate(to, bytes, "destination", target); error != Error::Success)
    return error;
  if (Error error = locate(from, bytes, "source", source); error != Error::Success)
    return error;
  const bool toDevice = kind == MemcpyKind::HostToDevice || kind == MemcpyKind::DeviceToDevice;
  const bool fromDevice = kind == MemcpyKind::DeviceToHost || kind == MemcpyKind::DeviceToDevice;
  if (Error error = requireDevice(target, toDevice, "destination"); error != Error::Success)
    return error;
  if (Error error = requireDevice(source, fromDevice, "source"); error != Error::Success)
    return error;
  if (llvm::Error error = copyBytes(target, source, bytes))
    return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

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

Error allocateOnHost(void **pointer, size_t bytes, Allocation::Kind kind) {
  if (!pointer)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  *pointer = nullptr;
  if (bytes == 0)
    return Error::Success;
  llvm::Expected<void *> memory = Runtime::instance().allocateHost(bytes, kind, device);
  if (!memory)
    return fail(Error::OutOfMemory, memory.takeError());
  *pointer = *memory;
  return Error::Success;
}

/// The allocation that starts at `pointer`.
std::optional<Allocation> allocationAt(const void *pointer) {
  const auto address = reinterpret_cast<uint64_t>(pointer);
  std::optional<Allocation> allocation = Runtime::instance().findAllocation(address);
  if (!allocation || allocation->base != address)
    return std::nullopt;
  return allocation;
}

} // namespace

Error hipMalloc(void **pointer, size_t bytes) {
  return api([&] {
    if (!pointer)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    *pointer = nullptr;
    if (bytes == 0)
      return Error::Success;
    llvm::Expected<uint64_t> address = device->machine()->allocate(bytes);
    if (!address)
      return fail(Error::OutOfMemory, address.takeError());
    Runtime::instance().addAllocation({Allocation::Kind::Device, *address, bytes, device, nullptr});
    *pointer = asPointer(*address);
    return Error::Success;
  });
}

Error hipFree(void *pointer) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    if (!pointer)
      return Error::Success;
    Runtime &runtime = Runtime::instance();
    const std::optional<Allocation> allocation = allocationAt(pointer);
    constexpr const char *unknown = "the pointer is not what hipMalloc returned, or was freed";
    if (!allocation || allocation->kind == Allocation::Kind::Global)
      return fail(Error::InvalidValue, unknown);
    if (allocation->onHost())
      return runtime.freeHost(*allocation) ? Error::Success : fail(Error::InvalidValue, unknown);
    // Of two threads that free it one finds it gone.
    if (!runtime.removeAllocation(allocation->base))
      return fail(Error::InvalidValue, unknown);
    if (llvm::Error error = allocation->device->machine()->free(allocation->base))
      return fail(Error::InvalidValue, std::move(error));
    return Error::Success;
  });
}

Error hipHostMalloc(void **pointer, size_t bytes, unsigned flags) {
  return api([&] {
    constexpr unsigned coherent = 0x40000000, nonCoherent = 0x80000000;
    if ((flags & coherent) && (flags & nonCoherent))
      return fail(Error::InvalidValue, "memory cannot be coherent and non-coherent");
    return allocateOnHost(pointer, bytes, Allocation::Kind::Pinned);
  });
}

Error hipMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  return api([&] {
    constexpr unsigned attachGlobal = 1, attachHost = 2;
    if (flags != attachGlobal && flags != attachHost)
      return fail(Error::InvalidValue,
                  "the flags must be hipMemAttachGlobal (1) or hipMemAttachHost (2)");
    return allocateOnHost(pointer, bytes, Allocation::Kind::Managed);
  });
}

Error hipHostFree(void *pointer) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = currentDevice(device); error != Error::Success)
      return error;
    if (!pointer)
      return Error::Success;
    const std::optional<Allocation> allocation = allocationAt(pointer);
    if (!allocation || allocation->kind != Allocation::Kind::Pinned ||
        !Runtime::instance().freeHost(*allocation))
      return fail(Error::InvalidValue,
                  "the pointer is not what hipHostMalloc returned, or was freed");
    return Error::Success;
  });
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
