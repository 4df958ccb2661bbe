//===- HipAbi.h - HIP's binary interface, as far as rocke uses it -*- C++ -*-===//
//
// Our own declarations of what a program and a HIP runtime agree on: HIP's values, structures and
// functions (HIP API reference, https://rocm.docs.amd.com/projects/HIP). They are all that is
// needed to call libamdhip64.so and to stand in for it, so that neither needs AMD's headers. Names
// in the namespace are HIP's without their prefix.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_HIPABI_H
#define ROCKE_RUNTIME_HIPABI_H

#include <cstddef>
#include <cstdint>

namespace rocke::hip {

/// hipError_t.
enum class Error : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  ProfilerDisabled = 5,
  ProfilerNotInitialized = 6,
  ProfilerAlreadyStarted = 7,
  ProfilerAlreadyStopped = 8,
  InvalidConfiguration = 9,
  InvalidPitchValue = 12,
  InvalidSymbol = 13,
  InvalidDevicePointer = 17,
  InvalidMemcpyDirection = 21,
  InsufficientDriver = 35,
  MissingConfiguration = 52,
  PriorLaunchFailure = 53,
  InvalidDeviceFunction = 98,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  ContextAlreadyCurrent = 202,
  MapFailed = 205,
  UnmapFailed = 206,
  ArrayIsMapped = 207,
  AlreadyMapped = 208,
  NoBinaryForGpu = 209,
  AlreadyAcquired = 210,
  NotMapped = 211,
  NotMappedAsArray = 212,
  NotMappedAsPointer = 213,
  EccNotCorrectable = 214,
  UnsupportedLimit = 215,
  ContextAlreadyInUse = 216,
  PeerAccessUnsupported = 217,
  InvalidKernelFile = 218,
  InvalidGraphicsContext = 219,
  InvalidSource = 300,
  FileNotFound = 301,
  SharedObjectSymbolNotFound = 302,
  SharedObjectInitFailed = 303,
  OperatingSystem = 304,
  InvalidHandle = 400,
  IllegalState = 401,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeOut = 702,
  PeerAccessAlreadyEnabled = 704,
  PeerAccessNotEnabled = 705,
  SetOnActiveProcess = 708,
  ContextIsDestroyed = 709,
  Assert = 710,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  LaunchFailure = 719,
  CooperativeLaunchTooLarge = 720,
  NotSupported = 801,
  StreamCaptureUnsupported = 900,
  StreamCaptureInvalidated = 901,
  StreamCaptureMerge = 902,
  StreamCaptureUnmatched = 903,
  StreamCaptureUnjoined = 904,
  StreamCaptureIsolation = 905,
  StreamCaptureImplicit = 906,
  CapturedEvent = 907,
  StreamCaptureWrongThread = 908,
  GraphExecUpdateFailure = 910,
  Unknown = 999,
  RuntimeMemory = 1052,
  RuntimeOther = 1053,
};

/// hipMemcpyKind.
enum class MemcpyKind : int {
  HostToHost = 0,
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3,
  Default = 4,
};

/// hipDeviceAttribute_t: the attributes that the simulator answers. The numbers have been the same
/// since HIP 5.
enum class DeviceAttribute : int {
  EccEnabled = 0,
  AccessPolicyMaxWindowSize = 1,
  AsyncEngineCount = 2,
  CanMapHostMemory = 3,
  CanUseHostPointerForRegisteredMem = 4,
  ClockRate = 5,
  ComputeMode = 6,
  ComputePreemptionSupported = 7,
  ConcurrentKernels = 8,
  ConcurrentManagedAccess = 9,
  CooperativeLaunch = 10,
  CooperativeMultiDeviceLaunch = 11,
  DeviceOverlap = 12,
  DirectManagedMemAccessFromHost = 13,
  GlobalL1CacheSupported = 14,
  HostNativeAtomicSupported = 15,
  Integrated = 16,
  IsMultiGpuBoard = 17,
  KernelExecTimeout = 18,
  L2CacheSize = 19,
  LocalL1CacheSupported = 20,
  ComputeCapabilityMajor = 23,
  ManagedMemory = 24,
  MaxBlocksPerMultiProcessor = 25,
  MaxBlockDimX = 26,
  MaxBlockDimY = 27,
  MaxBlockDimZ = 28,
  MaxGridDimX = 29,
  MaxGridDimY = 30,
  MaxGridDimZ = 31,
  MaxTexture1DWidth = 39,
  MaxTexture1DLinear = 41,
  MaxTexture2DWidth = 43,
  MaxTexture2DHeight = 44,
  MaxTexture3DWidth = 49,
  MaxTexture3DHeight = 50,
  MaxTexture3DDepth = 51,
  MaxThreadsPerBlock = 56,
  MaxThreadsPerMultiProcessor = 57,
  MaxPitch = 58,
  MemoryBusWidth = 59,
  MemoryClockRate = 60,
  ComputeCapabilityMinor = 61,
  MultiGpuBoardGroupId = 62,
  MultiprocessorCount = 63,
  PageableMemoryAccess = 65,
  PageableMemoryAccessUsesHostPageTables = 66,
  PciBusId = 67,
  PciDeviceId = 68,
  PciDomainId = 69,
  PersistingL2CacheMaxSize = 70,
  MaxRegistersPerBlock = 71,
  MaxRegistersPerMultiprocessor = 72,
  ReservedSharedMemPerBlock = 73,
  MaxSharedMemoryPerBlock = 74,
  SharedMemPerBlockOptin = 75,
  SharedMemPerMultiprocessor = 76,
  StreamPrioritiesSupported = 78,
  TccDriver = 80,
  TextureAlignment = 81,
  TexturePitchAlignment = 82,
  TotalConstantMemory = 83,
  TotalGlobalMem = 84,
  UnifiedAddressing = 85,
  WarpSize = 87,
  MemoryPoolsSupported = 88,
  VirtualMemoryManagementSupported = 89,
  ClockInstructionRate = 10000,
  MaxSharedMemoryPerMultiprocessor = 10002,
  CooperativeMultiDeviceUnmatchedFunc = 10007,
  CooperativeMultiDeviceUnmatchedGridDim = 10008,
  CooperativeMultiDeviceUnmatchedBlockDim = 10009,
  CooperativeMultiDeviceUnmatchedSharedMem = 10010,
  IsLargeBar = 10011,
  AsicRevision = 10012,
  CanUseStreamWaitValue = 10013,
  ImageSupport = 10014,
  PhysicalMultiProcessorCount = 10015,
  FineGrainSupport = 10016,
};

