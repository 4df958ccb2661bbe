//===- Simulator.h - Executes code objects on the host ----------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_H
#define ROCKE_RUNTIME_SIMULATOR_H

#include "rocke/compiler/CodeObject.h"
#include "rocke/runtime/FaultKind.h"
#include "rocke/runtime/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocke::sim {

/// Where and why a wavefront stopped.
struct Fault {
  FaultKind kind = FaultKind::Exception;
  std::string reason;      ///< "global load of 4 bytes at 0x... past the end of ..."
  std::string kernel;      ///< symbol
  std::string instruction; ///< disassembly
  uint64_t offset = 0;     ///< of the instruction, in bytes from the kernel's entry, modulo 2^64
  std::array<uint32_t, 3> workgroup{};
  uint32_t wavefront = 0; ///< in its workgroup
  int32_t lane = -1;      ///< -1: no single lane
  std::string sourceFile; ///< builder line, empty without debug info
  uint32_t sourceLine = 0;
  /// All of it on a few lines, ready to print.
  std::string str() const;
};

/// What a launch is checked for beyond what always stops it; docs/simulator.md states each rule.
struct Checks {
  bool memory = false;  ///< wild and misaligned accesses
  bool race = false;    ///< conflicting accesses that nothing orders
  bool init = false;    ///< use of what nothing wrote
  bool wait = false;    ///< use of what has not arrived yet
  bool barrier = false; ///< barriers that a wavefront never reaches

  bool any() const { return memory || race || init || wait || barrier; }
  /// "memory,race", "all". The error names the unknown word and the allowed ones.
  static llvm::Expected<Checks> parse(llvm::StringRef list);
};

/// In which order wavefronts issue and workgroups start; docs/simulator.md says what each keeps.
struct Schedule {
  /// Chooses one of many legal interleavings. Nothing: in order, each wavefront of a workgroup one
  /// instruction in turn.
  std::optional<uint64_t> seed;

  /// "default", "in-order" or "seed:7". The error names what is allowed.
  static llvm::Expected<Schedule> parse(llvm::StringRef text);
};

/// What a checker found at one instruction.
struct CheckReport {
  std::string check;    ///< "memory", "race", "init", "wait" or "barrier"
  Fault where;          ///< the first time, by workgroup
  uint64_t address = 0; ///< that the access is about, in the space that the reason names; or 0
  uint64_t count = 0;   ///< how often: lanes, accesses or registers
  std::string text;     ///< all of it on a few lines, ready to print
};

/// What a launch executed.
struct LaunchStats {
  InstMix executed; ///< wavefront instructions by class
  uint64_t wavefronts = 0;
  uint64_t workgroups = 0;
  uint64_t matrixFlop = 0;
  /// By workgroup and time; the first `maxCheckReports` of them. Empty: nothing was found.
  std::vector<CheckReport> reports;
  /// By address: the instructions from the first to the last one that was executed. Empty unless
  /// LaunchConfig::profile.
  std::vector<InstProfile> profile;
};

/// Instructions that one launch reports at most.
inline constexpr size_t maxCheckReports = 100;

struct LaunchConfig {
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< workgroups
  std::array<uint32_t, 3> block{1, 1, 1}; ///< work-items per workgroup
  uint32_t dynamicLdsBytes = 0;
  Checks checks{};
  bool profile = false; ///< count by instruction; not together with checks
  Schedule schedule{};
};

class LoadedModule;

/// A simulated GPU: memory, loaded code objects, launches. Thread-safe.
class Machine {
public:
  struct Options {
    std::string arch;               ///< "gfx1151", "gfx950", "gfx1100", ...
    unsigned threads = 0;           ///< host threads; 0: one per core
    uint64_t instructionBudget = 0; ///< per wavefront; 0: a large default (runaway loops)
  };
  static llvm::Expected<std::unique_ptr<Machine>> create(const Options &options);
  ~Machine();

  /// Device memory. Addresses are simulated 64-bit addresses, never host pointers; every allocation
  /// is followed by an unmapped gap, so that a wild access is found. 256-byte aligned.
  llvm::Expected<uint64_t> allocate(uint64_t bytes);
  llvm::Error free(uint64_t address);
  llvm::Error write(uint64_t address, const void *from, uint64_t bytes);
  llvm::Error read(void *to, uint64_t address, uint64_t bytes);
  llvm::Error fill(uint64_t address, uint8_t value, uint64_t bytes);

  /// Makes `bytes` of host memory an allocation of the machine at the address that it has on the
  /// host, so that pinned and managed memory is one pointer for both sides. The memory stays the
  /// caller's, who unmaps it before he frees it. Errors where it overlaps an allocation.
  llvm::Error mapHost(void *memory, uint64_t bytes);
  llvm::Error unmapHost(void *memory);

  /// Loads a code object: segments, relocations, symbols. Its GPU must be the machine's.
  llvm::Expected<LoadedModule *> load(llvm::StringRef bytes);
  void unload(LoadedModule *module);
  /// Success if the module has this kernel; else an error that lists the ones it has.
  llvm::Error checkKernel(const LoadedModule *module, llvm::StringRef symbol) const;

  /// Where a global variable of a loaded code object lies. Errors on an unknown name.
  struct GlobalVariable {
    uint64_t address = 0;
    uint64_t bytes = 0;
  };
  llvm::Expected<GlobalVariable> global(LoadedModule *module, llvm::StringRef name) const;

  /// Runs a kernel to its end. `kernarg` is the explicit kernel-argument segment as the metadata
  /// lays it out; hidden arguments are filled in. A fault is an error of class FaultError.
  llvm::Expected<LaunchStats> launch(LoadedModule *module, llvm::StringRef symbol,
                                     const LaunchConfig &config, llvm::ArrayRef<uint8_t> kernarg);

private:
  Machine();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// The error that Machine::launch returns when a wavefront faults.
class FaultError : public llvm::ErrorInfo<FaultError> {
public:
  static char ID;
  explicit FaultError(Fault fault, std::vector<CheckReport> reports = {})
      : fault(std::move(fault)), reports(std::move(reports)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  Fault fault;
  std::vector<CheckReport> reports; ///< of the checkers, from before the fault
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_H
