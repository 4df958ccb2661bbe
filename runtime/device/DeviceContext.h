//===- DeviceContext.h - What the objects of one device share ---*- C++ -*-===//
#ifndef ROCKE_RUNTIME_DEVICE_DEVICECONTEXT_H
#define ROCKE_RUNTIME_DEVICE_DEVICECONTEXT_H

#include "rocke/runtime/HipTable.h"

namespace rocke::runtime {

class DeviceContext {
public:
  HipTable hip;
  int ordinal = 0;  ///< HIP's number of the device
  std::string arch; ///< "gfx1151"
  std::string name;

  /// HIP's current device is a property of the thread, so that every call sets it first.
  llvm::Error makeCurrent() const { return hip.check(hip.hipSetDevice(ordinal), "hipSetDevice"); }

  /// makeCurrent() and then the call, as an error of `what`.
  template <typename Call> llvm::Error run(llvm::StringRef what, Call call) const {
    if (llvm::Error error = makeCurrent())
      return error;
    return hip.check(call(), what);
  }

  /// The error of a call that waited: a fault's report where there is one.
  llvm::Error checkWait(hip::Error error, llvm::StringRef what) const;
};

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_DEVICE_DEVICECONTEXT_H
