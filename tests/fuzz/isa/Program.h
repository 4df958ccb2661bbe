//===- Program.h - Random programs ------------------------------*- C++ -*-===//
//
// A program is a list of statements over typed registers, every one of which has a value from the
// start. So any statement can be left out and what remains is a program still: that is what makes
// shrinking simple. Emit.h turns a program into LLVM IR, where registers become SSA values.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TESTS_FUZZ_ISA_PROGRAM_H
#define ROCKE_TESTS_FUZZ_ISA_PROGRAM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rocke::fuzz {

enum class Type : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  F64,
  I8x4,
  I16x2,
  I32x2,
  F16x2,
  BF16x2,
  F32x2,
};
inline constexpr unsigned numTypes = static_cast<unsigned>(Type::F32x2) + 1;

/// What a type is made of.
struct TypeInfo {
  const char *name;
  Type element;   ///< itself for a scalar
  unsigned count; ///< elements
  unsigned bits;  ///< of an element
  bool isFloat;
};
const TypeInfo &info(Type type);
inline bool isVector(Type type) { return info(type).count > 1; }
inline bool isFloat(Type type) { return info(type).isFloat; }
inline bool isInteger(Type type) { return !info(type).isFloat && type != Type::I1; }
/// F16 or BF16, or a vector of them.
inline bool isHalf(Type type) { return isFloat(type) && info(type).bits == 16; }
/// Infinity's bits, above which there are only NaNs; of a floating-point type.
uint64_t infinityOf(Type element);
/// In memory; an I1 takes a byte.
inline unsigned byteSize(Type type) { return (info(type).count * info(type).bits + 7) / 8; }

enum class Op : uint8_t {
#define ROCKE_FUZZ_OP(name, form, weight) name,
#include "Ops.def"
#undef ROCKE_FUZZ_OP
};
const char *toString(Op op);

/// A register, or a constant when `reg` is negative.
struct Operand {
  Type type = Type::I32;
  int reg = -1;
  uint64_t bits = 0; ///< of the constant, as it lies in memory
};

enum class StmtKind : uint8_t {
  Compute,      ///< dst = op(operands)
  If,           ///< operand 0 is the I1; blocks: then, else
  Switch,       ///< operand 0 modulo the number of blocks chooses one
  Loop,         ///< (operand 0 & 3) + (imm & 1) times; dst, if any, gets the counter
  BreakIf,      ///< leaves the innermost loop when operand 0 is set
  ContinueIf,   ///< goes on with its next iteration
  Call,         ///< dst = functions[imm](operands); or by operand 3, an I1, of two functions
  Load,         ///< dst = memory of `space` at operand 0
  Store,        ///< memory of `space` at operand 0 = operand 1
  AtomicOwn,    ///< dst = old value of the work-item's own memory at operand 0, then op operand 1
  AtomicShared, ///< accumulator imm op= operand 0
  Approximate,  ///< approximation slot imm = function(operand 0)
  Exchange,     ///< dst = another lane's operand 0; at the top level only
};

/// Memory that a Load or Store goes to. All but Table and BufferTable is the work-item's own slice
/// of `sliceBytes`.
enum class Space : uint8_t {
  Private, ///< an array on the stack: scratch or registers
  Global,
  Lds,
  Flat,        ///< Lds or Global through a generic pointer, by operand 2, an I1
  FlatPrivate, ///< Private or Global through a generic pointer, the same way
  Table,       ///< read only, the same for all work-items
  Buffer,      ///< Global through a buffer descriptor of one slice; offsets may leave it
  BufferTable, ///< Table the same way
};
inline constexpr unsigned numSpaces = static_cast<unsigned>(Space::BufferTable) + 1;

enum class AtomicOp : uint8_t {
  Add,
  Sub,
  And,
  Or,
  Xor,
  UMin,
  UMax,
  SMin,
  SMax,
  FAdd,
  FMin,
  FMax, // commutative
  Exchange,
  IncWrap,
  DecWrap,
  CompareExchange, // with a result only
};
inline constexpr unsigned numSharedAtomics = static_cast<unsigned>(AtomicOp::FMax) + 1;
inline constexpr unsigned numAtomics = static_cast<unsigned>(AtomicOp::CompareExchange) + 1;

/// Approximate instructions and LLVM's expansions of functions.
enum class Approximation : uint8_t {
  Exp2,
  Log2,
  Rcp,
  Rsq,
  Sqrt,
  Sin,
  Cos, // v_exp, v_log, ...; sin and cos of revolutions
  Exp2Full,
  Log2Full,
  ExpFull,
  LogFull, // llvm.exp2, ...: F32 only
};
inline constexpr unsigned numApproximations = static_cast<unsigned>(Approximation::LogFull) + 1;

