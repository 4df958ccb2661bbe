//===- KernelBuilder.h - The C++ face that kernels are written in -*- C++ -*-===//
//
// A kernel is a C++ program that calls a KernelBuilder: each call appends one operation to the
// kernel. For example
//
//   using namespace rocke::types;
//   KernelBuilder b(context, {.name = "twice", .arch = "gfx1151", .workgroupSize = {64, 1, 1}});
//   Value src = b.globalParam("src", f32, {.readOnly = true});
//   Value dst = b.globalParam("dst", f32);
//   Value offset = (b.workgroupId() * 64 + b.workitemId()) * 4;
//   b.globalStore(b.globalLoad(src, offset, f32) * 2.0, dst, offset);
//   llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = b.finish();
//
// Each operation carries the line of the builder program that made it.
//
// Mistakes never assert or throw. The first one (f32 added to i32, say) is kept with its line;
// what follows appends nothing and yields empty Values; finish() returns the error.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_KERNELBUILDER_H
#define ROCKE_IR_KERNELBUILDER_H

#include "rocke/ir/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy> class OwningOpRef;
} // namespace mlir

namespace rocke {

struct Arch;
struct BuilderImpl;

/// What is fixed about a kernel before its body.
struct KernelOptions {
  std::string name;                              ///< the symbol
  std::string arch;                              ///< a name of ir/target: "gfx1151"
  std::array<int32_t, 3> workgroupSize{1, 1, 1}; ///< work-items
  /// Wavefronts per SIMD that the register allocator must leave room for.
  std::optional<unsigned> wavesPerEu = {};
};

/// What a kernel promises about a global pointer.
struct GlobalParamOptions {
  bool readOnly = false; ///< nothing writes the memory while the kernel runs
  bool noAlias = false;  ///< no other parameter reaches the memory
};

enum class Dim { X, Y, Z };

/// Which memory a workgroup barrier orders.
enum class BarrierFence { None, Lds, All };

/// Classes of instructions for sched_group_barrier and sched_barrier; bits of LLVM's mask.
enum class SchedClass : uint32_t {
  Alu = 0x1,
  Valu = 0x2,
  Salu = 0x4,
  Mma = 0x8,
  Vmem = 0x10,
  VmemRead = 0x20,
  VmemWrite = 0x40,
  Ds = 0x80,
  DsRead = 0x100,
  DsWrite = 0x200,
  Trans = 0x400,
};

enum class Reduction { Add, Max, Min };

class KernelBuilder {
public:
  /// Starts a module with one kernel. `context` must outlive the builder and the module.
  KernelBuilder(mlir::MLIRContext &context, const KernelOptions &options,
                SourceLoc loc = SourceLoc::current());
  ~KernelBuilder();
  KernelBuilder(const KernelBuilder &) = delete;
  KernelBuilder &operator=(const KernelBuilder &) = delete;

  /// Ends the kernel, verifies the module and hands it over; call it once. Errors: the first
  /// mistake that was made, or what the verifier says, with the line of the builder program.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> finish(SourceLoc loc = SourceLoc::current());

  /// Records a mistake, unless there has been one already.
  void fail(std::string message, SourceLoc loc = SourceLoc::current());
  bool failed() const;
  /// The GPU that the kernel is for, or null if there is none of that name (a recorded mistake).
  const Arch *arch() const;

  // -- Parameters, in order of the calls ---------------------------------------------------------

  Value globalParam(llvm::StringRef name, ValueType element, GlobalParamOptions options = {},
                    SourceLoc loc = SourceLoc::current());
  /// i32, i64, f32 or f64; uniform.
  Value scalarParam(llvm::StringRef name, ValueType type, SourceLoc loc = SourceLoc::current());

  // -- Ids, all i32 ------------------------------------------------------------------------------

  Value workitemId(Dim dim = Dim::X, SourceLoc loc = SourceLoc::current());
  Value workgroupId(Dim dim = Dim::X, SourceLoc loc = SourceLoc::current());
  Value laneId(SourceLoc loc = SourceLoc::current());
  Value waveId(SourceLoc loc = SourceLoc::current());

  // -- Constants ---------------------------------------------------------------------------------

  /// A constant of `type`; of a vector type, every element has the value.
  Value constant(ValueType type, Operand value);
  /// The vector (0, 1, ..., count - 1) of i32.
  Value iota(unsigned count, SourceLoc loc = SourceLoc::current());

