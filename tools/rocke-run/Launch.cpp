//===- Launch.cpp - One launch on a device --------------------------------===//
#include "Launch.h"
#include "ProfileReport.h"
#include "common/OptionTable.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;
using namespace rocke::tools;

namespace {

/// Has the device count if --stats or --profile asks for it.
llvm::Error startProfiling(const CommandLine &line, const runtime::Device &device) {
  for (unsigned id : {OPT_stats, OPT_profile, OPT_profile_page}) {
    if (!line.has(id))
      continue;
    if (line.has(OPT_check))
      return makeError("{} has no place beside {}: a launch is either checked or counted",
                       line.spelling(id), line.spelling(OPT_check));
    if (llvm::Error error = device.setProfiling(true))
      return makeError("{}: {}", line.spelling(id), llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}

} // namespace

void tools::progress(const std::string &message) {
  llvm::errs() << "rocke-run: " << message << '\n';
}

llvm::Expected<runtime::Device> tools::openDevice(const CommandLine &line, llvm::StringRef arch) {
  llvm::Expected<std::optional<std::string>> name = line.value(OPT_device);
  if (!name)
    return name.takeError();
  if (const std::optional<std::string> &given = *name) {
    llvm::Expected<runtime::DeviceKind> kind = runtime::parseDeviceKind(*given);
    if (!kind)
      return kind.takeError();
    return runtime::Device::open(*kind, arch);
  }
  llvm::Expected<runtime::Device> gpu = runtime::Device::open(runtime::DeviceKind::Hip, arch);
  if (gpu)
    return gpu;
  // Having no such GPU is what the simulator is for.
  llvm::consumeError(gpu.takeError());
  return runtime::Device::open(runtime::DeviceKind::Sim, arch);
}

llvm::Expected<LaunchResult> tools::launch(const CommandLine &line, const runtime::Device &device,
                                           const CodeObject &object, llvm::StringRef symbol,
                                           const LaunchShape &shape,
                                           llvm::ArrayRef<LaunchArg> arguments) {
  llvm::Expected<std::optional<std::string>> checks = line.value(OPT_check);
  if (!checks)
    return checks.takeError();
  if (const std::optional<std::string> &kinds = *checks) {
    if (kinds->empty())
      return makeError("{}: no check is named: there are memory, race, init, wait, barrier and all",
                       line.spelling(OPT_check));
    if (llvm::Error error = device.setChecks(*kinds))
      return makeError("{}: {}", line.spelling(OPT_check), llvm::toString(std::move(error)));
  }
  llvm::Expected<std::optional<std::string>> schedule = line.value(OPT_schedule);
  if (!schedule)
    return schedule.takeError();
  if (const std::optional<std::string> &name = *schedule) {
    // The device takes nothing for the default, which the command line has a word for.
    llvm::Error error =
        name->empty() ? sim::Schedule::parse(*name).takeError() : device.setSchedule(*name);
    if (error)
      return makeError("{}: {}", line.spelling(OPT_schedule), llvm::toString(std::move(error)));
  }
  llvm::Expected<std::optional<std::string>> page = line.value(OPT_profile_page);
  if (!page)
    return page.takeError();
  if (llvm::Error error = startProfiling(line, device))
    return std::move(error);
  llvm::Expected<runtime::Module> module = device.load(object);
  if (!module)
    return module.takeError();
  llvm::Expected<runtime::Kernel> kernel = module->kernel(symbol);
  if (!kernel)
    return kernel.takeError();

  runtime::KernelArgs args;
  std::vector<std::pair<runtime::Buffer, LaunchBuffer>> buffers;
  for (const LaunchArg &argument : arguments) {
    if (const auto *value = std::get_if<LaunchValue>(&argument)) {
      args.raw(value->bytes);
      continue;
    }
    const auto &host = std::get<LaunchBuffer>(argument);
    llvm::Expected<runtime::Buffer> buffer = device.allocate(host.bytes.size());
    if (!buffer)
      return buffer.takeError();
    if (llvm::Error error = buffer->write(host.bytes))
      return std::move(error);
    args.buffer(*buffer);
    buffers.emplace_back(std::move(*buffer), host);
  }

  runtime::LaunchDims dims{shape.grid, shape.block, shape.dynamicLdsBytes};
  progress(fmt::format("launching {}x{}x{} workgroups of {}x{}x{} on {} ({})", dims.grid[0],
                       dims.grid[1], dims.grid[2], dims.block[0], dims.block[1], dims.block[2],
                       runtime::toString(device.kind()).str(), device.name()));
  if (llvm::Error error = kernel->launch(dims, args))
    return std::move(error);
  if (llvm::Error error = device.synchronize()) {
    std::string message = llvm::toString(std::move(error));
    for (const sim::CheckReport &report : device.lastReports())
      message += "\n" + report.text;
    return makeError("{}", message);
  }

  for (const auto &[buffer, host] : buffers)
    if (host.copyBack)
      if (llvm::Error error = buffer.read(host.bytes))
        return std::move(error);
  LaunchResult result;
  result.device = device.kind();
  result.executed = device.lastLaunchStats();
  if (*checks)
    result.reports = device.lastReports();
  result.hasCounters = line.has(OPT_stats);
  result.hasProfile = line.has(OPT_profile);
  if (const std::optional<std::string> &file = *page; file && result.executed)
    if (llvm::Error error =
            writeFileAtomically(*file, profilePage(symbol, device.arch(), *result.executed)))
      return std::move(error);
  return result;
}

llvm::Error tools::checkResult(const LaunchResult &result) {
  if (!result.reports || result.reports->empty())
    return llvm::Error::success();
  return makeError("the checkers found {} {}", result.reports->size(),
                   result.reports->size() == 1 ? "fault" : "faults");
}
