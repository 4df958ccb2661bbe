//===- TensorView.cpp - Matrices in global memory and windows on them -----===//
#include "rocke/ir/TensorView.h"

using namespace rocke;
using namespace rocke::types;

TensorView TensorView::shiftBy(Operand elements) const {
  LocationScope scope(*owner, elements.loc());
  Value bytes = elements.kind() == Operand::Kind::Value
                    ? elements.value() * elementBytes()
                    : owner->constant(i64, elements) * elementBytes();
  return TensorView(*owner, owner->advance(basePointer, bytes), stride);
}

TensorView TensorView::rowsFrom(Operand row) const {
  LocationScope scope(*owner, row.loc());
  Value first = row.kind() == Operand::Kind::Value ? row.value() : owner->constant(i32, row);
  return shiftBy(owner->convert(first, i64) * owner->convert(stride, i64));
}

TileWindow::TileWindow(const TensorView &view, llvm::ArrayRef<Operand> rows, Operand column,
                       SourceLoc loc)
    : view(view) {
  LocationScope scope(builder(), loc);
  for (const Operand &row : rows)
    offsets.push_back((view.rowStride() * row + column) * view.elementBytes());
}

Value TileWindow::load(unsigned row, unsigned column, unsigned count, unsigned align,
                       SourceLoc loc) const {
  return builder().globalLoad(base(), offsets[row], ValueType(base().type().element()).x(count),
                              column * view.elementBytes(), align, loc);
}

void TileWindow::store(Value value, unsigned row, unsigned column, unsigned align,
                       SourceLoc loc) const {
  builder().globalStore(value, base(), offsets[row], column * view.elementBytes(), align, loc);
}

TileWindow TileWindow::at(Value base) const {
  TileWindow moved = *this;
  moved.view = TensorView(builder(), base, view.rowStride());
  return moved;
}

TileWindow TileWindow::shiftBy(Operand rows) const { return at(view.rowsFrom(rows).base()); }
