//===- Program.cpp - Random programs --------------------------------------===//
#include "Program.h"
#include <algorithm>

namespace rocke::fuzz {

const TypeInfo &info(Type type) {
  static constexpr TypeInfo infos[numTypes] = {
      {"i1", Type::I1, 1, 1, false},        {"i8", Type::I8, 1, 8, false},
      {"i16", Type::I16, 1, 16, false},     {"i32", Type::I32, 1, 32, false},
      {"i64", Type::I64, 1, 64, false},     {"f16", Type::F16, 1, 16, true},
      {"bf16", Type::BF16, 1, 16, true},    {"f32", Type::F32, 1, 32, true},
      {"f64", Type::F64, 1, 64, true},      {"4 x i8", Type::I8, 4, 8, false},
      {"2 x i16", Type::I16, 2, 16, false}, {"2 x i32", Type::I32, 2, 32, false},
      {"2 x f16", Type::F16, 2, 16, true},  {"2 x bf16", Type::BF16, 2, 16, true},
      {"2 x f32", Type::F32, 2, 32, true},
  };
  return infos[static_cast<unsigned>(type)];
}

uint64_t infinityOf(Type element) {
  switch (element) {
  case Type::F16:
    return 0x7c00;
  case Type::BF16:
    return 0x7f80;
  case Type::F32:
    return 0x7f800000;
  default:
    return 0x7ff0000000000000;
  }
}

const char *toString(Op op) {
  static constexpr const char *names[] = {
#define ROCKE_FUZZ_OP(name, form, weight) #name,
#include "Ops.def"
#undef ROCKE_FUZZ_OP
  };
  return names[static_cast<unsigned>(op)];
}

bool Program::hasDots() const {
  const auto ofBytes = [](const Register &reg) {
    return reg.type == Type::I8 || reg.type == Type::I8x4;
  };
  return std::ranges::none_of(registers, ofBytes) &&
         std::ranges::none_of(functions, [&](const Function &function) {
           return std::ranges::any_of(function.registers, ofBytes);
         });
}

void forEachStmt(const Block &block, llvm::function_ref<void(const Stmt &)> visit) {
  for (const Stmt &stmt : block) {
    visit(stmt);
    for (const Block &inner : stmt.blocks)
      forEachStmt(inner, visit);
  }
}

void forEachStmt(const Program &program, llvm::function_ref<void(const Stmt &)> visit) {
  forEachStmt(program.body, visit);
  for (const Function &function : program.functions)
    forEachStmt(function.body, visit);
}

} // namespace rocke::fuzz
