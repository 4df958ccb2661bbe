//===- Generate.cpp - Programs from seeds ---------------------------------===//
#include "Generate.h"
#include "Prng.h"
#include "Recipes.h"
#include "Values.h"
#include <algorithm>

namespace rocke::fuzz {

namespace {

/// What a program may hold. Most have only some of it, so that the statements which they do have
/// meet each other.
struct Features {
  bool control, memory, atomics, calls, approximations, exchanges;
};

/// Writes statements over one set of registers: the program's, or a function's.
class BlockGenerator {
public:
  BlockGenerator(Prng &prng, Program &program, const std::vector<Register> &registers,
                 Features features)
      : prng(prng), program(program), registers(registers), features(features),
        unread(registers.size()) {
    for (const Register &reg : registers)
      present[static_cast<unsigned>(reg.type)] = true;
    for (const Recipe &recipe : allRecipes())
      if (std::ranges::all_of(recipe.operandTypes(), [&](Type t) { return has(t); }) &&
          has(recipe.result) && hasModel(recipe, program.modes))
        for (unsigned i = 0; i < recipe.weight; ++i)
          recipes[static_cast<unsigned>(recipe.result)].push_back(&recipe);
  }

  /// About `count` statements, those of nested blocks included.
  Block topLevel(unsigned count) { return block(count, /*depth=*/0); }

private:
  bool has(Type type) const { return present[static_cast<unsigned>(type)]; }

  Block block(unsigned count, unsigned depth) {
    Block result;
    while (count > 0) {
      Stmt stmt = statement(count, depth);
      unsigned size = 1;
      for (const Block &inner : stmt.blocks)
        size += static_cast<unsigned>(inner.size());
      result.push_back(std::move(stmt));
      count -= std::min(count, size);
    }
    return result;
  }

  Stmt statement(unsigned left, unsigned depth) {
    const uint64_t draw = prng.below(100);
    if (features.control && draw < 16 && left > 3 && depth < 3)
      return control(std::min(left - 1, 10u), depth);
    if (features.memory && draw >= 16 && draw < 36)
      return prng.chance(55) ? load() : store();
    if (features.atomics && draw >= 36 && draw < 44)
      return prng.chance(50) && !program.accumulators.empty() ? atomicShared() : atomicOwn();
    if (features.calls && draw >= 44 && draw < 50)
      return call();
    if (features.approximations && draw >= 50 && draw < 58)
      return approximate();
    if (features.exchanges && draw >= 58 && draw < 70 && depth == 0)
      return exchange();
    if (loops > 0 && draw >= 70 && draw < 74)
      return leave();
    return compute();
  }

  /// A register to read.
  Operand read(Type type, bool uniform = false) {
    std::vector<int> candidates;
    for (unsigned i = 0; i < registers.size(); ++i)
      if (registers[i].type == type && (!uniform || registers[i].uniform))
        candidates.push_back(static_cast<int>(i));
    // LLVM folds constants in the default modes. And it computes with constants of bf16 in f32, of
    // which it later takes the wrong half where 16-bit values share registers.
    const bool wants = prng.chance(12) && program.modes.plain() &&
                       !(info(type).element == Type::BF16 && program.sharesRegisters);
    if (candidates.empty() || wants)
      return constant(type);
    int reg = prng.pick(candidates);
    // Rather one whose value nothing has used yet.
    if (!unread[reg])
      reg = prng.pick(candidates);
    unread[reg] = false;
    return {type, reg, 0};
  }
  Operand constant(Type type) {
    Operand operand{type, -1, randomValue(prng, type)};
    // LLVM 22 builds a vector of a 16-bit -0 and something else as if it were +0. No constants that
    // round to it.
    const uint64_t one = info(type).element == Type::F16 ? 0x3c00 : 0x3f80;
    for (unsigned i = 0; isHalf(type) && i < info(type).count; ++i)
      if ((operand.bits >> (16 * i) & 0x7fff) < one)
        operand.bits &= ~(uint64_t{0x8000} << (16 * i));
    return operand;
  }

  /// A register to write; the type is any if none is given. -1 if there is none.
  int write(std::optional<Type> type, bool uniform) {
    std::vector<int> candidates;
    for (unsigned i = 0; i < registers.size(); ++i)
      if ((!type || registers[i].type == *type) && registers[i].uniform == uniform)
        candidates.push_back(static_cast<int>(i));
    if (candidates.empty())
      return -1;
    int reg = prng.pick(candidates);
    for (unsigned attempt = 0; unread[reg] && attempt < 3; ++attempt)
      reg = prng.pick(candidates);
    unread[reg] = true;
    return reg;
  }

