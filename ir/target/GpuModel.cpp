//===- GpuModel.cpp - Facts about the GPUs that rocke runs code for --------===//
#include "rocke/ir/GpuModel.h"
#include "Gfx942.h"
#include "Rdna3.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rocke;

namespace {

constexpr uint64_t mib = uint64_t{1024} * 1024;

constexpr FactSource rdnaSources[] = {
    {"computeUnitsPerMultiprocessor",
     "AMD, ROCm/hip, issue 3767: HIP counts work-group processors of two compute units"},
    {"sgprsPerSimd", "LLVM, AMDGPUBaseInfo, getTotalNumSGPRs and getNumSGPRs: from gfx10 on the "
                     "number of SGPRs does not limit the number of wavefronts"},
    {"l2Bytes", "AMD, ROCm documentation, GPU hardware specifications: L2 Cache"},
    {"memoryClockMHz",
     "AMD, product pages: data rate of the memory. GDDR6 moves 16 bits and LPDDR5X 8 bits for each "
     "line of the bus and cycle that the driver counts (Linux, amdgpu, pp_dpm_mclk)"},
    {"memoryBusBits", "AMD, product pages: memory interface; four channels of 32 bits in a Ryzen, "
                      "eight in a Ryzen AI Max"},
    {"integrated", "LLVM, User Guide for AMDGPU Backend, Processors: dGPU or APU"},
};

constexpr FactSource cdnaSources[] = {
    {"computeUnitsPerMultiprocessor",
     "AMD, HIP documentation, Hardware implementation: work-groups stay on one compute unit"},
    {"sgprsPerSimd", "LLVM, AMDGPUBaseInfo, getTotalNumSGPRs: 800 from gfx8 on"},
    {"l2Bytes", "AMD, ROCm documentation, GPU hardware specifications: L2 Cache of 4 MiB per XCD"},
    {"memoryClockMHz",
     "AMD, data sheets: 5.2 (MI300X) and 8 (MI355X) GT/s. HBM3 moves 4 bits for each line of the "
     "bus and cycle that the driver counts (Linux, amdgpu, pp_dpm_mclk)"},
    {"memoryBusBits", "AMD, data sheets: memory interface of 8192 bits"},
    {"integrated", "LLVM, User Guide for AMDGPU Backend, Processors: MI300X and MI355X are dGPUs"},
};

constexpr double gddr6(double gigabitsPerSecond) { return gigabitsPerSecond * 1000 / 16; }
constexpr double lpddr5x(double megabitsPerSecond) { return megabitsPerSecond / 8; }
constexpr double hbm3(double gigabitsPerSecond) { return gigabitsPerSecond * 1000 / 4; }

constexpr GpuModel discrete(const Arch *arch, uint64_t l2Bytes, double memoryClockMHz,
                            unsigned memoryBusBits) {
  return {arch, 2, 0, l2Bytes, memoryClockMHz, memoryBusBits, /*integrated=*/false, rdnaSources};
}

constexpr GpuModel integrated(const Arch *arch, uint64_t l2Bytes, double memoryClockMHz,
                              unsigned memoryBusBits) {
  return {arch, 2, 0, l2Bytes, memoryClockMHz, memoryBusBits, /*integrated=*/true, rdnaSources};
}

constexpr GpuModel instinct(const Arch *arch, double memoryClockMHz) {
  return {arch, 1, 800, 4 * mib, memoryClockMHz, 8192, /*integrated=*/false, cdnaSources};
}

std::vector<GpuModel> makeModels() {
  return {
      instinct(&detail::gfx942, hbm3(5.2)),
      instinct(findArch("gfx950"), hbm3(8)),
      discrete(&detail::gfx1100, 6 * mib, gddr6(20), 384),
      discrete(&detail::gfx1101, 4 * mib, gddr6(19.5), 256),
      discrete(&detail::gfx1102, 2 * mib, gddr6(18), 128),
      integrated(&detail::gfx1103, 2 * mib, lpddr5x(7500), 128),
      integrated(&detail::gfx1150, 2 * mib, lpddr5x(8000), 128),
      integrated(findArch("gfx1151"), 2 * mib, lpddr5x(8000), 256),
      integrated(&detail::gfx1152, 1 * mib, lpddr5x(8000), 128),
      integrated(&detail::gfx1153, 1 * mib, lpddr5x(8000), 128),
  };
}

} // namespace

bool rocke::runsOn(llvm::StringRef processor, llvm::StringRef gpu) {
  if (processor == "gfx11-generic")
    return gpu.starts_with("gfx11") && findGpuModel(gpu);
  if (processor == "gfx9-4-generic")
    return gpu == "gfx942" || gpu == "gfx950";
  return processor == gpu;
}

llvm::ArrayRef<GpuModel> rocke::gpuModels() {
  static const std::vector<GpuModel> models = makeModels();
  return models;
}

const GpuModel *rocke::findGpuModel(llvm::StringRef name) {
  const auto *model =
      llvm::find_if(gpuModels(), [&](const GpuModel &each) { return each.arch->name == name; });
  return model == gpuModels().end() ? nullptr : model;
}

llvm::Expected<const GpuModel *> rocke::lookupGpuModel(llvm::StringRef name) {
  if (const GpuModel *model = findGpuModel(name))
    return model;
  return makeError(
      "unknown GPU '{}': expected one of {}", name.str(),
      llvm::join(llvm::map_range(gpuModels(), [](const GpuModel &each) { return each.arch->name; }),
                 ", "));
}
