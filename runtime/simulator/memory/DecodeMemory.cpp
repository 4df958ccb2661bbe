//===- DecodeMemory.cpp - Which memory encoding an instruction has ---------===//
#include "MemoryOps.h"

namespace rocke::sim {

bool decodeMemory(const DecodeInput &in, DecodedInst &out) {
  llvm::StringRef name = in.operation;
  out.accessesMemory = true;
  if (name.starts_with("s_"))
    return decodeScalarMemory(in, out);
  if (name.starts_with("ds_"))
    return decodeLds(in, out);
  if (name.starts_with("buffer_"))
    return decodeBuffer(in, out);
  if (name.starts_with("tbuffer_"))
    return decodeTypedBuffer(in, out);
  return decodeFlat(in, out);
}

} // namespace rocke::sim
