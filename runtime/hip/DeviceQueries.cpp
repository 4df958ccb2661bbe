#include "DeviceIdentity.h"
#include "Exports.h"
#include "Generation.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <climits>
#include <cstring>

namespace rocke::hip {

namespace {

/// The bits of hipDeviceArch_t: all but dynamic parallelism and surfaces, which AMD's GPUs lack,
/// and the funnel shift and the barriers that count, which HIP does not report for them.
constexpr unsigned archFeatures = [] {
  constexpr int funnelShift = 11, syncThreadsExt = 13, surfaces = 14, dynamicParallelism = 16;
  unsigned bits = (1u << 17) - 1;
  for (int bit : {funnelShift, syncThreadsExt, surfaces, dynamicParallelism})
    bits &= ~(1u << bit);
  return bits;
}();

/// The numbers that both layouts and hipDeviceGetAttribute report. What neither the hardware tables
/// nor the simulator has (memory clock and bus, second-level cache, textures) is 0 there.
struct DeviceFacts {
  std::string name;
  std::string isaName; ///< with the features that ROCm's own names carry
  int gcnArch;
  int major, minor;
  int clockKHz;
  int registersPerCu;
  int threadsPerCu;
  size_t globalBytes;
  int pciDomain, pciBus; ///< one for each device, as there is no PCI

