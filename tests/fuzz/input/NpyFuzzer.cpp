//===- NpyFuzzer.cpp - Any bytes as a .npy file ---------------------------===//
//
// What is read is written and read again as the same array; what is not is an error with a reason.
//
//===----------------------------------------------------------------------===//
#include "rocke/runtime/Npy.h"
#include <cstdlib>

using namespace rocke::runtime;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<NpyArray> array = parseNpy({data, size}, "input");
  if (!array) {
    if (llvm::toString(array.takeError()).find("input") == std::string::npos)
      std::abort();
    return 0;
  }
  const std::string written = serializeNpy(*array);
  const NpyArray again = llvm::cantFail(
      parseNpy({reinterpret_cast<const uint8_t *>(written.data()), written.size()}, "written"));
  if (again.type != array->type || again.shape != array->shape || again.data != array->data)
    std::abort();
  return 0;
}
