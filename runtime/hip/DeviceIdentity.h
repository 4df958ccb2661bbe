//===- DeviceIdentity.h - What tells a device from another ------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_DEVICEIDENTITY_H
#define ROCKE_RUNTIME_HIP_DEVICEIDENTITY_H

#include "Runtime.h"

namespace rocke::hip {

/// The same in every run, another for each device.
Uuid deviceUuid(const SimDevice &device);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_DEVICEIDENTITY_H
