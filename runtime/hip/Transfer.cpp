#include "Transfer.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cstring>

namespace rocke::hip {

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

Error requireDevice(const Place &place, bool required, const char *what) {
  if (required && !place.known)
    return fail(Error::InvalidValue, fmt::format("the {} is no device memory", what));
  return Error::Success;
}

Error locateBoth(void *to, size_t toBytes, const void *from, size_t fromBytes, MemcpyKind kind,
                 Place &target, Place &source) {
  if (kind < MemcpyKind::HostToHost || kind > MemcpyKind::Default)
    return fail(Error::InvalidMemcpyDirection,
                fmt::format("unknown kind of copy {}", static_cast<int>(kind)));
  if (Error error = locate(to, toBytes, "destination", target); error != Error::Success)
    return error;
  if (Error error = locate(from, fromBytes, "source", source); error != Error::Success)
    return error;
  const bool toDevice = kind == MemcpyKind::HostToDevice || kind == MemcpyKind::DeviceToDevice;
  const bool fromDevice = kind == MemcpyKind::DeviceToHost || kind == MemcpyKind::DeviceToDevice;
  if (Error error = requireDevice(target, toDevice, "destination"); error != Error::Success)
    return error;
  return requireDevice(source, fromDevice, "source");
}

llvm::Error copyBytes(const Place &to, uint64_t toOffset, const Place &from, uint64_t fromOffset,
                      uint64_t bytes) {
  const uint64_t target = to.address + toOffset, source = from.address + fromOffset;
  if (!to.machine && !from.machine) {
    std::memmove(asPointer(target), asPointer(source), bytes);
    return llvm::Error::success();
  }
  if (!from.machine)
    return to.machine->write(target, asPointer(source), bytes);
  if (!to.machine)
    return from.machine->read(asPointer(target), source, bytes);
  // Two devices may have a part in it: by way of the host.
  std::vector<uint8_t> part(std::min<uint64_t>(bytes, 4 << 20));
  for (uint64_t done = 0; done < bytes; done += part.size()) {
    const uint64_t count = std::min<uint64_t>(part.size(), bytes - done);
    if (llvm::Error error = from.machine->read(part.data(), source + done, count))
      return error;
    if (llvm::Error error = to.machine->write(target + done, part.data(), count))
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
  Place target, source;
  if (Error error = locateBoth(to, bytes, from, bytes, kind, target, source);
      error != Error::Success)
    return error;
  if (llvm::Error error = copyBytes(target, 0, source, 0, bytes))
    return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

Error allocateOnDevice(void **pointer, size_t bytes) {
  if (!pointer)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  return allocateOn(*device, pointer, bytes, nullptr);
}

Error allocateOn(SimDevice &device, void **pointer, size_t bytes, MemPool pool) {
  *pointer = nullptr;
  if (bytes == 0)
    return Error::Success;
  llvm::Expected<uint64_t> address = device.machine()->allocate(bytes);
  if (!address)
    return fail(Error::OutOfMemory, address.takeError());
  Runtime::instance().addAllocation(
      {Allocation::Kind::Device, *address, bytes, &device, nullptr, 0, pool});
  *pointer = asPointer(*address);
  return Error::Success;
}

Error allocatePitched(void **pointer, size_t *pitch, size_t width, size_t rows) {
  if (!pointer || !pitch)
    return Error::InvalidValue;
  constexpr size_t alignment = 256; // of a texture's rows
  size_t bytes = 0;
  if (width > SIZE_MAX - alignment ||
      __builtin_mul_overflow((width + alignment - 1) / alignment * alignment, rows, &bytes))
    return fail(Error::OutOfMemory,
                fmt::format("{} rows of {} bytes do not fit 64 bits", rows, width));
  const Error error = allocateOnDevice(pointer, bytes);
  if (error == Error::Success)
    *pitch = bytes ? bytes / rows : 0;
  return error;
}

Error freeAny(void *pointer) {
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  if (!pointer)
    return Error::Success;
  Runtime &runtime = Runtime::instance();
  const std::optional<Allocation> allocation = runtime.allocationAt(pointer);
  constexpr const char *unknown = "the pointer is not what hipMalloc returned, or was freed";
  if (!allocation || allocation->kind == Allocation::Kind::Global ||
      allocation->kind == Allocation::Kind::Registered || allocation->ofProgram)
    return fail(Error::InvalidValue, unknown);
  if (allocation->onHost())
    return runtime.freeHost(*allocation) ? Error::Success : fail(Error::InvalidValue, unknown);
  // Of two threads that free it one finds it gone.
  if (!runtime.removeAllocation(allocation->base))
    return fail(Error::InvalidValue, unknown);
  if (llvm::Error error = allocation->device->machine()->free(allocation->base))
    return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

} // namespace rocke::hip
