#include "rocke/runtime/Device.h"
#include "DeviceContext.h"
#include "rocke/ir/Error.h"
#include "rocke/ir/GpuModel.h"
#include <algorithm>
#include <vector>

namespace rocke::runtime {

llvm::Error DeviceContext::checkWait(hip::Error error, llvm::StringRef what) const {
  if (error != hip::Error::Success && hip.simLastFaultText && *hip.simLastFaultText())
    return makeError("{}", hip.simLastFaultText());
  return hip.check(error, what);
}

namespace {

/// What HIP says of a device, in either of its two layouts.
struct DeviceIdentity {
  std::string name;
  std::string arch; ///< without the features that follow it: "gfx950:sramecc+" is "gfx950"
};

llvm::Expected<DeviceIdentity> identify(const HipTable &hip, int ordinal) {
  auto identityOf = [](const auto &properties) {
    auto text = [](const auto &field) {
      return llvm::StringRef(field, sizeof field).take_until([](char c) { return c == 0; });
    };
    return DeviceIdentity{text(properties.name).str(),
                          text(properties.gcnArchName).split(':').first.str()};
  };
  if (hip.hipGetDevicePropertiesR0600) {
    hip::DevicePropR0600 properties{};
    if (llvm::Error error = hip.check(hip.hipGetDevicePropertiesR0600(&properties, ordinal),
                                      "hipGetDevicePropertiesR0600"))
      return error;
    return identityOf(properties);
  }
  hip::DevicePropR0000 properties{};
  if (llvm::Error error =
          hip.check(hip.hipGetDeviceProperties(&properties, ordinal), "hipGetDeviceProperties"))
    return error;
  return identityOf(properties);
}

/// The number of the first GPU of this architecture.
llvm::Expected<int> findGpu(const HipTable &hip, llvm::StringRef arch) {
  int count = 0;
  hip::Error status = hip.hipInit(0);
  if (status == hip::Error::Success)
    status = hip.hipGetDeviceCount(&count);
  if (status != hip::Error::Success || count == 0)
    return makeError("HIP finds no GPU ({}: {}); without one, use --device=sim", hip.path,
                     status == hip::Error::Success ? "it counts 0 devices"
                                                   : hip.hipGetErrorName(status));
  std::string present;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    llvm::Expected<DeviceIdentity> identity = identify(hip, ordinal);
    if (!identity)
      return identity.takeError();
    if (runsOn(arch, identity->arch))
      return ordinal;
    present += fmt::format("{}{}", ordinal ? ", " : "", identity->arch);
  }
  return makeError("there is no {} GPU here, only {}; use --device=sim", arch.str(), present);
}

llvm::Expected<int> findSimulated(const HipTable &hip, llvm::StringRef arch) {
  // Faults reach the user as errors; written to stderr besides, they would be there twice.
  hip.simSetDiagnostics(0);
  int ordinal = 0;
  const auto status = static_cast<hip::Error>(hip.simDeviceForArch(arch.str().c_str(), &ordinal));
  if (status != hip::Error::Success)
    return makeError("{}", hip.simLastMessage());
  return ordinal;
}

} // namespace

llvm::Expected<Device> Device::open(DeviceKind kind, llvm::StringRef arch) {
  llvm::Expected<HipTable> table = HipTable::open(kind);
  if (!table)
    return table.takeError();
  llvm::Expected<int> ordinal =
      kind == DeviceKind::Sim ? findSimulated(*table, arch) : findGpu(*table, arch);
  if (!ordinal)
    return ordinal.takeError();
  llvm::Expected<DeviceIdentity> identity = identify(*table, *ordinal);
  if (!identity)
    return identity.takeError();

  auto context = std::make_shared<DeviceContext>();
  context->hip = std::move(*table);
  context->ordinal = *ordinal;
  context->arch = std::move(identity->arch);
  context->name = std::move(identity->name);
  return Device(std::move(context));
}

DeviceKind Device::kind() const { return context->hip.kind; }
const std::string &Device::arch() const { return context->arch; }
const std::string &Device::name() const { return context->name; }

llvm::Expected<Buffer> Device::allocate(uint64_t bytes) const {
  void *pointer = nullptr;
  if (llvm::Error error = context->run(fmt::format("hipMalloc of {} bytes", bytes),
                                       [&] { return context->hip.hipMalloc(&pointer, bytes); }))
    return error;
  return Buffer(context, reinterpret_cast<uint64_t>(pointer), bytes);
}

