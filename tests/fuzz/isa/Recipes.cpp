//===- Recipes.cpp - The typed operations that there are ------------------===//
#include "Recipes.h"
#include <algorithm>

namespace rocke::fuzz {

namespace {

enum class Form {
  IntBinary,
  IntUnary,
  BytesUnary,
  IntTernary,
  ScalarIntTernary,
  MulAddWide,
  DwordTernary,
  Dot2,
  PackDwords,
  PackHalves,
  FloatBinary,
  FloatUnary,
  FloatTernary,
  ScalarFloatUnary,
  FloatToDword,
  FloatDword,
  QuadSad,
  WideSad,
  ShiftPack,
  DwordUnary,
  FDotHalf,
  FDotHalfToSingle,
  FDotBf16,
  FDotBf16ToSingle,
  DwordToSingle,
  DwordToSingles,
  SinglesToDword,
  SingleBinary,
  SingleTernary,
  MixedFma,
  MixedFmaHalf,
  IntCompare,
  FloatCompare,
  FloatTest,
  PredBinary,
  PredUnary,
  Selection,
  LaneSelection,
  FromPred,
  IntToInt,
  IntToFloat,
  FloatToInt,
  FloatToFloat,
  SameBits,
  BuildVector,
  ExtractElement,
  ExtractAtIndex,
  InsertElement,
  InsertAtIndex,
  ShuffleTwo,
};

/// Whether LLVM's conversion is exact or rounds once. To bf16 it goes through f32, which rounds
/// integers of more than 24 bits twice.
bool roundsOnce(Type from, Type to) { return to != Type::BF16 || info(from).bits <= 16; }

class Table {
public:
  std::vector<Recipe> recipes;

  /// Adds the recipes of a form that takes one type (and what follows from it).
  void add(Op op, Form form, unsigned weight, Type t) {
    const bool scalar = !isVector(t), integer = isInteger(t), floating = isFloat(t);
    const Type element = info(t).element;
    const auto put = [&](Type result, std::initializer_list<Type> operands) {
      recipes.emplace_back(op, result, weight, operands);
    };
    switch (form) {
    case Form::IntBinary:
      if (integer)
        put(t, {t, t});
      break;
    case Form::IntUnary:
      if (integer)
        put(t, {t});
      break;
    case Form::BytesUnary:
      if (integer && info(t).bits > 8)
        put(t, {t});
      break;
    case Form::IntTernary:
      if (integer)
        put(t, {t, t, t});
      break;
    case Form::ScalarIntTernary:
      if (integer && scalar)
        put(t, {t, t, t});
      break;
    case Form::FloatBinary:
      if (floating)
        put(t, {t, t});
      break;
    case Form::FloatUnary:
      if (floating)
        put(t, {t});
      break;
    case Form::FloatTernary:
      // An fma of bf16 is one of f32 to LLVM, rounded twice.
      if (floating && !(element == Type::BF16 && op != Op::MulThenAdd && op != Op::FMedian &&
                        op != Op::FExtreme3))
        put(t, {t, t, t});
      break;
    case Form::ScalarFloatUnary:
      if (floating && scalar)
        put(t, {t});
      break;
    case Form::FloatToDword:
      if (floating && scalar)
        put(Type::I32, {t});
      break;
    case Form::FloatDword:
      if (floating && scalar)
        put(t, {t, Type::I32});
      break;
    case Form::IntCompare:
      if (integer && scalar)
        put(Type::I1, {t, t});
      break;
    case Form::FloatCompare:
      if (floating && scalar)
        put(Type::I1, {t, t});
      break;
    case Form::FloatTest:
      if (floating && scalar)
        put(Type::I1, {t});
      break;
    case Form::Selection:
      put(t, {Type::I1, t, t});
      break;
    case Form::LaneSelection:
      if (t != Type::I1)
        put(t, {t, t, t, t});
      break;
    case Form::FromPred:
      if (integer && scalar)
        put(t, {Type::I1});
      break;
    case Form::BuildVector:
      if (info(t).count == 2)
        put(t, {element, element});
      else if (info(t).count == 4)
        put(t, {element, element, element, element});
      break;
    case Form::ExtractElement:
      if (!scalar)
        put(element, {t});
      break;
    case Form::ExtractAtIndex:
      if (!scalar)
        put(element, {t, Type::I32});
      break;
    case Form::InsertElement:
      if (!scalar)
        put(t, {t, element});
      break;
    case Form::InsertAtIndex:
      if (!scalar)
        put(t, {t, element, Type::I32});
      break;
    case Form::ShuffleTwo:
      if (!scalar)
        put(t, {t, t});
      break;
    default:
      break;
    }
  }

  /// Adds the conversion of a form from one type to another one.
  void addConversion(Op op, Form form, unsigned weight, Type from, Type to) {
    const bool scalars = !isVector(from) && !isVector(to);
    bool fits = false;
    switch (form) {
    case Form::IntToInt:
      fits = scalars && isInteger(from) && isInteger(to);
      break;
    case Form::IntToFloat:
      fits = scalars && isInteger(from) && isFloat(to) && roundsOnce(from, to);
      break;
    case Form::FloatToInt:
      fits = scalars && isFloat(from) && isInteger(to);
      break;
    case Form::FloatToFloat:
      fits = isFloat(from) && isFloat(to) && info(from).count == info(to).count &&
             info(from).bits != info(to).bits;
      break;
    case Form::SameBits:
      fits = from != Type::I1 && to != Type::I1 && byteSize(from) == byteSize(to);
      break;
    default:
      break;
    }
    if (fits)
      recipes.emplace_back(op, to, weight, std::initializer_list<Type>{from});
  }