  explicit DeviceFacts(const SimDevice &device) : DeviceFacts(device.arch, device.ordinal) {}

private:
  DeviceFacts(const Arch &arch, int ordinal);
};

constexpr int maxGridX = INT_MAX;
constexpr int maxGridYZ = 65536;
constexpr size_t maxPitch = INT_MAX;
constexpr int clockInstructionKHz = 100000; ///< of s_memrealtime, 100 MHz
constexpr size_t textureAlignment = 256;

DeviceFacts::DeviceFacts(const Arch &arch, int ordinal)
    : name(arch.product.str() + " (rocke simulator)"), isaName(hip::isaName(arch)),
      clockKHz(static_cast<int>(arch.clockGHz * 1e6)),
      registersPerCu(static_cast<int>(arch.simdsPerCu * arch.vgprsPerSimdLane * arch.waveSize)),
      threadsPerCu(static_cast<int>(arch.simdsPerCu * arch.maxWavesPerSimd * arch.waveSize)),
      globalBytes(hostMemoryBytes()), pciDomain(ordinal >> 8), pciBus(ordinal & 0xff) {
  // "gfx1151" is version 11.5, stepping 1; minor and stepping are one digit each.
  llvm::StringRef digits = arch.name;
  digits.consume_front("gfx");
  gcnArch = 0;
  digits.getAsInteger(10, gcnArch);
  major = minor = 0;
  digits.drop_back(2).getAsInteger(10, major);
  digits.drop_back(1).take_back(1).getAsInteger(16, minor);
}

void copyText(char (&field)[256], const std::string &text) {
  std::strncpy(field, text.c_str(), sizeof field - 1);
}

/// The fields that have one name and meaning in both layouts.
template <typename Properties>
void fillCommon(Properties &p, const DeviceFacts &facts, const Arch &arch) {
  std::memset(&p, 0, sizeof p);
  copyText(p.name, facts.name);
  copyText(p.gcnArchName, facts.isaName);
  p.totalGlobalMem = facts.globalBytes;
  p.sharedMemPerBlock = arch.ldsBytesPerWorkgroup;
  p.regsPerBlock = facts.registersPerCu;
  p.warpSize = static_cast<int>(arch.waveSize);
  p.maxThreadsPerBlock = static_cast<int>(arch.maxWorkgroupSize);
  std::fill_n(p.maxThreadsDim, 3, static_cast<int>(arch.maxWorkgroupSize));
  p.maxGridSize[0] = maxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = maxGridYZ;
  p.clockRate = facts.clockKHz;
  p.totalConstMem = INT_MAX;
  p.major = facts.major;
  p.minor = facts.minor;
  p.multiProcessorCount = static_cast<int>(arch.computeUnits);
  p.maxThreadsPerMultiProcessor = facts.threadsPerCu;
  p.clockInstructionRate = clockInstructionKHz;
  p.arch = archFeatures;
  p.concurrentKernels = 1;
  p.maxSharedMemoryPerMultiProcessor = arch.ldsBytesPerCu;
  p.canMapHostMemory = 1;
  p.memPitch = maxPitch;
  p.textureAlignment = textureAlignment;
  p.texturePitchAlignment = textureAlignment;
  p.pciDomainID = facts.pciDomain;
  p.pciBusID = facts.pciBus;
  p.isLargeBar = 1;
  p.managedMemory = 1;
  p.directManagedMemAccessFromHost = 1;
  p.concurrentManagedAccess = 1;
}

std::optional<int> attributeOf(DeviceAttribute attribute, const DeviceFacts &facts,
                               const Arch &arch) {
  switch (attribute) {
  case DeviceAttribute::EccEnabled:
  case DeviceAttribute::AsyncEngineCount:
  case DeviceAttribute::ComputeMode:
  case DeviceAttribute::ComputePreemptionSupported:
  case DeviceAttribute::CooperativeLaunch:
  case DeviceAttribute::CooperativeMultiDeviceLaunch:
  case DeviceAttribute::Integrated:
  case DeviceAttribute::IsMultiGpuBoard:
  case DeviceAttribute::KernelExecTimeout:
  case DeviceAttribute::L2CacheSize:
  case DeviceAttribute::MemoryBusWidth:
  case DeviceAttribute::MemoryClockRate:
  case DeviceAttribute::PageableMemoryAccess:
  case DeviceAttribute::PageableMemoryAccessUsesHostPageTables:
  case DeviceAttribute::PciDeviceId:
  case DeviceAttribute::MemoryPoolsSupported:
  case DeviceAttribute::VirtualMemoryManagementSupported:
  case DeviceAttribute::AsicRevision:
  case DeviceAttribute::ImageSupport:
    return 0;
  case DeviceAttribute::PciBusId:
    return facts.pciBus;
  case DeviceAttribute::PciDomainId:
    return facts.pciDomain;
  case DeviceAttribute::CanMapHostMemory:
  case DeviceAttribute::CanUseHostPointerForRegisteredMem:
  case DeviceAttribute::StreamPrioritiesSupported:
  case DeviceAttribute::ConcurrentKernels:
  case DeviceAttribute::ConcurrentManagedAccess:
  case DeviceAttribute::DirectManagedMemAccessFromHost:
  case DeviceAttribute::ManagedMemory:
  case DeviceAttribute::UnifiedAddressing:
  case DeviceAttribute::IsLargeBar:
  case DeviceAttribute::FineGrainSupport:
    return 1;
  case DeviceAttribute::ClockRate:
    return facts.clockKHz;
  case DeviceAttribute::ComputeCapabilityMajor:
    return facts.major;
  case DeviceAttribute::ComputeCapabilityMinor:
    return facts.minor;
  case DeviceAttribute::MaxBlocksPerMultiProcessor:
    return static_cast<int>(arch.simdsPerCu * arch.maxWavesPerSimd);
  case DeviceAttribute::MaxBlockDimX:
  case DeviceAttribute::MaxBlockDimY:
  case DeviceAttribute::MaxBlockDimZ:
  case DeviceAttribute::MaxThreadsPerBlock:
    return static_cast<int>(arch.maxWorkgroupSize);
  case DeviceAttribute::MaxGridDimX:
    return maxGridX;
  case DeviceAttribute::MaxGridDimY:
  case DeviceAttribute::MaxGridDimZ:
    return maxGridYZ;
  case DeviceAttribute::MaxThreadsPerMultiProcessor:
    return facts.threadsPerCu;
  case DeviceAttribute::MaxPitch:
  case DeviceAttribute::TotalConstantMemory:
    return INT_MAX;
  case DeviceAttribute::MultiprocessorCount:
  case DeviceAttribute::PhysicalMultiProcessorCount:
    return static_cast<int>(arch.computeUnits);
  case DeviceAttribute::MaxRegistersPerBlock:
  case DeviceAttribute::MaxRegistersPerMultiprocessor:
    return facts.registersPerCu;
  case DeviceAttribute::MaxSharedMemoryPerBlock:
  case DeviceAttribute::SharedMemPerBlockOptin:
    return static_cast<int>(arch.ldsBytesPerWorkgroup);
  case DeviceAttribute::SharedMemPerMultiprocessor:
  case DeviceAttribute::MaxSharedMemoryPerMultiprocessor:
    return static_cast<int>(arch.ldsBytesPerCu);
  case DeviceAttribute::TextureAlignment:
    return static_cast<int>(textureAlignment);
  case DeviceAttribute::TotalGlobalMem:
    return static_cast<int>(std::min<size_t>(facts.globalBytes, INT_MAX));
  case DeviceAttribute::WarpSize:
    return static_cast<int>(arch.waveSize);
  case DeviceAttribute::ClockInstructionRate:
    return clockInstructionKHz;
  }
  return std::nullopt;
}

} // namespace

Error hipInit(unsigned flags) {
  return api([&] {
    if (flags != 0)
      return fail(Error::InvalidValue, "the flags of hipInit must be 0");
    return Runtime::instance().initialStatus();
  });
}

Error hipGetDeviceCount(int *count) {
  return api([&] {
    if (!count)
      return Error::InvalidValue;
    *count = 0;
    if (Error status = Runtime::instance().initialStatus(); status != Error::Success)
      return status;
    *count = Runtime::instance().deviceCount();
    return Error::Success;
  });
}

Error hipSetDevice(int ordinal) {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    ThreadState::get().device = ordinal;
    return Error::Success;
  });
}

