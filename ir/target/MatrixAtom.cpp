//===- MatrixAtom.cpp - The layout maps of matrix instructions ------------===//
#include "rocke/ir/MatrixAtom.h"
#include "MatrixAtomTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

using namespace rocke;

unsigned rocke::byteSize(ElementType type) {
  switch (type) {
  case ElementType::I8:
    return 1;
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::I16:
    return 2;
  case ElementType::F32:
  case ElementType::I32:
    return 4;
  case ElementType::F64:
  case ElementType::I64:
    return 8;
  }
  llvm_unreachable("not an element type");
}

llvm::StringRef rocke::toString(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::I8:
    return "i8";
  case ElementType::I16:
    return "i16";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  }
  llvm_unreachable("not an element type");
}

unsigned MatrixAtom::slots(MatrixOperand operand) const {
  switch (operand) {
  case MatrixOperand::A:
    return aSlots;
  case MatrixOperand::B:
    return bSlots;
  case MatrixOperand::C:
    return cSlots;
  }
  llvm_unreachable("not an operand");
}

ElementType MatrixAtom::elementType(MatrixOperand operand) const {
  switch (operand) {
  case MatrixOperand::A:
    return aType;
  case MatrixOperand::B:
    return bType;
  case MatrixOperand::C:
    return cType;
  }
  llvm_unreachable("not an operand");
}

Coord MatrixAtom::extent(MatrixOperand operand) const {
  switch (operand) {
  case MatrixOperand::A:
    return {m, k};
  case MatrixOperand::B:
    return {k, n};
  case MatrixOperand::C:
    return {m, n};
  }
  llvm_unreachable("not an operand");
}

namespace {

/// What a lane contributes to a place: its index within a group of `modulo` lanes and the index of
/// the group, each times a factor per dimension.
struct LaneTerms {
  unsigned modulo;
  Coord perLane, perGroup;
};

// In all layouts, a lane of A owns a row and a lane of B or C a column; the groups of lanes share
// out the other dimension.

LaneTerms laneTerms(const MatrixAtom &atom, MatrixOperand operand) {
  // The part of the other dimension between one group of lanes and the next.
  unsigned groupStep = 0;
  switch (atom.layout) {
  case FragmentLayout::Wmma:
    groupStep = operand == MatrixOperand::C ? 1 : 0;
    break;
  case FragmentLayout::Mfma:
    groupStep = operand == MatrixOperand::C ? 4 : atom.slots(operand);
    break;
  }
  if (operand == MatrixOperand::A)
    return {atom.m, {1, 0}, {0, groupStep}};
  return {atom.n, {0, 1}, {groupStep, 0}};
}

/// What a slot contributes to a place.
Coord slotTerm(const MatrixAtom &atom, MatrixOperand operand, unsigned slot) {
  switch (operand) {
  case MatrixOperand::A:
    return {0, slot};
  case MatrixOperand::B:
    return {slot, 0};
  case MatrixOperand::C:
    break;
  }
  unsigned groups = atom.waveSize / atom.n;
  switch (atom.layout) {
  case FragmentLayout::Wmma:
    return {slot * groups, 0};
  case FragmentLayout::Mfma:
    return {slot / 4 * 4 * groups + slot % 4, 0};
  }
  llvm_unreachable("not a layout");
}

} // namespace

Coord MatrixAtom::coord(MatrixOperand operand, unsigned lane, unsigned slot) const {
  assert(lane < waveSize && slot < slots(operand) && "no such place in the fragment");
  LaneTerms terms = laneTerms(*this, operand);
  Coord fromSlot = slotTerm(*this, operand, slot);
  unsigned inGroup = lane % terms.modulo, group = lane / terms.modulo;
  return {inGroup * terms.perLane.row + group * terms.perGroup.row + fromSlot.row,
          inGroup * terms.perLane.col + group * terms.perGroup.col + fromSlot.col};
}

// A search through coord() rather than a second formula that would have to agree with it. Who needs
// it often keeps the answers.
llvm::SmallVector<LaneSlot, 2> MatrixAtom::holders(MatrixOperand operand, Coord place) const {
  assert(place.row < extent(operand).row && place.col < extent(operand).col &&
         "no such place in the matrix");
  llvm::SmallVector<LaneSlot, 2> result;
  for (unsigned lane = 0; lane < waveSize; ++lane)
    for (unsigned slot = 0; slot < slots(operand); ++slot)
      if (coord(operand, lane, slot) == place)
        result.push_back({lane, slot});
  return result;
}

MatrixAtom::LaneMap MatrixAtom::laneMap(MatrixOperand operand) const {
  LaneTerms terms = laneTerms(*this, operand);
  LaneMap map{.laneModulo = terms.modulo,
              .rowPerLane = terms.perLane.row,
              .rowPerGroup = terms.perGroup.row,
              .colPerLane = terms.perLane.col,
              .colPerGroup = terms.perGroup.col,
              .rowOfSlot = {},
              .colOfSlot = {}};
  for (unsigned slot = 0; slot < slots(operand); ++slot) {
    Coord fromSlot = slotTerm(*this, operand, slot);
    map.rowOfSlot.push_back(fromSlot.row);
    map.colOfSlot.push_back(fromSlot.col);
  }
  return map;
}

llvm::ArrayRef<MatrixAtom> rocke::allMatrixAtoms() { return detail::matrixAtoms; }

const MatrixAtom *rocke::findMatrixAtom(llvm::StringRef name) {
  const auto *atom =
      llvm::find_if(detail::matrixAtoms, [&](const MatrixAtom &a) { return a.name == name; });
  return atom == std::end(detail::matrixAtoms) ? nullptr : atom;
}
