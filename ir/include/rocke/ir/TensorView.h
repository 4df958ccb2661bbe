//===- TensorView.h - Matrices in global memory and windows on them -*- C++ -*-===//
//
// The part of the tile vocabulary that addresses memory. A window keeps two things apart: a base
// that is the same for every lane and moves, in scalar registers, and offsets that differ by lane
// and stay, each in one 32-bit vector register. Moving a window through a loop so costs scalar
// additions only.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_TENSORVIEW_H
#define ROCKE_IR_TENSORVIEW_H

#include "rocke/ir/KernelBuilder.h"

namespace rocke {

/// A matrix in global memory: rows of contiguous elements, `rowStride` elements apart.
class TensorView {
public:
  /// `base` is a global pointer to the element (0, 0), `rowStride` an i32; both are uniform.
  TensorView(KernelBuilder &builder, Value base, Value rowStride)
      : owner(&builder), basePointer(base), stride(rowStride) {}

  KernelBuilder &builder() const { return *owner; }
  Value base() const { return basePointer; }
  Value rowStride() const { return stride; }
  /// Bytes of an element.
  unsigned elementBytes() const { return byteSize(basePointer.type().element()); }

  /// The same matrix elsewhere.
  TensorView at(Value base) const { return TensorView(*owner, base, stride); }
  /// The matrix that starts `elements` (i64, uniform) further on.
  TensorView shiftBy(Operand elements) const;
  /// The matrix that starts at row `row` (i32, uniform, not negative).
  TensorView rowsFrom(Operand row) const;

private:
  KernelBuilder *owner;
  Value basePointer;
  Value stride;
};

/// What a wavefront reads or writes of a view: each lane has its own rows, each from its own column
/// on. Rows and columns count from the view's base, and must keep byte offsets below 2^32.
class TileWindow {
public:
  /// One lane offset per row in `rows`; all start at `column`. i32, not negative.
  TileWindow(const TensorView &view, llvm::ArrayRef<Operand> rows, Operand column,
             SourceLoc loc = SourceLoc::current());
  TileWindow(const TensorView &view, Operand row, Operand column,
             SourceLoc loc = SourceLoc::current())
      : TileWindow(view, llvm::ArrayRef(row), column, loc) {}

  /// `count` elements of row number `row` of the window, from `column` columns past its first on.
  /// `align` is in bytes, as in KernelBuilder::globalLoad.
  Value load(unsigned row, unsigned column, unsigned count, unsigned align = 0,
             SourceLoc loc = SourceLoc::current()) const;
  void store(Value value, unsigned row, unsigned column, unsigned align = 0,
             SourceLoc loc = SourceLoc::current()) const;

  unsigned numRows() const { return offsets.size(); }
  KernelBuilder &builder() const { return view.builder(); }
  /// The uniform pointer, for a loop to carry.
  Value base() const { return view.base(); }
  /// The same window on another base.
  TileWindow at(Value base) const;
  /// The window `rows` (i32, uniform) rows further down.
  TileWindow shiftBy(Operand rows) const;

private:
  TensorView view;
  Values offsets; ///< i32, in bytes
};

} // namespace rocke

#endif // ROCKE_IR_TENSORVIEW_H
