//===- BufferFormat.h - Element formats of buffers --------------*- C++ -*-===//
//
// Typed buffer instructions and descriptors name a format: how many components an element has, how
// many bits each, and what number the bits are. gfx9 encodes the two halves (DFMT, NFMT), gfx11
// their combination.
//
// Sources: the "Buffer Data" sections of the CDNA3 and RDNA3 manuals; LLVM's AMDGPUModifierSyntax,
// "format"; for the order of packed components and for conversions rocjitsu, AMD's emulator. See
// docs/simulator.md, "Choices".
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERFORMAT_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERFORMAT_H

#include "GpuTraits.h"
#include <array>
#include <cstdint>
#include <string>

namespace rocke::sim {

/// Numbered as gfx9's DFMT. Names list the components from the highest bits down.
enum class DataFormat : uint8_t {
  Invalid = 0,
  D8 = 1,
  D16 = 2,
  D8_8 = 3,
  D32 = 4,
  D16_16 = 5,
  D10_11_11 = 6,
  D11_11_10 = 7,
  D10_10_10_2 = 8,
  D2_10_10_10 = 9,
  D8_8_8_8 = 10,
  D32_32 = 11,
  D16_16_16_16 = 12,
  D32_32_32 = 13,
  D32_32_32_32 = 14,
  Reserved = 15,
};

/// Numbered as gfx9's NFMT.
enum class NumberFormat : uint8_t {
  Unorm = 0,   ///< 0 to 1
  Snorm = 1,   ///< -1 to 1
  Uscaled = 2, ///< an integer, as a float in registers
  Sscaled = 3,
  Uint = 4,
  Sint = 5,
  Reserved6 = 6,
  Float = 7,
};

struct BufferFormat {
  DataFormat data = DataFormat::Invalid;
  NumberFormat number = NumberFormat::Unorm;

  /// An unbound buffer: reads give 0, writes are dropped.
  bool isInvalid() const { return data == DataFormat::Invalid; }
  /// Whether the manuals list the combination.
  bool isReserved() const;
  bool isInteger() const { return number == NumberFormat::Uint || number == NumberFormat::Sint; }
};

/// The format with a code of 7 bits: gfx11's unified number; on gfx9, DFMT in the low four bits and
/// NFMT above. The reference lasts for ever.
const BufferFormat &bufferFormat(const GpuTraits &gpu, unsigned code);
/// "2_10_10_10 UNORM".
std::string formatName(BufferFormat format);

/// Where an element's components lie, X first, in consecutive bits.
struct FormatLayout {
  uint8_t bytes;
  uint8_t numComponents;
  std::array<uint8_t, 4> bits;
};
/// Of any format that is neither invalid nor reserved.
const FormatLayout &layoutOf(BufferFormat format);

inline constexpr unsigned maxElementBytes = 16;

/// How register contents hold a component: 32 bits, or 16 for the "d16" instructions (in the low
/// bits of the words below).
enum class ComponentWidth : uint8_t { Word, Half };

/// Component `index` of an element in memory, as a register has it.
uint32_t loadComponent(BufferFormat format, const uint8_t *element, unsigned index,
                       ComponentWidth width);
/// The opposite. `element` must start as zeros.
void storeComponent(BufferFormat format, uint8_t *element, unsigned index, uint32_t value,
                    ComponentWidth width);
/// The 1 that DST_SEL can ask for.
uint32_t oneOf(BufferFormat format, ComponentWidth width);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_BUFFERFORMAT_H
