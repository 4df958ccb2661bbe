#include "../TestKernels.h"
#include "HipLibrary.h"
#include "llvm/Support/JSON.h"
#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>
#include <unistd.h>

using namespace rocke;
using namespace rocke::hip;

namespace {

Module loadTestKernels(const char *arch = "gfx1151") {
  Module module = nullptr;
  REQUIRE(library().hipModuleLoadData(&module, test::testKernels(arch).bytes().data()) ==
          Error::Success);
  return module;
}

Function function(Module module, const char *name) {
  Function result = nullptr;
  REQUIRE(library().hipModuleGetFunction(&result, module, name) == Error::Success);
  return result;
}

Error launch(Function function, unsigned grid, unsigned block, std::vector<void *> params,
             unsigned lds = 0) {
  params.push_back(nullptr);
  return library().hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, lds, nullptr,
                                         params.data(), nullptr);
}

} // namespace

TEST_CASE("a kernel runs with kernelParams and with one buffer") {
  const Library &hip = library();
  for (const char *arch : {"gfx1151", "gfx950"}) {
    int ordinal = -1;
    REQUIRE(hip.simDeviceForArch(arch, &ordinal) == 0);
    REQUIRE(hip.hipSetDevice(ordinal) == Error::Success);
    const Module module = loadTestKernels(arch);
    const Function add = function(module, "add");

    constexpr int n = 150;
    std::vector<float> a(n), b(n), expected(n);
    for (int i = 0; i < n; ++i) {
      a[i] = 0.5f * static_cast<float>(i);
      b[i] = 100.0f - static_cast<float>(i);
      expected[i] = a[i] + b[i];
    }
    void *pa = deviceArray(a), *pb = deviceArray(b);
    void *pc = deviceArray(std::vector<float>(n, -1.0f));
    int count = n;
    CHECK(launch(add, 3, 64, {&pa, &pb, &pc, &count}) == Error::Success);
    CHECK(hip.hipDeviceSynchronize() == Error::Success);
    CHECK(hostArray<float>(pc, n) == expected);

    rocke_sim_stats stats;
    REQUIRE(hip.simLastStats(&stats) == 0);
    CHECK(stats.workgroups == 3);
    CHECK(stats.wavefronts == (std::string(arch) == "gfx950" ? 3 : 6));
    CHECK(stats.matrix_flop == 0);
    CHECK(stats.class_count == numInstClasses);
    // Of each wavefront that has work, two loads and one store.
    CHECK(stats.counts[static_cast<unsigned>(InstClass::GlobalStore)] ==
          (std::string(arch) == "gfx950" ? 3 : 5));
    CHECK(std::string(hip.simClassName(static_cast<unsigned>(InstClass::GlobalStore))) ==
          "global_store");
    CHECK(hip.simClassName(numInstClasses) == nullptr);

    // The same with one buffer, and fewer elements.
    REQUIRE(hip.hipMemset(pc, 0, n * sizeof(float)) == Error::Success);
    struct {
      void *a, *b, *c;
      int n;
    } args = {pa, pb, pc, 10};
    size_t size = 28;
    void *extra[] = {reinterpret_cast<void *>(launchParamBufferPointer), &args,
                     reinterpret_cast<void *>(launchParamBufferSize), &size,
                     reinterpret_cast<void *>(launchParamEnd)};
    CHECK(hip.hipModuleLaunchKernel(add, 3, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra) ==
          Error::Success);
    std::fill(expected.begin() + 10, expected.end(), 0.0f);
    CHECK(hostArray<float>(pc, n) == expected);

    for (void *pointer : {pa, pb, pc})
      CHECK(hip.hipFree(pointer) == Error::Success);
    CHECK(hip.hipModuleUnload(module) == Error::Success);
  }
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
}