  /// Whether a statement should be one of scalar registers, which control flow that differs
  /// between lanes must not change.
  bool chooseUniform(unsigned percent = 22) { return !divergent && prng.chance(percent); }

  Stmt make(StmtKind kind) {
    Stmt stmt;
    stmt.kind = kind;
    stmt.imm = prng.bits();
    return stmt;
  }

  Stmt compute() {
    Stmt stmt = make(StmtKind::Compute);
    const bool uniform = chooseUniform();
    stmt.dst = write(std::nullopt, uniform);
    if (stmt.dst < 0)
      stmt.dst = write(std::nullopt, false);
    const Register &dst = registers[stmt.dst];
    const Recipe &recipe = *prng.pick(recipes[static_cast<unsigned>(dst.type)]);
    stmt.op = recipe.op;
    stmt.type = recipe.result;
    for (Type type : recipe.operandTypes())
      stmt.operands.push_back(read(type, dst.uniform));
    return stmt;
  }

  Stmt control(unsigned count, unsigned depth) {
    const bool uniform = chooseUniform(30);
    const bool outer = divergent;
    Stmt stmt;
    // No loops with two entries: LLVM 22 miscompiles them at all levels.
    switch (prng.below(4)) {
    case 0: {
      stmt = make(StmtKind::Loop);
      stmt.operands.push_back(read(Type::I32, uniform));
      // A lane may leave early, so that nothing in a loop counts as uniform.
      divergent = true;
      if (prng.chance(50))
        stmt.dst = write(Type::I32, false);
      ++loops;
      stmt.blocks.push_back(block(count, depth + 1));
      --loops;
      break;
    }
    case 1: {
      stmt = make(StmtKind::Switch);
      stmt.operands.push_back(read(Type::I32, uniform));
      divergent |= !uniform;
      const unsigned cases = 2 + static_cast<unsigned>(prng.below(prng.chance(20) ? 9 : 3));
      for (unsigned i = 0; i < cases; ++i)
        stmt.blocks.push_back(block(1 + count / cases, depth + 1));
      break;
    }
    default:
      stmt = make(StmtKind::If);
      stmt.operands.push_back(read(Type::I1, uniform));
      divergent |= !uniform;
      stmt.blocks.push_back(block(1 + count / 2, depth + 1));
      stmt.blocks.push_back(prng.chance(60) ? block(1 + count / 2, depth + 1) : Block());
      break;
    }
    divergent = outer;
    return stmt;
  }

  Stmt leave() {
    Stmt stmt = make(prng.chance(60) ? StmtKind::BreakIf : StmtKind::ContinueIf);
    stmt.operands.push_back(read(Type::I1));
    return stmt;
  }

  Stmt load() {
    Stmt stmt = make(StmtKind::Load);
    stmt.space = space(/*writable=*/false);
    const bool uniform = stmt.space == Space::Table && chooseUniform(50);
    stmt.dst = write(std::nullopt, uniform);
    while (stmt.dst < 0 || registers[stmt.dst].type == Type::I1)
      stmt.dst = write(std::nullopt, false);
    stmt.type = registers[stmt.dst].type;
    stmt.operands = {read(Type::I32, uniform), Operand(), read(Type::I1)};
    return stmt;
  }

  Stmt store() {
    Stmt stmt = make(StmtKind::Store);
    stmt.space = space(/*writable=*/true);
    do {
      stmt.type = prng.pick(registers).type;
    } while (stmt.type == Type::I1);
    stmt.operands = {read(Type::I32), read(stmt.type), read(Type::I1)};
    return stmt;
  }

  Space space(bool writable) {
    static constexpr Space all[] = {Space::Private, Space::Global,      Space::Lds,
                                    Space::Flat,    Space::FlatPrivate, Space::Buffer,
                                    Space::Table,   Space::BufferTable, Space::Table};
    if (isFunction())
      return Space::Private;
    return all[prng.below(writable ? 6 : std::size(all))];
  }
  bool isFunction() const { return &registers != &program.registers; }

