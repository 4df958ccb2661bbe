//===- MatrixAtom.h - Matrix instructions and their lane layouts -*- C++ -*-===//
//
// A matrix atom is one matrix instruction of the hardware: D = A * B + C on an m x n x k tile,
// spread over the lanes of a wavefront. The atom owns the layout maps between (lane, slot) and
// matrix coordinates; nothing else in rocke knows a lane formula.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_MATRIXATOM_H
#define ROCKE_IR_MATRIXATOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace rocke {

/// Element types that memory and matrix operands have.
enum class ElementType { F16, BF16, F32, F64, I8, I16, I32, I64 };

/// Size of one element in bytes.
unsigned byteSize(ElementType type);
/// "f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64".
llvm::StringRef toString(ElementType type);

/// A place in a matrix. For A it is (m, k), for B (k, n), for C and D (m, n).
struct Coord {
  unsigned row;
  unsigned col;
  friend bool operator==(Coord, Coord) = default;
};

/// A place in a fragment: element `slot` of the packed vector that `lane` holds.
struct LaneSlot {
  unsigned lane;
  unsigned slot;
  friend bool operator==(LaneSlot, LaneSlot) = default;
};

/// The operands of D = A * B + C. C and D share one layout.
enum class MatrixOperand { A, B, C };

/// How a matrix instruction spreads its tiles over the lanes.
enum class FragmentLayout {
  /// gfx11's WMMA. Lane l holds row l%m of A and column l%n of B with all of k in order; the upper
  /// half of the lanes repeats the lower. Slot i of lane l of C and D is row 2*i + l/n, column l%n.
  Wmma,
  /// Dense MFMA of one block. Lane l holds row l%m of A and column l%n of B, with the part of k
  /// that starts at (l/m) * slots. Slot i of lane l of C and D is row
  /// i/4*4*(64/n) + 4*(l/n) + i%4, column l%n.
  Mfma,
};

/// One matrix instruction. Instances are static; compare and store them by pointer.
class MatrixAtom {
public:
  llvm::StringRef name; ///< e.g. "wmma_f32_16x16x16_f16": the instruction without its "v_".
  unsigned m, n, k;     ///< tile extents: A is m x k, B is k x n, C and D are m x n
  ElementType aType, bType, cType;
  unsigned waveSize;               ///< lanes of the wavefront: 32 (WMMA) or 64 (MFMA)
  unsigned aSlots, bSlots, cSlots; ///< elements of the packed vector per lane
  FragmentLayout layout;

  /// Elements per lane of `operand`'s fragment.
  unsigned slots(MatrixOperand operand) const;
  ElementType elementType(MatrixOperand operand) const;
  /// Rows and columns of `operand`'s matrix: (m, k), (k, n) or (m, n).
  Coord extent(MatrixOperand operand) const;

  /// The matrix place that element `slot` of lane `lane` holds. Precondition: lane < waveSize and
  /// slot < slots(operand).
  Coord coord(MatrixOperand operand, unsigned lane, unsigned slot) const;

  /// Every (lane, slot) that holds `place`: one for MFMA and for all C fragments; two for the A and
  /// B fragments of WMMA, whose lanes 16..31 hold copies of lanes 0..15.
  llvm::SmallVector<LaneSlot, 2> holders(MatrixOperand operand, Coord place) const;

  /// Floating-point operations of one instruction: 2 * m * n * k.
  uint64_t flops() const { return 2ull * m * n * k; }

  /// The layout as an affine form that kernels can evaluate on a run-time lane:
  /// row = sum of terms, col = sum of terms, see LaneMap.
  struct LaneMap;
  LaneMap laneMap(MatrixOperand operand) const;
};

/// coord(operand, lane, slot) written so that code can compute it from a run-time lane id:
///   row = lane % laneModulo * rowPerLane + lane / laneModulo * rowPerGroup + rowOfSlot(slot)
///   col = lane % laneModulo * colPerLane + lane / laneModulo * colPerGroup + colOfSlot(slot)
/// where rowOfSlot and colOfSlot come from the tables below (one entry per slot). WMMA's replicated
/// A and B lanes have zero per-group factors.
struct MatrixAtom::LaneMap {
  unsigned laneModulo;
  unsigned rowPerLane, rowPerGroup;
  unsigned colPerLane, colPerGroup;
  llvm::SmallVector<unsigned, 16> rowOfSlot, colOfSlot;
};

/// All atoms that rocke knows, in a fixed order.
llvm::ArrayRef<MatrixAtom> allMatrixAtoms();

/// The atom with this name, or nullptr.
const MatrixAtom *findMatrixAtom(llvm::StringRef name);

} // namespace rocke

#endif // ROCKE_IR_MATRIXATOM_H
