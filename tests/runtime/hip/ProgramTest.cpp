#include "../TestKernels.h"
#include "HipLibrary.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compression.h"
#include <cstring>
#include <string>

using namespace rocke;
using namespace rocke::hip;

namespace {

template <typename T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// An offload bundle as clang-offload-bundler lays it out.
std::string bundle(const std::vector<std::pair<std::string, llvm::StringRef>> &entries) {
  std::string bytes = "__CLANG_OFFLOAD_BUNDLE__";
  append(bytes, uint64_t{entries.size()});
  uint64_t offset = 4096;
  for (const auto &[name, code] : entries) {
    append(bytes, offset);
    append(bytes, uint64_t{code.size()});
    append(bytes, uint64_t{name.size()});
    bytes += name;
    offset += (code.size() + 4095) / 4096 * 4096;
  }
  for (const auto &[name, code] : entries) {
    bytes.resize((bytes.size() + 4095) / 4096 * 4096);
    bytes += code;
  }
  return bytes;
}

std::string testBundle() {
  return bundle({{"host-x86_64-unknown-linux--", ""},
                 {"hipv4-amdgcn-amd-amdhsa--gfx950:xnack-", test::testKernels("gfx950").bytes()},
                 {"hip-amdgcn-amd-amdhsa-unknown-gfx1151", test::testKernels("gfx1151").bytes()}});
}

/// A program with a bundle, as clang registers it at the start.
struct RegisteredProgram {
  struct {
    uint32_t magic = 0x48495046, version = 1;
    const void *binary;
    void *unused = nullptr;
  } wrapper;
  std::string image = testBundle();
  void **handle;
  // What stands for the kernels and the variable on the host.
  char add = 0, reverse = 0, tableSum = 0, missing = 0, table = 0;

  RegisteredProgram() {
    wrapper.binary = image.data();
    const Library &hip = library();
    handle = hip.registerFatBinary(&wrapper);
    REQUIRE(handle);
    auto kernel = [&](const void *host, const char *name) {
      hip.registerFunction(handle, host, const_cast<char *>(name), name, ~0u, nullptr, nullptr,
                           nullptr, nullptr, nullptr);
    };
    kernel(&add, "add");
    kernel(&reverse, "reverse");
    kernel(&tableSum, "table_sum");
    kernel(&missing, "missing");
    char name[] = "table";
    hip.registerVar(handle, &table, name, name, 0, 16, 0, 0);
  }
  ~RegisteredProgram() { library().unregisterFatBinary(handle); }
};

} // namespace

TEST_CASE("a bundle loads as the code object for the device") {
  const Library &hip = library();
  const std::string image = testBundle();
  for (const char *arch : {"gfx1151", "gfx950"}) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(arch, &device) == 0);
    REQUIRE(hip.hipSetDevice(device) == Error::Success);
    Module module = nullptr;
    Function nothing = nullptr;
    REQUIRE(hip.hipModuleLoadData(&module, image.data()) == Error::Success);
    REQUIRE(hip.hipModuleGetFunction(&nothing, module, "nothing") == Error::Success);
    CHECK(hip.hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) ==
          Error::Success);
    CHECK(hip.hipModuleUnload(module) == Error::Success);
  }
  REQUIRE(hip.hipSetDevice(0) == Error::Success);
  Module module = nullptr;
  const std::string others =
      bundle({{"hipv4-amdgcn-amd-amdhsa--gfx950", test::testKernels("gfx950").bytes()},
              {"hipv4-amdgcn-amd-amdhsa--gfx1151:xnack+", test::testKernels("gfx1151").bytes()},
              {"openmp-amdgcn-amd-amdhsa--gfx1151", test::testKernels("gfx1151").bytes()}});
  CHECK(hip.hipModuleLoadData(&module, others.data()) == Error::NoBinaryForGpu);
  CHECK_THAT(hip.simLastMessage(),
             Catch::Contains("gfx1151") && Catch::Contains("hipv4-amdgcn-amd-amdhsa--gfx950"));
  CHECK(hip.hipModuleLoadData(&module, bundle({}).data()) == Error::NoBinaryForGpu);
  (void)hip.hipGetLastError();
}

