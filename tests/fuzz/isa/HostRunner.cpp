//===- HostRunner.cpp - Programs on the host ------------------------------===//
#include "HostRunner.h"
#include "HostFunctions.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include <cstring>

namespace rocke::fuzz {

namespace {

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createJit() {
  [[maybe_unused]] static const bool initialized = [] {
    return !llvm::InitializeNativeTarget() && !llvm::InitializeNativeTargetAsmPrinter();
  }();
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> target =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  target->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*target)).create();
  if (!jit)
    return jit;
  llvm::orc::SymbolMap symbols;
  for (const HostFunction &function : hostFunctions())
    symbols[(*jit)->mangleAndIntern(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address), llvm::JITSymbolFlags::Exported};
  if (llvm::Error error =
          (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  return jit;
}

LaunchData run(const Program &program, const std::vector<HostPhase> &phases,
               const LaunchData &inputs) {
  LaunchData data = inputs;
  const unsigned items = program.items();
  const size_t count = program.registers.size(), cells = program.accumulators.size();
  const uint64_t frameSize = frameBytes(program);
  std::vector<uint8_t> frames(items * frameSize), lds(uint64_t{items} * sliceBytes);
  std::vector<uint64_t> exchange(phases.size() * items * 2);
  for (unsigned item = 0; item < items; ++item)
    for (size_t reg = 0; reg < count; ++reg) {
      const uint8_t *from = program.registers[reg].uniform
                                ? &inputs[Arg::Uniform][reg * 8]
                                : &inputs[Arg::In][(item * count + reg) * 8];
      std::memcpy(&frames[item * frameSize + reg * 8], from, 8);
    }
  for (HostPhase phase : phases)
    for (uint32_t item = 0; item < items; ++item) {
      const uint32_t group = item / program.block;
      phase(&frames[item * frameSize], data[Arg::Table].data(), data[Arg::Global].data(),
            &lds[uint64_t{item} * sliceBytes],
            data[Arg::Approximations].data() + uint64_t{item} * program.approximations * 16,
            data[Arg::Accumulators].data(),
            data[Arg::Accumulators].data() + (1 + group) * cells * 8, exchange.data(), item,
            item % program.block);
    }
  for (unsigned item = 0; item < items; ++item)
    std::memcpy(data[Arg::Out].data() + item * count * 8, &frames[item * frameSize], count * 8);
  return data;
}

} // namespace

llvm::Expected<std::vector<LaunchData>> runOnHost(llvm::ArrayRef<const Program *> programs,
                                                  llvm::ArrayRef<LaunchData> inputs,
                                                  const Side &host) {
  auto jit = createJit();
  if (!jit)
    return jit.takeError();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = emitHostModule(*context, programs, host, (*jit)->getDataLayout());
  if (llvm::Error error =
          (*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  std::vector<LaunchData> results;
  for (unsigned i = 0; i < programs.size(); ++i) {
    std::vector<HostPhase> phases;
    for (unsigned phase = 0; phase < phaseCount(*programs[i]); ++phase) {
      auto address = (*jit)->lookup(phaseName(i, phase));
      if (!address)
        return address.takeError();
      phases.push_back(address->toPtr<HostPhase>());
    }
    results.push_back(run(*programs[i], phases, inputs[i]));
  }
  return results;
}

} // namespace rocke::fuzz
