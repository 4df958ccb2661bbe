//===- SharedLibrary.h - Finding and opening HIP libraries ------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_DEVICE_SHAREDLIBRARY_H
#define ROCKE_RUNTIME_DEVICE_SHAREDLIBRARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke::runtime {

/// A library that stays open for the life of the process.
class SharedLibrary {
public:
  /// By path, or by name as the system finds it. The error is the system's reason.
  static llvm::Expected<SharedLibrary> open(const std::string &path);

  /// The address of a function, or nullptr.
  void *symbol(const char *name) const;
  const std::string &path() const { return libraryPath; }

private:
  SharedLibrary(void *handle, std::string path) : handle(handle), libraryPath(std::move(path)) {}

  void *handle;
  std::string libraryPath;
};

/// Opens librocke_hip.so: the file that ROCKE_HIP_LIBRARY names and no other, else the first that
/// lies beside the program or this code, in a lib folder beside or above them, or where the system
/// finds libraries.
llvm::Expected<SharedLibrary> openSimulatorLibrary();

/// Opens ROCm's HIP runtime.
llvm::Expected<SharedLibrary> openRocmLibrary();

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_DEVICE_SHAREDLIBRARY_H