TEST_CASE("a GPU's own code is taken before code for its generic processor") {
  const Library &hip = library();
  const llvm::StringRef code = test::testKernels("gfx1151").bytes();
  // In which of them a kernel is shows which was taken: the other has no ELF header.
  const std::string broken(64, 'x');
  Module module = nullptr;
  const std::string both = bundle({{"hipv4-amdgcn-amd-amdhsa--gfx11-generic", broken},
                                   {"hipv4-amdgcn-amd-amdhsa--gfx1151", code}});
  REQUIRE(hip.hipModuleLoadData(&module, both.data()) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  const std::string generic = bundle({{"hipv4-amdgcn-amd-amdhsa--gfx950", broken},
                                      {"hipv4-amdgcn-amd-amdhsa--gfx11-generic", code}});
  REQUIRE(hip.hipModuleLoadData(&module, generic.data()) == Error::Success);
  CHECK(hip.hipModuleUnload(module) == Error::Success);
  const std::string others = bundle({{"hipv4-amdgcn-amd-amdhsa--gfx9-4-generic", code}});
  CHECK(hip.hipModuleLoadData(&module, others.data()) == Error::NoBinaryForGpu);
  (void)hip.hipGetLastError();
}

TEST_CASE("compressed bundles") {
  const Library &hip = library();
  const std::string image = testBundle();
  const llvm::ArrayRef<uint8_t> raw(reinterpret_cast<const uint8_t *>(image.data()), image.size());
  // As "Clang Offload Bundler" has it: sizes are 32 bits wide in version 2, 64 in version 3.
  auto compressed = [&](uint16_t version, uint16_t method) {
    llvm::SmallVector<uint8_t, 0> data;
    if (method == 0)
      llvm::compression::zlib::compress(raw, data);
    else
      llvm::compression::zstd::compress(raw, data);
    std::string bytes = "CCOB";
    append(bytes, version);
    append(bytes, method);
    const size_t header = version == 3 ? 32 : 24;
    if (version == 3) {
      append(bytes, uint64_t{header + data.size()});
      append(bytes, uint64_t{raw.size()});
    } else {
      append(bytes, static_cast<uint32_t>(header + data.size()));
      append(bytes, static_cast<uint32_t>(raw.size()));
    }
    append(bytes, uint64_t{0});
    bytes.append(data.begin(), data.end());
    return bytes;
  };
  Module module = nullptr;
  for (uint16_t version : {2, 3})
    for (uint16_t method : {0, 1}) {
      REQUIRE(hip.hipModuleLoadData(&module, compressed(version, method).data()) == Error::Success);
      Function nothing = nullptr;
      CHECK(hip.hipModuleGetFunction(&nothing, module, "nothing") == Error::Success);
      CHECK(hip.hipModuleUnload(module) == Error::Success);
    }
  std::string damaged = compressed(3, 1);
  damaged[40] = static_cast<char>(damaged[40] ^ 0x55);
  damaged[60] = static_cast<char>(damaged[60] ^ 0x55);
  CHECK(hip.hipModuleLoadData(&module, damaged.data()) == Error::InvalidImage);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("damaged"));
  CHECK(hip.hipModuleLoadData(&module, compressed(3, 1).replace(6, 1, "\x07").data()) ==
        Error::InvalidImage);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("method 7"));
  CHECK(hip.hipModuleLoadData(&module, compressed(3, 1).replace(4, 1, "\x01").data()) ==
        Error::InvalidImage);
  CHECK_THAT(hip.simLastMessage(), Catch::Contains("version 1"));
  (void)hip.hipGetLastError();
}

TEST_CASE("kernels of the program run by what stands for them") {
  const Library &hip = library();
  const RegisteredProgram program;
  for (const char *arch : {"gfx1151", "gfx950"}) {
    int device = -1;
    REQUIRE(hip.simDeviceForArch(arch, &device) == 0);
    REQUIRE(hip.hipSetDevice(device) == Error::Success);
    void *a = deviceArray(std::vector<float>{1, 2, 3}),
         *b = deviceArray(std::vector<float>{4, 5, 6});
    void *c = deviceArray(std::vector<float>(3, 0));
    int n = 3;
    void *arguments[] = {&a, &b, &c, &n};
    Event start = nullptr, stop = nullptr;
    REQUIRE(hip.hipEventCreate(&start) == Error::Success);
    REQUIRE(hip.hipEventCreate(&stop) == Error::Success);
    CHECK(hip.hipExtLaunchKernel(&program.add, {1, 1, 1}, {64, 1, 1}, arguments, 0, nullptr, start,
                                 stop, 0) == Error::Success);
    float milliseconds = -1;
    CHECK(hip.hipEventElapsedTime(&milliseconds, start, stop) == Error::Success);
    CHECK(milliseconds >= 0);
    CHECK(hostArray<float>(c, 3) == std::vector<float>{5, 7, 9});
    for (Event event : {start, stop})
      CHECK(hip.hipEventDestroy(event) == Error::Success);
    for (void *pointer : {a, b, c})
      CHECK(hip.hipFree(pointer) == Error::Success);
  }
  REQUIRE(hip.hipSetDevice(0) == Error::Success);

  void *out = deviceArray(std::vector<int>(64, -1));
  void *arguments[] = {&out};
  CHECK(hip.hipLaunchKernel(&program.reverse, {1, 1, 1}, {64, 1, 1}, arguments, 256, nullptr) ==
        Error::Success);
  CHECK(hostArray<int>(out, 2) == std::vector<int>{63, 62});
  int local = 0;
  CHECK(hip.hipLaunchKernel(&local, {1, 1, 1}, {64, 1, 1}, arguments, 0, nullptr) ==
        Error::InvalidDeviceFunction);
  CHECK(hip.hipLaunchKernel(&program.missing, {1, 1, 1}, {64, 1, 1}, arguments, 0, nullptr) ==
        Error::InvalidDeviceFunction);
  CHECK(hip.hipLaunchKernel(&program.reverse, {1, 1, 1}, {0, 1, 1}, arguments, 0, nullptr) ==
        Error::InvalidConfiguration);
  CHECK(hip.hipLaunchKernel(&program.reverse, {1, 1, 1}, {64, 1, 1}, arguments, size_t{1} << 40,
                            nullptr) == Error::InvalidValue);
  CHECK(hip.hipFree(out) == Error::Success);
}

