//===- EmitModule.cpp - Programs as LLVM modules --------------------------===//
#include "EmitModule.h"
#include "BodyEmitter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <algorithm>

namespace rocke::fuzz {

uint64_t argBytes(const Program &program, Arg arg) {
  const uint64_t registers = program.registers.size() * 8;
  switch (arg) {
  case Arg::In:
  case Arg::Out:
    return program.items() * registers;
  case Arg::Uniform:
    return registers;
  case Arg::Table:
    return tableBytes;
  case Arg::Global:
    return uint64_t{program.items()} * sliceBytes;
  case Arg::Approximations:
    return uint64_t{program.items()} * program.approximations * 16;
  case Arg::Accumulators:
    return (1 + program.grid) * program.accumulators.size() * 8;
  }
  return 0;
}

uint64_t frameBytes(const Program &program) { return program.registers.size() * 8 + sliceBytes; }

std::string kernelName(unsigned index) { return "kernel" + std::to_string(index); }
std::string phaseName(unsigned index, unsigned phase) {
  return "program" + std::to_string(index) + "_phase" + std::to_string(phase);
}

unsigned phaseCount(const Program &program) {
  return 1 + static_cast<unsigned>(std::ranges::count_if(
                 program.body, [](const Stmt &stmt) { return stmt.kind == StmtKind::Exchange; }));
}

namespace {

/// What of the memory a program touches; the rest is not set up.
struct Uses {
  bool privateSlice = false, lds = false, exchange = false, groupCells = false;
  bool calls = false;
  std::vector<bool> registers; ///< those whose first value may be read

  explicit Uses(const Program &program) {
    for (const Register &reg : program.registers)
      registers.push_back(reg.stored);
    forEachStmt(program.body, [&](const Stmt &stmt) { add(program, stmt); });
  }

private:
  void add(const Program &program, const Stmt &stmt) {
    exchange |= stmt.kind == StmtKind::Exchange;
    calls |= stmt.kind == StmtKind::Call;
    for (const Operand &operand : stmt.operands)
      if (operand.reg >= 0)
        registers[operand.reg] = true;
    const bool memory = stmt.kind == StmtKind::Load || stmt.kind == StmtKind::Store;
    if (memory || stmt.kind == StmtKind::AtomicOwn) {
      lds |= stmt.space == Space::Lds || stmt.space == Space::Flat;
      privateSlice |= stmt.space == Space::Private || stmt.space == Space::FlatPrivate;
    }
    if (stmt.kind == StmtKind::AtomicShared)
      groupCells |= program.accumulators[stmt.imm].space == Space::Lds;
  }
};

class ModuleEmitter {
public:
  using Value = llvm::Value;

  ModuleEmitter(llvm::LLVMContext &context, const Side &side)
      : side(side), module(std::make_unique<llvm::Module>("fuzz", context)), b(context) {}

  void addKernel(const Program &program, unsigned index);
  void addPhases(const Program &program, unsigned index);

  std::unique_ptr<llvm::Module> take() { return std::move(module); }
  llvm::Module &get() { return *module; }

private:
  llvm::PointerType *pointer(unsigned space) { return b.getPtrTy(side.isHost() ? 0 : space); }
  Value *at(Value *base, uint64_t bytes) {
    return b.CreateConstGEP1_64(b.getInt8Ty(), base, bytes);
  }
  Value *at(Value *base, Value *index, uint64_t stride) {
    return b.CreateGEP(b.getInt8Ty(), base,
                       b.CreateMul(b.CreateZExt(index, b.getInt64Ty()), b.getInt64(stride)));
  }
  Value *local(llvm::Type *type) { return b.CreateAlloca(type, side.isHost() ? 0 : 5); }
  std::vector<Value *> localRegisters(const OpEmitter &op, const std::vector<Register> &registers) {
    std::vector<Value *> places;
    for (const Register &reg : registers)
      places.push_back(local(op.storageType(reg.type)));
    return places;
  }
  Value *localSlice() {
    auto *slice =
        llvm::cast<llvm::AllocaInst>(local(llvm::ArrayType::get(b.getInt8Ty(), sliceBytes)));
    slice->setAlignment(llvm::Align(16));
    b.CreateMemSet(slice, b.getInt8(0), sliceBytes, llvm::Align(16));
    return slice;
  }
  Value *ldsArray(uint64_t bytes, const char *name) {
    auto *type = llvm::ArrayType::get(b.getInt8Ty(), bytes);
    auto *global = new llvm::GlobalVariable(*module, type, /*isConstant=*/false,
                                            llvm::GlobalValue::InternalLinkage,
                                            llvm::PoisonValue::get(type), name, nullptr,
                                            llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
    global->setAlignment(llvm::Align(16));
    return global;
  }
  void barrier() {
    const auto scope = b.getContext().getOrInsertSyncScopeID("workgroup");
    b.CreateFence(llvm::AtomicOrdering::Release, scope);
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::amdgcn_s_barrier, {});
    b.CreateFence(llvm::AtomicOrdering::Acquire, scope);
  }
  /// Emits `body` for the work-item with this number of the workgroup alone.
  void forWorkItem(Value *local, unsigned number, llvm::function_ref<void()> body);