/// hipFunction_attribute.
enum class FunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedSizeBytes = 1, ///< static LDS
  ConstSizeBytes = 2,
  LocalSizeBytes = 3, ///< scratch of a work-item
  NumRegs = 4,        ///< VGPRs
  PtxVersion = 5,
  BinaryVersion = 6,
  CacheModeCa = 7,
  MaxDynamicSharedSizeBytes = 8,
  PreferredSharedMemoryCarveout = 9,
};

// The handles. What they point to is the runtime's own business.
using Stream = struct StreamHandle *;
using Event = struct EventHandle *;
using Module = struct ModuleHandle *;
using Function = struct FunctionHandle *;
using Context = struct ContextHandle *;
using MemPool = struct MemPoolHandle *;

/// The null stream, and HIP's two special handles for default streams.
inline constexpr uintptr_t streamLegacy = 1;
inline constexpr uintptr_t streamPerThread = 2;

/// Flags of streams and events.
inline constexpr unsigned streamNonBlocking = 1;
inline constexpr unsigned eventBlockingSync = 1;
inline constexpr unsigned eventDisableTiming = 2;

/// dim3: three extents, passed by value.
struct Dim3 {
  uint32_t x, y, z;
};

using StreamCallback = void (*)(Stream stream, Error status, void *userData);
using HostFunction = void (*)(void *userData);

/// hipMemoryType, whose numbers changed with HIP 6.
enum class MemoryTypeR5 : int { Host = 0, Device = 1, Array = 2, Unified = 3 };
enum class MemoryTypeR6 : int {
  Unregistered = 0,
  Host = 1,
  Device = 2,
  Managed = 3,
  Array = 10,
  Unified = 11,
};

/// hipPointerAttribute_t. `type` is a MemoryTypeR5 or a MemoryTypeR6.
struct PointerAttributes {
  int type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};
static_assert(sizeof(PointerAttributes) == 32);

/// hip_Memcpy2D. The memory types are MemoryTypeR5s or MemoryTypeR6s; arrays are there for the
/// layout alone.
struct Memcpy2D {
  size_t srcXInBytes;
  size_t srcY;
  int srcMemoryType;
  const void *srcHost;
  void *srcDevice;
  void *srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  int dstMemoryType;
  void *dstHost;
  void *dstDevice;
  void *dstArray;
  size_t dstPitch;
  size_t widthInBytes;
  size_t height;
};
static_assert(sizeof(Memcpy2D) == 128);

/// hipExtent: of memory with a pitch, `width` is in bytes.
struct Extent {
  size_t width, height, depth;
};

/// hipPos: of memory with a pitch, `x` is in bytes.
struct Position {
  size_t x, y, z;
};

/// hipPitchedPtr: rows of `xsize` bytes, `pitch` bytes from one to the next; slices of `ysize`
/// rows.
struct PitchedPointer {
  void *ptr;
  size_t pitch;
  size_t xsize;
  size_t ysize;
};

/// hipMemcpy3DParms. Arrays are there for the layout alone.
struct Memcpy3D {
  void *srcArray;
  Position srcPos;
  PitchedPointer srcPtr;
  void *dstArray;
  Position dstPos;
  PitchedPointer dstPtr;
  Extent extent;
  MemcpyKind kind;
};
static_assert(sizeof(Memcpy3D) == 160);

