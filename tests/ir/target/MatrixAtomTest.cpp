#include "rocke/ir/MatrixAtom.h"
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace rocke;

static constexpr MatrixOperand operands[] = {MatrixOperand::A, MatrixOperand::B, MatrixOperand::C};

static bool isWmma(const MatrixAtom &atom) { return atom.name.starts_with("wmma"); }

TEST_CASE("atoms are found by name") {
  std::set<std::string> names;
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    CHECK(names.insert(atom.name.str()).second);
    CHECK(findMatrixAtom(atom.name) == &atom);
  }
  CHECK(names.count("wmma_f32_16x16x16_f16") == 1);
  CHECK(names.count("wmma_f32_16x16x16_bf16") == 1);
  CHECK(names.count("mfma_f32_32x32x16_f16") == 1);
  CHECK(names.count("mfma_f32_32x32x16_bf16") == 1);
  CHECK(names.count("mfma_f32_16x16x32_f16") == 1);
  CHECK(names.count("mfma_f32_16x16x32_bf16") == 1);
  CHECK(findMatrixAtom("wmma_f32_16x16x16") == nullptr);
  CHECK(findMatrixAtom("") == nullptr);
}

TEST_CASE("an atom's name says its extents and types") {
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    std::string expected = std::string(isWmma(atom) ? "wmma" : "mfma") + "_" +
                           toString(atom.cType).str() + "_" + std::to_string(atom.m) + "x" +
                           std::to_string(atom.n) + "x" + std::to_string(atom.k) + "_" +
                           toString(atom.aType).str();
    CHECK(atom.name == expected);
    CHECK(atom.aType == atom.bType);
    CHECK(atom.waveSize == (isWmma(atom) ? 32u : 64u));
    CHECK(atom.flops() == 2 * atom.m * atom.n * atom.k);
    CHECK(atom.extent(MatrixOperand::A) == Coord{atom.m, atom.k});
    CHECK(atom.extent(MatrixOperand::B) == Coord{atom.k, atom.n});
    CHECK(atom.extent(MatrixOperand::C) == Coord{atom.m, atom.n});
    CHECK(atom.elementType(MatrixOperand::A) == atom.aType);
    CHECK(atom.elementType(MatrixOperand::B) == atom.bType);
    CHECK(atom.elementType(MatrixOperand::C) == atom.cType);
    CHECK(atom.slots(MatrixOperand::A) == atom.aSlots);
    CHECK(atom.slots(MatrixOperand::B) == atom.bSlots);
    CHECK(atom.slots(MatrixOperand::C) == atom.cSlots);
  }
}

TEST_CASE("element types have their sizes and names") {
  const std::map<std::string, unsigned> expected = {{"f16", 2}, {"bf16", 2}, {"f32", 4},
                                                    {"f64", 8}, {"i8", 1},   {"i16", 2},
                                                    {"i32", 4}, {"i64", 8}};
  std::map<std::string, unsigned> actual;
  for (ElementType type : {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
                           ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64})
    actual[toString(type).str()] = byteSize(type);
  CHECK(actual == expected);
}

TEST_CASE("every place of a matrix is held exactly as often as the layout says") {
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    for (MatrixOperand operand : operands) {
      INFO(atom.name.str() << " operand " << int(operand));
      Coord extent = atom.extent(operand);
      std::vector<unsigned> held(extent.row * extent.col);
      bool inside = true;
      for (unsigned lane = 0; lane < atom.waveSize; ++lane)
        for (unsigned slot = 0; slot < atom.slots(operand); ++slot) {
          Coord place = atom.coord(operand, lane, slot);
          inside &= place.row < extent.row && place.col < extent.col;
          if (inside)
            ++held[place.row * extent.col + place.col];
        }
      CHECK(inside);
      unsigned copies = isWmma(atom) && operand != MatrixOperand::C ? 2 : 1;
      CHECK(held == std::vector<unsigned>(held.size(), copies));
    }
  }
}

