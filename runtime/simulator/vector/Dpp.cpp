//===- Dpp.cpp - Which lane DPP reads --------------------------------------===//
#include "VectorInst.h"
#include <array>

namespace rocke::sim {

namespace {
// dpp_ctrl values, from the DPP tables of the RDNA3 and CDNA3 manuals.
enum DppControl : uint32_t {
  QuadPermLast = 0x0ff,
  RowShl1 = 0x101,
  RowShl15 = 0x10f,
  RowShr1 = 0x111,
  RowShr15 = 0x11f,
  RowRor1 = 0x121,
  RowRor15 = 0x12f,
  WaveShl1 = 0x130, // gfx9, as are the other wave controls and the row broadcasts
  WaveRol1 = 0x134,
  WaveShr1 = 0x138,
  WaveRor1 = 0x13c,
  RowMirror = 0x140,
  RowHalfMirror = 0x141,
  RowBcast15 = 0x142,
  RowBcast31 = 0x143,
  RowShare0 = 0x150, // gfx90a calls it row_newbcast
  RowShare15 = 0x15f,
  RowXmask0 = 0x160, // RDNA
  RowXmask15 = 0x16f,
};
bool within(uint32_t control, uint32_t first, uint32_t last) {
  return control >= first && control <= last;
}
bool isDppControl(uint32_t control, bool gfx9) {
  if (control <= QuadPermLast || within(control, RowShl1, RowShl15) ||
      within(control, RowShr1, RowShr15) || within(control, RowRor1, RowRor15) ||
      control == RowMirror || control == RowHalfMirror || within(control, RowShare0, RowShare15))
    return true;
  if (!gfx9)
    return within(control, RowXmask0, RowXmask15);
  return control == WaveShl1 || control == WaveRol1 || control == WaveShr1 || control == WaveRor1 ||
         control == RowBcast15 || control == RowBcast31;
}

// -1 where there is no source.
int sourceLane(uint32_t control, unsigned lane, bool gfx9) {
  const int self = static_cast<int>(lane), inRow = self & 15, row = self & ~15;
  constexpr int last = 63; // only gfx9, always wave64, has wave controls
  const int n = static_cast<int>(control & 15);
  if (control <= QuadPermLast)
    return (self & ~3) | static_cast<int>(control >> (2 * (self & 3)) & 3);
  if (within(control, RowShl1, RowShl15))
    return inRow + n < 16 ? self + n : -1;
  if (within(control, RowShr1, RowShr15))
    return inRow >= n ? self - n : -1;
  if (within(control, RowRor1, RowRor15))
    return row | ((inRow - n) & 15);
  if (within(control, RowShare0, RowShare15))
    return row | n;
  if (!gfx9 && within(control, RowXmask0, RowXmask15))
    return row | (inRow ^ n);
  switch (control) {
  case RowMirror:
    return row | (15 - inRow);
  case RowHalfMirror:
    return (self & ~7) | (7 - (self & 7));
  case WaveShl1:
    return self < last ? self + 1 : -1;
  case WaveRol1:
    return (self + 1) & last;
  case WaveShr1:
    return self - 1;
  case WaveRor1:
    return (self - 1) & last;
  case RowBcast15: // the last lane of each row to the row after it
    return row - 1;
  case RowBcast31:
    return self >= 32 ? 31 : -1;
  default:
    return -1;
  }
}

constexpr size_t numControls = 512;
using PatternTable = std::array<DppPattern, numControls>;

PatternTable makeTable(bool gfx9) {
  PatternTable table{};
  for (uint32_t control = 0; control < numControls; ++control) {
    if (!isDppControl(control, gfx9))
      continue;
    for (unsigned lane = 0; lane < 64; ++lane) {
      const int source = sourceLane(control, lane, gfx9);
      table[control].source[lane] =
          static_cast<uint8_t>(source < 0 ? static_cast<int>(lane) : source);
      table[control].inRange |= static_cast<uint64_t>(source >= 0) << lane;
    }
  }
  return table;
}
} // namespace

const DppPattern *findDppPattern(uint32_t control, bool gfx9) {
  static const PatternTable tables[] = {makeTable(false), makeTable(true)};
  return isDppControl(control, gfx9) ? &tables[gfx9][control] : nullptr;
}

} // namespace rocke::sim
