// The tile vocabulary, by the operations that it makes and by what they compute on constants.
#include "BuildText.h"
#include "rocke/ir/Arch.h"
#include "rocke/ir/LdsExchange.h"
#include "rocke/ir/MmaAtom.h"
#include "rocke/ir/OnlineSoftmax.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::types;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using test::buildError;
using test::buildText;
using test::TextForm;

namespace {

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TensorView makeView(KernelBuilder &b) {
  return TensorView(b, b.globalParam("m", f16), b.scalarParam("stride", i32));
}

} // namespace

TEST_CASE("a window's offsets are 32-bit and its base moves in scalar registers") {
  std::string ir = buildText([](KernelBuilder &b) {
    TensorView view = makeView(b);
    TileWindow window(view, {b.laneId(), 3}, b.laneId() & 1);
    CHECK(window.numRows() == 2);
    CHECK(window.load(0, 8, 4).type() == f16.x(4));
    window.store(window.load(1, 0, 1, 2), 1, 2, 2);
    window.shiftBy(16).load(0, 0, 8);
  });
  // (row * stride + column) * 2 for both rows.
  CHECK_THAT(ir, Contains("arith.muli %arg1, %0 : i32"));
  CHECK_THAT(ir, Contains("arith.muli %arg1, %c3_i32 : i32"));
  CHECK(count(ir, "arith.addi") == 2);
  CHECK_THAT(ir, Contains("+ 16] : !rocke.global<f16> -> vector<4xf16>"));
  CHECK_THAT(ir, Contains("] {align = 2 : i32} : !rocke.global<f16> -> vector<1xf16>"));
  CHECK_THAT(ir, Contains("+ 4] {align = 2 : i32} : vector<1xf16>, !rocke.global<f16>"));
  // 16 rows down: sign-extended to 64 bits, times the stride, times 2 bytes.
  CHECK_THAT(ir, Contains("arith.extsi %arg1 : i32 to i64"));
  CHECK_THAT(ir, Contains("rocke.advance %arg0"));
}

TEST_CASE("a tile function's operations carry its caller's line") {
  unsigned line = 0;
  std::string ir = buildText(
      [&](KernelBuilder &b) {
        TensorView view = makeView(b);
        line = __LINE__ + 1;
        TileWindow window(view, b.laneId(), 1);
        window.load(0, 0, 1);
      },
      TextForm::Located);
  CHECK_THAT(ir, Contains("TileTest.cpp:" + std::to_string(line) + ":"));
  CHECK_THAT(ir, Contains("TileTest.cpp:" + std::to_string(line + 1) + ":"));
  CHECK_THAT(ir, !Contains("TensorView.cpp"));
}

// On constant rows, itemOfRow folds to a constant: compare with the layout map itself.
TEST_CASE("items come out of accumulators in sequence") {
  for (const Arch &arch : allArchs()) {
    for (const MatrixAtom *atom : arch.atoms) {
      INFO(arch.name.str() << " " << atom->name.str());
      std::string ir = buildText(
          [&](KernelBuilder &b) {
            Value out = b.globalParam("out", i32);
            MmaAtom mma(b, atom->name);
            for (unsigned row = 0; row < atom->m; ++row)
              b.globalStore(mma.itemOfRow(b.constant(i32, row)), out, row * 4);
          },
          TextForm::Canonical, arch.name.str());
      unsigned lanesPerGroup = atom->laneMap(MatrixOperand::C).laneModulo;
      for (unsigned lane = 0; lane < atom->waveSize; lane += lanesPerGroup) {
        for (unsigned slot = 0; slot < atom->cSlots; ++slot) {
          unsigned row = atom->coord(MatrixOperand::C, lane, slot).row;
          unsigned item = lane / lanesPerGroup * atom->cSlots + slot;
          CHECK_THAT(ir, Contains("rocke.global_store %c" + std::to_string(item) +
                                  "_i32, %arg0[%c" + std::to_string(row * 4) + "_i32]"));
        }
      }
    }
  }
}

