//===- FormatBuffer.cpp - Buffer instructions with a format ----------------===//
//
// MTBUF's instructions name the format of an element in memory, MUBUF's "format" instructions take
// it from the descriptor. An element is in range as a whole or not at all.
//
//===----------------------------------------------------------------------===//
#include "FormatBuffer.h"
#include "Access.h"
#include "BufferAddress.h"
#include "LdsTransfer.h"
#include "MemoryOps.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <fmt/format.h>

namespace rocke::sim {

namespace {
/// How registers hold components.
enum class Packing : uint8_t {
  Words,  ///< one each
  Halves, ///< two each, from the low half up
  High,   ///< one, in the high half of a register
};
constexpr ComponentWidth widthOf(Packing packing) {
  return packing == Packing::Words ? ComponentWidth::Word : ComponentWidth::Half;
}

/// The elements that the lanes of one instruction access.
class FormatBuffer {
public:
  FormatBuffer(Wavefront &wave, const DecodedInst &inst)
      : wave(wave), fromDescriptor(!inst.data), address(wave, inst, /*hasFormat=*/true),
        format(inst.data ? *static_cast<const BufferFormat *>(inst.data)
                         : address.descriptor().format()) {}

  /// False after a fault: there must be such a format.
  bool check() {
    if (!format.isReserved())
      return true;
    wave.fault(fmt::format("the buffer format {} does not exist", formatName(format)));
    return false;
  }

  /// A lane's components; false after a fault.
  template <size_t count>
  bool load(int32_t lane, ComponentWidth width, uint32_t (&components)[count]) {
    const FormatLayout &layout = layoutOf(format);
    uint8_t element[maxElementBytes] = {};
    address.select(lane);
    const bool inRange = isInRange();
    if (inRange && !forWords([&](unsigned within, unsigned size) {
          const uint8_t *from = address.at(within, size, Action::Load);
          if (from)
            std::memcpy(element + within, from, size);
          return from != nullptr;
        }))
      return false;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned select = selectOf(i);
      const unsigned index = select - selectX;
      if (select < selectX) // a 1 even out of range
        components[i] = select == selectOne ? oneOf(format, width) : 0;
      else if (inRange && index < layout.numComponents)
        components[i] = loadComponent(format, element, index, width);
      else
        components[i] = 0;
    }
    return true;
  }

  /// Writes an element; false after a fault.
  template <size_t count>
  bool store(int32_t lane, ComponentWidth width, const uint32_t (&components)[count]) {
    const FormatLayout &layout = layoutOf(format);
    address.select(lane);
    if (!isInRange())
      return true;
    uint8_t element[maxElementBytes] = {};
    for (unsigned index = 0; index < layout.numComponents; ++index) {
      unsigned from = 0;
      while (from < maxComponents && selectOf(from) != selectX + index)
        ++from;
      // The first component stands for those that the instruction does not have.
      if (from < maxComponents)
        storeComponent(format, element, index, components[from < count ? from : 0], width);
    }
    return forWords([&](unsigned within, unsigned size) {
      uint8_t *to = address.at(within, size, Action::Store);
      if (to)
        std::memcpy(to, element + within, size);
      return to != nullptr;
    });
  }

private:
  static constexpr unsigned selectOne = 1, selectX = 4; // values of DST_SEL
  static constexpr unsigned maxComponents = 4;

  bool isInRange() const {
    return !format.isInvalid() && address.inRange(0, layoutOf(format).bytes);
  }
  unsigned selectOf(unsigned component) const {
    return fromDescriptor ? address.descriptor().destSelect(component) : selectX + component;
  }
  // Swizzled buffers may hold the words of an element apart.
  template <typename Fn> bool forWords(Fn fn) const {
    const unsigned bytes = layoutOf(format).bytes, size = std::min(bytes, 4u);
    for (unsigned within = 0; within < bytes; within += size)
      if (!fn(within, size))
        return false;
    return true;
  }