  // -- Arithmetic; see Value for the operators ---------------------------------------------------

  /// Of floats, a NaN gives way to a number. Integers are signed.
  Value max(Operand lhs, Operand rhs);
  Value min(Operand lhs, Operand rhs);
  /// lhs < rhs with integers as unsigned.
  Value unsignedLess(Operand lhs, Operand rhs);
  /// a * b + c, rounded once.
  Value fma(Operand a, Operand b, Operand c);
  /// 2^x by v_exp_f32: 1 ULP, subnormal results flushed. f32 or a vector of it.
  Value exp2(Value value, SourceLoc loc = SourceLoc::current());
  /// 1/x by v_rcp_f32: 1 ULP. f32 or a vector of it.
  Value rcp(Value value, SourceLoc loc = SourceLoc::current());
  /// a[0] * b[0] + a[1] * b[1] + c for two f16 or two bf16 and an f32, by v_dot2_f32_*.
  Value dot2(Value a, Value b, Value c, SourceLoc loc = SourceLoc::current());
  /// `condition` is i1, or a vector of i1 as long as the operands.
  Value select(Value condition, Operand ifTrue, Operand ifFalse);

  // -- Conversions; vectors convert element by element -------------------------------------------

  /// To another numeric type. Between floats: rounds to nearest even. From an integer to a longer
  /// one: extends the sign; to a shorter one: drops high bits; to a float: signed. From a float to
  /// an integer: signed, toward zero. From a boolean: 0 or 1.
  Value convert(Value value, ValueType element, SourceLoc loc = SourceLoc::current());
  /// The same with the integers as unsigned.
  Value convertUnsigned(Value value, ValueType element, SourceLoc loc = SourceLoc::current());
  /// The same bits as another type of equal size; scalars and vectors may stand for each other.
  Value bitcast(Value value, ValueType type, SourceLoc loc = SourceLoc::current());
  /// Two f32 to a vector of two f16, rounded toward zero (v_cvt_pk_rtz_f16_f32).
  Value cvtPkRtz(Value lo, Value hi, SourceLoc loc = SourceLoc::current());
  /// v_perm_b32: byte i of the result is byte `selector >> 8i & 255` of the pair, where 0 to 3 are
  /// the bytes of `lo` and 4 to 7 those of `hi`. All are i32.
  Value perm(Value hi, Value lo, uint32_t selector, SourceLoc loc = SourceLoc::current());

  // -- Vectors -----------------------------------------------------------------------------------

  Value splat(Value scalar, unsigned count, SourceLoc loc = SourceLoc::current());
  Value fromElements(llvm::ArrayRef<Value> elements, SourceLoc loc = SourceLoc::current());
  Value extract(Value vector, unsigned index, SourceLoc loc = SourceLoc::current());
  Value insert(Value vector, Value element, unsigned index, SourceLoc loc = SourceLoc::current());
  /// `count` elements from `begin` on.
  Value slice(Value vector, unsigned begin, unsigned count, SourceLoc loc = SourceLoc::current());
  /// Vectors of one element type, end to end.
  Value concat(llvm::ArrayRef<Value> vectors, SourceLoc loc = SourceLoc::current());

  // -- Memory ------------------------------------------------------------------------------------
  //
  // An access is at base + offset + imm, in bytes. `offset` is i32 and unsigned; `imm` rides in the
  // instruction where it fits. The address is a multiple of `align` bytes; 0 stands for the size of
  // the access, at most 16. `type` is the element type of the memory or a vector of 1, 2, 3, 4, 8
  // or 16 of it.

  Value globalLoad(Value base, Operand offset, ValueType type, int32_t imm = 0, unsigned align = 0,
                   SourceLoc loc = SourceLoc::current());
  void globalStore(Value value, Value base, Operand offset, int32_t imm = 0, unsigned align = 0,
                   SourceLoc loc = SourceLoc::current());
  Value ldsLoad(Value lds, Operand offset, ValueType type, int32_t imm = 0, unsigned align = 0,
                SourceLoc loc = SourceLoc::current());
  void ldsStore(Value value, Value lds, Operand offset, int32_t imm = 0, unsigned align = 0,
                SourceLoc loc = SourceLoc::current());
  /// A global pointer moved by a uniform number of bytes, i64.
  Value advance(Value base, Operand bytes);
  /// A buffer of the workgroup's LDS, uninitialised. It may be called anywhere in the kernel.
  Value ldsAlloc(ValueType element, unsigned count, unsigned align = 16,
                 SourceLoc loc = SourceLoc::current());

