//===- Body.cpp - The builder program of wmma_gemm ------------------------===//
//
// The matrix instruction computes C^T = B * A^T, with B's rows in the order in which accumulators
// come out in sequence: a lane then holds eight neighbours of one row of C, which leave in wide
// stores.
//
//===----------------------------------------------------------------------===//
#include "rocke/ir/MmaAtom.h"
#include "rocke/kernels/WmmaGemm.h"

using namespace rocke;
using namespace rocke::types;

namespace {

/// The last elements of a row of A or B, fewer than the k of the instruction, and 0 after them.
Value loadPartialFragment(const MmaAtom &atom, const TensorView &view, Value row, Value count) {
  KernelBuilder &b = atom.builder();
  Values elements;
  for (unsigned i = 0; i < atom.atom().k; ++i) {
    TileWindow window(view, row, b.min(count - 1, i));
    elements.push_back(b.select(count > i, b.extract(window.load(0, 0, 1), 0), 0));
  }
  return b.fromElements(elements);
}

} // namespace

void wmma_gemm::buildBody(KernelBuilder &b, const WmmaGemmSpec &spec) {
  Value a = b.globalParam("a", spec.dtype, {.readOnly = true, .noAlias = true});
  Value bMatrix = b.globalParam("b", spec.dtype, {.readOnly = true, .noAlias = true});
  Value c = b.globalParam("c", spec.outDtype, {.noAlias = true});
  Value m = b.scalarParam("m", i32), n = b.scalarParam("n", i32), k = b.scalarParam("k", i32);
  Value aStride = b.scalarParam("a_stride", i32);
  Value bStride = b.scalarParam("b_stride", i32);
  Value cStride = b.scalarParam("c_stride", i32);

  MmaAtom atom(b, atomName(spec));
  // Rows begin wherever the user's strides put them.
  unsigned inputAlign = byteSize(spec.dtype), outputAlign = byteSize(spec.outDtype);
  Value firstN = b.workgroupId(Dim::X) * tileSize, firstM = b.workgroupId(Dim::Y) * tileSize;

  // Rows past the end are computed as copies of the last, and not stored.
  TensorView aView = TensorView(b, a, aStride).rowsFrom(firstM);
  TensorView bView = TensorView(b, bMatrix, bStride).rowsFrom(firstN);
  Value aRow = b.min(atom.lane(), m - firstM - 1);
  Value bRow = b.min(atom.itemOfRow(atom.lane()), n - firstN - 1);
  TileWindow aWindow = atom.operandWindow(aView, aRow), bWindow = atom.operandWindow(bView, bRow);

  unsigned step = atom.atom().k;
  Value wholeSteps = k / step;
  Values result =
      b.forLoop(0, wholeSteps, 1, {aWindow.base(), bWindow.base(), atom.zeroAccumulator()},
                [&](Value, llvm::ArrayRef<Value> carried) -> Values {
                  Value aFragment = atom.loadFragment(aWindow.at(carried[0]), 0, inputAlign);
                  Value bFragment = atom.loadFragment(bWindow.at(carried[1]), 0, inputAlign);
                  int64_t bytes = step * byteSize(spec.dtype);
                  return {b.advance(carried[0], bytes), b.advance(carried[1], bytes),
                          atom.mma(bFragment, aFragment, carried[2])};
                });

  Value rest = k - wholeSteps * step;
  Value accumulator = b.ifThenElse(
      rest > 0,
      [&]() -> Values {
        Value aFragment = loadPartialFragment(atom, TensorView(b, result[0], aStride), aRow, rest);
        Value bFragment = loadPartialFragment(atom, TensorView(b, result[1], bStride), bRow, rest);
        return {atom.mma(bFragment, aFragment, result[2])};
      },
      [&]() -> Values { return {result[2]}; })[0];

  Value output = b.convert(accumulator, spec.outDtype);
  unsigned count = output.type().count();
  TensorView cView = TensorView(b, c, cStride).rowsFrom(firstM).shiftBy(b.convert(firstN, i64));
  Value column = atom.group() * count;
  TileWindow window(cView, atom.lane(), column);
  b.ifThen(atom.lane() < m - firstM, [&] {
    Value columns = n - firstN - column;
    b.ifThenElse(
        columns >= count,
        [&] {
          window.store(output, 0, 0, outputAlign);
          return Values();
        },
        [&] {
          for (unsigned i = 0; i < count; ++i)
            b.ifThen(columns > i, [&] { window.store(b.slice(output, i, 1), 0, i, outputAlign); });
          return Values();
        });
  });
}