  std::vector<llvm::Function *> addFunctions(const Program &program, unsigned index);
  void setFeatures(llvm::Function &function, const Program &program);
  Value *setRounding(const FloatModes &modes);
  void finish(llvm::Function *function, bool promote);

  const Side &side;
  std::unique_ptr<llvm::Module> module;
  llvm::IRBuilder<> b;
};

void ModuleEmitter::forWorkItem(Value *local, unsigned number, llvm::function_ref<void()> body) {
  llvm::Function *function = b.GetInsertBlock()->getParent();
  auto *block = llvm::BasicBlock::Create(b.getContext(), "one", function);
  auto *end = llvm::BasicBlock::Create(b.getContext(), "endone", function);
  b.CreateCondBr(b.CreateICmpEQ(local, b.getInt32(number)), block, end);
  b.SetInsertPoint(block);
  body();
  b.CreateBr(end);
  b.SetInsertPoint(end);
}

void ModuleEmitter::setFeatures(llvm::Function &function, const Program &program) {
  const auto denormals = [&](const char *name, const FloatModes::Half &half) {
    const auto spelt = [](bool flush) { return flush ? "preserve-sign" : "ieee"; };
    function.addFnAttr(name,
                       (llvm::Twine(spelt(half.flushOutput)) + "," + spelt(half.flushInput)).str());
  };
  if (program.modes.flush()) {
    denormals("denormal-fp-math", program.modes.others);
    denormals("denormal-fp-math-f32", program.modes.single);
  }
  if (program.modes.round())
    function.addFnAttr(llvm::Attribute::StrictFP);
  if (program.vgprs)
    function.addFnAttr("amdgpu-num-vgpr", std::to_string(program.vgprs));
  if (program.wavesPerEu)
    function.addFnAttr("amdgpu-waves-per-eu", std::to_string(program.wavesPerEu));
  std::vector<std::string> features;
  if (side.isGfx11())
    features.push_back(program.sharesRegisters ? "+real-true16" : "-real-true16");
  if (side.isGfx11() && side.waveSize == 64)
    features.push_back("+wavefrontsize64");
  if (!side.isHost() && !program.hasDots())
    features.push_back(side.isGfx11() ? "-dot7-insts,-dot8-insts"
                                      : "-dot1-insts,-dot6-insts,-dot7-insts");
  if (!features.empty())
    function.addFnAttr("target-features", llvm::join(features, ","));
}

/// Sets the rounding modes and returns a 0. What depends on it cannot come before; LLVM keeps
/// operations in no other order with a change of the modes.
llvm::Value *ModuleEmitter::setRounding(const FloatModes &modes) {
  const std::string text = "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), " +
                           std::to_string(modes.single.rounding | modes.others.rounding << 2) +
                           "\ns_mov_b32 $0, 0";
  auto *type = llvm::FunctionType::get(b.getInt32Ty(), false);
  return b.CreateCall(llvm::InlineAsm::get(type, text, "=s", /*hasSideEffects=*/true));
}

/// Registers become SSA values, unless the program is to keep them in memory.
void ModuleEmitter::finish(llvm::Function *function, bool promote) {
  if (!promote)
    return;
  std::vector<llvm::AllocaInst *> allocas;
  for (llvm::Instruction &inst : function->getEntryBlock())
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&inst);
        alloca && llvm::isAllocaPromotable(alloca))
      allocas.push_back(alloca);
  llvm::DominatorTree dominators(*function);
  llvm::PromoteMemToReg(allocas, dominators);
}

std::vector<llvm::Function *> ModuleEmitter::addFunctions(const Program &program, unsigned index) {
  std::vector<llvm::Function *> functions;
  auto *type = llvm::FunctionType::get(b.getInt64Ty(),
                                       {b.getInt32Ty(), b.getInt64Ty(), b.getFloatTy()}, false);
  for (const Function &each : program.functions) {
    auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                            "program" + std::to_string(index) + "_function" +
                                                std::to_string(functions.size()),
                                            module.get());
    function->addFnAttr(llvm::Attribute::NoInline);
    setFeatures(*function, program);
    b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", function));
    const OpEmitter op(b, side);
    std::vector<Value *> registers = localRegisters(op, each.registers);
    for (size_t i = 0; i < registers.size(); ++i)
      b.CreateStore(i < 3 ? static_cast<Value *>(function->getArg(i))
                          : op.constant(each.registers[i].type, 0),
                    registers[i]);
    Places places;
    places.privateSlice = localSlice();
    BodyEmitter body(b, side, program, each.registers, registers, places, functions);
    body.emit(each.body);
    b.CreateRet(body.get(1));
    finish(function, program.promote);
    functions.push_back(function);
  }
  return functions;
}