TEST_CASE("kernels of the program after a reset") {
  const Library &hip = library();
  const RegisteredProgram program;
  for (int round = 0; round < 2; ++round) {
    void *out = deviceArray(std::vector<int>{0});
    void *arguments[] = {&out};
    REQUIRE(hip.hipLaunchKernel(&program.tableSum, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr) ==
            Error::Success);
    CHECK(hostArray<int>(out, 1)[0] == 10);
    REQUIRE(hip.hipDeviceReset() == Error::Success);
  }
}

TEST_CASE("a program that is gone has no kernels") {
  const Library &hip = library();
  char host = 0;
  {
    const RegisteredProgram program;
    hip.registerFunction(program.handle, &host, nullptr, "nothing", ~0u, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
    CHECK(hip.hipLaunchKernel(&host, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr) == Error::Success);
  }
  CHECK(hip.hipLaunchKernel(&host, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr) ==
        Error::InvalidDeviceFunction);
}

TEST_CASE("configurations of calls nest") {
  const Library &hip = library();
  Dim3 grid, block;
  size_t lds = 0;
  Stream stream = nullptr;
  CHECK(hip.__hipPopCallConfiguration(&grid, &block, &lds, &stream) == Error::MissingConfiguration);
  const auto perThread = reinterpret_cast<Stream>(streamPerThread);
  CHECK(hip.__hipPushCallConfiguration({1, 2, 3}, {4, 5, 6}, 7, perThread) == Error::Success);
  CHECK(hip.__hipPushCallConfiguration({9, 9, 9}, {8, 8, 8}, 1, nullptr) == Error::Success);
  CHECK(hip.__hipPopCallConfiguration(&grid, &block, &lds, &stream) == Error::Success);
  CHECK(grid.x == 9);
  CHECK(hip.__hipPopCallConfiguration(&grid, &block, &lds, &stream) == Error::Success);
  CHECK((grid.x == 1 && grid.y == 2 && grid.z == 3));
  CHECK((block.x == 4 && block.y == 5 && block.z == 6));
  CHECK(lds == 7);
  CHECK(stream == perThread);
}

TEST_CASE("facts and settings of the program's kernels") {
  const Library &hip = library();
  const RegisteredProgram program;
  const KernelFacts &facts = *test::testKernels("gfx1151").kernel("add");
  FunctionAttributes attributes;
  REQUIRE(hip.hipFuncGetAttributes(&attributes, &program.add) == Error::Success);
  CHECK(attributes.numRegs == static_cast<int>(facts.vgprs));
  CHECK(attributes.maxThreadsPerBlock == 256);
  CHECK(attributes.maxDynamicSharedSizeBytes == 65536);
  CHECK(attributes.binaryVersion == 115);
  int local = 0;
  CHECK(hip.hipFuncGetAttributes(&attributes, &local) == Error::InvalidDeviceFunction);
  CHECK(hip.hipFuncGetAttributes(nullptr, &program.add) == Error::InvalidValue);

  const FunctionAttribute lds = FunctionAttribute::MaxDynamicSharedSizeBytes;
  const FunctionAttribute carveout = FunctionAttribute::PreferredSharedMemoryCarveout;
  CHECK(hip.hipFuncSetAttribute(&program.add, lds, 65536) == Error::Success);
  CHECK(hip.hipFuncSetAttribute(&program.add, lds, 65537) == Error::InvalidValue);
  CHECK(hip.hipFuncSetAttribute(&program.add, carveout, 100) == Error::Success);
  CHECK(hip.hipFuncSetAttribute(&program.add, carveout, 101) == Error::InvalidValue);
  CHECK(hip.hipFuncSetAttribute(&program.add, FunctionAttribute::NumRegs, 1) ==
        Error::InvalidValue);
  CHECK(hip.hipFuncSetAttribute(&local, lds, 0) == Error::InvalidDeviceFunction);
  CHECK(hip.hipFuncSetCacheConfig(&program.add, 1) == Error::Success);
  CHECK(hip.hipFuncSetCacheConfig(&program.add, 4) == Error::InvalidValue);
  CHECK(hip.hipFuncSetSharedMemConfig(&program.add, 1) == Error::Success);
  CHECK(hip.hipFuncSetSharedMemConfig(&local, 1) == Error::InvalidDeviceFunction);

  Function function = nullptr;
  REQUIRE(hip.hipGetFuncBySymbol(&function, &program.add) == Error::Success);
  int byHost = -1, byHandle = -2, grid = 0, block = 0;
  CHECK(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&byHandle, function, 64, 0) ==
        Error::Success);
  CHECK(hip.hipOccupancyMaxActiveBlocksPerMultiprocessor(&byHost, &program.add, 64, 0) ==
        Error::Success);
  CHECK(byHost == byHandle);
  CHECK(hip.hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&byHost, &program.add, 64, 0,
                                                                  9) == Error::InvalidValue);
  CHECK(hip.hipOccupancyMaxPotentialBlockSize(&grid, &block, &program.add, 0, 0) == Error::Success);
  CHECK(block == 256);
  CHECK(hip.hipOccupancyMaxPotentialBlockSize(&grid, &block, &local, 0, 0) ==
        Error::InvalidDeviceFunction);
}