TEST_CASE("arguments of every size land where the kernel reads them") {
  const Module module = loadTestKernels();
  void *out = deviceArray(std::vector<uint8_t>(48, 0));
  int32_t a = -2;
  int64_t b = 0x1122334455667788;
  float c = 1.5f;
  double d = -0.1;
  int32_t e[4] = {1, 2, 3, 4};
  CHECK(launch(function(module, "spread"), 1, 1, {&out, &a, &b, &c, &d, &e}) == Error::Success);
  const std::vector<uint8_t> bytes = hostArray<uint8_t>(out, 48);
  auto at = [&](size_t offset, const auto &value) {
    return std::memcmp(bytes.data() + offset, &value, sizeof value) == 0;
  };
  CHECK(at(0, a));
  CHECK(at(8, b));
  CHECK(at(16, c));
  CHECK(at(24, d));
  CHECK(at(32, e));
  CHECK(library().hipFree(out) == Error::Success);
  CHECK(library().hipModuleUnload(module) == Error::Success);
}

TEST_CASE("LDS that the launch gives") {
  const Module module = loadTestKernels();
  void *out = deviceArray(std::vector<int>(64, -1));
  CHECK(launch(function(module, "reverse"), 1, 64, {&out}, 256) == Error::Success);
  std::vector<int> expected(64);
  std::iota(expected.rbegin(), expected.rend(), 0);
  CHECK(hostArray<int>(out, 64) == expected);
  CHECK(library().hipFree(out) == Error::Success);
  CHECK(library().hipModuleUnload(module) == Error::Success);
}

TEST_CASE("a module's variables can be read and written, and are gone with it") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  void *table = nullptr;
  size_t bytes = 0;
  REQUIRE(hip.hipModuleGetGlobal(&table, &bytes, module, "table") == Error::Success);
  CHECK(bytes == 16);
  CHECK(hostArray<int>(table, 4) == std::vector<int>{1, 2, 3, 4});
  const int change = 100;
  CHECK(hip.hipMemcpyHtoD(static_cast<int *>(table) + 3, const_cast<int *>(&change), 4) ==
        Error::Success);
  void *out = deviceArray(std::vector<int>{0});
  CHECK(launch(function(module, "table_sum"), 1, 1, {&out}) == Error::Success);
  CHECK(hostArray<int>(out, 1)[0] == 106);

  // A second copy of the module has its own.
  const Module again = loadTestKernels();
  CHECK(launch(function(again, "table_sum"), 1, 1, {&out}) == Error::Success);
  CHECK(hostArray<int>(out, 1)[0] == 10);
  CHECK(hip.hipModuleUnload(again) == Error::Success);

  CHECK(hip.hipModuleGetGlobal(&table, nullptr, module, "table") == Error::Success);
  CHECK(hip.hipModuleGetGlobal(nullptr, &bytes, module, "table") == Error::Success);
  CHECK(hip.hipModuleGetGlobal(nullptr, nullptr, module, "table") == Error::InvalidValue);
  CHECK(hip.hipModuleGetGlobal(&table, &bytes, module, "chair") == Error::NotFound);
  CHECK(hip.hipFree(table) == Error::InvalidValue);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  CHECK(hip.hipMemset(table, 0, 4) == Error::InvalidValue);
  CHECK(hip.hipModuleGetGlobal(&table, &bytes, module, "table") == Error::InvalidHandle);
  CHECK(hip.hipFree(out) == Error::Success);
}

TEST_CASE("what is no code object for the device does not load") {
  const Library &hip = library();
  Module module = nullptr;
  CHECK(hip.hipModuleLoadData(nullptr, "x") == Error::InvalidValue);
  CHECK(hip.hipModuleLoadData(&module, nullptr) == Error::InvalidValue);
  CHECK(hip.hipModuleLoadData(&module, "no code object") == Error::InvalidImage);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("no ELF file"));
  CHECK(hip.hipModuleLoadDataEx(&module, "", 0, nullptr, nullptr) == Error::InvalidImage);

  const std::string good = test::testKernels("gfx1151").bytes().str();
  std::string host = good;
  host[18] = 62; // e_machine: x86-64
  host[19] = 0;
  CHECK(hip.hipModuleLoadData(&module, host.data()) == Error::InvalidImage);
  CHECK(hip.hipModuleLoadData(&module, test::testKernels("gfx950").bytes().data()) ==
        Error::NoBinaryForGpu);
  CHECK(std::string(hip.simLastMessage()) ==
        "the code object is for gfx950, device 0 is a gfx1151");
  CHECK(module == nullptr);
  CHECK(hip.hipModuleUnload(nullptr) == Error::InvalidHandle);
}

