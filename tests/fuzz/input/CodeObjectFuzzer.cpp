//===- CodeObjectFuzzer.cpp - Any bytes as a code object ------------------===//
//
// A file that is no code object, or a damaged one, ends in an error: where its facts are read,
// where it is loaded, and where its kernels are launched.
//
//===----------------------------------------------------------------------===//
#include "rocke/compiler/CodeObject.h"
#include "rocke/runtime/Simulator.h"

using namespace rocke;

namespace {

void runKernels(const CodeObject &object, llvm::StringRef bytes) {
  sim::Machine::Options options;
  options.arch = object.arch().str();
  options.threads = 1;
  options.instructionBudget = 200;
  auto machine = sim::Machine::create(options);
  if (!machine)
    return llvm::consumeError(machine.takeError()); // a GPU that is not simulated
  auto module = (*machine)->load(bytes);
  if (!module)
    return llvm::consumeError(module.takeError());
  for (const KernelFacts &kernel : object.kernels()) {
    sim::LaunchConfig config;
    config.block = {32, 1, 1};
    const std::vector<uint8_t> kernarg(256);
    auto stats = (*machine)->launch(*module, kernel.symbol, config, kernarg);
    if (!stats)
      llvm::consumeError(stats.takeError());
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  auto object = CodeObject::parse(bytes);
  if (object)
    runKernels(*object, bytes);
  else if (llvm::toString(object.takeError()).empty())
    std::abort();
  return 0;
}