  Wavefront &wave;
  bool fromDescriptor;
  BufferAddress address;
  BufferFormat format;
};

template <unsigned count, Packing packing, OtherHalf other = OtherHalf::Keep>
void formatLoad(Wavefront &wave, const DecodedInst &inst) {
  FormatBuffer buffer(wave, inst);
  if (!buffer.check())
    return;
  uint32_t *dst = wave.vgprs + inst.dst[0].index;
  const size_t stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    uint32_t components[count];
    if (!buffer.load(lane, widthOf(packing), components))
      return false;
    uint32_t *reg = dst + lane;
    if constexpr (packing == Packing::High) {
      *reg = withHalf(*reg, components[0], 16, other);
    } else if constexpr (packing == Packing::Words) {
      for (unsigned i = 0; i < count; ++i)
        reg[i * stride] = components[i];
    } else {
      for (unsigned i = 0; i + 1 < count; i += 2)
        reg[i / 2 * stride] = components[i] | components[i + 1] << 16;
      uint32_t *last = reg + count / 2 * stride;
      if constexpr (count % 2)
        *last = withHalf(*last, components[count - 1], 0, other);
    }
    return true;
  });
}

void formatLoadLds(Wavefront &wave, const DecodedInst &inst) {
  FormatBuffer buffer(wave, inst);
  if (!buffer.check())
    return;
  const uint64_t base = ldsTransferBase(wave, inst);
  forLanes(wave.exec(), [&](int32_t lane) {
    uint32_t component[1];
    return buffer.load(lane, ComponentWidth::Word, component) &&
           transferToLds(wave, base, lane, component);
  });
}

template <unsigned count, Packing packing>
void formatStore(Wavefront &wave, const DecodedInst &inst) {
  FormatBuffer buffer(wave, inst);
  if (!buffer.check())
    return;
  const uint32_t *src = wave.vgprs + inst.src[2].index;
  const size_t stride = wave.waveSize;
  forLanes(wave.exec(), [&](int32_t lane) {
    const uint32_t *reg = src + lane;
    uint32_t components[count];
    for (unsigned i = 0; i < count; ++i) {
      if constexpr (packing == Packing::Words)
        components[i] = reg[i * stride];
      else
        components[i] =
            reg[i / 2 * stride] >> (packing == Packing::High || i % 2 ? 16 : 0) & 0xffff;
    }
    return buffer.store(lane, widthOf(packing), components);
  });
}

using Table = llvm::StringMap<Handler>;

// The d16 forms have a spelling for each family: "format_d16_xy" is gfx9's, "d16_format_xy"
// gfx11's.
template <unsigned count> void addCount(Table &table, llvm::StringRef suffix) {
  auto add = [&](const char *prefix, Handler load, Handler store) {
    table[("load_" + llvm::Twine(prefix) + suffix).str()] = load;
    table[("store_" + llvm::Twine(prefix) + suffix).str()] = store;
  };
  add("format_", formatLoad<count, Packing::Words>, formatStore<count, Packing::Words>);
  add("format_d16_", formatLoad<count, Packing::Halves, OtherHalf::Clear>,
      formatStore<count, Packing::Halves>);
  add("d16_format_", formatLoad<count, Packing::Halves>, formatStore<count, Packing::Halves>);
  if constexpr (count == 1) {
    add("format_d16_hi_", formatLoad<1, Packing::High, OtherHalf::Clear>,
        formatStore<1, Packing::High>);
    add("d16_hi_format_", formatLoad<1, Packing::High>, formatStore<1, Packing::High>);
  }
}

Table makeTable() {
  Table table;
  addCount<1>(table, "x");
  addCount<2>(table, "xy");
  addCount<3>(table, "xyz");
  addCount<4>(table, "xyzw");
  return table;
}
} // namespace

Handler findFormatHandler(llvm::StringRef name, bool toLds) {
  static const Table table = makeTable();
  if (toLds)
    return name == "load_format_x" ? formatLoadLds : nullptr;
  return table.lookup(name);
}

bool decodeTypedBuffer(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef name = in.operation;
  if (!name.consume_front("tbuffer_"))
    return false;
  decodeBufferOperands(in, out);
  out.data = &bufferFormat(in.gpu, encodingBits(in.words[0], 19, 7));
  out.handler = findFormatHandler(name, /*toLds=*/false);
  return out.handler != nullptr;
}

} // namespace rocke::sim