TEST_CASE("modules load from files") {
  const Library &hip = library();
  const std::string path = "/tmp/rocke-module-test-" + std::to_string(getpid()) + ".hsaco";
  Module module = nullptr;
  CHECK(hip.hipModuleLoad(&module, path.c_str()) == Error::FileNotFound);
  std::ofstream(path, std::ios::binary) << test::testKernels("gfx1151").bytes().str();
  CHECK(hip.hipModuleLoad(&module, path.c_str()) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  std::ofstream(path, std::ios::binary) << "text";
  CHECK(hip.hipModuleLoad(&module, path.c_str()) == Error::InvalidImage);
  CHECK(unlink(path.c_str()) == 0);
}

TEST_CASE("functions are found by name and go with their module") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  Function add = nullptr;
  CHECK(hip.hipModuleGetFunction(&add, module, "subtract") == Error::NotFound);
  CHECK_THAT(hip.simLastMessage(),
             Catch::Contains("no kernel 'subtract'") && Catch::Contains("add"));
  CHECK(hip.hipModuleGetFunction(&add, module, "") == Error::InvalidValue);
  CHECK(hip.hipModuleGetFunction(nullptr, module, "add") == Error::InvalidValue);
  CHECK(hip.hipModuleGetFunction(&add, nullptr, "add") == Error::InvalidHandle);
  REQUIRE(hip.hipModuleGetFunction(&add, module, "add") == Error::Success);
  CHECK(function(module, "add") == add);

  int value = -1;
  auto attribute = [&](FunctionAttribute which) {
    value = -1;
    CHECK(hip.hipFuncGetAttribute(&value, which, add) == Error::Success);
    return value;
  };
  const KernelFacts &facts = *test::testKernels("gfx1151").kernel("add");
  CHECK(attribute(FunctionAttribute::NumRegs) == static_cast<int>(facts.vgprs));
  CHECK(attribute(FunctionAttribute::MaxThreadsPerBlock) == 256);
  CHECK(attribute(FunctionAttribute::SharedSizeBytes) == 0);
  CHECK(attribute(FunctionAttribute::LocalSizeBytes) == 0);
  CHECK(attribute(FunctionAttribute::MaxDynamicSharedSizeBytes) == 65536);
  CHECK(attribute(FunctionAttribute::BinaryVersion) == 115);
  CHECK(hip.hipFuncGetAttribute(&value, static_cast<FunctionAttribute>(99), add) ==
        Error::InvalidValue);
  CHECK(hip.hipFuncGetAttribute(nullptr, FunctionAttribute::NumRegs, add) == Error::InvalidValue);

  CHECK(hip.hipModuleUnload(module) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::InvalidHandle);
  CHECK(hip.hipFuncGetAttribute(&value, FunctionAttribute::NumRegs, add) == Error::InvalidHandle);
  CHECK(launch(add, 1, 1, {}) == Error::InvalidHandle);
}