TEST_CASE("the lane's place in a WMMA") {
  std::string ir = buildText([](KernelBuilder &b) {
    MmaAtom atom(b, "wmma_f32_16x16x16_bf16");
    CHECK(atom.lanesPerGroup() == 16);
    CHECK(atom.numGroups() == 2);
    CHECK(atom.accumulatorRow(3) == 6);
    CHECK(atom.zeroAccumulator().type() == f32.x(8));
    TensorView view(b, b.globalParam("m", bf16), b.scalarParam("stride", i32));
    Value fragment = atom.loadFragment(atom.operandWindow(view, atom.lane()), 16);
    CHECK(fragment.type() == bf16.x(16));
    atom.mma(fragment, fragment, atom.zeroAccumulator());
  });
  CHECK_THAT(ir, Contains("arith.remui %0, %c16_i32 : i32"));
  CHECK_THAT(ir, Contains("arith.divui %0, %c16_i32_0 : i32"));
  CHECK_THAT(ir, Contains("+ 32] : !rocke.global<bf16> -> vector<16xbf16>"));
  CHECK_THAT(ir, Contains("rocke.mma wmma_f32_16x16x16_bf16"));
}

TEST_CASE("an MFMA's groups of lanes load different parts of k") {
  std::string ir = buildText(
      [](KernelBuilder &b) {
        MmaAtom atom(b, "mfma_f32_32x32x16_f16");
        CHECK(atom.numGroups() == 2);
        CHECK(atom.loadFragment(atom.operandWindow(makeView(b), atom.lane()), 0).type() ==
              f16.x(8));
      },
      TextForm::Plain, "gfx950");
  // The column is the group times 8.
  CHECK_THAT(ir, Contains("arith.muli %2, %c8_i32 : i32"));
}

TEST_CASE("accumulators scale by a factor in two neighbouring registers") {
  std::string ir = buildText([](KernelBuilder &b) {
    MmaAtom atom(b, "wmma_f32_16x16x16_f16");
    Value factor = atom.scaleFactor(b.scalarParam("f", f32));
    CHECK(factor.type() == f32.x(8));
    atom.scale(atom.zeroAccumulator(), factor);
  });
  CHECK_THAT(ir, Contains("rocke.pin %3 : vector<2xf32>"));
  CHECK_THAT(ir, Contains("arith.mulf"));
}

TEST_CASE("an atom that is not the GPU's") {
  CHECK_THAT(buildError([](KernelBuilder &b) { MmaAtom(b, "mfma_f32_32x32x16_f16"); }),
             EndsWith("gfx1151 has no matrix atom 'mfma_f32_32x32x16_f16'"));
  CHECK_THAT(buildError([](KernelBuilder &b) { MmaAtom(b, "wmma"); }),
             EndsWith("gfx1151 has no matrix atom 'wmma'"));
}

TEST_CASE("transposition pairs the halves of words") {
  std::string ir = buildText([](KernelBuilder &b) {
    Value first = b.constant(f16.x(4), 1), second = b.constant(f16.x(4), 2);
    Values columns = transpose16(b, {first, second});
    REQUIRE(columns.size() == 4);
    for (Value column : columns)
      CHECK(column.type() == f16.x(2));
  });
  CHECK(count(ir, "rocke.perm") == 4);
  CHECK(count(ir, "0x5040100") == 2);
  CHECK(count(ir, "0x7060302") == 2);
  // %0 and %1 are the words of the first and the second row; low halves come from the first.
  size_t odd = ir.find("vector.extract %1[0]"), even = ir.find("vector.extract %0[0]");
  CHECK(odd != std::string::npos);
  CHECK(odd < even);
  CHECK_THAT(ir, Contains("rocke.perm %2, %3, 0x5040100"));
  CHECK_THAT(buildError([](KernelBuilder &b) {
               Value row = b.constant(f16.x(4), 0);
               transpose16(b, {row, row, row});
             }),
             EndsWith("transpose16() takes an even number of vectors of an even number of 16-bit "
                      "elements, not 3 of vector<4xf16>"));
}

