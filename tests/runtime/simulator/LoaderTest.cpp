//===- LoaderTest.cpp - Code objects, good and bad -------------------------===//
#include "../TestSupport.h"
#include "Assembly.h"
#include "ElfImage.h"
#include "KernelBench.h"
#include "llvm/BinaryFormat/ELF.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

namespace rocke::sim::test {
namespace {

using rocke::test::messageOf;
using rocke::test::take;

std::string storesOne() {
  KernelSource source;
  source.body = loadOutput(source.gpu) + R"(
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  return codeObject(source);
}

std::string loadError(llvm::StringRef bytes, const char *arch = "gfx1151") {
  std::unique_ptr<Machine> machine = take(Machine::create({arch}));
  return messageOf(machine->load(bytes));
}

// The file with `value` written over the bytes at `offset`.
template <typename T> std::string patched(std::string bytes, size_t offset, T value) {
  std::memcpy(&bytes[offset], &value, sizeof(T));
  return bytes;
}

constexpr size_t phoffOffset = 32, shoffOffset = 40, flagsOffset = 48;
constexpr size_t phdrBytes = 56, phdrOffsetField = 8, phdrVaddrField = 16, phdrMemszField = 40;

// Where the header of the program's first PT_LOAD segment lies.
size_t firstLoad(const std::string &bytes) {
  uint64_t phoff;
  std::memcpy(&phoff, &bytes[phoffOffset], 8);
  for (size_t at = phoff;; at += phdrBytes) {
    uint32_t type;
    std::memcpy(&type, &bytes[at], 4);
    if (type == llvm::ELF::PT_LOAD)
      return at;
  }
}

} // namespace

TEST_CASE("Code objects of ABI versions 4, 5 and 6 load", "[simulator][loader]") {
  for (unsigned version : {4u, 5u, 6u}) {
    KernelSource source;
    source.abiVersion = version;
    source.body = loadOutput(source.gpu) + R"(
      v_mov_b32 v1, 0
      v_mov_b32 v2, 1
      global_store_b32 v1, v2, s[8:9]
      s_endpgm)";
    CHECK(KernelBench(source).run(1) == std::vector<uint32_t>{1});
  }
}

TEST_CASE("The GPU comes from the ELF header", "[simulator][loader]") {
  CHECK(loadError(storesOne(), "gfx950") ==
        "the code object is for gfx1151, but the simulated GPU is gfx950");
  CHECK(
      loadError(
          patched<uint32_t>(storesOne(), flagsOffset, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1030)) ==
      "the code object is for a GPU with ELF machine flag 0x36, which is not simulated; supported "
      "are gfx942, gfx950, gfx1100, gfx1101, gfx1102, gfx1103, gfx1150, gfx1151, gfx1152, "
      "gfx1153");
  CHECK(messageOf(Machine::create({"gfx1030"})).find("cannot simulate arch 'gfx1030'; supported") ==
        0);
}

TEST_CASE("A kernel is found by the name in its metadata", "[simulator][loader]") {
  KernelSource source;
  source.metadata = R"(
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name: "the kernel"
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 100
    .vgpr_count: 256
    .max_flat_workgroup_size: 1024)";
  source.body = "s_endpgm";
  KernelBench bench(source);
  for (const char *name : {"k", "the kernel"}) {
    if (llvm::Error error = bench.machine->checkKernel(bench.module, name))
      FAIL(llvm::toString(std::move(error)));
    CHECK(take(bench.machine->launch(bench.module, name, {}, {})).executed.total() == 1);
  }
  CHECK(messageOf(bench.machine->checkKernel(bench.module, "other")) ==
        "the code object has no kernel other; it has k, the kernel");
}

TEST_CASE("Variables lie where relocations say", "[simulator][loader]") {
  KernelSource source;
  // pointer holds the address of value's second word (an absolute relocation); the code finds both
  // through PC-relative ones and the global offset table.
  source.body = loadOutput(source.gpu) + R"(
    s_getpc_b64 s[10:11]
    s_add_u32 s10, s10, pointer@gotpcrel32@lo+4
    s_addc_u32 s11, s11, pointer@gotpcrel32@hi+12
    s_load_b64 s[10:11], s[10:11], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b64 s[12:13], s[10:11], 0x0
    s_waitcnt lgkmcnt(0)
    s_load_b32 s14, s[12:13], 0x0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v1, 0
    v_mov_b32 v2, s14
    global_store_b32 v1, v2, s[8:9]
    s_endpgm)";
  source.rest = R"(
.data
.p2align 3
.globl value
.type value,@object
value:
    .long 11, 22
.size value, 8
.globl pointer
.type pointer,@object
pointer:
    .quad value + 4
.size pointer, 8
.bss
.globl zeros
.type zeros,@object
zeros:
    .zero 64