TEST_CASE("launches that make no sense are refused, and harm nothing") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  const Function nothing = function(module, "nothing"), poke = function(module, "poke");
  auto extents = [&](unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                     unsigned lds = 0) {
    return hip.hipModuleLaunchKernel(nothing, gx, gy, gz, bx, by, bz, lds, nullptr, nullptr,
                                     nullptr);
  };
  CHECK(extents(1, 1, 1, 1, 1, 1) == Error::Success);
  CHECK(extents(2, 3, 4, 4, 4, 16) == Error::Success);
  rocke_sim_stats stats;
  REQUIRE(hip.simLastStats(&stats) == 0);
  CHECK(stats.workgroups == 24);
  CHECK(stats.wavefronts == 24 * 8);
  CHECK(extents(0, 1, 1, 1, 1, 1) == Error::InvalidValue);
  CHECK(extents(1, 1, 0, 1, 1, 1) == Error::InvalidValue);
  CHECK(extents(1, 1, 1, 1, 0, 1) == Error::InvalidConfiguration);
  CHECK(extents(1, 65537, 1, 1, 1, 1) == Error::InvalidValue);
  CHECK(extents(0x80000000u, 1, 1, 1, 1, 1) == Error::InvalidValue);
  CHECK(extents(0x7fffffffu, 1, 1, 4, 1, 1) == Error::InvalidConfiguration);
  CHECK(extents(1, 1, 1, 1025, 1, 1) == Error::InvalidValue);
  CHECK(extents(1, 1, 1, 65536, 65536, 1) == Error::InvalidValue);
  CHECK(extents(1, 1, 1, 257, 1, 1) == Error::LaunchFailure); // compiled for 256
  CHECK(extents(1, 1, 1, 1, 1, 1, 65537) == Error::InvalidValue);
  CHECK(extents(1, 1, 1, 1, 1, 1, 65536) == Error::Success);

  uint64_t value = 1; // as long as the longest argument
  void *params[] = {&value, &value}, *holes[] = {&value, nullptr};
  size_t size = 11;
  void *extra[] = {reinterpret_cast<void *>(launchParamBufferPointer), &value,
                   reinterpret_cast<void *>(launchParamBufferSize), &size,
                   reinterpret_cast<void *>(launchParamEnd)};
  void *strange[] = {&value, &value, reinterpret_cast<void *>(launchParamEnd)};
  void *empty[] = {reinterpret_cast<void *>(launchParamEnd)};
  auto arguments = [&](void **kernelParams, void **extras) {
    return hip.hipModuleLaunchKernel(poke, 1, 1, 1, 1, 1, 1, 0, nullptr, kernelParams, extras);
  };
  CHECK(arguments(nullptr, nullptr) == Error::InvalidValue);
  CHECK(arguments(params, extra) == Error::InvalidValue);
  CHECK(arguments(holes, nullptr) == Error::InvalidValue);
  CHECK(arguments(nullptr, extra) == Error::InvalidValue); // the arguments take 12 bytes
  CHECK(std::string(hip.simLastMessage()) ==
        "the argument buffer has 11 bytes; the arguments of kernel 'poke' take 12");
  CHECK(arguments(nullptr, strange) == Error::InvalidValue);
  CHECK(arguments(nullptr, empty) == Error::InvalidValue);
  CHECK(hip.hipModuleLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) ==
        Error::InvalidHandle);
  int local;
  CHECK(hip.hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, reinterpret_cast<Stream>(&local),
                                  nullptr, nullptr) == Error::InvalidValue);
  CHECK(hip.hipDeviceSynchronize() == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  (void)hip.hipGetLastError();
}

TEST_CASE("a cooperative launch has one workgroup") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  const Function poke = function(module, "poke");
  void *target = deviceArray(std::vector<int>{0});
  int value = 9;
  void *params[] = {&target, &value};
  CHECK(hip.hipModuleLaunchCooperativeKernel(poke, 1, 1, 1, 64, 1, 1, 0, nullptr, params) ==
        Error::Success);
  CHECK(hostArray<int>(target, 1)[0] == 9);
  CHECK(hip.hipModuleLaunchCooperativeKernel(poke, 1, 2, 1, 64, 1, 1, 0, nullptr, params) ==
        Error::NotSupported);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("1x2x1"));
  CHECK(hip.hipLaunchCooperativeKernel(&value, {2, 1, 1}, {64, 1, 1}, params, 0, nullptr) ==
        Error::NotSupported);
  CHECK(hip.hipLaunchCooperativeKernel(&value, {1, 1, 1}, {64, 1, 1}, params, 0, nullptr) ==
        Error::InvalidDeviceFunction);
  int can = -1;
  CHECK(hip.hipDeviceGetAttribute(&can, DeviceAttribute::CooperativeLaunch, 0) == Error::Success);
  CHECK(can == 0);
  CHECK(hip.hipFree(target) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  (void)hip.hipGetLastError();
}

