//===- LdsExchange.h - Groups of lanes share fragments in LDS ---*- C++ -*-===//
#ifndef ROCKE_IR_LDSEXCHANGE_H
#define ROCKE_IR_LDSEXCHANGE_H

#include "rocke/ir/MmaAtom.h"

namespace rocke {

/// An LDS buffer through which the groups of one wavefront complete operand fragments. WMMA wants
/// all of k in every lane, and in both groups alike; after the exchange a lane that held its
/// group's part of k holds every group's part, in order of the groups, of the lanes with its number
/// in their groups.
///
/// The parts of equal fragment and group lie side by side, so that every access of the wavefront is
/// contiguous: there are no bank conflicts and no padding, and every address is one of two lane
/// offsets plus a constant.
///
/// The workgroup must be one wavefront. waveBarrier() belongs between stores and loads, and between
/// loads and the next stores.
class LdsExchange {
public:
  /// Room for `count` fragments of `type` elements, each part 16 bytes long.
  LdsExchange(const MmaAtom &atom, ElementType type, unsigned count,
              SourceLoc loc = SourceLoc::current());

  /// Stores this lane's part of fragment `index`: a vector of 16 bytes.
  void store(Value part, unsigned index, SourceLoc loc = SourceLoc::current()) const;
  /// The whole fragment `index`.
  Value load(unsigned index, SourceLoc loc = SourceLoc::current()) const;

private:
  KernelBuilder *builder;
  unsigned numGroups;
  unsigned groupBytes; ///< of one fragment's parts in one group
  ValueType partType;
  Value buffer, storeOffset, loadOffset;
};

} // namespace rocke

#endif // ROCKE_IR_LDSEXCHANGE_H
