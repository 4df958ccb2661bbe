#include "Exports.h"
#include "rocke/ir/Error.h"

// Launches whose workgroups may wait for each other. Workgroups run to their end one after the
// other, so that only a launch of one of them keeps that promise.

namespace rocke::hip {

namespace {

Error checkGrid(uint32_t x, uint32_t y, uint32_t z) {
  if (x <= 1 && y <= 1 && z <= 1)
    return Error::Success;
  return fail(
      Error::NotSupported,
      fmt::format("a cooperative launch of {}x{}x{} workgroups: the simulator runs them one "
                  "after the other, so that none can wait for a later one",
                  x, y, z));
}

} // namespace

Error hipLaunchCooperativeKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                                 unsigned ldsBytes, Stream stream) {
  const Error good = api([&] { return checkGrid(grid.x, grid.y, grid.z); });
  return good == Error::Success
             ? hipLaunchKernel(function, grid, block, arguments, ldsBytes, stream)
             : good;
}

Error hipModuleLaunchCooperativeKernel(Function function, unsigned gridX, unsigned gridY,
                                       unsigned gridZ, unsigned blockX, unsigned blockY,
                                       unsigned blockZ, unsigned ldsBytes, Stream stream,
                                       void **kernelParams) {
  const Error good = api([&] { return checkGrid(gridX, gridY, gridZ); });
  return good == Error::Success
             ? hipModuleLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
                                     ldsBytes, stream, kernelParams, nullptr)
             : good;
}

} // namespace rocke::hip