Error hipGetDevice(int *ordinal) {
  return api([&] {
    if (!ordinal)
      return Error::InvalidValue;
    *ordinal = ThreadState::get().device;
    return Runtime::instance().initialStatus();
  });
}

Error hipDeviceGet(int *device, int ordinal) {
  return api([&] {
    if (!device)
      return Error::InvalidValue;
    SimDevice *simulated = nullptr;
    if (Error error = lookUpDevice(ordinal, simulated); error != Error::Success)
      return error;
    *device = ordinal;
    return Error::Success;
  });
}

Error hipDeviceGetName(char *name, int length, int ordinal) {
  return api([&] {
    if (!name || length <= 0)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const std::string text = DeviceFacts(*device).name;
    const size_t count = std::min(text.size(), static_cast<size_t>(length) - 1);
    std::copy_n(text.begin(), count, name);
    name[count] = 0;
    return Error::Success;
  });
}

Error hipGetDeviceProperties(DevicePropR0000 *properties, int ordinal) {
  return api([&] {
    if (!properties)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const DeviceFacts facts(*device);
    fillCommon(*properties, facts, device->arch);
    properties->gcnArch = facts.gcnArch;
    return Error::Success;
  });
}

Error hipGetDevicePropertiesR0600(DevicePropR0600 *properties, int ordinal) {
  return api([&] {
    if (!properties)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const Arch &arch = device->arch;
    const DeviceFacts facts(*device);
    fillCommon(*properties, facts, arch);
    properties->uuid = deviceUuid(*device);
    properties->streamPrioritiesSupported = 1;
    properties->canUseHostPointerForRegisteredMem = 1;
    properties->hostRegisterSupported = 1;
    properties->unifiedAddressing = 1;
    properties->sharedMemPerMultiprocessor = arch.ldsBytesPerCu;
    properties->sharedMemPerBlockOptin = arch.ldsBytesPerWorkgroup;
    properties->regsPerMultiprocessor = facts.registersPerCu;
    properties->maxBlocksPerMultiProcessor =
        static_cast<int>(arch.simdsPerCu * arch.maxWavesPerSimd);
    return Error::Success;
  });
}

Error hipDeviceGetAttribute(int *value, DeviceAttribute attribute, int ordinal) {
  return api([&] {
    if (!value)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const std::optional<int> answer = attributeOf(attribute, DeviceFacts(*device), device->arch);
    if (!answer)
      return fail(Error::InvalidValue,
                  fmt::format("unknown device attribute {}", static_cast<int>(attribute)));
    *value = *answer;
    return Error::Success;
  });
}

Error hipDeviceTotalMem(size_t *bytes, int ordinal) {
  return api([&] {
    if (!bytes)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    *bytes = DeviceFacts(*device).globalBytes;
    return Error::Success;
  });
}

Error hipDeviceComputeCapability(int *major, int *minor, int ordinal) {
  return api([&] {
    if (!major || !minor)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ordinal, device); error != Error::Success)
      return error;
    const DeviceFacts facts(*device);
    *major = facts.major;
    *minor = facts.minor;
    return Error::Success;
  });
}

Error hipDriverGetVersion(int *version) {
  return api([&] {
    if (!version)
      return Error::InvalidValue;
    *version = hipVersion();
    return Error::Success;
  });
}

Error hipRuntimeGetVersion(int *version) { return hipDriverGetVersion(version); }

Error hipDeviceSynchronize() {
  return api([&] {
    // A launch has run to its end before it returns: there is only its fault to report.
    SimDevice *device = nullptr;
    return currentDevice(device);
  });
}

Error hipDeviceReset() {
  return api([&] {
    SimDevice *device = nullptr;
    if (Error error = lookUpDevice(ThreadState::get().device, device); error != Error::Success)
      return error;
    return resetDevice(*device);
  });
}

} // namespace rocke::hip
