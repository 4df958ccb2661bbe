//===- ScalarFloat.cpp - gfx11.5's scalar floating point -------------------===//
//
// The arithmetic runs on the host's floating point in the rounding mode of MODE. f16 values are
// computed in double precision, where sums, products and f16's fused multiply-add lose nothing that
// could change the one rounding to f16.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"
#include "vector/FloatFormats.h"
#include "llvm/ADT/StringMap.h"
#include <cfenv>
#include <cmath>

// The rounding mode is state that the compiler must respect.
#pragma STDC FENV_ACCESS ON

namespace rocke::sim {

namespace {
using u32 = uint32_t;

class ScopedRounding {
public:
  explicit ScopedRounding(Round round) : previous(std::fegetround()) {
    constexpr int hostModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    std::fesetround(hostModes[static_cast<u32>(round)]);
  }
  ~ScopedRounding() { std::fesetround(previous); }
  ScopedRounding(const ScopedRounding &) = delete;
  ScopedRounding &operator=(const ScopedRounding &) = delete;

private:
  int previous;
};

constexpr u32 keepInputs = 1, keepOutputs = 2; // bits of a denormal mode

// How each format is read and written under MODE. `Value` is what is computed with.
struct Single {
  using Value = float;
  static constexpr ConstantType constantType = ConstantType::B32;
  static u32 denormals(const Wavefront &wave) { return wave.mode >> mode::denormSingleShift & 3; }
  static Round rounding(const Wavefront &wave) {
    return static_cast<Round>(wave.mode >> mode::roundSingleShift & 3);
  }
  static float read(const Wavefront &wave, u32 bits) {
    return asF32(denormals(wave) & keepInputs ? bits : flushedF32(bits));
  }
  static u32 write(const Wavefront &wave, float value) {
    u32 bits = quietedIfNan(bitsOf(value));
    return denormals(wave) & keepOutputs ? bits : flushedF32(bits);
  }
};
struct Half {
  using Value = double;
  static constexpr ConstantType constantType = ConstantType::F16;
  static u32 denormals(const Wavefront &wave) { return wave.mode >> mode::denormDoubleShift & 3; }
  static Round rounding(const Wavefront &wave) {
    return static_cast<Round>(wave.mode >> mode::roundDoubleShift & 3);
  }
  static double read(const Wavefront &wave, u32 bits) {
    u32 half = bits & 0xffff;
    return asF32(halfToFloat(denormals(wave) & keepInputs ? half : flushedF16(half)));
  }
  // Runs under the host's rounding mode of the operation.
  static u32 write(const Wavefront &wave, double value) {
    constexpr int fractionBits = 10, smallestExponent = -14;
    double rounded = value;
    if (std::isfinite(value) && value != 0) {
      int unit = std::max(std::ilogb(value), smallestExponent) - fractionBits;
      rounded = std::copysign(std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit), value);
    }
    u32 bits = floatToHalf(quietedIfNan(bitsOf(static_cast<float>(rounded))), rounding(wave));
    if (wave.mode & mode::fp16Overflow && std::isfinite(value) && (bits & 0x7fff) == 0x7c00)
      --bits;
    return denormals(wave) & keepOutputs ? bits : flushedF16(bits);
  }
};

template <typename Format, auto fn> void binary(Wavefront &wave, const DecodedInst &inst) {
  ScopedRounding rounding(Format::rounding(wave));
  auto a = Format::read(wave, wave.scalar32(inst.src[0]));
  auto b = Format::read(wave, wave.scalar32(inst.src[1]));
  wave.sgpr[inst.dst[0].index] = Format::write(wave, fn(a, b));
}
template <typename T> T add(T a, T b) { return a + b; }
template <typename T> T sub(T a, T b) { return a - b; }
template <typename T> T mul(T a, T b) { return a * b; }
// A number wins over a NaN, and -0 is less than +0.
template <typename T> T minimum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <typename T> T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

enum class Addend { Dest, LiteralAddend, LiteralFactor };
// s_fmac: D = S0 * S1 + D; s_fmaak: D = S0 * S1 + K; s_fmamk: D = S0 * K + S1.
template <typename Format, Addend addend> void fused(Wavefront &wave, const DecodedInst &inst) {
  ScopedRounding rounding(Format::rounding(wave));
  u32 literal = static_cast<u32>(inst.imm[0]);
  u32 source1 = wave.scalar32(inst.src[1]);
  u32 factor = addend == Addend::LiteralFactor ? literal : source1;
  u32 summand = addend == Addend::Dest            ? wave.sgpr[inst.dst[0].index]
                : addend == Addend::LiteralAddend ? literal
                                                  : source1;
  auto a = Format::read(wave, wave.scalar32(inst.src[0]));
  auto result = std::fma(a, Format::read(wave, factor), Format::read(wave, summand));
  wave.sgpr[inst.dst[0].index] = Format::write(wave, result);
}

template <typename Format, auto fn> void unary(Wavefront &wave, const DecodedInst &inst) {
  auto a = Format::read(wave, wave.scalar32(inst.src[0]));
  wave.sgpr[inst.dst[0].index] = Format::write(wave, fn(a));
}
template <typename T> T roundUp(T a) { return std::ceil(a); }
template <typename T> T roundDown(T a) { return std::floor(a); }
template <typename T> T truncate(T a) { return std::trunc(a); }
template <typename T> T roundEven(T a) { return __builtin_roundeven(a); }

template <typename Format, auto fn> void compare(Wavefront &wave, const DecodedInst &inst) {
  wave.scc = fn(Format::read(wave, wave.scalar32(inst.src[0])),
                Format::read(wave, wave.scalar32(inst.src[1])));
}
template <typename T> bool less(T a, T b) { return a < b; }
template <typename T> bool equal(T a, T b) { return a == b; }
template <typename T> bool lessEqual(T a, T b) { return a <= b; }
template <typename T> bool greater(T a, T b) { return a > b; }
template <typename T> bool lessGreater(T a, T b) { return a < b || a > b; }
template <typename T> bool greaterEqual(T a, T b) { return a >= b; }
template <typename T> bool ordered(T a, T b) { return !std::isnan(a) && !std::isnan(b); }
template <auto fn, typename T> bool negated(T a, T b) { return !fn(a, b); }

template <typename Integer> void fromInteger(Wavefront &wave, const DecodedInst &inst) {
  ScopedRounding rounding(Single::rounding(wave));
  auto value = static_cast<Integer>(wave.scalar32(inst.src[0]));
  wave.sgpr[inst.dst[0].index] = bitsOf(static_cast<float>(value));
}
// Out of range saturates, NaN gives 0.
template <typename Integer> void toInteger(Wavefront &wave, const DecodedInst &inst) {
  double value = std::trunc(static_cast<double>(Single::read(wave, wave.scalar32(inst.src[0]))));
  constexpr double low = std::numeric_limits<Integer>::min();
  constexpr double high = std::numeric_limits<Integer>::max();
  Integer result = std::isnan(value) ? Integer{0}
                   : value <= low    ? std::numeric_limits<Integer>::min()
                   : value >= high   ? std::numeric_limits<Integer>::max()
                                     : static_cast<Integer>(value);
  wave.sgpr[inst.dst[0].index] = static_cast<u32>(result);
}
void singleToHalf(Wavefront &wave, const DecodedInst &inst) {
  ScopedRounding rounding(Half::rounding(wave));
  float value = Single::read(wave, wave.scalar32(inst.src[0]));
  wave.sgpr[inst.dst[0].index] = Half::write(wave, static_cast<double>(value));
}
template <unsigned shift> void halfToSingle(Wavefront &wave, const DecodedInst &inst) {
  double value = Half::read(wave, wave.scalar32(inst.src[0]) >> shift);
  wave.sgpr[inst.dst[0].index] = Single::write(wave, static_cast<float>(value));
}
void packHalves(Wavefront &wave, const DecodedInst &inst) {
  auto convert = [&](const Operand &operand) {
    return floatToHalf(bitsOf(Single::read(wave, wave.scalar32(operand))), Round::TowardZero);
  };
  wave.sgpr[inst.dst[0].index] = convert(inst.src[0]) | convert(inst.src[1]) << 16;
}

template <typename Format> void addFormat(llvm::StringMap<ScalarOp> &ops, llvm::StringRef suffix) {
  using T = Format::Value;
  constexpr ConstantType type = Format::constantType;
  auto addOp = [&](llvm::StringRef name, Handler handler) {
    ops[(name + suffix).str()] = {handler, type, type};
  };
  addOp("s_add_", binary<Format, add<T>>);
  addOp("s_sub_", binary<Format, sub<T>>);
  addOp("s_mul_", binary<Format, mul<T>>);
  addOp("s_min_", binary<Format, minimum<T>>);
  addOp("s_max_", binary<Format, maximum<T>>);
  addOp("s_fmac_", fused<Format, Addend::Dest>);
  addOp("s_ceil_", unary<Format, roundUp<T>>);
  addOp("s_floor_", unary<Format, roundDown<T>>);
  addOp("s_trunc_", unary<Format, truncate<T>>);
  addOp("s_rndne_", unary<Format, roundEven<T>>);
  addOp("s_cmp_lt_", compare<Format, less<T>>);
  addOp("s_cmp_eq_", compare<Format, equal<T>>);
  addOp("s_cmp_le_", compare<Format, lessEqual<T>>);
  addOp("s_cmp_gt_", compare<Format, greater<T>>);
  addOp("s_cmp_lg_", compare<Format, lessGreater<T>>);
  addOp("s_cmp_ge_", compare<Format, greaterEqual<T>>);
  addOp("s_cmp_o_", compare<Format, ordered<T>>);
  addOp("s_cmp_u_", compare<Format, negated<ordered<T>, T>>);
  addOp("s_cmp_nge_", compare<Format, negated<greaterEqual<T>, T>>);
  addOp("s_cmp_nlg_", compare<Format, negated<lessGreater<T>, T>>);
  addOp("s_cmp_ngt_", compare<Format, negated<greater<T>, T>>);
  addOp("s_cmp_nle_", compare<Format, negated<lessEqual<T>, T>>);
  addOp("s_cmp_neq_", compare<Format, negated<equal<T>, T>>);
  addOp("s_cmp_nlt_", compare<Format, negated<less<T>, T>>);
}

llvm::StringMap<ScalarOp> makeTable() {
  llvm::StringMap<ScalarOp> ops = {
      {"s_fmaak_f32", {fused<Single, Addend::LiteralAddend>}},
      {"s_fmamk_f32", {fused<Single, Addend::LiteralFactor>}},
      {"s_cvt_f32_i32", {fromInteger<int32_t>}},
      {"s_cvt_f32_u32", {fromInteger<uint32_t>}},
      {"s_cvt_i32_f32", {toInteger<int32_t>}},
      {"s_cvt_u32_f32", {toInteger<uint32_t>}},
      {"s_cvt_f16_f32", {singleToHalf}},
      {"s_cvt_f32_f16", {halfToSingle<0>, ConstantType::F16}},
      {"s_cvt_hi_f32_f16", {halfToSingle<16>, ConstantType::F16}},
      {"s_cvt_pk_rtz_f16_f32", {packHalves}},
  };
  addFormat<Single>(ops, "f32");
  addFormat<Half>(ops, "f16");
  return ops;
}
} // namespace

const ScalarOp *findScalarFloat(llvm::StringRef name) {
  static const llvm::StringMap<ScalarOp> ops = makeTable();
  auto it = ops.find(name);
  return it == ops.end() ? nullptr : &it->second;
}

} // namespace rocke::sim
