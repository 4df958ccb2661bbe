#include "HipLibrary.h"
#include "rocke/ir/GpuModel.h"
#include <set>
#include <string>
#include <thread>

using namespace rocke;
using namespace rocke::hip;

TEST_CASE("there is one gfx1151 unless the environment says otherwise") {
  const Library &hip = library();
  CHECK(hip.hipInit(0) == Error::Success);
  CHECK(hip.hipInit(1) == Error::InvalidValue);
  int count = 0;
  REQUIRE(hip.hipGetDeviceCount(&count) == Error::Success);
  CHECK(count >= 1);
  DevicePropR0600 properties;
  REQUIRE(hip.hipGetDevicePropertiesR0600(&properties, 0) == Error::Success);
  CHECK(std::string(properties.gcnArchName) == "gfx1151");
}

TEST_CASE("both layouts of the properties and the attributes agree with the hardware tables") {
  const Library &hip = library();
  for (const GpuModel &gpu : gpuModels()) {
    const Arch &arch = *gpu.arch;
    INFO(arch.name.str());
    int device = -1;
    REQUIRE(hip.simDeviceForArch(arch.name.str().c_str(), &device) == 0);
    DevicePropR0000 before;
    DevicePropR0600 since;
    REQUIRE(hip.hipGetDeviceProperties(&before, device) == Error::Success);
    REQUIRE(hip.hipGetDevicePropertiesR0600(&since, device) == Error::Success);
    auto attribute = [&](DeviceAttribute which) {
      int value = -1;
      CHECK(hip.hipDeviceGetAttribute(&value, which, device) == Error::Success);
      return value;
    };

    CHECK(std::string(before.name) == since.name);
    char name[256];
    REQUIRE(hip.hipDeviceGetName(name, sizeof name, device) == Error::Success);
    CHECK(std::string(name) == since.name);
    CHECK_THAT(since.name, Catch::Contains(arch.product.str()) && Catch::Contains("simulator"));
    CHECK(std::string(before.gcnArchName) == since.gcnArchName);
    CHECK_THAT(since.gcnArchName, Catch::StartsWith(arch.name.str()));
    CHECK(std::string("gfx") + std::to_string(before.gcnArch) == arch.name.str());

    const int wave = static_cast<int>(arch.waveSize);
    CHECK(before.warpSize == wave);
    CHECK(since.warpSize == wave);
    CHECK(attribute(DeviceAttribute::WarpSize) == wave);
    CHECK(before.sharedMemPerBlock == arch.ldsBytesPerWorkgroup);
    CHECK(since.sharedMemPerBlock == arch.ldsBytesPerWorkgroup);
    CHECK(attribute(DeviceAttribute::MaxSharedMemoryPerBlock) ==
          static_cast<int>(arch.ldsBytesPerWorkgroup));
    // RDNA's compute units are counted in pairs.
    const int units =
        static_cast<int>(arch.waveSize == 32 ? arch.computeUnits / 2 : arch.computeUnits);
    CHECK(before.multiProcessorCount == units);
    CHECK(since.multiProcessorCount == units);
    CHECK(attribute(DeviceAttribute::MultiprocessorCount) == units);
    CHECK(before.l2CacheSize == static_cast<int>(gpu.l2Bytes));
    CHECK(since.l2CacheSize == before.l2CacheSize);
    CHECK(attribute(DeviceAttribute::L2CacheSize) == before.l2CacheSize);
    CHECK(before.memoryClockRate == since.memoryClockRate);
    CHECK(attribute(DeviceAttribute::MemoryClockRate) == since.memoryClockRate);
    CHECK(before.memoryBusWidth == static_cast<int>(gpu.memoryBusBits));
    CHECK(since.memoryBusWidth == before.memoryBusWidth);
    CHECK(attribute(DeviceAttribute::MemoryBusWidth) == before.memoryBusWidth);
    CHECK(before.integrated == gpu.integrated);
    CHECK(since.integrated == gpu.integrated);
    CHECK(attribute(DeviceAttribute::Integrated) == gpu.integrated);
    CHECK(before.maxThreadsPerMultiProcessor == 2048);
    CHECK(since.maxThreadsPerMultiProcessor == 2048);
    CHECK(attribute(DeviceAttribute::MaxThreadsPerMultiProcessor) == 2048);
    CHECK(since.regsPerMultiprocessor == before.regsPerBlock);
    CHECK(attribute(DeviceAttribute::MaxRegistersPerMultiprocessor) == before.regsPerBlock);
    CHECK(before.maxThreadsPerBlock == static_cast<int>(arch.maxWorkgroupSize));
    CHECK(since.maxThreadsDim[2] == static_cast<int>(arch.maxWorkgroupSize));
    CHECK(before.totalGlobalMem == since.totalGlobalMem);
    CHECK(since.totalGlobalMem > 0);
    CHECK(before.major == since.major);
    CHECK(attribute(DeviceAttribute::ComputeCapabilityMajor) == since.major);
    CHECK(attribute(DeviceAttribute::ComputeCapabilityMinor) == since.minor);
    CHECK(before.clockRate == attribute(DeviceAttribute::ClockRate));
    CHECK(since.clockRate == before.clockRate);
  }
}

