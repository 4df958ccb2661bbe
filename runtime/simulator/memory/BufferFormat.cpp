//===- BufferFormat.cpp - Element formats of buffers -----------------------===//
#include "BufferFormat.h"
#include "vector/SmallFloat.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
using enum DataFormat;
using enum NumberFormat;

constexpr unsigned numCodes = 128;
using FormatTable = std::array<BufferFormat, numCodes>;

// gfx11's numbers: for each data format, those number formats that it has, in a row.
constexpr FormatTable makeUnified() {
  struct Run {
    DataFormat data;
    std::array<NumberFormat, 7> numbers;
    unsigned count;
  };
  constexpr std::array<NumberFormat, 7> all = {Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float};
  constexpr std::array<NumberFormat, 7> whole = {Uint, Sint, Float};
  constexpr Run runs[] = {{D8, all, 6},
                          {D16, all, 7},
                          {D8_8, all, 6},
                          {D32, whole, 3},
                          {D16_16, all, 7},
                          {D10_11_11, {Float}, 1},
                          {D11_11_10, {Float}, 1},
                          {D10_10_10_2, {Unorm, Snorm, Uint, Sint}, 4},
                          {D2_10_10_10, all, 6},
                          {D8_8_8_8, all, 6},
                          {D32_32, whole, 3},
                          {D16_16_16_16, all, 7},
                          {D32_32_32, whole, 3},
                          {D32_32_32_32, whole, 3}};
  FormatTable table{};
  table.fill({DataFormat::Reserved, Unorm});
  unsigned code = 0;
  table[code++] = {Invalid, Unorm};
  for (const Run &run : runs)
    for (unsigned i = 0; i < run.count; ++i)
      table[code++] = {run.data, run.numbers[i]};
  return table;
}

constexpr FormatTable makeSplit() {
  FormatTable table{};
  for (unsigned code = 0; code < numCodes; ++code)
    table[code] = {static_cast<DataFormat>(code & 15), static_cast<NumberFormat>(code >> 4)};
  return table;
}

constexpr FormatTable unifiedFormats = makeUnified(), splitFormats = makeSplit();
static_assert(unifiedFormats[63].data == D32_32_32_32 && unifiedFormats[63].number == Float);

constexpr FormatLayout layouts[] = {
    {0, 0, {}},              // Invalid
    {1, 1, {8}},             // D8
    {2, 1, {16}},            // D16
    {2, 2, {8, 8}},          // D8_8
    {4, 1, {32}},            // D32
    {4, 2, {16, 16}},        // D16_16
    {4, 3, {11, 11, 10}},    // D10_11_11
    {4, 3, {10, 11, 11}},    // D11_11_10
    {4, 4, {2, 10, 10, 10}}, // D10_10_10_2
    {4, 4, {10, 10, 10, 2}}, // D2_10_10_10
    {4, 4, {8, 8, 8, 8}},    // D8_8_8_8
    {8, 2, {32, 32}},        // D32_32
    {8, 4, {16, 16, 16, 16}},
    {12, 3, {32, 32, 32}},
    {16, 4, {32, 32, 32, 32}},
    {0, 0, {}}, // Reserved
};

// The floats of 11 and 10 bits have no sign; SmallFormat counts one.
constexpr SmallFormat unsignedFloat(unsigned bits) {
  return {5, static_cast<int>(bits) - 5, 15, Specials::Ieee};
}

constexpr uint32_t maskOf(unsigned bits) { return bits == 32 ? ~0u : (1u << bits) - 1; }
int32_t signExtended(uint32_t raw, unsigned bits) {
  return static_cast<int32_t>(raw << (32 - bits)) >> (32 - bits);
}

// The f16 nearest to a double: an f32 that is rounded to odd loses nothing that matters.
uint32_t nearestHalf(double value) {
  uint32_t bits = bitsOf(static_cast<float>(value));
  const double rounded = static_cast<double>(asF32(bits));
  if (rounded != value) {
    if (std::fabs(rounded) > std::fabs(value))
      --bits;
    bits |= 1;
  }
  return floatToHalf(bits);
}

// A normalized or scaled component.
double realValue(NumberFormat number, uint32_t raw, unsigned bits) {
  switch (number) {
  case Unorm:
    return static_cast<double>(raw) / maskOf(bits);
  case Snorm:
    return std::max(static_cast<double>(signExtended(raw, bits)) / maskOf(bits - 1), -1.0);
  case Uscaled:
    return raw;
  default:
    return signExtended(raw, bits);
  }
}

uint32_t floatBits(uint32_t raw, unsigned bits) {
  return bits == 16 ? halfToFloat(raw) : smallToFloat(unsignedFloat(bits), raw);
}

uint32_t toWord(NumberFormat number, uint32_t raw, unsigned bits) {
  if (bits == 32 || number == Uint)
    return raw;
  if (number == Sint)
    return static_cast<uint32_t>(signExtended(raw, bits));
  if (number == Float)
    return floatBits(raw, bits);
  return bitsOf(static_cast<float>(realValue(number, raw, bits)));
}