TEST_CASE("holders() is the inverse of coord()") {
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    for (MatrixOperand operand : operands) {
      INFO(atom.name.str() << " operand " << int(operand));
      Coord extent = atom.extent(operand);
      unsigned copies = isWmma(atom) && operand != MatrixOperand::C ? 2 : 1;
      bool right = true;
      for (unsigned row = 0; row < extent.row; ++row)
        for (unsigned col = 0; col < extent.col; ++col) {
          auto holders = atom.holders(operand, {row, col});
          right &= holders.size() == copies;
          for (LaneSlot holder : holders)
            right &= atom.coord(operand, holder.lane, holder.slot) == Coord{row, col};
          if (copies == 2)
            right &= holders.size() == 2 && holders[1].lane == holders[0].lane + 16 &&
                     holders[1].slot == holders[0].slot;
        }
      CHECK(right);
    }
  }
}

TEST_CASE("laneMap() evaluates to coord()") {
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    for (MatrixOperand operand : operands) {
      INFO(atom.name.str() << " operand " << int(operand));
      MatrixAtom::LaneMap map = atom.laneMap(operand);
      REQUIRE(map.rowOfSlot.size() == atom.slots(operand));
      REQUIRE(map.colOfSlot.size() == atom.slots(operand));
      bool same = true;
      for (unsigned lane = 0; lane < atom.waveSize; ++lane)
        for (unsigned slot = 0; slot < atom.slots(operand); ++slot) {
          Coord place{lane % map.laneModulo * map.rowPerLane +
                          lane / map.laneModulo * map.rowPerGroup + map.rowOfSlot[slot],
                      lane % map.laneModulo * map.colPerLane +
                          lane / map.laneModulo * map.colPerGroup + map.colOfSlot[slot]};
          same &= place == atom.coord(operand, lane, slot);
        }
      CHECK(same);
    }
  }
}

/// The published layout of one atom, written out.
struct Published {
  const char *atom;
  Coord (*a)(unsigned l, unsigned i);
  Coord (*b)(unsigned l, unsigned i);
  Coord (*c)(unsigned l, unsigned i);
};

