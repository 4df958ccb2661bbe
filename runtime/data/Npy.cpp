#include "rocke/runtime/Npy.h"
#include "NpyHeader.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cstring>
#include <new>
#include <unistd.h>

namespace rocke::runtime {

namespace {

constexpr llvm::StringLiteral magic("\x93NUMPY");
/// Far above any header that a plain array has.
constexpr uint64_t maxHeaderBytes = 1 << 20;

/// Where a file's bytes come from: fills `to` from the front as far as there are bytes.
using Source = llvm::function_ref<llvm::Expected<size_t>(llvm::MutableArrayRef<uint8_t> to)>;

uint64_t littleEndian(llvm::ArrayRef<uint8_t> bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    value |= uint64_t{bytes[i]} << (8 * i);
  return value;
}

llvm::Error readAll(Source source, llvm::MutableArrayRef<uint8_t> to, const char *what) {
  llvm::Expected<size_t> count = source(to);
  if (!count)
    return count.takeError();
  if (*count != to.size())
    return makeError("it ends inside its {}", what);
  return llvm::Error::success();
}

/// Reads up to the data. Errors do not name the file.
llvm::Expected<NpyHeader> loadHeader(Source source) {
  uint8_t start[8];
  llvm::Expected<size_t> count = source(start);
  if (!count)
    return count.takeError();
  if (*count < magic.size() || std::memcmp(start, magic.data(), magic.size()) != 0)
    return makeError("it is not a .npy file: it does not start with \\x93NUMPY");
  if (*count < sizeof start)
    return makeError("it ends inside its format version");
  const unsigned major = start[6], minor = start[7];
  if ((major != 1 && major != 2) || minor != 0)
    return makeError("its format version is {}.{}; 1.0 and 2.0 are supported", major, minor);

  uint8_t lengthBytes[4];
  auto lengthField = llvm::MutableArrayRef<uint8_t>(lengthBytes).take_front(major == 1 ? 2 : 4);
  if (llvm::Error error = readAll(source, lengthField, "header"))
    return error;
  const uint64_t length = littleEndian(lengthField);
  if (length > maxHeaderBytes)
    return makeError("its header claims {} bytes; at most {} are read", length, maxHeaderBytes);
  std::string text(length, '\0');
  if (llvm::Error error =
          readAll(source, {reinterpret_cast<uint8_t *>(text.data()), text.size()}, "header"))
    return error;
  return parseNpyHeader(text);
}

/// Reads a whole file. Errors do not name the file.
llvm::Expected<NpyArray> load(Source source) {
  llvm::Expected<NpyHeader> header = loadHeader(source);
  if (!header)
    return header.takeError();
  llvm::Expected<uint64_t> bytes = npyDataBytes(header->type, header->shape);
  if (!bytes)
    return bytes.takeError();

  NpyArray array;
  array.type = header->type;
  array.shape = std::move(header->shape);
  // Grown as bytes arrive: a header may claim more than there is.
  while (array.data.size() < *bytes) {
    constexpr uint64_t firstStep = 1 << 20;
    const size_t have = array.data.size();
    const uint64_t step = std::min(*bytes - have, std::max<uint64_t>(have, firstStep));
    array.data.resize(have + step);
    llvm::Expected<size_t> count =
        source(llvm::MutableArrayRef<uint8_t>(array.data).drop_front(have));
    if (!count)
      return count.takeError();
    if (*count != step)
      return makeError("its data is truncated: {} of shape {} takes {} bytes, the file has {}",
                       toString(array.type).str(), array.shapeString(), *bytes, have + *count);
  }
  uint8_t more;
  llvm::Expected<size_t> extra = source({&more, 1});
  if (!extra)
    return extra.takeError();
  if (*extra != 0)
    return makeError("it goes on after its data: {} of shape {} takes {} bytes",
                     toString(array.type).str(), array.shapeString(), *bytes);
  return array;
}

/// False when the host has no such memory. Beyond what it has at all, the system would give
/// addresses and end the program when it uses them.
bool tryResize(std::vector<uint8_t> &data, uint64_t bytes) {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  if (bytes / static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) > pages)
    return false;
  try {
    data.resize(bytes);
  } catch (const std::bad_alloc &) {
    return false;
  }
  return true;
}

llvm::Error inFile(llvm::StringRef name, llvm::Error error) {
  return makeError("cannot read '{}': {}", name.str(), llvm::toString(std::move(error)));
}

} // namespace

