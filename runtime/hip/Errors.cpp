#include "Exports.h"

namespace rocke::hip {

namespace {

struct ErrorText {
  const char *name;
  const char *text;
};

ErrorText describe(Error error) {
  switch (error) {
  case Error::Success:
    return {"hipSuccess", "no error"};
  case Error::InvalidValue:
    return {"hipErrorInvalidValue", "invalid argument"};
  case Error::OutOfMemory:
    return {"hipErrorOutOfMemory", "out of memory"};
  case Error::NotInitialized:
    return {"hipErrorNotInitialized", "initialization error"};
  case Error::Deinitialized:
    return {"hipErrorDeinitialized", "driver shutting down"};
  case Error::ProfilerDisabled:
    return {"hipErrorProfilerDisabled", "profiler disabled while using external profiling tool"};
  case Error::ProfilerNotInitialized:
    return {"hipErrorProfilerNotInitialized", "profiler is not initialized"};
  case Error::ProfilerAlreadyStarted:
    return {"hipErrorProfilerAlreadyStarted", "profiler already started"};
  case Error::ProfilerAlreadyStopped:
    return {"hipErrorProfilerAlreadyStopped", "profiler already stopped"};
  case Error::InvalidConfiguration:
    return {"hipErrorInvalidConfiguration", "invalid configuration argument"};
  case Error::InvalidPitchValue:
    return {"hipErrorInvalidPitchValue", "invalid pitch argument"};
  case Error::InvalidSymbol:
    return {"hipErrorInvalidSymbol", "invalid device symbol"};
  case Error::InvalidDevicePointer:
    return {"hipErrorInvalidDevicePointer", "invalid device pointer"};
  case Error::InvalidMemcpyDirection:
    return {"hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"};
  case Error::InsufficientDriver:
    return {"hipErrorInsufficientDriver", "driver version is insufficient for runtime version"};
  case Error::MissingConfiguration:
    return {"hipErrorMissingConfiguration", "__global__ function call is not configured"};
  case Error::PriorLaunchFailure:
    return {"hipErrorPriorLaunchFailure", "unspecified launch failure in prior launch"};
  case Error::InvalidDeviceFunction:
    return {"hipErrorInvalidDeviceFunction", "invalid device function"};
  case Error::NoDevice:
    return {"hipErrorNoDevice", "no ROCm-capable device is detected"};
  case Error::InvalidDevice:
    return {"hipErrorInvalidDevice", "invalid device ordinal"};
  case Error::InvalidImage:
    return {"hipErrorInvalidImage", "device kernel image is invalid"};
  case Error::InvalidContext:
    return {"hipErrorInvalidContext", "invalid device context"};
  case Error::ContextAlreadyCurrent:
    return {"hipErrorContextAlreadyCurrent", "context is already current context"};
  case Error::MapFailed:
    return {"hipErrorMapFailed", "mapping of buffer object failed"};
  case Error::UnmapFailed:
    return {"hipErrorUnmapFailed", "unmapping of buffer object failed"};
  case Error::ArrayIsMapped:
    return {"hipErrorArrayIsMapped", "array is mapped"};
  case Error::AlreadyMapped:
    return {"hipErrorAlreadyMapped", "resource already mapped"};
  case Error::NoBinaryForGpu:
    return {"hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"};
  case Error::AlreadyAcquired:
    return {"hipErrorAlreadyAcquired", "resource already acquired"};
  case Error::NotMapped:
    return {"hipErrorNotMapped", "resource not mapped"};
  case Error::NotMappedAsArray:
    return {"hipErrorNotMappedAsArray", "resource not mapped as array"};
  case Error::NotMappedAsPointer:
    return {"hipErrorNotMappedAsPointer", "resource not mapped as pointer"};
  case Error::EccNotCorrectable:
    return {"hipErrorECCNotCorrectable", "uncorrectable ECC error encountered"};
  case Error::UnsupportedLimit:
    return {"hipErrorUnsupportedLimit", "limit is not supported on this architecture"};
  case Error::ContextAlreadyInUse:
    return {"hipErrorContextAlreadyInUse",
            "exclusive-thread device already in use by a different thread"};
  case Error::PeerAccessUnsupported:
    return {"hipErrorPeerAccessUnsupported",
            "peer access is not supported between these two devices"};
  case Error::InvalidKernelFile:
    return {"hipErrorInvalidKernelFile", "invalid kernel file"};
  case Error::InvalidGraphicsContext:
    return {"hipErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context"};
  case Error::InvalidSource:
    return {"hipErrorInvalidSource", "device kernel image is invalid"};
  case Error::FileNotFound:
    return {"hipErrorFileNotFound", "file not found"};
  case Error::SharedObjectSymbolNotFound:
    return {"hipErrorSharedObjectSymbolNotFound", "shared object symbol not found"};
  case Error::SharedObjectInitFailed:
    return {"hipErrorSharedObjectInitFailed", "shared object initialization failed"};
  case Error::OperatingSystem:
    return {"hipErrorOperatingSystem", "OS call failed or operation not supported on this OS"};
  case Error::InvalidHandle:
    return {"hipErrorInvalidHandle", "invalid resource handle"};
  case Error::IllegalState:
    return {"hipErrorIllegalState", "the operation cannot be performed in the present state"};
  case Error::NotFound:
    return {"hipErrorNotFound", "named symbol not found"};
  case Error::NotReady:
    return {"hipErrorNotReady", "device not ready"};
  case Error::IllegalAddress:
    return {"hipErrorIllegalAddress", "an illegal memory access was encountered"};
  case Error::LaunchOutOfResources:
    return {"hipErrorLaunchOutOfResources", "out of resources for launch"};
  case Error::LaunchTimeOut:
    return {"hipErrorLaunchTimeOut", "the launch timed out and was terminated"};
  case Error::PeerAccessAlreadyEnabled:
    return {"hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled"};
  case Error::PeerAccessNotEnabled:
    return {"hipErrorPeerAccessNotEnabled", "peer access has not been enabled"};
  case Error::SetOnActiveProcess:
    return {"hipErrorSetOnActiveProcess", "cannot set while device is active in this process"};
  case Error::ContextIsDestroyed:
    return {"hipErrorContextIsDestroyed", "context is destroyed"};
  case Error::Assert:
    return {"hipErrorAssert", "device-side assert triggered"};
  case Error::HostMemoryAlreadyRegistered:
    return {"hipErrorHostMemoryAlreadyRegistered",
            "part or all of the requested memory range is already mapped"};
  case Error::HostMemoryNotRegistered:
    return {"hipErrorHostMemoryNotRegistered",
            "pointer does not correspond to a registered memory region"};
  case Error::LaunchFailure:
    return {"hipErrorLaunchFailure", "unspecified launch failure"};
  case Error::CooperativeLaunchTooLarge:
    return {"hipErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"};
  case Error::NotSupported:
    return {"hipErrorNotSupported", "operation not supported"};
  case Error::StreamCaptureUnsupported:
    return {"hipErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"};
  case Error::StreamCaptureInvalidated:
    return {"hipErrorStreamCaptureInvalidated",
            "operation failed due to a previous error during capture"};
  case Error::StreamCaptureMerge:
    return {"hipErrorStreamCaptureMerge",
            "operation would result in a merge of separate capture sequences"};
  case Error::StreamCaptureUnmatched:
    return {"hipErrorStreamCaptureUnmatched",
            "capture was not ended in the same stream as it began"};
  case Error::StreamCaptureUnjoined:
    return {"hipErrorStreamCaptureUnjoined", "capturing stream has unjoined work"};
  case Error::StreamCaptureIsolation:
    return {"hipErrorStreamCaptureIsolation",
            "dependency created on uncaptured work in another stream"};
  case Error::StreamCaptureImplicit:
    return {"hipErrorStreamCaptureImplicit",
            "operation would make the legacy stream depend on a capturing blocking stream"};
  case Error::CapturedEvent:
    return {"hipErrorCapturedEvent",
            "operation not permitted on an event last recorded in a capturing stream"};
  case Error::StreamCaptureWrongThread:
    return {"hipErrorStreamCaptureWrongThread",
            "attempt to terminate a thread-local capture sequence from another thread"};
  case Error::GraphExecUpdateFailure:
    return {"hipErrorGraphExecUpdateFailure",
            "the graph update was not performed because it included changes which violated "
            "constraints specific to instantiated graph update"};
  case Error::Unknown:
    return {"hipErrorUnknown", "unknown error"};
  case Error::RuntimeMemory:
    return {"hipErrorRuntimeMemory", "runtime memory call returned error"};
  case Error::RuntimeOther:
    return {"hipErrorRuntimeOther", "runtime call other than memory returned error"};
  }
  // A number that is no hipError_t, which a C program can pass.
  return {"hipErrorUnknown", "unknown error"};
}

} // namespace

const char *hipGetErrorName(Error error) { return describe(error).name; }

const char *hipGetErrorString(Error error) { return describe(error).text; }

Error hipPeekAtLastError() { return ThreadState::get().lastError; }

Error hipGetLastError() {
  ThreadState &thread = ThreadState::get();
  const Error error = thread.lastError;
  // A fault cannot be cleared by asking for it.
  const SimDevice *device = Runtime::instance().device(thread.device);
  thread.lastError = device ? device->sticky.load() : Error::Success;
  return error;
}

Error hipExtGetLastError() { return hipGetLastError(); }

Error hipDrvGetErrorName(Error error, const char **text) {
  return api([&] {
    if (!text)
      return Error::InvalidValue;
    *text = describe(error).name;
    return Error::Success;
  });
}

Error hipDrvGetErrorString(Error error, const char **text) {
  return api([&] {
    if (!text)
      return Error::InvalidValue;
    *text = describe(error).text;
    return Error::Success;
  });
}

} // namespace rocke::hip
