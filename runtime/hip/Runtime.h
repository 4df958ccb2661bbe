//===- Runtime.h - The state behind the HIP functions -----------*- C++ -*-===//
//
// HIP's functions have no context parameter, so that their state belongs to the process: simulated
// GPUs, allocations, modules, streams and events in one Runtime, and what HIP keeps for each thread
// in a ThreadState.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_HIP_RUNTIME_H
#define ROCKE_RUNTIME_HIP_RUNTIME_H

#include "Registry.h"
#include "rocke/compiler/CodeObject.h"
#include "rocke/ir/GpuModel.h"
#include "rocke/runtime/HipAbi.h"
#include "rocke/runtime/Simulator.h"
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace rocke::hip {

class SimDevice;

/// Allocations that are counted together. The memory of a pool is its device's, and goes back to it
/// when it is freed.
struct MemPoolHandle {
  SimDevice *device;
  bool isDefault;
  std::mutex mutex; ///< of what follows
  std::array<int, 3> reuse{1, 1, 1};
  uint64_t releaseThreshold = 0;
  uint64_t highest = 0; ///< bytes that were allocated at a time, since this was set to 0
};

/// One simulated GPU.
class SimDevice {
public:
  SimDevice(int ordinal, const GpuModel &gpu, std::shared_ptr<sim::Machine> machine)
      : ordinal(ordinal), gpu(gpu), arch(*gpu.arch), currentMachine(std::move(machine)) {}

  const int ordinal;
  const GpuModel &gpu;
  const Arch &arch; ///< of `gpu`
  /// What every call returns after a kernel has faulted.
  std::atomic<Error> sticky{Error::Success};
  std::atomic<unsigned> flags{0}; ///< hipSetDeviceFlags
  /// Pools of hipMallocAsync; the default pool from its first use on.
  std::atomic<MemPoolHandle *> defaultPool{nullptr}, currentPool{nullptr};

  /// hipDeviceReset replaces it; a call keeps the machine that it started with.
  std::shared_ptr<sim::Machine> machine() const {
    std::lock_guard lock(mutex);
    return currentMachine;
  }
  void replaceMachine(std::shared_ptr<sim::Machine> machine) {
    std::lock_guard lock(mutex);
    currentMachine = std::move(machine);
  }

private:
  mutable std::mutex mutex;
  std::shared_ptr<sim::Machine> currentMachine;
};

/// The GPU with the features that ROCm's names carry: "gfx950:sramecc+:xnack-".
std::string isaName(const Arch &arch);

struct ModuleHandle {
  SimDevice *device;
  std::shared_ptr<sim::Machine> machine; ///< that holds `loaded`
  CodeObject object;
  sim::LoadedModule *loaded;
  std::mutex mutex; ///< of functions
  std::map<std::string, std::shared_ptr<FunctionHandle>> functions;

  ~ModuleHandle() { machine->unload(loaded); }
};

struct FunctionHandle {
  std::weak_ptr<ModuleHandle> module;
  std::string symbol;
  const KernelFacts *facts; ///< inside the module
};

struct StreamHandle {
  SimDevice *device;
  unsigned flags;
  int priority;
};

struct EventHandle {
  SimDevice *device;
  unsigned flags;
  std::mutex mutex; ///< of `recorded`
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

/// A range of addresses that HIP knows.
struct Allocation {
  enum class Kind {
    Device,     ///< hipMalloc
    Pinned,     ///< hipHostMalloc: host memory that every GPU sees
    Managed,    ///< hipMallocManaged: the same
    Global,     ///< a variable of a module
    Registered, ///< hipHostRegister: the program's own memory, which every GPU sees from then on
  };
  Kind kind = Kind::Device;
  uint64_t base = 0;
  uint64_t bytes = 0;
  SimDevice *device = nullptr;
  const ModuleHandle *module = nullptr; ///< of a Global
  unsigned flags = 0;                   ///< of the call that made it
  MemPool pool = nullptr;               ///< that it counts for
  /// A variable of the program itself, which stays when its device is reset and cannot be freed.
  bool ofProgram = false;

  bool onHost() const { return kind != Kind::Device && kind != Kind::Global; }
};

class Runtime {
public:
  static Runtime &instance();

  /// hipErrorNoDevice, with a message (the first time on stderr too), when the environment asks for
  /// what there is not.
  Error initialStatus();

  int deviceCount() const;
  /// The device with this number, or null.
  SimDevice *device(int ordinal) const;
  /// A healthy GPU that runs code for this architecture or generic processor, a new one if need be.
  llvm::Expected<SimDevice *> deviceForArch(llvm::StringRef arch);
  /// A GPU as new: memory, modules, streams and events of the old one are gone.
  llvm::Error reset(SimDevice &device);

  // Allocations. The functions that return false do so when there is nothing to do it to.
  void addAllocation(const Allocation &allocation);
  bool removeAllocation(uint64_t base);
  void removeGlobals(const ModuleHandle *module);
  /// The allocation that `address` lies in.
  std::optional<Allocation> findAllocation(uint64_t address) const;
  /// The allocation that starts at `pointer`.
  std::optional<Allocation> allocationAt(const void *pointer) const;
  /// Bytes that are allocated on the device.
  uint64_t allocatedBytes(const SimDevice &device) const;
  /// Bytes that are allocated from the pool.
  uint64_t pooledBytes(const MemPoolHandle *pool) const;
  /// The pool's allocations belong to none from now on.
  void leavePool(const MemPoolHandle *pool);

  /// Host memory that every machine, also a later one, sees at its own address.
  llvm::Expected<void *> allocateHost(uint64_t bytes, Allocation::Kind kind, SimDevice *device,
                                      unsigned flags, bool ofProgram = false);
  /// Makes host memory known, to every machine alike. Errors where it overlaps what they have.
  llvm::Error mapEverywhere(const Allocation &allocation);
  /// Frees it, or gives Registered memory back. False if somebody else has done so.
  bool freeHost(const Allocation &allocation);

  Registry<ModuleHandle> modules;
  Registry<FunctionHandle> functions;
  Registry<StreamHandle> streams;
  Registry<EventHandle> events;
  Registry<MemPoolHandle> pools;
  std::atomic<bool> diagnostics{true};

private:
  Runtime();
  llvm::Expected<std::shared_ptr<sim::Machine>> createMachine(const Arch &arch) const;
  llvm::Expected<SimDevice *> addDevice(const GpuModel &gpu);
  llvm::Error readEnvironment();
  void dropOwned(SimDevice &device);

  /// Held while the set of machines or of host allocations changes: each machine maps each.
  std::mutex topologyMutex;
  mutable std::shared_mutex deviceMutex;
  std::vector<std::unique_ptr<SimDevice>> devices;
  mutable std::shared_mutex allocationMutex;
  std::map<uint64_t, Allocation> allocations; ///< by base
  unsigned threads = 0;
  uint64_t instructionBudget = 0;
  std::string initialError;
  std::atomic<bool> initialErrorShown{false};
};

/// Simulated memory is the host's, and so is its size.
uint64_t hostMemoryBytes();

/// What HIP and the simulator's controls keep for each thread.
struct ThreadState {
  int device = 0;
  std::vector<int> contexts; ///< hipCtxPushCurrent's stack, of device numbers
  Error lastError = Error::Success;
  std::string pendingMessage; ///< of the call that runs now
  std::string lastMessage;    ///< of the last call that failed
  std::optional<sim::LaunchStats> lastStats;
  bool profiling = false; ///< launches are counted by instruction
  std::string lastFaultText, lastFaultJson;

  static ThreadState &get();
};

/// `error` with a message for rocke_sim_last_message.
Error fail(Error error, std::string message);
Error fail(Error error, llvm::Error reason);

/// The thread's device, if HIP is usable on it: no bad environment, no fault before.
Error currentDevice(SimDevice *&device);

/// hipDeviceReset of any device.
Error resetDevice(SimDevice &device);

/// A device by its number, for queries, which also work after a fault. InvalidDevice if there is
/// none.
Error lookUpDevice(int ordinal, SimDevice *&device);

/// Success if `stream` is one that may be used; its device in `device`.
Error streamDevice(Stream stream, SimDevice *&device);

/// Runs the body of a HIP function and keeps its error for hipGetLastError. NotReady is an answer,
/// not an error.
template <typename Body> Error api(Body body) {
  ThreadState &thread = ThreadState::get();
  thread.pendingMessage.clear();
  Error error;
  try {
    error = body();
  } catch (const std::bad_alloc &) {
    // A C program could not catch it.
    error = Error::OutOfMemory;
  }
  if (error != Error::Success && error != Error::NotReady) {
    thread.lastError = error;
    thread.lastMessage = std::move(thread.pendingMessage);
  }
  return error;
}

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_RUNTIME_H
