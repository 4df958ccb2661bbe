//===- WaveStart.cpp - What a kernel finds when it starts ------------------===//
//
// Arguments, dispatch packet and registers by LLVM's AMDGPUUsage: "Kernel Argument metadata",
// "Kernel Dispatch", "Initial Kernel Execution State".
//
//===----------------------------------------------------------------------===//
#include "Aperture.h"
#include "Launch.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

namespace rocke::sim {

namespace {
using namespace llvm::support::endian;

// For kernels whose stack size is not known at compile time (recursion, calls through pointers).
constexpr uint32_t dynamicStackBytes = 16 * 1024;
constexpr uint32_t largestGroup = 1024;
// Far above what any real kernel has; keeps a damaged descriptor from taking the host's memory.
constexpr uint32_t largestScratch = 1 << 20; // per lane
constexpr uint32_t largestKernarg = 1 << 20;

unsigned dimensions(const LaunchConfig &config) {
  if (config.grid[2] > 1 || config.block[2] > 1)
    return 3;
  return config.grid[1] > 1 || config.block[1] > 1 ? 2 : 1;
}

// The value of a hidden argument. Those that serve the host (printf, hostcall, heaps, queues) are
// null: no such service runs here.
uint64_t hiddenValue(llvm::StringRef kind, const LaunchConfig &config) {
  if (kind.size() > 2 && kind[kind.size() - 2] == '_' && kind.back() >= 'x' && kind.back() <= 'z') {
    unsigned axis = static_cast<unsigned>(kind.back() - 'x');
    llvm::StringRef base = kind.drop_back(2);
    if (base == "hidden_block_count")
      return config.grid[axis];
    if (base == "hidden_group_size")
      return config.block[axis];
    return 0; // remainder (groups are always whole), global_offset
  }
  if (kind == "hidden_grid_dims")
    return dimensions(config);
  if (kind == "hidden_dynamic_lds_size")
    return config.dynamicLdsBytes;
  if (kind == "hidden_private_base")
    return privateApertureBase >> 32;
  if (kind == "hidden_shared_base")
    return sharedApertureBase >> 32;
  return 0;
}

// Fills SGPRs in ascending order.
class SgprWriter {
public:
  explicit SgprWriter(Wavefront &wave) : wave(wave) {}

  void word(uint32_t value) {
    if (next < FlatScratchSlot)
      wave.sgpr[next] = value;
    ++next;
  }
  void pair(uint64_t value) {
    word(static_cast<uint32_t>(value));
    word(static_cast<uint32_t>(value >> 32));
  }
  void skipTo(unsigned slot) { next = std::max(next, slot); }
  unsigned position() const { return next; }

private:
  Wavefront &wave;
  unsigned next = 0;
};

// A buffer over the scratch aperture for kernels that address scratch by one.
void writeScratchBuffer(SgprWriter &sgprs) {
  sgprs.pair(privateApertureBase);
  sgprs.word(static_cast<uint32_t>(apertureLimit));
  sgprs.word(0);
}

void preloadKernargs(const Launch &launch, SgprWriter &sgprs) {
  const KernelDescriptor &kd = launch.kernel.descriptor;
  for (unsigned i = 0; i < kd.preloadLength && sgprs.position() < kd.userSgprs; ++i) {
    uint64_t offset = uint64_t{kd.preloadOffset + i} * 4;
    uint32_t value = 0;
    if (offset + 4 <= launch.kernel.kernargBytes)
      std::memcpy(&value, hostBytes(launch.kernargAddress + offset), 4);
    sgprs.word(value);
  }
}

void startSgprs(const Launch &launch, Wavefront &wave) {
  const KernelDescriptor &kd = launch.kernel.descriptor;
  SgprWriter sgprs(wave);
  if (kd.privateSegmentBuffer)
    writeScratchBuffer(sgprs);
  if (kd.dispatchPtr)
    sgprs.pair(launch.packetAddress);
  if (kd.queuePtr)
    sgprs.pair(0);
  if (kd.kernargSegmentPtr)
    sgprs.pair(launch.kernargAddress);
  if (kd.dispatchId)
    sgprs.pair(0);
  if (kd.flatScratchInit)
    sgprs.pair(0);
  if (kd.privateSegmentSize)
    sgprs.word(launch.scratchBytes());
  preloadKernargs(launch, sgprs);
  // The hardware counts user SGPRs by the descriptor's field, whatever fills them.
  sgprs.skipTo(kd.userSgprs);
  const std::array<uint32_t, 3> &id = wave.group->id;
  if (kd.workgroupIdX)
    sgprs.word(id[0]);
  if (kd.workgroupIdY)
    sgprs.word(id[1]);
  if (kd.workgroupIdZ)
    sgprs.word(id[2]);
  if (kd.workgroupInfo)
    sgprs.word(launch.wavesPerGroup());
}

// Work-item ids, ten bits per dimension, packed into v0. Lanes past the workgroup's end get the
// ids that they would have; EXEC keeps them off.
void startWorkitemIds(const Launch &launch, Wavefront &wave) {
  const std::array<uint32_t, 3> &block = launch.config.block;
  unsigned used = launch.kernel.descriptor.workitemIdDimensions;
  for (unsigned lane = 0; lane < wave.waveSize; ++lane) {
    uint32_t flat = wave.indexInGroup * wave.waveSize + lane;
    uint32_t packed = flat % block[0];
    if (used > 1)
      packed |= flat / block[0] % block[1] << 10;
    if (used > 2)
      packed |= flat / block[0] / block[1] << 20;
    wave.row(0)[lane] = packed;
  }
}
} // namespace

uint32_t Launch::scratchBytes() const {
  const KernelDescriptor &kd = kernel.descriptor;
  return kd.scratchBytes + (kd.usesDynamicStack ? dynamicStackBytes : 0);
}

llvm::Error checkConfig(const GpuTraits &gpu, const LoadedKernel &kernel,
                        const LaunchConfig &config) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    char name = static_cast<char>('x' + axis);
    if (config.grid[axis] == 0)
      return makeError("grid.{} is 0; it must be at least 1", name);
    if (config.block[axis] == 0 || config.block[axis] > largestGroup)
      return makeError("block.{} is {}; allowed are 1 to {}", name, config.block[axis],
                       largestGroup);
    if (uint64_t{config.grid[axis]} * config.block[axis] > std::numeric_limits<uint32_t>::max())
      return makeError("grid.{0} * block.{0} is {1}; it must be less than 2^32", name,
                       uint64_t{config.grid[axis]} * config.block[axis]);
  }
  uint64_t groupSize = uint64_t{config.block[0]} * config.block[1] * config.block[2];
  if (groupSize > largestGroup)
    return makeError("the workgroup has {} work-items; {} can have {}", groupSize, gpu.name.str(),
                     largestGroup);
  // Code that was compiled for other workgroups has their sizes in its indices and barriers.
  if (kernel.maxGroupSize && groupSize > kernel.maxGroupSize)
    return makeError("the workgroup has {} work-items; the kernel was compiled for at most {}",
                     groupSize, kernel.maxGroupSize);
  const std::array<uint32_t, 3> &required = kernel.requiredGroup;
  if (required != std::array<uint32_t, 3>{} && config.block != required)
    return makeError("the workgroup is {}x{}x{}; the kernel was compiled for {}x{}x{} alone",
                     config.block[0], config.block[1], config.block[2], required[0], required[1],
                     required[2]);
  uint64_t lds = uint64_t{kernel.descriptor.ldsBytes} + config.dynamicLdsBytes;
  if (lds > gpu.ldsBytes)
    return makeError("the workgroup takes {} bytes of LDS ({} static, {} dynamic); {} has {}", lds,
                     kernel.descriptor.ldsBytes, config.dynamicLdsBytes, gpu.name.str(),
                     gpu.ldsBytes);
  if (kernel.kernargBytes > largestKernarg)
    return makeError("the kernel takes {} bytes of arguments; at most {} are simulated",
                     kernel.kernargBytes, largestKernarg);
  if (kernel.descriptor.scratchBytes > largestScratch)
    return makeError("the kernel takes {} bytes of scratch per work-item; at most {} are simulated",
                     kernel.descriptor.scratchBytes, largestScratch);
  return llvm::Error::success();
}

