//===- FormatBuffer.h - Buffer instructions with a format -------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_FORMATBUFFER_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_FORMATBUFFER_H

#include "Decode.h"

namespace rocke::sim {

/// The operands of BufferAddress.h, which MUBUF and MTBUF encode alike. dst[0] is the data's
/// register as well.
void decodeBufferOperands(const DecodeInput &in, DecodedInst &out);

/// The handler of "load_format_xy" and the like, in both families' spellings; null for other names.
/// DecodedInst::data points to the BufferFormat, or is null if the descriptor has it.
Handler findFormatHandler(llvm::StringRef name, bool toLds);

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_FORMATBUFFER_H