TEST_CASE("versions of the architectures") {
  const Library &hip = library();
  auto version = [&](const char *arch) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(arch, &device) == 0);
    DevicePropR0600 properties;
    REQUIRE(hip.hipGetDevicePropertiesR0600(&properties, device) == Error::Success);
    return std::pair(properties.major, properties.minor);
  };
  CHECK(version("gfx1151") == std::pair(11, 5));
  CHECK(version("gfx1103") == std::pair(11, 0));
  CHECK(version("gfx942") == std::pair(9, 4));
  CHECK(version("gfx950") == std::pair(9, 5));
}

TEST_CASE("attributes of what the simulator does not have are 0") {
  const Library &hip = library();
  auto attribute = [&](DeviceAttribute which) {
    int value = -1;
    CHECK(hip.hipDeviceGetAttribute(&value, which, 0) == Error::Success);
    return value;
  };
  for (DeviceAttribute which :
       {DeviceAttribute::MaxTexture1DWidth, DeviceAttribute::MaxTexture3DDepth,
        DeviceAttribute::ImageSupport, DeviceAttribute::CooperativeLaunch,
        DeviceAttribute::CanUseStreamWaitValue, DeviceAttribute::TccDriver})
    CHECK(attribute(which) == 0);
  CHECK(attribute(DeviceAttribute::TexturePitchAlignment) == 256);
}

TEST_CASE("properties that AMD publishes") {
  const Library &hip = library();
  auto properties = [&](const char *arch) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(arch, &device) == 0);
    DevicePropR0600 result;
    REQUIRE(hip.hipGetDevicePropertiesR0600(&result, device) == Error::Success);
    return result;
  };
  const DevicePropR0600 navi = properties("gfx1100"), mi300 = properties("gfx942");
  CHECK_THAT(navi.name, Catch::StartsWith("Radeon RX 7900 XTX"));
  CHECK(navi.multiProcessorCount == 48);
  CHECK(navi.clockRate == 2500000);
  CHECK(navi.memoryClockRate == 1250000);
  CHECK(navi.memoryBusWidth == 384);
  CHECK(navi.l2CacheSize == 6 << 20);
  CHECK(navi.sharedMemPerBlock == 64 << 10);
  CHECK_FALSE(navi.integrated);
  CHECK_THAT(mi300.name, Catch::StartsWith("Instinct MI300X"));
  CHECK(std::string(mi300.gcnArchName) == "gfx942:sramecc+:xnack-");
  CHECK(mi300.multiProcessorCount == 304);
  CHECK(mi300.clockRate == 2100000);
  CHECK(mi300.memoryClockRate == 1300000);
  CHECK(mi300.memoryBusWidth == 8192);
  CHECK(mi300.warpSize == 64);
  CHECK(mi300.sharedMemPerBlock == 64 << 10);
  CHECK(properties("gfx950").sharedMemPerBlock == 160 << 10);
  CHECK(properties("gfx1153").multiProcessorCount == 1);
  CHECK(properties("gfx1152").integrated);
}

TEST_CASE("code for a generic processor runs on a GPU of its family") {
  const Library &hip = library();
  for (auto [generic, family] : {std::pair("gfx11-generic", "gfx11"), {"gfx9-4-generic", "gfx9"}}) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(generic, &device) == 0);
    DevicePropR0600 properties;
    REQUIRE(hip.hipGetDevicePropertiesR0600(&properties, device) == Error::Success);
    CHECK_THAT(properties.gcnArchName, Catch::StartsWith(family));
  }
}

TEST_CASE("device queries refuse what is not there") {
  const Library &hip = library();
  int value = 0;
  DevicePropR0000 before;
  DevicePropR0600 since;
  char name[4] = "xyz";
  for (int device : {-1, 1000}) {
    CHECK(hip.hipSetDevice(device) == Error::InvalidDevice);
    CHECK(hip.hipDeviceGet(&value, device) == Error::InvalidDevice);
    CHECK(hip.hipDeviceGetName(name, sizeof name, device) == Error::InvalidDevice);
    CHECK(hip.hipGetDeviceProperties(&before, device) == Error::InvalidDevice);
    CHECK(hip.hipGetDevicePropertiesR0600(&since, device) == Error::InvalidDevice);
    CHECK(hip.hipDeviceGetAttribute(&value, DeviceAttribute::WarpSize, device) ==
          Error::InvalidDevice);
  }
  CHECK(hip.hipDeviceGetAttribute(&value, static_cast<DeviceAttribute>(12345), 0) ==
        Error::InvalidValue);
  CHECK(hip.hipDeviceGetAttribute(nullptr, DeviceAttribute::WarpSize, 0) == Error::InvalidValue);
  CHECK(hip.hipGetDeviceCount(nullptr) == Error::InvalidValue);
  CHECK(hip.hipGetDevice(nullptr) == Error::InvalidValue);
  CHECK(hip.hipDriverGetVersion(nullptr) == Error::InvalidValue);
  CHECK(hip.hipDeviceGetName(name, 0, 0) == Error::InvalidValue);
  // A name that is too long is cut.
  CHECK(hip.hipDeviceGetName(name, sizeof name, 0) == Error::Success);
  CHECK(std::string(name).size() == 3);
  CHECK(hip.simDeviceForArch("gfx803", &value) == static_cast<int>(Error::InvalidValue));
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("gfx803") && Catch::Contains("gfx1151"));
}

