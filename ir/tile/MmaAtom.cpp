//===- MmaAtom.cpp - A matrix instruction on tiles ------------------------===//
#include "rocke/ir/MmaAtom.h"
#include "rocke/ir/Arch.h"
#include <cassert>
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::types;

MmaAtom::MmaAtom(KernelBuilder &builder, llvm::StringRef name, SourceLoc loc)
    : owner(&builder), record(findMatrixAtom(name)) {
  LocationScope scope(builder, loc);
  const Arch *arch = builder.arch();
  if (!record || !arch || !arch->hasAtom(name)) {
    builder.fail(
        fmt::format("{} has no matrix atom '{}'", arch ? arch->name.str() : "the GPU", name.str()),
        loc);
    // Whatever the atom, nothing more is appended; the rest of the kernel needs one to ask.
    record = allMatrixAtoms().begin();
  }
  groupSize = record->laneMap(MatrixOperand::C).laneModulo;
  for (MatrixOperand operand : {MatrixOperand::A, MatrixOperand::B})
    if (record->laneMap(operand).laneModulo != groupSize)
      builder.fail(fmt::format("the operands of {} spread over the lanes in unequal groups",
                               record->name.str()),
                   loc);
  Value lane = builder.laneId();
  laneInGroup = lane % groupSize;
  groupIndex = lane / groupSize;
}

TileWindow MmaAtom::operandWindow(const TensorView &view, Operand row, SourceLoc loc) const {
  LocationScope scope(*owner, loc);
  // A and B mirror each other: A's columns are B's rows.
  unsigned perGroup = record->laneMap(MatrixOperand::A).colPerGroup;
  return perGroup == 0 ? TileWindow(view, row, 0) : TileWindow(view, row, groupIndex * perGroup);
}

Value MmaAtom::loadFragment(const TileWindow &window, unsigned column, unsigned align,
                            SourceLoc loc) const {
  return window.load(0, column, record->slots(MatrixOperand::A), align, loc);
}

Value MmaAtom::zeroAccumulator(SourceLoc loc) const {
  ValueType type = ValueType(record->cType).x(record->cSlots);
  return owner->constant(type, Operand(0, loc));
}

Value MmaAtom::mma(Value a, Value b, Value c, SourceLoc loc) const {
  return owner->mma(*record, a, b, c, loc);
}

Value MmaAtom::scaleFactor(Value factor, SourceLoc loc) const {
  LocationScope scope(*owner, loc);
  Value pair = owner->pin(owner->splat(factor, 2));
  return owner->concat(Values(record->cSlots / 2, pair));
}

Value MmaAtom::accumulatorRow(SourceLoc loc) const {
  LocationScope scope(*owner, loc);
  return groupIndex * record->laneMap(MatrixOperand::C).rowPerGroup;
}

unsigned MmaAtom::accumulatorRow(unsigned slot) const {
  return record->laneMap(MatrixOperand::C).rowOfSlot[slot];
}

Value MmaAtom::itemOfRow(Value row, SourceLoc loc) const {
  LocationScope scope(*owner, loc);
  auto item = [&](unsigned r) {
    LaneSlot holder = record->holders(MatrixOperand::C, {r, 0}).front();
    return holder.lane / groupSize * record->cSlots + holder.slot;
  };
  // Each bit of the row is one bit of the item. Neighbouring bits that move alike move together.
  Value result;
  unsigned rows = record->m;
  for (unsigned bit = 1; bit < rows;) {
    unsigned first = bit, mask = 0;
    auto movesLike = [&](unsigned b) { return item(b) * first == item(first) * b; };
    for (; bit < rows && movesLike(bit); bit *= 2)
      mask |= bit;
    Value part = row & mask;
    if (item(first) > first)
      part = part * (item(first) / first);
    else if (item(first) < first)
      part = part / (first / item(first));
    result = result.isValid() ? result | part : part;
  }
  for (unsigned r = 0; r < rows; ++r) {
    unsigned expected = 0;
    for (unsigned bit = 1; bit < rows; bit *= 2)
      expected |= r & bit ? item(bit) : 0;
    if (item(r) != expected)
      owner->fail(fmt::format("the rows of {} do not permute bit by bit", record->name.str()), loc);
  }
  return result;
}

Values rocke::transpose16(KernelBuilder &builder, llvm::ArrayRef<Value> rows, SourceLoc loc) {
  LocationScope scope(builder, loc);
  ValueType rowType = rows.front().type();
  unsigned length = rowType.count(), count = rows.size();
  if (builder.failed())
    return Values(std::max(length, 1u));
  if (rowType.bits() != 16 * length || length % 2 || count % 2) {
    builder.fail(fmt::format("transpose16() takes an even number of vectors of an even number of "
                             "16-bit elements, not {} of {}",
                             count, rowType.str()),
                 loc);
    return Values(std::max(length, 1u));
  }
  Values words; // each row as 32-bit words of two neighbours
  for (Value row : rows)
    words.push_back(builder.bitcast(row, i32.x(length / 2)));
  constexpr uint32_t lowHalves = 0x05040100, highHalves = 0x07060302;
  Values result;
  for (unsigned t = 0; t < length; ++t) {
    Values column;
    for (unsigned k = 0; k < count; k += 2)
      column.push_back(builder.perm(builder.extract(words[k + 1], t / 2),
                                    builder.extract(words[k], t / 2),
                                    t % 2 ? highHalves : lowHalves));
    result.push_back(builder.bitcast(builder.fromElements(column), rowType.scalar().x(count)));
  }
  return result;
}