void ModuleEmitter::addKernel(const Program &program, unsigned index) {
  const Uses uses(program);
  std::vector<llvm::Function *> functions;
  if (uses.calls)
    functions = addFunctions(program, index);
  llvm::Type *global = pointer(1), *constant = pointer(4);
  auto *type = llvm::FunctionType::get(
      b.getVoidTy(), {global, constant, global, global, global, global, global}, false);
  auto *kernel =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, kernelName(index), *module);
  kernel->setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
  const std::string size = std::to_string(program.block);
  kernel->addFnAttr("amdgpu-flat-work-group-size", size + "," + size);
  kernel->addFnAttr("uniform-work-group-size", "true");
  setFeatures(*kernel, program);
  for (Arg readOnly : {Arg::In, Arg::Table}) {
    kernel->addParamAttr(static_cast<unsigned>(readOnly), llvm::Attribute::NoAlias);
    kernel->addParamAttr(static_cast<unsigned>(readOnly), llvm::Attribute::ReadOnly);
  }
  const auto arg = [&](Arg which) { return kernel->getArg(static_cast<unsigned>(which)); };

  b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", kernel));
  Value *zero = program.modes.round() ? setRounding(program.modes) : b.getInt32(0);
  const OpEmitter op(b, side);
  std::vector<Value *> registers = localRegisters(op, program.registers);
  Places places;
  if (uses.privateSlice)
    places.privateSlice = localSlice();
  Value *group = b.CreateIntrinsic(b.getInt32Ty(), llvm::Intrinsic::amdgcn_workgroup_id_x, {});
  places.local = b.CreateIntrinsic(b.getInt32Ty(), llvm::Intrinsic::amdgcn_workitem_id_x, {});
  Value *firstItem = b.CreateAdd(b.CreateMul(group, b.getInt32(program.block)), zero);
  places.item = b.CreateAdd(firstItem, places.local);
  places.table = arg(Arg::Table);
  places.globalBase = arg(Arg::Global);
  places.globalSlice = at(places.globalBase, places.item, sliceBytes);
  if (program.approximations)
    places.approximations =
        at(arg(Arg::Approximations), places.item, uint64_t{program.approximations} * 16);
  if (uses.lds) {
    Value *base = ldsArray(uint64_t{program.block} * sliceBytes, "slices");
    places.ldsSlice =
        b.CreateGEP(b.getInt8Ty(), base, b.CreateMul(places.local, b.getInt32(sliceBytes)));
    b.CreateMemSet(places.ldsSlice, b.getInt8(0), sliceBytes, llvm::Align(16));
  }
  if (uses.exchange)
    places.exchange = ldsArray(uint64_t{program.block} * 4, "exchange");
  const size_t cells = program.accumulators.size();
  Value *groupCells = uses.groupCells ? ldsArray(cells * 8, "cells") : nullptr;
  for (size_t i = 0; i < cells; ++i) {
    const Accumulator &cell = program.accumulators[i];
    const bool ofGroup = cell.space == Space::Lds;
    places.accumulators.push_back(ofGroup && !groupCells
                                      ? nullptr
                                      : at(ofGroup ? groupCells : arg(Arg::Accumulators), i * 8));
    if (ofGroup && groupCells)
      forWorkItem(places.local, static_cast<unsigned>(i), [&] {
        b.CreateStore(op.constant(cell.type, cell.initial), places.accumulators[i]);
      });
  }
  if (uses.groupCells)
    barrier();
  Value *in = at(arg(Arg::In), places.item, registers.size() * 8);
  Value *uniform = at(arg(Arg::Uniform), zero, 1);
  for (size_t i = 0; i < registers.size(); ++i) {
    if (!uses.registers[i])
      continue;
    const Register &reg = program.registers[i];
    Value *from = at(reg.uniform ? uniform : in, i * 8);
    Value *value = reg.type == Type::I1
                       ? b.CreateTrunc(b.CreateLoad(b.getInt8Ty(), from), b.getInt1Ty())
                       : b.CreateLoad(op.storageType(reg.type), from);
    b.CreateStore(value, registers[i]);
  }

  BodyEmitter body(b, side, program, program.registers, registers, places, functions);
  body.emit(program.body);

  Value *out = at(arg(Arg::Out), places.item, registers.size() * 8);
  for (size_t i = 0; i < registers.size(); ++i) {
    if (!program.registers[i].stored)
      continue;
    Value *value = body.get(static_cast<int>(i));
    if (program.registers[i].type == Type::I1)
      value = b.CreateZExt(value, b.getInt8Ty());
    b.CreateStore(value, at(out, i * 8));
  }
  if (uses.groupCells) {
    barrier();
    Value *result = at(at(arg(Arg::Accumulators), cells * 8), group, cells * 8);
    for (size_t i = 0; i < cells; ++i)
      if (program.accumulators[i].space == Space::Lds)
        forWorkItem(places.local, static_cast<unsigned>(i), [&] {
          llvm::Type *cellType = op.storageType(program.accumulators[i].type);
          b.CreateStore(b.CreateLoad(cellType, places.accumulators[i]), at(result, i * 8));
        });
  }
  b.CreateRetVoid();
  finish(kernel, program.promote);
}

