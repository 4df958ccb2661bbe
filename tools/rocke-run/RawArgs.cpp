//===- RawArgs.cpp - Arguments of any kernel on the command line ----------===//
#include "RawArgs.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/HalfFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

using namespace rocke;
using namespace rocke::tools;

const char *const tools::rawArgGrammar =
    "ARGUMENTS (--arg):\n"
    "  in:<file>                    pointer to the elements of a .npy file\n"
    "  inout:<file>                 the same; the file is written back after the launch\n"
    "  out:<file>:<type>:<shape>    pointer to a new tensor, all bytes 0xff, that is written to "
    "the\n"
    "                               file: out:c.npy:f32:16x16. Types: f16, bf16, f32, f64, i32, "
    "u16,\n"
    "                               i64; bf16 is written as u16\n"
    "  <type>:<value>               a value: i8, i16, i32, i64 (also 0x...), f16, bf16, f32, f64\n"
    "  null                         a null pointer\n";

namespace {

ValueArg littleEndian(uint64_t bits, unsigned size) {
  ValueArg arg;
  for (unsigned i = 0; i < size; ++i)
    arg.bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
  return arg;
}

/// An integer of `bits` bits, signed or unsigned.
std::optional<uint64_t> parseInteger(llvm::StringRef text, unsigned bits) {
  int64_t asSigned = 0;
  if (!text.getAsInteger(0, asSigned)) {
    int64_t lowest = -(int64_t(1) << (bits - 1));
    uint64_t highest = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    if (asSigned < lowest || (asSigned > 0 && static_cast<uint64_t>(asSigned) > highest))
      return std::nullopt;
    return static_cast<uint64_t>(asSigned);
  }
  uint64_t asUnsigned = 0;
  if (bits == 64 && !text.getAsInteger(0, asUnsigned))
    return asUnsigned;
  return std::nullopt;
}

/// The bits of a floating-point value, rounded once.
template <typename T> std::optional<T> parseReal(llvm::StringRef text) {
  T value = 0;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end())
    return std::nullopt;
  return value;
}

std::optional<ValueArg> parseValue(llvm::StringRef type, llvm::StringRef text) {
  if (unsigned bits = llvm::StringSwitch<unsigned>(type)
                          .Case("i8", 8)
                          .Case("i16", 16)
                          .Case("i32", 32)
                          .Case("i64", 64)
                          .Default(0)) {
    if (std::optional<uint64_t> value = parseInteger(text, bits))
      return littleEndian(*value, bits / 8);
    return std::nullopt;
  }
  if (type == "f32") {
    if (std::optional<float> value = parseReal<float>(text))
      return littleEndian(std::bit_cast<uint32_t>(*value), 4);
    return std::nullopt;
  }
  std::optional<double> value = parseReal<double>(text);
  if (!value)
    return std::nullopt;
  if (type == "f64")
    return littleEndian(std::bit_cast<uint64_t>(*value), 8);
  if (type == "f16")
    return littleEndian(runtime::f16FromDouble(*value), 2);
  if (type == "bf16")
    return littleEndian(runtime::bf16FromDouble(*value), 2);
  return std::nullopt;
}

std::optional<std::vector<int64_t>> parseShape(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, 'x');
  std::vector<int64_t> shape;
  for (llvm::StringRef part : parts) {
    int64_t extent = 0;
    if (part.getAsInteger(10, extent) || extent < 1)
      return std::nullopt;
    shape.push_back(extent);
  }
  return shape;
}

llvm::Expected<RawArg> parseOut(llvm::StringRef text, llvm::StringRef rest) {
  // From the right, as the path may hold colons.
  auto [pathAndType, shapeText] = rest.rsplit(':');
  auto [path, typeText] = pathAndType.rsplit(':');
  if (path.empty() || typeText.empty() || shapeText.empty())
    return makeError("--arg '{}' is not of the form out:<file>:<type>:<shape>", text.str());
  llvm::Expected<runtime::NpyType> type = runtime::parseNpyType(typeText);
  if (!type)
    return makeError("--arg '{}': {}", text.str(), llvm::toString(type.takeError()));
  std::optional<std::vector<int64_t>> shape = parseShape(shapeText);
  if (!shape)
    return makeError("--arg '{}': the shape '{}' is not of the form 16x16", text.str(),
                     shapeText.str());
  llvm::Expected<runtime::NpyArray> array = runtime::makeNpyArray(*type, *shape);
  if (!array)
    return makeError("--arg '{}': {}", text.str(), llvm::toString(array.takeError()));
  std::memset(array->data.data(), 0xff, array->data.size());
  return FileArg{Access::Out, path.str(), std::move(*array)};
}

} // namespace

llvm::Expected<RawArg> tools::parseRawArg(llvm::StringRef text) {
  if (text == "null")
    return NullArg();
  auto [kind, rest] = text.split(':');
  if (kind == "out")
    return parseOut(text, rest);
  if (kind == "in" || kind == "inout") {
    if (rest.empty())
      return makeError("--arg '{}' names no file", text.str());
    llvm::Expected<runtime::NpyArray> array = runtime::readNpy(rest);
    if (!array)
      return array.takeError();
    return FileArg{kind == "in" ? Access::In : Access::InOut, rest.str(), std::move(*array)};
  }
  if (!llvm::is_contained({"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"}, kind))
    return makeError("--arg '{}' starts with none of in:, inout:, out:, i8:, i16:, i32:, i64:, "
                     "f16:, bf16:, f32:, f64: and is not null",
                     text.str());
  std::optional<ValueArg> value = parseValue(kind, rest);
  if (!value)
    return makeError("--arg '{}': '{}' is not a value of type {}", text.str(), rest.str(),
                     kind.str());
  return std::move(*value);
}

llvm::Expected<std::array<uint32_t, 3>> tools::parseExtents(llvm::StringRef option,
                                                            llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  std::array<uint32_t, 3> extents{1, 1, 1};
  bool good = parts.size() <= extents.size();
  for (size_t i = 0; good && i < parts.size(); ++i)
    good = !parts[i].getAsInteger(10, extents[i]) && extents[i] > 0;
  if (!good)
    return makeError("{} cannot be '{}': expected one to three numbers of 1 or more, as in 16,8,4",
                     option.str(), text.str());
  return extents;
}
