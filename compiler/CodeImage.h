//===- CodeImage.h - The ELF file of a code object ---------------*- C++ -*-===//
//
// Internal to the compiler: what CodeObject::parse needs of the file, with every offset and size
// checked against it. Nothing of the file is trusted.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_COMPILER_CODEIMAGE_H
#define ROCKE_COMPILER_CODEIMAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocke::detail {

/// A defined symbol.
struct ImageSymbol {
  llvm::StringRef name;
  uint64_t address;
  uint64_t size;
  uint8_t type; ///< llvm::ELF::STT_*
};

/// A loadable segment.
struct ImageSegment {
  uint64_t address;
  llvm::StringRef bytes; ///< those that the file holds
  bool executable;
};

/// Views into the bytes it was read from.
struct CodeImage {
  llvm::StringRef arch; ///< LLVM's processor name, from the header
  std::vector<ImageSegment> segments;
  std::vector<ImageSymbol> symbols; ///< of both symbol tables, by address, then name; one per name
  std::optional<llvm::StringRef> metadata; ///< MessagePack, of the AMDGPU metadata note

  static llvm::Expected<CodeImage> read(llvm::StringRef bytes);

  /// The segment that holds `address`, or nullptr.
  const ImageSegment *segmentAt(uint64_t address) const;
  /// `size` bytes at `address`, or nothing if they are not all in one segment.
  std::optional<llvm::StringRef> bytesAt(uint64_t address, uint64_t size) const;
};

} // namespace rocke::detail

#endif // ROCKE_COMPILER_CODEIMAGE_H