/// Where a lane's new value comes from.
enum class Move : uint8_t {
  LdsRotate, ///< work-item + imm of the workgroup
  LdsGather, ///< work-item operand 1 of the workgroup
  Bpermute,  ///< lane operand 1 of the half wave
  ReadLane,  ///< lane operand 1, which is uniform
  ReadFirstLane,
  Dpp, ///< DPP control, masks and bound control from imm; old value: operand 1
  Dpp8,
  PermlaneX16, ///< selectors: operands 1 and 2, uniform
  Permlane16,
  Swizzle,
  Swap32, ///< v_permlane32_swap of operands 0 and 1, the results xored
  Swap16,
  Ballot,     ///< I1 to I64
  CountBelow, ///< bits of operand 0 below the lane's own, plus operand 1
  Permute,    ///< to lane (lane ^ imm) of the half wave
  WriteLane,  ///< lane operand 1, uniform, gets operand 2, uniform
  OtherHalf,  ///< lane ^ 32 of a wavefront of 64
  LoadLds,    ///< LdsRotate of what a load to LDS brings from Table at operand 0
  Matrix,     ///< a matrix instruction of the GPU (Matrix.h)
};
inline constexpr unsigned numMoves = static_cast<unsigned>(Move::Matrix) + 1;

struct Stmt {
  StmtKind kind = StmtKind::Compute;
  Op op = Op::Add;                 ///< Compute
  Space space = Space::Private;    ///< Load, Store; AtomicOwn and AtomicShared: Global or Lds
  AtomicOp atomic = AtomicOp::Add; ///< AtomicOwn
  Approximation function = Approximation::Exp2;
  Move move = Move::LdsRotate;
  int dst = -1;          ///< register, -1 where there is none
  Type type = Type::I32; ///< Compute: of the result; Load, Store, Atomic: of the access
  std::vector<Operand> operands;
  uint64_t imm = 0; ///< whatever else the statement needs
  std::vector<std::vector<Stmt>> blocks;
};
using Block = std::vector<Stmt>;

struct Register {
  Type type = Type::I32;
  bool uniform = false; ///< the same in all work-items, whatever statements are left out
  bool stored = true;   ///< its last value is an output
};

/// A function of its own: i64 (i32, i64, float), in registers 0, 1 and 2; the result is register 1.
struct Function {
  std::vector<Register> registers;
  Block body;
};

/// A memory cell that all work-items change, by one commutative operation.
struct Accumulator {
  Space space = Space::Global; ///< Global: one for the launch; Lds: one for each workgroup
  AtomicOp op = AtomicOp::Add;
  Type type = Type::I32; ///< I32, I64, F32 or F64
  uint64_t initial = 0;
};

/// How floating-point operations round and whether they keep denormals: the MODE register. F16 and
/// F64 share one half of it. Programs with modes of their own have no BF16.
struct FloatModes {
  struct Half {
    bool flushInput = false, flushOutput = false;
    unsigned rounding = 0; ///< nearest even, up, down, toward zero
  };
  Half single, others;

  const Half &of(Type element) const { return element == Type::F32 ? single : others; }
  bool flush() const {
    return single.flushInput || single.flushOutput || others.flushInput || others.flushOutput;
  }
  bool round() const { return single.rounding != 0 || others.rounding != 0; }
  bool plain() const { return !flush() && !round(); }
};

inline constexpr unsigned sliceBytes = 64;
inline constexpr unsigned tableBytes = 1024;

struct Program {
  uint64_t seed = 0;
  unsigned block = 64; ///< work-items of a workgroup
  unsigned grid = 2;   ///< workgroups
  bool promote = true; ///< registers become SSA values; else they stay in scratch
  /// Whether gfx11's 16-bit values may share a register (LLVM's feature real-true16), or lie in the
  /// low half of one each, as compilers before LLVM 21 have it.
  bool sharesRegisters = true;
  FloatModes modes;
  /// Whether LLVM may combine statements with each other; else it knows nothing of the registers
  /// that one reads. What LLVM gets wrong is nearly always a combination.
  bool combines = true;
  unsigned vgprs = 0;      ///< that LLVM may use, so that it has to spill; 0: as it likes
  unsigned wavesPerEu = 0; ///< that it has to make room for; 0: as it likes
  std::vector<Register> registers;
  std::vector<Accumulator> accumulators;
  unsigned approximations = 0; ///< slots
  std::vector<Function> functions;
  Block body;

  unsigned items() const { return block * grid; }
  /// Whether LLVM may use instructions for the dot products of bytes. It also makes them of sums of
  /// products that are not the dot products of anything, when there is arithmetic of bytes.
  bool hasDots() const;
};

/// Calls `visit` for each statement of a block, outer ones first.
void forEachStmt(const Block &block, llvm::function_ref<void(const Stmt &)> visit);
/// The same for a program, its functions last.
void forEachStmt(const Program &program, llvm::function_ref<void(const Stmt &)> visit);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_PROGRAM_H