  Stmt atomicOwn() {
    Stmt stmt = make(StmtKind::AtomicOwn);
    stmt.space = prng.chance(50) ? Space::Global : Space::Lds;
    stmt.atomic = static_cast<AtomicOp>(prng.below(numAtomics));
    const bool floating = stmt.atomic >= AtomicOp::FAdd && stmt.atomic <= AtomicOp::FMax;
    static constexpr Type floats[] = {Type::F32, Type::F64};
    static constexpr Type integers[] = {Type::I32, Type::I64};
    stmt.type = prng.pick(floating ? floats : integers);
    if (prng.chance(60))
      stmt.dst = write(stmt.type, false);
    stmt.operands = {read(Type::I32), read(stmt.type), read(stmt.type)};
    return stmt;
  }

  Stmt atomicShared() {
    Stmt stmt = make(StmtKind::AtomicShared);
    stmt.imm = prng.below(program.accumulators.size());
    stmt.operands.push_back(read(program.accumulators[stmt.imm].type));
    return stmt;
  }

  Stmt call() {
    Stmt stmt = make(StmtKind::Call);
    stmt.imm = prng.below(program.functions.size());
    stmt.dst = write(Type::I64, false);
    stmt.operands = {read(Type::I32), read(Type::I64), read(Type::F32)};
    if (program.functions.size() > 1 && prng.chance(40))
      stmt.operands.push_back(read(Type::I1));
    return stmt;
  }

  Stmt approximate() {
    Stmt stmt = make(StmtKind::Approximate);
    stmt.function = static_cast<Approximation>(prng.below(numApproximations));
    static constexpr Type types[] = {Type::F32, Type::F32, Type::F16, Type::F64};
    stmt.type = prng.pick(types);
    // The transcendental instructions of doubles are rcp, rsq and sqrt.
    if (stmt.type == Type::F64)
      stmt.function =
          static_cast<Approximation>(static_cast<unsigned>(Approximation::Rcp) + prng.below(3));
    if (stmt.function >= Approximation::Exp2Full)
      stmt.type = Type::F32;
    stmt.imm = program.approximations++;
    stmt.operands.push_back(read(stmt.type));
    return stmt;
  }

  Stmt exchange() {
    Stmt stmt = make(StmtKind::Exchange);
    stmt.move = prng.chance(25) ? Move::Matrix : static_cast<Move>(prng.below(numMoves));
    if (stmt.move == Move::Ballot) {
      stmt.type = Type::I64;
      stmt.dst = write(Type::I64, false);
      stmt.operands = {read(Type::I1)};
      if (stmt.dst >= 0)
        return stmt;
      stmt.move = Move::Dpp;
    }
    stmt.type = Type::I32;
    const bool uniform = stmt.move == Move::ReadLane || stmt.move == Move::WriteLane ||
                         stmt.move == Move::Permlane16 || stmt.move == Move::PermlaneX16;
    // Even v_readlane's result differs from wavefront to wavefront, so it counts as divergent.
    stmt.dst = write(Type::I32, false);
    stmt.operands = {read(Type::I32), read(Type::I32, uniform), read(Type::I32, uniform)};
    return stmt;
  }

