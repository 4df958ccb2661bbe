//===- Program.h - Kernels that are linked into the program -----*- C++ -*-===//
//
// A HIP compiler puts the code objects of a program into the program itself, as offload bundles,
// with calls at its start that say which function and which variable of the host stands for which
// kernel and which variable of a bundle. A bundle is loaded on a device when it is first needed
// there.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_HIP_PROGRAM_H
#define ROCKE_RUNTIME_HIP_PROGRAM_H

#include "Runtime.h"

namespace rocke::hip {

/// One registered bundle, and where it has been loaded.
struct FatBinary {
  const void *image;
  std::mutex mutex;
  std::map<int, std::weak_ptr<ModuleHandle>> modules; ///< by device; a reset unloads them
};

class Program {
public:
  static Program &instance();

  FatBinary *addBinary(const void *image);
  /// Forgets it with its kernels and variables, and unloads it everywhere.
  void removeBinary(FatBinary *binary);
  void addKernel(FatBinary *binary, const void *host, const char *name);
  void addVariable(FatBinary *binary, const void *host, const char *name);
  /// A variable that host and devices share: gives `*pointer` memory for it, which starts as
  /// `initial`. On a device the variable of this name holds the pointer.
  void addManaged(FatBinary *binary, void **pointer, void *initial, const char *name, size_t bytes);

  /// The kernel on this device. InvalidDeviceFunction if `host` stands for none, or the program has
  /// none for this GPU.
  Error kernel(const void *host, SimDevice &device, std::shared_ptr<FunctionHandle> &function,
               std::shared_ptr<ModuleHandle> &module);
  /// The variable on this device. InvalidSymbol if `host` stands for none.
  Error variable(const void *host, SimDevice &device, sim::Machine::GlobalVariable &variable);

private:
  struct Symbol {
    std::shared_ptr<FatBinary> binary;
    std::string name;
  };
  struct Managed {
    std::shared_ptr<FatBinary> binary;
    std::string name;
    uint64_t address;
    size_t bytes;
  };
  Error load(FatBinary &binary, SimDevice &device, std::shared_ptr<ModuleHandle> &module);
  Error setManaged(const FatBinary &binary, ModuleHandle &module);
  std::optional<Symbol> find(const std::map<const void *, Symbol> &symbols, const void *host);

  std::mutex mutex;
  Registry<FatBinary> binaries;
  std::map<const void *, Symbol> kernels, variables; ///< by what stands for them
  std::map<const void *, Managed> managed;           ///< by their memory
};

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_PROGRAM_H
