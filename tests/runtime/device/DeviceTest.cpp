#include "rocke/runtime/Device.h"
#include "../TestKernels.h"
#include "../TestSupport.h"
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace rocke;
using namespace rocke::runtime;
using namespace rocke::test;

namespace {

template <typename T> llvm::ArrayRef<uint8_t> bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const uint8_t *>(values.data()), values.size() * sizeof(T)};
}

template <typename T> Buffer upload(const Device &device, const std::vector<T> &values) {
  Buffer buffer = take(device.allocate(values.size() * sizeof(T)));
  succeed(buffer.write(bytesOf(values)));
  return buffer;
}

template <typename T> std::vector<T> download(const Buffer &buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  succeed(buffer.read({reinterpret_cast<uint8_t *>(values.data()), buffer.size()}));
  return values;
}

Module loadTestKernels(const Device &device) {
  return take(device.load(take(CodeObject::parse(testKernels(device.arch()).bytes().str()))));
}

} // namespace

TEST_CASE("a kernel runs on each simulated device") {
  for (const char *arch : {"gfx1151", "gfx950"}) {
    const Device device = take(Device::open(DeviceKind::Sim, arch));
    CHECK(device.kind() == DeviceKind::Sim);
    CHECK(device.arch() == arch);
    CHECK_THAT(device.name(), Catch::Contains("simulator"));

    const Module module = loadTestKernels(device);
    const Kernel add = take(module.kernel("add"));
    CHECK(add.facts().symbol == "add");
    const std::vector<float> values = {1, 2, 3, 4, 5};
    const Buffer a = upload(device, values), b = upload(device, values);
    Buffer c = take(device.allocate(20));
    succeed(c.fill(0xff));
    LaunchDims dims;
    dims.block = {64, 1, 1};
    succeed(add.launch(dims, KernelArgs().buffer(a).buffer(b).buffer(c).i32(4)));
    succeed(device.synchronize());
    const std::vector<float> sums = download<float>(c);
    CHECK(std::vector<float>(sums.begin(), sums.begin() + 4) == std::vector<float>{2, 4, 6, 8});
    uint32_t untouched;
    std::memcpy(&untouched, &sums[4], 4);
    CHECK(untouched == 0xffffffff);

    const std::optional<sim::LaunchStats> stats = device.lastLaunchStats();
    REQUIRE(stats);
    CHECK(stats->workgroups == 1);
    CHECK(stats->wavefronts == (device.arch() == "gfx950" ? 1 : 2));
    CHECK(stats->executed[InstClass::GlobalStore] == 1);
    CHECK(stats->executed[InstClass::GlobalLoad] == 2);
    CHECK(stats->executed.total() > 10);
  }
}

TEST_CASE("streams and events") {
  const Device device = take(Device::open(DeviceKind::Sim, "gfx1151"));
  const Module module = loadTestKernels(device);
  const Kernel poke = take(module.kernel("poke"));
  const Buffer buffer = upload(device, std::vector<int>{0, 0});
  Stream stream = take(device.createStream());
  Event start = take(device.createEvent()), stop = take(device.createEvent());
  CHECK_THAT(messageOf(stop.millisecondsSince(start)), Catch::Contains("not recorded"));
  succeed(start.record(&stream));
  succeed(poke.launch({}, KernelArgs().buffer(buffer).i32(5), &stream));
  succeed(poke.launch({}, KernelArgs().address(buffer.address() + 4).i32(6), &stream));
  succeed(stop.record(&stream));
  succeed(stop.synchronize());
  succeed(stream.synchronize());
  CHECK(take(stop.millisecondsSince(start)) > 0);
  CHECK(download<int>(buffer) == std::vector<int>{5, 6});
}

TEST_CASE("a fault is the whole report, and a device that is opened after it is whole") {
  {
    const Device device = take(Device::open(DeviceKind::Sim, "gfx1151"));
    const Module module = loadTestKernels(device);
    const Kernel poke = take(module.kernel("poke"));
    const Buffer buffer = upload(device, std::vector<int>{1, 2});
    succeed(poke.launch({}, KernelArgs().address(buffer.address() + 8).i32(5)));
    const std::string report = messageOf(device.synchronize());
    CHECK_THAT(report, Catch::Contains("poke") && Catch::Contains("global_store") &&
                           Catch::Contains("lane 0"));
    CHECK_FALSE(device.lastLaunchStats());
    int value;
    CHECK_THAT(messageOf(buffer.read({reinterpret_cast<uint8_t *>(&value), 4})),
               Catch::Contains("hipErrorIllegalAddress"));
  }
  const Device device = take(Device::open(DeviceKind::Sim, "gfx1151"));
  const Module module = loadTestKernels(device);
  succeed(take(module.kernel("nothing")).launch({}, {}));
  succeed(device.synchronize());
}