TEST_CASE("a kernel launches only on its own device") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  int other = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  REQUIRE(hip.hipSetDevice(other) == Error::Success);
  CHECK(launch(function(module, "nothing"), 1, 1, {}) == Error::InvalidDevice);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  CHECK(launch(function(module, "nothing"), 1, 1, {}) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}

TEST_CASE("a fault is the error of what follows, until the device is reset") {
  const Library &hip = library();
  const ResetAtEnd reset;
  const Module module = loadTestKernels();
  const Function nothing = function(module, "nothing");
  void *good = deviceArray(std::vector<int>(4, 7));
  void *wild = static_cast<char *>(good) + 16;
  int value = 1;
  CHECK(launch(function(module, "poke"), 1, 1, {&wild, &value}) == Error::Success);
  rocke_sim_stats stats;
  CHECK(hip.simLastStats(&stats) == static_cast<int>(Error::NotReady));

  CHECK_THAT(hip.simLastFaultText(), Catch::Contains("global_store"));
  CHECK_THAT(hip.simLastFaultText(), Catch::Contains("poke"));
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(hip.simLastFaultJson());
  REQUIRE(bool(json));
  const llvm::json::Object &fault = *json->getAsObject();
  CHECK(fault.getString("kernel") == llvm::StringRef("poke"));
  CHECK_THAT(fault.getString("instruction")->str(), Catch::StartsWith("global_store"));
  CHECK(fault.getInteger("lane") == 0);
  CHECK(fault.getArray("workgroup")->size() == 3);

  // Everything that needs the device fails with the fault, and asking for the error does not heal
  // it.
  int number;
  void *pointer;
  Stream stream;
  for (int i = 0; i < 2; ++i) {
    CHECK(hip.hipDeviceSynchronize() == Error::IllegalAddress);
    CHECK(hip.hipGetLastError() == Error::IllegalAddress);
  }
  CHECK(hip.hipPeekAtLastError() == Error::IllegalAddress);
  CHECK(hip.hipStreamSynchronize(nullptr) == Error::IllegalAddress);
  CHECK(hip.hipMalloc(&pointer, 4) == Error::IllegalAddress);
  CHECK(hip.hipMemcpy(&number, good, 4, MemcpyKind::DeviceToHost) == Error::IllegalAddress);
  CHECK(hip.hipStreamCreate(&stream) == Error::IllegalAddress);
  CHECK(launch(nothing, 1, 1, {}) == Error::IllegalAddress);
  // What does not need it works.
  CHECK(hip.hipGetDevice(&number) == Error::Success);
  CHECK(hip.hipGetDeviceCount(&number) == Error::Success);

  CHECK(hip.hipDeviceReset() == Error::Success);
  CHECK(hip.hipGetLastError() == Error::IllegalAddress);
  CHECK(hip.hipGetLastError() == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::InvalidHandle); // gone with the old device
  CHECK(hip.hipFree(good) == Error::InvalidValue);
  const Module again = loadTestKernels();
  void *fresh = deviceArray(std::vector<int>(1, 0));
  CHECK(launch(function(again, "poke"), 1, 1, {&fresh, &value}) == Error::Success);
  CHECK(hostArray<int>(fresh, 1)[0] == 1);
}

