//===- Elf.h - Changing code objects for tests -------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_COMPILER_ELF_H
#define ROCKE_TESTS_COMPILER_ELF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include <string>

namespace rocke::test {

/// The bytes of a code object (made by this LLVM) and how to change them.
struct ElfEditor {
  explicit ElfEditor(llvm::StringRef bytes) : bytes(bytes.str()) {}

  std::string bytes;

  llvm::ELF::Elf64_Ehdr &header() { return at<llvm::ELF::Elf64_Ehdr>(0); }
  /// The first program header of a type.
  llvm::ELF::Elf64_Phdr &segment(unsigned type);
  /// The first section header of a type.
  llvm::ELF::Elf64_Shdr &section(unsigned type);
  /// The symbol with this name in .dynsym.
  llvm::ELF::Elf64_Sym &symbol(llvm::StringRef name);

  /// Puts `metadata` in place of the metadata note, which must be large enough.
  void replaceMetadata(llvm::msgpack::Document &metadata);
  void replaceMetadata(llvm::StringRef messagePack);
  /// Makes the file have no notes.
  void removeNotes();

  template <typename T> T &at(uint64_t offset) {
    return *reinterpret_cast<T *>(bytes.data() + offset);
  }
};

} // namespace rocke::test

#endif // ROCKE_TESTS_COMPILER_ELF_H