static const Published published[] = {
    {"wmma_f32_16x16x16_f16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, i}; },
     [](unsigned l, unsigned i) { return Coord{i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{2 * i + l / 16, l % 16}; }},
    {"wmma_f32_16x16x16_bf16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, i}; },
     [](unsigned l, unsigned i) { return Coord{i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{2 * i + l / 16, l % 16}; }},
    {"mfma_f32_32x32x16_f16", //
     [](unsigned l, unsigned i) { return Coord{l % 32, 8 * (l / 32) + i}; },
     [](unsigned l, unsigned i) { return Coord{8 * (l / 32) + i, l % 32}; },
     [](unsigned l, unsigned i) { return Coord{8 * (i / 4) + 4 * (l / 32) + i % 4, l % 32}; }},
    {"mfma_f32_32x32x16_bf16", //
     [](unsigned l, unsigned i) { return Coord{l % 32, 8 * (l / 32) + i}; },
     [](unsigned l, unsigned i) { return Coord{8 * (l / 32) + i, l % 32}; },
     [](unsigned l, unsigned i) { return Coord{8 * (i / 4) + 4 * (l / 32) + i % 4, l % 32}; }},
    {"mfma_f32_16x16x32_f16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, 8 * (l / 16) + i}; },
     [](unsigned l, unsigned i) { return Coord{8 * (l / 16) + i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; }},
    {"mfma_f32_16x16x32_bf16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, 8 * (l / 16) + i}; },
     [](unsigned l, unsigned i) { return Coord{8 * (l / 16) + i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; }},
    {"mfma_f32_32x32x8_f16", //
     [](unsigned l, unsigned i) { return Coord{l % 32, 4 * (l / 32) + i}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 32) + i, l % 32}; },
     [](unsigned l, unsigned i) { return Coord{8 * (i / 4) + 4 * (l / 32) + i % 4, l % 32}; }},
    {"mfma_f32_32x32x8_bf16", //
     [](unsigned l, unsigned i) { return Coord{l % 32, 4 * (l / 32) + i}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 32) + i, l % 32}; },
     [](unsigned l, unsigned i) { return Coord{8 * (i / 4) + 4 * (l / 32) + i % 4, l % 32}; }},
    {"mfma_f32_16x16x16_f16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, 4 * (l / 16) + i}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; }},
    {"mfma_f32_16x16x16_bf16", //
     [](unsigned l, unsigned i) { return Coord{l % 16, 4 * (l / 16) + i}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; }},
    {"mfma_f32_32x32x2_f32", //
     [](unsigned l, unsigned) { return Coord{l % 32, l / 32}; },
     [](unsigned l, unsigned) { return Coord{l / 32, l % 32}; },
     [](unsigned l, unsigned i) { return Coord{8 * (i / 4) + 4 * (l / 32) + i % 4, l % 32}; }},
    {"mfma_f32_16x16x4_f32", //
     [](unsigned l, unsigned) { return Coord{l % 16, l / 16}; },
     [](unsigned l, unsigned) { return Coord{l / 16, l % 16}; },
     [](unsigned l, unsigned i) { return Coord{4 * (l / 16) + i, l % 16}; }},
};

TEST_CASE("coord() is the published layout of every atom") {
  CHECK(std::size(published) == allMatrixAtoms().size());
  for (const Published &expected : published) {
    INFO(expected.atom);
    const MatrixAtom *atom = findMatrixAtom(expected.atom);
    REQUIRE(atom);
    bool a = true, b = true, c = true;
    for (unsigned l = 0; l < atom->waveSize; ++l) {
      for (unsigned i = 0; i < atom->aSlots; ++i)
        a &= atom->coord(MatrixOperand::A, l, i) == expected.a(l, i);
      for (unsigned i = 0; i < atom->bSlots; ++i)
        b &= atom->coord(MatrixOperand::B, l, i) == expected.b(l, i);
      for (unsigned i = 0; i < atom->cSlots; ++i)
        c &= atom->coord(MatrixOperand::C, l, i) == expected.c(l, i);
    }
    CHECK(a);
    CHECK(b);
    CHECK(c);
  }
}

TEST_CASE("a product through the fragments is the plain product") {
  for (const MatrixAtom &atom : allMatrixAtoms()) {
    INFO(atom.name.str());
    // Small integers: every sum is exact, in any order.
    auto aAt = [](unsigned m, unsigned k) { return int((m * 7 + k * 3) % 11) - 5; };
    auto bAt = [](unsigned k, unsigned n) { return int((k * 5 + n * 13) % 9) - 4; };
    auto cAt = [](unsigned m, unsigned n) { return int((m * 31 + n) % 17); };

    // The fragments as a kernel would load them.
    auto load = [&](MatrixOperand operand, auto &&at) {
      std::vector<std::vector<int>> fragment(atom.waveSize);
      for (unsigned lane = 0; lane < atom.waveSize; ++lane)
        for (unsigned slot = 0; slot < atom.slots(operand); ++slot) {
          Coord place = atom.coord(operand, lane, slot);
          fragment[lane].push_back(at(place.row, place.col));
        }
      return fragment;
    };
    auto a = load(MatrixOperand::A, aAt);
    auto b = load(MatrixOperand::B, bAt);
    auto d = load(MatrixOperand::C, cAt);

    // The instruction, reading A and B from whichever lane holds them.
    for (unsigned lane = 0; lane < atom.waveSize; ++lane)
      for (unsigned slot = 0; slot < atom.cSlots; ++slot) {
        Coord place = atom.coord(MatrixOperand::C, lane, slot);
        for (unsigned k = 0; k < atom.k; ++k) {
          LaneSlot fromA = atom.holders(MatrixOperand::A, {place.row, k}).back();
          LaneSlot fromB = atom.holders(MatrixOperand::B, {k, place.col}).front();
          d[lane][slot] += a[fromA.lane][fromA.slot] * b[fromB.lane][fromB.slot];
        }
      }

    bool same = true;
    for (unsigned m = 0; m < atom.m; ++m)
      for (unsigned n = 0; n < atom.n; ++n) {
        int expected = cAt(m, n);
        for (unsigned k = 0; k < atom.k; ++k)
          expected += aAt(m, k) * bAt(k, n);
        LaneSlot held = atom.holders(MatrixOperand::C, {m, n}).front();
        same &= d[held.lane][held.slot] == expected;
      }
    CHECK(same);
  }
}
