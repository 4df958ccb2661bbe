//===- SpecFuzzer.cpp - Any text as a kernel's spec and problem -----------===//
//
// Lines of a kernel's name, its GPU, its spec and its problem, as on a command line. What a kernel
// takes has a launch shape; what it does not is an error with a reason.
//
//===----------------------------------------------------------------------===//
#include "rocke/kernels/Registry.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>

using namespace rocke;

static void check(llvm::Error error) {
  if (llvm::toString(std::move(error)).empty())
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const KernelRegistry registry = makeKernelRegistry();
  llvm::SmallVector<llvm::StringRef, 4> lines;
  llvm::StringRef(reinterpret_cast<const char *>(data), size).split(lines, '\n', 3);
  lines.resize(4);
  auto kernel = registry.lookup(lines[0]);
  if (!kernel) {
    check(kernel.takeError());
    return 0;
  }
  auto spec = parseAssignments(lines[2]);
  if (!spec) {
    check(spec.takeError());
    return 0;
  }
  auto problem = parseAssignments(lines[3]);
  if (!problem) {
    check(problem.takeError());
    return 0;
  }
  auto launch = (*kernel)->instantiate(lines[1], *spec, *problem);
  if (!launch) {
    check(launch.takeError());
    return 0;
  }
  for (uint32_t extent : (*launch)->launchShape().grid)
    if (extent == 0)
      std::abort();
  return 0;
}
