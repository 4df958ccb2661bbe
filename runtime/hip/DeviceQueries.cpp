#include "DeviceIdentity.h"
#include "Exports.h"
#include "Generation.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <climits>
#include <cmath>
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

/// The numbers that both layouts and hipDeviceGetAttribute report. What the simulator does not have
/// (textures) is 0 there. A multiprocessor is what HIP counts as one: two compute units on RDNA.
struct DeviceFacts {
  std::string name;
  std::string isaName; ///< with the features that ROCm's own names carry
  int gcnArch;
  int major, minor;
  int clockKHz;
  int memoryClockKHz;
  int multiprocessors;
  int registersPerMultiprocessor;
  int threadsPerMultiprocessor;
  size_t globalBytes;
  int pciDomain, pciBus; ///< one for each device, as there is no PCI

  explicit DeviceFacts(const SimDevice &device);
};

constexpr int maxGridX = INT_MAX;
constexpr int maxGridYZ = 65536;
constexpr size_t maxPitch = INT_MAX;
constexpr int clockInstructionKHz = 100000; ///< of s_memrealtime, 100 MHz
constexpr size_t textureAlignment = 256;

DeviceFacts::DeviceFacts(const SimDevice &device)
    : name(device.arch.product.str() + " (rocke simulator)"), isaName(hip::isaName(device.arch)),
      clockKHz(static_cast<int>(std::lround(device.arch.clockGHz * 1e6))),
      memoryClockKHz(static_cast<int>(std::lround(device.gpu.memoryClockMHz * 1e3))),
      globalBytes(hostMemoryBytes()), pciDomain(device.ordinal >> 8),
      pciBus(device.ordinal & 0xff) {
  const Arch &arch = device.arch;
  const unsigned perMultiprocessor = device.gpu.computeUnitsPerMultiprocessor;
  const unsigned simds = arch.simdsPerCu * perMultiprocessor;
  multiprocessors = static_cast<int>(arch.computeUnits / perMultiprocessor);
  registersPerMultiprocessor = static_cast<int>(simds * arch.vgprsPerSimdLane * arch.waveSize);
  threadsPerMultiprocessor = static_cast<int>(simds * arch.maxWavesPerSimd * arch.waveSize);
  // "gfx1151" is version 11.5, stepping 1; minor and stepping are one digit each.
  llvm::StringRef digits = arch.name;
  digits.consume_front("gfx");
  gcnArch = 0;
  digits.getAsInteger(10, gcnArch);
  major = minor = 0;
  digits.drop_back(2).getAsInteger(10, major);
  digits.drop_back(1).take_back(1).getAsInteger(16, minor);
}

/// A block of one wavefront in each place that there is for one.
int blocksPerMultiprocessor(const DeviceFacts &facts, const Arch &arch) {
  return facts.threadsPerMultiprocessor / static_cast<int>(arch.waveSize);
}

void copyText(char (&field)[256], const std::string &text) {
  std::strncpy(field, text.c_str(), sizeof field - 1);
}

