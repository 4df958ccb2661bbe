#include "Exports.h"
#include "ModuleLoading.h"

namespace rocke::hip {

namespace {

template <typename Query> Error ask(Function function, Query query) {
  return api([&] {
    std::shared_ptr<FunctionHandle> handle;
    std::shared_ptr<ModuleHandle> module;
    if (Error error = lookUpFunction(function, handle, module); error != Error::Success)
      return error;
    return query(*handle, module->device->gpu);
  });
}

} // namespace

Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function function,
                                                         int blockSize, size_t ldsBytes) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize,
                                                                     ldsBytes, 0);
}

Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Function function,
                                                                  int blockSize, size_t ldsBytes,
                                                                  unsigned flags) {
  return ask(function, [&](const FunctionHandle &kernel, const GpuModel &gpu) {
    return maxActiveBlocks(blocks, kernel, gpu, blockSize, ldsBytes, flags);
  });
}

Error hipModuleOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, Function function,
                                              size_t ldsBytes, int limit) {
  return hipModuleOccupancyMaxPotentialBlockSizeWithFlags(gridSize, blockSize, function, ldsBytes,
                                                          limit, 0);
}

Error hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize,
                                                       Function function, size_t ldsBytes,
                                                       int limit, unsigned flags) {
  return ask(function, [&](const FunctionHandle &kernel, const GpuModel &gpu) {
    return maxPotentialBlockSize(gridSize, blockSize, kernel, gpu, ldsBytes, limit, flags);
  });
}

} // namespace rocke::hip
