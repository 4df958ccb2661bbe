#include "DeviceIdentity.h"
#include "Exports.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cstdio>

// Which device is which, and the settings of a device that a simulated one takes and does not need.

namespace rocke::hip {

namespace {

std::string pciBusId(const SimDevice &device) {
  // The numbers of DeviceFacts; device and function are 0.
  return fmt::format("{:04x}:{:02x}:00.0", device.ordinal >> 8, device.ordinal & 0xff);
}

/// Hints that come as a number up to `last`.
Error checkHint(int value, int last, const char *what) {
  if (value < 0 || value > last)
    return fail(Error::InvalidValue, fmt::format("unknown {} {}", what, value));
  return Error::Success;
}

constexpr int lastCacheConfig = 3, lastLdsConfig = 2;
constexpr int ldsBanksOfFourBytes = 1;

} // namespace

std::string isaName(const Arch &arch) {
  // Of the GPUs that rocke compiles for, those of version 9 have both features.
  return arch.name.str() + (arch.name.starts_with("gfx9") ? ":sramecc+:xnack-" : "");
}

Uuid deviceUuid(const SimDevice &device) {
  Uuid uuid;
  const std::string text = fmt::format("rocke-sim-{:06x}", device.ordinal);
  std::copy_n(text.begin(), sizeof uuid.bytes, uuid.bytes);
  return uuid;
}

Error hipDeviceGetUuid(Uuid *uuid, int ordinal) {
  return api([&] {
    if (!uuid)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    *uuid = deviceUuid(*device);
    return Error::Success;
  });
}

Error hipDeviceGetPCIBusId(char *id, int length, int ordinal) {
  return api([&] {
    if (!id || length <= 0)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const std::string text = pciBusId(*device);
    if (static_cast<size_t>(length) <= text.size())
      return fail(Error::InvalidValue, fmt::format("the PCI bus id takes {} characters, not {}",
                                                   text.size() + 1, length));
    std::copy_n(text.c_str(), text.size() + 1, id);
    return Error::Success;
  });
}

Error hipDeviceGetByPCIBusId(int *ordinal, const char *id) {
  return api([&] {
    if (!ordinal || !id)
      return Error::InvalidValue;
    Runtime &runtime = Runtime::instance();
    if (Error status = runtime.initialStatus(); status != Error::Success)
      return status;
    unsigned domain = 0, bus = 0, slot = 0;
    if (std::sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3)
      return fail(Error::InvalidValue, fmt::format("'{}' is no PCI bus id like 0000:00:00.0", id));
    const uint64_t found = uint64_t{domain} << 8 | bus;
    if (slot != 0 || bus > 0xff || found >= static_cast<uint64_t>(runtime.deviceCount()))
      return fail(Error::InvalidValue, fmt::format("there is no device {}", id));
    *ordinal = static_cast<int>(found);
    return Error::Success;
  });
}

Error hipGetDeviceFlags(unsigned *flags) {
  return api([&] {
    if (!flags)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ThreadState::get().device, device); error != Error::Success)
      return error;
    *flags = device->flags;
    return Error::Success;
  });
}

Error hipSetDeviceFlags(unsigned flags) {
  return api([&] {
    // At most one way to wait, host memory that is mapped, local memory that stays.
    constexpr unsigned waits = 7, mapHost = 8, keepLocal = 16;
    const unsigned wait = flags & waits;
    if ((flags & ~(waits | mapHost | keepLocal)) || (wait & (wait - 1)))
      return fail(Error::InvalidValue, fmt::format("unknown device flags {:#x}", flags));
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ThreadState::get().device, device); error != Error::Success)
      return error;
    device->flags = flags;
    return Error::Success;
  });
}

Error hipDeviceGetCacheConfig(int *config) {
  return api([&] {
    if (!config)
      return Error::InvalidValue;
    *config = 0; // no preference: AMD's caches have one configuration
    return Error::Success;
  });
}

Error hipDeviceSetCacheConfig(int config) {
  return api([&] { return checkHint(config, lastCacheConfig, "cache configuration"); });
}

Error hipDeviceGetSharedMemConfig(int *config) {
  return api([&] {
    if (!config)
      return Error::InvalidValue;
    *config = ldsBanksOfFourBytes;
    return Error::Success;
  });
}

Error hipDeviceSetSharedMemConfig(int config) {
  return api([&] { return checkHint(config, lastLdsConfig, "shared memory configuration"); });
}

// Each simulated device has a memory of its own, which no kernel on another one reaches.

Error hipDeviceCanAccessPeer(int *canAccess, int ordinal, int peerOrdinal) {
  return api([&] {
    if (!canAccess)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    for (int each : {ordinal, peerOrdinal})
      if (Error error = lookUpDevice(each, device); error != Error::Success)
        return error;
    *canAccess = 0;
    return Error::Success;
  });
}

Error hipDeviceEnablePeerAccess(int peerOrdinal, unsigned flags) {
  return api([&] {
    if (flags != 0)
      return fail(Error::InvalidValue, "the flags of hipDeviceEnablePeerAccess must be 0");
    SimDevice *peer = nullptr;
    if (Error error = lookUpDevice(peerOrdinal, peer); error != Error::Success)
      return error;
    if (peerOrdinal == ThreadState::get().device)
      return fail(Error::InvalidDevice, "a device is no peer of its own");
    return fail(Error::PeerAccessUnsupported, "simulated devices do not share memory");
  });
}

Error hipDeviceDisablePeerAccess(int peerOrdinal) {
  return api([&] {
    SimDevice *peer = nullptr;
    if (Error error = lookUpDevice(peerOrdinal, peer); error != Error::Success)
      return error;
    return Error::PeerAccessNotEnabled;
  });
}

} // namespace rocke::hip
