//===- Mfma.cpp - CDNA's matrix fused multiply-add -------------------------===//
//
// A lane holds elements of one row of A (column of B): lane l has row l % m, and group l / m of the
// lanes has either a block of its own or a slice of k. Slices are contiguous, but for 8-bit floats
// of the f8f6f4 instructions, which are dealt in chunks of 16. C and D: lane l has column l % n;
// four registers hold consecutive rows, groups of lanes the next fours (f64: one row per register).
// The layouts are those of the CDNA3 and CDNA4 manuals. EXEC does not matter. How the sums are
// formed is said in MatrixInst.h.
//
//===----------------------------------------------------------------------===//
#include "Targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Mfma.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "../Wavefront.h"
#include "Lanes-inl.h"
#include "MatrixInst.h"
#include "SmallFloat.h"

HWY_BEFORE_NAMESPACE();
namespace rocke::sim {
namespace HWY_NAMESPACE {
namespace {

constexpr size_t waveLanes = 64;
constexpr unsigned maxElements = 2048; ///< of A or B: 16 * 128, 32 * 64
constexpr unsigned maxResults = 2048;  ///< of C: two blocks of 32 * 32

/// xf32 keeps 10 bits of the mantissa, rounded to nearest even.
HWY_INLINE float roundToXf32(uint32_t bits) {
  const uint32_t rounded = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
  return asF32(isNan(bits) ? quieted(bits) : rounded);
}

/// Element values by code, for the formats that are looked up.
const float *smallTable(MfmaType type, bool ocp) {
  static constexpr auto fp8s = smallFloatTable<fp8Ocp>(), fp8sFnuz = smallFloatTable<fp8Fnuz>(),
                        bf8s = smallFloatTable<bf8Ocp>(), bf8sFnuz = smallFloatTable<bf8Fnuz>();
  static constexpr auto fp6s = smallFloatTable<fp6>(), bf6s = smallFloatTable<bf6>();
  static constexpr auto fp4s = smallFloatTable<fp4>();
  switch (type) {
  case MfmaType::FP8:
    return ocp ? fp8s.data() : fp8sFnuz.data();
  case MfmaType::BF8:
    return ocp ? bf8s.data() : bf8sFnuz.data();
  case MfmaType::FP6:
    return fp6s.data();
  case MfmaType::BF6:
    return bf6s.data();
  case MfmaType::FP4:
    return fp4s.data();
  default:
    return nullptr;
  }
}

/// Element `index` of every lane of an operand, as f32.
HWY_INLINE void loadElements(const uint32_t *registers, size_t index, MfmaType type, bool ocp,
                             float *to) {
  const size_t bits = bitsOf(type);
  const size_t at = index * bits;
  const uint32_t *row = registers + at / 32 * waveLanes;
  const size_t shift = at % 32;
  switch (type) {
  case MfmaType::F32:
    std::memcpy(to, row, waveLanes * sizeof(float));
    return;
  case MfmaType::XF32:
    for (size_t lane = 0; lane < waveLanes; ++lane)
      to[lane] = roundToXf32(row[lane]);
    return;
  case MfmaType::F16:
    for (size_t lane = 0; lane < waveLanes; ++lane)
      to[lane] = asF32(halfToFloat(row[lane] >> shift & 0xffff));
    return;
  case MfmaType::BF16:
    for (size_t lane = 0; lane < waveLanes; ++lane)
      to[lane] = asF32(bf16ToFloat(row[lane] >> shift & 0xffff));
    return;
  case MfmaType::I8:
    for (size_t lane = 0; lane < waveLanes; ++lane)
      to[lane] = static_cast<float>(static_cast<int32_t>(row[lane] << (24 - shift)) >> 24);
    return;
  default: {
    const float *table = smallTable(type, ocp);
    const uint32_t mask = (1u << bits) - 1;
    const bool straddles = shift + bits > 32;
    for (size_t lane = 0; lane < waveLanes; ++lane) {
      uint32_t code = row[lane] >> shift;
      if (straddles)
        code |= row[waveLanes + lane] << (32 - shift);
      to[lane] = table[code & mask];
    }
  }
  }
}

/// Where lane group `group`'s element `index` lies in k.
size_t kOf(size_t group, size_t index, size_t perLane, size_t groups, bool chunked) {
  constexpr size_t chunk = 16;
  if (!chunked)
    return group * perLane + index;
  return index / chunk * chunk * groups + group * chunk + index % chunk;
}

/// The row of 16 lanes that row `row` of B's lanes takes after blgp.
size_t sourceRow(size_t pattern, size_t row) {
  switch (pattern) {
  case 0:
    return row;
  case 1: // the lower half for both
    return row & 1;
  case 2: // the upper half for both
    return 2 | (row & 1);
  case 3: // rotated by a row
    return (row + 1) & 3;
  default: // one row for all
    return pattern - 4;
  }
}
/// B's lanes after blgp. By rows: Clang 22 miscompiles loops that index with `lane % 16`.
void exchangeLanes(size_t pattern, float *lanes) {
  if (!pattern)
    return;
  constexpr size_t rowLanes = 16;
  float from[waveLanes];
  std::memcpy(from, lanes, sizeof(from));
  for (size_t row = 0; row < waveLanes / rowLanes; ++row)
    std::memcpy(lanes + row * rowLanes, from + sourceRow(pattern, row) * rowLanes,
                rowLanes * sizeof(float));
}

struct Shape {
  size_t m, k, blocks;
};

/// A or B as [block][k][row or column].
void loadMatrix(const Wavefront &wave, const Operand &operand, const Shape &shape, MfmaType type,
                bool ocp, unsigned lanePattern, bool dealt, float *to) {
  const size_t perLane = shape.m * shape.k * shape.blocks / waveLanes;
  const size_t groups = waveLanes / shape.m;
  const bool chunked = dealt && bitsOf(type) == 8;
  const uint32_t *registers = wave.vgprs + operand.index;
  for (size_t index = 0; index < perLane; ++index) {
    alignas(64) float lanes[waveLanes];
    loadElements(registers, index, type, ocp, lanes);
    exchangeLanes(lanePattern, lanes);
    for (size_t group = 0; group < groups; ++group) {
      const size_t row =
          shape.blocks > 1 ? group * shape.k + index : kOf(group, index, perLane, groups, chunked);
      std::memcpy(to + row * shape.m, lanes + group * shape.m, shape.m * sizeof(float));
    }
  }
}

/// E8M0 scales: that of row r and of k's block of 32 number b is in lane r + m * b.
void applyScales(const Wavefront &wave, const Operand &operand, unsigned byte, const Shape &shape,
                 float *matrix) {
  for (size_t k = 0; k < shape.k; ++k)
    for (size_t row = 0; row < shape.m; ++row) {
      const size_t lane = row + shape.m * (k / 32);
      const uint32_t word =
          operand.isVector() ? wave.vgprs[operand.index + lane] : wave.scalar32(operand);
      const uint32_t code = word >> (8 * byte) & 0xff;
      const float scale =
          code == 255 ? asF32(defaultNanF32)
                      : static_cast<float>(asF64(static_cast<uint64_t>(code + 1023 - 127) << 52));
      matrix[k * shape.m + row] *= scale;
    }
}

/// Row of C that slot `slot` of lane group `group` holds, and its block.
struct ResultPlace {
  size_t block, row;
};
ResultPlace placeOf(const Shape &shape, size_t slot, size_t group) {
  if (shape.m == 4) // each group of four lanes has a block
    return {group, slot};
  const size_t slotsPerBlock = shape.m * shape.m / waveLanes;
  const size_t groups = waveLanes / shape.m;
  const size_t inBlock = slot % slotsPerBlock;
  return {slot / slotsPerBlock, inBlock / 4 * 4 * groups + 4 * group + inBlock % 4};
}

/// C's bits as [block][row][column].
void loadC(const Wavefront &wave, const Operand &operand, const Shape &shape, uint32_t *to) {
  const size_t slots = shape.m * shape.m * shape.blocks / waveLanes;
  if (!operand.isVector()) {
    const uint32_t value = wave.scalar32(operand);
    for (size_t index = 0; index < slots * waveLanes; ++index)
      to[index] = value;
    return;
  }
  for (size_t slot = 0; slot < slots; ++slot)
    for (size_t group = 0; group < waveLanes / shape.m; ++group) {
      const ResultPlace place = placeOf(shape, slot, group);
      std::memcpy(to + (place.block * shape.m + place.row) * shape.m,
                  wave.vgprs + operand.index + slot * waveLanes + group * shape.m,
                  shape.m * sizeof(uint32_t));
    }
}
void storeD(Wavefront &wave, const Operand &operand, const Shape &shape, const uint32_t *from) {
  const size_t slots = shape.m * shape.m * shape.blocks / waveLanes;
  for (size_t slot = 0; slot < slots; ++slot)
    for (size_t group = 0; group < waveLanes / shape.m; ++group) {
      const ResultPlace place = placeOf(shape, slot, group);
      std::memcpy(wave.vgprs + operand.index + slot * waveLanes + group * shape.m,
                  from + (place.block * shape.m + place.row) * shape.m, shape.m * sizeof(uint32_t));
    }
}

/// c += a * b for one block; a and b by k, c by rows.
template <size_t m>
HWY_INLINE void multiply(size_t depth, const float *HWY_RESTRICT a, const float *HWY_RESTRICT b,
                         float *HWY_RESTRICT c) {
  // Four rows at a time: their accumulators stay in registers.
  constexpr size_t rows = 4;
  for (size_t row = 0; row < m; row += rows) {
    float sum[rows][m];
    std::memcpy(sum, c + row * m, sizeof(sum));
    for (size_t k = 0; k < depth; ++k)
      for (size_t index = 0; index < rows; ++index)
        for (size_t column = 0; column < m; ++column) {
          float &to = sum[index][column];
          // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): loadMatrix fills a and b.
          to = __builtin_fmaf(a[k * m + row + index], b[k * m + column], to);
        }
    std::memcpy(c + row * m, sum, sizeof(sum));
  }
}
HWY_INLINE void multiplyBlock(const Shape &shape, const float *a, const float *b, float *c) {
  if (shape.m == 32)
    multiply<32>(shape.k, a, b, c);
  else if (shape.m == 16)
    multiply<16>(shape.k, a, b, c);
  else
    multiply<4>(shape.k, a, b, c);
}

/// Adds the products to C and writes D. `addProducts` adds those of a block to its sums.
template <typename AddProducts>
void accumulate(Wavefront &wave, const DecodedInst &inst, const Operand &cOperand,
                const Shape &shape, bool isInteger, AddProducts addProducts) {
  alignas(64) uint32_t bits[maxResults];
  alignas(64) float sums[maxResults];
  loadC(wave, cOperand, shape, bits);
  const size_t results = shape.m * shape.m;
  // Integer products are summed apart: below 2^24, where f32 is exact.
  if (isInteger)
    std::memset(sums, 0, results * shape.blocks * sizeof(float));
  else
    std::memcpy(sums, bits, results * shape.blocks * sizeof(float));
  for (size_t block = 0; block < shape.blocks; ++block)
    addProducts(block, sums + block * results);
  for (size_t index = 0; index < results * shape.blocks; ++index)
    bits[index] = isInteger ? bits[index] + static_cast<uint32_t>(static_cast<int32_t>(sums[index]))
                            : (sums[index] != sums[index] ? defaultNanF32 : bitsOf(sums[index]));
  storeD(wave, inst.dst[0], shape, bits);
}

void executeDense(Wavefront &wave, const DecodedInst &inst) {
  const MfmaOp &op = *static_cast<const MfmaOp *>(inst.data);
  const auto control = std::bit_cast<MfmaControl>(inst.imm);
  const Shape shape{op.m, op.k, op.blocks};
  alignas(64) float a[maxElements], b[maxElements];
  loadMatrix(wave, inst.src[0], shape, control.aType, control.ocp, 0, control.dealt, a);
  loadMatrix(wave, inst.src[1], shape, control.bType, control.ocp, control.lanePattern,
             control.dealt, b);
  if (control.scaled) {
    applyScales(wave, inst.src[4], control.scaleByteA, shape, a);
    applyScales(wave, inst.src[5], control.scaleByteB, shape, b);
  }
  const size_t mask = (size_t{1} << control.broadcastSize) - 1;
  const size_t operands = shape.m * shape.k;
  accumulate(wave, inst, inst.src[2], shape, op.c == MfmaType::I32, [&](size_t block, float *sums) {
    const size_t ofA = mask ? (block & ~mask) + (control.broadcastId & mask) : block;
    multiplyBlock(shape, a + ofA * operands, b + block * operands, sums);
  });
}

/// Of every four k, A stores two elements, and the index says which; only these are multiplied, in
/// the order in which they are stored.
void executeSparse(Wavefront &wave, const DecodedInst &inst) {
  const MfmaOp &op = *static_cast<const MfmaOp *>(inst.data);
  const auto control = std::bit_cast<MfmaControl>(inst.imm);
  const Shape shape{op.m, op.k, op.blocks};
  alignas(64) float a[maxElements / 2], b[maxElements]; // a: [stored element][row]
  uint8_t places[maxElements / 2];                      // the k of each of a
  loadMatrix(wave, inst.src[1], shape, control.bType, control.ocp, 0, false, b);
  const size_t stored = shape.m * shape.k / 2 / waveLanes; // per lane
  // As many sets of indices as fit in the register; abid chooses where cbsz is 0.
  const size_t sets = 32 / (2 * stored);
  const size_t set = control.broadcastSize ? 0 : control.broadcastId % sets;
  const uint32_t *indices = wave.vgprs + inst.src[2].index;
  for (size_t index = 0; index < stored; ++index) {
    alignas(64) float lanes[waveLanes];
    loadElements(wave.vgprs + inst.src[0].index, index, control.aType, control.ocp, lanes);
    for (size_t group = 0; group < waveLanes / shape.m; ++group)
      for (size_t row = 0; row < shape.m; ++row) {
        const size_t lane = group * shape.m + row;
        const size_t where = indices[lane] >> (2 * (set * stored + index)) & 3;
        const size_t to = (group * stored + index) * shape.m + row;
        a[to] = lanes[lane];
        places[to] = static_cast<uint8_t>(group * 2 * stored + index / 2 * 4 + where);
      }
  }
  accumulate(wave, inst, inst.src[3], shape, op.c == MfmaType::I32, [&](size_t, float *sums) {
    for (size_t row = 0; row < shape.m; ++row)
      for (size_t element = 0; element < shape.k / 2; ++element) {
        const size_t from = element * shape.m + row;
        const float *rowOfB = b + places[from] * shape.m;
        for (size_t column = 0; column < shape.m; ++column) {
          float &to = sums[row * shape.m + column];
          to = __builtin_fmaf(a[from], rowOfB[column], to);
        }
      }
  });
}

/// f64: one element of A and B per lane. C has row 4 * slot + lane / 16 in 16x16x4; in 4x4x4 lane l
/// holds row l / 16 of block l / 4 % 4.
void executeDense64(Wavefront &wave, const DecodedInst &inst) {
  const MfmaOp &op = *static_cast<const MfmaOp *>(inst.data);
  const auto control = std::bit_cast<MfmaControl>(inst.imm);
  const size_t m = op.m, blocks = op.blocks;
  const auto sign = [&](unsigned operand) {
    return control.negate >> operand & 1 ? signF64 : uint64_t{0};
  };
  const auto read = [&](const Operand &operand, size_t word, size_t lane, unsigned which) {
    uint64_t bits =
        operand.isVector()
            ? wave.vgprs[operand.index + word * waveLanes + lane] |
                  static_cast<uint64_t>(wave.vgprs[operand.index + (word + 1) * waveLanes + lane])
                      << 32
            : wave.scalar64(operand);
    return asF64(bits ^ sign(which));
  };
  constexpr size_t rowLanes = 16;
  double a[4][rowLanes], b[4][rowLanes]; // [k][block * m + row]
  for (unsigned k = 0; k < 4; ++k)
    for (size_t place = 0; place < rowLanes; ++place) {
      a[k][place] = read(inst.src[0], 0, k * rowLanes + place, 0);
      b[k][place] = read(inst.src[1], 0, k * rowLanes + place, 1);
    }
  const size_t slots = m * m * blocks / waveLanes;
  uint64_t results[4][waveLanes];
  for (size_t slot = 0; slot < slots; ++slot)
    for (unsigned group = 0; group < 4; ++group)
      for (size_t place = 0; place < rowLanes; ++place) {
        const size_t lane = group * rowLanes + place;
        const size_t row = blocks > 1 ? place / m * m + group : 4 * slot + group;
        double sum = read(inst.src[2], 2 * slot, lane, 2);
        for (unsigned k = 0; k < op.k; ++k)
          sum = __builtin_fma(a[k][row], b[k][place], sum);
        results[slot][lane] = sum != sum ? defaultNanF64 : bitsOf(sum);
      }
  for (size_t slot = 0; slot < slots; ++slot) {
    uint32_t *low = wave.vgprs + inst.dst[0].index + 2 * slot * waveLanes;
    for (size_t lane = 0; lane < waveLanes; ++lane) {
      low[lane] = static_cast<uint32_t>(results[slot][lane]);
      low[waveLanes + lane] = static_cast<uint32_t>(results[slot][lane] >> 32);
    }
  }
}

const MfmaHandlers handlers = {executeDense, executeDense64, executeSparse};
const MfmaHandlers *handlerTable() { return &handlers; }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace rocke::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rocke::sim {
HWY_EXPORT(handlerTable);
const MfmaHandlers &mfmaHandlers() { return *HWY_DYNAMIC_DISPATCH(handlerTable)(); }
} // namespace rocke::sim
#endif
