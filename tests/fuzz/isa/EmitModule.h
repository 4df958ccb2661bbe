//===- EmitModule.h - Programs as LLVM modules ------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_EMITMODULE_H
#define ROCKE_TESTS_FUZZ_ISA_EMITMODULE_H

#include "OpEmitter.h"
#include "Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DataLayout.h"
#include <memory>
#include <string>

namespace rocke::fuzz {

/// Buffers of a launch, in the order of the kernel's parameters. A register's value takes 8 bytes.
enum class Arg : uint8_t {
  In,             ///< registers of each work-item
  Uniform,        ///< registers, once
  Table,          ///< tableBytes
  Global,         ///< sliceBytes for each work-item
  Out,            ///< registers of each work-item
  Approximations, ///< of each work-item: 16 bytes a slot: input, result
  Accumulators,   ///< the first block is the launch's, the others each workgroup's: 8 bytes a cell
};
inline constexpr unsigned numArgs = static_cast<unsigned>(Arg::Accumulators) + 1;

/// Bytes of each buffer.
uint64_t argBytes(const Program &program, Arg arg);

/// A kernel for each program: kernelName(0), kernelName(1), ...
std::unique_ptr<llvm::Module> emitGpuModule(llvm::LLVMContext &context,
                                            llvm::ArrayRef<const Program *> programs,
                                            const Side &side);
std::string kernelName(unsigned index);

/// What the host runs of a program: phases, each for all work-items before the next one.
using HostPhase = void (*)(uint8_t *frame, const uint8_t *table, uint8_t *globalBase, uint8_t *lds,
                           uint8_t *approximations, uint8_t *accumulators, uint8_t *groupCells,
                           uint64_t *exchange, uint32_t item, uint32_t local);
/// A work-item's frame: its registers, then its private slice.
uint64_t frameBytes(const Program &program);
/// One more than there are exchanges.
unsigned phaseCount(const Program &program);
std::string phaseName(unsigned index, unsigned phase);
std::unique_ptr<llvm::Module> emitHostModule(llvm::LLVMContext &context,
                                             llvm::ArrayRef<const Program *> programs,
                                             const Side &side, const llvm::DataLayout &layout);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_EMITMODULE_H
