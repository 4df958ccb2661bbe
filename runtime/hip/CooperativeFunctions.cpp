#include "Exports.h"
#include "rocke/ir/Error.h"

// Launches whose workgroups wait for each other, which HIP's kernels do by global wave sync. That
// is not simulated, so that only a launch of one workgroup keeps what HIP promises.

namespace rocke::hip {

namespace {

Error checkGrid(uint32_t x, uint32_t y, uint32_t z) {
  if (x <= 1 && y <= 1 && z <= 1)
    return Error::Success;
  return fail(
      Error::NotSupported,
      fmt::format("a cooperative launch of {}x{}x{} workgroups: the simulator has no global wave "
                  "sync; workgroups that wait for each other by atomics need no such launch",
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