uint32_t toHalf(NumberFormat number, uint32_t raw, unsigned bits) {
  if (number == Uint)
    return raw & 0xffff;
  if (number == Sint)
    return static_cast<uint16_t>(signExtended(raw, bits));
  if (bits == 32)
    return floatToHalf(raw, Round::TowardZero);
  if (number == Float)
    return bits == 16 ? raw : floatToHalf(floatBits(raw, bits));
  return nearestHalf(realValue(number, raw, bits));
}

// To nearest even; nothing finite becomes infinite.
uint32_t toUnsignedFloat(uint32_t value, unsigned bits) {
  const SmallFormat format = unsignedFloat(bits);
  const bool isFinite = (value & ~signF32) < infinityF32;
  if (value & signF32 && !isNan(value))
    return 0;
  return floatToSmall(format, value, /*saturate=*/isFinite);
}

// A float between two bounds, NaN as 0.
double clamped(uint32_t value, double low, double high) {
  const double number = asF32(value);
  return std::isnan(number) ? 0 : std::clamp(number, low, high);
}

// The component's bits; more may be set above them.
uint32_t fromWord(NumberFormat number, uint32_t value, unsigned bits) {
  if (bits == 32)
    return value;
  const uint32_t most = maskOf(bits);
  const auto mostSigned = static_cast<int32_t>(most >> 1);
  auto integer = [](double number) { return static_cast<uint32_t>(static_cast<int64_t>(number)); };
  switch (number) {
  case Unorm:
    return integer(__builtin_roundeven(clamped(value, 0, 1) * most));
  case Snorm:
    return integer(__builtin_roundeven(clamped(value, -1, 1) * mostSigned));
  case Uscaled:
    return integer(clamped(value, 0, most));
  case Sscaled:
    return integer(clamped(value, -mostSigned - 1, mostSigned));
  case Float:
    return bits == 16 ? floatToHalf(value) : toUnsignedFloat(value, bits);
  default:
    return value;
  }
}

// A component's place in an element: none is in two words.
size_t firstBit(const FormatLayout &layout, unsigned index) {
  size_t bit = 0;
  for (unsigned i = 0; i < index; ++i)
    bit += layout.bits[i];
  return bit;
}
} // namespace

bool BufferFormat::isReserved() const {
  if (data == DataFormat::Reserved || number == Reserved6)
    return true;
  const std::array<uint8_t, 4> &bits = layouts[static_cast<size_t>(data)].bits;
  const bool hasFloat = bits[0] == 16 || bits[0] == 32 || bits[1] == 11;
  return number == Float && !isInvalid() && !hasFloat;
}

const BufferFormat &bufferFormat(const GpuTraits &gpu, unsigned code) {
  return (gpu.isGfx11() ? unifiedFormats : splitFormats)[code % numCodes];
}

std::string formatName(BufferFormat format) {
  static constexpr llvm::StringLiteral data[] = {
      "INVALID",     "8",        "16",          "8_8",        "32",      "16_16",
      "10_11_11",    "11_11_10", "10_10_10_2",  "2_10_10_10", "8_8_8_8", "32_32",
      "16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED"};
  static constexpr llvm::StringLiteral number[] = {"UNORM", "SNORM", "USCALED",  "SSCALED",
                                                   "UINT",  "SINT",  "RESERVED", "FLOAT"};
  return fmt::format("{} {}", data[static_cast<size_t>(format.data)].str(),
                     number[static_cast<size_t>(format.number)].str());
}

const FormatLayout &layoutOf(BufferFormat format) {
  return layouts[static_cast<size_t>(format.data)];
}

uint32_t loadComponent(BufferFormat format, const uint8_t *element, unsigned index,
                       ComponentWidth width) {
  const FormatLayout &layout = layoutOf(format);
  const unsigned bits = layout.bits[index];
  const size_t first = firstBit(layout, index);
  uint32_t word = 0;
  std::memcpy(&word, element + first / 32 * 4, std::min<size_t>(layout.bytes, 4));
  const uint32_t raw = word >> first % 32 & maskOf(bits);
  return width == ComponentWidth::Half ? toHalf(format.number, raw, bits)
                                       : toWord(format.number, raw, bits);
}

void storeComponent(BufferFormat format, uint8_t *element, unsigned index, uint32_t value,
                    ComponentWidth width) {
  const FormatLayout &layout = layoutOf(format);
  const unsigned bits = layout.bits[index];
  const size_t first = firstBit(layout, index);
  if (width == ComponentWidth::Half) {
    if (format.number == Sint)
      value = static_cast<uint32_t>(signExtended(value & 0xffff, 16));
    else
      value = format.number == Uint ? value & 0xffff : halfToFloat(value & 0xffff);
  }
  const uint32_t raw = (fromWord(format.number, value, bits) & maskOf(bits)) << first % 32;
  uint8_t *place = element + first / 32 * 4;
  const size_t bytes = std::min<size_t>(layout.bytes, 4);
  uint32_t word = 0;
  std::memcpy(&word, place, bytes);
  word |= raw;
  std::memcpy(place, &word, bytes);
}

uint32_t oneOf(BufferFormat format, ComponentWidth width) {
  if (format.isInteger())
    return 1;
  return width == ComponentWidth::Half ? 0x3c00 : 0x3f800000;
}

} // namespace rocke::sim