/// HIP_MEMCPY3D, whose numbers are 32 bits wide before HIP 6 and 64 bits since. Arrays and levels
/// of detail are there for the layout alone.
template <typename Number> struct DriverMemcpy3D {
  Number srcXInBytes, srcY, srcZ, srcLOD;
  int srcMemoryType;
  const void *srcHost;
  void *srcDevice;
  void *srcArray;
  Number srcPitch, srcHeight;
  Number dstXInBytes, dstY, dstZ, dstLOD;
  int dstMemoryType;
  void *dstHost;
  void *dstDevice;
  void *dstArray;
  Number dstPitch, dstHeight;
  Number widthInBytes, height, depth;
};
static_assert(sizeof(DriverMemcpy3D<uint32_t>) == 128);
static_assert(sizeof(DriverMemcpy3D<uint64_t>) == 184);

/// hipMemPoolAttr: three flags of type int, and numbers of type uint64_t.
enum class MemPoolAttribute : int {
  ReuseFollowEventDependencies = 1,
  ReuseAllowOpportunistic = 2,
  ReuseAllowInternalDependencies = 3,
  ReleaseThreshold = 4,
  ReservedMemCurrent = 5,
  ReservedMemHigh = 6,
  UsedMemCurrent = 7,
  UsedMemHigh = 8,
};

/// hipMemLocation. `type` is 1 for a device, whose number `id` is.
struct MemLocation {
  int type;
  int id;
};

/// hipMemPoolProps.
struct MemPoolProps {
  int allocationType; ///< 1: pinned, the only one
  int handleTypes;    ///< 0: none to share with other processes
  MemLocation location;
  void *win32SecurityAttributes;
  unsigned char reserved[64];
};
static_assert(sizeof(MemPoolProps) == 88);

/// hipMemAccessDesc. `flags`: 0 no access, 1 read, 3 read and write.
struct MemAccess {
  MemLocation location;
  int flags;
};

/// hipFuncAttributes.
struct FunctionAttributes {
  int binaryVersion;
  int cacheModeCA;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxDynamicSharedSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int preferredShmemCarveout;
  int ptxVersion;
  size_t sharedSizeBytes;
};
static_assert(sizeof(FunctionAttributes) == 56);

/// HIP's functions take device addresses and small constants as pointers.
inline void *asPointer(uint64_t value) {
  return reinterpret_cast<void *>(value); // NOLINT(performance-no-int-to-ptr)
}

/// The words of a kernel launch's `extra` array.
inline constexpr uintptr_t launchParamBufferPointer = 1;
inline constexpr uintptr_t launchParamBufferSize = 2;
inline constexpr uintptr_t launchParamEnd = 3;

struct Uuid {
  char bytes[16];
};

/// hipDeviceProp_t before ROCm 6, which hipGetDeviceProperties fills.
struct DevicePropR0000 {
  char name[256];
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate; ///< kHz
  int memoryClockRate;
  int memoryBusWidth;
  size_t totalConstMem;
  int major;
  int minor;
  int multiProcessorCount;
  int l2CacheSize;
  int maxThreadsPerMultiProcessor;
  int computeMode;
  int clockInstructionRate; ///< kHz
  unsigned arch;            ///< hipDeviceArch_t: one bit for each feature
  int concurrentKernels;
  int pciDomainID;
  int pciBusID;
  int pciDeviceID;
  size_t maxSharedMemoryPerMultiProcessor;
  int isMultiGpuBoard;
  int canMapHostMemory;
  int gcnArch; ///< 1151, 950
  char gcnArchName[256];
  int integrated;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  int maxTexture1DLinear;
  int maxTexture1D;
  int maxTexture2D[2];
  int maxTexture3D[3];
  unsigned *hdpMemFlushCntl;
  unsigned *hdpRegFlushCntl;
  size_t memPitch;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int kernelExecTimeoutEnabled;
  int eccEnabled;
  int tccDriver;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar;
  int asicRevision;
  int managedMemory;
  int directManagedMemAccessFromHost;
  int concurrentManagedAccess;
  int pageableMemoryAccess;
  int pageableMemoryAccessUsesHostPageTables;
};
static_assert(sizeof(DevicePropR0000) == 792);
static_assert(offsetof(DevicePropR0000, gcnArchName) == 396);

/// hipDeviceProp_t since ROCm 6, which hipGetDevicePropertiesR0600 fills.
struct DevicePropR0600 {
  char name[256];
  Uuid uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate; ///< kHz
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int eccEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseHipArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
  int hipReserved[32];
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate; ///< kHz
  unsigned arch;            ///< hipDeviceArch_t: one bit for each feature
  unsigned *hdpMemFlushCntl;
  unsigned *hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar;
  int asicRevision;
};
static_assert(sizeof(DevicePropR0600) == 1472);
static_assert(offsetof(DevicePropR0600, gcnArchName) == 1160);

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIPABI_H
