//===- MemoryTest.cpp - Allocations of the simulated GPU -------------------===//
#include "Memory.h"
#include "../TestSupport.h"
#include "rocke/runtime/Simulator.h"
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <thread>

namespace rocke::sim::test {
namespace {

using rocke::test::messageOf;
using rocke::test::succeed;
using rocke::test::take;

} // namespace

TEST_CASE("Memory is written, read and filled within an allocation", "[simulator][memory]") {
  std::unique_ptr<Machine> machine = take(Machine::create({"gfx1151"}));
  uint64_t address = take(machine->allocate(100));
  CHECK(address % 256 == 0);
  std::vector<uint8_t> data(100);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<uint8_t>(i);
  succeed(machine->write(address, data.data(), 100));
  succeed(machine->fill(address + 10, 7, 5));
  std::vector<uint8_t> back(100);
  succeed(machine->read(back.data(), address, 100));
  std::fill_n(data.begin() + 10, 5, uint8_t{7});
  CHECK(back == data);
  CHECK(messageOf(machine->write(address + 96, data.data(), 8)) ==
        fmt::format("cannot write 8 bytes at {0:#x}: {0:#x} to {1:#x} runs over the end of the "
                    "allocation of 100 bytes at {2:#x}",
                    address + 96, address + 104, address));
  CHECK(messageOf(machine->read(back.data(), address + 100, 1)) ==
        fmt::format("cannot read 1 bytes at {0:#x}: {0:#x} is 0 bytes past the end of the "
                    "allocation of 100 bytes at {1:#x}",
                    address + 100, address));
  CHECK(messageOf(machine->fill(address, 0, ~uint64_t{0})).find("cannot fill") == 0);
  succeed(machine->read(back.data(), address + 100, 0));
}

TEST_CASE("Freed memory is known as such", "[simulator][memory]") {
  std::unique_ptr<Machine> machine = take(Machine::create({"gfx1151"}));
  uint64_t address = take(machine->allocate(100));
  uint64_t other = take(machine->allocate(100));
  CHECK(other > address + 100);
  CHECK(messageOf(machine->free(address + 4)) ==
        fmt::format("cannot free {:#x}: no allocation starts there", address + 4));
  succeed(machine->free(address));
  CHECK(messageOf(machine->free(address)) ==
        fmt::format("cannot free {:#x}: it was freed before", address));
  uint8_t byte;
  CHECK(messageOf(machine->read(&byte, address, 1)) ==
        fmt::format("cannot read 1 bytes at {0:#x}: {0:#x} lies in the allocation of 100 bytes at "
                    "{0:#x}, which was freed",
                    address));
  succeed(machine->read(&byte, other, 1));
}

TEST_CASE("More memory than there is is refused", "[simulator][memory]") {
  std::unique_ptr<Memory> memory = take(Memory::create());
  CHECK(messageOf(memory->allocate(uint64_t{1} << 62)).find("cannot allocate") == 0);
  uint64_t half = memory->capacity() / 2 + 1;
  uint64_t first = take(memory->allocate(half));
  CHECK(
      messageOf(memory->allocate(half)) ==
      fmt::format("cannot allocate {0} bytes: the simulated GPU has {1} bytes, {0} of them in use",
                  half, memory->capacity()));
  succeed(memory->free(first));
  succeed(memory->free(take(memory->allocate(half))));
}

TEST_CASE("Address space is used again when it runs out", "[simulator][memory]") {
  std::unique_ptr<Memory> memory = take(Memory::create());
  uint64_t kept = take(memory->allocate(1000));
  // Untouched pages cost nothing, so that these allocations are only address space.
  const uint64_t bytes = memory->capacity() / 2;
  for (unsigned round = 0; round < 3000; ++round)
    succeed(memory->free(take(memory->allocate(bytes + round))));
  MemoryRange range;
  CHECK(memory->find(kept, 1000, range));
}

TEST_CASE("A cache of ranges forgets what was freed", "[simulator][memory]") {
  std::unique_ptr<Memory> memory = take(Memory::create());
  RangeCache cache(*memory);
  std::vector<uint64_t> addresses;
  for (unsigned i = 0; i < 20; ++i)
    addresses.push_back(take(memory->allocate(64)));
  for (unsigned round = 0; round < 3; ++round)
    for (uint64_t address : addresses) {
      CHECK(cache.allows(address, 64));
      CHECK_FALSE(cache.allows(address, 65));
      CHECK_FALSE(cache.allows(address + 64, 1));
    }
  succeed(memory->free(addresses[7]));
  for (uint64_t address : addresses)
    CHECK(cache.allows(address + 60, 4) == (address != addresses[7]));
  CHECK_FALSE(cache.allows(~uint64_t{0} - 1, 4));
}

TEST_CASE("Host memory is mapped at its own address", "[simulator][memory]") {
  std::unique_ptr<Machine> machine = take(Machine::create({"gfx1151"}));
  std::vector<uint32_t> host(16, 5);
  uint64_t address = reinterpret_cast<uint64_t>(host.data());
  uint32_t word;
  CHECK(messageOf(machine->read(&word, address, 4)).find("lies in no allocation") !=
        std::string::npos);
  succeed(machine->mapHost(host.data(), 64));
  succeed(machine->read(&word, address + 60, 4));
  CHECK(word == 5);
  CHECK(messageOf(machine->read(&word, address + 61, 4))
            .find("runs over the end of the host memory") != std::string::npos);
  CHECK(messageOf(machine->mapHost(host.data() + 4, 4)).find("they overlap an allocation") !=
        std::string::npos);
  CHECK(messageOf(machine->free(address)).find("it is the host's memory") != std::string::npos);
  succeed(machine->unmapHost(host.data()));
  CHECK(messageOf(machine->unmapHost(host.data())).find("no host memory was mapped there") !=
        std::string::npos);
  succeed(machine->mapHost(host.data() + 4, 4));
  uint64_t own = take(machine->allocate(64));
  CHECK(messageOf(machine->mapHost(reinterpret_cast<void *>(own), 4)).find("they overlap") !=
        std::string::npos);
}

TEST_CASE("Any number of threads may allocate and free", "[simulator][memory]") {
  std::unique_ptr<Machine> machine = take(Machine::create({"gfx1151"}));
  std::vector<std::thread> threads;
  std::atomic<unsigned> failures{0};
  for (uint8_t id = 1; id <= 4; ++id)
    threads.emplace_back([&, id] {
      for (unsigned round = 0; round < 200; ++round) {
        llvm::Expected<uint64_t> address = machine->allocate(500);
        if (!address) {
          llvm::consumeError(address.takeError());
          ++failures;
          return;
        }
        std::vector<uint8_t> back(500);
        llvm::Error error = machine->fill(*address, id, 500);
        error = llvm::joinErrors(std::move(error), machine->read(back.data(), *address, 500));
        error = llvm::joinErrors(std::move(error), machine->free(*address));
        if (error || back != std::vector<uint8_t>(500, id))
          ++failures;
        llvm::consumeError(std::move(error));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(failures == 0);
}

} // namespace rocke::sim::test
