#include "CopyParameters.h"
#include "Generation.h"
#include "rocke/ir/Error.h"

namespace rocke::hip {

Error copyEnd(int memoryType, const void *host, const void *device, const char *what,
              CopyEnd &end) {
  const bool old = generation() < 6;
  auto is = [&](MemoryTypeR5 before, MemoryTypeR6 since) {
    return memoryType == (old ? static_cast<int>(before) : static_cast<int>(since));
  };
  if (is(MemoryTypeR5::Host, MemoryTypeR6::Host)) {
    end = {host, false};
  } else if (is(MemoryTypeR5::Device, MemoryTypeR6::Device)) {
    end = {device, true};
  } else if (is(MemoryTypeR5::Unified, MemoryTypeR6::Unified) ||
             (!old && memoryType == static_cast<int>(MemoryTypeR6::Managed))) {
    end = {device, std::nullopt};
  } else if (is(MemoryTypeR5::Array, MemoryTypeR6::Array)) {
    return fail(Error::NotSupported, "the simulator has no arrays");
  } else {
    return fail(Error::InvalidValue,
                fmt::format("unknown memory type {} of the {}", memoryType, what));
  }
  return end.base ? Error::Success : fail(Error::InvalidValue, fmt::format("the {} is null", what));
}

MemcpyKind copyKind(const CopyEnd &to, const CopyEnd &from) {
  if (!to.onDevice || !from.onDevice)
    return MemcpyKind::Default;
  if (*to.onDevice)
    return *from.onDevice ? MemcpyKind::DeviceToDevice : MemcpyKind::HostToDevice;
  return *from.onDevice ? MemcpyKind::DeviceToHost : MemcpyKind::HostToHost;
}

Error moveBy(const void *&pointer, size_t count, size_t step, const char *what) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, step, &bytes))
    return fail(Error::InvalidValue, fmt::format("the start of the {} does not fit 64 bits", what));
  pointer = static_cast<const char *>(pointer) + bytes;
  return Error::Success;
}

} // namespace rocke::hip