llvm::Expected<Module> Device::load(CodeObject object) const {
  if (!runsOn(object.arch(), context->arch))
    return makeError("the code object is for {}, the device is a {}", object.arch().str(),
                     context->arch);
  hip::Module handle = nullptr;
  if (llvm::Error error = context->run("hipModuleLoadData", [&] {
        return context->hip.hipModuleLoadData(&handle, object.bytes().data());
      }))
    return error;
  return Module(context, handle, std::move(object));
}

llvm::Expected<Stream> Device::createStream() const {
  hip::Stream handle = nullptr;
  if (llvm::Error error =
          context->run("hipStreamCreate", [&] { return context->hip.hipStreamCreate(&handle); }))
    return error;
  return Stream(context, handle);
}

llvm::Expected<Event> Device::createEvent() const {
  hip::Event handle = nullptr;
  if (llvm::Error error =
          context->run("hipEventCreate", [&] { return context->hip.hipEventCreate(&handle); }))
    return error;
  return Event(context, handle);
}

llvm::Error Device::synchronize() const {
  if (llvm::Error error = context->makeCurrent())
    return error;
  return context->checkWait(context->hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
}

std::optional<sim::LaunchStats> Device::lastLaunchStats() const {
  rocke_sim_stats raw{};
  if (!context->hip.simLastStats ||
      static_cast<hip::Error>(context->hip.simLastStats(&raw)) != hip::Error::Success)
    return std::nullopt;
  sim::LaunchStats stats;
  stats.wavefronts = raw.wavefronts;
  stats.workgroups = raw.workgroups;
  stats.matrixFlop = raw.matrix_flop;
  std::copy_n(raw.counts, std::min<size_t>(raw.class_count, numInstClasses),
              stats.executed.counts.begin());
  rocke_sim_inst_profile inst{};
  for (uint32_t index = 0; static_cast<hip::Error>(context->hip.simLastInstProfile(index, &inst)) ==
                           hip::Error::Success;
       ++index)
    stats.profile.push_back({.offset = inst.offset,
                             .text = inst.text,
                             .instClass = static_cast<InstClass>(inst.inst_class),
                             .sourceFile = inst.source_file,
                             .sourceLine = inst.source_line,
                             .executions = inst.executions,
                             .lanes = inst.lanes,
                             .matrixFlop = inst.matrix_flop,
                             .globalBytes = inst.global_bytes,
                             .globalLines = inst.global_lines,
                             .ldsBytes = inst.lds_bytes,
                             .ldsCycles = inst.lds_cycles,
                             .ldsConflictCycles = inst.lds_conflict_cycles,
                             .scratchBytes = inst.scratch_bytes});
  return stats;
}

llvm::Error Device::setProfiling(bool enabled) const {
  if (kind() != DeviceKind::Sim)
    return makeError("a GPU does not count instructions; use --device=sim");
  context->hip.simSetProfiling(enabled);
  return llvm::Error::success();
}

llvm::Error Device::setChecks(llvm::StringRef list) const {
  if (kind() != DeviceKind::Sim)
    return makeError("a GPU runs no checkers; use --device=sim");
  if (static_cast<hip::Error>(context->hip.simSetChecks(list.str().c_str())) != hip::Error::Success)
    return makeError("{}", context->hip.simLastMessage());
  return llvm::Error::success();
}

llvm::Error Device::setSchedule(llvm::StringRef schedule) const {
  if (kind() != DeviceKind::Sim)
    return makeError("a GPU has a schedule of its own; use --device=sim");
  if (static_cast<hip::Error>(context->hip.simSetSchedule(schedule.str().c_str())) !=
      hip::Error::Success)
    return makeError("{}", context->hip.simLastMessage());
  return llvm::Error::success();
}

std::vector<sim::CheckReport> Device::lastReports() const {
  std::vector<sim::CheckReport> reports;
  if (!context->hip.simLastReport)
    return reports;
  rocke_sim_report raw{};
  for (uint32_t index = 0;
       static_cast<hip::Error>(context->hip.simLastReport(index, &raw)) == hip::Error::Success;
       ++index) {
    sim::CheckReport report;
    report.text = raw.text;
    report.check = raw.check;
    report.where.reason = raw.reason;
    report.where.kernel = raw.kernel;
    report.where.instruction = raw.instruction;
    report.where.offset = raw.offset;
    std::copy_n(raw.workgroup, 3, report.where.workgroup.begin());
    report.where.wavefront = raw.wavefront;
    report.where.lane = raw.lane;
    report.where.sourceFile = raw.source_file;
    report.where.sourceLine = raw.source_line;
    report.address = raw.address;
    report.count = raw.count;
    reports.push_back(std::move(report));
  }
  return reports;
}

} // namespace rocke::runtime
