//===- Body.cpp - The builder program of wmma_fmha_fwd --------------------===//
//
// The scores are computed transposed, S^T = K * Q^T with K's rows for the A operand, so that a lane
// owns one query: its maximum, sum and rescale factor are one register each, and so is the lane's
// column of O^T = V^T * P^T. Each choice of an order below saves an exchange between lanes:
//
//   - K's rows are taken in the order in which accumulators come out in sequence (itemOfRow): lanes
//     of group g hold the scores of the keys 8g .. 8g+7 in their eight slots, one 16-byte part of
//     the operand P^T.
//   - The d dimension of O^T is taken in the order d = (D/16) * row + tile. Row c of all tiles
//     together is D/16 neighbours in memory: what a lane loads of a row of V, and what it stores of
//     a row of O.
//
//===----------------------------------------------------------------------===//
#include "rocke/ir/LdsExchange.h"
#include "rocke/ir/MmaAtom.h"
#include "rocke/ir/OnlineSoftmax.h"
#include "rocke/kernels/WmmaFmhaFwd.h"

using namespace rocke;
using namespace rocke::types;

namespace {

constexpr unsigned tileSize = 16; // queries, keys and d's of one matrix instruction
constexpr double log2e = 1.4426950408889634;

/// A tensor [batch, seqlen, heads, head_size] as the kernel gets it.
struct Tensor {
  Value pointer;
  Value batchStride;              // i64
  Value seqlenStride, headStride; // i32

  Tensor(KernelBuilder &b, const std::string &name, ElementType type, bool isInput)
      : pointer(b.globalParam(name, type, {.readOnly = isInput, .noAlias = true})) {}

  void addStrides(KernelBuilder &b, const std::string &name) {
    batchStride = b.scalarParam(name + "_batch_stride", i64);
    seqlenStride = b.scalarParam(name + "_seqlen_stride", i32);
    headStride = b.scalarParam(name + "_head_stride", i32);
  }

  /// The matrix [seqlen, head_size] of one batch and head.
  TensorView matrix(KernelBuilder &b, Value batch, Value head) const {
    return TensorView(b, pointer, seqlenStride)
        .shiftBy(b.convert(batch, i64) * batchStride +
                 b.convert(head, i64) * b.convert(headStride, i64));
  }
};

struct Parameters {
  Tensor q, k, v, o;
  Value seqlenQ, seqlenK; // i32
  Value scale;            // f32

  Parameters(KernelBuilder &b, ElementType type)
      : q(b, "q", type, true), k(b, "k", type, true), v(b, "v", type, true),
        o(b, "o", type, false) {
    q.addStrides(b, "q");
    k.addStrides(b, "k");
    v.addStrides(b, "v");
    o.addStrides(b, "o");
    seqlenQ = b.scalarParam("seqlen_q", i32);
    seqlenK = b.scalarParam("seqlen_k", i32);
    scale = b.scalarParam("scale", f32);
  }
};

/// What the loop over key tiles carries.
struct State {
  Value kBase, vBase;
  SoftmaxState softmax;
  Values accumulators; // O^T, one per tile of 16 d's

  Values flatten() const {
    Values all = {kBase, vBase, softmax.max, softmax.sum};
    all.append(accumulators);
    return all;
  }
  static State unflatten(llvm::ArrayRef<Value> all) {
    return {all[0], all[1], {all[2], all[3]}, Values(all.drop_front(4))};
  }
};

class FmhaFwd {
public:
  FmhaFwd(KernelBuilder &b, const WmmaFmhaFwdSpec &spec)
      : b(b), spec(spec), tilesOfD(spec.headSize / tileSize), params(b, spec.dtype),
        atom(b, wmma_fmha_fwd::atomName(spec)),
        softmax(b, params.scale * log2e, atom.lanesPerGroup()),
        exchange(atom, spec.dtype, spec.vLdsStage ? 1 + tilesOfD : 1) {}

  void run() {
    Value tile = b.workgroupId(Dim::X), head = b.workgroupId(Dim::Y), batch = b.workgroupId(Dim::Z);
    Value headKv = head / (spec.numQueryHeads / spec.numKvHeads);
    Value firstQuery = tile * tileSize;
    loadQueries(params.q.matrix(b, batch, head).rowsFrom(firstQuery), params.seqlenQ - firstQuery);

    TensorView keys = params.k.matrix(b, batch, headKv), values = params.v.matrix(b, batch, headKv);
    State state = {keys.base(), values.base(), softmax.initialState(),
                   Values(tilesOfD, atom.zeroAccumulator())};

    // Tiles of keys that every query of this wavefront sees need no mask. Under the causal mask
    // they end at the tile on the diagonal, and what lies beyond that is not looked at.
    Value fullTiles = params.seqlenK / tileSize;
    if (spec.maskMode == MaskMode::Causal)
      fullTiles = b.min(fullTiles, tile);
    TileWindow keyWindow = windowOnKeys(keys, {}), valueWindow = windowOnValues(values, {});
    Values result =
        b.forLoop(0, fullTiles, 1, state.flatten(), [&](Value, llvm::ArrayRef<Value> carried) {
          State now = State::unflatten(carried);
          State next = step(now, keyWindow.at(now.kBase), valueWindow.at(now.vBase), {});
          next.kBase = keyWindow.at(now.kBase).shiftBy(tileSize).base();
          next.vBase = valueWindow.at(now.vBase).shiftBy(tileSize).base();
          return next.flatten();
        });

    // One tile is left if the keys do not fill it, or if it lies on the diagonal.
    Value remaining = params.seqlenK - fullTiles * tileSize;
    result = b.ifThenElse(
        remaining > 0,
        [&] {
          State now = State::unflatten(result);
          Tail tail = {remaining, remaining};
          if (spec.maskMode == MaskMode::Causal) {
            Value query = atom.lane() + (firstQuery - fullTiles * tileSize);
            tail.visible = b.min(query + 1, remaining);
          }
          return step(now, windowOnKeys(TensorView(b, now.kBase, keys.rowStride()), tail),
                      windowOnValues(TensorView(b, now.vBase, values.rowStride()), tail), tail)
              .flatten();
        },
        [&] { return result; });
    storeOutput(State::unflatten(result), params.o.matrix(b, batch, head).rowsFrom(firstQuery),
                params.seqlenQ - firstQuery);
  }

private:
  /// A last tile of keys that is not whole.
  struct Tail {
    Value keys;    ///< keys that there are, counted from the tile's first: i32, uniform, positive
    Value visible; ///< those of them that this lane's query sees
  };

