//===- MatrixAtomTable.h - Every matrix atom --------------------*- C++ -*-===//
//
// Internal to ir/target: the table behind allMatrixAtoms(), and its look-up at compile time for the
// arch records.
//
// Sources: "RDNA3.5" ISA reference, section 7.9 (WMMA); "AMD Instinct MI300" and "AMD CDNA4" ISA
// references, chapter 7 (matrix instructions and their register layouts); the AMD matrix
// instruction calculator (github.com/ROCm/amd_matrix_instruction_calculator). Names are LLVM's.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_TARGET_MATRIXATOMTABLE_H
#define ROCKE_IR_TARGET_MATRIXATOMTABLE_H

#include "rocke/ir/MatrixAtom.h"
#include <string_view>

namespace rocke::detail {

/// gfx11's WMMA: 16x16x16 on 32 lanes, A and B held twice.
consteval MatrixAtom wmma(llvm::StringRef name, ElementType input) {
  return {.name = name,
          .m = 16,
          .n = 16,
          .k = 16,
          .aType = input,
          .bType = input,
          .cType = ElementType::F32,
          .waveSize = 32,
          .aSlots = 16,
          .bSlots = 16,
          .cSlots = 8,
          .layout = FragmentLayout::Wmma};
}

/// A dense MFMA of one block with square output: mn x mn x k on 64 lanes, every place held once.
consteval MatrixAtom mfma(llvm::StringRef name, ElementType input, unsigned mn, unsigned k) {
  return {.name = name,
          .m = mn,
          .n = mn,
          .k = k,
          .aType = input,
          .bType = input,
          .cType = ElementType::F32,
          .waveSize = 64,
          .aSlots = mn * k / 64,
          .bSlots = mn * k / 64,
          .cSlots = mn * mn / 64,
          .layout = FragmentLayout::Mfma};
}

inline constexpr MatrixAtom matrixAtoms[] = {
    wmma("wmma_f32_16x16x16_f16", ElementType::F16),
    wmma("wmma_f32_16x16x16_bf16", ElementType::BF16),

    mfma("mfma_f32_32x32x16_f16", ElementType::F16, 32, 16),
    mfma("mfma_f32_32x32x16_bf16", ElementType::BF16, 32, 16),
    mfma("mfma_f32_16x16x32_f16", ElementType::F16, 16, 32),
    mfma("mfma_f32_16x16x32_bf16", ElementType::BF16, 16, 32),
    mfma("mfma_f32_32x32x8_f16", ElementType::F16, 32, 8),
    mfma("mfma_f32_32x32x8_bf16", ElementType::BF16, 32, 8),
    mfma("mfma_f32_16x16x16_f16", ElementType::F16, 16, 16),
    mfma("mfma_f32_16x16x16_bf16", ElementType::BF16, 16, 16),
    mfma("mfma_f32_32x32x2_f32", ElementType::F32, 32, 2),
    mfma("mfma_f32_16x16x4_f32", ElementType::F32, 16, 4),
};

/// The atom with this name; a name that is not in the table does not compile.
consteval const MatrixAtom *matrixAtom(std::string_view name) {
  for (const MatrixAtom &atom : matrixAtoms)
    if (std::string_view(atom.name.data(), atom.name.size()) == name)
      return &atom;
  throw "no such matrix atom";
}

} // namespace rocke::detail

#endif // ROCKE_IR_TARGET_MATRIXATOMTABLE_H