/// The fields that have one name and meaning in both layouts.
template <typename Properties>
void fillCommon(Properties &p, const DeviceFacts &facts, const GpuModel &gpu) {
  const Arch &arch = *gpu.arch;
  std::memset(&p, 0, sizeof p);
  copyText(p.name, facts.name);
  copyText(p.gcnArchName, facts.isaName);
  p.totalGlobalMem = facts.globalBytes;
  p.sharedMemPerBlock = arch.ldsBytesPerWorkgroup;
  p.regsPerBlock = facts.registersPerMultiprocessor;
  p.warpSize = static_cast<int>(arch.waveSize);
  p.maxThreadsPerBlock = static_cast<int>(arch.maxWorkgroupSize);
  std::fill_n(p.maxThreadsDim, 3, static_cast<int>(arch.maxWorkgroupSize));
  p.maxGridSize[0] = maxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = maxGridYZ;
  p.clockRate = facts.clockKHz;
  p.memoryClockRate = facts.memoryClockKHz;
  p.memoryBusWidth = static_cast<int>(gpu.memoryBusBits);
  p.l2CacheSize = static_cast<int>(gpu.l2Bytes);
  p.integrated = gpu.integrated;
  p.totalConstMem = INT_MAX;
  p.major = facts.major;
  p.minor = facts.minor;
  p.multiProcessorCount = facts.multiprocessors;
  p.maxThreadsPerMultiProcessor = facts.threadsPerMultiprocessor;
  p.clockInstructionRate = clockInstructionKHz;
  p.arch = archFeatures;
  p.concurrentKernels = 1;
  // As in AMD's runtime that of one compute unit, also where a multiprocessor has two.
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
                               const GpuModel &gpu) {
  const Arch &arch = *gpu.arch;
  switch (attribute) {
  case DeviceAttribute::EccEnabled:
  case DeviceAttribute::AccessPolicyMaxWindowSize:
  case DeviceAttribute::DeviceOverlap:
  case DeviceAttribute::GlobalL1CacheSupported:
  case DeviceAttribute::HostNativeAtomicSupported:
  case DeviceAttribute::LocalL1CacheSupported:
  case DeviceAttribute::MaxTexture1DWidth:
  case DeviceAttribute::MaxTexture1DLinear:
  case DeviceAttribute::MaxTexture2DWidth:
  case DeviceAttribute::MaxTexture2DHeight:
  case DeviceAttribute::MaxTexture3DWidth:
  case DeviceAttribute::MaxTexture3DHeight:
  case DeviceAttribute::MaxTexture3DDepth:
  case DeviceAttribute::MultiGpuBoardGroupId:
  case DeviceAttribute::PersistingL2CacheMaxSize:
  case DeviceAttribute::ReservedSharedMemPerBlock:
  case DeviceAttribute::TccDriver:
  case DeviceAttribute::CooperativeMultiDeviceUnmatchedFunc:
  case DeviceAttribute::CooperativeMultiDeviceUnmatchedGridDim:
  case DeviceAttribute::CooperativeMultiDeviceUnmatchedBlockDim:
  case DeviceAttribute::CooperativeMultiDeviceUnmatchedSharedMem:
  case DeviceAttribute::CanUseStreamWaitValue:
  case DeviceAttribute::AsyncEngineCount:
  case DeviceAttribute::ComputeMode:
  case DeviceAttribute::ComputePreemptionSupported:
  case DeviceAttribute::CooperativeLaunch:
  case DeviceAttribute::CooperativeMultiDeviceLaunch:
  case DeviceAttribute::IsMultiGpuBoard:
  case DeviceAttribute::KernelExecTimeout:
  case DeviceAttribute::PageableMemoryAccess:
  case DeviceAttribute::PageableMemoryAccessUsesHostPageTables:
  case DeviceAttribute::PciDeviceId:
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
  case DeviceAttribute::MemoryPoolsSupported:
  case DeviceAttribute::FineGrainSupport:
    return 1;
  case DeviceAttribute::ClockRate:
    return facts.clockKHz;
  case DeviceAttribute::MemoryClockRate:
    return facts.memoryClockKHz;
  case DeviceAttribute::MemoryBusWidth:
    return static_cast<int>(gpu.memoryBusBits);
  case DeviceAttribute::L2CacheSize:
    return static_cast<int>(gpu.l2Bytes);
  case DeviceAttribute::Integrated:
    return gpu.integrated;
  case DeviceAttribute::ComputeCapabilityMajor:
    return facts.major;
  case DeviceAttribute::ComputeCapabilityMinor:
    return facts.minor;
  case DeviceAttribute::MaxBlocksPerMultiProcessor:
    return blocksPerMultiprocessor(facts, arch);
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
    return facts.threadsPerMultiprocessor;
  case DeviceAttribute::MaxPitch:
  case DeviceAttribute::TotalConstantMemory:
    return INT_MAX;
  case DeviceAttribute::MultiprocessorCount:
  case DeviceAttribute::PhysicalMultiProcessorCount:
    return facts.multiprocessors;
  case DeviceAttribute::MaxRegistersPerBlock:
  case DeviceAttribute::MaxRegistersPerMultiprocessor:
    return facts.registersPerMultiprocessor;
  case DeviceAttribute::MaxSharedMemoryPerBlock:
  case DeviceAttribute::SharedMemPerBlockOptin:
    return static_cast<int>(arch.ldsBytesPerWorkgroup);
  case DeviceAttribute::SharedMemPerMultiprocessor:
  case DeviceAttribute::MaxSharedMemoryPerMultiprocessor:
    return static_cast<int>(arch.ldsBytesPerCu);
  case DeviceAttribute::TextureAlignment:
  case DeviceAttribute::TexturePitchAlignment:
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
    fillCommon(*properties, facts, device->gpu);
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
    fillCommon(*properties, facts, device->gpu);
    properties->uuid = deviceUuid(*device);
    properties->streamPrioritiesSupported = 1;
    properties->canUseHostPointerForRegisteredMem = 1;
    properties->hostRegisterSupported = 1;
    properties->memoryPoolsSupported = 1;
    properties->unifiedAddressing = 1;
    properties->sharedMemPerMultiprocessor = arch.ldsBytesPerCu;
    properties->sharedMemPerBlockOptin = arch.ldsBytesPerWorkgroup;
    properties->regsPerMultiprocessor = facts.registersPerMultiprocessor;
    properties->maxBlocksPerMultiProcessor = blocksPerMultiprocessor(facts, arch);
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
    const std::optional<int> answer = attributeOf(attribute, DeviceFacts(*device), device->gpu);
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
