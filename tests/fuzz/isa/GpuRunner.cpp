//===- GpuRunner.cpp - Programs on the simulator --------------------------===//
#include "GpuRunner.h"
#include "GpuCompiler.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace rocke::fuzz {

char CompileError::ID = 0;
void CompileError::log(llvm::raw_ostream &os) const { os << message; }
std::error_code CompileError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Expected<GpuRunner> GpuRunner::create(const Side &side) {
  sim::Machine::Options options;
  options.arch = side.arch;
  options.threads = 1;
  options.instructionBudget = 10'000'000;
  auto machine = sim::Machine::create(options);
  if (!machine)
    return machine.takeError();
  return GpuRunner(side, std::move(*machine));
}

llvm::Expected<LaunchData> GpuRunner::launch(sim::LoadedModule *module, unsigned index,
                                             const Program &program, const LaunchData &inputs) {
  LaunchData data = inputs;
  std::array<uint64_t, numArgs> addresses{};
  const llvm::scope_exit release([&] {
    for (uint64_t address : addresses)
      if (address)
        llvm::cantFail(machine->free(address));
  });
  for (unsigned i = 0; i < numArgs; ++i) {
    // A kernel may take the address of a buffer of no bytes.
    auto address = machine->allocate(std::max<size_t>(data.buffers[i].size(), 8));
    if (!address)
      return address.takeError();
    addresses[i] = *address;
    if (llvm::Error error =
            machine->write(addresses[i], data.buffers[i].data(), data.buffers[i].size()))
      return error;
  }
  sim::LaunchConfig config;
  config.grid = {program.grid, 1, 1};
  config.block = {program.block, 1, 1};
  const llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(addresses.data()),
                                        sizeof(addresses));
  auto stats = machine->launch(module, kernelName(index), config, kernarg);
  if (!stats)
    return stats.takeError();
  for (unsigned i = 0; i < numArgs; ++i)
    if (llvm::Error error =
            machine->read(data.buffers[i].data(), addresses[i], data.buffers[i].size()))
      return error;
  return data;
}

std::vector<llvm::Expected<LaunchData>> GpuRunner::run(llvm::ArrayRef<const Program *> programs,
                                                       llvm::ArrayRef<LaunchData> inputs,
                                                       unsigned optLevel) {
  std::vector<llvm::Expected<LaunchData>> results;
  const auto failAll = [&](const std::string &message) {
    for (size_t i = 0; i < programs.size(); ++i)
      results.emplace_back(llvm::make_error<CompileError>(message));
  };
  llvm::LLVMContext context;
  auto code = compileForGpu(*emitGpuModule(context, programs, gpu), gpu.arch, optLevel);
  if (!code) {
    failAll(llvm::toString(code.takeError()));
    return results;
  }
  auto module = machine->load(*code);
  if (!module) {
    // Not LLVM's doing: each program fails for itself.
    const std::string message = llvm::toString(module.takeError());
    for (size_t i = 0; i < programs.size(); ++i)
      results.emplace_back(llvm::createStringError("load: " + message));
    return results;
  }
  for (unsigned i = 0; i < programs.size(); ++i)
    results.push_back(launch(*module, i, *programs[i], inputs[i]));
  machine->unload(*module);
  return results;
}

std::string GpuRunner::llvmIR(const Program &program) const {
  llvm::LLVMContext context;
  std::string text;
  llvm::raw_string_ostream stream(text);
  emitGpuModule(context, {&program}, gpu)->print(stream, nullptr);
  return text;
}

llvm::Expected<std::string> GpuRunner::assembly(const Program &program, unsigned optLevel) const {
  llvm::LLVMContext context;
  auto text = assemblyForGpu(*emitGpuModule(context, {&program}, gpu), gpu.arch, optLevel);
  if (!text)
    return text;
  // Instructions and labels, without the directives between and the metadata behind them.
  std::string kept;
  for (llvm::StringRef line : llvm::split(*text, '\n')) {
    if (line.starts_with("\t.section\t.rodata") && !kept.empty() &&
        llvm::StringRef(kept).contains(kernelName(0) + ":"))
      break;
    const llvm::StringRef trimmed = line.trim();
    if (trimmed.empty() || trimmed.starts_with(";"))
      continue;
    if (line.starts_with("\t.") || line.starts_with(".Lfunc"))
      continue;
    kept += line.str() + "\n";
  }
  return kept;
}

} // namespace rocke::fuzz
