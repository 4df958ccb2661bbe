//===- Arch.cpp - Look-up of hardware facts -------------------------------===//
#include "rocke/ir/Arch.h"
#include "Gfx1151.h"
#include "Gfx950.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace rocke;

static constexpr Arch archs[] = {detail::gfx1151, detail::gfx950};

double Arch::peakF16MatrixFlops() const {
  return f16MatrixFlopsPerClockPerCu * computeUnits * clockGHz * 1e9;
}

bool Arch::hasAtom(llvm::StringRef atomName) const {
  return llvm::any_of(atoms, [&](const MatrixAtom *atom) { return atom->name == atomName; });
}

unsigned Arch::wavesPerSimd(unsigned vgprs) const {
  if (vgprs > maxVgprs)
    return 0;
  // A wavefront is given at least one granule.
  unsigned allocated = llvm::alignTo(std::max(vgprs, 1u), vgprGranule);
  return std::min(maxWavesPerSimd, vgprsPerSimdLane / allocated);
}

llvm::ArrayRef<Arch> rocke::allArchs() { return archs; }

const Arch *rocke::findArch(llvm::StringRef name) {
  const auto *arch = llvm::find_if(archs, [&](const Arch &a) { return a.name == name; });
  return arch == std::end(archs) ? nullptr : arch;
}

llvm::Expected<const Arch *> rocke::lookupArch(llvm::StringRef name) {
  if (const Arch *arch = findArch(name))
    return arch;
  return makeError("unknown arch '{}': expected one of {}", name.str(),
                   llvm::join(llvm::map_range(archs, [](const Arch &a) { return a.name; }), ", "));
}
