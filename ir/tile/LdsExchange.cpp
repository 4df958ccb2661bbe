//===- LdsExchange.cpp - Groups of lanes share fragments in LDS -----------===//
#include "rocke/ir/LdsExchange.h"

using namespace rocke;

static constexpr unsigned partBytes = 16; // the widest access of LDS

LdsExchange::LdsExchange(const MmaAtom &atom, ElementType type, unsigned count, SourceLoc loc)
    : builder(&atom.builder()), numGroups(atom.numGroups()),
      groupBytes(atom.lanesPerGroup() * partBytes),
      partType(ValueType(type).x(partBytes / byteSize(type))) {
  LocationScope scope(*builder, loc);
  buffer = builder->ldsAlloc(type, count * numGroups * groupBytes / byteSize(type));
  storeOffset = builder->laneId() * partBytes;
  loadOffset = atom.lane() * partBytes;
}

void LdsExchange::store(Value part, unsigned index, SourceLoc loc) const {
  builder->ldsStore(part, buffer, storeOffset, index * numGroups * groupBytes, 0, loc);
}

Value LdsExchange::load(unsigned index, SourceLoc loc) const {
  Values parts;
  for (unsigned group = 0; group < numGroups; ++group)
    parts.push_back(builder->ldsLoad(buffer, loadOffset, partType,
                                     (index * numGroups + group) * groupBytes, 0, loc));
  return builder->concat(parts, loc);
}