.size zeros, 64
.text)";
  KernelBench bench(source);
  CHECK(bench.run(1) == std::vector<uint32_t>{22});
  Machine::GlobalVariable value = take(bench.machine->global(bench.module, "value"));
  CHECK(value.bytes == 8);
  uint32_t words[2];
  rocke::test::succeed(bench.machine->read(words, value.address, 8));
  CHECK(words[1] == 22);
  words[1] = 33;
  rocke::test::succeed(bench.machine->write(value.address, words, 8));
  CHECK(bench.run(1) == std::vector<uint32_t>{33});
  Machine::GlobalVariable zeros = take(bench.machine->global(bench.module, "zeros"));
  std::vector<uint8_t> content(64, 1);
  rocke::test::succeed(bench.machine->read(content.data(), zeros.address, 64));
  CHECK(content == std::vector<uint8_t>(64, 0));
  CHECK(messageOf(bench.machine->global(bench.module, "nothing")) ==
        "the code object has no variable nothing");
}

TEST_CASE("Each flaw of a file has its message", "[simulator][loader]") {
  const std::string good = storesOne();
  const size_t load = firstLoad(good);
  CHECK(loadError("") == "not an AMDGPU code object: no ELF magic in its first 4 bytes");
  CHECK(loadError("hello, world, this is not an ELF file") ==
        "not an AMDGPU code object: no ELF magic in its first 4 bytes");
  CHECK(loadError(good.substr(0, 40)).find("not an AMDGPU code object: invalid buffer") == 0);
  CHECK(loadError(patched<uint8_t>(good, 4, 1)) ==
        "not an AMDGPU code object: not a 64-bit little-endian ELF file");
  CHECK(loadError(patched<uint16_t>(good, 18, 62)) ==
        "not an AMDGPU code object: the ELF machine is 62, not 224 (EM_AMDGPU)");
  CHECK(loadError(patched<uint8_t>(good, 7, 0)) ==
        "the code object's OS ABI is 0, not 64 (AMDGPU HSA)");
  CHECK(loadError(patched<uint8_t>(good, 8, 1)) ==
        "the code object's ELF ABI version is 1; supported are 2 to 4 (code object versions 4 to "
        "6)");
  CHECK(loadError(assembleObject("gfx1151", 32, "s_endpgm")) ==
        "the code object is not linked: its ELF type is 1, not 3 (ET_DYN)");
  CHECK(loadError(patched<uint64_t>(good, phoffOffset, 60)) ==
        "not an AMDGPU code object: misaligned program or section headers");
  CHECK(loadError(patched<uint64_t>(good, phoffOffset, uint64_t{1} << 40))
            .find("not an AMDGPU code object: program headers are longer") == 0);
  CHECK(loadError(patched<uint64_t>(good, shoffOffset, uint64_t{1} << 40))
            .find("not an AMDGPU code object: ") == 0);
  CHECK(loadError(patched<uint64_t>(good, load + phdrOffsetField, uint64_t{1} << 40))
            .find("lie past the end of the file") != std::string::npos);
  CHECK(
      loadError(patched<uint64_t>(good, load + phdrMemszField, 1)).find("bytes in the file, but") !=
      std::string::npos);
  CHECK(loadError(patched<uint64_t>(good, load + phdrVaddrField, uint64_t{1} << 60))
            .find("more than the 0x100000000 that can be loaded") != std::string::npos);
}

// Whatever the bytes are, there is an error or a module, whose kernels run or do not.
TEST_CASE("Damaged files never crash the loader", "[simulator][loader]") {
  const std::string good = storesOne();
  std::unique_ptr<Machine> machine =
      take(Machine::create({"gfx1151", /*threads=*/1, /*instructionBudget=*/1000}));
  uint64_t buffer = take(machine->allocate(64));
  size_t loaded = 0, refused = 0;
  auto attempt = [&](llvm::StringRef bytes) {
    llvm::Expected<LoadedModule *> module = machine->load(bytes);
    if (!module) {
      CHECK_FALSE(llvm::toString(module.takeError()).empty());
      ++refused;
      return;
    }
    ++loaded;
    llvm::ArrayRef<uint8_t> kernarg(reinterpret_cast<const uint8_t *>(&buffer), 8);
    llvm::Expected<LaunchStats> stats = machine->launch(*module, "k", {}, kernarg);
    if (!stats)
      llvm::consumeError(stats.takeError());
    machine->unload(*module);
  };
  for (size_t length = 0; length < good.size(); length += 7)
    attempt(llvm::StringRef(good).take_front(length));
  CHECK(refused > 0);
  std::mt19937 random(1);
  for (unsigned round = 0; round < 3000; ++round) {
    std::string bytes = good;
    for (unsigned change = 0; change <= round % 4; ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    attempt(bytes);
  }
  CHECK(loaded > 100); // most single bytes matter to nothing that is loaded
}

} // namespace rocke::sim::test