  Prng &prng;
  Program &program;
  const std::vector<Register> &registers;
  const Features features;
  std::array<bool, numTypes> present{};
  std::array<std::vector<const Recipe *>, numTypes> recipes;
  std::vector<char> unread; ///< written, and not read since
  unsigned loops = 0;       ///< around the current statement
  bool divergent = false;   ///< whether lanes may differ in getting there
};

FloatModes chooseModes(Prng &prng) {
  FloatModes modes;
  switch (prng.below(12)) {
  case 0:
    for (FloatModes::Half *half : {&modes.single, &modes.others})
      half->rounding = static_cast<unsigned>(prng.below(4));
    break;
  case 1:
    for (FloatModes::Half *half : {&modes.single, &modes.others}) {
      half->flushInput = prng.chance(70);
      half->flushOutput = prng.chance(70);
    }
    break;
  default:
    break;
  }
  return modes;
}

std::vector<Register> chooseRegisters(Prng &prng, const Program &program, bool withUniform) {
  std::array<bool, numTypes> types{};
  const auto want = [&](Type type) { types[static_cast<unsigned>(type)] = true; };
  want(Type::I1);
  want(Type::I32);
  const uint64_t more = 2 + prng.below(5);
  for (uint64_t i = 0; i < more; ++i)
    want(static_cast<Type>(prng.below(numTypes)));
  if (!program.modes.plain()) {
    want(prng.chance(50) ? Type::F32 : Type::F16);
    types[static_cast<unsigned>(Type::BF16)] = types[static_cast<unsigned>(Type::BF16x2)] = false;
  }
  std::vector<Register> registers;
  for (unsigned i = 0; i < numTypes; ++i) {
    if (!types[i])
      continue;
    const auto type = static_cast<Type>(i);
    const unsigned count = type == Type::I32 ? 4 : type == Type::I1 ? 2 : 3;
    for (unsigned j = 0; j < count; ++j)
      registers.push_back({type, /*uniform=*/false, /*stored=*/true});
    if (withUniform)
      for (unsigned j = 0; j < (type == Type::I32 ? 3u : 2u); ++j)
        registers.push_back({type, /*uniform=*/true, /*stored=*/true});
  }
  return registers;
}

Function generateFunction(Prng &prng, Program &program) {
  Function function;
  // The parameters and the result have fixed places.
  function.registers = {{Type::I32}, {Type::I64}, {Type::F32}};
  for (const Register &reg : chooseRegisters(prng, program, /*withUniform=*/false))
    function.registers.push_back(reg);
  const Features features{/*control=*/prng.chance(50),
                          /*memory=*/prng.chance(40),  false, false, false, false};
  BlockGenerator generator(prng, program, function.registers, features);
  function.body = generator.topLevel(4 + static_cast<unsigned>(prng.below(10)));
  return function;
}

void addAccumulators(Prng &prng, Program &program) {
  const uint64_t count = 1 + prng.below(4);
  for (uint64_t i = 0; i < count; ++i) {
    Accumulator cell;
    cell.space = prng.chance(50) ? Space::Global : Space::Lds;
    cell.op = static_cast<AtomicOp>(prng.below(numSharedAtomics));
    const bool floating = cell.op >= AtomicOp::FAdd;
    const bool wide = prng.chance(40);
    cell.type = floating ? (wide ? Type::F64 : Type::F32) : (wide ? Type::I64 : Type::I32);
    // A float that operations in any order change alike.
    cell.initial = floating ? 0 : randomValue(prng, cell.type);
    program.accumulators.push_back(cell);
  }
}

} // namespace

Program generate(uint64_t seed) {
  Prng prng(seed * 0x9e3779b97f4a7c15 + 0x1234567);
  Program program;
  program.seed = seed;
  Features features{/*control=*/prng.chance(60),        /*memory=*/prng.chance(45),
                    /*atomics=*/prng.chance(15),        /*calls=*/prng.chance(12),
                    /*approximations=*/prng.chance(25), /*exchanges=*/prng.chance(25)};
  program.modes = chooseModes(prng);
  if (!program.modes.plain())
    features.atomics = features.approximations = false;
  if (program.modes.round()) // what is zero at the start would be constant
    features.memory = features.calls = false;
  if (!features.calls && prng.chance(12))
    program.vgprs = 24 + 8 * static_cast<unsigned>(prng.below(3));
  if (prng.chance(15))
    program.wavesPerEu = 1u << prng.below(5);
  program.registers = chooseRegisters(prng, program, /*withUniform=*/true);
  program.promote = !prng.chance(8);
  program.sharesRegisters = prng.chance(65);
  // Lanes move between each other in whole wavefronts only.
  program.block = static_cast<unsigned>(
      features.exchanges || prng.chance(60) ? 64 * (1 + prng.below(3)) : 9 + prng.below(180));
  // Lanes are cheap in comparison with the compilation of a program.
  program.grid = 4 + static_cast<unsigned>(prng.below(9));
  if (features.atomics)
    addAccumulators(prng, program);
  if (features.calls) {
    const bool callable = std::ranges::any_of(
        program.registers, [](const Register &reg) { return reg.type == Type::I64; });
    if (!callable)
      program.registers.push_back({Type::I64});
    const uint64_t count = 1 + prng.below(2);
    for (uint64_t i = 0; i < count; ++i)
      program.functions.push_back(generateFunction(prng, program));
  }
  BlockGenerator generator(prng, program, program.registers, features);
  program.body = generator.topLevel(6 + static_cast<unsigned>(prng.below(45)));
  return program;
}

} // namespace rocke::fuzz
