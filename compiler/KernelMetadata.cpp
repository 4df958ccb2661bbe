//===- KernelMetadata.cpp - The metadata of a code object -----------------===//
#include "KernelMetadata.h"
#include "rocke/ir/Error.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include <limits>

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;
namespace msgpack = llvm::msgpack;

// LLVM's msgpack::Document builds a tree from any bytes, but trusts that map keys are scalars; its
// Reader, which goes object by object, checks all that it reads. So the tree is not built: each map
// is read as it comes, and what is not asked for is skipped.

namespace {

/// Reads objects, with errors that say where in the metadata they are.
class MetadataReader {
public:
  explicit MetadataReader(StringRef bytes) : reader(bytes) {}

  llvm::Expected<msgpack::Object> next() {
    msgpack::Object object;
    llvm::Expected<bool> read = reader.read(object);
    if (!read)
      return makeError("malformed code object: metadata: {}", llvm::toString(read.takeError()));
    if (!*read)
      return makeError("malformed code object: the metadata ends early");
    return object;
  }

  /// Skips `count` objects with all that they hold.
  llvm::Error skip(uint64_t count) {
    // Iterative, so that no nesting can exhaust the stack. Lengths are 32-bit and every object
    // takes a byte at least, so the sum stays within 64 bits.
    for (; count > 0; --count) {
      llvm::Expected<msgpack::Object> object = next();
      if (!object)
        return object.takeError();
      if (object->Kind == msgpack::Type::Array)
        count += object->Length;
      else if (object->Kind == msgpack::Type::Map)
        count += 2 * uint64_t(object->Length);
    }
    return llvm::Error::success();
  }

  /// Reads a map. `readEntry(key)` reads the value of `key` or says false to have it skipped.
  template <typename ReadEntry> llvm::Error readMap(StringRef what, ReadEntry &&readEntry) {
    llvm::Expected<msgpack::Object> map = next();
    if (!map)
      return map.takeError();
    if (map->Kind != msgpack::Type::Map)
      return wrongType(what, "a map");
    for (size_t i = 0; i < map->Length; ++i) {
      llvm::Expected<msgpack::Object> key = next();
      if (!key)
        return key.takeError();
      if (key->Kind != msgpack::Type::String)
        return wrongType(what, "a map with strings as keys");
      llvm::Expected<bool> read = readEntry(key->Raw);
      if (!read)
        return read.takeError();
      if (!*read)
        if (llvm::Error error = skip(1))
          return error;
    }
    return llvm::Error::success();
  }

  /// Reads an array; `readElement()` reads each element.
  template <typename ReadElement> llvm::Error readArray(StringRef what, ReadElement &&readElement) {
    llvm::Expected<msgpack::Object> array = next();
    if (!array)
      return array.takeError();
    if (array->Kind != msgpack::Type::Array)
      return wrongType(what, "an array");
    for (size_t i = 0; i < array->Length; ++i)
      if (llvm::Error error = readElement())
        return error;
    return llvm::Error::success();
  }

  llvm::Error readString(StringRef what, std::string &value) {
    llvm::Expected<msgpack::Object> object = next();
    if (!object)
      return object.takeError();
    if (object->Kind != msgpack::Type::String)
      return wrongType(what, "a string");
    value = object->Raw.str();
    return llvm::Error::success();
  }

  template <typename Integer> llvm::Error readInteger(StringRef what, Integer &value) {
    llvm::Expected<msgpack::Object> object = next();
    if (!object)
      return object.takeError();
    uint64_t number;
    if (object->Kind == msgpack::Type::UInt)
      number = object->UInt;
    else if (object->Kind == msgpack::Type::Int && object->Int >= 0)
      number = object->Int;
    else
      return wrongType(what, "an integer of at least 0");
    if (number > std::numeric_limits<uint32_t>::max())
      return makeError("malformed code object: metadata {} is {}, expected 32 bits at most",
                       what.str(), number);
    value = uint32_t(number);
    return llvm::Error::success();
  }

private:
  static llvm::Error wrongType(StringRef what, const char *expected) {
    return makeError("malformed code object: metadata {} is not {}", what.str(), expected);
  }

  msgpack::Reader reader;
};

/// An entry that was read, with what came of it.
llvm::Expected<bool> wasRead(llvm::Error error) {
  if (error)
    return std::move(error);
  return true;
}

llvm::Error readArg(MetadataReader &reader, KernelArg &arg) {
  return reader.readMap(".args element", [&](StringRef key) -> llvm::Expected<bool> {
    if (key == ".name")
      return wasRead(reader.readString(key, arg.name));
    if (key == ".value_kind")
      return wasRead(reader.readString(key, arg.valueKind));
    if (key == ".offset")
      return wasRead(reader.readInteger(key, arg.offset));
    if (key == ".size")
      return wasRead(reader.readInteger(key, arg.size));
    return false;
  });
}

llvm::Error readKernel(MetadataReader &reader, KernelMetadata &kernel) {
  std::string name;
  llvm::Error error =
      reader.readMap("amdhsa.kernels element", [&](StringRef key) -> llvm::Expected<bool> {
        if (key == ".symbol")
          return wasRead(reader.readString(key, kernel.descriptorSymbol));
        if (key == ".name")
          return wasRead(reader.readString(key, name));
        if (key == ".args")
          return wasRead(
              reader.readArray(key, [&] { return readArg(reader, kernel.args.emplace_back()); }));
        if (key == ".vgpr_count")
          return wasRead(reader.readInteger(key, kernel.vgprs));
        if (key == ".agpr_count")
          return wasRead(reader.readInteger(key, kernel.agprs));
        if (key == ".sgpr_count")
          return wasRead(reader.readInteger(key, kernel.sgprs));
        if (key == ".vgpr_spill_count")
          return wasRead(reader.readInteger(key, kernel.vgprSpills));
        if (key == ".sgpr_spill_count")
          return wasRead(reader.readInteger(key, kernel.sgprSpills));
        if (key == ".kernarg_segment_size")
          return wasRead(reader.readInteger(key, kernel.kernargBytes));
        if (key == ".max_flat_workgroup_size")
          return wasRead(reader.readInteger(key, kernel.maxWorkgroupSize));
        return false;
      });
  if (error)
    return error;
  if (kernel.descriptorSymbol.empty() && !name.empty())
    kernel.descriptorSymbol = name + ".kd";
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<KernelMetadata>>
rocke::detail::readKernelMetadata(StringRef messagePack) {
  std::vector<KernelMetadata> kernels;
  MetadataReader reader(messagePack);
  llvm::Error error = reader.readMap("root", [&](StringRef key) -> llvm::Expected<bool> {
    if (key != "amdhsa.kernels")
      return false;
    return wasRead(
        reader.readArray(key, [&] { return readKernel(reader, kernels.emplace_back()); }));
  });
  if (error)
    return std::move(error);
  return kernels;
}