TEST_CASE("variables of the program are read and written") {
  const Library &hip = library();
  const RegisteredProgram program;
  void *address = nullptr;
  size_t bytes = 0;
  REQUIRE(hip.hipGetSymbolAddress(&address, &program.table) == Error::Success);
  CHECK(hip.hipGetSymbolSize(&bytes, &program.table) == Error::Success);
  CHECK(bytes == 16);
  CHECK(hostArray<int>(address, 4) == std::vector<int>{1, 2, 3, 4});
  int change = 100, back[2] = {};
  CHECK(hip.hipMemcpyToSymbol(&program.table, &change, 4, 12, MemcpyKind::HostToDevice) ==
        Error::Success);
  CHECK(hip.hipMemcpyToSymbolAsync(&program.table, &change, 4, 0, MemcpyKind::Default, nullptr) ==
        Error::Success);
  CHECK(hip.hipMemcpyFromSymbol(back, &program.table, 8, 8, MemcpyKind::DeviceToHost) ==
        Error::Success);
  CHECK((back[0] == 3 && back[1] == 100));
  CHECK(hip.hipMemcpyFromSymbolAsync(back, &program.table, 4, 0, MemcpyKind::DeviceToHost,
                                     nullptr) == Error::Success);
  CHECK(back[0] == 100);
  void *out = deviceArray(std::vector<int>{0});
  void *arguments[] = {&out};
  CHECK(hip.hipLaunchKernel(&program.tableSum, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr) ==
        Error::Success);
  CHECK(hostArray<int>(out, 1)[0] == 205);
  CHECK(hip.hipFree(out) == Error::Success);

  int local = 0;
  CHECK(hip.hipGetSymbolAddress(&address, &local) == Error::InvalidSymbol);
  CHECK(hip.hipGetSymbolSize(&bytes, &local) == Error::InvalidSymbol);
  CHECK(hip.hipMemcpyToSymbol(&program.table, &change, 4, 13, MemcpyKind::HostToDevice) ==
        Error::InvalidValue);
  CHECK(hip.hipMemcpyToSymbol(&program.table, &change, 4, SIZE_MAX, MemcpyKind::HostToDevice) ==
        Error::InvalidValue);
  CHECK(hip.hipMemcpyToSymbol(&program.table, &change, 4, 0, MemcpyKind::DeviceToHost) ==
        Error::InvalidMemcpyDirection);
  CHECK(hip.hipMemcpyFromSymbol(back, &program.table, 4, 0, MemcpyKind::HostToDevice) ==
        Error::InvalidMemcpyDirection);
}

TEST_CASE("a registration of an unknown form is refused") {
  struct {
    uint32_t magic = 1, version = 1;
    const void *binary = nullptr;
    void *unused = nullptr;
  } wrapper;
  CHECK(library().registerFatBinary(&wrapper) == nullptr);
  CHECK(library().registerFatBinary(nullptr) == nullptr);
  library().unregisterFatBinary(nullptr);
}