TEST_CASE("versions") {
  int driver = 0, runtime = 0;
  REQUIRE(library().hipDriverGetVersion(&driver) == Error::Success);
  REQUIRE(library().hipRuntimeGetVersion(&runtime) == Error::Success);
  CHECK(driver == runtime);
  CHECK(driver / 10000000 >= 6); // the layout R0600 is there
}

TEST_CASE("the current device and the last error belong to the thread") {
  const Library &hip = library();
  int other = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  REQUIRE(other != 0);
  (void)hip.hipGetLastError();
  std::thread([&] {
    int device = -1;
    CHECK(hip.hipGetDevice(&device) == Error::Success);
    CHECK(device == 0);
    CHECK(hip.hipSetDevice(other) == Error::Success);
    CHECK(hip.hipGetDevice(&device) == Error::Success);
    CHECK(device == other);
    CHECK(hip.hipSetDevice(-1) == Error::InvalidDevice);
    CHECK(hip.hipPeekAtLastError() == Error::InvalidDevice);
  }).join();
  int device = -1;
  CHECK(hip.hipGetDevice(&device) == Error::Success);
  CHECK(device == 0);
  CHECK(hip.hipPeekAtLastError() == Error::Success);
}

TEST_CASE("the last error stays until it is fetched, whatever succeeds after it") {
  const Library &hip = library();
  int value;
  (void)hip.hipGetLastError();
  CHECK(hip.hipSetDevice(-1) == Error::InvalidDevice);
  CHECK(hip.hipGetDevice(&value) == Error::Success);
  CHECK(hip.hipPeekAtLastError() == Error::InvalidDevice);
  CHECK(hip.hipPeekAtLastError() == Error::InvalidDevice);
  CHECK(hip.hipGetLastError() == Error::InvalidDevice);
  CHECK(hip.hipGetLastError() == Error::Success);
}

TEST_CASE("errors have names and texts") {
  const Library &hip = library();
  auto name = [&](int error) {
    return std::string(hip.hipGetErrorName(static_cast<Error>(error)));
  };
  auto text = [&](int error) {
    return std::string(hip.hipGetErrorString(static_cast<Error>(error)));
  };
  CHECK(name(0) == "hipSuccess");
  CHECK(text(0) == "no error");
  CHECK(name(1) == "hipErrorInvalidValue");
  CHECK(text(1) == "invalid argument");
  CHECK(name(2) == "hipErrorOutOfMemory");
  CHECK(name(101) == "hipErrorInvalidDevice");
  CHECK(name(200) == "hipErrorInvalidImage");
  CHECK(name(209) == "hipErrorNoBinaryForGpu");
  CHECK(name(400) == "hipErrorInvalidHandle");
  CHECK(name(500) == "hipErrorNotFound");
  CHECK(name(700) == "hipErrorIllegalAddress");
  CHECK(name(719) == "hipErrorLaunchFailure");
  CHECK(name(77777) == "hipErrorUnknown");
  // HIP's numbers. Each has a name and a text of its own, but for one text that two share.
  std::set<std::string> names, texts;
  const std::vector<int> numbers = {
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   12,  13,   17,  21,  35,
      52,  53,  98,  100, 101, 200, 201, 202, 205, 206, 207, 208,  209, 210, 211,
      212, 213, 214, 215, 216, 217, 218, 219, 300, 301, 302, 303,  304, 400, 401,
      500, 600, 700, 701, 702, 704, 705, 708, 709, 710, 712, 713,  719, 720, 801,
      900, 901, 902, 903, 904, 905, 906, 907, 908, 910, 999, 1052, 1053};
  for (int number : numbers) {
    INFO(number);
    CHECK(names.insert(name(number)).second);
    texts.insert(text(number));
    CHECK_THAT(name(number), Catch::StartsWith(number ? "hipError" : "hipSuccess"));
  }
  CHECK(texts.size() == numbers.size() - 1);
  CHECK(name(214) == "hipErrorECCNotCorrectable");
  CHECK(name(910) == "hipErrorGraphExecUpdateFailure");
}