  // -- Matrix and cross-lane operations ----------------------------------------------------------

  /// a * b + c by the matrix instruction `atom`, on packed fragments.
  Value mma(const MatrixAtom &atom, Value a, Value b, Value c,
            SourceLoc loc = SourceLoc::current());
  /// The 32-bit value of lane (lane ^ mask). Every lane must be active.
  Value laneXor(Value value, unsigned mask, SourceLoc loc = SourceLoc::current());
  /// Combines an f32 or i32 over the lanes that differ in bits of `mask`; all of them get the
  /// result.
  Value xorReduce(Reduction reduction, Value value, unsigned mask,
                  SourceLoc loc = SourceLoc::current());
  /// The i32 or f32 of the first active lane; uniform.
  Value readFirstLane(Value value, SourceLoc loc = SourceLoc::current());
  /// One bit per lane; an integer as wide as a wavefront.
  Value ballot(Value predicate, SourceLoc loc = SourceLoc::current());

  // -- Synchronization and scheduling ------------------------------------------------------------

  /// Waits for every wavefront of the workgroup; control flow must be uniform.
  void barrier(BarrierFence fence = BarrierFence::Lds, SourceLoc loc = SourceLoc::current());
  /// Orders the LDS accesses of one wavefront; no instruction.
  void waveBarrier(SourceLoc loc = SourceLoc::current());
  /// Waits until at most so many loads are outstanding; a counter without a value is not waited
  /// for.
  void wait(std::optional<unsigned> vmcnt, std::optional<unsigned> lgkmcnt = {},
            SourceLoc loc = SourceLoc::current());
  /// No instruction crosses but those of the classes in `mask`.
  void schedBarrier(uint32_t mask = 0, SourceLoc loc = SourceLoc::current());
  /// Asks for `size` instructions of a class next.
  void schedGroupBarrier(SchedClass group, unsigned size, unsigned syncId = 0,
                         SourceLoc loc = SourceLoc::current());
  /// Asks for one of LLVM's interleavings of the block.
  void iglpOpt(unsigned variant, SourceLoc loc = SourceLoc::current());
  /// The same value, an f32, an i32 or a vector of these, in vector registers of its own; the code
  /// generator can neither see through it nor recompute it. No instruction. For constants that must
  /// stay in registers, and for copies of a value in neighbouring registers.
  Value pin(Value value, SourceLoc loc = SourceLoc::current());
  /// The wavefront's issue priority, 0 to 3.
  void setPriority(unsigned priority, SourceLoc loc = SourceLoc::current());

  // -- Control flow ------------------------------------------------------------------------------

  using LoopBody = llvm::function_ref<Values(Value iv, llvm::ArrayRef<Value> carried)>;
  /// for (iv = lower; iv < upper; iv += step), signed, of one integer type. `body` gets the values
  /// that the iteration before returned, `inits` in the first, and returns those for the next: as
  /// many and of the same types. The result is what the last returned.
  Values forLoop(Operand lower, Operand upper, Operand step, llvm::ArrayRef<Value> inits,
                 LoopBody body, SourceLoc loc = SourceLoc::current());
  void ifThen(Value condition, llvm::function_ref<void()> body,
              SourceLoc loc = SourceLoc::current());
  /// Both sides return values of the same number and types; the result is those of the side taken.
  Values ifThenElse(Value condition, llvm::function_ref<Values()> thenBody,
                    llvm::function_ref<Values()> elseBody, SourceLoc loc = SourceLoc::current());

private:
  friend class LocationScope;
  friend struct BuilderImpl;
  std::unique_ptr<BuilderImpl> impl;
};

/// While it lives, every operation gets `loc` for its location: a library function in place of its
/// own lines shows its caller's. Of nested scopes the outermost counts.
class LocationScope {
public:
  LocationScope(KernelBuilder &builder, SourceLoc loc);
  ~LocationScope();
  LocationScope(const LocationScope &) = delete;
  LocationScope &operator=(const LocationScope &) = delete;

private:
  KernelBuilder &builder;
  bool isOutermost;
};

} // namespace rocke

#endif // ROCKE_IR_KERNELBUILDER_H
