//===- MmaAtom.h - A matrix instruction on tiles ----------------*- C++ -*-===//
//
// A matrix atom together with the lane that executes it: fragments are loaded, multiplied and
// located in terms of rows and columns. Fragments and accumulators are one packed vector each. All
// lane arithmetic comes from the atom's layout maps.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_MMAATOM_H
#define ROCKE_IR_MMAATOM_H

#include "rocke/ir/TensorView.h"

namespace rocke {

class MmaAtom {
public:
  /// An atom of the builder's GPU whose A, B and C spread over the lanes in equal groups. Anything
  /// else is a mistake that the builder records.
  MmaAtom(KernelBuilder &builder, llvm::StringRef name, SourceLoc loc = SourceLoc::current());

  KernelBuilder &builder() const { return *owner; }
  const MatrixAtom &atom() const { return *record; }

  /// The lane in its group: the row of A, or the column of B and C, that it holds.
  Value lane() const { return laneInGroup; }
  /// The number of the lane's group.
  Value group() const { return groupIndex; }
  unsigned lanesPerGroup() const { return groupSize; }
  unsigned numGroups() const { return record->waveSize / groupSize; }

  /// A window for loadFragment on `row` (i32), counted from the view's base, of a matrix that holds
  /// A's rows or B's columns as rows.
  TileWindow operandWindow(const TensorView &view, Operand row,
                           SourceLoc loc = SourceLoc::current()) const;
  /// The A or B fragment whose k starts at `column`.
  Value loadFragment(const TileWindow &window, unsigned column, unsigned align = 0,
                     SourceLoc loc = SourceLoc::current()) const;

  Value zeroAccumulator(SourceLoc loc = SourceLoc::current()) const;
  Value mma(Value a, Value b, Value c, SourceLoc loc = SourceLoc::current()) const;
  /// The lane's f32 as a factor for scale(). Even and odd elements come from two neighbouring
  /// registers, which lie in different banks: multiplications then issue in pairs where the GPU has
  /// them.
  Value scaleFactor(Value factor, SourceLoc loc = SourceLoc::current()) const;
  /// Every element of an accumulator times the lane's factor.
  Value scale(Value accumulator, Value scaleFactor, SourceLoc loc = SourceLoc::current()) const {
    return accumulator * Operand(scaleFactor, loc);
  }

  /// The row of C that slot 0 of this lane holds: what its group adds to accumulatorRow(slot).
  Value accumulatorRow(SourceLoc loc = SourceLoc::current()) const;
  /// The row of C that `slot` of the lanes of group 0 holds.
  unsigned accumulatorRow(unsigned slot) const;

  /// The order of A's rows in which accumulators come out in sequence: if row r of A is item
  /// itemOfRow(r), slot i of group g of C is item g * slots + i.
  Value itemOfRow(Value row, SourceLoc loc = SourceLoc::current()) const;

private:
  KernelBuilder *owner;
  const MatrixAtom *record;
  unsigned groupSize;
  Value laneInGroup, groupIndex;
};

/// The transpose of a matrix of 16-bit elements: rows[k][t] of each lane becomes result[t][k]. The
/// number of rows and the length of each must be even. One v_perm_b32 per pair of elements.
Values transpose16(KernelBuilder &builder, llvm::ArrayRef<Value> rows,
                   SourceLoc loc = SourceLoc::current());

} // namespace rocke

#endif // ROCKE_IR_MMAATOM_H