  /// Q^T's fragments, which stay in registers.
  void loadQueries(const TensorView &view, Value rows) {
    // Queries past the end are computed as copies of the last, and not stored.
    TileWindow window = atom.operandWindow(view, b.min(atom.lane(), rows - 1));
    for (unsigned tile = 0; tile < tilesOfD; ++tile)
      queries.push_back(atom.loadFragment(window, tile * tileSize));
  }

  TileWindow windowOnKeys(const TensorView &view, const std::optional<Tail> &tail) {
    Value key = atom.itemOfRow(atom.lane());
    return atom.operandWindow(view, tail ? b.min(key, tail->keys - 1) : key);
  }

  /// The keys, counted from the tile's first, whose values this lane loads.
  llvm::SmallVector<Operand, tileSize> keysOfLane() {
    llvm::SmallVector<Operand, tileSize> keys;
    unsigned count = spec.vLdsStage ? tileSize / atom.numGroups() : tileSize;
    Value first = atom.group() * count;
    for (unsigned key = 0; key < count; ++key)
      keys.push_back(spec.vLdsStage ? Operand(first + key) : Operand(key));
    return keys;
  }

  TileWindow windowOnValues(const TensorView &view, const std::optional<Tail> &tail) {
    llvm::SmallVector<Operand, tileSize> keys = keysOfLane();
    if (tail)
      for (Operand &key : keys)
        key = b.min(tail->keys - 1, key);
    return TileWindow(view, keys, atom.lane() * tilesOfD);
  }

  /// One tile of keys: scores, softmax, output.
  State step(const State &state, const TileWindow &keyWindow, const TileWindow &valueWindow,
             const std::optional<Tail> &tail) {
    Value scores = atom.zeroAccumulator();
    for (unsigned tile = 0; tile < tilesOfD; ++tile)
      scores = atom.mma(atom.loadFragment(keyWindow, tile * tileSize), queries[tile], scores);
    Values values = loadValues(valueWindow, tail);

    std::optional<Value> visible;
    if (tail)
      visible = firstVisible(b, tail->visible - atom.group() * scores.type().count(),
                             scores.type().count());
    SoftmaxStep soft = softmax.step(state.softmax, scores, visible);

    // The loads of the last step must be done before its LDS is written again.
    b.waveBarrier();
    exchange.store(packProbabilities(b, soft.probabilities, spec.dtype), 0);
    if (spec.vLdsStage)
      for (unsigned tile = 0; tile < tilesOfD; ++tile)
        exchange.store(values[tile], 1 + tile);
    b.waveBarrier();
    Value probabilities = exchange.load(0);

    State next = {state.kBase, state.vBase, soft.state, {}};
    for (unsigned tile = 0; tile < tilesOfD; ++tile) {
      Value fragment = spec.vLdsStage ? exchange.load(1 + tile) : values[tile];
      Value rescaled = atom.scale(state.accumulators[tile], soft.rescale);
      next.accumulators.push_back(atom.mma(fragment, probabilities, rescaled));
    }
    return next;
  }

  /// V^T by tiles of d: what this lane loads, with the keys for elements.
  Values loadValues(const TileWindow &window, const std::optional<Tail> &tail) {
    llvm::SmallVector<Operand, tileSize> keys = keysOfLane();
    Values rows;
    for (unsigned row = 0; row < window.numRows(); ++row) {
      Value loaded = window.load(row, 0, tilesOfD);
      // The weight of a key past the end is 0, but what its address was clamped to may be
      // infinite.
      rows.push_back(tail ? b.select(tail->keys > keys[row], loaded, 0) : loaded);
    }
    return transpose16(b, rows);
  }

  void storeOutput(const State &state, const TensorView &view, Value rows) {
    Value sum = softmax.rowSum(state.softmax);
    Value factor = b.select(params.seqlenK > 0, b.rcp(sum), 0);
    Values columns;
    for (Value accumulator : state.accumulators)
      columns.push_back(atom.scale(accumulator, factor));
    TileWindow window(view, atom.lane(), atom.accumulatorRow() * tilesOfD);
    b.ifThen(atom.lane() < rows, [&] {
      for (unsigned slot = 0; slot < columns[0].type().count(); ++slot) {
        Values elements;
        for (Value column : columns)
          elements.push_back(b.extract(column, slot));
        window.store(b.convert(b.fromElements(elements), spec.dtype), 0,
                     atom.accumulatorRow(slot) * tilesOfD);
      }
    });
  }

  KernelBuilder &b;
  const WmmaFmhaFwdSpec &spec;
  unsigned tilesOfD;
  Parameters params;
  MmaAtom atom;
  OnlineSoftmax softmax;
  LdsExchange exchange; ///< fragment 0: P^T; with vLdsStage the tiles of V^T follow
  Values queries;
};

} // namespace

void wmma_fmha_fwd::buildBody(KernelBuilder &builder, const WmmaFmhaFwdSpec &spec) {
  FmhaFwd(builder, spec).run();
}
