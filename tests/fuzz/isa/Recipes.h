//===- Recipes.h - The typed operations that there are ----------*- C++ -*-===//
#ifndef ROCKE_TESTS_FUZZ_ISA_RECIPES_H
#define ROCKE_TESTS_FUZZ_ISA_RECIPES_H

#include "Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <initializer_list>
#include <vector>

namespace rocke::fuzz {

/// An operation on operands of given types.
struct Recipe {
  Op op;
  Type result;
  unsigned weight;
  unsigned numOperands = 0;
  std::array<Type, 4> operands{};

  Recipe(Op op, Type result, unsigned weight, std::initializer_list<Type> types);
  llvm::ArrayRef<Type> operandTypes() const {
    return llvm::ArrayRef(operands).take_front(numOperands);
  }
};

/// Every operation with every combination of types that it takes.
const std::vector<Recipe> &allRecipes();

/// Whether the host has a model of an operation in these modes that is exact.
bool hasModel(const Recipe &recipe, const FloatModes &modes);

} // namespace rocke::fuzz

#endif // ROCKE_TESTS_FUZZ_ISA_RECIPES_H
