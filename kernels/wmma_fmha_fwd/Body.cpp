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
/// Where a wavefront sees no more tiles of keys than this, it takes all of them with care: over so
/// few keys the errors of rounded probabilities do not average out.
constexpr unsigned carefulTiles = 4;
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

/// What goes from one tile of keys to the next.
struct State {
  TensorView keys, values; // from the tile on
  SoftmaxState softmax;
  Values accumulators; // O^T, one per tile of 16 d's

  /// As what a loop carries.
  Values flatten() const {
    Values all = {keys.base(), values.base(), softmax.reference, softmax.sum};
    all.append(accumulators);
    return all;
  }
  State with(llvm::ArrayRef<Value> all) const {
    return {keys.at(all[0]), values.at(all[1]), {all[2], all[3]}, Values(all.drop_front(4))};
  }
};

class FmhaFwd {
public:
  FmhaFwd(KernelBuilder &b, const WmmaFmhaFwdSpec &spec)
      : b(b), spec(spec), tilesOfD(spec.headSize / tileSize), params(b, spec.dtype),
        atom(b, wmma_fmha_fwd::atomName(spec)),
        softmax(b, params.scale * log2e, atom.atom().waveSize - atom.lanesPerGroup(), spec.dtype),
        exchange(atom, spec.dtype, spec.vLdsStage ? 2 + tilesOfD : 2),
        zero(b.pin(atom.zeroAccumulator())) {}

  void run() {
    Value tile = b.workgroupId(Dim::X), head = b.workgroupId(Dim::Y), batch = b.workgroupId(Dim::Z);
    Value headKv = head / (spec.numQueryHeads / spec.numKvHeads);
    Value firstQuery = tile * tileSize;
    loadQueries(params.q.matrix(b, batch, head).rowsFrom(firstQuery), params.seqlenQ - firstQuery);

    TensorView keys = params.k.matrix(b, batch, headKv), values = params.v.matrix(b, batch, headKv);
    State state = {keys, values, softmax.initialState(), Values(tilesOfD, atom.zeroAccumulator())};

    // The tiles of keys that some query of this wavefront sees, and how many of them every query
    // sees whole: those need no mask. Under the causal mask, what lies beyond the tile on the
    // diagonal is not looked at.
    Value tiles = (params.seqlenK + (tileSize - 1)) / tileSize;
    Value wholeTiles = params.seqlenK / tileSize;
    if (spec.maskMode == MaskMode::Causal) {
      tiles = b.min(tiles, tile + 1);
      wholeTiles = b.min(wholeTiles, tile);
    }
    Value fastTiles = b.select(tiles > carefulTiles, wholeTiles, 0);
    Values result =
        b.forLoop(0, fastTiles, 1, state.flatten(), [&](Value, llvm::ArrayRef<Value> carried) {
          return step(state.with(carried), {}).flatten();
        });
    result =
        b.forLoop(fastTiles, tiles, 1, result, [&](Value keyTile, llvm::ArrayRef<Value> carried) {
          Value firstKey = keyTile * tileSize;
          Limits limits = {params.seqlenK - firstKey, params.seqlenK - firstKey};
          if (spec.maskMode == MaskMode::Causal)
            limits.visible = b.min(limits.keys, atom.lane() + (firstQuery - firstKey) + 1);
          return step(state.with(carried), limits).flatten();
        });
    state = state.with(result);
    storeOutput(state, params.o.matrix(b, batch, head).rowsFrom(firstQuery),
                params.seqlenQ - firstQuery);
  }

private:
  /// What a tile of keys holds that is taken with care: masked, and with exact probabilities.
  struct Limits {
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