void ModuleEmitter::addPhases(const Program &program, unsigned index) {
  const std::vector<llvm::Function *> functions = addFunctions(program, index);
  llvm::Type *p = b.getPtrTy(), *i32 = b.getInt32Ty();
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {p, p, p, p, p, p, p, p, i32, i32}, false);
  const size_t count = program.registers.size();
  auto next = program.body.begin();
  const Stmt *due = nullptr;
  for (unsigned phase = 0; phase < phaseCount(program); ++phase) {
    auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                            phaseName(index, phase), *module);
    b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", function));
    const auto exchange = [&](unsigned number) {
      return at(function->getArg(7), uint64_t{number} * program.items() * 16);
    };
    const OpEmitter op(b, side);
    std::vector<Value *> registers = localRegisters(op, program.registers);
    Places places;
    Value *frame = function->getArg(0);
    places.table = function->getArg(1);
    places.globalBase = function->getArg(2);
    places.ldsSlice = function->getArg(3);
    places.approximations = function->getArg(4);
    places.item = function->getArg(8);
    places.local = function->getArg(9);
    places.globalSlice = at(places.globalBase, places.item, sliceBytes);
    places.privateSlice = at(frame, count * 8);
    for (size_t i = 0; i < program.accumulators.size(); ++i)
      places.accumulators.push_back(
          at(function->getArg(program.accumulators[i].space == Space::Lds ? 6 : 5), i * 8));
    for (size_t i = 0; i < count; ++i) {
      Value *from = at(frame, i * 8);
      Value *value = program.registers[i].type == Type::I1
                         ? b.CreateTrunc(b.CreateLoad(b.getInt8Ty(), from), b.getInt1Ty())
                         : b.CreateLoad(op.storageType(program.registers[i].type), from);
      b.CreateStore(value, registers[i]);
    }
    BodyEmitter body(b, side, program, program.registers, registers, places, functions);
    if (due)
      body.takeFromExchange(*due, exchange(phase - 1));
    const auto stop = std::find_if(
        next, program.body.end(), [](const Stmt &stmt) { return stmt.kind == StmtKind::Exchange; });
    body.emit(Block(next, stop));
    next = stop;
    if (stop != program.body.end()) {
      due = &*stop;
      body.leaveForExchange(*stop, exchange(phase));
      ++next;
    }
    for (size_t i = 0; i < count; ++i) {
      Value *value = body.get(static_cast<int>(i));
      if (program.registers[i].type == Type::I1)
        value = b.CreateZExt(value, b.getInt8Ty());
      b.CreateStore(value, at(frame, i * 8));
    }
    b.CreateRetVoid();
    Program promoted;
    finish(function, /*promote=*/true);
  }
}

} // namespace

std::unique_ptr<llvm::Module> emitGpuModule(llvm::LLVMContext &context,
                                            llvm::ArrayRef<const Program *> programs,
                                            const Side &side) {
  ModuleEmitter emitter(context, side);
  emitter.get().setTargetTriple(llvm::Triple("amdgcn-amd-amdhsa"));
  for (unsigned i = 0; i < programs.size(); ++i)
    emitter.addKernel(*programs[i], i);
  return emitter.take();
}

std::unique_ptr<llvm::Module> emitHostModule(llvm::LLVMContext &context,
                                             llvm::ArrayRef<const Program *> programs,
                                             const Side &side, const llvm::DataLayout &layout) {
  ModuleEmitter emitter(context, side);
  emitter.get().setDataLayout(layout);
  for (unsigned i = 0; i < programs.size(); ++i)
    emitter.addPhases(*programs[i], i);
  return emitter.take();
}

} // namespace rocke::fuzz
