//===- Observer.h - What looks on while a workgroup runs --------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_OBSERVER_H
#define ROCKE_RUNTIME_SIMULATOR_OBSERVER_H

#include <cstdint>
#include <string>

namespace rocke::sim {

struct DecodedInst;
struct Wavefront;
struct Workgroup;

/// What an access does.
enum class Action : uint8_t { Load, Store, Atomic };

enum class Space : uint8_t { Global, Lds, Scratch };

/// One access of one lane.
struct MemoryAccess {
  Space space;
  Action action;
  int32_t lane; ///< -1: scalar memory
  uint64_t bytes;
  uint64_t address; ///< LDS: into the workgroup's; scratch: into the lane's
  bool allowed;     ///< lies inside of an allocation, of LDS, of scratch
};

/// Sees what the wavefronts of one workgroup after the other do, not of all of them: each host
/// thread, and each workgroup that is under way at the same time, has an observer.
class Observer {
public:
  virtual ~Observer() = default;

  /// The wavefronts are about to start: registers, LDS and scratch are set. `position` grows from
  /// call to call, and orders the workgroups of all observers: as the grid does, or by the time at
  /// which a schedule started them.
  virtual void startGroup(const Workgroup &group, uint64_t position) = 0;
  /// Around an instruction at `address`, which is not `wave.pc`. One that faults has no end.
  virtual void beforeInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) = 0;
  virtual void afterInst(const Wavefront &wave, const DecodedInst &inst, uint64_t address) = 0;
  /// An access of the instruction that runs; lanes come in ascending order, or those of an atomic
  /// in descending order where a seeded schedule says so.
  virtual void access(const MemoryAccess &access) = 0;
  /// An access that is not allowed. Null, and it faults for this reason; or bytes that are read and
  /// written in its place.
  virtual uint8_t *wildAccess(const Wavefront &wave, const MemoryAccess &access,
                              const std::string &reason) = 0;
  /// All wavefronts that have not ended wait at a barrier, which lets them go now.
  virtual void barrier(const Workgroup &group) = 0;
  /// All wavefronts have ended. Not called after a fault.
  virtual void endGroup(const Workgroup &group) = 0;
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_OBSERVER_H