uint64_t NpyArray::elementCount() const {
  uint64_t count = 1;
  for (int64_t dim : shape)
    count *= static_cast<uint64_t>(dim);
  return count;
}

std::string NpyArray::shapeString() const {
  if (shape.empty())
    return "scalar";
  std::string text;
  for (int64_t dim : shape)
    text += fmt::format("{}{}", text.empty() ? "" : "x", dim);
  return text;
}

llvm::Expected<NpyArray> makeNpyArray(NpyType type, llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<uint64_t> bytes = npyDataBytes(type, shape);
  if (!bytes)
    return makeError("cannot make an array: {}", llvm::toString(bytes.takeError()));
  NpyArray array;
  array.type = type;
  array.shape = shape.vec();
  if (!tryResize(array.data, *bytes))
    return makeError("cannot make an array: no memory for the {} bytes of {} of shape {}", *bytes,
                     toString(type).str(), array.shapeString());
  return array;
}

llvm::Expected<NpyArray> readNpy(llvm::StringRef path) {
  llvm::Expected<llvm::sys::fs::file_t> file = llvm::sys::fs::openNativeFileForRead(path);
  if (!file)
    return inFile(path, file.takeError());
  auto close = llvm::scope_exit([&] {
    // After reading, there is nothing that closing could lose.
    [[maybe_unused]] std::error_code error = llvm::sys::fs::closeFile(*file);
  });
  auto source = [&](llvm::MutableArrayRef<uint8_t> to) -> llvm::Expected<size_t> {
    size_t count = 0;
    while (count < to.size()) {
      // The kernel takes at most 2 GiB at once.
      auto part = to.slice(count).take_front(size_t{1} << 30);
      llvm::Expected<size_t> got = llvm::sys::fs::readNativeFile(
          *file, {reinterpret_cast<char *>(part.data()), part.size()});
      if (!got)
        return got.takeError();
      if (*got == 0)
        break;
      count += *got;
    }
    return count;
  };
  llvm::Expected<NpyArray> array = load(source);
  if (!array)
    return inFile(path, array.takeError());
  return array;
}

llvm::Expected<NpyArray> parseNpy(llvm::ArrayRef<uint8_t> bytes, llvm::StringRef name) {
  auto source = [&](llvm::MutableArrayRef<uint8_t> to) -> llvm::Expected<size_t> {
    const size_t count = std::min(to.size(), bytes.size());
    std::copy_n(bytes.begin(), count, to.begin());
    bytes = bytes.drop_front(count);
    return count;
  };
  llvm::Expected<NpyArray> array = load(source);
  if (!array)
    return inFile(name, array.takeError());
  return array;
}

std::string serializeNpy(const NpyArray &array) {
  std::string header = printNpyHeader(array.type, array.shape);
  // The header ends with a newline, and spaces before it bring the data to a multiple of 64.
  constexpr size_t alignment = 64, prefix = 10;
  const size_t used = prefix + header.size() + 1;
  header.append((alignment - used % alignment) % alignment, ' ');
  header += '\n';

  std::string bytes = magic.str();
  bytes += {'\x01', '\x00'};
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  bytes.append(reinterpret_cast<const char *>(array.data.data()), array.data.size());
  return bytes;
}

llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array) {
  return writeFileAtomically(path, serializeNpy(array));
}

} // namespace rocke::runtime
