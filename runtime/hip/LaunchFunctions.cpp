#include "CheckState.h"
#include "Exports.h"
#include "ModuleLoading.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <climits>
#include <cstring>

namespace rocke::hip {

namespace {

bool isHidden(const KernelArg &arg) {
  return llvm::StringRef(arg.valueKind).starts_with("hidden_");
}

/// The explicit part of the kernel-argument segment from one pointer per argument. How long each
/// argument is only the code object knows.
Error packParams(const KernelFacts &facts, void **params, std::vector<uint8_t> &segment) {
  if (facts.args.empty() && facts.kernargBytes != 0)
    return fail(Error::InvalidValue,
                fmt::format("kernel '{}' has {} bytes of arguments, of which its code object does "
                            "not say more; they can be given as one buffer (extra)",
                            facts.symbol, facts.kernargBytes));
  size_t index = 0;
  for (const KernelArg &arg : facts.args) {
    if (isHidden(arg))
      continue;
    if (!params[index])
      return fail(Error::InvalidValue,
                  fmt::format("kernelParams[{}] of kernel '{}' is null", index, facts.symbol));
    segment.resize(std::max(segment.size(), size_t{arg.offset} + arg.size));
    std::memcpy(segment.data() + arg.offset, params[index], arg.size);
    ++index;
  }
  return Error::Success;
}

Error packExtra(const KernelFacts &facts, void **extra, std::vector<uint8_t> &segment) {
  const void *buffer = nullptr;
  const size_t *size = nullptr;
  // The array is pairs up to the end mark.
  for (size_t i = 0; reinterpret_cast<uintptr_t>(extra[i]) != launchParamEnd; i += 2) {
    switch (reinterpret_cast<uintptr_t>(extra[i])) {
    case launchParamBufferPointer:
      buffer = extra[i + 1];
      break;
    case launchParamBufferSize:
      size = static_cast<const size_t *>(extra[i + 1]);
      break;
    default:
      return fail(Error::InvalidValue, "extra holds something other than a buffer and its size");
    }
  }
  if (!size || (!buffer && *size != 0))
    return fail(Error::InvalidValue, "extra holds no buffer or no size");
  size_t needed = 0;
  for (const KernelArg &arg : facts.args)
    if (!isHidden(arg))
      needed = std::max(needed, size_t{arg.offset} + arg.size);
  if (*size < needed)
    return fail(
        Error::InvalidValue,
        fmt::format("the argument buffer has {} bytes; the arguments of kernel '{}' take {}", *size,
                    facts.symbol, needed));
  const auto *bytes = static_cast<const uint8_t *>(buffer);
  segment.assign(bytes, bytes + *size);
  return Error::Success;
}

Error packArguments(const KernelFacts &facts, void **params, void **extra,
                    std::vector<uint8_t> &segment) {
  if (params && extra)
    return fail(Error::InvalidValue, "kernelParams and extra are both given");
  if (params)
    return packParams(facts, params, segment);
  if (extra)
    return packExtra(facts, extra, segment);
  if (!llvm::all_of(facts.args, isHidden))
    return fail(Error::InvalidValue,
                fmt::format("kernel '{}' has arguments, none were given", facts.symbol));
  return Error::Success;
}

/// What HIP refuses before a kernel is enqueued.
Error checkExtents(const sim::LaunchConfig &config, const KernelFacts &facts, const Arch &arch) {
  auto [gridX, gridY, gridZ] = config.grid;
  auto [blockX, blockY, blockZ] = config.block;
  if (gridX == 0 || gridY == 0 || gridZ == 0)
    return fail(Error::InvalidValue, "an extent of the grid is 0");
  if (blockX == 0 || blockY == 0 || blockZ == 0)
    return fail(Error::InvalidConfiguration, "an extent of the block is 0");
  if (gridX > INT_MAX || gridY > 65536 || gridZ > 65536)
    return fail(Error::InvalidValue,
                fmt::format("a grid of {}x{}x{} is larger than 2147483647x65536x65536", gridX,
                            gridY, gridZ));
  if (uint64_t{gridX} * blockX > UINT32_MAX)
    return fail(Error::InvalidConfiguration,
                fmt::format("{} blocks of {} work-items are more than 2^32 - 1", gridX, blockX));
  // No product of three of them can wrap in 128 bits.
  const auto workItems = static_cast<unsigned __int128>(blockX) * blockY * blockZ;
  if (workItems > arch.maxWorkgroupSize)
    return fail(Error::InvalidValue, fmt::format("a block of {}x{}x{} has more than {} work-items",
                                                 blockX, blockY, blockZ, arch.maxWorkgroupSize));
  if (facts.maxWorkgroupSize && workItems > facts.maxWorkgroupSize)
    return fail(Error::LaunchFailure,
                fmt::format("a block of {}x{}x{} is larger than the {} work-items that kernel '{}' "
                            "was compiled for",
                            blockX, blockY, blockZ, facts.maxWorkgroupSize, facts.symbol));
  if (uint64_t{config.dynamicLdsBytes} + facts.ldsBytes > arch.ldsBytesPerWorkgroup)
    return fail(Error::InvalidValue,
                fmt::format("{} bytes of LDS and the kernel's own {} are more than {}",
                            config.dynamicLdsBytes, facts.ldsBytes, arch.ldsBytesPerWorkgroup));
  return Error::Success;
}

std::string toJson(const sim::Fault &fault) {
  llvm::json::Array workgroup;
  for (uint32_t index : fault.workgroup)
    workgroup.push_back(index);
  llvm::json::Object object{{"reason", fault.reason},
                            {"kernel", fault.kernel},
                            {"instruction", fault.instruction},
                            {"offset", fault.offset},
                            {"wavefront", fault.wavefront},
                            {"lane", fault.lane},
                            {"workgroup", std::move(workgroup)},
                            {"source_file", fault.sourceFile},
                            {"source_line", fault.sourceLine}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  return text;
}

/// What the calls after a fault return.
Error errorOf(sim::FaultKind kind) {
  switch (kind) {
  case sim::FaultKind::Exception:
    return Error::LaunchFailure;
  case sim::FaultKind::IllegalAddress:
    return Error::IllegalAddress;
  case sim::FaultKind::Runaway:
    return Error::LaunchTimeOut;
  }
  return Error::LaunchFailure;
}

/// A kernel that faulted leaves the device unusable, as on a GPU. The launch itself was accepted.
void keepFault(SimDevice &device, const sim::Fault &fault, bool print) {
  ThreadState &thread = ThreadState::get();
  thread.lastFaultText = fault.str();
  thread.lastFaultJson = toJson(fault);
  device.sticky = errorOf(fault.kind);
  if (print)
    llvm::errs() << thread.lastFaultText << '\n';
}

/// Why a kernel may have met a null pointer that the program never gave it: it has arguments for
/// services of the host, of which the simulator has none. Empty if it has no such arguments.
std::string missingServices(const KernelFacts &facts) {
  std::string names;
  for (llvm::StringRef service :
       {"hidden_hostcall_buffer", "hidden_printf_buffer", "hidden_heap_v1"})
    if (llvm::any_of(facts.args, [&](const KernelArg &arg) { return arg.valueKind == service; }))
      names += fmt::format("{}{}", names.empty() ? "" : ", ", service.str());
  return names.empty() ? ""
                       : fmt::format("; null are also the kernel's {}, which printf, assert and "
                                     "malloc on the device want and the simulator does not serve",
                                     names);
}

/// The first report of an access that would have been a fault without the checkers.
const sim::CheckReport *findWildAccess(const std::vector<sim::CheckReport> &reports) {
  auto it = llvm::find_if(reports, [](const sim::CheckReport &report) {
    return report.where.kind == sim::FaultKind::IllegalAddress;
  });
  return it == reports.end() ? nullptr : &*it;
}

} // namespace

Error launch(const FunctionHandle &function, const sim::LaunchConfig &config, void **params,
             void **extra, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    // HIP's word for a bad stream is another here.
    return error == Error::ContextIsDestroyed ? Error::InvalidValue : error;
  const std::shared_ptr<ModuleHandle> module = function.module.lock();
  if (!module)
    return fail(Error::InvalidHandle, "the function's module was unloaded");
  if (module->device != device)
    return fail(Error::InvalidDevice,
                fmt::format("the kernel was loaded on device {}, the launch is on device {}",
                            module->device->ordinal, device->ordinal));
  const KernelFacts &facts = *function.facts;
  if (Error error = checkExtents(config, facts, device->arch); error != Error::Success)
    return error;
  std::vector<uint8_t> segment;
  if (Error error = packArguments(facts, params, extra, segment); error != Error::Success)
    return error;

  CheckState &checkState = CheckState::get();
  checkState.reports.clear();
  for (const std::string *bad : {&checkState.badChecks, &checkState.badSchedule})
    if (!bad->empty())
      return fail(Error::InvalidValue, *bad);
  sim::LaunchConfig checked = config;
  checked.checks = checkState.checks;
  checked.schedule = checkState.schedule;
  const bool print = Runtime::instance().diagnostics;

  ThreadState &thread = ThreadState::get();
  checked.profile = thread.profiling;
  thread.lastStats.reset();
  thread.lastFaultText.clear();
  thread.lastFaultJson.clear();
  llvm::Expected<sim::LaunchStats> stats =
      module->machine->launch(module->loaded, function.symbol, checked, segment);
  if (stats) {
    checkState.keep(std::move(stats->reports), print);
    // A program that does not know of the checkers sees the errors that a GPU would give it.
    const sim::CheckReport *wild =
        checkState.fromEnvironment ? findWildAccess(checkState.reports) : nullptr;
    if (wild)
      keepFault(*device, wild->where, /*print=*/false);
    else
      thread.lastStats = *stats;
    return Error::Success;
  }
  bool faulted = false;
  llvm::Error refused = llvm::handleErrors(stats.takeError(), [&](const sim::FaultError &error) {
    checkState.keep(error.reports, print);
    sim::Fault fault = error.fault;
    if (fault.kind == sim::FaultKind::IllegalAddress &&
        llvm::StringRef(fault.reason).contains("null pointer"))
      fault.reason += missingServices(facts);
    keepFault(*device, fault, print);
    faulted = true;
  });
  if (refused)
    return fail(Error::LaunchFailure, std::move(refused));
  return faulted ? Error::Success : Error::LaunchFailure;
}

Error hipModuleLaunchKernel(Function function, unsigned gridX, unsigned gridY, unsigned gridZ,
                            unsigned blockX, unsigned blockY, unsigned blockZ, unsigned ldsBytes,
                            Stream stream, void **kernelParams, void **extra) {
  return api([&] {
    const std::shared_ptr<FunctionHandle> handle = Runtime::instance().functions.find(function);
    if (!handle)
      return fail(Error::InvalidHandle, "the function is of no module that is loaded");
    sim::LaunchConfig config;
    config.grid = {gridX, gridY, gridZ};
    config.block = {blockX, blockY, blockZ};
    config.dynamicLdsBytes = ldsBytes;
    return launch(*handle, config, kernelParams, extra, stream);
  });
}

} // namespace rocke::hip