TEST_CASE("objects move and outlive the device's own name") {
  std::optional<Device> device = take(Device::open(DeviceKind::Sim, "gfx1151"));
  Buffer first = upload(*device, std::vector<int>{1});
  Buffer second = upload(*device, std::vector<int>{2});
  const uint64_t address = second.address();
  first = std::move(second);
  CHECK(first.address() == address);
  CHECK(second.address() == 0);
  CHECK(second.size() == 0);
  device.reset();
  CHECK(download<int>(first) == std::vector<int>{2});
}

TEST_CASE("any thread may use a device") {
  const Device device = take(Device::open(DeviceKind::Sim, "gfx950"));
  const Buffer buffer = upload(device, std::vector<int>{3});
  std::vector<int> seen;
  std::thread([&] { seen = download<int>(buffer); }).join();
  CHECK(seen == std::vector<int>{3});
}

TEST_CASE("buffers keep to their size") {
  const Device device = take(Device::open(DeviceKind::Sim, "gfx1151"));
  Buffer buffer = take(device.allocate(4));
  CHECK(messageOf(buffer.write(std::vector<uint8_t>(5))) ==
        "cannot write 5 bytes to a buffer of 4");
  std::vector<uint8_t> bytes(5);
  CHECK(messageOf(buffer.read(bytes)) == "cannot read 5 bytes from a buffer of 4");
  Buffer empty = take(device.allocate(0));
  CHECK(empty.address() == 0);
  succeed(empty.write({}));
  succeed(empty.fill(1));
  CHECK_THAT(messageOf(device.allocate(uint64_t{1} << 60)),
             Catch::Contains("hipMalloc of 1152921504606846976 bytes") &&
                 Catch::Contains("hipErrorOutOfMemory"));
}

TEST_CASE("modules and launches that do not fit") {
  const Device device = take(Device::open(DeviceKind::Sim, "gfx1151"));
  CHECK(messageOf(device.load(take(CodeObject::parse(testKernels("gfx950").bytes().str())))) ==
        "the code object is for gfx950, the device is a gfx1151");
  const Module module = loadTestKernels(device);
  CHECK_THAT(messageOf(module.kernel("mul")),
             Catch::StartsWith("the code object has no kernel 'mul'; it has ") &&
                 Catch::Contains("add"));
  const Kernel poke = take(module.kernel("poke"));
  CHECK_THAT(messageOf(poke.launch({}, KernelArgs().address(0))),
             Catch::Contains("takes 2 arguments"));
  LaunchDims dims;
  dims.block = {2048, 1, 1};
  CHECK_THAT(messageOf(poke.launch(dims, KernelArgs().address(0).i32(0))),
             Catch::Contains("launching kernel 'poke' failed: hipErrorInvalidValue") &&
                 Catch::Contains("1024 work-items"));
}

TEST_CASE("unknown architectures and devices") {
  CHECK_THAT(messageOf(Device::open(DeviceKind::Sim, "gfx803")),
             Catch::Contains("gfx803") && Catch::Contains("gfx1151") && Catch::Contains("gfx950"));
  CHECK(take(parseDeviceKind("sim")) == DeviceKind::Sim);
  CHECK(take(parseDeviceKind("hip")) == DeviceKind::Hip);
  CHECK(messageOf(parseDeviceKind("cuda")) ==
        "unknown device 'cuda': it is sim (the simulator) or hip (a GPU)");
}

TEST_CASE("the environment can name the simulator's library") {
  setenv("ROCKE_HIP_LIBRARY", "/nowhere/librocke_hip.so", 1);
  CHECK_THAT(messageOf(HipTable::open(DeviceKind::Sim)),
             Catch::StartsWith("cannot open the simulator that ROCKE_HIP_LIBRARY names") &&
                 Catch::Contains("/nowhere/librocke_hip.so"));
  // A library that is no simulator.
  setenv("ROCKE_HIP_LIBRARY", "libm.so.6", 1);
  CHECK(messageOf(HipTable::open(DeviceKind::Sim)) ==
        "'libm.so.6' is no rocke simulator: it lacks hipInit");
  unsetenv("ROCKE_HIP_LIBRARY");
  succeed(HipTable::open(DeviceKind::Sim).takeError());
}