  /// Adds the one recipe of a form whose types are all given.
  void addFixed(Op op, Form form, unsigned weight) {
    const auto put = [&](Type result, std::initializer_list<Type> operands) {
      recipes.emplace_back(op, result, weight, operands);
    };
    switch (form) {
    case Form::MulAddWide:
      return put(Type::I64, {Type::I32, Type::I32, Type::I64});
    case Form::DwordTernary:
      return put(Type::I32, {Type::I32, Type::I32, Type::I32});
    case Form::Dot2:
      return put(Type::I32, {Type::I16x2, Type::I16x2, Type::I32});
    case Form::QuadSad:
      return put(Type::I64, {Type::I64, Type::I32, Type::I64});
    case Form::WideSad:
      return put(Type::I32, {Type::I64, Type::I32, Type::I32});
    case Form::ShiftPack:
      return put(Type::I16, {Type::I32, Type::I32, Type::I32});
    case Form::DwordUnary:
      return put(Type::I32, {Type::I32});
    case Form::FDotHalf:
      return put(Type::F16, {Type::F16x2, Type::F16x2, Type::F16});
    case Form::FDotHalfToSingle:
      return put(Type::F32, {Type::F16x2, Type::F16x2, Type::F32});
    case Form::FDotBf16:
      return put(Type::BF16, {Type::BF16x2, Type::BF16x2, Type::BF16});
    case Form::FDotBf16ToSingle:
      return put(Type::F32, {Type::BF16x2, Type::BF16x2, Type::F32});
    case Form::DwordToSingle:
      return put(Type::F32, {Type::I32});
    case Form::DwordToSingles:
      return put(Type::F32x2, {Type::I32});
    case Form::SinglesToDword:
      return put(Type::I32, {Type::F32, Type::F32, Type::I32});
    case Form::SingleBinary:
      return put(Type::F32, {Type::F32, Type::F32});
    case Form::SingleTernary:
      return put(Type::F32, {Type::F32, Type::F32, Type::F32});
    case Form::PackDwords:
      return put(Type::I16x2, {Type::I32, Type::I32});
    case Form::PackHalves:
      return put(Type::F16x2, {Type::F32, Type::F32});
    case Form::MixedFma:
      return put(Type::F32, {Type::F16, Type::F16, Type::F32});
    case Form::MixedFmaHalf:
      return put(Type::F16, {Type::F16, Type::F16, Type::F32});
    case Form::PredBinary:
      return put(Type::I1, {Type::I1, Type::I1});
    case Form::PredUnary:
      return put(Type::I1, {Type::I1});
    default:
      break;
    }
  }
};

std::vector<Recipe> build() {
  struct Entry {
    Op op;
    Form form;
    unsigned weight;
  };
  static constexpr Entry entries[] = {
#define ROCKE_FUZZ_OP(name, form, weight) {Op::name, Form::form, weight},
#include "Ops.def"
#undef ROCKE_FUZZ_OP
  };
  Table table;
  for (const Entry &entry : entries) {
    table.addFixed(entry.op, entry.form, entry.weight);
    for (unsigned i = 0; i < numTypes; ++i) {
      const auto from = static_cast<Type>(i);
      table.add(entry.op, entry.form, entry.weight, from);
      for (unsigned j = 0; j < numTypes; ++j)
        if (i != j)
          table.addConversion(entry.op, entry.form, entry.weight, from, static_cast<Type>(j));
    }
  }
  return table.recipes;
}

} // namespace

Recipe::Recipe(Op op, Type result, unsigned weight, std::initializer_list<Type> types)
    : op(op), result(result), weight(weight), numOperands(static_cast<unsigned>(types.size())) {
  std::copy(types.begin(), types.end(), operands.begin());
}

bool hasModel(const Recipe &recipe, const FloatModes &modes) {
  const auto operands = recipe.operandTypes();
  const bool floats = isFloat(recipe.result) || std::ranges::any_of(operands, isFloat);
  // LLVM divides integers by way of f32, to nearest.
  const bool divides = recipe.op == Op::UDiv || recipe.op == Op::URem || recipe.op == Op::SDiv ||
                       recipe.op == Op::SRem;
  if (divides)
    return !modes.round();
  if (modes.plain() || !floats)
    return true;
  const Type from = info(operands.front()).element, to = info(recipe.result).element;
  // LLVM moves negations through operations, which then round to the other side.
  const auto isDirected = [](const FloatModes::Half &half) {
    return half.rounding == 1 || half.rounding == 2;
  };
  const bool directed = isDirected(modes.single) || isDirected(modes.others);
  switch (recipe.op) {
  case Op::FNeg:
  case Op::FAbs: // LLVM 22 negates both halves of <2 x float> by an addition, which flushes
    return !directed && !(recipe.result == Type::F32x2 && modes.flush());
  case Op::FSub:
  case Op::FMul:
  case Op::NegFma:
  case Op::MulThenAdd:
  case Op::CopySign:
    return !directed;
  case Op::FAdd:
  case Op::Fma:
  case Op::FCmp:
  case Op::Select:
  case Op::CompareSelect:
  case Op::Reinterpret:
  case Op::Build:
  case Op::Extract:
  case Op::ExtractDynamic:
  case Op::Insert:
  case Op::InsertDynamic:
  case Op::Shuffle:
    return true;
  case Op::FloatCast: // LLVM's of f64 to f16 is made of integer operations
    return !(from == Type::F64 && to == Type::F16);
  case Op::SIntToFloat: // and those of i64 of several that round
  case Op::UIntToFloat:
    return info(from).bits <= 32;
  case Op::FloatToSInt:
  case Op::FloatToUInt:
    return info(to).bits <= 32;
  default:
    return false;
  }
}

const std::vector<Recipe> &allRecipes() {
  static const std::vector<Recipe> recipes = build();
  return recipes;
}

} // namespace rocke::fuzz