TEST_CASE("groups exchange fragments at contiguous addresses") {
  std::string ir = buildText([](KernelBuilder &b) {
    MmaAtom atom(b, "wmma_f32_16x16x16_f16");
    LdsExchange exchange(atom, ElementType::F16, 3);
    exchange.store(b.constant(f16.x(8), 0), 2);
    CHECK(exchange.load(1).type() == f16.x(16));
  });
  CHECK_THAT(ir, Contains("rocke.lds_alloc : !rocke.lds<768 x f16>"));
  // Stores at lane * 16, fragment 2 from 1024 on.
  CHECK_THAT(ir, Contains("rocke.lds_store %cst, %0[%5 + 1024] : vector<8xf16>"));
  // Loads at (lane in its group) * 16, fragment 1 from 512 on, group 1 another 256 further.
  CHECK_THAT(ir, Contains("rocke.lds_load %0[%6 + 512]"));
  CHECK_THAT(ir, Contains("rocke.lds_load %0[%6 + 768]"));
}

TEST_CASE("the first elements are visible") {
  std::string ir =
      buildText([](KernelBuilder &b) { CHECK(firstVisible(b, b.laneId(), 8).type() == i1.x(8)); });
  CHECK_THAT(ir, Contains("dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>"));
  CHECK_THAT(ir, Contains("arith.cmpi slt, %cst"));
}

TEST_CASE("a softmax step takes few operations") {
  auto step = [](ElementType type, Rounding rounding, bool masked) {
    return buildText([=](KernelBuilder &b) {
      OnlineSoftmax softmax(b, b.scalarParam("scale", f32), 16, type);
      SoftmaxState state = softmax.initialState();
      std::optional<Value> visible;
      if (masked)
        visible = firstVisible(b, b.laneId(), 8);
      SoftmaxStep step =
          softmax.step(state, b.splat(b.scalarParam("s", f32), 8), rounding, visible);
      CHECK(step.probabilities.type() == ValueType(type).x(8));
      CHECK(step.residual.isValid() == (rounding == Rounding::Split));
      CHECK(softmax.rowSum(step.state).type() == f32);
    });
  };
  std::string f16Step = step(ElementType::F16, Rounding::Single, false);
  CHECK(count(f16Step, "arith.maxnumf") == 8); // seven of the scores, one with the old reference
  CHECK(count(f16Step, "rocke.xor_reduce max") == 1);
  CHECK(count(f16Step, "rocke.exp2") == 2);
  CHECK(count(f16Step, "rocke.cvt_pkrtz") == 4);
  CHECK(count(f16Step, "rocke.dot2") == 4);
  CHECK(count(f16Step, "arith.select") == 0);
  CHECK_THAT(f16Step, Contains("-3.40282347E+38"));
  std::string bf16Step = step(ElementType::BF16, Rounding::Single, false);
  CHECK(count(bf16Step, "rocke.perm") == 4);
  CHECK(count(bf16Step, "rocke.cvt_pkrtz") == 0);
  std::string split = step(ElementType::F16, Rounding::Split, true);
  CHECK(count(split, "rocke.cvt_pkrtz") == 8);
  CHECK(count(split, "rocke.dot2") == 8);
  // Scores before the maximum, probabilities after it, and the residual of what is 0.
  CHECK(count(split, "arith.select") == 3);
}

TEST_CASE("scores of the wrong type") {
  CHECK_THAT(buildError([](KernelBuilder &b) {
               OnlineSoftmax softmax(b, b.scalarParam("scale", f32), 16, ElementType::F16);
               softmax.step(softmax.initialState(), b.constant(f16.x(8), 0));
             }),
             EndsWith("the scores have type vector<8xf16>; expected a vector of an even number of "
                      "f32"));
}
