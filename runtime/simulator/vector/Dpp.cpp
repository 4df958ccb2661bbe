//===- Dpp.cpp - Which lane DPP reads --------------------------------------===//
#include "VectorInst.h"

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
} // namespace

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

int dppSourceLane(uint32_t control, unsigned lane, unsigned waveSize, bool gfx9) {
  const int self = static_cast<int>(lane), inRow = self & 15, row = self & ~15;
  const int last = static_cast<int>(waveSize) - 1;
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

} // namespace rocke::sim
