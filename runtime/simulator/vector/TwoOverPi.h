//===- TwoOverPi.h - The binary digits of 2/pi -------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_VECTOR_TWOOVERPI_H
#define ROCKE_RUNTIME_SIMULATOR_VECTOR_TWOOVERPI_H

#include <cstdint>

namespace rocke::sim {

/// The first 1,201 bits after the binary point, most significant first, and zeros after them: the
/// digits that v_trig_preop_f64 knows.
inline constexpr uint64_t twoOverPiWords[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
};

/// The 53 bits that follow the first `skip`, as an integer; zeros where the digits end.
inline uint64_t twoOverPiBits(int skip) {
  constexpr int numWords = sizeof(twoOverPiWords) / sizeof(twoOverPiWords[0]);
  const int word = skip / 64, bit = skip % 64;
  const uint64_t high = word < numWords ? twoOverPiWords[word] : 0;
  const uint64_t low = word + 1 < numWords ? twoOverPiWords[word + 1] : 0;
  const uint64_t window = bit ? high << bit | low >> (64 - bit) : high;
  return window >> 11;
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_VECTOR_TWOOVERPI_H
