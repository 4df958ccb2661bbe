//===- Device.h - A GPU, real or simulated ----------------------*- C++ -*-===//
//
// The objects of HIP's module API with C++'s ownership. All of them work alike on the simulator and
// on a GPU: every call goes through a HipTable. They keep their device alive, and each frees what
// it stands for when it goes. They may be used from any thread.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_DEVICE_H
#define ROCKE_RUNTIME_DEVICE_H

#include "rocke/compiler/CodeObject.h"
#include "rocke/runtime/HipTable.h"
#include "rocke/runtime/KernelArgs.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocke::runtime {

/// What the objects of one device share.
class DeviceContext;

/// Device memory.
class Buffer {
public:
  Buffer(Buffer &&other) noexcept;
  Buffer &operator=(Buffer &&other) noexcept;
  ~Buffer();

  /// The device's address, which means nothing to the host; 0 for a buffer of no bytes.
  uint64_t address() const { return deviceAddress; }
  uint64_t size() const { return bytes; } ///< bytes

  /// Copies to or from the front of the buffer and waits. Errors on more bytes than it has.
  llvm::Error write(llvm::ArrayRef<uint8_t> from);
  llvm::Error read(llvm::MutableArrayRef<uint8_t> to) const;
  /// Sets every byte.
  llvm::Error fill(uint8_t value);

private:
  friend class Device;
  Buffer(std::shared_ptr<DeviceContext> context, uint64_t address, uint64_t bytes);
  void *pointer() const { return hip::asPointer(deviceAddress); }
  void free();

  std::shared_ptr<DeviceContext> context;
  uint64_t deviceAddress = 0;
  uint64_t bytes = 0;
};

/// An ordered queue of launches. Work in different streams may overlap.
class Stream {
public:
  Stream(Stream &&other) noexcept;
  Stream &operator=(Stream &&other) noexcept;
  ~Stream();

  /// Waits for all that was launched into the stream; its fault is the error, as
  /// Device::synchronize has it.
  llvm::Error synchronize();

private:
  friend class Device;
  friend class Event;
  friend class Kernel;
  Stream(std::shared_ptr<DeviceContext> context, hip::Stream handle);
  void destroy();

  std::shared_ptr<DeviceContext> context;
  hip::Stream handle = nullptr;
};

/// A point in a stream's time.
class Event {
public:
  Event(Event &&other) noexcept;
  Event &operator=(Event &&other) noexcept;
  ~Event();

  /// Puts the event behind what the stream holds; without one, the device's default stream.
  llvm::Error record(const Stream *stream = nullptr);
  llvm::Error synchronize();
  /// From `start` to this event, both recorded and reached. On the simulator it is the host's own
  /// time and says nothing of a GPU's.
  llvm::Expected<float> millisecondsSince(const Event &start) const;

private:
  friend class Device;
  Event(std::shared_ptr<DeviceContext> context, hip::Event handle);
  void destroy();

  std::shared_ptr<DeviceContext> context;
  hip::Event handle = nullptr;
};

/// Extents of a launch.
struct LaunchDims {
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< workgroups
  std::array<uint32_t, 3> block{1, 1, 1}; ///< work-items per workgroup
  uint32_t ldsBytes = 0;                  ///< beyond the LDS that the kernel declares
};

/// A kernel of a module, which must outlive it.
class Kernel {
public:
  const KernelFacts &facts() const { return *kernelFacts; }

  /// Enqueues a launch. Errors on arguments that do not fit (KernelArgs::pack) and on extents that
  /// the device does not take; what goes wrong inside the kernel is an error of the next
  /// synchronize().
  llvm::Error launch(const LaunchDims &dims, const KernelArgs &args,
                     const Stream *stream = nullptr) const;

private:
  friend class Module;
  Kernel(std::shared_ptr<DeviceContext> context, hip::Function handle, const KernelFacts *facts)
      : context(std::move(context)), handle(handle), kernelFacts(facts) {}

  std::shared_ptr<DeviceContext> context;
  hip::Function handle;
  const KernelFacts *kernelFacts;
};

/// A code object on the device.
class Module {
public:
  Module(Module &&other) noexcept;
  Module &operator=(Module &&other) noexcept;
  ~Module();

  const CodeObject &codeObject() const { return *object; }
  /// The error names the kernels that there are.
  llvm::Expected<Kernel> kernel(llvm::StringRef symbol) const;

private:
  friend class Device;
  Module(std::shared_ptr<DeviceContext> context, hip::Module handle, CodeObject object);
  void unload();

  std::shared_ptr<DeviceContext> context;
  hip::Module handle = nullptr;
  std::unique_ptr<CodeObject> object; ///< at one place, as kernels point into it
};

class Device {
public:
  /// Opens a GPU of this architecture ("gfx1151"): on the simulator any that it knows, on HIP the
  /// first one there is. Errors say what is missing; those about HIP name --device=sim.
  static llvm::Expected<Device> open(DeviceKind kind, llvm::StringRef arch);

  DeviceKind kind() const;
  const std::string &arch() const; ///< "gfx1151"
  const std::string &name() const; ///< the product's, as HIP has it

  llvm::Expected<Buffer> allocate(uint64_t bytes) const;
  /// Errors when the code object is for another GPU.
  llvm::Expected<Module> load(CodeObject object) const;
  llvm::Expected<Stream> createStream() const;
  llvm::Expected<Event> createEvent() const;

  /// Waits for all that was launched. The error of a kernel that faulted is the simulator's whole
  /// report; the device is of no use from then on.
  llvm::Error synchronize() const;

  /// What the calling thread's last launch executed; nothing on a GPU, which does not count, and
  /// before a launch that ran to its end.
  std::optional<sim::LaunchStats> lastLaunchStats() const;

  /// What the calling thread's launches are checked for, on any simulated device: "memory,race",
  /// "all", as sim::Checks::parse has it; empty for nothing. Errors on a GPU, which has no
  /// checkers.
  llvm::Error setChecks(llvm::StringRef list) const;
  /// What the checkers found in the calling thread's last launch, also in one that faulted.
  std::vector<sim::CheckReport> lastReports() const;

  /// In which order the calling thread's launches run, on any simulated device: "default",
  /// "seed:7", as sim::Schedule::parse has it; empty for the default. Errors on a GPU.
  llvm::Error setSchedule(llvm::StringRef schedule) const;

  /// Whether the calling thread's launches are counted by instruction, which excludes checks; then
  /// lastLaunchStats() has the profile. Errors on a GPU, which does not count.
  llvm::Error setProfiling(bool enabled) const;

private:
  explicit Device(std::shared_ptr<DeviceContext> context) : context(std::move(context)) {}

  std::shared_ptr<DeviceContext> context;
};

} // namespace rocke::runtime

#endif // ROCKE_RUNTIME_DEVICE_H