std::vector<uint8_t> makeDispatchPacket(const Launch &launch) {
  constexpr size_t packetBytes = 64;
  constexpr uint16_t kernelDispatchType = 2;
  std::vector<uint8_t> packet(packetBytes);
  const LaunchConfig &config = launch.config;
  write16le(&packet[0], kernelDispatchType);
  write16le(&packet[2], static_cast<uint16_t>(dimensions(config)));
  for (unsigned axis = 0; axis < 3; ++axis) {
    write16le(&packet[4 + 2 * axis], static_cast<uint16_t>(config.block[axis]));
    write32le(&packet[12 + 4 * axis], config.grid[axis] * config.block[axis]);
  }
  write32le(&packet[24], launch.scratchBytes());
  write32le(&packet[28], launch.ldsBytes());
  write64le(&packet[32], launch.kernel.descriptorAddress);
  write64le(&packet[40], launch.kernargAddress);
  return packet;
}

std::vector<uint8_t> makeKernargSegment(const LoadedKernel &kernel, const LaunchConfig &config,
                                        llvm::ArrayRef<uint8_t> explicitArgs) {
  // LLVM loads the last three dwords of 16 bytes as four.
  constexpr uint64_t granule = 16;
  std::vector<uint8_t> segment(
      llvm::alignTo(std::max<size_t>(kernel.kernargBytes, explicitArgs.size()), granule));
  std::copy(explicitArgs.begin(), explicitArgs.end(), segment.begin());
  for (const HiddenArg &arg : kernel.hiddenArgs) {
    uint64_t value = hiddenValue(arg.kind, config);
    std::array<uint8_t, 8> bytes;
    write64le(bytes.data(), value);
    for (uint32_t i = 0; i < arg.size; ++i)
      segment[arg.offset + i] = i < bytes.size() ? bytes[i] : 0;
  }
  return segment;
}

void startWavefront(const Launch &launch, Wavefront &wave) {
  const KernelDescriptor &kd = launch.kernel.descriptor;
  std::fill_n(wave.row(0), size_t{kd.registers.vgprs} * wave.waveSize, uninitialized);
  std::fill_n(wave.row(256), size_t{kd.registers.agprs} * wave.waveSize, uninitialized);
  wave.allocated = kd.registers;
  wave.sgpr.fill(uninitialized);
  wave.gpu = &launch.gpu;
  wave.memory = &launch.memory;
  wave.laneMask = wave.waveSize == 64 ? ~uint64_t{0} : 0xffffffff;
  wave.scc = 0;
  wave.mode = kd.mode;
  wave.pc = launch.kernel.start;
  wave.status = WaveStatus::Running;
  wave.executed = 0;
  startSgprs(launch, wave);
  startWorkitemIds(launch, wave);
  uint32_t firstItem = wave.indexInGroup * wave.waveSize;
  uint32_t items = std::min(launch.groupSize() - firstItem, wave.waveSize);
  wave.setSgpr64(ExecSlot, items == 64 ? ~uint64_t{0} : (uint64_t{1} << items) - 1);
}

} // namespace rocke::sim