  /// One tile of keys: scores, softmax, output.
  State step(const State &state, const std::optional<Limits> &limits) {
    // The loads are under way well before their values are used. V's rows take the registers of K's
    // fragments: half of them as soon as half of the fragments are used.
    Values fragments = loadKeys(state.keys, limits);
    b.schedBarrier();
    unsigned loadTime = spec.vLdsStage ? tilesOfD / 2 : tilesOfD;
    Value scores = zero;
    for (unsigned tile = 0; tile < loadTime; ++tile)
      scores = atom.mma(fragments[tile], queries[tile], scores);
    Values rows = loadValues(state.values, limits);
    b.schedBarrier();
    for (unsigned tile = loadTime; tile < tilesOfD; ++tile)
      scores = atom.mma(fragments[tile], queries[tile], scores);

    std::optional<Value> visible;
    unsigned scoresPerLane = atom.atom().cSlots;
    if (limits)
      visible = firstVisible(b, limits->visible - atom.group() * scoresPerLane, scoresPerLane);
    // Where there may be few keys in all, their probabilities count in full (see carefulTiles).
    Rounding rounding = limits ? Rounding::Split : Rounding::Single;
    SoftmaxStep soft = softmax.step(state.softmax, scores, rounding, visible);

    // The loads of the last step must be done before its LDS is written again.
    b.waveBarrier();
    exchange.store(soft.probabilities, 0);
    if (limits)
      exchange.store(soft.residual, 1);
    Values values = transpose16(b, rows);
    if (spec.vLdsStage)
      for (unsigned tile = 0; tile < tilesOfD; ++tile)
        exchange.store(values[tile], 2 + tile);
    b.waveBarrier();
    Values probabilities = {exchange.load(0)};
    if (limits)
      probabilities.push_back(exchange.load(1));

    State next = {state.keys.rowsFrom(tileSize), state.values.rowsFrom(tileSize), soft.state, {}};
    Value rescale = atom.scaleFactor(soft.rescale);
    for (unsigned tile = 0; tile < tilesOfD; ++tile) {
      Value fragment = spec.vLdsStage ? exchange.load(2 + tile) : values[tile];
      Value accumulator = atom.scale(state.accumulators[tile], rescale);
      for (Value part : probabilities)
        accumulator = atom.mma(fragment, part, accumulator);
      next.accumulators.push_back(accumulator);
    }
    return next;
  }

  /// K's fragments, with the rows in an order that makes slot i of group g of the scores key 8g +
  /// i.
  Values loadKeys(const TensorView &keys, const std::optional<Limits> &limits) {
    Value row = atom.itemOfRow(atom.lane());
    TileWindow window = atom.operandWindow(keys, limits ? b.min(row, limits->keys - 1) : row);
    Values fragments;
    for (unsigned tile = 0; tile < tilesOfD; ++tile)
      fragments.push_back(atom.loadFragment(window, tile * tileSize));
    return fragments;
  }

  /// The rows of V that this lane loads, from its column on: with vLdsStage those of the keys whose
  /// scores it holds, else those of every group.
  Values loadValues(const TensorView &values, const std::optional<Limits> &limits) {
    Values rows;
    unsigned keysPerGroup = atom.atom().cSlots;
    if (spec.vLdsStage) {
      loadValues(values, atom.group() * keysPerGroup, limits, rows);
      return rows;
    }
    // Each group's rows from a base of their own: the offsets, which stay in registers, are the
    // same for all.
    for (unsigned group = 0; group < atom.numGroups(); ++group) {
      b.schedBarrier();
      unsigned first = group * keysPerGroup;
      if (limits)
        loadValues(values, b.constant(i32, first), limits, rows);
      else
        loadValues(group ? values.rowsFrom(first) : values, b.constant(i32, 0), limits, rows);
    }
    return rows;
  }

  /// Appends a group's number of rows of V, from row `first` on.
  void loadValues(const TensorView &values, Value first, const std::optional<Limits> &limits,
                  Values &rows) {
    for (unsigned key = 0; key < atom.atom().cSlots; ++key) {
      Value row = first + key;
      Value address = limits ? b.min(row, limits->keys - 1) : row;
      Value loaded = TileWindow(values, address, atom.lane() * tilesOfD).load(0, 0, tilesOfD);
      // The weight of a key past the end is 0, but what its address was clamped to may be
      // infinite.
      rows.push_back(limits ? b.select(row < limits->keys, loaded, 0) : loaded);
    }
  }

  void storeOutput(const State &state, const TensorView &view, Value rows) {
    Value sum = softmax.rowSum(state.softmax);
    Value factor = atom.scaleFactor(b.select(params.seqlenK > 0, b.rcp(sum), 0));
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
  LdsExchange exchange; ///< P^T and its residual; with vLdsStage the tiles of V^T follow
  Values queries;
  Value zero;
};

} // namespace

void wmma_fmha_fwd::buildBody(KernelBuilder &builder, const WmmaFmhaFwdSpec &spec) {
  FmhaFwd(builder, spec).run();
}
