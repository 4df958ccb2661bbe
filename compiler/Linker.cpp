//===- Linker.cpp - Object file to code object ----------------------------===//
#include "Linker.h"
#include "LlvmGlobals.h"
#include "lld/Common/Driver.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace rocke;
using llvm::StringRef;

// LLD reads and writes files by name. Giving it names of descriptors keeps the link in memory: the
// object in an anonymous file, the result through a pipe. No path of this machine comes near the
// output, nothing is left behind whatever happens, and no disk can be full.

namespace {

/// An open file descriptor.
class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (number >= 0)
      ::close(number);
    number = -1;
  }
  int get() const { return number; }
  /// A name under which this process can open the file.
  std::string path() const { return "/proc/self/fd/" + std::to_string(number); }

private:
  int number;
};

llvm::Error systemError(const char *what) {
  return makeError("cannot link: {}: {}", what, std::strerror(errno));
}

/// Writes all of `bytes`. False on failure, with errno.
bool writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes = bytes.drop_front(written);
  }
  return true;
}

/// Reads to the end of the file.
std::string readAll(int descriptor) {
  std::string result;
  char buffer[1 << 16];
  while (true) {
    ssize_t count = ::read(descriptor, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return result;
    result.append(buffer, count);
  }
}

} // namespace

llvm::Expected<std::string> rocke::detail::linkCodeObject(StringRef object) {
  Descriptor input(::memfd_create("object", MFD_CLOEXEC));
  if (input.get() < 0)
    return systemError("memfd_create");
  if (!writeAll(input.get(), object))
    return systemError("write");
  int pipeEnds[2];
  if (::pipe2(pipeEnds, O_CLOEXEC) < 0)
    return systemError("pipe2");
  Descriptor readEnd(pipeEnds[0]), writeEnd(pipeEnds[1]);

  std::string inputPath = input.path(), outputPath = writeEnd.path();
  const char *arguments[] = {
      "ld.lld", "-shared",          "--no-undefined", "--threads=1", "--color-diagnostics=never",
      "-o",     outputPath.c_str(), inputPath.c_str()};
  std::string output, diagnostics;
  lld::Result linked;
  {
    LldUse alone;
    // LLD writes at its end, more than a pipe holds, so someone has to read meanwhile.
    std::thread reader([&] { output = readAll(readEnd.get()); });
    llvm::raw_string_ostream stream(diagnostics);
    linked = lld::lldMain(arguments, stream, stream, {{lld::Gnu, &lld::elf::link}});
    writeEnd.close();
    reader.join();
  }
  if (linked.retCode == 0)
    return output;

  // The input has no name that would mean anything to the reader.
  size_t at;
  while ((at = diagnostics.find(inputPath)) != std::string::npos)
    diagnostics.replace(at, inputPath.size(), "kernel object");
  return makeError("cannot link: {}", StringRef(diagnostics).trim().str());
}