TEST_CASE("a trap is a fault of another kind") {
  const Library &hip = library();
  const ResetAtEnd reset;
  const Module module = loadTestKernels();
  CHECK(launch(function(module, "trap"), 1, 1, {}) == Error::Success);
  CHECK(hip.hipDeviceSynchronize() == Error::LaunchFailure);
  CHECK(hip.hipDeviceSynchronize() == Error::LaunchFailure);
  CHECK_THAT(hip.simLastFaultText(), Catch::Contains("trap"));
}

TEST_CASE("checkers that the program asked for report a wild access and leave the device whole") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  void *good = deviceArray(std::vector<int>(4, 7));
  void *wild = static_cast<char *>(good) + 16;
  int value = 1;
  REQUIRE(hip.simSetChecks("memory") == 0);
  CHECK(launch(function(module, "poke"), 1, 1, {&wild, &value}) == Error::Success);
  rocke_sim_report report;
  REQUIRE(hip.simLastReport(0, &report) == 0);
  CHECK(std::string(report.check) == "memory");
  CHECK(report.address == reinterpret_cast<uint64_t>(wild));
  CHECK(hip.hipDeviceSynchronize() == Error::Success);
  CHECK(hostArray<int>(good, 4) == std::vector<int>(4, 7));
  REQUIRE(hip.simSetChecks("") == 0);
  CHECK(hip.hipFree(good) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}

TEST_CASE("a kernel that never ends is stopped") {
  const Library &hip = library();
  const ResetAtEnd reset;
  const Module module = loadTestKernels();
  CHECK(launch(function(module, "forever"), 1, 64, {}) == Error::Success);
  CHECK(hip.hipDeviceSynchronize() == Error::LaunchTimeOut);
  CHECK_THAT(hip.simLastFaultText(), Catch::Contains("forever"));
}

TEST_CASE("after a fault, a new device of the same kind can be had") {
  const Library &hip = library();
  const ResetAtEnd reset;
  const Module module = loadTestKernels();
  void *null = nullptr;
  int value = 1;
  REQUIRE(launch(function(module, "poke"), 1, 1, {&null, &value}) == Error::Success);
  REQUIRE(hip.hipDeviceSynchronize() == Error::IllegalAddress);
  int fresh = -1;
  REQUIRE(hip.simDeviceForArch("gfx1151", &fresh) == 0);
  CHECK(fresh != 0);
  REQUIRE(hip.hipSetDevice(fresh) == Error::Success);
  CHECK(hip.hipDeviceSynchronize() == Error::Success);
  const Module second = loadTestKernels();
  CHECK(launch(function(second, "nothing"), 1, 1, {}) == Error::Success);
  CHECK(hip.hipModuleUnload(second) == Error::Success);
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
}

TEST_CASE("threads launch at the same time") {
  const Library &hip = library();
  const Module module = loadTestKernels();
  const Function add = function(module, "add");
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> results(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      void *buffers[3] = {};
      std::vector<float> host(1000, static_cast<float>(t));
      bool good = true;
      for (void *&buffer : buffers) {
        good &= hip.hipMalloc(&buffer, 4000) == Error::Success;
        good &=
            hip.hipMemcpy(buffer, host.data(), 4000, MemcpyKind::HostToDevice) == Error::Success;
      }
      int n = 1000;
      void *params[] = {&buffers[0], &buffers[1], &buffers[2], &n};
      for (int round = 0; round < 5; ++round)
        good &= hip.hipModuleLaunchKernel(add, 16, 1, 1, 64, 1, 1, 0, nullptr, params, nullptr) ==
                Error::Success;
      good &=
          hip.hipMemcpy(host.data(), buffers[2], 4000, MemcpyKind::DeviceToHost) == Error::Success;
      for (void *buffer : buffers)
        good &= hip.hipFree(buffer) == Error::Success;
      if (good)
        results[t] = host;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < 4; ++t)
    CHECK(results[t] == std::vector<float>(1000, 2.0f * static_cast<float>(t)));
  CHECK(hip.hipModuleUnload(module) == Error::Success);
}
